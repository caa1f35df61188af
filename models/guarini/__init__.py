"""Guarini's puzzle: white and black knights change places on a small chess board."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

from copla.answers.result import Solution
from copla.ground.limits import Watch
from copla.language.constraints import Constraint
from copla.language.planning_problem import PlanningProblem
from copla.models.guarini import drawing, formats, solutions
from copla.models.guarini.board import BLACK, HOLE, LARGEST_SIDE, WHITE, Board, knights
from copla.models.guarini.model import problem_of
from copla.models.guarini.refutation import refute
from copla.models.guarini.replay import replay
from copla.plugins.options import Option
from copla.plugins.puzzle import Frame, Generated

if TYPE_CHECKING:
    from rich.text import Text

__all__ = ["PUZZLE", "Board", "Guarini"]


class Guarini:
    """The puzzle as copla sees it; the parts are in the modules of this package."""

    name = "guarini"
    summary = "white and black knights change places on a small chess board, in as few moves as possible"
    forms = formats.FORMS
    generator_options = (
        Option("rows", 4, "rows of the board", least=1, most=LARGEST_SIDE),
        Option("columns", 4, "columns of the board", least=1, most=LARGEST_SIDE),
        Option("white", 3, "white knights", least=0, most=LARGEST_SIDE**2),
        Option("black", 3, "black knights", least=0, most=LARGEST_SIDE**2),
        Option("scrambles", 100, "random moves that lead from the goal to the start", least=1, most=100_000),
    )

    def parse(self, text: str, source: str) -> Board:
        return formats.read(text, source)

    def is_inline(self, text: str) -> bool:
        return formats.is_size(text)

    def problem(self, instance: Board) -> PlanningProblem:
        return problem_of(instance)

    def refute(self, instance: Board) -> str | None:
        return refute(instance)

    def shipped(self) -> Traversable:
        return files("copla.instances") / "guarini"

    def describe(self, instance: Board) -> str:
        white, black, holes = (len(knights(instance.start, what)) for what in (WHITE, BLACK, HOLE))
        missing = f", {holes} squares missing" if holes > 1 else ", a square missing" if holes else ""
        aim = "colours exchanged" if instance.exchanges else "another placement as the goal"
        return f"{instance.rows}x{instance.columns}, {white} white, {black} black{missing}, {aim}"

    def write(self, instance: Board, form: str, solution: Solution | None = None) -> str:
        text = formats.write(instance, form)
        return text if solution is None else solutions.write(solution)

    def read_solution(self, instance: Board, text: str, source: str) -> Solution:
        return solutions.read(instance, text, source)

    def draw(self, instance: Board, solution: Solution | None = None, marked: Collection[Constraint] = ()) -> Text:
        return drawing.draw(instance, solution)

    def svg(self, instance: Board, solution: Solution | None = None, marked: Collection[Constraint] = ()) -> str:
        return drawing.svg(instance, solution)

    def moves(self, instance: Board, solution: Solution) -> list[str]:
        return [step.words for step in replay(instance, solution)]

    def frames(self, instance: Board, solution: Solution) -> list[Frame]:
        return drawing.frames(instance, solution)

    def film(self, instance: Board, solution: Solution) -> str:
        return drawing.film(instance, solution)

    def generate(self, seed: int, options: Mapping[str, Any], watch: Watch) -> Generated:
        from copla.models.guarini.generator import generate

        board = generate(**options, seed=seed, watch=watch)
        return Generated(board, f"{self.describe(board)}, at most {options['scrambles']} moves, seed {seed}")


PUZZLE = Guarini()
