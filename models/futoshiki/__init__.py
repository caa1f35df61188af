"""Futoshiki: an n x n Latin square with ``<`` and ``>`` between neighbours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, ClassVar

from copla.answers.result import Solution
from copla.ground.limits import Watch
from copla.ground.text import counted
from copla.models.futoshiki import drawing, formats, solutions
from copla.models.futoshiki.board import LARGEST_SIZE, Board
from copla.models.futoshiki.formats import game_id
from copla.models.futoshiki.grading import ARC, GRADES, WORDS, grade, read_difficulty
from copla.models.futoshiki.hints import hint
from copla.models.futoshiki.judging import judge
from copla.models.futoshiki.model import problem_of
from copla.models.futoshiki.symmetries import symmetries
from copla.plugins.options import Option
from copla.plugins.puzzle import Generated, Judgement

__all__ = ["PUZZLE", "Board", "Futoshiki"]


class Futoshiki:
    """The puzzle as copla sees it; the parts are in the modules of this package."""

    name = "futoshiki"
    summary = "digits 1 to n once in every row and column, with < and > between neighbours"
    forms = formats.FORMS
    how_to_type = (
        "a line for each row: numbers, . or - for empty cells, < or > between cells;\n"
        "^ or v below a cell in lines between the rows; a game ID or a drawing, too"
    )
    generator_options = (
        Option("size", 6, "rows and columns", least=1, most=LARGEST_SIZE),
        Option(
            "difficulty", WORDS[ARC], "how hard: a word, or the inference that it needs", (*WORDS.values(), *GRADES)
        ),
    )
    small_options: ClassVar[Mapping[str, Sequence[Any]]] = {
        "size": (1, 2, 3, 3, 4),
        "difficulty": ("naked-single", "forward-checking", "arc-consistency"),
    }
    larger_options: ClassVar[Mapping[str, Sequence[Any]]] = {
        "size": (5, 5, 6),
        "difficulty": ("naked-single", "forward-checking", "arc-consistency"),
    }
    demonstration = ("extreme-5-1", "several-empty-3", "unsolvable-row")

    parse = staticmethod(formats.read)
    is_inline = staticmethod(game_id.looks_like)
    problem = staticmethod(problem_of)
    symmetries = staticmethod(symmetries)

    shipped = staticmethod(lambda: files("copla.instances") / "futoshiki")

    def describe(self, instance: Board) -> str:
        givens = sum(value > 0 for row in instance.givens for value in row)
        kind = "adjacent, " if instance.adjacent else ""
        return (
            f"{instance.size}x{instance.size}, {kind}{counted(givens, 'given')}, {counted(len(instance.signs), 'sign')}"
        )

    def write(self, instance: Board, form: str, solution: Solution | None = None) -> str:
        return formats.write(instance, form) if solution is None else solutions.write(instance, solution, form)

    read_solution = staticmethod(solutions.read)

    draw = staticmethod(drawing.draw)
    svg = staticmethod(drawing.svg)

    def generate(self, seed: int, options: Mapping[str, Any], watch: Watch) -> Generated:
        from copla.models.futoshiki.generator import generate

        board, grade = generate(options["size"], read_difficulty(options["difficulty"]), seed, watch)
        return Generated(board, f"{self.describe(board)}, difficulty {grade}, seed {seed}")

    def grade(self, instance: Board, watch: Watch) -> str:
        watch.begin()
        return str(grade(instance, watch))

    hint = staticmethod(hint)

    def judge(self, instance: Board, entries: Mapping[str, int], watch: Watch) -> Judgement:
        watch.begin()
        return judge(instance, entries, watch)


PUZZLE = Futoshiki()
