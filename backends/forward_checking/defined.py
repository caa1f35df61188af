"""Constraints that make one variable a function of others, and counts and cycles, as the solver uses them.

Each has rules of its own for what its domains say about each other. They are repeated until nothing changes, and where
one variable is left open, or none, the meaning of the constraint decides, value by value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from copla.backends.forward_checking.propagator import LastVariable, Propagator
from copla.backends.forward_checking.store import Store, mask_of, places
from copla.backends.forward_checking.sums import SwitchedSum
from copla.rewriting.propagated import Entry, Extreme, Occurrences, OneCycle, Propagated, Reified, Times


def defined(constraint: Propagated, number: int) -> Iterator[Propagator]:
    """The propagators of one of these kinds."""
    arguments = tuple(variable.index for variable in constraint.arguments)
    match constraint:
        case Reified():
            yield SwitchedSum(constraint, number)
        case Times():
            yield ProductOfTwo(number, arguments)
        case Extreme(greatest=greatest):
            yield ExtremeOfAll(number, arguments, greatest)
        case Entry(otherwise=otherwise):
            yield EntryOfList(number, arguments, otherwise)
        case Occurrences(values=values, closed=closed):
            yield CountOfEach(number, arguments, values, closed)
        case OneCycle():
            yield Cycle(number, arguments)


class Defined(LastVariable):
    """What all of these have: variables in places, of which one may stand in several."""

    def __init__(self, constraint: int, arguments: tuple[int, ...]) -> None:
        super().__init__(constraint, tuple(dict.fromkeys(arguments)))
        self.arguments = arguments

    def holds(self, values: Sequence[int]) -> bool:
        """Whether the constraint holds for these values of the arguments."""
        raise NotImplementedError

    def infer(self, store: Store) -> bool:
        """Apply each rule once."""
        raise NotImplementedError

    def filter(self, store: Store) -> bool:
        while True:
            changes = len(store.trail)
            unsettled = [v for v in self.scope if store.domains[v] & (store.domains[v] - 1)]
            if len(unsettled) < 2:
                return not self.scope or self.forward_last(store, (unsettled or self.scope)[0])
            if not self.infer(store):
                return False
            if len(store.trail) == changes:
                return True

    def forward_last(self, store: Store, last: int) -> bool:
        values = [store.least(variable) for variable in self.arguments]
        spots = [spot for spot, variable in enumerate(self.arguments) if variable == last]
        kept = []
        for place in places(store.domains[last]):
            for spot in spots:
                values[spot] = store.values[place]
            if self.holds(values):
                kept.append(place)
        return store.keep(last, mask_of(kept))


class ProductOfTwo(Defined):
    """``result == left * right``: exact where a factor is settled, else by the bounds of the others."""

    def holds(self, values: Sequence[int]) -> bool:
        result, left, right = values
        return result == left * right

    def infer(self, store: Store) -> bool:
        result, left, right = self.arguments
        ends = [a * b for a, b in product((store.least(left), store.largest(left)), ends_of(store, right))]
        if not store.keep(result, store.at_least(min(ends)) & store.at_most(max(ends))):
            return False
        return self.infer_factor(store, left, right) and self.infer_factor(store, right, left)

    def infer_factor(self, store: Store, factor: int, other: int) -> bool:
        """What the result and the other factor say about this one."""
        result = self.arguments[0]
        low, high = ends_of(store, other)
        if low == high:
            partners = {place: store.exactly(store.values[place] * low) for place in places(store.domains[factor])}
            fitting = {place: bit for place, bit in partners.items() if bit & store.domains[result]}
            if not store.keep(factor, mask_of(fitting)):
                return False
            return store.keep(result, mask_of(bit.bit_length() - 1 for bit in fitting.values()))
        least, largest = ends_of(store, result)
        kept = []
        for place in places(store.domains[factor]):
            one, another = store.values[place] * low, store.values[place] * high
            if min(one, another) <= largest and max(one, another) >= least:
                kept.append(place)
        return store.keep(factor, mask_of(kept))


class ExtremeOfAll(Defined):
    """The greatest of the members, or the least: nobody exceeds it, and somebody reaches it."""

    def __init__(self, constraint: int, arguments: tuple[int, ...], greatest: bool) -> None:
        super().__init__(constraint, arguments)
        self.greatest = greatest
        self.extreme: Callable[[Sequence[int]], int] = max if greatest else min

    def holds(self, values: Sequence[int]) -> bool:
        return values[0] == self.extreme(values[1:])

    def infer(self, store: Store) -> bool:
        result, *members = self.arguments
        within = store.at_most(store.largest(result)) if self.greatest else store.at_least(store.least(result))
        if not all(store.keep(member, within) for member in members):
            return False
        if self.greatest:
            reached = store.at_least(max(store.least(member) for member in members))
        else:
            reached = store.at_most(min(store.largest(member) for member in members))
        anybody = 0
        for member in members:
            anybody |= store.domains[member]
        if not store.keep(result, reached & anybody):
            return False
        able = {member for member in members if store.domains[member] & store.domains[result]}
        return len(able) > 1 or store.keep(able.pop(), store.domains[result])


class EntryOfList(Defined):
    """The entry at a place: places and values without a partner go."""

    def __init__(self, constraint: int, arguments: tuple[int, ...], otherwise: int) -> None:
        super().__init__(constraint, arguments)
        self.otherwise = otherwise
        self.entries = arguments[2:]

    def holds(self, values: Sequence[int]) -> bool:
        result, index, *entries = values
        return result == (entries[index] if 0 <= index < len(entries) else self.otherwise)

    def infer(self, store: Store) -> bool:
        result, index = self.arguments[:2]
        supported = found = 0
        for place in places(store.domains[index]):
            common = self.domain_at(store, store.values[place]) & store.domains[result]
            if common:
                supported |= 1 << place
                found |= common
        if not (store.keep(index, supported) and store.keep(result, found)):
            return False
        low, high = ends_of(store, index)
        return low < high or not 0 <= low < len(self.entries) or store.keep(self.entries[low], store.domains[result])

    def domain_at(self, store: Store, place: int) -> int:
        inside = 0 <= place < len(self.entries)
        return store.domains[self.entries[place]] if inside else store.exactly(self.otherwise)


class CountOfEach(Defined):
    """How many members have each value: between those that have it for sure and those that can."""

    def __init__(self, constraint: int, arguments: tuple[int, ...], values: Sequence[int], closed: bool) -> None:
        super().__init__(constraint, arguments)
        self.values = values
        self.totals, self.members = arguments[: len(values)], arguments[len(values) :]
        self.closed = closed

    def holds(self, values: Sequence[int]) -> bool:
        totals, members = values[: len(self.values)], values[len(self.values) :]
        if any(members.count(value) != total for value, total in zip(self.values, totals, strict=True)):
            return False
        return not self.closed or all(member in self.values for member in members)

    def infer(self, store: Store) -> bool:
        if self.closed and not self.infer_closed(store):
            return False
        return all(self.infer_value(store, *pair) for pair in zip(self.values, self.totals, strict=True))

    def infer_value(self, store: Store, value: int, total: int) -> bool:
        domains, bit = store.domains, store.exactly(value)
        sure = sum(domains[member] == bit for member in self.members)
        able = sum(domains[member] & bit != 0 for member in self.members)
        if not store.keep(total, store.at_least(sure) & store.at_most(able)):
            return False
        if sure == store.largest(total):
            return all(domains[member] == bit or store.keep(member, ~bit) for member in self.members)
        if able == store.least(total):
            return all(not domains[member] & bit or store.keep(member, bit) for member in self.members)
        return True

    def infer_closed(self, store: Store) -> bool:
        """No other values, so that all counts together are the number of members."""
        known = mask_of(store.position[value] for value in self.values if value in store.position)
        if not all(store.keep(member, known) for member in self.members):
            return False
        least = [store.least(total) for total in self.totals]
        largest = [store.largest(total) for total in self.totals]
        spare, missing = len(self.members) - sum(least), len(self.members) - sum(largest)
        for total, low, high in zip(self.totals, least, largest, strict=True):
            if not store.keep(total, store.at_least(missing + high) & store.at_most(spare + low)):
                return False
        return True


class Cycle(Defined):
    """One round trip through all places: a chain of settled ones does not close before it has all."""

    def holds(self, values: Sequence[int]) -> bool:
        place = 0
        for step in range(1, len(values) + 1):
            place = values[place]
            if not 0 <= place < len(values) or (place == 0) != (step == len(values)):
                return False
        return True

    def infer(self, store: Store) -> bool:
        successors, count = self.arguments, len(self.arguments)
        for place, successor in enumerate(successors):
            inside = store.at_least(0) & store.at_most(count - 1)
            if not store.keep(successor, inside & ~store.exactly(place) if count > 1 else inside):
                return False
        settled = {place: ends_of(store, successor) for place, successor in enumerate(successors)}
        after = {place: low for place, (low, high) in settled.items() if low == high}
        if len(after) == count:  # no chain has a start: the meaning decides
            return True
        followed = 0
        for start in sorted(after.keys() - set(after.values())):
            end, steps = start, 0
            while end in after and steps < count:
                end, steps = after[end], steps + 1
            if end in after:
                return False
            followed += steps
            if steps < count - 1 and not store.keep(successors[end], ~store.exactly(start)):
                return False
        return followed >= len(after)  # else the others are on a cycle of their own


def ends_of(store: Store, variable: int) -> tuple[int, int]:
    return store.least(variable), store.largest(variable)
