"""The protocol of a puzzle: text to instance to problem, plus what a puzzle may offer besides."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, runtime_checkable

from copla.answers.result import Solution
from copla.ground.limits import Watch
from copla.ground.text import listed
from copla.language.constraints import Constraint
from copla.language.problem import Problem
from copla.plugins.options import Option

if TYPE_CHECKING:
    from rich.text import Text

I = TypeVar("I")  # noqa: E741 - the puzzle's own type of instance


@runtime_checkable
class Puzzle(Protocol[I]):
    """What every puzzle must do. Register an object like this under ``copla.puzzles``."""

    @property
    def name(self) -> str:
        """The name on the command line, such as ``futoshiki``."""

    @property
    def summary(self) -> str:
        """One line for people."""

    def parse(self, text: str, source: str) -> I:
        """Read an instance in any of the puzzle's formats; FormatError names source, line and column."""

    def problem(self, instance: I) -> Problem:
        """State the instance in copla's language."""


@runtime_checkable
class HasInlineForm(Protocol):
    """Instances short enough to be typed on the command line, such as a game ID."""

    def is_inline(self, text: str) -> bool:
        """Whether this command-line argument is meant as an instance, right or wrong, and not as a file."""


@runtime_checkable
class SaysHowToType(Protocol):
    """A puzzle that tells whoever types an instance into a terminal how to write it."""

    @property
    def how_to_type(self) -> str:
        """One or two lines for people."""


@runtime_checkable
class ShipsInstances(Protocol):
    """Instances that come with the puzzle, as ``.txt`` files in one folder."""

    def shipped(self) -> Traversable:
        """The folder."""

    def describe(self, instance: Any) -> str:
        """A few words about an instance, for listings."""


@runtime_checkable
class HasDemonstration(Protocol):
    """Shipped instances for ``copla check all``, so small that every backend is done with them at once."""

    @property
    def demonstration(self) -> tuple[str, ...]:
        """Their names: a few, and at least one without a solution if there are such."""


@runtime_checkable
class WritesText(Protocol):
    """Instances and solutions can be written in one or more text forms."""

    @property
    def forms(self) -> tuple[str, ...]:
        """Names of the forms, the puzzle's own first."""

    def write(self, instance: Any, form: str, solution: Solution | None = None) -> str:
        """The instance, with the solution filled in if there is one; ModelError if the form cannot hold it."""

    def read_solution(self, instance: Any, text: str, source: str) -> Solution:
        """Read what people hand in as a solution; wrong values are the checker's business."""


@runtime_checkable
class Draws(Protocol):
    """Pictures of an instance, for the terminal and as SVG; ``marked`` constraints stand out."""

    def draw(self, instance: Any, solution: Solution | None = None, marked: Collection[Constraint] = ()) -> Text:
        """For a terminal with colour."""

    def svg(self, instance: Any, solution: Solution | None = None, marked: Collection[Constraint] = ()) -> str:
        """A self-contained SVG document."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One state of a plan's film: the move that led to it in people's words, and its picture."""

    caption: str
    picture: Text


@runtime_checkable
class ReplaysPlans(Protocol):
    """A planning puzzle that can show a plan step by step."""

    def moves(self, instance: Any, solution: Solution) -> list[str]:
        """The moves in people's words and with the real names: which block, which card, which column."""

    def frames(self, instance: Any, solution: Solution) -> list[Frame]:
        """The start and the state after each move."""

    def film(self, instance: Any, solution: Solution) -> str:
        """The whole solution as one SVG document, a film strip."""


Point = tuple[int, int]
"""Where a piece lies in a picture: x to the right and y down."""


@dataclass(frozen=True, slots=True)
class Scene:
    """One state of a plan on the table: the people's move that led to it, and where each piece lies in the picture.

    ``labels`` is how many labels of the plan the move took, ``cost`` what all moves so far cost. The pieces are in the
    order in which they are drawn.
    """

    words: str
    labels: int
    cost: int
    pieces: dict[str, Point]


@dataclass(frozen=True, slots=True)
class LegalMove:
    """A move that a person can make: its labels in the model, its words, what it moves and what it costs.

    The piece lies at the first target afterwards; dropped at any of the others it means the same.
    """

    labels: tuple[str, ...]
    words: str
    piece: str
    targets: tuple[Point, ...]
    cost: int = 1


@runtime_checkable
class Plays(Protocol):
    """A planning puzzle that people can play on its own picture.

    In what ``svg`` draws each piece is a group with ``data-piece`` and a translation: the point that scenes speak of.
    """

    def scenes(self, instance: Any, solution: Solution) -> list[Scene]:
        """The start and the state after each move; ModelError at a move that is not possible."""

    def legal(self, instance: Any, moves: Sequence[str]) -> list[LegalMove]:
        """What can be done after these labels."""

    def after(self, instance: Any, moves: Sequence[str]) -> Any:
        """The state after these labels as an instance of its own."""

    def is_solved(self, instance: Any) -> bool:
        """Whether the start is the goal."""


@runtime_checkable
class TakesOptions(Protocol):
    """Instances can be changed by options when they are loaded, such as another goal."""

    @property
    def instance_options(self) -> tuple[Option, ...]:
        """The options; their defaults change nothing."""

    def adjust(self, instance: Any, options: Mapping[str, Any]) -> Any:
        """The instance as the options want it."""


