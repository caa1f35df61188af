"""Futoshiki on the page: the board as data, checks of one's own entries, the whole way to the solution in steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from copla.ground.errors import CoplaError
from copla.ground.limits import Watch
from copla.ground.text import cell_name
from copla.models.futoshiki.board import cells
from copla.models.futoshiki.explaining import cells_in_common, steps_to_the_end
from copla.models.futoshiki.formats import game_id
from copla.models.futoshiki.judging import judge
from copla.studio.asked import Asked, asked, entries_of
from copla.studio.errands import Data, prepare, told

__all__ = ["check", "common", "described", "prepare", "walkthrough"]


def asked_board(data: Mapping[str, Any]) -> Asked:
    question = asked(data)
    if question.puzzle.name != "futoshiki":
        raise CoplaError(f"found a board of {question.puzzle.name}, expected a Futoshiki")
    return question


def described(question: Asked) -> Data:
    """The board as data, its picture, and the game ID that stands for it."""
    board = question.instance.content
    signs = {}
    for smaller, greater in board.signs:
        first, second = sorted((smaller, greater))
        signs[f"{cell_name(first)} {cell_name(second)}"] = board.sign(first, second)
    return {
        "size": board.size,
        "adjacent": board.adjacent,
        "givens": {cell_name((r, c)): board.givens[r][c] for r, c in cells(board.size) if board.givens[r][c]},
        "signs": signs,
        "id": game_id.write(board).strip(),
        "svg": question.puzzle.svg(board),
        "about": question.puzzle.describe(board),
    }


@told
def check(data: Data, watch: Watch) -> Data:
    """Which entries are already wrong, each with the reasons and the clues that they rest on."""
    board, entries = asked_board(data).instance.content, entries_of(data)
    watch.begin()
    found = judge(board, entries, watch)
    given = {cell_name((r, c)) for r, c in cells(board.size) if board.givens[r][c]}
    missing = board.size**2 - len(given | entries.keys())
    return {**found.to_json(), "lines": found.lines(), "missing": missing}


@told
def common(data: Data, watch: Watch) -> Data:
    found = cells_in_common(asked_board(data).instance.content, watch)
    return {"values": found or {}, "solvable": found is not None}


@told
def walkthrough(data: Data, watch: Watch) -> Data:
    *steps, end = steps_to_the_end(asked_board(data).instance.content, watch)
    return {"steps": [step.to_json() for step in steps], "solvable": end.solvable, "end": end.reasons}
