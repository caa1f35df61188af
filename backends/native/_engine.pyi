# What the compiled engine offers, part by part; use it through copla.backends.native.
from collections.abc import Callable, Sequence
from typing import Generic, Literal, NamedTuple, Protocol, TypeVar

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

Step = TypeVar("Step", int, str)

class Plan(Generic[Step]):
    @property
    def steps(self) -> list[Step]: ...
    @property
    def cost(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def generated(self) -> int: ...
    @property
    def held(self) -> int: ...

class Report(Generic[Step]):
    """What every search kernel hands back; src/core/report.hpp says what the fields mean."""

    @property
    def plans(self) -> list[Plan[Step]]: ...
    @property
    def expanded(self) -> int: ...
    @property
    def generated(self) -> int: ...
    @property
    def held(self) -> int: ...
    @property
    def bound(self) -> int | None: ...
    @property
    def cuts(self) -> list[str]: ...

class Task:
    def __init__(
        self,
        sizes: Sequence[int],
        initial: Sequence[int],
        actions: list[Action],
        goal: tuple[tuple[int, int], ...],
        all_different: Sequence[Sequence[int]],
    ) -> None: ...

Poll = Callable[[int, int, int, int], int]

class ConstraintSettings:
    """The choices are words of the options of copla.backends.native.constraints, "auto" only of learning."""

    def __init__(
        self,
        *,
        inference: str,
        variables: str,
        values: str,
        learning: str,
        guesses: int | None,
        restarts: int | None,
        solutions: int | None,
    ) -> None: ...

class ConstraintAnswer(NamedTuple):
    end: Literal["exhausted", "enough", "limit", "guesses"]
    stop: int
    """Which limit it was, as in Control.stopped."""
    peak_bytes: int
    solutions: list[dict[str, int]]
    seconds: list[float]
    """When each solution was found."""
    statistics: dict[str, int]
    """What was counted, as copla.answers.result.Statistics names it."""
    learned: bool
    """Whether the learning search was entered."""

class ConstraintSolver(Protocol):
    def __call__(
        self,
        variables: list[Variable],
        constraints: list[Constraint],
        objective: Objective | None,
        settings: ConstraintSettings,
        poll: Poll,
        seconds: float,
        most_bytes: int,
        /,
    ) -> ConstraintAnswer: ...

def constraint_solver(kinds: tuple[type, ...]) -> ConstraintSolver: ...
def conflict(
    variables: list[Variable],
    constraints: list[Constraint],
    kinds: tuple[type, ...],
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

TileView = tuple[TileTable, Sequence[int], Sequence[int]]

def build_tiles(pattern: TilePattern, control: Control) -> TileEntries | None: ...
def checksum(data: Buffer) -> int: ...

class TileSettings:
    def __init__(
        self, *, algorithm: str = ..., heuristic: str = ..., dual: bool = ..., most_nodes: int = ...
    ) -> None: ...

def search_tiles(
    position: TilePosition, sums: Sequence[Sequence[TileView]], settings: TileSettings, control: Control
) -> Report[int]: ...

# FreeCell: src/freecell/bind.cpp

class FreecellBoard:
    def __init__(
        self,
        ranks: int,
        cells: int,
        columns: Sequence[Sequence[str]],
        held: Sequence[str],
        foundations: Sequence[int],
    ) -> None: ...

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

class FreecellSettings:
    def __init__(self, *, mode: str = ..., width: int = ...) -> None: ...

def search_freecell(board: FreecellBoard, settings: FreecellSettings, control: Control) -> Report[str]: ...
def search_deals(first: int, last: int, settings: FreecellSettings, control: Control) -> list[FreecellRow]: ...
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
    def __init__(
        self,
        *,
        algorithm: str = ...,
        closed: bool = ...,
        weight: float = ...,
        prune: str = ...,
        depth: int = ...,
        width: int = ...,
        table_bytes: int = ...,
        solutions: int = ...,
        labels: Sequence[int] = ...,
    ) -> None: ...

class Layers:
    @property
    def states(self) -> list[int]: ...
    @property
    def expanded(self) -> int: ...
    @property
    def generated(self) -> int: ...

def search(task: Task, heuristic: Heuristic | None, settings: Settings, control: Control) -> Report[int]: ...
def count_layers(task: Task, control: Control) -> Layers | None: ...
