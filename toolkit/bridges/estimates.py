"""Declared heuristics as a bound of every step: what is still to be paid, where a table tells it fact by fact."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from copla.bridges.facts import Facts
from copla.language.heuristics import Maximum, PatternTable, Sum, build, estimator
from copla.language.planning_problem import PlanningProblem

MOST_COMBINATIONS = 200
"""Entries above zero of tables over several variables; a heuristic with more of them is not written down."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A lower bound of the cost to come: the sum of the amounts whose facts all hold; INFINITE: a dead end."""

    amounts: tuple[tuple[tuple[int, ...], int], ...]


def estimates(facts: Facts) -> list[Estimate]:
    """The first admissible heuristic of the problem that is a sum of small tables (or a maximum of such sums)."""
    for declared in facts.problem.heuristics.values():
        if declared.admissible:
            heuristic = build(declared.name, declared.build)
            sums = heuristic.sums if isinstance(heuristic, Maximum) else (heuristic,)
            found = [_estimate(facts, part) for part in sums if isinstance(part, Sum)]
            usable = [estimate for estimate in found if estimate is not None]
            if usable:
                return usable
    return []


def lower_bound(problem: PlanningProblem) -> int | None:
    """What a plan costs at least, by the first admissible heuristic that is declared; None: there is no plan."""
    for declared in problem.heuristics.values():
        if declared.admissible:
            ask = estimator(declared.name, build(declared.name, declared.build), problem.values)
            return ask(problem.initial_state)
    return 0


def _estimate(facts: Facts, part: Sum) -> Estimate | None:
    amounts: list[tuple[tuple[int, ...], int]] = []
    combinations = 0
    for table in part.tables:
        single = len(table.variables) == 1
        if not single and len(table.entries) - _zeros(table) > MOST_COMBINATIONS - combinations:
            return None
        for values, entry in zip(product(*map(range, table.sizes)), table.entries, strict=True):
            if entry:
                combinations += not single
                numbers = tuple(facts.number(fact) for fact in zip(table.variables, values, strict=True))
                amounts.append((numbers, entry))
    return Estimate(tuple(amounts))


def _zeros(table: PatternTable) -> int:
    return sum(not entry for entry in table.entries)
