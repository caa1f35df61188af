"""Sliding tiles: the 8-puzzle, the 15-puzzle, and boards of any shape from 2x2 to 6x6."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

from copla.answers.result import Solution
from copla.ground.limits import Watch
from copla.ground.text import counted
from copla.language.constraints import Constraint
from copla.language.planning_problem import PlanningProblem
from copla.models.tiles import drawing, formats, solutions
from copla.models.tiles.board import FIRST, GOALS, LARGEST_SIDE, SMALLEST_SIDE, Board
from copla.models.tiles.model import problem_of
from copla.models.tiles.refutation import refute
from copla.models.tiles.replay import in_words
from copla.plugins.options import Option
from copla.plugins.puzzle import Frame, Generated

if TYPE_CHECKING:
    from rich.text import Text

__all__ = ["PUZZLE", "Board", "Tiles"]


class Tiles:
    """The puzzle as copla sees it; the parts are in the modules of this package."""

    name = "tiles"
    summary = "slide numbered tiles into order through one empty cell (8-puzzle, 15-puzzle, 2x2 to 6x6)"
    forms = formats.FORMS
    instance_options = (Option("goal", None, "where the blank belongs, whatever the file says", GOALS),)
    generator_options = (
        Option("rows", 3, "rows of the board", least=SMALLEST_SIDE, most=LARGEST_SIDE),
        Option("columns", 3, "columns of the board", least=SMALLEST_SIDE, most=LARGEST_SIDE),
        Option("scrambles", 0, "random moves away from the goal (0: any board, equally likely)", least=0, most=100_000),
        Option("goal", FIRST, "where the blank belongs", GOALS),
    )

    def parse(self, text: str, source: str) -> Board:
        return formats.read(text, source)

    def adjust(self, instance: Board, options: Mapping[str, Any]) -> Board:
        return instance if options["goal"] is None else replace(instance, goal=options["goal"])

    def is_inline(self, text: str) -> bool:
        return formats.looks_like_list(text)

    def problem(self, instance: Board) -> PlanningProblem:
        return problem_of(instance)

    def refute(self, instance: Board) -> str | None:
        return refute(instance)

    def shipped(self) -> Traversable:
        return files("copla.instances") / "tiles"

    def describe(self, instance: Board) -> str:
        away = sum(0 < tile != home for tile, home in zip(instance.tiles, instance.goal_tiles, strict=True))
        return f"{instance.rows}x{instance.columns}, blank {instance.goal}, {counted(away, 'tile')} out of place"

    def write(self, instance: Board, form: str, solution: Solution | None = None) -> str:
        return formats.write(instance, form) if solution is None else solutions.write(solution, form)

    def read_solution(self, instance: Board, text: str, source: str) -> Solution:
        return solutions.read(instance, text, source)

    def draw(self, instance: Board, solution: Solution | None = None, marked: Collection[Constraint] = ()) -> Text:
        return drawing.draw(instance, solution)

    def svg(self, instance: Board, solution: Solution | None = None, marked: Collection[Constraint] = ()) -> str:
        return drawing.svg(instance, solution)

    def moves(self, instance: Board, solution: Solution) -> list[str]:
        return [in_words(label) for label in solution.moves or ()]

    def frames(self, instance: Board, solution: Solution) -> list[Frame]:
        return drawing.frames(instance, solution)

    def film(self, instance: Board, solution: Solution) -> str:
        return drawing.film(instance, solution)

    def generate(self, seed: int, options: Mapping[str, Any], watch: Watch) -> Generated:
        from copla.models.tiles.generator import generate

        scrambles = options["scrambles"]
        board = generate(options["rows"], options["columns"], options["goal"], scrambles, seed)
        far = f", at most {scrambles} moves from the goal" if scrambles else ""
        return Generated(board, f"{self.describe(board)}{far}, seed {seed}")


PUZZLE = Tiles()
