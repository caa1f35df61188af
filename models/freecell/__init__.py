"""FreeCell: four suits of 1 to N, some columns, some free cells, and everything is in sight."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

from copla.answers.result import Solution
from copla.ground.limits import Watch
from copla.ground.text import counted
from copla.language.constraints import Constraint
from copla.language.planning_problem import PlanningProblem
from copla.models.freecell import drawing, formats, solutions
from copla.models.freecell.board import MOST_CELLS, MOST_RANKS, MOST_STACKS, USUAL_CELLS, USUAL_STACKS, Card, Deal
from copla.models.freecell.model import problem_of
from copla.models.freecell.replay import replay
from copla.plugins.options import Option
from copla.plugins.puzzle import Frame, Generated

if TYPE_CHECKING:
    from rich.text import Text

__all__ = ["PUZZLE", "Card", "Deal", "FreeCell"]


class FreeCell:
    """The puzzle as copla sees it; the parts are in the modules of this package."""

    name = "freecell"
    summary = "bring all cards to their foundations, one at a time, with a few free cells to help"
    forms = formats.FORMS
    generator_options = (
        Option("ranks", MOST_RANKS, "cards of each suit", least=1, most=MOST_RANKS),
        Option("stacks", USUAL_STACKS, "columns", least=1, most=MOST_STACKS),
        Option("cells", USUAL_CELLS, "free cells", least=0, most=MOST_CELLS),
        Option("solvable", False, "only a deal that was solved"),
    )

    def parse(self, text: str, source: str) -> Deal:
        return formats.read(text, source)

    def is_inline(self, text: str) -> bool:
        return formats.is_number(text)

    def problem(self, instance: Deal) -> PlanningProblem:
        return problem_of(instance)

    def shipped(self) -> Traversable:
        return files("copla.instances") / "freecell"

    def describe(self, instance: Deal) -> str:
        counts = [(instance.ranks, "rank"), (len(instance.stacks), "stack"), (len(instance.cells), "cell")]
        return ", ".join(counted(count, noun) for count, noun in counts)

    def write(self, instance: Deal, form: str, solution: Solution | None = None) -> str:
        return formats.write(instance, form) if solution is None else solutions.write(instance, solution, form)

    def read_solution(self, instance: Deal, text: str, source: str) -> Solution:
        return solutions.read(instance, text, source)

    def draw(self, instance: Deal, solution: Solution | None = None, marked: Collection[Constraint] = ()) -> Text:
        return drawing.draw(instance)

    def svg(self, instance: Deal, solution: Solution | None = None, marked: Collection[Constraint] = ()) -> str:
        return drawing.svg(instance)

    def moves(self, instance: Deal, solution: Solution) -> list[str]:
        return [step.words for step in replay(instance, solution)]

    def frames(self, instance: Deal, solution: Solution) -> list[Frame]:
        return drawing.frames(instance, solution)

    def film(self, instance: Deal, solution: Solution) -> str:
        return drawing.film(instance, solution)

    def generate(self, seed: int, options: Mapping[str, Any], watch: Watch) -> Generated:
        from copla.models.freecell.generator import generate

        deal, length = generate(**options, seed=seed, watch=watch)
        known = f", solved in {length} moves" if length is not None else ""
        return Generated(deal, f"{self.describe(deal)}{known}, seed {seed}")


PUZZLE = FreeCell()
