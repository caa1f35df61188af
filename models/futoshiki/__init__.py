"""Futoshiki: an n x n Latin square with ``<`` and ``>`` between neighbours."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

from copla.answers.result import Solution
from copla.ground.limits import Watch
from copla.ground.text import counted
from copla.language.constraint_problem import ConstraintProblem
from copla.language.constraints import Constraint
from copla.models.futoshiki import drawing, formats, solutions
from copla.models.futoshiki.board import LARGEST_SIZE, Board
from copla.models.futoshiki.formats import game_id
from copla.models.futoshiki.grading import ARC, GRADES
from copla.models.futoshiki.model import problem_of
from copla.plugins.options import Option
from copla.plugins.puzzle import Generated, Hint

if TYPE_CHECKING:
    from rich.text import Text

__all__ = ["PUZZLE", "Board", "Futoshiki"]


class Futoshiki:
    """The puzzle as copla sees it; the parts are in the modules of this package."""

    name = "futoshiki"
    summary = "digits 1 to n once in every row and column, with < and > between neighbours"
    forms = formats.FORMS
    generator_options = (
        Option("size", 6, "rows and columns", least=1, most=LARGEST_SIZE),
        Option("difficulty", ARC, "the inference that is needed to solve it", GRADES),
    )

    def parse(self, text: str, source: str) -> Board:
        return formats.read(text, source)

    def is_inline(self, text: str) -> bool:
        return game_id.looks_like(text)

    def problem(self, instance: Board) -> ConstraintProblem:
        return problem_of(instance)

    def shipped(self) -> Traversable:
        return files("copla.instances") / "futoshiki"

    def describe(self, instance: Board) -> str:
        givens = sum(value > 0 for row in instance.givens for value in row)
        kind = "adjacent, " if instance.adjacent else ""
        return (
            f"{instance.size}x{instance.size}, {kind}{counted(givens, 'given')}, {counted(len(instance.signs), 'sign')}"
        )

    def write(self, instance: Board, form: str, solution: Solution | None = None) -> str:
        return formats.write(instance, form) if solution is None else solutions.write(instance, solution, form)

    def read_solution(self, instance: Board, text: str, source: str) -> Solution:
        return solutions.read(instance, text, source)

    def draw(self, instance: Board, solution: Solution | None = None, marked: Collection[Constraint] = ()) -> Text:
        return drawing.draw(instance, solution, marked)

    def svg(self, instance: Board, solution: Solution | None = None, marked: Collection[Constraint] = ()) -> str:
        return drawing.svg(instance, solution, marked)

    def generate(self, seed: int, options: Mapping[str, Any], watch: Watch) -> Generated:
        from copla.models.futoshiki.generator import generate

        board, grade = generate(options["size"], options["difficulty"], seed, watch)
        return Generated(board, f"{self.describe(board)}, difficulty {grade}, seed {seed}")

    def grade(self, instance: Board, watch: Watch) -> str:
        from copla.models.futoshiki.grading import grade

        watch.begin()
        return str(grade(instance, watch))

    def hint(self, instance: Board, watch: Watch) -> Hint:
        from copla.models.futoshiki.hints import hint

        return hint(instance, watch)


PUZZLE = Futoshiki()
