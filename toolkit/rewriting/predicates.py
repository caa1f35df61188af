"""Constraints and expressions as Python functions of the values of their variables.

For backends that take functions, and for the rewriting of constraints with few combinations of values into tables.
An expression without a value raises NoValueError, which ends at the next constraint around it.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

from copla.language import operations as op
from copla.language.constraints import AllDifferent, Clause, Linear, Table, compare
from copla.language.expressions import Expression, Variable
from copla.language.lists import Cardinality, Distinct, Equal, Increasing, Lexicographic, Rows
from copla.language.logic import Combined, Relation
from copla.language.paths import Circuit, Inverse, Regular
from copla.language.scheduling import Cumulative, NoOverlap

Row = Sequence[int]
Number = Callable[[Row], int]
Places = dict[int, int]
"""From the index of a variable to its place in the row of values."""


class NoValueError(ArithmeticError):
    """A division by zero, or a place outside of a list."""


def predicate(constraint: Any, scope: Sequence[Variable]) -> Callable[[Row], bool]:
    """The constraint as a function of the values of these variables, in this order.

    >>> from copla.language.constraint_problem import ConstraintProblem
    >>> problem = ConstraintProblem()
    >>> x, y = problem.variable("x", range(5)), problem.variable("y", range(5))
    >>> test = predicate(x // y == 2, [x, y])
    >>> test((4, 2)), test((4, 0))
    (True, False)
    """
    return _constraint(constraint, {variable.index: place for place, variable in enumerate(scope)})


def function(expression: Expression, scope: Sequence[Variable]) -> Number:
    """The expression as a function of the values of these variables; NoValueError where it has no value."""
    return _expression(expression, {variable.index: place for place, variable in enumerate(scope)})


def _expression(expression: Expression, places: Places) -> Number:
    if isinstance(expression, Variable):
        return operator.itemgetter(places[expression.index])
    if isinstance(expression, op.Operation):
        return _operation(expression, places)
    constant = expression.constant
    terms = [(coefficient, _expression(atom, places)) for coefficient, atom in expression.terms]
    if not terms:
        return lambda row: constant
    if len(terms) == 1 and terms[0][0] == 1:
        part = terms[0][1]
        return lambda row: part(row) + constant
    return lambda row: sum([coefficient * part(row) for coefficient, part in terms], constant)


def _operation(operation: op.Operation, places: Places) -> Number:
    if isinstance(operation, op.Truth):
        test = _constraint(operation.parts[0], places)
        return lambda row: int(test(row))
    if isinstance(operation, op.Choice):
        condition = _constraint(operation.parts[0], places)
        then, otherwise = (_expression(part, places) for part in operation.parts[1:])

        def choose(row: Row) -> int:
            both = otherwise(row), then(row)
            return both[condition(row)]

        return choose
    if isinstance(operation, op.Element) and not any(entry.terms for entry in operation.parts[1:]):
        index, numbers = _expression(operation.parts[0], places), [entry.constant for entry in operation.parts[1:]]
        return lambda row: _at(numbers, index(row))
    parts = [_expression(part, places) for part in operation.parts]
    match operation:
        case op.Product():
            left, right = parts
            return lambda row: left(row) * right(row)
        case op.Quotient() | op.Remainder():
            return _division(operator.floordiv if isinstance(operation, op.Quotient) else operator.mod, *parts)
        case op.Absolute():
            return lambda row: abs(parts[0](row))
        case op.Minimum():
            return lambda row: min([part(row) for part in parts])
        case op.Maximum():
            return lambda row: max([part(row) for part in parts])
        case op.Element():
            return lambda row: _at([part(row) for part in parts[1:]], parts[0](row))
        case op.Count():
            return lambda row: [part(row) for part in parts[1:]].count(parts[0](row))
    raise TypeError(f"there is no operation {type(operation).__name__}")


def _division(divide: Callable[[int, int], int], left: Number, right: Number) -> Number:
    def divided(row: Row) -> int:
        number, divisor = left(row), right(row)
        if not divisor:
            raise NoValueError
        return divide(number, divisor)

    return divided


def _at(entries: list[int], place: int) -> int:
    if not 0 <= place < len(entries):
        raise NoValueError
    return entries[place]


def _constraint(constraint: Any, places: Places) -> Callable[[Row], bool]:
    match constraint:
        case Linear(terms, comparison, bound):
            return _constraint(Relation(Expression(terms), comparison, Expression((), bound)), places)
        case Combined():
            return _combined(constraint, places)
        case Clause(literals):
            parts = [(places[lit.variable.index], lit.value, lit.positive) for lit in literals]
            return lambda row: any((row[place] == value) == positive for place, value, positive in parts)
        case AllDifferent(variables):
            constraint = Distinct(variables)
        case Table(variables, rows, allowed):
            known = frozenset(rows)
            spots = [places[variable.index] for variable in variables]
            return lambda row: (tuple([row[spot] for spot in spots]) in known) == allowed
    numbers = [_expression(part, places) for part in constraint.parts]
    meaning = _meaning(constraint)

    def test(row: Row) -> bool:
        try:
            return meaning([number(row) for number in numbers])
        except NoValueError:
            return False

    return test


def _combined(constraint: Combined, places: Places) -> Callable[[Row], bool]:
    tests = [_constraint(part, places) for part in constraint.constraints]
    match constraint.connective:
        case "and":
            return lambda row: all(test(row) for test in tests)
        case "or":
            return lambda row: any(test(row) for test in tests)
        case "not":
            return lambda row: not tests[0](row)
        case "implies":
            return lambda row: not tests[0](row) or tests[1](row)
        case "iff":
            return lambda row: tests[0](row) is tests[1](row)
        case "xor":
            return lambda row: tests[0](row) is not tests[1](row)


def _meaning(constraint: Any) -> Callable[[list[int]], bool]:
    """The constraint as a function of the values of its parts."""
    match constraint:
        case Relation(comparison=comparison):
            return lambda parts: compare(parts[0], comparison, parts[1])
        case Distinct():
            return lambda parts: len(set(parts)) == len(parts)
        case Equal():
            return lambda parts: len(set(parts)) < 2
        case Rows(rows=rows, allowed=allowed):
            return lambda parts: any(map(_fits(parts), rows)) == allowed
        case Cardinality(members, values, _, closed):
            return lambda parts: _occurs(parts[: len(members)], values, parts[len(members) :], closed)
        case Increasing(strictly=strictly):
            order = operator.lt if strictly else operator.le
            return lambda parts: all(map(order, parts, parts[1:]))
        case Lexicographic(left, _, strictly):
            order = operator.lt if strictly else operator.le
            return lambda parts: order(parts[: len(left)], parts[len(left) :])
        case Circuit():
            return _is_circuit
        case Inverse(left):
            pairs = range(len(left))
            return lambda parts: (
                all(0 <= parts[i] < len(left) and parts[len(left) + parts[i]] == i for i in pairs)
                and all(0 <= part < len(left) for part in parts)
            )
        case Regular(_, _, steps, accepting):
            moves = {(state, letter): target for state, letter, target in steps}
            return lambda parts: _run(moves, parts) in accepting
        case NoOverlap():
            return lambda parts: _within(parts[::2], parts[1::2], [1] * (len(parts) // 2), 1)
        case Cumulative(intervals):
            end = 2 * len(intervals)
            return lambda parts: _within(parts[:end:2], parts[1:end:2], parts[end:-1], parts[-1])
    raise TypeError(f"there is no constraint {type(constraint).__name__}")


def _fits(parts: list[int]) -> Callable[[Sequence[int | None]], bool]:
    return lambda row: all(entry is None or entry == part for entry, part in zip(row, parts, strict=True))


def _occurs(members: list[int], values: Sequence[int], numbers: list[int], closed: bool) -> bool:
    if any(members.count(value) != number for value, number in zip(values, numbers, strict=True)):
        return False
    return not closed or all(member in values for member in members)


def _is_circuit(parts: list[int]) -> bool:
    place = 0
    for step in range(1, len(parts) + 1):
        place = parts[place]
        if not 0 <= place < len(parts) or (place == 0) != (step == len(parts)):
            return False
    return True


def _run(moves: dict[tuple[int, int], int], letters: list[int]) -> int:
    state = 0
    for letter in letters:
        state = moves.get((state, letter), -1)
    return state


def _within(starts: list[int], durations: list[int], demands: list[int], capacity: int) -> bool:
    changes = []
    for start, long, need in zip(starts, durations, demands, strict=True):
        if long:
            changes += [(start, need), (start + long, -need)]
    level = 0
    for _, change in sorted(changes):  # what ends comes first
        level += change
        if level > capacity:
            return False
    return True
