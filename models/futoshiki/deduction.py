"""What a person can conclude on a board without guessing, and why: candidates that remember their reasons.

Every digit that is ruled out of a cell keeps the reason in words and the earlier removals that the reason rests on.
So an explanation is found by going back from its end, and holds nothing that does not matter for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from dataclasses import dataclass
from enum import IntEnum

from copla.ground.limits import Watch
from copla.ground.text import cell_name, listed
from copla.models.futoshiki.board import Board, Cell, cells, neighbours


class Technique(IntEnum):
    """What a removal needs, from easy to hard."""

    GIVEN = 0
    NAKED_SINGLE = 1
    HIDDEN_SINGLE = 2
    INEQUALITY_CHAIN = 3
    MATCHING = 4
    CONTRADICTION = 5
    SEARCH = 6

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")


@dataclass(frozen=True, slots=True, eq=False)
class Removal:
    """One digit that a cell cannot have."""

    cell: Cell
    digit: int
    why: str
    because: tuple[Removal, ...]
    technique: Technique
    sign: tuple[Cell, Cell] | None = None
    """The neighbours whose sign, or its absence in an adjacent board, rules it out."""


@dataclass(frozen=True, slots=True)
class Dead:
    """A proof that the board has no solution (as it stands, or with the digit that was tried)."""

    why: str
    because: tuple[Removal, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A row or a column."""

    name: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two neighbours and what the board says of them, seen from the first one."""

    cell: Cell
    other: Cell
    relation: str
    fits: Callable[[int, int], bool]


class Candidates:
    """For each cell the digits that are left; a copy can try something without spoiling the original."""

    def __init__(self, board: Board) -> None:
        self.size = board.size
        self.left = {cell: set(range(1, board.size + 1)) for cell in cells(board.size)}
        self.removals: dict[tuple[Cell, int], Removal] = {}
        self.filled: set[Cell] = set()
        """Cells whose digit has been ruled out of their lines already."""
        numbers = range(board.size)
        rows = [Line(f"row {i + 1}", tuple((i, j) for j in numbers)) for i in numbers]
        columns = [Line(f"column {j + 1}", tuple((i, j) for i in numbers)) for j in numbers]
        self.lines = [*rows, *columns]
        self.lines_of = {(i, j): (rows[i], columns[j]) for i, j in cells(board.size)}
        self.pairs = list(_pairs(board))
        self.pairs_across: dict[Cell, list[Pair]] = {cell: [] for cell in cells(board.size)}
        for pair in self.pairs:
            self.pairs_across[pair.other].append(pair)
        for row, column in cells(board.size):
            if board.givens[row][column]:
                self.fix((row, column), board.givens[row][column], "it is given")

    def copy(self) -> Candidates:
        twin = copy(self)
        twin.left = {cell: set(digits) for cell, digits in self.left.items()}
        twin.removals = dict(self.removals)
        twin.filled = set(self.filled)
        return twin

    def fix(self, cell: Cell, digit: int, why: str) -> None:
        """The cell has this digit: what is given, or what is tried."""
        for other in sorted(self.left[cell] - {digit}):
            self.remove(cell, other, why, (), Technique.GIVEN)

    def remove(
        self,
        cell: Cell,
        digit: int,
        why: str,
        because: tuple[Removal, ...],
        technique: Technique,
        sign: tuple[Cell, Cell] | None = None,
    ) -> None:
        """Rule out a digit that is left."""
        self.left[cell].remove(digit)
        self.removals[cell, digit] = Removal(cell, digit, why, because, technique, sign)

    def gone(self, cell: Cell, digits: Iterable[int]) -> tuple[Removal, ...]:
        """Why the cell cannot have these digits, as far as it cannot."""
        return tuple(self.removals[cell, digit] for digit in digits if (cell, digit) in self.removals)

    def only(self, cell: Cell) -> tuple[Removal, ...]:
        """Why the cell can have nothing but what is left."""
        return self.gone(cell, range(1, self.size + 1))

    def dead_end(self) -> Dead | None:
        """A cell without a digit, or a digit without a cell in some line."""
        for cell, digits in self.left.items():
            if not digits:
                return Dead(f"there is no digit for {cell_name(cell)}", self.only(cell))
        digits = set(range(1, self.size + 1))
        for line in self.lines:
            homeless = digits.difference(*(self.left[cell] for cell in line.cells))
            if homeless:
                because = tuple(self.removals[cell, min(homeless)] for cell in line.cells)
                return Dead(f"there is no place for {min(homeless)} in {line.name}", because)
        return None


def fill_in(candidates: Candidates) -> bool:
    """The digits of filled cells leave their lines, and their neighbours heed the signs; True if anything went."""
    changed = False
    for cell in candidates.left:
        if len(candidates.left[cell]) != 1 or cell in candidates.filled:
            continue
        candidates.filled.add(cell)
        [digit] = candidates.left[cell]
        because = candidates.only(cell)
        for line in candidates.lines_of[cell]:
            for other in line.cells:
                if other != cell and digit in candidates.left[other]:
                    why = f"{digit} is in {line.name} already, at {cell_name(cell)}"
                    candidates.remove(other, digit, why, because, Technique.NAKED_SINGLE)
                    changed = True
        for pair in candidates.pairs_across[cell]:
            changed |= _unsupported(candidates, pair, Technique.NAKED_SINGLE)
    return changed


def follow_signs(candidates: Candidates) -> bool:
    """A digit goes that leaves nothing for the cell across a sign; True if anything went."""
    changed = False
    for pair in candidates.pairs:
        changed |= _unsupported(candidates, pair, Technique.INEQUALITY_CHAIN)
    return changed


def _unsupported(candidates: Candidates, pair: Pair, technique: Technique) -> bool:
    changed = False
    others = candidates.left[pair.other]
    if not others:
        return False  # a dead end, which is noticed elsewhere
    for digit in sorted(candidates.left[pair.cell]):
        if not any(pair.fits(digit, other) for other in others):
            needed = [other for other in range(1, candidates.size + 1) if pair.fits(digit, other)]
            known = _known(pair, others, candidates.size) if needed else ""
            why = f"{cell_name(pair.cell)} {pair.relation} {cell_name(pair.other)}{known}"
            because = candidates.gone(pair.other, needed)
            candidates.remove(pair.cell, digit, why, because, technique, (pair.cell, pair.other))
            changed = True
    return changed


def _known(pair: Pair, digits: set[int], size: int) -> str:
    """What matters of the cell across a sign, to be put behind its name."""
    if len(digits) == 1:
        return f", which is {min(digits)}"
    if pair.relation == "<":
        return "" if max(digits) == size else f", which is at most {max(digits)}"
    if pair.relation == ">":
        return "" if min(digits) == 1 else f", which is at least {min(digits)}"
    return "" if len(digits) == size else f", which is {digits_in_words(digits)}"


def match(candidates: Candidates) -> bool | Dead:
    """Digits go that a group of as many cells in the same line needs for itself; True if anything went."""
    changed = False
    for line in candidates.lines:
        partner = _matching(candidates, line)
        if isinstance(partner, Dead):
            return partner
        cell_of = {digit: cell for cell, digit in partner.items()}
        for start in line.cells:
            # The smallest group around a cell: whoever holds a digit that one of the group could take joins it.
            group, waiting = {start}, [start]
            while waiting:
                for digit in candidates.left[waiting.pop()]:
                    holder = cell_of[digit]
                    if holder not in group:
                        group.add(holder)
                        waiting.append(holder)
            if len(group) == len(line.cells):
                continue
            digits = {partner[cell] for cell in group}
            because = tuple(removal for cell in sorted(group) for removal in candidates.only(cell))
            members = " and ".join(cell_name(cell) for cell in sorted(group))
            need, themselves = ("needs", "itself") if len(group) == 1 else ("need", "themselves")
            why = f"in {line.name} {members} {need} {digits_in_words(digits, 'and')} for {themselves}"
            for cell in line.cells:
                if cell not in group:
                    for digit in sorted(digits & candidates.left[cell]):
                        candidates.remove(cell, digit, why, because, Technique.MATCHING)
                        changed = True
    return changed


def _matching(candidates: Candidates, line: Line) -> dict[Cell, int] | Dead:
    """A different digit for every cell of the line, by augmenting paths; Dead if there are too few."""
    cell_of: dict[int, Cell] = {}

    def place(cell: Cell, seen: set[Cell]) -> bool:
        seen.add(cell)
        for digit in sorted(candidates.left[cell]):
            holder = cell_of.get(digit)
            if holder is None or (holder not in seen and place(holder, seen)):
                cell_of[digit] = cell
                return True
        return False

    for cell in line.cells:
        crowd: set[Cell] = set()
        if not place(cell, crowd):
            because = tuple(removal for member in sorted(crowd) for removal in candidates.only(member))
            members = " and ".join(cell_name(member) for member in sorted(crowd))
            return Dead(f"in {line.name} there are too few digits for {members}", because)
    return {cell: digit for digit, cell in cell_of.items()}


def conclude(candidates: Candidates) -> Dead | None:
    """All of the above until nothing goes any more, filled cells included; what refutes the board, if anything."""
    while True:
        dead = candidates.dead_end()
        if dead is not None:
            return dead
        if fill_in(candidates) or follow_signs(candidates):
            continue
        changed = match(candidates)
        if isinstance(changed, Dead):
            return changed
        if not changed:
            return None


def refute(candidates: Candidates, untried: list[tuple[Cell, int]], watch: Watch) -> bool:
    """Try digits until one leads to a contradiction and goes; True if one did. What was tried is not tried again."""
    while untried and watch.reached() is None:
        cell, digit = untried.pop()
        if digit not in candidates.left[cell]:
            continue
        trial = candidates.copy()
        trial.fix(cell, digit, "it is tried")
        dead = conclude(trial)
        if dead is not None:
            why = f"with {cell_name(cell)} = {digit} {dead.why}"
            because = tuple(r for r in ancestors(dead.because) if candidates.removals.get((r.cell, r.digit)) is r)
            candidates.remove(cell, digit, why, because, Technique.CONTRADICTION)
            return True
    return False


def ancestors(removals: Iterable[Removal]) -> list[Removal]:
    """These removals and all that they rest on, causes before effects."""
    order: dict[Removal, None] = {}
    waiting = [(removal, False) for removal in reversed(list(removals))]
    while waiting:
        removal, causes_done = waiting.pop()
        if removal in order:
            continue
        if causes_done:
            order[removal] = None
        else:
            waiting.append((removal, True))
            waiting.extend((cause, False) for cause in reversed(removal.because) if cause not in order)
    return list(order)


def lines_of(removals: Iterable[Removal]) -> list[str]:
    """A proof, one line for each reason; what is given goes without saying."""
    digits: dict[tuple[Cell, str], list[int]] = {}
    for removal in ancestors(removals):
        if removal.technique is not Technique.GIVEN:
            digits.setdefault((removal.cell, removal.why), []).append(removal.digit)
    return [f"{cell_name(cell)} is not {digits_in_words(gone)}: {why}" for (cell, why), gone in digits.items()]


def marks_of(removals: Iterable[Removal], *more: Cell) -> tuple[str, ...]:
    """The cells that a proof speaks of, those across its signs included, in reading order."""
    proof = ancestors(removals)
    signs = (cell for removal in proof if removal.sign for cell in removal.sign)
    return tuple(map(cell_name, sorted({*more, *signs, *(removal.cell for removal in proof)})))


def digits_in_words(digits: Iterable[int], joint: str = "or") -> str:
    """Digits in a sentence.

    >>> digits_in_words({3, 1, 2})
    '1, 2 or 3'
    """
    return listed([str(digit) for digit in sorted(digits)], joint)


def _pairs(board: Board) -> Iterator[Pair]:
    for first, second in neighbours(board.size):
        sign = board.sign(first, second)
        for cell, other in ((first, second), (second, first)):
            if sign == "|":
                yield Pair(cell, other, "is next in value to", lambda a, b: abs(a - b) == 1)
            elif board.adjacent:
                yield Pair(cell, other, "is not next in value to", lambda a, b: abs(a - b) != 1)
            elif sign:
                smaller = (sign == "<") == (cell == first)
                fits: Callable[[int, int], bool] = int.__lt__ if smaller else int.__gt__
                yield Pair(cell, other, "<" if smaller else ">", fits)
