"""FreeCell: four suits of 1 to N, some columns, some free cells, and everything is in sight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, ClassVar

from copla.answers.result import Solution
from copla.ground.limits import Watch
from copla.ground.text import counted
from copla.models.freecell import drawing, formats, playing, solutions
from copla.models.freecell.board import MOST_CELLS, MOST_RANKS, MOST_STACKS, USUAL_CELLS, USUAL_STACKS, Card, Deal
from copla.models.freecell.hints import hint
from copla.models.freecell.model import problem_of
from copla.models.freecell.replay import replay
from copla.models.freecell.symmetries import symmetries
from copla.plugins.options import Option
from copla.plugins.puzzle import Generated

__all__ = ["PUZZLE", "Card", "Deal", "FreeCell"]


class FreeCell:
    """The puzzle as copla sees it; the parts are in the modules of this package."""

    name = "freecell"
    summary = "bring all cards to their foundations, one at a time, with a few free cells to help"
    forms = formats.FORMS
    how_to_type = (
        "a line for each column, its lowest card first, such as H10 S2 D13;\nor the number of a Microsoft deal"
    )
    generator_options = (
        Option("ranks", MOST_RANKS, "cards of each suit", least=1, most=MOST_RANKS),
        Option("stacks", USUAL_STACKS, "columns", least=1, most=MOST_STACKS),
        Option("cells", USUAL_CELLS, "free cells", least=0, most=MOST_CELLS),
        Option("solvable", False, "only a deal that was solved"),
    )
    small_options: ClassVar[Mapping[str, Sequence[Any]]] = {
        "ranks": (1, 1, 2, 3),
        "stacks": (1, 2, 3),
        "cells": (0, 1, 2),
        "solvable": (False,),
    }
    larger_options: ClassVar[Mapping[str, Sequence[Any]]] = {
        "ranks": (3, 4, 5, 6),
        "stacks": (3, 4, 5),
        "cells": (1, 2),
        "solvable": (False,),
    }
    demonstration = ("ranks-1-1", "ranks-2-1")

    parse = staticmethod(formats.read)
    is_inline = staticmethod(formats.is_number)
    problem = staticmethod(problem_of)
    symmetries = staticmethod(symmetries)

    shipped = staticmethod(lambda: files("copla.instances") / "freecell")

    def describe(self, instance: Deal) -> str:
        counts = [(instance.ranks, "rank"), (len(instance.stacks), "stack"), (len(instance.cells), "cell")]
        return ", ".join(counted(count, noun) for count, noun in counts)

    def write(self, instance: Deal, form: str, solution: Solution | None = None) -> str:
        return formats.write(instance, form) if solution is None else solutions.write(instance, solution, form)

    read_solution = staticmethod(solutions.read)

    draw = staticmethod(drawing.draw)
    svg = staticmethod(drawing.svg)

    def moves(self, instance: Deal, solution: Solution) -> list[str]:
        return [step.words for step in replay(instance, solution)]

    frames = staticmethod(drawing.frames)
    film = staticmethod(drawing.film)

    hint = staticmethod(hint)
    scenes = staticmethod(playing.scenes)
    legal = staticmethod(playing.legal)
    after = staticmethod(playing.after)
    is_solved = staticmethod(playing.is_solved)

    def generate(self, seed: int, options: Mapping[str, Any], watch: Watch) -> Generated:
        from copla.models.freecell.generator import generate

        deal, length = generate(**options, seed=seed, watch=watch)
        known = f", solved in {length} moves" if length is not None else ""
        return Generated(deal, f"{self.describe(deal)}{known}, seed {seed}")


PUZZLE = FreeCell()
