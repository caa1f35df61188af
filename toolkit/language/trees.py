"""Expressions and constraints as nested lists, for JSON and for whoever wants them as data.

An expression is a number, the name of a variable, or ``[operation, part, ...]``; a constraint is ``[kind, part, ...]``:
``["<=", ["product", "x", "y"], 7]``. What is read is built with the language's own operators and functions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from copla.language import lists, logic, operations, paths, scheduling
from copla.language.constraints import COMPARE, AllDifferent, Clause, Linear, Table
from copla.language.expressions import Expression, Variable, total

_OPERATIONS: dict[str, type[operations.Operation]] = {
    "product": operations.Product,
    "quotient": operations.Quotient,
    "remainder": operations.Remainder,
    "abs": operations.Absolute,
    "min": operations.Minimum,
    "max": operations.Maximum,
    "element": operations.Element,
    "count": operations.Count,
    "choice": operations.Choice,
    "truth": operations.Truth,
}
_NAMES = {kind: name for name, kind in _OPERATIONS.items()}
_CONNECTIVES: dict[str, Callable[..., Any]] = {
    "and": lambda *parts: logic.all_of(parts),
    "or": lambda *parts: logic.any_of(parts),
    "not": lambda part: ~part,
    "implies": logic.implies,
    "iff": logic.iff,
    "xor": logic.xor,
}
_LISTS = {AllDifferent: "different", lists.Distinct: "different", lists.Equal: "equal", paths.Circuit: "circuit"}
_OF_NUMBERS: dict[str, Callable[..., Any]] = {
    "different": lists.all_different,
    "equal": lists.all_equal,
    "circuit": paths.circuit,
}


def written_expression(expression: Expression) -> Any:
    """An expression as data.

    >>> from copla.language.constraint_problem import ConstraintProblem
    >>> x = ConstraintProblem().variable("x", range(5))
    >>> written_expression(abs(2 * x - 1))
    ['abs', ['sum', -1, [[2, 'x']]]]
    """
    if isinstance(expression, Variable):
        return expression.name
    if isinstance(expression, operations.Operation):
        return [_NAMES[type(expression)], *map(_written, expression.parts)]
    if not expression.terms:
        return expression.constant
    return ["sum", expression.constant, [[c, written_expression(atom)] for c, atom in expression.terms]]


def written_constraint(constraint: Any) -> list[Any]:
    """A constraint as data, but for its label."""
    match constraint:
        case Linear(terms, comparison, bound):
            return [comparison, written_expression(Expression(terms)), bound]
        case AllDifferent(parts) | lists.Distinct(parts) | lists.Equal(parts) | paths.Circuit(parts):
            return [_LISTS[type(constraint)], *map(_written, parts)]
        case Table(parts, rows, allowed) | lists.Rows(parts, rows, allowed):
            return ["table", list(map(_written, parts)), list(map(list, rows)), allowed]
        case Clause(literals):
            return ["or", *(["==" if lit.positive else "!=", lit.variable.name, lit.value] for lit in literals)]
        case logic.Relation(left, comparison, right):
            return [comparison, _written(left), _written(right)]
        case logic.Combined(connective, parts):
            return [connective, *map(_written, parts)]
        case lists.Cardinality(members, values, numbers, closed):
            return ["cardinality", list(map(_written, members)), list(values), list(map(_written, numbers)), closed]
        case lists.Increasing(parts, strictly):
            return ["increasing", strictly, *map(_written, parts)]
        case lists.Lexicographic(left, right, strictly):
            return ["lexicographic", strictly, list(map(_written, left)), list(map(_written, right))]
        case paths.Inverse(left, right):
            return ["inverse", list(map(_written, left)), list(map(_written, right))]
        case paths.Regular(parts, _, steps, accepting):
            return ["regular", list(map(_written, parts)), list(map(list, steps)), list(accepting)]
        case scheduling.NoOverlap(intervals):
            return ["no overlap", [[_written(one.start), _written(one.duration)] for one in intervals]]
        case scheduling.Cumulative(intervals, demands, capacity):
            tasks = [[_written(one.start), _written(one.duration)] for one in intervals]
            return ["cumulative", tasks, list(map(_written, demands)), _written(capacity)]
    raise TypeError(f"there is no constraint {type(constraint).__name__}")


def read_expression(data: Any, variables: Mapping[str, Variable]) -> Any:
    """The expression that :func:`written_expression` wrote."""
    if isinstance(data, int):
        return Expression((), data)
    if isinstance(data, str):
        return variables[data]
    kind, *parts = data
    if kind == "sum":
        constant, terms = parts
        return total([constant, *(coefficient * read_expression(atom, variables) for coefficient, atom in terms)])
    condition = [read_constraint(parts.pop(0), variables)] if kind in ("truth", "choice") else []
    found = condition + [read_expression(part, variables) for part in parts]
    return found[0] * found[1] if kind == "product" else _OPERATIONS[kind](*found)


def read_constraint(data: Any, variables: Mapping[str, Variable]) -> Any:
    """The constraint that :func:`written_constraint` wrote."""
    kind, *parts = data

    def numbers(stated: list[Any]) -> list[Any]:
        return [read_expression(part, variables) for part in stated]

    if kind in COMPARE:
        return COMPARE[kind](*numbers(parts))
    if kind in _CONNECTIVES:
        return _CONNECTIVES[kind](*(read_constraint(part, variables) for part in parts))
    if kind in _OF_NUMBERS:
        return _OF_NUMBERS[kind](numbers(parts))
    match kind:
        case "table":
            return lists.table(numbers(parts[0]), parts[1], allowed=parts[2])
        case "cardinality":
            often = dict(zip(parts[1], numbers(parts[2]), strict=True))
            return lists.cardinality(numbers(parts[0]), often, closed=parts[3])
        case "increasing":
            return lists.increasing(numbers(parts[1:]), strictly=parts[0])
        case "lexicographic":
            return lists.lexicographic(numbers(parts[1]), numbers(parts[2]), strictly=parts[0])
        case "inverse":
            return paths.inverse(numbers(parts[0]), numbers(parts[1]))
        case "regular":
            steps = {(state, value): target for state, value, target in parts[1]}
            return paths.regular(numbers(parts[0]), 0, steps, parts[2])
        case "no overlap":
            return scheduling.no_overlap(scheduling.interval(*numbers(task)) for task in parts[0])
        case "cumulative":
            tasks = [scheduling.interval(*numbers(task)) for task in parts[0]]
            return scheduling.cumulative(tasks, numbers(parts[1]), numbers([parts[2]])[0])
    raise ValueError(f"there is no constraint {kind!r}")


def _written(part: Any) -> Any:
    return written_expression(part) if isinstance(part, Expression) else written_constraint(part)
