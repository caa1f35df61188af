"""Hints of the planning puzzles: moves of a plan that lead to the goal, and all that is said of them is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import copla
from copla.models.freecell.board import Card, Deal
from copla.models.freecell.hints import purpose as freecell_purpose
from copla.models.freecell.replay import replay as freecell_replay
from copla.models.guarini.board import Board as Knights
from copla.models.guarini.hints import purpose as guarini_purpose
from copla.models.guarini.replay import replay as guarini_replay
from copla.models.klotski.hints import purpose as klotski_purpose
from copla.models.klotski.replay import replay as klotski_replay
from copla.models.tiles.hints import advise as tiles_advice
from copla.models.tiles.replay import replay as tiles_replay
from tests.cli.run import copla as run

SMALL = [("tiles", "1 2 5 3 4 0 6 7 8"), ("guarini", "3x3"), ("klotski", "easy"), ("klotski", "already-goal")]
LONG = [("tiles", "korf-79"), ("guarini", "4x4"), ("klotski", "dads-puzzler"), ("freecell", "617")]


def hint_after(instance: copla.Instance, *moves: str) -> copla.Hint:
    assert isinstance(instance.puzzle, copla.GivesHints)
    return instance.puzzle.hint(instance.content, copla.Watch(), copla.Solution(moves=moves))


def plan_of(puzzle: str, name: str) -> tuple[copla.Instance, copla.Solution]:
    instance = copla.load(puzzle, name)
    return instance, copla.solve(instance).best


def later(words: str) -> int:
    """When something is said to happen, in moves after this one."""
    found = re.search(r"(?:([0-9]+) moves later|next)$", words)
    assert found is not None, words
    return int(found[1]) if found[1] else 1


@pytest.mark.parametrize(("puzzle", "name"), SMALL)
def test_hints_lead_to_the_goal_on_a_shortest_way(puzzle: str, name: str) -> None:
    instance = copla.load(puzzle, name)
    problem = instance.problem()
    cheapest = copla.solve(problem, "search", options={"algorithm": "ucs"}).cost
    made: list[str] = []
    while (hint := hint_after(instance, *made)).labels:
        assert hint.optimal
        assert hint.left == hint_after(instance, *made).left
        made.extend(hint.labels)
    assert hint.reasons == ("the goal is reached, and nothing is left to do",)
    assert copla.violations(problem, copla.Solution(moves=tuple(made), cost=cheapest)) == []


@pytest.mark.parametrize(("puzzle", "name"), LONG)
def test_a_hint_in_the_middle_of_a_game_is_a_move_that_is_possible_there(puzzle: str, name: str) -> None:
    instance, plan = plan_of(puzzle, name)
    assert plan.moves is not None
    for done in (0, 1, len(plan.moves) // 2, len(plan.moves) - 1):
        hint = hint_after(instance, *plan.moves[:done])
        made = copla.Solution(moves=(*plan.moves[:done], *hint.labels))
        wrong = copla.violations(instance.problem(), made)
        assert all("the goal is not reached" in line or "cost" in line for line in wrong)
        assert hint.move == instance.puzzle.moves(instance.content, made)[-1]  # type: ignore[attr-defined]


def test_every_plan_of_freecell_says_that_nothing_is_proven() -> None:
    hint = hint_after(copla.load("freecell", "617"))
    assert not hint.optimal
    assert "is not proven" in hint.reasons[-1]


def test_what_is_said_of_tiles_is_true_of_the_plan() -> None:
    instance, plan = plan_of("tiles", "korf-79")
    board, moves = instance.content, plan.moves or ()
    boards = [board, *(step.after for step in tiles_replay(board, plan))]
    for number in range(len(moves)):
        words = tiles_advice(copla.Solution(moves=moves[number:])).purpose
        found = re.search(r"(?:the first of ([0-9]+) moves after which )?tile ([0-9]+) is in its place", words)
        assert found is not None
        settled, tile = number + int(found[1] or 1), int(found[2])
        home = board.goal_tiles.index(tile)
        assert all(after.tiles[home] == tile for after in boards[settled:])
        assert boards[settled - 1].tiles[home] != tile


def test_what_is_said_of_knights_is_true_of_the_plan() -> None:
    instance, plan = plan_of("guarini", "4x4")
    board: Knights = instance.content
    steps = list(guarini_replay(board, plan))
    kinds = set()
    for number, step in enumerate(steps):
        words, (source, target) = guarini_purpose(steps[number:]), step.touched
        after = [later_step.after for later_step in steps[number:]]
        kinds.add(words.split()[0])
        if "is in its place" in words:
            assert all(position[target[0]][target[1]] == board.goal[target[0]][target[1]] for position in after)
        elif "free then" in words:
            when = later(words)
            colour = steps[number + when].after[source[0]][source[1]]
            assert (colour == "W") == ("white" in words)
            assert all(position[source[0]][source[1]] == "_" for position in after[:when])
        else:
            assert steps[number + later(words)].touched[0] == target
    assert len(kinds) > 1


def test_what_is_said_of_blocks_is_true_of_the_plan() -> None:
    for name in ("dads-puzzler", "easy"):
        instance, plan = plan_of("klotski", name)
        board = instance.content
        steps = klotski_replay(board, plan)
        blocks = board.blocks()
        for number, step in enumerate(steps):
            words, symbol = klotski_purpose(board, blocks, steps[number:]), step.move.symbol
            if words.startswith("makes room for"):
                when = later(words)
                other = steps[number + when].move.symbol
                assert ("the special block" if other == "*" else f"block {other},") in words
                freed = blocks[symbol] - step.after[symbol]
                assert steps[number + when].after[other] & freed
                assert not steps[number + when - 1].after[other] & freed
                assert all(later_step.move.symbol != symbol for later_step in steps[number + 1 : number + when])
            elif "on its way" in words:
                assert steps[number + later(words)].move.symbol == symbol
            else:
                assert all(later_step.move.symbol != symbol for later_step in steps[number + 1 :])
            blocks = step.after


def test_what_is_said_of_cards_is_true_of_the_plan() -> None:
    instance, plan = plan_of("freecell", "617")
    deal: Deal = instance.content
    steps = freecell_replay(deal, plan)
    kinds = set()
    for number, step in enumerate(steps):
        words = freecell_purpose(steps[number:])
        stack = deal.stacks[step.source.number] if step.source.kind == "column" else ()
        below = stack[-2] if len(stack) > 1 else None
        if words.endswith(("next", "later")):
            needs = steps[number + later(words)]
            if "the card below it, can go" in words:
                kinds.add("uncovers")
                assert needs.move.card == below
                assert words.startswith(f"so that {below.face}, ")
            elif "the card below it" in words:
                kinds.add("serves")
                assert needs.move.onto == below
            elif "can follow it" in words:
                kinds.add("foundation")
                assert needs.move.card == Card(step.move.card.suit, step.move.card.value + 1)
                assert needs.target.kind == step.target.kind == "foundation"
            elif "can be put onto it" in words:
                assert needs.move.onto == step.move.card
            elif "goes there" in words:
                kinds.add("empties")
                assert needs.target == step.source
                assert below is None
            else:
                assert needs.move.card == step.move.card
        deal = step.after
    assert kinds >= {"uncovers", "foundation"}


def test_a_board_without_a_solution_says_why() -> None:
    hint = hint_after(copla.load("tiles", "two-by-two", {"goal": "last"}))
    assert not hint.solvable
    assert hint.move == ""
    assert hint.reasons


@pytest.mark.parametrize(
    ("puzzle", "name", "move"),
    [
        ("tiles", "korf-79", "15 left"),
        ("guarini", "4x4", "((0, 0), (5, 5))"),
        ("klotski", "easy", "1x1 at r2c2 up"),
        ("freecell", "617", "foundation S13"),
    ],
)
def test_a_game_with_an_impossible_move_is_refused(puzzle: str, name: str, move: str) -> None:
    with pytest.raises(copla.ModelError, match="not possible"):
        hint_after(copla.load(puzzle, name), move)


def test_the_command_gives_hints_in_words_and_as_json(tmp_path: Path) -> None:
    said = run("solve", "tiles", "1 3 2 0", "--hint")
    assert said.out == (
        "tile 3 moves down   (best plan)\n"
        "  tile 3 is in its place then, and stays there\n"
        "  the plan from here has 2 moves, and none is shorter\n"
    )
    done = tmp_path / "done.txt"
    done.write_text("3 down\n")
    data = run("solve", "tiles", "1 3 2 0", "--hint", "--so-far", str(done), "--json").json
    assert data["solvable"]
    assert data["hint"]["labels"] == ["1 right"]
    assert (data["hint"]["move"], data["hint"]["left"], data["hint"]["optimal"]) == ("tile 1 moves right", 1, True)
    done.write_text("2 up\n")
    wrong = run("solve", "tiles", "1 3 2 0", "--hint", "--so-far", str(done))
    assert (wrong.status, wrong.err) == (2, "copla: move 1, 2 up: not possible here\n")
    alone = run("solve", "tiles", "1 3 2 0", "--so-far", str(done))
    assert (alone.status, alone.err) == (2, "copla: found --so-far without --hint\n")
