"""What can be done to a planning problem so that the answer follows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product

from copla.answers.result import Solution
from copla.fuzzing.cases import Twin
from copla.fuzzing.dice import Dice
from copla.fuzzing.planning_data import ActionRecord, Facts, PlanningData, TableRecord
from copla.language.planning_problem import Value


def renamed(data: PlanningData, dice: Dice) -> Twin | None:
    """Other names for variables, values and labels."""
    order = dice.shuffled(range(len(data.variables)))
    names = {name: f"w{number}" for (name, _, _), number in zip(data.variables, order, strict=True)}
    values: dict[tuple[str, Value], Value] = {}
    for name, domain, _ in data.variables:
        for value, number in zip(domain, dice.shuffled(range(len(domain))), strict=True):
            values[name, value] = f"u{number}"
    said = list(dict.fromkeys(action.label for action in data.actions))
    labels = {label: f"b{number}" for label, number in zip(said, dice.shuffled(range(len(said))), strict=True)}

    def facts(found: Facts) -> Facts:
        return tuple((names[name], values[name, value]) for name, value in found)

    twin = PlanningData(
        tuple((names[n], tuple(values[n, v] for v in domain), values[n, start]) for n, domain, start in data.variables),
        tuple(ActionRecord(labels[a.label], facts(a.condition), facts(a.effects), a.cost) for a in data.actions),
        facts(data.goal),
        tuple(tuple(names[name] for name in group) for group in data.invariants),
        data.with_tables(lambda table: replace(table, variables=tuple(names[name] for name in table.variables))),
    )
    was = {new: old for old, new in labels.items()}

    def back(solution: Solution) -> Solution:
        return replace(solution, moves=tuple(was.get(label, label) for label in solution.moves or ()))

    return Twin("the problem with other names", (twin,), back)


def permuted(data: PlanningData, dice: Dice) -> Twin | None:
    """Variables, their values, actions and facts in another order."""
    domains = {name: tuple(dice.shuffled(domain)) for name, domain, _ in data.variables}
    old = {name: domain for name, domain, _ in data.variables}
    actions = [
        replace(a, condition=tuple(dice.shuffled(a.condition)), effects=tuple(dice.shuffled(a.effects)))
        for a in dice.shuffled(data.actions)
    ]

    def table(record: TableRecord) -> TableRecord:
        rows = product(*(old[name] for name in record.variables))
        entries = dict(zip(rows, record.entries, strict=True))
        wanted = product(*(domains[name] for name in record.variables))
        return replace(record, entries=tuple(entries[row] for row in wanted))

    twin = PlanningData(
        tuple((name, domains[name], start) for name, _, start in dice.shuffled(data.variables)),
        tuple(actions),
        tuple(dice.shuffled(data.goal)),
        tuple(tuple(dice.shuffled(group)) for group in dice.shuffled(data.invariants)),
        data.with_tables(table),
    )
    return Twin("the problem in another order", (twin,)) if twin != data else None


def scaled(data: PlanningData, dice: Dice) -> Twin | None:
    """All costs times a number, and what heuristics say, too."""
    if not any(action.cost for action in data.actions):
        return None
    by = dice.pick((2, 3, 10))

    def table(record: TableRecord) -> TableRecord:
        return replace(record, entries=tuple(None if entry is None else by * entry for entry in record.entries))

    actions = tuple(replace(action, cost=by * action.cost) for action in data.actions)
    twin = replace(data, actions=actions, heuristics=data.with_tables(table))
    return Twin(f"the problem with all costs times {by}", (twin,), factor=by)


def with_useless_action(data: PlanningData, dice: Dice) -> Twin | None:
    """One more action: a copy that costs more, or one that changes nothing."""
    label = "useless"
    while label in {action.label for action in data.actions}:
        label += "!"
    copied = dice.pick(data.actions) if data.actions and dice.chance(0.6) else None
    if copied is not None:
        more = replace(copied, label=label, cost=copied.cost + dice.pick((0, 1, 5)))
    else:
        condition = tuple((name, start) for name, _, start in data.variables if dice.chance(0.3))
        more = ActionRecord(label, condition, (), dice.pick((0, 1, 3)))
    place = dice.number(0, len(data.actions))
    twin = replace(data, actions=(*data.actions[:place], more, *data.actions[place:]))
    instead = () if copied is None else (copied.label,)

    def back(solution: Solution) -> Solution:
        moves = (instead if move == label else (move,) for move in solution.moves or ())
        return replace(solution, moves=tuple(move for some in moves for move in some))

    return Twin("the problem with a useless action", (twin,), back)


def widened(data: PlanningData, dice: Dice) -> Twin | None:
    """One more variable, which keeps its value, and which actions and the goal may ask for."""
    name = "still"
    while name in {other for other, _, _ in data.variables}:
        name += "!"
    start = dice.pick((0, 1))
    fact = name, start
    actions = tuple(replace(a, condition=(*a.condition, fact)) if dice.chance(0.3) else a for a in data.actions)
    place = dice.number(0, len(data.variables))
    variables = (*data.variables[:place], (name, (0, 1), start), *data.variables[place:])
    goal = (*data.goal, fact) if dice.chance(0.5) else data.goal
    words = "the problem with a variable that nothing changes"
    return Twin(words, (replace(data, variables=variables, actions=actions, goal=goal),))


TRANSFORMATIONS: dict[str, Callable[[PlanningData, Dice], Twin | None]] = {
    one.__name__: one for one in (renamed, permuted, scaled, with_useless_action, widened)
}
