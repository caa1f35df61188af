"""Constraints as the solver uses them; propagator.py says what each of them can do, tables.py has the tables."""

from __future__ import annotations

from collections.abc import Iterator

from copla.backends.forward_checking.matching import consistent_values, find_matching
from copla.backends.forward_checking.propagator import LastVariable, Propagator
from copla.backends.forward_checking.store import Store, bits
from copla.backends.forward_checking.tables import ROWS_BETWEEN_LOOKS, AllowedRows, ForbiddenRows, Pairs
from copla.language.constraints import AllDifferent, Clause, Constraint, Linear, Table


def compile_constraint(constraint: Constraint, number: int, store: Store) -> Iterator[Propagator]:
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


class DifferentValues:
    """All-different by single values: a value that is taken, or that only one variable can still take."""

    costly = False

    def __init__(self, constraint: int, scope: tuple[int, ...]) -> None:
        self.constraint = constraint
        self.scope = scope

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


class DifferentMatching:
    """All-different by matching: removes every value that is in no solution of the constraint."""

    costly = True

    def __init__(self, constraint: int, scope: tuple[int, ...]) -> None:
        self.constraint = constraint
        self.scope = scope
        self.matching = dict.fromkeys(scope, 0)

    def check(self, store: Store, variable: int) -> bool:
        return True

    def forward(self, store: Store, variable: int) -> bool:
        return True

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


def linear_sum(constraint: Linear, number: int) -> Propagator:
    """A comparison of a sum, brought to one of the forms <=, == and !=."""
    terms = [(coefficient, variable.index) for coefficient, variable in constraint.terms]
    comparison, bound = constraint.comparison, constraint.bound
    if comparison in (">", ">="):
        terms, bound = [(-coefficient, variable) for coefficient, variable in terms], -bound
        comparison = "<" if comparison == ">" else "<="
    if comparison == "<":
        comparison, bound = "<=", bound - 1
    if comparison == "<=" and sorted(coefficient for coefficient, _ in terms) == [-1, 1]:
        (_, y), (_, x) = sorted(terms)
        return AtMost(number, x, y, bound)
    if comparison == "<=":
        return SumAtMost(number, terms, bound)
    if comparison == "==":
        return SumEquals(number, terms, bound)
    return SumDiffers(number, terms, bound)


class AtMost(LastVariable):
    """``x - y <= bound``, the most common sum, without a loop."""

    def __init__(self, constraint: int, x: int, y: int, bound: int) -> None:
        self.constraint = constraint
        self.scope = (x, y)
        self.bound = bound

    def filter(self, store: Store) -> bool:
        x, y = self.scope
        largest, least = store.largest(y) + self.bound, store.least(x) - self.bound
        return store.keep(x, store.at_most(largest)) and store.keep(y, store.at_least(least))


class SumAtMost(LastVariable):
    """``sum(c * x) <= bound``, by the least values of the other variables."""

    def __init__(self, constraint: int, terms: list[tuple[int, int]], bound: int) -> None:
        self.constraint = constraint
        self.scope = tuple(variable for _, variable in terms)
        self.terms = terms
        self.bound = bound

    def filter(self, store: Store) -> bool:
        slack = self.bound
        least = []
        for coefficient, variable in self.terms:
            smallest = coefficient * (store.least(variable) if coefficient > 0 else store.largest(variable))
            least.append(smallest)
            slack -= smallest
        if slack < 0:
            return False
        for (coefficient, variable), smallest in zip(self.terms, least, strict=True):
            most = slack + smallest
            mask = store.at_most(most // coefficient) if coefficient > 0 else store.at_least(-(most // -coefficient))
            store.keep(variable, mask)
        return True


class SumEquals(LastVariable):
    """``sum(c * x) == bound``: exact for one or two variables, by bounds for more."""

    def __init__(self, constraint: int, terms: list[tuple[int, int]], bound: int) -> None:
        self.constraint = constraint
        self.scope = tuple(variable for _, variable in terms)
        self.terms = terms
        self.bound = bound
        self.at_most = SumAtMost(constraint, terms, bound)
        self.at_least = SumAtMost(constraint, [(-c, v) for c, v in terms], -bound)

    def filter(self, store: Store) -> bool:
        if len(self.terms) == 1:
            return store.keep(self.scope[0], self.solve_for(store, self.terms[0][0], self.bound))
        if len(self.terms) == 2:
            return self.filter_pair(store, 0) and self.filter_pair(store, 1)
        while True:
            changes = len(store.trail)
            if not (self.at_most.filter(store) and self.at_least.filter(store)):
                return False
            if len(store.trail) == changes:
                break
        unfixed = [term for term in self.terms if store.domains[term[1]] & (store.domains[term[1]] - 1)]
        if len(unfixed) == 1:
            (coefficient, last) = unfixed[0]
            rest = sum(c * store.least(v) for c, v in self.terms if v != last)
            return store.keep(last, self.solve_for(store, coefficient, self.bound - rest))
        return True

    def filter_pair(self, store: Store, of: int) -> bool:
        (coefficient, variable), (other_coefficient, other) = self.terms[of], self.terms[1 - of]
        mask = 0
        for bit in bits(store.domains[other]):
            value = store.values[bit.bit_length() - 1]
            mask |= self.solve_for(store, coefficient, self.bound - other_coefficient * value)
        return store.keep(variable, mask)

    @staticmethod
    def solve_for(store: Store, coefficient: int, product: int) -> int:
        return store.exactly(product // coefficient) if product % coefficient == 0 else 0


class SumDiffers(LastVariable):
    """``sum(c * x) != bound``: says something only when one variable is left."""

    def __init__(self, constraint: int, terms: list[tuple[int, int]], bound: int) -> None:
        self.constraint = constraint
        self.scope = tuple(variable for _, variable in terms)
        self.terms = terms
        self.bound = bound

    def filter(self, store: Store) -> bool:
        rest, last = 0, None
        for coefficient, variable in self.terms:
            domain = store.domains[variable]
            if not domain & (domain - 1):
                rest += coefficient * store.least(variable)
            elif last is None:
                last = (coefficient, variable)
            else:
                return True
        if last is None:
            return rest != self.bound
        return self.exclude(store, last, rest)

    def forward_last(self, store: Store, last: int) -> bool:
        # Unlike in filter, the last variable may have a single value left: that one may go, too.
        rest = sum(c * store.least(v) for c, v in self.terms if v != last)
        return self.exclude(store, next(term for term in self.terms if term[1] == last), rest)

    def exclude(self, store: Store, term: tuple[int, int], rest: int) -> bool:
        coefficient, variable = term
        return store.keep(variable, ~SumEquals.solve_for(store, coefficient, self.bound - rest))


class AnyOf(LastVariable):
    """A clause: at least one variable takes one of its chances."""

    def __init__(self, constraint: int, chances: dict[int, int]) -> None:
        self.constraint = constraint
        self.scope = tuple(chances)
        self.chances = chances

    def filter(self, store: Store) -> bool:
        last = None
        for variable, chances in self.chances.items():
            if store.domains[variable] & chances:
                if last is not None:
                    return True
                last = variable
        return last is not None and store.keep(last, self.chances[last])
