"""Tables as the solver uses them: allowed and forbidden rows, and pairs."""

from __future__ import annotations

from math import prod

from copla.backends.forward_checking.propagator import LastVariable
from copla.backends.forward_checking.store import Store, bits, mask_of

ROWS_BETWEEN_LOOKS = 4096


class Pairs(LastVariable):
    """A table of two variables, allowed or forbidden: for each value of one the mask of its partners."""

    def __init__(self, constraint: int, scope: tuple[int, ...], rows: list[tuple[int, ...]], allowed: bool) -> None:
        super().__init__(constraint, scope)
        self.partners: tuple[dict[int, int], dict[int, int]] = ({}, {})
        for x, y in rows:
            for known, value, partner in ((self.partners[0], x, y), (self.partners[1], y, x)):
                known[value] = known.get(value, 0) | partner
        self.allowed = allowed

    def filter(self, store: Store) -> bool:
        x, y = self.scope
        partners_of = self.partners[0]
        if store.domains[x].bit_count() > store.domains[y].bit_count():
            x, y, partners_of = y, x, self.partners[1]
        others = store.domains[y]
        supported = supporting = 0
        for bit in bits(store.domains[x]):
            partners = partners_of.get(bit, 0)
            partners = others & (partners if self.allowed else ~partners)
            if partners:
                supported |= bit
                supporting |= partners
        return store.keep(x, supported) and store.keep(y, supporting)


class AllowedRows(LastVariable):
    """A table of allowed rows: a value stays if a row that is still possible has it.

    For each place and value there is a mask of the rows with it (as in compact tables, Demeulenaere et al., CP 2016).
    """

    def __init__(self, constraint: int, scope: tuple[int, ...], rows: list[tuple[int, ...]], store: Store) -> None:
        super().__init__(constraint, scope)
        numbers: list[dict[int, list[int]]] = [{} for _ in scope]
        for number, row in enumerate(rows):
            if number % ROWS_BETWEEN_LOOKS == 0:
                store.ask()
            for known, bit in zip(numbers, row, strict=True):
                known.setdefault(bit, []).append(number)
        self.rows_with: list[dict[int, int]] = []
        for known in numbers:
            store.ask()
            self.rows_with.append({bit: mask_of(with_bit) for bit, with_bit in known.items()})

    def filter(self, store: Store) -> bool:
        possible = -1
        for variable, rows_with in zip(self.scope, self.rows_with, strict=True):
            rows = 0
            for bit in bits(store.domains[variable]):
                rows |= rows_with.get(bit, 0)
            possible &= rows
        for variable, rows_with in zip(self.scope, self.rows_with, strict=True):
            supported = 0
            for bit in bits(store.domains[variable]):
                if rows_with.get(bit, 0) & possible:
                    supported |= bit
            if not store.keep(variable, supported):
                return False
        return True


class ForbiddenRows(LastVariable):
    """A table of forbidden rows: a value goes if all combinations of the other variables are forbidden."""

    def __init__(self, constraint: int, scope: tuple[int, ...], rows: list[tuple[int, ...]]) -> None:
        super().__init__(constraint, scope)
        self.rows = rows

    def filter(self, store: Store) -> bool:
        changes = -1
        while changes != len(store.trail):
            changes = len(store.trail)
            for place, variable in enumerate(self.scope):
                if not store.keep(variable, self.possible(store, place)):
                    return False
        return True

    def possible(self, store: Store, place: int) -> int:
        domains = [store.domains[variable] for variable in self.scope]
        forbidden: dict[int, int] = {}
        for row in self.rows:
            if all(domain & bit for domain, bit in zip(domains, row, strict=True)):
                forbidden[row[place]] = forbidden.get(row[place], 0) + 1
        combinations = prod(domain.bit_count() for other, domain in enumerate(domains) if other != place)
        return domains[place] & ~sum(bit for bit, count in forbidden.items() if count == combinations)
