"""Sliding tiles: the 8-puzzle, the 15-puzzle, and boards of any shape from 2x2 to 6x6."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from typing import Any, ClassVar

from copla.answers.result import Solution
from copla.ground.limits import Watch
from copla.ground.text import counted
from copla.models.tiles import drawing, formats, playing, solutions
from copla.models.tiles.board import FIRST, GOALS, LARGEST_SIDE, SMALLEST_SIDE, Board
from copla.models.tiles.hints import hint
from copla.models.tiles.model import problem_of
from copla.models.tiles.refutation import refute
from copla.models.tiles.replay import in_words
from copla.models.tiles.symmetries import symmetries
from copla.plugins.options import Option
from copla.plugins.puzzle import Generated

__all__ = ["PUZZLE", "Board", "Tiles"]


class Tiles:
    """The puzzle as copla sees it; the parts are in the modules of this package."""

    name = "tiles"
    summary = "slide numbered tiles into order through one empty cell (8-puzzle, 15-puzzle, 2x2 to 6x6)"
    forms = formats.FORMS
    how_to_type = "a line for each row: the numbers of the tiles, 0 for the blank"
    instance_options = (Option("goal", None, "where the blank belongs, whatever the file says", GOALS),)
    generator_options = (
        Option("rows", 3, "rows of the board", least=SMALLEST_SIDE, most=LARGEST_SIDE),
        Option("columns", 3, "columns of the board", least=SMALLEST_SIDE, most=LARGEST_SIDE),
        Option("scrambles", 0, "random moves away from the goal (0: any board, equally likely)", least=0, most=100_000),
        Option("goal", FIRST, "where the blank belongs", GOALS),
    )
    small_options: ClassVar[Mapping[str, Sequence[Any]]] = {
        "rows": (2, 2, 2, 3),
        "columns": (2, 3, 3, 4),
        "scrambles": (0, 3, 6, 9),
        "goal": ("first", "last"),
    }
    larger_options: ClassVar[Mapping[str, Sequence[Any]]] = {
        "rows": (3,),
        "columns": (3,),
        "scrambles": (10, 20, 30),
        "goal": GOALS,
    }
    demonstration = ("two-by-two", "eight-10")

    parse = staticmethod(formats.read)

    def adjust(self, instance: Board, options: Mapping[str, Any]) -> Board:
        return instance if options["goal"] is None else replace(instance, goal=options["goal"])

    is_inline = staticmethod(formats.looks_like_list)
    problem = staticmethod(problem_of)
    symmetries = staticmethod(symmetries)
    refute = staticmethod(refute)

    shipped = staticmethod(lambda: files("copla.instances") / "tiles")

    def describe(self, instance: Board) -> str:
        away = sum(0 < tile != home for tile, home in zip(instance.tiles, instance.goal_tiles, strict=True))
        return f"{instance.rows}x{instance.columns}, blank {instance.goal}, {counted(away, 'tile')} out of place"

    def write(self, instance: Board, form: str, solution: Solution | None = None) -> str:
        return formats.write(instance, form) if solution is None else solutions.write(solution, form)

    read_solution = staticmethod(solutions.read)

    draw = staticmethod(drawing.draw)
    svg = staticmethod(drawing.svg)

    def moves(self, instance: Board, solution: Solution) -> list[str]:
        return [in_words(label) for label in solution.moves or ()]

    frames = staticmethod(drawing.frames)
    film = staticmethod(drawing.film)

    hint = staticmethod(hint)
    scenes = staticmethod(playing.scenes)
    legal = staticmethod(playing.legal)
    after = staticmethod(playing.after)

    def is_solved(self, instance: Board) -> bool:
        return instance.tiles == instance.goal_tiles

    def generate(self, seed: int, options: Mapping[str, Any], watch: Watch) -> Generated:
        from copla.models.tiles.generator import generate

        scrambles = options["scrambles"]
        board = generate(options["rows"], options["columns"], options["goal"], scrambles, seed)
        far = f", at most {scrambles} moves from the goal" if scrambles else ""
        return Generated(board, f"{self.describe(board)}{far}, seed {seed}")


PUZZLE = Tiles()
