"""What the constraints leave of the domains before a clause is written: fewer values, fewer clauses.

Constraints on one variable, all-different around variables that have one value left, and the bounds of sums, until
nothing changes or enough rounds have passed. Whatever is removed occurs in no solution, and what stays may be too much.
"""

from __future__ import annotations

from collections.abc import Iterable

from copla.ground.limits import Watch
from copla.language.constraint_problem import ConstraintProblem
from copla.language.constraints import COMPARE, AllDifferent, Clause, Constraint, Linear, Table

_VALUES_BETWEEN_LOOKS = 1_000
_MOST_ROUNDS = 30
_LONGEST_SUM = 64

Domains = list[set[int] | tuple[int, ...]]


class _NothingLeftError(Exception):
    """A variable has no value left."""


def filtered(problem: ConstraintProblem, constraints: Iterable[Constraint], watch: Watch) -> Domains | None:
    """For each variable what is left, a set where it is less than the domain; None if nothing is left for one."""
    try:
        return _filtered(problem, constraints, watch)
    except _NothingLeftError:
        return None


def _filtered(problem: ConstraintProblem, constraints: Iterable[Constraint], watch: Watch) -> Domains:
    domains: Domains = [variable.domain for variable in problem.variables]
    sums: list[Linear] = []
    groups: dict[int, list[AllDifferent]] = {}
    for constraint in constraints:
        if type(constraint) is Linear:
            terms = constraint.terms
            if len(terms) == 1:
                coefficient, variable = terms[0]
                if len(variable.domain) > _VALUES_BETWEEN_LOOKS:
                    watch.check("no clauses")
                fits, domain = COMPARE[constraint.comparison], domains[variable.index]
                _keep(domains, variable.index, {v for v in domain if fits(coefficient * v, constraint.bound)})
            elif constraint.comparison != "!=" and len(terms) <= _LONGEST_SUM:
                sums.append(constraint)
        elif type(constraint) is AllDifferent:
            for variable in constraint.variables:
                groups.setdefault(variable.index, []).append(constraint)
        elif type(constraint) is Clause:
            if len(constraint.literals) == 1:
                literal = constraint.literals[0]
                index = literal.variable.index
                _keep(domains, index, {v for v in domains[index] if (v == literal.value) == literal.positive})
        elif type(constraint) is Table and len(constraint.variables) == 1:
            index = constraint.variables[0].index
            rows = {row[0] for row in constraint.rows}
            _keep(domains, index, {v for v in domains[index] if (v in rows) == constraint.allowed})
    settled: set[int] = set()
    for _ in range(_MOST_ROUNDS):
        changed = _separate(domains, groups, settled)
        for number, constraint in enumerate(sums):
            if number % 256 == 0:
                watch.check("no clauses")
            changed |= _tighten(domains, constraint)
        if not changed:
            break
    return domains


def _keep(domains: Domains, index: int, values: set[int]) -> None:
    if not values:
        raise _NothingLeftError
    if len(values) < len(domains[index]):
        domains[index] = values


def _separate(domains: Domains, groups: dict[int, list[AllDifferent]], settled: set[int]) -> bool:
    """Take the value of each variable that has one left from all that differ from it."""
    waiting = [index for index in groups if len(domains[index]) == 1 and index not in settled]
    for index in waiting:
        settled.add(index)
        (value,) = domains[index]
        for group in groups[index]:
            for variable in group.variables:
                other = variable.index
                domain = domains[other]
                if value in domain and other != index:
                    if type(domain) is tuple:
                        domains[other] = domain = set(domain)
                    domain.remove(value)  # type: ignore[union-attr]
                    if not domain:
                        raise _NothingLeftError
                    if len(domain) == 1:
                        waiting.append(other)
    return bool(waiting)


def _tighten(domains: Domains, constraint: Linear) -> bool:
    """What the bounds of the other terms leave of each term."""
    terms, comparison, bound = constraint.terms, constraint.comparison, constraint.bound
    if len(terms) == 2 and comparison == "<" and terms[0][0] == 1 and terms[1][0] == -1:
        return _order(domains, terms[0][1].index, terms[1][1].index, bound)
    if comparison == "<":
        comparison, bound = "<=", bound - 1
    elif comparison == ">":
        comparison, bound = ">=", bound + 1
    changed = False
    if comparison != ">=":
        changed = _tighten_above(domains, [(c, v.index) for c, v in terms], bound)
    if comparison != "<=":
        changed |= _tighten_above(domains, [(-c, v.index) for c, v in terms], -bound)
    return changed


def _order(domains: Domains, left: int, right: int, bound: int) -> bool:
    """One is less than the other and the bound: what most sums of puzzles say."""
    lower, upper = domains[left], domains[right]
    most, least = max(upper) + bound, min(lower) - bound
    changed = False
    if max(lower) >= most:
        _keep(domains, left, {value for value in lower if value < most})
        changed = True
    if min(upper) <= least:
        _keep(domains, right, {value for value in upper if value > least})
        changed = True
    return changed


def _tighten_above(domains: Domains, terms: list[tuple[int, int]], bound: int) -> bool:
    """The sum is at most the bound, so each term is at most what the least of the others leaves."""
    least = [c * (min(domains[i]) if c > 0 else max(domains[i])) for c, i in terms]
    room = bound - sum(least)
    changed = False
    for (c, i), low in zip(terms, least, strict=True):
        domain = domains[i]
        if c * (max(domain) if c > 0 else min(domain)) > low + room:
            _keep(domains, i, {value for value in domain if c * value <= low + room})
            changed = True
    return changed
