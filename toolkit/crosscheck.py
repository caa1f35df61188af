"""cross_check: do the backends agree? If not, who is wrong, and what proves it?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from copla import registry
from copla.backend_protocol import Backend, Problem
from copla.checker import faults, violations
from copla.errors import BackendError
from copla.limits import Limits, Watch
from copla.result import Result, Solution, Statistics, Status
from copla.solving import run, sense, suitable_backends


class Verdict(StrEnum):
    """``agree``: at least two backends finished and nothing contradicts anything."""

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
) -> CrossCheck:
    """Give the problem to all backends (by default every suitable one) and compare their answers.

    Without limits each may take its time and, unless there is an objective, looks for a second solution,
    so that uniqueness is compared too. ``options`` maps a backend's name to its options.

    >>> from copla import ConstraintProblem
    >>> problem = ConstraintProblem()
    >>> x, y = problem.variable("x", range(2)), problem.variable("y", range(2))
    >>> _ = problem.add(x < y)
    >>> cross_check(problem, ["forward-checking", "python-constraint"]).verdict.value
    'agree'
    """
    limits = limits or Limits(solutions=1 if sense(problem) else 2)
    chosen = (
        suitable_backends(problem)
        if backends is None
        else [registry.backend(b) if isinstance(b, str) else b for b in backends]
    )
    results: dict[str, Result] = {}
    failures: dict[str, str] = {}
    for backend in chosen:
        own_watch = Watch(limits)
        if watch is not None:
            if watch.stopped:
                break
            own_watch = watch.again(limits)
        try:
            results[backend.name] = run(problem, backend, (options or {}).get(backend.name, {}), own_watch)
        except BackendError as error:
            failures[backend.name] = str(error)
    return judge(problem, results, limits, failures)


def judge(
    problem: Problem, results: Mapping[str, Result], limits: Limits, failures: Mapping[str, str] | None = None
) -> CrossCheck:
    """Compare results that are already there. Needs no solver: only the checker."""
    results, failures = dict(results), dict(failures or {})
    witnesses = tuple(_witnesses(problem, results, limits))
    if witnesses:
        return CrossCheck(Verdict.DISAGREE, str(witnesses[0]), results, witnesses, failures)
    finished = [name for name, result in results.items() if result.status.finished]
    rest = [f"{name}: {result.status}" for name, result in results.items() if not result.status.finished]
    rest += [f"{name}: failed" for name in failures]
    because = f" ({'; '.join(rest)})" if rest else ""
    if len(finished) < 2:
        who = f"only {finished[0]}" if finished else "no backend"
        return CrossCheck(Verdict.UNDECIDED, f"{who} finished{because}", results, (), failures)
    answer = _answer(results[finished[0]])
    return CrossCheck(Verdict.AGREE, f"{len(finished)} backends agree: {answer}{because}", results, (), failures)


def follow_ups(
    problem: Problem, backends: Iterable[Backend], results: Mapping[str, Result]
) -> dict[str, dict[str, object]]:
    """Which backends should be asked again, and with which options, after a first round.

    A backend with the option ``below`` that has not finished is asked only whether anything is cheaper than
    the best valid solution of the others.
    """
    valid = [(name, s) for name, result in results.items() for s in result.solutions if not violations(problem, s)]
    best = _best(problem, valid)
    if best is None or sense(problem) != "minimize":
        return {}
    again: dict[str, dict[str, object]] = {}
    for backend in backends:
        result = results.get(backend.name)
        takes_claims = any(option.name == "below" for option in backend.options)
        if takes_claims and result is not None and not result.status.finished and result.bound != best[1].cost:
            again[backend.name] = {"below": best[1].cost}
    return again


def merged(first: Result, second: Result) -> Result:
    """Two answers of one backend as one: what the first found, and the better of what both proved."""
    bounds = [bound for bound in (first.bound, second.bound) if bound is not None]
    counts = {
        name: _sum(getattr(first.statistics, name), getattr(second.statistics, name))
        for name in Statistics.__dataclass_fields__
    }
    return replace(first, bound=max(bounds, default=None), statistics=Statistics(**counts))


def _sum(left: Any, right: Any) -> Any:
    return left if right is None else right if left is None else left + right


def _witnesses(problem: Problem, results: dict[str, Result], limits: Limits) -> Iterator[Witness]:
    """Every claim that is refuted, either by itself or by a valid solution that any backend found."""
    valid: dict[tuple[object, ...], tuple[str, Solution]] = {}
    for name, result in results.items():
        for fault in faults(problem, result, limits):
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
        if best and result.status is Status.OPTIMAL and _better(problem, best[1].cost, result.cost):
            yield _refuted(name, f"claims that {result.cost} is optimal", f"found {best[1].cost}", best)
        elif best and result.bound is not None and _better(problem, best[1].cost, result.bound):
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


def _answer(result: Result) -> str:
    if result.status is Status.INFEASIBLE:
        return "no solution"
    if result.status is Status.OPTIMAL:
        return f"optimal cost {result.cost}"
    if result.unique:
        return "one solution"
    return f"{'exactly' if result.complete else 'at least'} {len(result.solutions)} solutions"
