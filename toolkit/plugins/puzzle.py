"""The protocol of a puzzle: text to instance to problem, plus what a puzzle may offer besides."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, runtime_checkable

from copla.answers.result import Solution
from copla.ground.limits import Watch
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
class ShipsInstances(Protocol):
    """Instances that come with the puzzle, as ``.txt`` files in one folder."""

    def shipped(self) -> Traversable:
        """The folder."""

    def describe(self, instance: Any) -> str:
        """A few words about an instance, for listings."""


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
class Grades(Protocol):
    """How hard an instance is, measured by what a solver needs."""

    def grade(self, instance: Any, watch: Watch) -> str:
        """The grade in words; LimitError if the limits ran out first."""


@dataclass(frozen=True, slots=True)
class Hint:
    """The next forced step: values by variable, the technique that gives them, and the reasons, one a line.

    Without values there is no such step, and the reasons say why; ``solvable`` is False if they prove that
    there is no solution.
    """

    values: dict[str, int]
    technique: str
    reasons: tuple[str, ...]
    solvable: bool = True


@runtime_checkable
class GivesHints(Protocol):
    """A puzzle that people can be helped with, one step at a time."""

    def hint(self, instance: Any, watch: Watch) -> Hint:
        """The next step by the easiest technique that gives one; LimitError if the limits ran out first."""
