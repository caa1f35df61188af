"""What the checker knows of the language: the value of an expression, and whether a constraint holds.

The meaning of everything that can be written stands here, in the plainest words, and is shared with no backend and no
rewriting. An expression without a value (a division by zero, a place outside of a list) is None, and so is whatever is
made of it; the comparison or the constraint of a list that it reaches does not hold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, cast

from copla.language import operations as op
from copla.language.constraints import COMPARE, AllDifferent, Clause, Linear, Table
from copla.language.expressions import Expression, Variable
from copla.language.lists import Cardinality, Distinct, Equal, Increasing, Lexicographic, Rows
from copla.language.logic import Combined, Relation
from copla.language.paths import Circuit, Inverse, Regular
from copla.language.scheduling import Cumulative, NoOverlap

Values = Sequence[int] | Mapping[int, int]
"""By the index of a variable."""


def value(expression: Expression, values: Values) -> int | None:
    """The value of an expression, None if it has none.

    >>> from copla import ConstraintProblem
    >>> problem = ConstraintProblem()
    >>> x, y = problem.variable("x", range(-9, 9)), problem.variable("y", range(9))
    >>> value(x // y + 1, [-7, 2]), value(x // y + 1, [-7, 0])
    (-3, None)
    """
    if type(expression) is Variable:
        return values[expression.index]
    if isinstance(expression, op.Operation):
        return _operation(expression, values)
    found = expression.constant
    for coefficient, atom in expression.terms:
        part = values[atom.index] if type(atom) is Variable else value(atom, values)
        if part is None:
            return None
        found += coefficient * part
    return found


def holds(constraint: Any, values: Values) -> bool:
    """Whether a constraint holds."""
    match constraint:
        case Linear():
            left = 0
            for coefficient, variable in constraint.terms:
                left += coefficient * values[variable.index]
            return COMPARE[constraint.comparison](left, constraint.bound)
        case Combined():
            return _combined(constraint, values)
        case AllDifferent():
            return len({values[variable.index] for variable in constraint.variables}) == len(constraint.variables)
        case Table():
            row = tuple(values[variable.index] for variable in constraint.variables)
            return (row in constraint.rows) == constraint.allowed
        case Clause():
            return any((values[lit.variable.index] == lit.value) == lit.positive for lit in constraint.literals)
    parts = [value(part, values) for part in constraint.parts]
    return None not in parts and _of_numbers(constraint, parts, values)


def _operation(operation: op.Operation, values: Values) -> int | None:
    if isinstance(operation, op.Truth):
        return int(holds(operation.parts[0], values))
    if isinstance(operation, op.Choice):
        condition, then, otherwise = operation.parts
        chosen = value(then, values), value(otherwise, values)
        return None if None in chosen else chosen[0 if holds(condition, values) else 1]
    found = [value(part, values) for part in operation.parts]
    if None in found:
        return None
    parts = cast("list[int]", found)
    match operation:
        case op.Product():
            return parts[0] * parts[1]
        case op.Quotient():
            return None if parts[1] == 0 else parts[0] // parts[1]
        case op.Remainder():
            return None if parts[1] == 0 else parts[0] % parts[1]
        case op.Absolute():
            return abs(parts[0])
        case op.Minimum():
            return min(parts)
        case op.Maximum():
            return max(parts)
        case op.Element():
            return parts[parts[0] + 1] if 0 <= parts[0] < len(parts) - 1 else None
        case op.Count():
            return parts.count(parts[0]) - 1
    raise AssertionError(f"there is no operation {type(operation).__name__}")


def _combined(constraint: Combined, values: Values) -> bool:
    truths = (holds(part, values) for part in constraint.constraints)
    match constraint.connective:
        case "and":
            return all(truths)
        case "or":
            return any(truths)
        case "not":
            return not next(truths)
        case "implies":
            return not next(truths) or next(truths)
        case "iff":
            return next(truths) == next(truths)
        case "xor":
            return next(truths) != next(truths)


def _of_numbers(constraint: Any, parts: list[Any], values: Values) -> bool:
    """A constraint of expressions that all have a value."""
    match constraint:
        case Relation():
            return COMPARE[constraint.comparison](parts[0], parts[1])
        case Distinct():
            return len(set(parts)) == len(parts)
        case Equal():
            return len(set(parts)) <= 1
        case Rows():
            met = any(
                all(entry in (None, part) for entry, part in zip(row, parts, strict=True)) for row in constraint.rows
            )
            return met == constraint.allowed
        case Cardinality():
            members, numbers = parts[: len(constraint.members)], parts[len(constraint.members) :]
            if constraint.closed and not set(members) <= set(constraint.values):
                return False
            return [members.count(one) for one in constraint.values] == numbers
        case Increasing():
            pairs = pairwise(parts)
            return all(left < right or (left == right and not constraint.strictly) for left, right in pairs)
        case Lexicographic():
            left, right = parts[: len(constraint.left)], parts[len(constraint.left) :]
            return left < right or (left == right and not constraint.strictly)
        case Circuit():
            return _round_trip(parts)
        case Inverse():
            places = range(len(constraint.left))
            left, right = parts[: len(places)], parts[len(places) :]
            return all(one in places for one in parts) and all(right[left[place]] == place for place in places)
        case Regular():
            return _accepts(constraint, parts)
        case NoOverlap():
            return _most_at_once(parts[::2], parts[1::2], [1] * len(constraint.intervals)) <= 1
        case Cumulative():
            end = 2 * len(constraint.intervals)
            return _most_at_once(parts[:end:2], parts[1:end:2], parts[end:-1]) <= int(parts[-1])
    raise AssertionError(f"there is no constraint {type(constraint).__name__}")


def _round_trip(parts: list[int]) -> bool:
    """Whether one comes back to place 0 after having been everywhere."""
    place, visited = 0, set()
    while 0 <= place < len(parts) and place not in visited:
        visited.add(place)
        place = parts[place]
    return len(visited) == len(parts) and (place == 0 or not parts)


def _accepts(constraint: Regular, word: list[int]) -> bool:
    steps = {(state, letter): target for state, letter, target in constraint.steps}
    state: int | None = 0
    for letter in word:
        if state is not None:
            state = steps.get((state, letter))
    return state in constraint.accepting


def _most_at_once(starts: list[int], durations: list[int], demands: list[int]) -> int:
    """What is demanded at the busiest moment: one at which some task starts."""
    tasks = list(zip(starts, durations, demands, strict=True))
    busy = [sum(need for start, long, need in tasks if start <= moment < start + long) for moment in starts]
    return max(busy, default=0)
