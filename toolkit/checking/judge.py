"""The judge: do the answers agree? If not, who is wrong, and what proves it? Needs no solver, only the checker."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from copla.answers.checker import faults, violations
from copla.answers.failure import Failure
from copla.answers.result import Result, Solution
from copla.answers.wording import answer as answer_in_short
from copla.answers.wording import duration
from copla.ground.errors import ModelError
from copla.ground.html import html_table
from copla.ground.limits import Limits
from copla.ground.numbers import shown
from copla.ground.status import Status
from copla.ground.text import counted, listed
from copla.language.problem import Problem, sense


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


@dataclass(frozen=True, slots=True, repr=False)
class CrossCheck:
    """The verdict over one problem: the reason in words, every result, the witnesses of a disagreement.

    Results and failures are listed under the labels of the configurations that were asked: a backend's name, or
    NAME-2 for its second opinion; ``argument`` is a puzzle's own proof that there is no solution.
    """

    verdict: Verdict
    reason: str
    results: dict[str, Result]
    witnesses: tuple[Witness, ...] = ()
    failures: dict[str, Failure] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<CrossCheck {self.verdict}: {self.reason}>"

    def _repr_html_(self) -> str:
        rows = [
            [label, answer_in_short(result), duration(result.statistics.seconds)]
            for label, result in self.results.items()
            if result.status is not Status.UNSUPPORTED
        ]
        rows += [[label, str(failure), "-"] for label, failure in self.failures.items()]
        return html_table(["backend", "answer", "time"], rows, f"{self.verdict}: {self.reason}")

    def to_json(self) -> dict[str, Any]:
        """JSON-ready data; docs/json.md describes the keys."""
        return {
            "verdict": str(self.verdict),
            "reason": self.reason,
            "witness": [witness.to_json() for witness in self.witnesses],
            "failures": {label: failure.said_of(label) for label, failure in self.failures.items()},
            "failure_kinds": {label: str(failure.kind) for label, failure in self.failures.items()},
            "results": [result.to_json() | {"label": label} for label, result in self.results.items()],
        }


def judge(
    problem: Problem,
    results: Mapping[str, Result],
    limits: Limits,
    failures: Mapping[str, Failure] | None = None,
    *,
    checked: Collection[str] = (),
    most: Mapping[str, int] | None = None,
) -> CrossCheck:
    """Compare results that are already there.

    A backend confirms the others when it finished and gave what was asked for, or when it proved that nothing is better
    than the best solution. One that failed confirms nobody: the verdict is that of the others. Results in ``checked``
    have passed the checker already. Who gives no more than ``most`` solutions is not asked for a word on the others.
    """
    if not isinstance(results, Mapping) or not all(isinstance(result, Result) for result in results.values()):
        raise ModelError(f"expected results by the names of backends, found {shown(results)}")
    results, failures = dict(results), dict(failures or {})
    witnesses = tuple(_witnesses(problem, results, checked))
    if witnesses:
        return CrossCheck(Verdict.DISAGREE, str(witnesses[0]), results, witnesses, failures)
    costs = [result.cost for result in results.values() if result.cost is not None]
    best = (max(costs) if sense(problem) == "maximize" else min(costs)) if costs and sense(problem) else None
    given = {name: _answers(problem, result, limits, (most or {}).get(name)) for name, result in results.items()}
    confirming = [name for name, result in results.items() if given[name] or _proves(result, best)]
    rest = [_unfinished(problem, name, result) for name, result in results.items() if name not in confirming]
    rest += [f"{name}: failed" for name in failures]
    because = f" ({'; '.join(rest)})" if rest else ""
    if len(confirming) < 2:
        who = f"only {confirming[0]}" if confirming else "no backend"
        return CrossCheck(Verdict.UNDECIDED, f"{who} finished{because}", results, (), failures)
    says_most = max((results[name] for name in confirming), key=lambda result: (result.complete, len(result.solutions)))
    answer = _answer(says_most) if best is None else _answer_with_cost(problem, results, best)
    return CrossCheck(Verdict.AGREE, f"{len(confirming)} backends agree: {answer}{because}", results, (), failures)


def best_solution(problem: Problem, found: Iterable[tuple[str, Solution]]) -> tuple[str, Solution] | None:
    """The best of solutions that are known to be right, and who found it; None where solutions have no cost."""
    best: tuple[str, Solution] | None = None
    for name, solution in found:
        if best is None or better(problem, solution.cost, best[1].cost):
            best = name, solution
    return best if sense(problem) else None


def better(problem: Problem, left: int | None, right: int | None) -> bool:
    if left is None or right is None:
        return False
    return {"minimize": left < right, "maximize": left > right, None: False}[sense(problem)]


def _witnesses(problem: Problem, results: dict[str, Result], checked: Collection[str]) -> Iterator[Witness]:
    """Every claim that is refuted, either by itself or by a valid solution that any backend found."""
    valid: dict[tuple[object, ...], tuple[str, Solution]] = {}
    for name, result in results.items():
        wrong = [] if name in checked else faults(problem, result)
        for fault in wrong:
            yield Witness(name, f"answers '{result.status}'", fault)
        for solution in result.solutions:
            if not wrong or not violations(problem, solution):
                valid.setdefault(solution.key, (name, solution))
    best = best_solution(problem, valid.values())
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
        if result.status is Status.OPTIMAL and better(problem, best[1].cost, result.cost):
            yield _refuted(name, f"claims that {result.cost} is optimal", f"found {best[1].cost}", best)
        elif result.bound is not None and better(problem, best[1].cost, result.bound):
            yield _refuted(name, f"claims the bound {result.bound}", f"found {best[1].cost}", best)


def _refuted(accused: str, claim: str, what: str, found: tuple[str, Solution]) -> Witness:
    found_by, solution = found
    return Witness(accused, claim, f"{found_by} {what}", solution, found_by)


def _answers(problem: Problem, result: Result, limits: Limits, most: int | None = None) -> bool:
    """Whether the backend finished with as many solutions as it was asked for, or with all."""
    if sense(problem) is not None or result.complete or result.status is not Status.SOLVED:
        return result.status.finished
    wanted = limits.solutions if most is None else min(most, limits.solutions or most)
    return wanted is not None and len(result.solutions) >= wanted


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
    return f"{'exactly' if result.complete else 'at least'} {counted(len(result.solutions), 'solution')}"
