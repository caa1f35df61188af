"""Constraints as the solver uses them; propagator.py says what each of them can do.

All-different and clauses are here; sums.py has the sums, tables.py the tables, defined.py the kinds beyond the four.
"""

from __future__ import annotations

from collections.abc import Iterator

from copla.backends.forward_checking.defined import defined
from copla.backends.forward_checking.matching import consistent_values, find_matching
from copla.backends.forward_checking.propagator import LastVariable, Propagator
from copla.backends.forward_checking.store import Store
from copla.backends.forward_checking.sums import linear_sum
from copla.backends.forward_checking.tables import ROWS_BETWEEN_LOOKS, AllowedRows, ForbiddenRows, Pairs
from copla.language.constraints import AllDifferent, Clause, Constraint, Linear, Table
from copla.rewriting.propagated import Propagated


def compile_constraint(constraint: Constraint | Propagated, number: int, store: Store) -> Iterator[Propagator]:
    """The propagators of one constraint; together they are equivalent to it."""
    match constraint:
        case AllDifferent(variables):
            scope = tuple(v.index for v in variables)
            if len(scope) > 1:
                yield DifferentValues(number, scope)
            if len(scope) > 2:
                yield DifferentMatching(number, scope)
        case Linear():
            yield linear_sum(constraint, number)
        case Table(variables, rows, allowed):
            scope = tuple(v.index for v in variables)
            known = []
            for place, row in enumerate(rows):
                if place % ROWS_BETWEEN_LOOKS == 0:
                    store.ask()
                mask = tuple(map(store.exactly, row))
                if all(mask):
                    known.append(mask)
            if len(scope) == 2:
                yield Pairs(number, scope, known, allowed)
            elif allowed:
                yield AllowedRows(number, scope, known, store)
            else:
                yield ForbiddenRows(number, scope, known)
        case Clause(literals):
            chances: dict[int, int] = {}
            for literal in literals:
                bit = store.exactly(literal.value)
                before = chances.get(literal.variable.index, 0)
                chances[literal.variable.index] = before | (bit if literal.positive else ~bit)
            yield AnyOf(number, chances)
        case Propagated():
            yield from defined(constraint, number)


class DifferentValues(Propagator):
    """All-different by single values: a value that is taken, or that only one variable can still take."""

    def check(self, store: Store, variable: int) -> bool:
        domains, assigned, value = store.domains, store.assigned, store.domains[variable]
        return not any(assigned[other] and domains[other] == value and other != variable for other in self.scope)

    def forward(self, store: Store, variable: int) -> bool:
        assigned, others = store.assigned, ~store.domains[variable]
        return all(assigned[other] or store.keep(other, others) for other in self.scope)

    def filter(self, store: Store) -> bool:
        domains = store.domains
        done = 0
        while True:
            taken = any_of = several_of = 0
            for variable in self.scope:
                domain = domains[variable]
                if not domain & (domain - 1):
                    if taken & domain:
                        return False
                    taken |= domain
                several_of |= any_of & domain
                any_of |= domain
            if any_of.bit_count() < len(self.scope):
                return False
            # With as many values as variables every value is needed, so its last place is forced.
            needed = any_of & ~several_of & ~taken if any_of.bit_count() == len(self.scope) else 0
            if taken == done and not needed:
                return True
            done = taken
            for variable in self.scope:
                domain = domains[variable]
                if domain & (domain - 1):
                    forced = domain & needed
                    if not store.keep(variable, forced or ~taken):
                        return False
                    if forced & (forced - 1):
                        return False


class DifferentMatching(Propagator):
    """All-different by matching: removes every value that is in no solution of the constraint."""

    costly = True

    def __init__(self, constraint: int, scope: tuple[int, ...]) -> None:
        super().__init__(constraint, scope)
        self.matching = dict.fromkeys(scope, 0)

    def filter(self, store: Store) -> bool:
        # DifferentValues has run: settled variables keep out of the way, and two open ones are always fine.
        open_variables = [v for v in self.scope if store.domains[v] & (store.domains[v] - 1)]
        if len(open_variables) < 3:
            return True
        domains = [store.domains[variable] for variable in open_variables]
        matching = [self.matching[variable] for variable in open_variables]
        if not find_matching(domains, matching, store.ask):
            return False
        self.matching.update(zip(open_variables, matching, strict=True))
        for variable, mask in zip(open_variables, consistent_values(domains, matching, store.ask), strict=True):
            store.keep(variable, mask)
        return True


class AnyOf(LastVariable):
    """A clause: at least one variable takes one of its chances."""

    def __init__(self, constraint: int, chances: dict[int, int]) -> None:
        super().__init__(constraint, tuple(chances))
        self.chances = chances

    def filter(self, store: Store) -> bool:
        last = None
        for variable, chances in self.chances.items():
            if store.domains[variable] & chances:
                if last is not None:
                    return True
                last = variable
        return last is not None and store.keep(last, self.chances[last])
