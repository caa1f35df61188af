"""Heuristics as tables over patterns of state variables, combined by sum and maximum, and what an estimate may be.

A table runs at full speed in every engine. A heuristic that is no table is a Python function of the state;
engines call it, slower. An estimate is a whole number from 0 to 2**53, or INFINITE for a dead end. Entries of tables
are checked when the table is made; every engine asks through ``estimator``, which checks what it passes on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Sized
from dataclasses import dataclass
from math import prod
from operator import index as whole_number

from copla.ground.errors import CoplaError, ModelError
from copla.ground.numbers import LARGEST, shown

INFINITE = 2**60
"""The estimate of a dead end: no number of the range that costs have, and a sum that it is part of is none either."""

EXPECTED = "expected a whole number from 0 to 2**53, or INFINITE"


@dataclass(frozen=True, slots=True)
class PatternTable:
    """Estimates for all values of a pattern of variables.

    The entry of values ``a, b, c`` is at ``(a * size(b) + b) * size(c) + c``: the last variable runs fastest.
    """

    variables: tuple[int, ...]
    sizes: tuple[int, ...]
    entries: Sequence[int]

    def __post_init__(self) -> None:
        if not all(isinstance(part, Sized) for part in (self.variables, self.sizes, self.entries)):
            found = shown((self.variables, self.sizes, self.entries))
            raise ModelError(f"a table has variables, their sizes and its entries, each in a list, found {found}")
        if len(self.variables) != len(self.sizes):
            raise ModelError(f"a table over {len(self.variables)} variables has {len(self.sizes)} sizes")
        if len(self.entries) != prod(self.sizes):
            raise ModelError(f"a table of {prod(self.sizes)} combinations has {len(self.entries)} entries")
        _check_entries(self.entries)

    def __call__(self, state: Sequence[int]) -> int:
        index = 0
        for variable, size in zip(self.variables, self.sizes):  # noqa: B905 - checked once, above
            index = index * size + state[variable]
        return self.entries[index]


@dataclass(frozen=True, slots=True)
class Sum:
    """The sum of tables: Manhattan distance is one of one-variable tables. A dead end of one is a dead end."""

    tables: tuple[PatternTable, ...]

    def __post_init__(self) -> None:
        if not isinstance(self.tables, tuple | list) or not all(isinstance(one, PatternTable) for one in self.tables):
            raise ModelError(f"a sum of tables is made of a tuple of PatternTable, found {shown(self.tables)}")

    def __call__(self, state: Sequence[int]) -> int:
        total = 0
        for table in self.tables:
            entry = table(state)
            if entry >= INFINITE:
                return INFINITE
            total += entry
        return total


@dataclass(frozen=True, slots=True)
class Maximum:
    """The largest of several sums."""

    sums: tuple[Sum, ...]

    def __post_init__(self) -> None:
        if not isinstance(self.sums, tuple | list) or not all(isinstance(one, Sum) for one in self.sums):
            raise ModelError(f"a maximum is made of a tuple of Sum, found {shown(self.sums)}")
        if not self.sums:
            raise ModelError("a heuristic is the maximum of no sums, expected at least one")

    def __call__(self, state: Sequence[int]) -> int:
        return max(part(state) for part in self.sums)


@dataclass(frozen=True, slots=True)
class Function:
    """Any function of the state, for what no table can say."""

    function: Callable[[Sequence[int]], int]

    def __post_init__(self) -> None:
        if not callable(self.function):
            raise ModelError(f"a heuristic is a function of the state, found {shown(self.function)}")

    def __call__(self, state: Sequence[int]) -> int:
        return self.function(state)


Heuristic = Sum | Maximum | Function

Estimate = Callable[[Sequence[int]], int | None]
"""What an engine asks: the estimate of a state, or None for a dead end."""


def largest_entry(table: PatternTable) -> int:
    """The largest estimate of a table that is no dead end; for arrays of small numbers the largest that they hold."""
    small = {"B": 2**8, "H": 2**16}.get(_format(table.entries) or "")
    return small or max((entry for entry in table.entries if entry < INFINITE), default=0)


def build(name: str, build: Callable[[], Heuristic]) -> Heuristic:
    """A declared heuristic, made; what is wrong with it is a ModelError that names it."""
    try:
        made = build()
    except CoplaError as error:
        raise ModelError(f"heuristic {name!r}: {error}") from None
    except Exception as error:
        raise ModelError(f"heuristic {name!r} cannot be built: {type(error).__name__}: {error}") from error
    if isinstance(made, PatternTable):
        return Sum((made,))
    if not isinstance(made, Heuristic):
        plain = " of this function: Function(f)" if callable(made) and not isinstance(made, type) else ""
        raise ModelError(f"heuristic {name!r} is {shown(made)}, expected a Sum, a Maximum or a Function{plain}")
    return made


def estimator(name: str, heuristic: Heuristic, values: Callable[[tuple[int, ...]], Mapping[str, object]]) -> Estimate:
    """The heuristic as engines ask it: checked. ``values`` puts a state into words, for errors.

    >>> ask = estimator("steps", Function(lambda state: state[0] - 1), lambda state: {"x": state[0]})
    >>> ask((3,))
    2
    >>> ask((0,))
    Traceback (most recent call last):
    copla.ModelError: heuristic 'steps' gives -1 for x = 0, expected a whole number from 0 to 2**53, or INFINITE
    """

    def ask(state: Sequence[int]) -> int | None:
        try:
            estimate: object = heuristic(state)
        except CoplaError:
            raise
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            raise ModelError(f"heuristic {name!r} fails for {_words(values, state)}: {what}") from error
        if type(estimate) is int and 0 <= estimate <= LARGEST:
            return estimate
        number = _whole(estimate)
        if number is None or number < 0 or LARGEST < number < INFINITE:
            raise ModelError(f"heuristic {name!r} gives {shown(estimate)} for {_words(values, state)}, {EXPECTED}")
        return None if number >= INFINITE else number

    return ask


def _words(values: Callable[[tuple[int, ...]], Mapping[str, object]], state: Sequence[int]) -> str:
    named = ", ".join(f"{name} = {value}" for name, value in values(tuple(state)).items())
    return named if len(named) <= 200 else named[:197] + "..."


def _whole(value: object) -> int | None:
    """The value as an int if it is a whole number of any library; a truth value is none."""
    if isinstance(value, bool):
        return None
    try:
        return whole_number(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def _check_entries(entries: Sequence[int]) -> None:
    """Every entry is an estimate. Arrays of small unsigned numbers need no look, other arrays a quick one."""
    held = _format(entries)
    if held in ("B", "H", "I"):
        return
    if held in ("b", "h", "i", "l", "q", "L", "Q") and len(entries) and 0 <= min(entries) <= max(entries) <= LARGEST:
        return
    for place, entry in enumerate(entries):
        if type(entry) is int and 0 <= entry <= LARGEST:
            continue
        number = _whole(entry)
        if number is None or number < 0 or LARGEST < number < INFINITE:
            raise ModelError(f"entry {place} of a table is {shown(entry)}, {EXPECTED}")


def _format(entries: Sequence[int]) -> str | None:
    """What an array holds, as ``struct`` writes it; None for what is no array."""
    try:
        return memoryview(entries).format  # type: ignore[arg-type]
    except TypeError:
        return None