@runtime_checkable
class Refutes(Protocol):
    """A puzzle that can tell without a search that some instances have no solution."""

    def refute(self, instance: Any) -> str | None:
        """The reason in words, or None if only a search can tell."""


@dataclass(frozen=True, slots=True)
class Symmetry:
    """Another instance that must have the same answer, in words such as ``the mirrored board``.

    ``back`` makes a solution of the instance itself of one of the other.
    """

    words: str
    instance: Any
    back: Callable[[Solution], Solution]


@runtime_checkable
class HasSymmetries(Protocol):
    """A puzzle whose instances can be changed so that the answer follows: who solves both must not contradict himself.

    There are as many solutions of the same cost, unless the solutions are plans, which need not be as many.
    """

    def symmetries(self, instance: Any) -> list[Symmetry]:
        """All of them, in a fixed order."""


@dataclass(frozen=True, slots=True)
class Generated:
    """A generated instance and what is worth knowing about it, in words."""

    instance: Any
    remark: str


@runtime_checkable
class Generates(Protocol):
    """New instances from a seed: the same seed and options give the same instance everywhere."""

    @property
    def generator_options(self) -> tuple[Option, ...]:
        """The options that :meth:`generate` takes."""

    def generate(self, seed: int, options: Mapping[str, Any], watch: Watch) -> Generated:
        """A new instance; LimitError if the limits ran out first."""


@runtime_checkable
class GeneratesSmall(Generates, Protocol):
    """Options of instances for ``copla fuzz``, so small that all of their states or assignments can be listed."""

    @property
    def small_options(self) -> Mapping[str, Sequence[Any]]:
        """Values for options of the generator, one of which is picked; others get the edges of their range."""


@runtime_checkable
class GeneratesLarger(Generates, Protocol):
    """Options of larger instances for ``copla fuzz``: there a solver is held to its answer about a symmetric one."""

    @property
    def larger_options(self) -> Mapping[str, Sequence[Any]]:
        """As in :class:`GeneratesSmall`; a solver should still need no more than seconds."""


@runtime_checkable
class Grades(Protocol):
    """How hard an instance is, measured by what a solver needs."""

    def grade(self, instance: Any, watch: Watch) -> str:
        """The grade in words; LimitError if the limits ran out first."""


@dataclass(frozen=True, slots=True)
class Hint:
    """The next step: forced values by variable, or a move of a plan; the technique, and the reasons, one a line.

    Without values and without a move there is no such step, and the reasons say why; ``solvable`` is False if they
    prove that there is no solution. ``marks`` names the variables that the reasons speak of.

    A ``move`` is in people's words, its ``labels`` are those of the model. ``left`` counts the moves of the plan, this
    one among them; ``optimal`` says that it is proven to be as good as any.
    """

    values: dict[str, int]
    technique: str
    reasons: tuple[str, ...]
    solvable: bool = True
    marks: tuple[str, ...] = ()
    move: str = ""
    labels: tuple[str, ...] = ()
    left: int | None = None
    optimal: bool = False

    def to_json(self) -> dict[str, Any]:
        """JSON-ready data; docs/json.md describes the keys."""
        data = {**asdict(self), "technique": self.technique or None, "move": self.move or None}
        del data["solvable"]
        return data


@runtime_checkable
class GivesHints(Protocol):
    """A puzzle that people can be helped with, one step at a time."""

    def hint(self, instance: Any, watch: Watch, so_far: Solution | None = None) -> Hint:
        """The next step by the easiest technique that gives one; LimitError if the limits ran out first.

        ``so_far``: what was done before, the moves made or the values filled in; ModelError if a move is not possible.
        """


@dataclass(frozen=True, slots=True)
class WrongEntry:
    """A value that no solution has: the reasons, one a line, the variables they speak of, the clues they rest on."""

    name: str
    value: int
    reasons: tuple[str, ...]
    marks: tuple[str, ...]
    clues: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.name} cannot be {self.value}, because {self.reasons[-1]}"


@dataclass(frozen=True, slots=True)
class Judgement:
    """Of the values that somebody filled in: those that are wrong, or, if none is, some that cannot hold together.

    ``complete``: everything is filled in. Without a solution of the clues alone (``solvable``) nothing can be judged.
    """

    wrong: tuple[WrongEntry, ...] = ()
    together: tuple[str, ...] = ()
    complete: bool = False
    solvable: bool = True

    @property
    def right_so_far(self) -> bool:
        return self.solvable and not self.wrong and not self.together

    @property
    def marks(self) -> tuple[str, ...]:
        return tuple(entry.name for entry in self.wrong) or self.together

    def lines(self) -> tuple[str, ...]:
        """The judgement in words, a line for each thing that is wrong."""
        if not self.solvable:
            return ("the clues alone have no solution",)
        if self.together:
            return (f"{listed(list(self.together))} cannot all be as they are: no solution has these values together",)
        return tuple(map(str, self.wrong)) or ("right, and complete" if self.complete else "right so far",)

    def to_json(self) -> dict[str, Any]:
        """JSON-ready data; docs/json.md describes the keys."""
        return {"right_so_far": self.right_so_far, **asdict(self)}


@runtime_checkable
class JudgesEntries(Protocol):
    """A puzzle that can tell which of the values that somebody filled in are wrong, and why."""

    def judge(self, instance: Any, entries: Mapping[str, int], watch: Watch) -> Judgement:
        """Judge each by what the clues say; LimitError if the limits ran out first."""
