"""The passes that make a planning problem smaller."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product

from copla.fuzzing.planning_data import Facts, HeuristicRecord, PlanningData, TableRecord
from copla.fuzzing.shrink_passes import changed, nearer_to_zero, without
from copla.language.planning_problem import Value


def drop_heuristics(data: PlanningData) -> Iterator[PlanningData]:
    for kept in without(data.heuristics):
        yield replace(data, heuristics=kept)


def drop_invariants(data: PlanningData) -> Iterator[PlanningData]:
    for kept in without(data.invariants):
        yield replace(data, invariants=kept)
    for place, names in enumerate(data.invariants):
        for fewer in without(names):
            yield replace(data, invariants=changed(data.invariants, place, fewer))


def drop_actions(data: PlanningData) -> Iterator[PlanningData]:
    for kept in without(data.actions):
        yield replace(data, actions=kept)


def drop_variables(data: PlanningData) -> Iterator[PlanningData]:
    """Without a variable, and without what everything else says of it; tables keep the entries of its start."""
    for place, (gone, _, start) in enumerate(data.variables):
        fewer = PlanningData(
            (*data.variables[:place], *data.variables[place + 1 :]),
            tuple(
                replace(action, condition=_other(action.condition, gone), effects=_other(action.effects, gone))
                for action in data.actions
            ),
            _other(data.goal, gone),
            tuple(tuple(name for name in names if name != gone) for names in data.invariants),
            data.with_tables(lambda table, gone=gone, start=start: _without_column(data, table, gone, start)),  # type: ignore[misc]
        )
        yield fewer


def drop_values(data: PlanningData) -> Iterator[PlanningData]:
    """Without a value, and without the actions that speak of it."""
    for place, (name, domain, start) in enumerate(data.variables):
        for value in domain:
            if value == start or (name, value) in data.goal or len(domain) == 1:
                continue
            fact = (name, value)
            actions = tuple(a for a in data.actions if fact not in a.condition and fact not in a.effects)
            heuristics = data.with_tables(lambda table, fact=fact: _without_value(data, table, *fact))  # type: ignore[misc]
            fewer = tuple(other for other in domain if other != value)
            variables = changed(data.variables, place, (name, fewer, start))
            yield replace(data, variables=variables, actions=actions, heuristics=heuristics)


def drop_facts(data: PlanningData) -> Iterator[PlanningData]:
    """Fewer facts in the goal, in effects and in conditions."""
    for kept in without(data.goal):
        yield replace(data, goal=kept)
    for place, action in enumerate(data.actions):
        for fewer in without(action.effects):
            yield replace(data, actions=changed(data.actions, place, replace(action, effects=fewer)))
        needed = {name for name, _ in action.effects}
        for fact in action.condition:
            if fact[0] not in needed:
                left = tuple(other for other in action.condition if other != fact)
                yield replace(data, actions=changed(data.actions, place, replace(action, condition=left)))


def smaller_costs(data: PlanningData) -> Iterator[PlanningData]:
    yield replace(data, actions=tuple(replace(action, cost=1) for action in data.actions))
    for place, action in enumerate(data.actions):
        for cost in (1, *nearer_to_zero(action.cost)):
            if cost >= 0 and cost != action.cost:
                yield replace(data, actions=changed(data.actions, place, replace(action, cost=cost)))


def simpler_heuristics(data: PlanningData) -> Iterator[PlanningData]:
    """No function, fewer sums and tables, estimates nearer to zero."""
    for place, heuristic in enumerate(data.heuristics):
        for simpler in _simpler(heuristic):
            yield replace(data, heuristics=changed(data.heuristics, place, simpler))


PASSES: tuple[Callable[[PlanningData], Iterator[PlanningData]], ...] = (
    drop_heuristics,
    drop_actions,
    drop_variables,
    drop_values,
    drop_invariants,
    drop_facts,
    smaller_costs,
    simpler_heuristics,
)


def _simpler(heuristic: HeuristicRecord) -> Iterator[HeuristicRecord]:
    if heuristic.function:
        yield replace(heuristic, function=False)
    for kept in without(heuristic.sums, least=1):
        yield replace(heuristic, sums=kept)
    for number, part in enumerate(heuristic.sums):
        for fewer in without(part, least=1):
            yield replace(heuristic, sums=changed(heuristic.sums, number, fewer))
        for place, table in enumerate(part):
            for entry, estimate in enumerate(table.entries):
                for smaller in (0, *(() if estimate is None else nearer_to_zero(estimate))):
                    if estimate is None or 0 <= smaller < estimate:
                        entries = changed(table.entries, entry, smaller)
                        lighter = changed(part, place, replace(table, entries=entries))
                        yield replace(heuristic, sums=changed(heuristic.sums, number, lighter))


def _other(facts: Facts, gone: str) -> Facts:
    return tuple(fact for fact in facts if fact[0] != gone)


def _without_column(data: PlanningData, table: TableRecord, gone: str, start: Value) -> TableRecord:
    kept = _entries(data, table, lambda facts: facts.get(gone, start) == start)
    return TableRecord(tuple(name for name in table.variables if name != gone), kept)


def _without_value(data: PlanningData, table: TableRecord, name: str, value: Value) -> TableRecord:
    return replace(table, entries=_entries(data, table, lambda facts: facts.get(name, None) != value))


def _entries(
    data: PlanningData, table: TableRecord, keep: Callable[[dict[str, Value]], bool]
) -> tuple[int | None, ...]:
    domains = {name: domain for name, domain, _ in data.variables}
    rows = product(*(domains[name] for name in table.variables))
    kept = zip(rows, table.entries, strict=True)
    return tuple(entry for row, entry in kept if keep(dict(zip(table.variables, row, strict=True))))
