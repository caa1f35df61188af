"""A comparison of a sum, and a variable that says whether it holds."""

from __future__ import annotations

from copla.backends.forward_checking.propagator import LastVariable
from copla.backends.forward_checking.store import Store, places
from copla.backends.forward_checking.sums import SumAtMost, SumDiffers, SumEquals
from copla.rewriting.propagated import Reified


class SwitchedSum(LastVariable):
    """The switch decides whether the sum compares or not; while it is open, the sum may decide it."""

    def __init__(self, stated: Reified, constraint: int) -> None:
        self.constraint = constraint
        self.terms = [(coefficient, variable.index) for coefficient, variable in stated.terms]
        self.bound = stated.bound
        self.equal = stated.comparison == "=="
        self.switch = stated.switch.index
        self.scope = (*(variable for _, variable in self.terms), self.switch)
        self.holding: LastVariable
        self.failing: LastVariable
        if self.equal:
            self.holding = SumEquals(constraint, self.terms, self.bound)
            self.failing = SumDiffers(constraint, self.terms, self.bound)
        else:
            self.holding = SumAtMost(constraint, self.terms, self.bound)
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
