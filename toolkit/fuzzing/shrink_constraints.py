"""The passes that make a constraint problem smaller."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from copla.fuzzing.constraint_data import ConstraintData, ConstraintRecord, Different, Either, Rows, Said, Sum
from copla.fuzzing.shrink_passes import changed, nearer_to_zero, without
from copla.fuzzing.tree_oracle import names_in


def drop_objective(data: ConstraintData) -> Iterator[ConstraintData]:
    if data.objective is not None:
        yield replace(data, objective=None)


def drop_constraints(data: ConstraintData) -> Iterator[ConstraintData]:
    for kept in without(data.constraints):
        yield replace(data, constraints=kept)


def drop_variables(data: ConstraintData) -> Iterator[ConstraintData]:
    """Without variables, and without what constraints and objective say of them."""
    for kept in without(data.variables):
        names = {name for name, _ in kept}
        constraints = tuple(c for record in data.constraints for c in _restricted(record, names))
        objective = data.objective
        if objective is not None:
            objective = replace(objective, terms=tuple(term for term in objective.terms if term[1] in names))
            if not names.issuperset(names_in(objective.trees)):
                continue
        yield ConstraintData(kept, constraints, objective)


def drop_values(data: ConstraintData) -> Iterator[ConstraintData]:
    for place, (name, domain) in enumerate(data.variables):
        for kept in without(domain, least=1):
            yield replace(data, variables=changed(data.variables, place, (name, kept)))


def simplify_constraints(data: ConstraintData) -> Iterator[ConstraintData]:
    """Fewer terms, rows, literals and members; simpler comparisons and no clues."""
    for place, record in enumerate(data.constraints):
        for simpler in _simpler(record):
            yield replace(data, constraints=changed(data.constraints, place, simpler))


def simplify_objective(data: ConstraintData) -> Iterator[ConstraintData]:
    objective = data.objective
    if objective is None:
        return
    for kept in without(objective.terms):
        yield replace(data, objective=replace(objective, terms=kept))
    for fewer in without(objective.later):
        yield replace(data, objective=replace(objective, later=fewer))
    if objective.tree is not None:
        for tree in (None, *simpler_trees(objective.tree)):
            yield replace(data, objective=replace(objective, tree=tree))
    for place, (coefficient, name) in enumerate(objective.terms):
        for number in nearer_to_zero(coefficient):
            terms = changed(objective.terms, place, (number, name))
            yield replace(data, objective=replace(objective, terms=terms))
    for number in nearer_to_zero(objective.constant):
        yield replace(data, objective=replace(objective, constant=number))


def smaller_numbers(data: ConstraintData) -> Iterator[ConstraintData]:
    """Coefficients, bounds and domains nearer to zero."""
    for place, record in enumerate(data.constraints):
        if isinstance(record, Sum):
            for number in nearer_to_zero(record.bound):
                yield replace(data, constraints=changed(data.constraints, place, replace(record, bound=number)))
            for term, (coefficient, name) in enumerate(record.terms):
                for number in nearer_to_zero(coefficient):
                    simpler = replace(record, terms=changed(record.terms, term, (number, name)))
                    yield replace(data, constraints=changed(data.constraints, place, simpler))
    for place, (_, domain) in enumerate(data.variables):
        in_a_row = tuple(range(len(domain)))
        for values in (in_a_row, tuple(value - domain[0] for value in domain)):
            if values != domain and (max(map(abs, values)), values) < (max(map(abs, domain)), domain):
                yield moved(data, place, dict(zip(domain, values, strict=True)), shift=False)
                yield moved(data, place, dict(zip(domain, values, strict=True)), shift=True)


def moved(data: ConstraintData, place: int, values: dict[int, int], *, shift: bool) -> ConstraintData:
    """Other values for one variable; with ``shift`` bounds, rows and literals move along with the first value."""
    name, domain = data.variables[place]
    variables = changed(data.variables, place, (name, tuple(values[value] for value in domain)))
    if not shift:
        return replace(data, variables=variables)
    distance = domain[0] - values[domain[0]]
    constraints: list[ConstraintRecord] = []
    for record in data.constraints:
        match record:
            case Sum(terms, _, bound):
                weight = sum(coefficient for coefficient, other in terms if other == name)
                record = replace(record, bound=bound - weight * distance)
            case Rows(names, rows) if name in names:
                column = names.index(name)
                record = replace(record, rows=tuple(changed(r, column, values.get(r[column], r[column])) for r in rows))
            case Either(literals):
                moved_to = ((n, values.get(v, v) if n == name else v, positive) for n, v, positive in literals)
                record = replace(record, literals=tuple(moved_to))
        constraints.append(record)
    return replace(data, variables=variables, constraints=tuple(constraints))


PASSES: tuple[Callable[[ConstraintData], Iterator[ConstraintData]], ...] = (
    drop_constraints,
    drop_objective,
    drop_variables,
    simplify_objective,
    simplify_constraints,
    drop_values,
    smaller_numbers,
)


def _restricted(record: ConstraintRecord, names: set[str]) -> Iterator[ConstraintRecord]:
    """The constraint as far as it is about these variables; a table that loses a column goes."""
    match record:
        case Sum(terms):
            yield replace(record, terms=tuple(term for term in terms if term[1] in names))
        case Different(variables):
            yield replace(record, variables=tuple(name for name in variables if name in names))
        case Rows() | Said():
            if names.issuperset(record.scope):
                yield record
        case Either(literals):
            yield replace(record, literals=tuple(literal for literal in literals if literal[0] in names))


def _simpler(record: ConstraintRecord) -> Iterator[ConstraintRecord]:
    if record.clue:
        yield replace(record, clue=False)
    match record:
        case Sum(terms):
            for kept_terms in without(terms):
                yield replace(record, terms=kept_terms)
        case Different(variables):
            for kept in without(variables):
                yield replace(record, variables=kept)
        case Rows(variables, rows):
            for kept_rows in without(rows):
                yield replace(record, rows=kept_rows)
            for column in range(len(variables)):
                if len(variables) > 1:
                    narrower = tuple((*row[:column], *row[column + 1 :]) for row in rows)
                    yield replace(record, variables=(*variables[:column], *variables[column + 1 :]), rows=narrower)
        case Either(literals):
            for kept_literals in without(literals):
                yield replace(record, literals=kept_literals)
        case Said(tree):
            for simpler in simpler_trees(tree):
                yield replace(record, tree=simpler)


def simpler_trees(tree: Any) -> Iterator[Any]:
    """Trees with one part less, or with a part in place of the whole; the language refuses those that say nothing."""
    if not isinstance(tree, tuple):
        return
    for place, part in enumerate(tree):
        if isinstance(part, tuple):
            if isinstance(tree[0], str):
                yield part
            for simpler in simpler_trees(part):
                yield changed(tree, place, simpler)
        elif isinstance(part, str) and place:
            yield changed(tree, place, 0)
        if place or not isinstance(part, str):
            yield (*tree[:place], *tree[place + 1 :])
