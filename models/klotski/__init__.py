"""Klotski: sliding blocks of any shape, with an exit for the special block or as the classic game."""

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
from copla.models.klotski import drawing, formats, solutions
from copla.models.klotski.board import Board
from copla.models.klotski.model import problem_of
from copla.models.klotski.refutation import refute
from copla.models.klotski.replay import in_words
from copla.plugins.options import Option
from copla.plugins.puzzle import Frame, Generated

if TYPE_CHECKING:
    from rich.text import Text

__all__ = ["PUZZLE", "Board", "Klotski"]


class Klotski:
    """The puzzle as copla sees it; the parts are in the modules of this package."""

    name = "klotski"
    summary = "sliding blocks of any shape: let the special block out, or bring it to its place"
    forms = formats.FORMS
    generator_options = (
        Option("rows", 4, "rows inside the frame", least=2, most=8),
        Option("columns", 4, "columns inside the frame", least=2, most=8),
        Option("blocks", 6, "blocks besides the special one", least=0, most=30),
    )

    def parse(self, text: str, source: str) -> Board:
        return formats.read(text, source)

    def problem(self, instance: Board) -> PlanningProblem:
        return problem_of(instance)

    def shipped(self) -> Traversable:
        return files("copla.instances") / "klotski"

    def describe(self, instance: Board) -> str:
        size = f"{len(instance.rows)}x{len(instance.rows[0])}"
        rules = f"classic, {instance.metric}" if instance.classic else "with an exit"
        shown = f"{size}, {counted(len(instance.blocks()), 'block')}, {rules}"
        return f"{shown}: {instance.title}" if instance.title else shown

    def write(self, instance: Board, form: str, solution: Solution | None = None) -> str:
        text = formats.write(instance, form)
        return text if solution is None else solutions.write(instance, solution)

    def read_solution(self, instance: Board, text: str, source: str) -> Solution:
        return solutions.read(instance, text, source)

    def draw(self, instance: Board, solution: Solution | None = None, marked: Collection[Constraint] = ()) -> Text:
        return drawing.draw(instance)

    def svg(self, instance: Board, solution: Solution | None = None, marked: Collection[Constraint] = ()) -> str:
        return drawing.svg(instance)

    def moves(self, instance: Board, solution: Solution) -> list[str]:
        return in_words(instance, solution)

    def frames(self, instance: Board, solution: Solution) -> list[Frame]:
        return drawing.frames(instance, solution)

    def film(self, instance: Board, solution: Solution) -> str:
        return drawing.film(instance, solution)

    def refute(self, instance: Board) -> str | None:
        return refute(instance)

    def generate(self, seed: int, options: Mapping[str, Any], watch: Watch) -> Generated:
        from copla.models.klotski.generator import generate

        board, length = generate(**options, seed=seed, watch=watch)
        return Generated(board, f"{self.describe(board)}, solvable in {length} steps, seed {seed}")


PUZZLE = Klotski()
