"""Words for people: an answer, a duration, a number."""

from __future__ import annotations

from collections.abc import Iterable

from copla.answers.result import Result
from copla.ground.status import Status
from copla.ground.text import counted


def summary(result: Result) -> str:
    """One line about a run: the answer, who gave it, and what it cost.

    >>> from copla.answers.result import Statistics
    >>> summary(Result(Status.INFEASIBLE, backend="search", statistics=Statistics(expanded=1200, seconds=0.0031)))
    'no solution · search · 3.1 ms · 1,200 expanded'
    """
    by = [result.backend, result.options.get("algorithm"), result.options.get("heuristic")]
    parts = [answer(result), " ".join(name for name in by if name), duration(result.statistics.seconds)]
    for amount, name in (
        (result.statistics.expanded, "expanded"),
        (result.statistics.generated, "generated"),
        (result.statistics.backtracks, "backtracks"),
    ):
        if amount is not None:
            parts.append(f"{amount:,} {name}")
    if result.solutions:
        parts.append("checked")
    return " · ".join(parts)


def answer(result: Result) -> str:
    """The answer of one run in a few words, uniqueness included.

    >>> from copla.answers.result import Solution
    >>> answer(Result(Status.SOLVED, (Solution({"x": 1}),), complete=True)), answer(Result(Status.TIMEOUT))
    ('one solution', 'timeout')
    """
    count = len(result.solutions)
    match result.status:
        case Status.INFEASIBLE:
            return "no solution"
        case Status.OPTIMAL:
            return f"optimal, cost {result.cost}{_length(result)}"
        case Status.SOLVED if result.cost is not None:
            return f"solved, cost {result.cost}{_length(result)}{_proven(result)}"
        case Status.SOLVED if result.unique:
            return "one solution"
        case Status.SOLVED if result.complete:
            return f"all {count} solutions"
        case Status.SOLVED:
            return f"{count} solutions, there may be more" if count > 1 else "solved"
    found = f", {counted(count, 'solution')} so far" if count else ""
    if count and result.cost is not None:
        found += f", cost {result.cost}{_length(result)}{_proven(result)}"
    return f"{result.message or result.status}{found}"


def common_answer(results: Iterable[Result]) -> str | None:
    """What several runs say together if none of them contradicts another; None if none of them finished.

    >>> common_answer([Result(Status.TIMEOUT), Result(Status.INFEASIBLE)])
    'no solution'
    """
    finished = [result for result in results if result.status.finished]
    if not finished:
        return None
    if any(result.status is Status.INFEASIBLE for result in finished):
        return "no solution"
    proven = [result.cost for result in finished if result.status is Status.OPTIMAL]
    if proven:
        return f"optimal cost {proven[0]}"
    costs = [result.cost for result in finished if result.cost is not None]
    if costs:
        return f"cost {min(costs)}, not proven optimal"
    if any(result.unique for result in finished):
        return "one solution"
    most = max(finished, key=lambda result: len(result.solutions))
    count = len(most.solutions)
    return f"exactly {count} solutions" if most.complete else f"{counted(count, 'solution')} or more"


def why_unanswered(result: Result) -> str:
    """Why a run ended without an answer.

    >>> why_unanswered(Result(Status.TIMEOUT))
    'the time limit was reached'
    """
    limits = {Status.TIMEOUT: "the time limit was reached", Status.MEMORY: "the memory limit was reached"}
    return limits.get(result.status, result.message)


def duration(amount: float) -> str:
    """A number of seconds for people, never longer than six letters below a day.

    >>> [duration(amount) for amount in (0.0031, 0.0582, 1.34, 123.4)]
    ['3.1 ms', '58 ms', '1.3 s', '123 s']
    """
    if amount < 0.00995:
        return f"{amount * 1000:.1f} ms"
    if amount < 0.9995:
        return f"{amount * 1000:.0f} ms"
    return f"{amount:.1f} s" if amount < 99.95 else f"{amount:.0f} s"


def seconds(amount: float | None) -> str:
    """A number of seconds for a column of them.

    >>> seconds(12.34), seconds(None)
    ('12.340', '-')
    """
    return "-" if amount is None else f"{amount:.3f}"


def count(amount: int | None) -> str:
    """A number of things for a column of them.

    >>> count(1234), count(None)
    ('1,234', '-')
    """
    return "-" if amount is None else f"{amount:,}"


def _length(result: Result) -> str:
    """The number of moves where it is not the cost anyway."""
    length = result.best.length
    return f" in {length} moves" if length is not None and length != result.cost else ""


def _proven(result: Result) -> str:
    """How far from the best the cost may be, where that is known."""
    if result.bound is None or result.cost is None or result.bound == result.cost:
        return ""
    return f" (at {'least' if result.bound < result.cost else 'most'} {result.bound})"
