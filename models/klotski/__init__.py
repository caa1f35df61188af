"""Klotski: sliding blocks of any shape, with an exit for the special block or as the classic game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, ClassVar

from copla.answers.result import Solution
from copla.ground.limits import Watch
from copla.ground.text import counted
from copla.models.klotski import drawing, formats, playing, solutions
from copla.models.klotski.board import Board
from copla.models.klotski.hints import hint
from copla.models.klotski.model import problem_of
from copla.models.klotski.refutation import refute
from copla.models.klotski.replay import in_words
from copla.models.klotski.symmetries import symmetries
from copla.plugins.options import Option
from copla.plugins.puzzle import Generated

__all__ = ["PUZZLE", "Board", "Klotski"]


class Klotski:
    """The puzzle as copla sees it; the parts are in the modules of this package."""

    name = "klotski"
    summary = "sliding blocks of any shape: let the special block out, or bring it to its place"
    forms = formats.FORMS
    how_to_type = (
        "the board as it looks: # for the frame with a gap as the exit, . for free cells,\n"
        "* for the special block, letters for the others"
    )
    generator_options = (
        Option("rows", 4, "rows inside the frame", least=2, most=8),
        Option("columns", 4, "columns inside the frame", least=2, most=8),
        Option("blocks", 6, "blocks besides the special one", least=0, most=30),
    )
    small_options: ClassVar[Mapping[str, Sequence[Any]]] = {"rows": (2, 3), "columns": (2, 3), "blocks": (0, 1, 2, 3)}
    larger_options: ClassVar[Mapping[str, Sequence[Any]]] = {"rows": (3, 4), "columns": (4,), "blocks": (3, 4, 5)}
    demonstration = ("easy", "no-solution")

    parse = staticmethod(formats.read)
    problem = staticmethod(problem_of)
    symmetries = staticmethod(symmetries)

    shipped = staticmethod(lambda: files("copla.instances") / "klotski")

    def describe(self, instance: Board) -> str:
        size = f"{len(instance.rows)}x{len(instance.rows[0])}"
        rules = f"classic, {instance.metric}" if instance.classic else "with an exit"
        shown = f"{size}, {counted(len(instance.blocks()), 'block')}, {rules}"
        return f"{shown}: {instance.title}" if instance.title else shown

    def write(self, instance: Board, form: str, solution: Solution | None = None) -> str:
        text = formats.write(instance, form)
        return text if solution is None else solutions.write(instance, solution)

    read_solution = staticmethod(solutions.read)

    draw = staticmethod(drawing.draw)
    svg = staticmethod(drawing.svg)

    moves = staticmethod(in_words)
    frames = staticmethod(drawing.frames)
    film = staticmethod(drawing.film)
    refute = staticmethod(refute)

    hint = staticmethod(hint)
    scenes = staticmethod(playing.scenes)
    legal = staticmethod(playing.legal)
    after = staticmethod(playing.after)
    is_solved = staticmethod(playing.is_solved)

    def generate(self, seed: int, options: Mapping[str, Any], watch: Watch) -> Generated:
        from copla.models.klotski.generator import generate

        board, length = generate(**options, seed=seed, watch=watch)
        return Generated(board, f"{self.describe(board)}, solvable in {length} steps, seed {seed}")


PUZZLE = Klotski()
