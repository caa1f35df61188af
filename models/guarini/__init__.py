"""Guarini's puzzle: white and black knights change places on a small chess board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, ClassVar

from copla.answers.result import Solution
from copla.ground.limits import Watch
from copla.models.guarini import drawing, formats, playing, solutions
from copla.models.guarini.board import BLACK, HOLE, LARGEST_SIDE, WHITE, Board, knights
from copla.models.guarini.hints import hint
from copla.models.guarini.model import problem_of
from copla.models.guarini.refutation import refute
from copla.models.guarini.replay import replay
from copla.models.guarini.symmetries import symmetries
from copla.plugins.options import Option
from copla.plugins.puzzle import Generated

__all__ = ["PUZZLE", "Board", "Guarini"]


class Guarini:
    """The puzzle as copla sees it; the parts are in the modules of this package."""

    name = "guarini"
    summary = "white and black knights change places on a small chess board, in as few moves as possible"
    forms = formats.FORMS
    how_to_type = "the board as it looks: W and B for knights, _ for empty squares;\nor a size such as 4x3"
    generator_options = (
        Option("rows", 4, "rows of the board", least=1, most=LARGEST_SIDE),
        Option("columns", 4, "columns of the board", least=1, most=LARGEST_SIDE),
        Option("white", 3, "white knights", least=0, most=LARGEST_SIDE**2),
        Option("black", 3, "black knights", least=0, most=LARGEST_SIDE**2),
        Option("scrambles", 100, "random moves that lead from the goal to the start", least=1, most=100_000),
    )
    small_options: ClassVar[Mapping[str, Sequence[Any]]] = {
        "rows": (1, 2, 3, 3),
        "columns": (2, 3, 3),
        "white": (0, 1, 2),
        "black": (0, 1, 2),
        "scrambles": (1, 9),
    }
    larger_options: ClassVar[Mapping[str, Sequence[Any]]] = {
        "rows": (3, 4),
        "columns": (4,),
        "white": (2, 3),
        "black": (2, 3),
        "scrambles": (9, 30),
    }
    demonstration = ("diagonal-3x3", "unsolvable-2x5")

    parse = staticmethod(formats.read)
    is_inline = staticmethod(formats.is_size)
    problem = staticmethod(problem_of)
    symmetries = staticmethod(symmetries)
    refute = staticmethod(refute)

    shipped = staticmethod(lambda: files("copla.instances") / "guarini")

    def describe(self, instance: Board) -> str:
        white, black, holes = (len(knights(instance.start, what)) for what in (WHITE, BLACK, HOLE))
        missing = f", {holes} squares missing" if holes > 1 else ", a square missing" if holes else ""
        aim = "colours exchanged" if instance.exchanges else "another placement as the goal"
        return f"{instance.rows}x{instance.columns}, {white} white, {black} black{missing}, {aim}"

    def write(self, instance: Board, form: str, solution: Solution | None = None) -> str:
        text = formats.write(instance, form)
        return text if solution is None else solutions.write(solution)

    read_solution = staticmethod(solutions.read)

    draw = staticmethod(drawing.draw)
    svg = staticmethod(drawing.svg)

    def moves(self, instance: Board, solution: Solution) -> list[str]:
        return [step.words for step in replay(instance, solution)]

    frames = staticmethod(drawing.frames)
    film = staticmethod(drawing.film)

    hint = staticmethod(hint)
    scenes = staticmethod(playing.scenes)
    legal = staticmethod(playing.legal)
    after = staticmethod(playing.after)

    def is_solved(self, instance: Board) -> bool:
        return instance.start == instance.goal

    def generate(self, seed: int, options: Mapping[str, Any], watch: Watch) -> Generated:
        from copla.models.guarini.generator import generate

        board = generate(**options, seed=seed, watch=watch)
        return Generated(board, f"{self.describe(board)}, at most {options['scrambles']} moves, seed {seed}")


PUZZLE = Guarini()
