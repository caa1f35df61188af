"""The two forms of a board: what is read, and that what is written is read back the same."""

from __future__ import annotations

import random

import pytest

from copla import FormatError, ModelError
from copla.models.klotski import PUZZLE, Board
from tests.models.klotski.rules import CLASSIC, GENERAL, SMALL_CLASSIC, classic, general, random_board


def test_a_matrix_without_header_lines_is_the_general_form() -> None:
    board = PUZZLE.parse("####\n#a*.\n####\n", "test")
    assert board == Board(("####", "#a*.", "####"))
    assert not board.classic
    assert board.metric == "cost"
    assert board.blocks() == {"a": {(1, 1)}, "*": {(1, 2)}}


def test_header_lines_make_the_classic_form() -> None:
    board = PUZZLE.parse(CLASSIC, "test")
    assert board.classic
    assert board.metric == "steps"
    assert board.rows == ("B**C", "B**C", "DEEF", "DGHF", "I..J")
    assert board.goal_blocks() == {"*": {(3, 1), (3, 2), (4, 1), (4, 2)}}


@pytest.mark.parametrize("metric", ["steps", "moves", "slides"])
def test_the_metric_is_read(metric: str) -> None:
    assert PUZZLE.parse(CLASSIC.replace("steps", metric), "test").metric == metric


def test_a_title_and_an_optimum_may_stand_before_either_form() -> None:
    general_form = PUZZLE.parse("title: a corridor\noptimum: cost 3\n####\n#*..\n####\n", "test")
    assert (general_form.title, general_form.optimum, general_form.classic) == ("a corridor", "cost 3", False)
    classic_form = PUZZLE.parse("title: Ünicode 橫: yes\n" + CLASSIC, "test")
    assert (classic_form.title, classic_form.classic) == ("Ünicode 橫: yes", True)


def test_the_rules_of_the_general_form_may_be_named() -> None:
    assert PUZZLE.parse("rules: general\n####\n#*..\n####\n", "test") == PUZZLE.parse("####\n#*..\n####\n", "test")


def test_header_lines_come_in_any_order_and_case() -> None:
    lines = CLASSIC.splitlines()
    assert PUZZLE.parse("\n".join(["Metric:steps", " RULES : classic", *lines[2:]]), "x") == PUZZLE.parse(CLASSIC, "x")


@pytest.mark.parametrize("around", ["\n\n{}\n\n\n", "{}   \n", "{}"])
def test_empty_lines_around_a_matrix_do_not_matter(around: str) -> None:
    assert PUZZLE.parse(around.format("####\n#*..\n####"), "test").rows == ("####", "#*..", "####")


def test_a_block_may_start_in_the_exit() -> None:
    assert PUZZLE.parse("####\n#.*a\n####\n", "test").blocks()["a"] == {(1, 3)}


@pytest.mark.parametrize("text", ["##.#\n#..#\n####", "###.\n#*..\n####", "..##\n.*.#\n####", "####\n#*.#\n#..#\n.###"])
def test_an_exit_may_be_anywhere_on_the_border_and_go_round_a_corner(text: str) -> None:
    assert PUZZLE.parse(text, "test").rows == tuple(text.split("\n"))


def test_the_whole_goal_of_several_blocks_is_read() -> None:
    assert classic("three goals", "steps").goal_blocks() == {"b": {(0, 1)}, "a": {(1, 1)}, "*": {(2, 0)}}


def test_walls_may_be_anywhere_in_the_classic_form_and_gates_are_for_the_special_block() -> None:
    board = classic("gate", "steps")
    assert board.open_to("*", (3, 2))
    assert not board.open_to("a", (3, 2))
    assert not board.open_to("*", (0, 0))


@pytest.mark.parametrize("name", GENERAL)
def test_a_general_board_is_written_as_it_was_read(name: str) -> None:
    assert PUZZLE.write(general(name), "matrix") == GENERAL[name]


@pytest.mark.parametrize("metric", ["steps", "moves", "slides"])
@pytest.mark.parametrize("name", SMALL_CLASSIC)
def test_a_classic_board_is_written_and_read_back(name: str, metric: str) -> None:
    board = classic(name, metric)
    assert PUZZLE.parse(PUZZLE.write(board, "matrix"), "test") == board


def test_the_classic_board_is_written_as_it_was_read() -> None:
    assert PUZZLE.write(PUZZLE.parse(CLASSIC, "test"), "matrix") == CLASSIC


@pytest.mark.parametrize("seed", range(30))
def test_random_boards_are_written_and_read_back(seed: int) -> None:
    board = random_board(random.Random(seed))
    assert PUZZLE.parse(PUZZLE.write(board, "matrix"), "test") == board


def test_another_form_is_refused() -> None:
    with pytest.raises(ModelError, match="there is no form 'png' of a Klotski, expected matrix"):
        PUZZLE.write(general("corridor"), "png")


def test_the_largest_matrix_is_read_and_a_larger_one_refused() -> None:
    rows = ["#" * 20, *["#" + "." * 18 + "#"] * 18, "#" * 19 + "."]
    assert len(PUZZLE.parse("\n".join(rows), "test").rows) == 20
    with pytest.raises(FormatError, match="found 21 lines of a matrix, expected at most 20"):
        PUZZLE.parse("\n".join([rows[0], *rows]), "test")


def test_a_description_says_the_size_the_blocks_and_the_rules() -> None:
    assert PUZZLE.describe(general("corridor")) == "3x5, 1 block, with an exit"
    assert PUZZLE.describe(PUZZLE.parse("title: Old\n" + CLASSIC, "test")) == "5x4, 10 blocks, classic, steps: Old"
