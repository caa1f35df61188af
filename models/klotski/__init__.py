"""Klotski: sliding blocks of any shape, with an exit for the special block or as the classic game."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

from copla.answers.result import Solution
from copla.ground.errors import ModelError
from copla.ground.limits import Watch
from copla.language.constraints import Constraint
from copla.language.planning_problem import PlanningProblem
from copla.models.klotski import drawing, formats, replay, solutions
from copla.models.klotski.board import SPECIAL, STEPS, Board
from copla.models.klotski.heuristics import distances
from copla.models.klotski.kinds import kinds_of
from copla.models.klotski.model import problem_of
from copla.models.klotski.report import solution_report
from copla.plugins.options import Option
from copla.plugins.puzzle import Frame, Generated

if TYPE_CHECKING:
    from rich.text import Text

__all__ = ["PUZZLE", "Board", "Klotski", "solution_report"]


class Klotski:
    """The puzzle as copla sees it; the parts are in the modules of this package."""

    name = "klotski"
    summary = "sliding blocks of any shape: let the special block out, or bring it to its place"
    forms = ("matrix",)
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
        number = len(instance.blocks())
        rules = f"classic, {instance.metric}" if instance.classic else "with an exit"
        shown = f"{size}, {number} block{'' if number == 1 else 's'}, {rules}"
        return f"{shown}: {instance.title}" if instance.title else shown

    def write(self, instance: Board, form: str, solution: Solution | None = None) -> str:
        if form not in self.forms:
            raise ModelError(f"there is no form {form!r} of a Klotski, expected {' or '.join(self.forms)}")
        return formats.write(instance) if solution is None else solutions.write_solution(instance, solution)

    def read_solution(self, instance: Board, text: str, source: str) -> Solution:
        return solutions.read_solution(instance, text, source)

    def draw(self, instance: Board, solution: Solution | None = None, marked: Collection[Constraint] = ()) -> Text:
        return drawing.draw(instance)

    def svg(self, instance: Board, solution: Solution | None = None, marked: Collection[Constraint] = ()) -> str:
        return drawing.svg(instance)

    def moves(self, instance: Board, solution: Solution) -> list[str]:
        return replay.words(instance, solution.moves or ())

    def frames(self, instance: Board, solution: Solution) -> list[Frame]:
        return drawing.frames(instance, solution)

    def film(self, instance: Board, solution: Solution) -> str:
        return drawing.film(instance, solution)

    def refute(self, instance: Board) -> str | None:
        aimed = {SPECIAL, *instance.goal_blocks()}
        for kind in kinds_of(instance):
            if kind.name in aimed and min(instance.blocks()[kind.name]) not in distances(kind, STEPS):
                target = "get to its goal" if instance.classic else "leave"
                return f"block {kind.name} could not {target} even if it were alone on the board"
        return None

    def generate(self, seed: int, options: Mapping[str, Any], watch: Watch) -> Generated:
        from copla.models.klotski.generator import generate

        made = generate(options["rows"], options["columns"], options["blocks"], seed, watch)
        return Generated(made.board, f"{self.describe(made.board)}, solvable in {made.length} steps, seed {seed}")


PUZZLE = Klotski()
