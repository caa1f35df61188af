"""Which variable to assign next, and which of its values to try first."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from copla.backends.forward_checking.propagator import Propagator
from copla.backends.forward_checking.store import Store, places

VARIABLE_ORDERS = ("input", "smallest", "smallest-degree", "dom/wdeg")
VALUE_ORDERS = ("ascending", "least-constraining")

ChooseVariable = Callable[[list[int]], int]


class Weights:
    """dom/wdeg (Boussemart et al., ECAI 2004): a constraint gains weight whenever it fails.

    A variable's weight is one more than the sum over the constraints it stands in, each starting at 1.
    """

    def __init__(self, scopes: Sequence[Sequence[int]], variables: int) -> None:
        self.scopes = scopes
        self.of_variable = [1] * variables
        for scope in scopes:
            for variable in scope:
                self.of_variable[variable] += 1

    def blame(self, constraint: int) -> None:
        for variable in self.scopes[constraint]:
            self.of_variable[variable] += 1


def variable_order(name: str, store: Store, scopes: Sequence[Sequence[int]], weights: Weights) -> ChooseVariable:
    """A function that picks one of the open variables (given in input order; ties go to the first)."""
    domains = store.domains

    def smallest(variable: int) -> int:
        return domains[variable].bit_count()

    if name == "input":
        return lambda open_variables: open_variables[0]
    if name == "smallest":
        return lambda open_variables: min(open_variables, key=smallest)
    if name == "dom/wdeg":
        of_variable = weights.of_variable
        return lambda open_variables: min(open_variables, key=lambda v: domains[v].bit_count() / of_variable[v])

    neighbours: list[list[set[int]]] = [[] for _ in domains]
    for scope in scopes:
        for variable in scope:
            neighbours[variable].append(set(scope) - {variable})

    def most_constrained(open_variables: list[int]) -> int:
        """Smallest domain; among equals the one with most constraints on other open variables."""
        size = min(map(smallest, open_variables))
        candidates = [variable for variable in open_variables if smallest(variable) == size]
        if len(candidates) == 1:
            return candidates[0]
        others = set(open_variables)
        return max(candidates, key=lambda variable: sum(not others.isdisjoint(n) for n in neighbours[variable]))

    return most_constrained


def value_order(name: str, store: Store, propagators_of: Sequence[Sequence[Propagator]]) -> Callable[[int], list[int]]:
    """A function that lists the values of a variable (as their places in its mask) in the order to try them."""
    if name == "ascending":
        return lambda variable: places(store.domains[variable])

    def removed_by(variable: int, place: int) -> int:
        """How many values of other variables forward checking would remove."""
        store.ask()
        mark, prunings = len(store.trail), store.prunings
        store.assigned[variable] = 1
        store.fix(variable, 1 << place)
        for propagator in propagators_of[variable]:
            if not propagator.forward(store, variable):
                break
        removed = store.prunings - prunings
        store.undo(mark)
        store.assigned[variable] = 0
        store.prunings = prunings
        store.changed.clear()
        return removed

    return lambda variable: sorted(places(store.domains[variable]), key=lambda place: removed_by(variable, place))
