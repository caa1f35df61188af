"""cross_check: do the backends agree? If not, who is wrong, and what proves it?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from copla.answers.checker import faults, violations
from copla.answers.result import Result, Solution
from copla.ground.errors import BackendError
from copla.ground.limits import Limits, Watch
from copla.ground.status import Status
from copla.ground.text import counted, listed
from copla.language.planning_problem import PlanningProblem
from copla.language.problem import Problem, sense
from copla.plugins import registry
from copla.plugins.backend import Backend
from copla.running.solving import run, suitable_backends

LONG_PLAN = 40
"""Steps of a claimed plan beyond which the claim alone is checked: docs/bridges.md says how far cp-sat climbs."""


class Verdict(StrEnum):
    """``agree``: at least two backends confirm each other and nothing contradicts anything."""

    AGREE = "agree"
    DISAGREE = "disagree"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Witness:
    """The proof that a backend is wrong: what it claims, and what refutes the claim.

    ``solution`` is a solution that passed the checker, found by the backend ``found_by``; there is none
    where an answer refutes itself, as one that violates a constraint does.
    """

    accused: str
    claim: str
    refutation: str
    solution: Solution | None = None
    found_by: str = ""

    def to_json(self) -> dict[str, Any]:
        return {
            "accused": self.accused,
            "claim": self.claim,
            "refutation": self.refutation,
            "solution": self.solution.to_json() if self.solution else None,
            "found_by": self.found_by or None,
        }

    def __str__(self) -> str:
        return f"{self.accused} is wrong: it {self.claim}, but {self.refutation}"


@dataclass(frozen=True, slots=True)
class CrossCheck:
    """The verdict over one problem: the reason in words, every result, the witnesses of a disagreement.

    ``failures`` says of each backend that gave no result what went wrong.
    """

    verdict: Verdict
    reason: str
    results: dict[str, Result]
    witnesses: tuple[Witness, ...] = ()
    failures: dict[str, str] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """JSON-ready data; docs/json.md describes the keys."""
        return {
            "verdict": str(self.verdict),
            "reason": self.reason,
            "witness": [witness.to_json() for witness in self.witnesses],
            "failures": dict(self.failures),
            "results": [result.to_json() for result in self.results.values()],
        }


def cross_check(
    problem: Problem,
    backends: Iterable[str | Backend] | None = None,
    *,
    limits: Limits | None = None,
    options: Mapping[str, Mapping[str, object]] | None = None,
    watch: Watch | None = None,
    claims: bool | None = None,
) -> CrossCheck:
    """Give the problem to all backends (by default every suitable one) and compare their answers.

    Without limits each may take its time and, unless there is an objective, looks for a second solution,
    so that uniqueness is compared too. ``options`` maps a backend's name to its options.

    A backend with the option ``below`` can check a claim: it is asked only whether a plan exists that is cheaper
    than the best one that the others found. With ``claims=True`` that is all it is asked, with ``False`` never;
    by default (None) where the claimed plan is long (more than LONG_PLAN steps), and where it did not finish by itself.

    >>> from copla import ConstraintProblem
    >>> problem = ConstraintProblem()
    >>> x, y = problem.variable("x", range(2)), problem.variable("y", range(2))
    >>> _ = problem.add(x < y)
    >>> cross_check(problem, ["forward-checking", "python-constraint"]).verdict.value
    'agree'
    """
    limits = limits or Limits(solutions=1 if sense(problem) else 2)
    chosen = _chosen(problem, backends)
    asked = {backend.name: dict((options or {}).get(backend.name, {})) for backend in chosen}
    results: dict[str, Result] = {}
    failures: dict[str, str] = {}

    def give(backend: Backend, more: Mapping[str, object]) -> Result | None:
        if watch is not None and watch.stopped:
            return None
        own_watch = Watch(limits) if watch is None else watch.again(limits)
        try:
            return run(problem, backend, {**asked[backend.name], **more}, own_watch)
        except BackendError as error:
            failures[backend.name] = str(error)
            return None

    # Those that can check a claim come last: then there is one.
    waiting = [b for b in chosen if claims is not False and checks_claims(problem, b) and "below" not in asked[b.name]]
    for backend in (*(b for b in chosen if b not in waiting), *waiting):
        result = give(backend, claim_to_check(problem, results, claims) if backend in waiting else {})
        if result is not None:
            results[backend.name] = result
    again = follow_ups(problem, waiting, results)
    for backend in waiting:
        second = give(backend, again[backend.name]) if backend.name in again else None
        if second is not None:
            results[backend.name] = merged(results[backend.name], second)
    in_order = {backend.name: results[backend.name] for backend in chosen if backend.name in results}
    return judge(problem, in_order, limits, failures)


def checks_claims(problem: Problem, backend: Backend) -> bool:
    """Whether the backend can be asked for something cheaper only; then others had better answer before it."""
    return isinstance(problem, PlanningProblem) and any(option.name == "below" for option in backend.options)


def claim_to_check(problem: Problem, results: Mapping[str, Result], claims: bool | None = None) -> dict[str, object]:
    """The further options of a backend that is to check the best claim so far; none if it is to solve the problem."""
    claim = _claim(problem, results)
    if claim is None or claims is False or not (claims or (claim.length or 0) > LONG_PLAN):
        return {}
    return {"below": claim.cost}


def follow_ups(
    problem: Problem, backends: Iterable[str | Backend], results: Mapping[str, Result]
) -> dict[str, dict[str, object]]:
    """Which backends should be asked once more, and with which further options, when all have answered.

    Those that did not finish, but can say whether anything is cheaper than the best plan that was found:
    ``{"cp-sat": {"below": 116}}``. :func:`merged` puts their two answers together.
    """
    claim = _claim(problem, results)
    found: dict[str, dict[str, object]] = {}
    for backend in _chosen(problem, backends):
        first = results.get(backend.name)
        if claim is None or first is None or not checks_claims(problem, backend):
            continue
        open_ended = first.status in (Status.TIMEOUT, Status.MEMORY, Status.UNKNOWN, Status.SOLVED)
        proven = first.bound is not None and not _better(problem, first.bound, claim.cost)
        if open_ended and not proven and first.options.get("below") is None:
            found[backend.name] = {"below": claim.cost}
    return found


def merged(first: Result, second: Result) -> Result:
    """One result of a backend that was asked twice: the answer of the first run, and what the second one proved.

    A cheaper plan of the second run replaces the first one's.
    """
    bounds = [bound for bound in (first.bound, second.bound) if bound is not None]
    better = second.cost is not None and (first.cost is None or second.cost < first.cost)
    return replace(
        second if better else first,
        bound=max(bounds, default=None),
        statistics=first.statistics.plus(second.statistics),
        options=first.options,
        message=second.message or first.message,
    )


def judge(
    problem: Problem, results: Mapping[str, Result], limits: Limits, failures: Mapping[str, str] | None = None
) -> CrossCheck:
    """Compare results that are already there. Needs no solver: only the checker.

    A backend confirms the others when it finished and gave what was asked for, or when it proved that nothing is better
    than the best solution. One that failed confirms nobody: the verdict is that of the others.
    """
    results, failures = dict(results), dict(failures or {})
    witnesses = tuple(_witnesses(problem, results))
    if witnesses:
        return CrossCheck(Verdict.DISAGREE, str(witnesses[0]), results, witnesses, failures)
    costs = [result.cost for result in results.values() if result.cost is not None]
    best = (max(costs) if sense(problem) == "maximize" else min(costs)) if costs and sense(problem) else None
    confirming = [
        name for name, result in results.items() if _answers(problem, result, limits) or _proves(result, best)
    ]
    rest = [_unfinished(problem, name, result) for name, result in results.items() if name not in confirming]
    rest += [f"{name}: failed" for name in failures]
    because = f" ({'; '.join(rest)})" if rest else ""
    if len(confirming) < 2:
        who = f"only {confirming[0]}" if confirming else "no backend"
        return CrossCheck(Verdict.UNDECIDED, f"{who} finished{because}", results, (), failures)
    answer = _answer(results[confirming[0]]) if best is None else _answer_with_cost(problem, results, best)
    return CrossCheck(Verdict.AGREE, f"{len(confirming)} backends agree: {answer}{because}", results, (), failures)


def _witnesses(problem: Problem, results: dict[str, Result]) -> Iterator[Witness]:
    """Every claim that is refuted, either by itself or by a valid solution that any backend found."""
    valid: dict[tuple[object, ...], tuple[str, Solution]] = {}
    for name, result in results.items():
        for fault in faults(problem, result):
            yield Witness(name, f"answers '{result.status}'", fault)
        for solution in result.solutions:
            if not violations(problem, solution):
                valid.setdefault(solution.key, (name, solution))
    best = _best(problem, list(valid.values()))
    for name, result in results.items():
        own = {solution.key for solution in result.solutions}
        extra = [found for key, found in valid.items() if key not in own]
        if result.status is Status.INFEASIBLE and not own and extra:
            yield _refuted(name, "says that there is no solution", "found a valid one", extra[0])
        elif result.complete and extra:
            amount = "only solution" if len(own) == 1 else f"{len(own)} only solutions"
            yield _refuted(name, f"claims to list the {amount}", "found another valid one", extra[0])
        if best is None or best[0] == name:
            continue  # what contradicts its own solutions is a fault, and told above
        if result.status is Status.OPTIMAL and _better(problem, best[1].cost, result.cost):
            yield _refuted(name, f"claims that {result.cost} is optimal", f"found {best[1].cost}", best)
        elif result.bound is not None and _better(problem, best[1].cost, result.bound):
            yield _refuted(name, f"claims the bound {result.bound}", f"found {best[1].cost}", best)


def _refuted(accused: str, claim: str, what: str, found: tuple[str, Solution]) -> Witness:
    found_by, solution = found
    return Witness(accused, claim, f"{found_by} {what}", solution, found_by)


def _best(problem: Problem, valid: list[tuple[str, Solution]]) -> tuple[str, Solution] | None:
    best: tuple[str, Solution] | None = None
    for found in valid:
        if best is None or _better(problem, found[1].cost, best[1].cost):
            best = found
    return best if sense(problem) else None


def _better(problem: Problem, left: int | None, right: int | None) -> bool:
    if left is None or right is None:
        return False
    return {"minimize": left < right, "maximize": left > right, None: False}[sense(problem)]


def _chosen(problem: Problem, backends: Iterable[str | Backend] | None) -> list[Backend]:
    if backends is None:
        return suitable_backends(problem)
    return [registry.backend(b) if isinstance(b, str) else b for b in backends]


def _claim(problem: Problem, results: Mapping[str, Result]) -> Solution | None:
    """The best valid solution so far, where solutions have a cost."""
    every = [(name, solution) for name, result in results.items() for solution in result.solutions]
    best = _best(problem, [found for found in every if not violations(problem, found[1])])
    return best[1] if best else None


def _answers(problem: Problem, result: Result, limits: Limits) -> bool:
    """Whether the backend finished with as many solutions as were asked for, or with all."""
    if sense(problem) is not None or result.complete or result.status is not Status.SOLVED:
        return result.status.finished
    return limits.solutions is not None and len(result.solutions) >= limits.solutions


def _proves(result: Result, best: int | None) -> bool:
    """Whether the backend proved that nothing is better than the best solution."""
    return best is not None and result.bound == best


def _unfinished(problem: Problem, name: str, result: Result) -> str:
    if result.status is Status.SOLVED and sense(problem) is None:
        return f"{name}: {counted(len(result.solutions), 'solution')} without a word on whether there are more"
    if result.bound is None or result.status is Status.UNSUPPORTED:
        return f"{name}: {result.status}"
    side = "above" if sense(problem) == "maximize" else "below"
    return f"{name}: {result.status}, proved that there is nothing {side} {result.bound}"


def _answer_with_cost(problem: Problem, results: Mapping[str, Result], best: int) -> str:
    """Who found the best solution, and who proved that it is the best."""
    finders = [name for name, result in results.items() if result.cost == best]
    provers = [name for name, result in results.items() if _proves(result, best)]
    better = "better" if sense(problem) == "maximize" else "cheaper"
    proof = f"nothing {better} proven by {listed(provers)}" if provers else f"not proven that nothing is {better}"
    return f"cost {best}, found by {listed(finders)}, {proof}"


def _answer(result: Result) -> str:
    if result.status is Status.INFEASIBLE:
        return "no solution"
    if result.unique:
        return "one solution"
    return f"{'exactly' if result.complete else 'at least'} {len(result.solutions)} solutions"
