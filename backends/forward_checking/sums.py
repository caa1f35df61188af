"""Comparisons of sums as the solver uses them, and variables that say whether such a comparison holds."""

from __future__ import annotations

from copla.backends.forward_checking.propagator import LastVariable, Propagator
from copla.backends.forward_checking.store import Store, mask_of, places
from copla.language.constraints import Linear
from copla.rewriting.propagated import Reified


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
        super().__init__(constraint, (x, y))
        self.bound = bound

    def filter(self, store: Store) -> bool:
        x, y = self.scope
        largest, least = store.largest(y) + self.bound, store.least(x) - self.bound
        return store.keep(x, store.at_most(largest)) and store.keep(y, store.at_least(least))


class Sum(LastVariable):
    """What all constraints on a sum have."""

    def __init__(self, constraint: int, terms: list[tuple[int, int]], bound: int) -> None:
        super().__init__(constraint, tuple(variable for _, variable in terms))
        self.terms = terms
        self.bound = bound


class SumAtMost(Sum):
    """``sum(c * x) <= bound``, by the least values of the other variables."""

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


class SumEquals(Sum):
    """``sum(c * x) == bound``: exact for one or two variables, by bounds for more."""

    def __init__(self, constraint: int, terms: list[tuple[int, int]], bound: int) -> None:
        super().__init__(constraint, terms, bound)
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
        supported = []
        for place in places(store.domains[other]):
            value, rest = divmod(self.bound - other_coefficient * store.values[place], coefficient)
            if rest == 0 and value in store.position:
                supported.append(store.position[value])
        return store.keep(variable, mask_of(supported))

    @staticmethod
    def solve_for(store: Store, coefficient: int, product: int) -> int:
        return store.exactly(product // coefficient) if product % coefficient == 0 else 0


class SumDiffers(Sum):
    """``sum(c * x) != bound``: says something only when one variable is left."""

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


class SwitchedSum(LastVariable):
    """The switch decides whether the sum compares or not; while it is open, the sum may decide it."""

    def __init__(self, stated: Reified, constraint: int) -> None:
        super().__init__(constraint, (*(variable.index for _, variable in stated.terms), stated.switch.index))
        self.terms = [(coefficient, variable.index) for coefficient, variable in stated.terms]
        self.bound = stated.bound
        self.equal = stated.comparison == "=="
        self.switch = stated.switch.index
        self.holding: Sum = (SumEquals if self.equal else SumAtMost)(constraint, self.terms, self.bound)
        self.failing: Sum = SumDiffers(constraint, self.terms, self.bound)
        if not self.equal:
            self.failing = SumAtMost(constraint, [(-c, variable) for c, variable in self.terms], -self.bound - 1)

    def filter(self, store: Store) -> bool:
        switch = store.domains[self.switch]
        if not switch & (switch - 1):
            return (self.holding if store.least(self.switch) else self.failing).filter(store)
        ends = [sorted((c * store.least(v), c * store.largest(v))) for c, v in self.terms]
        least, largest = sum(low for low, _ in ends), sum(high for _, high in ends)
        if least > self.bound or (self.equal and (largest < self.bound or self.apart(store))):
            return store.keep(self.switch, store.exactly(0))
        if largest <= self.bound and (least == self.bound or not self.equal):
            return store.keep(self.switch, store.exactly(1))
        return True

    def apart(self, store: Store) -> bool:
        """Whether no values of two variables make them equal."""
        if len(self.terms) != 2:
            return False
        (coefficient, variable), (other_coefficient, other) = self.terms
        for place in places(store.domains[other]):
            rest = self.bound - other_coefficient * store.values[place]
            if store.domains[variable] & SumEquals.solve_for(store, coefficient, rest):
                return False
        return True
