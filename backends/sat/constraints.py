"""Each kind of constraint as clauses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from copla.backends.sat.clauses import FALSE, Clauses
from copla.backends.sat.literals import Unknown
from copla.backends.sat.sums import encode_sum
from copla.language.constraints import AllDifferent, Clause, Constraint, Linear
from copla.language.expressions import Variable

_ROWS_BETWEEN_LOOKS = 1_000


def encode(clauses: Clauses, constraint: Constraint, unknowns: Sequence[Unknown], sums: str) -> None:
    """Write one constraint; ``sums`` says how long sums are written."""
    if isinstance(constraint, Linear):  # one after the other: a match takes longer than what a short sum says
        terms = [(c, unknowns[v.index]) for c, v in constraint.terms]
        encode_sum(clauses, terms, constraint.comparison, constraint.bound, sums)
    elif isinstance(constraint, AllDifferent):
        _all_different(clauses, [unknowns[v.index] for v in constraint.variables])
    elif isinstance(constraint, Clause):
        chosen = [(unknowns[lit.variable.index].equal(lit.value), lit.positive) for lit in constraint.literals]
        clauses.require([literal if positive else -literal for literal, positive in chosen])
    elif constraint.allowed:
        _allowed(clauses, [unknowns[v.index] for v in constraint.variables], constraint.rows)
    else:
        for row in constraint.rows:
            clauses.require([-literal for literal in _literals(constraint.variables, row, unknowns)])
            clauses.look()


def _literals(variables: Sequence[Variable], row: Sequence[int], unknowns: Sequence[Unknown]) -> list[int]:
    return [unknowns[v.index].equal(value) for v, value in zip(variables, row, strict=True)]


def _all_different(clauses: Clauses, unknowns: list[Unknown]) -> None:
    """No value twice; where there are just as many values as variables, each of them somewhere."""
    places: dict[int, list[int]] = defaultdict(list)
    for unknown in unknowns:
        clauses.pause()
        for value, literal in unknown.equals.items():
            places[value].append(literal)
    if len(places) < len(unknowns):
        clauses.require(())
    elif len(places) == len(unknowns):
        clauses.exactly_one_each(places.values())
    else:
        for literals in places.values():
            clauses.at_most_one(literals)
            clauses.look()
    clauses.look()


def _allowed(clauses: Clauses, unknowns: list[Unknown], rows: Sequence[Sequence[int]]) -> None:
    """One of the rows: each value needs a row (of two variables: a value of the other) that supports it."""
    possible = []
    for number, row in enumerate(dict.fromkeys(map(tuple, rows))):
        if number % _ROWS_BETWEEN_LOOKS == 0:
            clauses.pause()
        facts = [unknown.equal(value) for unknown, value in zip(unknowns, row, strict=True)]
        if FALSE not in facts:
            possible.append(facts)
    if len(unknowns) <= 2:
        _supported(clauses, unknowns, possible)
        return
    supports: list[dict[int, list[int]]] = [{} for _ in unknowns]
    for facts in possible:
        chosen = clauses.new()
        for fact, known in zip(facts, supports, strict=True):
            clauses.define((-chosen, fact))
            known.setdefault(fact, []).append(chosen)
        clauses.look()
    for unknown, known in zip(unknowns, supports, strict=True):
        for literal in unknown.equals.values():
            clauses.require((-literal, *known.get(literal, ())))


def _supported(clauses: Clauses, unknowns: list[Unknown], rows: list[list[int]]) -> None:
    for place, unknown in enumerate(unknowns):
        supports: dict[int, list[int]] = {}
        for number, facts in enumerate(rows):
            if number % _ROWS_BETWEEN_LOOKS == 0:
                clauses.pause()
            supports.setdefault(facts[place], []).extend(facts[:place] + facts[place + 1 :])
        for literal in unknown.equals.values():
            if literal not in supports or len(unknowns) == 2:
                clauses.require((-literal, *supports.get(literal, ())))
    clauses.look()
