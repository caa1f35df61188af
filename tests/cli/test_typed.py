"""Typing an instance into a terminal: what to type is said, and a blank line ends it."""

from __future__ import annotations

import pytest

from tests.cli.test_player import Terminal


@pytest.mark.parametrize(
    "typed",
    [
        ". < .\n.   .\n\n",
        "- < -\n-\t \t-\n\n",
        ". < .\n\n.   .\n\n",  # a blank line in the middle is part of the board
        "┌───┬───┐\n│ · < · │\n├───┼───┤\n│ · │ · │\n└───┴───┘\n\n",
        "2:0,0L,0,0,\n\n",
        "\n. < .\n.   .\n\x04",
    ],
    ids=["grid", "dashes and tabs", "blank line inside", "drawing", "game ID", "Ctrl-D"],
)
def test_a_futoshiki_can_be_typed_and_pasted(typed: str) -> None:
    terminal = Terminal("solve", "futoshiki", "-")
    said = terminal.wait_for("or Ctrl-D")
    assert "a line for each row: numbers, . or - for empty cells" in said
    terminal.press(typed.encode())
    terminal.wait_for("one solution")
    assert terminal.end() == 0
    assert "│ 1 < 2 │" in terminal.plain


def test_two_blank_lines_end_what_is_no_board() -> None:
    terminal = Terminal("solve", "futoshiki", "-")
    terminal.wait_for("or Ctrl-D")
    terminal.press(b"1 2 3\n\n\n")
    terminal.wait_for("found 1 row, expected 3")
    assert terminal.end() == 2


@pytest.mark.parametrize(
    ("puzzle", "typed"),
    [
        ("tiles", "1 0\n2 3\n\n"),
        ("guarini", "3x3\n\n"),
        ("klotski", "####\n#*..\n####\n\n"),
        ("freecell", "H1\nS1\nD1\nC1\n\n"),
    ],
)
def test_every_puzzle_says_how_to_type_it(puzzle: str, typed: str) -> None:
    terminal = Terminal("solve", puzzle, "-")
    said = terminal.wait_for("or Ctrl-D")
    assert f"type or paste {puzzle}:" in said
    assert all(len(line) <= 90 for line in said.splitlines())  # with the codes for colours
    terminal.press(typed.encode())
    assert terminal.end() == 0
