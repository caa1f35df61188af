"""What crosses between Python and the kernels: settings by name, and one shape of report from each of them."""

from __future__ import annotations

from typing import Any

import pytest

from copla.backends.native import freecell, planning
from copla.backends.native.engine import _engine
from copla.models.freecell.formats.microsoft import microsoft_deal
from copla.models.freecell.model import structure
from copla.models.tiles.generator import generate
from copla.models.tiles.model import problem_of
from tests.backends.native.built_in import unlimited

FIELDS = {"plans", "expanded", "generated", "held", "bound", "cuts"}


def by_planning(**settings: Any) -> _engine.Report[int]:
    task = planning.read_task(problem_of(generate(3, 3, "first", 12, 1)))
    return _engine.search(task, None, _engine.Settings(**settings), unlimited())


def by_tiles(**settings: Any) -> _engine.Report[int]:
    board = generate(3, 3, "first", 12, 1)
    position = _engine.TilePosition(3, 3, board.tiles, board.goal_tiles)
    return _engine.search_tiles(position, [], _engine.TileSettings(**settings), unlimited())


def by_freecell(**settings: Any) -> _engine.Report[str]:
    board = freecell.board(structure(microsoft_deal(1)).data)
    return _engine.search_freecell(board, _engine.FreecellSettings(**settings), unlimited())


@pytest.mark.parametrize("kernel", [by_planning, by_tiles, by_freecell])
def test_every_kernel_gives_one_shape(kernel: Any) -> None:
    report = kernel()
    assert {name for name in dir(report) if not name.startswith("_")} == FIELDS
    (plan,) = report.plans
    assert (report.expanded > 0, report.generated > 0, report.cuts) == (True, True, [])
    assert (plan.generated, plan.seconds >= 0) == (report.generated, True)
    assert report.bound is None or report.bound <= plan.cost
    assert len(plan.steps) in (plan.cost, plan.cost + 1)  # actions, or the cells of the blank from the start on


def test_a_kernel_that_gives_up_says_so() -> None:
    report = by_tiles(heuristic="linear-conflict", most_nodes=1)
    assert (report.plans, report.cuts) == ([], ["budget"])
    assert by_planning(algorithm="bfs", depth=1).cuts == ["depth"]


@pytest.mark.parametrize("settings", [_engine.Settings, _engine.TileSettings, _engine.FreecellSettings])
def test_settings_are_given_by_name_and_only_those_that_there_are(settings: Any) -> None:
    settings()
    with pytest.raises(TypeError):
        settings("astar")
    with pytest.raises(TypeError, match="a setting that it does not have"):
        settings(colour="red")
