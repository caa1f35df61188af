"""What can be done to a constraint problem so that the answer follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from copla.answers.result import Solution
from copla.fuzzing.cases import Twin
from copla.fuzzing.constraint_data import (
    ConstraintData,
    ConstraintRecord,
    Different,
    Either,
    ObjectiveRecord,
    Rows,
    Said,
    Sum,
)
from copla.fuzzing.dice import Dice
from copla.fuzzing.shrink_passes import changed
from copla.fuzzing.tree_oracle import OPERATORS

_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}


def renamed(data: ConstraintData, dice: Dice) -> Twin | None:
    """Other names, in another order of the alphabet."""
    names = {old: f"w{new}" for old, new in zip(_names(data), dice.shuffled(range(len(data.variables))), strict=True)}
    if not names or OPERATORS & names.keys():  # a tree would say something else then
        return None
    variables = tuple((names[name], domain) for name, domain in data.variables)
    objective = None if data.objective is None else _in_objective(data.objective, names)
    twin = ConstraintData(variables, tuple(_with_names(record, names) for record in data.constraints), objective)

    def back(solution: Solution) -> Solution:
        return replace(solution, values={old: solution.values[new] for old, new in names.items()})

    return Twin("the problem with other names", (twin,), back)


def permuted(data: ConstraintData, dice: Dice) -> Twin | None:
    """Variables, constraints, and what constraints consist of, in another order."""
    constraints = tuple(_shuffled(record, dice) for record in dice.shuffled(data.constraints))
    objective = data.objective
    if objective is not None:
        objective = replace(objective, terms=tuple(dice.shuffled(objective.terms)))
    twin = ConstraintData(tuple(dice.shuffled(data.variables)), constraints, objective)
    return Twin("the problem in another order", (twin,)) if twin != data else None


def reflected(data: ConstraintData, dice: Dice) -> Twin | None:
    """-x for every x."""
    if not data.variables or OPERATORS & set(_names(data)):
        return None
    variables = tuple((name, tuple(-value for value in reversed(domain))) for name, domain in data.variables)
    minus = {name: ("sum", 0, ((-1, name),)) for name in _names(data)}
    constraints = tuple(_reflected(record, minus) for record in data.constraints)
    objective = data.objective
    if objective is not None:
        terms = tuple((-coefficient, name) for coefficient, name in objective.terms)
        later = tuple((sense, _replaced(tree, minus)) for sense, tree in objective.later)
        objective = replace(objective, terms=terms, tree=_replaced(objective.tree, minus), later=later)

    def back(solution: Solution) -> Solution:
        return replace(solution, values={name: -value for name, value in solution.values.items()})

    return Twin("the problem with -x for every x", (ConstraintData(variables, constraints, objective),), back)


def implied(data: ConstraintData, dice: Dice) -> Twin | None:
    """One more constraint that follows from what is there."""
    known: list[ConstraintRecord] = [replace(record, clue=False) for record in data.constraints]
    for record in data.constraints:
        match record:
            case Sum(terms, "<" | "<=" | ">" | ">=" as comparison, bound):
                known.append(Sum(terms, comparison, bound + (1 if "<" in comparison else -1)))
            case Sum(terms, "==", bound):
                known.append(Sum(terms, dice.pick(("<=", ">=")), bound))
            case Different(variables) if len(variables) > 2:
                known.append(Different(variables[1:]))
            case Either(literals) if data.variables:
                name, domain = dice.pick(data.variables)
                known.append(Either((*literals, (name, dice.pick(domain), dice.chance(0.5)))))
            case _:
                pass
    for name, domain in data.variables:
        known.append(Either(tuple((name, value, True) for value in domain)))
    if not known:
        return None
    place = dice.number(0, len(data.constraints))
    constraints = (*data.constraints[:place], dice.pick(known), *data.constraints[place:])
    return Twin("the problem with a constraint that follows from it", (replace(data, constraints=constraints),))


def split(data: ConstraintData, dice: Dice) -> Twin | None:
    """A variable has some of its values in one problem, and the others in another one."""
    places = [place for place, (_, domain) in enumerate(data.variables) if len(domain) > 1]
    if not places or (data.objective is not None and data.objective.later):
        return None
    place = dice.pick(places)
    name, domain = data.variables[place]
    cut = dice.number(1, len(domain) - 1)
    parts = [replace(data, variables=changed(data.variables, place, (name, d))) for d in (domain[:cut], domain[cut:])]
    return Twin(f"the problem split at {name} = {domain[cut]}", tuple(parts))


def scaled(data: ConstraintData, dice: Dice) -> Twin | None:
    """Sums times a number on both sides; the objective times a number, and something added to it."""
    by = dice.pick((2, 3, 7))
    constraints = tuple(_times(record, by) if isinstance(record, Sum) else record for record in data.constraints)
    objective = data.objective
    if objective is None:
        twin = replace(data, constraints=constraints)
        return None if twin == data else Twin(f"the problem with its sums times {by}", (twin,))
    factor, constant = dice.pick((1, 2, 5, -1, -3)), dice.pick((0, 1, -4))
    terms = tuple((factor * coefficient, name) for coefficient, name in objective.terms)
    tree = None if objective.tree is None else ("sum", 0, ((factor, objective.tree),))
    other = replace(objective, terms=terms, constant=factor * objective.constant + constant, tree=tree)
    if factor < 0:
        other = replace(other, sense="maximize" if objective.sense == "minimize" else "minimize")
    words = f"the problem with {factor} times the objective and {constant}"
    return Twin(words, (ConstraintData(data.variables, constraints, other),), factor=factor, constant=constant)


def widened(data: ConstraintData, dice: Dice) -> Twin | None:
    """One more variable, of which nothing is said."""
    name = "free"
    while name in _names(data):
        name += "r"
    place, size = dice.number(0, len(data.variables)), dice.pick((1, 2, 3))
    variables = (*data.variables[:place], (name, tuple(range(size))), *data.variables[place:])

    def back(solution: Solution) -> Solution:
        return replace(solution, values={other: value for other, value in solution.values.items() if other != name})

    words = f"the problem with one more variable of {size} values"
    return Twin(words, (replace(data, variables=variables),), back, times=size)


TRANSFORMATIONS: dict[str, Callable[[ConstraintData, Dice], Twin | None]] = {
    one.__name__: one for one in (renamed, permuted, reflected, implied, split, scaled, widened)
}


def _names(data: ConstraintData) -> tuple[str, ...]:
    return tuple(name for name, _ in data.variables)


def _replaced(tree: Any, by: Mapping[str, Any]) -> Any:
    if isinstance(tree, str):
        return by.get(tree, tree)
    return tuple(_replaced(part, by) for part in tree) if isinstance(tree, tuple) else tree


def _in_objective(objective: ObjectiveRecord, names: Mapping[str, str]) -> ObjectiveRecord:
    terms = tuple((coefficient, names[name]) for coefficient, name in objective.terms)
    later = tuple((sense, _replaced(tree, names)) for sense, tree in objective.later)
    return replace(objective, terms=terms, tree=_replaced(objective.tree, names), later=later)


def _with_names(record: ConstraintRecord, names: Mapping[str, str]) -> ConstraintRecord:
    match record:
        case Sum(terms):
            return replace(record, terms=tuple((coefficient, names[name]) for coefficient, name in terms))
        case Different(variables) | Rows(variables):
            return replace(record, variables=tuple(names[name] for name in variables))
        case Either(literals):
            return replace(record, literals=tuple((names[n], value, positive) for n, value, positive in literals))
        case Said(tree):
            return replace(record, tree=_replaced(tree, names))


def _shuffled(record: ConstraintRecord, dice: Dice) -> ConstraintRecord:
    match record:
        case Sum(terms):
            return replace(record, terms=tuple(dice.shuffled(terms)))
        case Different(variables):
            return replace(record, variables=tuple(dice.shuffled(variables)))
        case Rows(variables, rows):
            order = dice.shuffled(range(len(variables)))
            moved = tuple(tuple(row[column] for column in order) for row in dice.shuffled(rows))
            return replace(record, variables=tuple(variables[column] for column in order), rows=moved)
        case Either(literals):
            return replace(record, literals=tuple(dice.shuffled(literals)))
        case Said():
            return record


def _reflected(record: ConstraintRecord, minus: Mapping[str, Any]) -> ConstraintRecord:
    match record:
        case Sum(terms, comparison, bound):
            return replace(record, terms=terms, comparison=_TURNED[comparison], bound=-bound)
        case Different():
            return record
        case Rows(_, rows):
            return replace(record, rows=tuple(tuple(-value for value in row) for row in rows))
        case Either(literals):
            return replace(record, literals=tuple((name, -value, positive) for name, value, positive in literals))
        case Said(tree):
            return replace(record, tree=_replaced(tree, minus))


def _times(record: Sum, by: int) -> Sum:
    terms = tuple((by * coefficient, name) for coefficient, name in record.terms)
    return replace(record, terms=terms, bound=by * record.bound)
