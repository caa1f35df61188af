# What the compiled engine offers, part by part; use it through copla.backends.native.
from collections.abc import Callable, Sequence
from typing import Protocol, TypedDict

from typing_extensions import Buffer

from copla.ground.errors import BackendError
from copla.language.constraint_problem import Objective
from copla.language.constraints import Constraint
from copla.language.expressions import Variable
from copla.language.heuristics import PatternTable
from copla.language.planning_problem import Action

audited: bool
"""Whether assertions and audits of the engine are compiled in."""

class EngineError(BackendError):
    """The engine contradicts itself."""

class Control:
    def __init__(self, poll: Callable[[int, int, int, int], int], seconds: float, most_bytes: int) -> None: ...
    @property
    def stopped(self) -> int: ...
    @property
    def peak_bytes(self) -> int: ...

class Task:
    def __init__(
        self,
        sizes: Sequence[int],
        initial: Sequence[int],
        actions: list[Action],
        goal: Sequence[tuple[int, int]],
        all_different: Sequence[Sequence[int]],
    ) -> None: ...

Poll = Callable[[int, int, int, int], int]
ConstraintAnswer = tuple[int, int, int, list[dict[str, int]], list[float], tuple[int, int, int, int, int, int], bool]
"""How and by which limit it ended, bytes, solutions, when each was found, counts, and whether it learned."""

class ConstraintSolver(Protocol):
    def __call__(
        self,
        variables: list[Variable],
        constraints: list[Constraint],
        objective: Objective | None,
        settings: tuple[int, int, int, int, int, int],
        solutions: int,
        poll: Poll,
        seconds: float,
        most_bytes: int,
        /,
    ) -> ConstraintAnswer: ...

def constraint_solver(kinds: tuple[type, type, type, type]) -> ConstraintSolver: ...
def conflict(
    variables: list[Variable],
    constraints: list[Constraint],
    kinds: tuple[type, type, type, type],
    clues: list[int],
    control: Control,
) -> list[int] | None: ...

# Sliding tiles: src/tiles/bind.cpp

class TilePattern:
    def __init__(self, rows: int, columns: int, homes: Sequence[int], blank: int) -> None: ...
    @property
    def homes(self) -> list[int]: ...
    @property
    def region(self) -> int: ...
    @property
    def states(self) -> int: ...
    @property
    def direct(self) -> bool: ...
    @property
    def entries(self) -> int: ...

class TileEntries(Buffer):
    def __buffer__(self, flags: int, /) -> memoryview: ...
    @property
    def states(self) -> int: ...
    @property
    def levels(self) -> int: ...

class TileTable:
    def __init__(self, pattern: TilePattern, entries: Buffer) -> None: ...

class TilePosition:
    def __init__(self, rows: int, columns: int, tiles: Sequence[int], goal: Sequence[int]) -> None: ...

class TileOutcome:
    @property
    def solved(self) -> bool: ...
    @property
    def path(self) -> list[int]: ...
    @property
    def expanded(self) -> int: ...
    @property
    def generated(self) -> int: ...
    @property
    def held(self) -> int: ...
    @property
    def bound(self) -> int: ...

TileView = tuple[TileTable, Sequence[int], Sequence[int]]

def build_tiles(pattern: TilePattern, control: Control) -> TileEntries | None: ...
def checksum(data: Buffer) -> int: ...
def solve_tiles(
    position: TilePosition,
    algorithm: str,
    heuristic: str,
    sums: Sequence[Sequence[TileView]],
    most_nodes: int,
    control: Control,
) -> TileOutcome: ...

class FreecellBoard:
    def __init__(
        self,
        ranks: int,
        cells: int,
        columns: Sequence[Sequence[str]],
        held: Sequence[str],
        foundations: Sequence[int],
    ) -> None: ...

class FreecellAnswer:
    status: str
    found: bool
    lower: int
    expanded: int
    generated: int
    nodes: int
    def moves(self, board: FreecellBoard) -> list[str]: ...

class FreecellWalk:
    def __init__(self, board: FreecellBoard) -> None: ...
    def moves(self) -> list[str]: ...
    def make(self, label: str) -> None: ...
    def places(self) -> list[int]: ...
    def bound(self) -> int: ...
    @property
    def is_goal(self) -> bool: ...

class FreecellRow:
    deal: int
    status: str
    length: int
    expanded: int

def freecell_solve(control: Control, board: FreecellBoard, mode: str, width: int) -> FreecellAnswer: ...
def freecell_range(control: Control, first: int, last: int, mode: str, width: int) -> list[FreecellRow]: ...
def freecell_check(board: FreecellBoard, moves: Sequence[str]) -> bool: ...

# Heuristics from the task alone

class BuiltInHeuristic(Heuristic):
    def estimate(self, state: Sequence[int]) -> int: ...
    @property
    def patterns(self) -> list[list[int]]: ...
    @property
    def finished(self) -> bool: ...

def make_heuristic(
    task: Task, name: str, parameters: dict[str, object], control: Control
) -> BuiltInHeuristic | None: ...

# Planning: search kernels

class Heuristic: ...

class PythonHeuristic(Heuristic):
    def __init__(self, task: Task, function: Callable[[Sequence[int]], int | None]) -> None: ...

def read_tables(task: Task, sums: list[list[PatternTable]], wide: bool, control: Control) -> Heuristic | None: ...

class Walker:
    def __init__(self, task: Task) -> None: ...
    def steps(self, state: Sequence[int], backward: bool = False) -> list[tuple[int, int, list[int]]]: ...
    def is_goal(self, state: Sequence[int]) -> bool: ...

class Settings:
    algorithm: str
    closed: bool
    weight: float
    prune: str
    depth: int
    width: int
    table_bytes: int

class SearchOutcome(TypedDict):
    plans: list[tuple[list[int], int, float, int, int]]
    expanded: int
    generated: int
    held: int
    cuts: list[str]

def search(
    task: Task,
    settings: Settings,
    heuristic: Heuristic | None,
    solutions: int,
    labels: list[int],
    control: Control,
) -> SearchOutcome: ...
def count_layers(task: Task, control: Control) -> tuple[list[int], int, int] | None: ...
