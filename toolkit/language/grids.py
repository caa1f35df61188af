"""Arrays and grids of variables: lists that an expression can index, with rows, columns and diagonals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any, NoReturn, overload

from copla.ground.errors import ModelError
from copla.ground.numbers import shown, whole
from copla.language.bounds import bounds
from copla.language.expressions import Expression, Operand, as_expression
from copla.language.operations import element, expressions
from copla.language.truth import Statement


class Array(tuple[Any, ...]):
    """A list of expressions and numbers; indexed by an expression it gives the element at that place.

    >>> from copla import ConstraintProblem
    >>> problem = ConstraintProblem()
    >>> place = problem.variable("place", range(3))
    >>> print(Array([5, 3, 8])[place] == 3)
    element([5, 3, 8], place) == 3
    """

    __slots__ = ()

    def __new__(cls, parts: Iterable[Operand]) -> Array:
        if isinstance(parts, Mapping | Set):
            expressions(parts, "Array")  # says what is wrong with them
        found = tuple(parts) if isinstance(parts, Iterable) else parts
        expressions(found, "Array")
        return super().__new__(cls, found)

    @overload  # type: ignore[override]
    def __getitem__(self, place: slice) -> Array: ...
    @overload
    def __getitem__(self, place: Any) -> Any: ...
    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, Expression | Statement):
            return element(self, place)
        if isinstance(place, slice):
            return Array(super().__getitem__(_numbers(place)))
        return super().__getitem__(_place(place, len(self), "an array"))

    def _one_by_one(self, other: object) -> NoReturn:
        raise ModelError(
            f"an array has no value: write all_of(v <= x for v in array), found {self} beside {shown(other)}"
        )

    __lt__ = __le__ = __gt__ = __ge__ = _one_by_one

    def _no_multiple(self, other: object) -> NoReturn:
        raise ModelError(
            f"an array has no multiple: write [{shown(other)} * v for v in array], or list(array) * {shown(other)} "
            "for what is in it again and again"
        )

    __mul__ = __rmul__ = _no_multiple

    def __repr__(self) -> str:
        return f"Array([{', '.join(map(str, self))}])"


class Grid:
    """Variables in rows and columns: ``grid[r, c]``, ``grid[r]``, ``grid[0:3, 0:3]``; made by ``problem.grid``.

    >>> from copla import ConstraintProblem
    >>> grid = ConstraintProblem().grid("g", 2, 3, range(4))
    >>> print(*grid.columns[1], *grid[0], *grid[:, 1:][0])
    g[0,1] g[1,1] g[0,0] g[0,1] g[0,2] g[0,1] g[0,2]
    """

    def __init__(self, rows: Iterable[Iterable[Operand]]) -> None:
        if not isinstance(rows, Iterable):
            raise ModelError(f"a grid is a list of rows, found {shown(rows)}")
        self.rows = tuple(map(Array, rows))
        if len({len(row) for row in self.rows}) > 1:
            raise ModelError("the rows of a grid have one length, found several")

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.rows[0]) if self.rows else 0

    @property
    def columns(self) -> tuple[Array, ...]:
        return tuple(Array(row[c] for row in self.rows) for c in range(self.width))

    @property
    def diagonals(self) -> tuple[Array, Array]:
        """The two long diagonals of a square, from the top left and from the top right."""
        if self.height != self.width:
            raise ModelError(f"a square has two diagonals, found {self.height} rows and {self.width} columns")
        size = range(self.height)
        return Array(self.rows[i][i] for i in size), Array(self.rows[i][self.width - 1 - i] for i in size)

    @property
    def cells(self) -> Array:
        """All of it, row by row."""
        return Array(cell for row in self.rows for cell in row)

    def __iter__(self) -> Iterator[Array]:
        return iter(self.rows)

    def __len__(self) -> int:
        return self.height

    def __repr__(self) -> str:
        return f"Grid([{', '.join(map(repr, self.rows))}])"

    def __getitem__(self, place: Any) -> Any:
        if not isinstance(place, tuple):
            return Grid(self.rows[_numbers(place)]) if isinstance(place, slice) else self._row(place)
        if len(place) != 2:
            raise ModelError(f"a cell of a grid is grid[row, column], found {shown(place)}")
        rows, columns = place
        if isinstance(rows, slice):
            found: list[Any] = [row[columns] for row in self.rows[_numbers(rows)]]
            return Grid(found) if isinstance(columns, slice) else Array(found)
        if isinstance(rows, Expression | Statement):
            if isinstance(columns, slice):
                raise ModelError("a row that is an expression gives one cell, not a slice")
            return self._cell(rows, columns)
        return self.rows[_place(rows, self.height, "a grid, by rows,")][columns]

    def _cell(self, row: Operand, column: Operand) -> Expression:
        """The cell in a row that is an expression: it has no value outside of the grid."""
        place = whole(column)
        if type(place) is int:
            return element(self.columns[_place(place, self.width, "a grid, by columns,")], row)
        low, high = bounds(as_expression(column))
        if low >= 0 and high < self.width:
            return element(self.cells, as_expression(row) * self.width + column)
        return element([element(one, row) for one in self.columns], column)

    def _row(self, place: Any) -> Any:
        if isinstance(place, Expression | Statement):
            raise ModelError("index a cell at once, as in grid[row, column], where one of them is an expression")
        return self.rows[_place(place, self.height, "a grid, by rows,")]


def _place(place: Any, size: int, what: str) -> int:
    """A place that is a number, counted from 0, or from the end where it is below 0."""
    found = whole(place)
    if type(found) is int and -size <= found < size:
        return found
    places = f"the places 0 to {size - 1}" if size else "no places"
    raise ModelError(f"{what} has {places}, found {shown(place)}")


def _numbers(places: slice) -> slice:
    """A slice whose ends are numbers; an expression says itself that it is none."""
    for end in (places.start, places.stop, places.step):
        if end is not None and not isinstance(end, Expression | Statement) and type(whole(end)) is not int:
            raise ModelError(f"a slice goes from a number to a number, found {shown(end)}")
    if places.step == 0:
        raise ModelError("a slice takes steps of 1 or more, or of -1 and less, found 0")
    return places
