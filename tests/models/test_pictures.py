"""What copla draws on a terminal can be pasted back: every shipped instance, whatever it looks like."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

import pytest

import copla
from copla.plugins.loading import shipped_names
from tests.cli.run import copla as run_copla

SHIPPED = [
    (name, instance)
    for name in ("freecell", "futoshiki", "guarini", "klotski", "tiles")
    for instance in shipped_names(copla.puzzle(name))
]


def drawn(instance: copla.Instance) -> str:
    assert isinstance(instance.puzzle, copla.Draws)
    return instance.puzzle.draw(instance.content).plain


def said(content: Any) -> dict[str, Any]:
    """Everything that a board says, but for what is only told about it."""
    assert is_dataclass(content)
    remarks = ("title", "optimum")
    return {field.name: getattr(content, field.name) for field in fields(content) if field.name not in remarks}


@pytest.mark.parametrize("puzzle", ["freecell", "futoshiki", "guarini", "klotski", "tiles"])
def test_every_picture_is_the_instance(puzzle: str) -> None:
    names = [instance for name, instance in SHIPPED if name == puzzle]
    assert names
    for name in names:
        instance = copla.load(puzzle, name)
        picture = drawn(instance)
        assert said(instance.puzzle.parse(picture, "pasted")) == said(instance.content), name
        # Terminals cut blanks at the end of a line, and people paste with blank lines around.
        pasted = "\n" + "\n".join(line.rstrip() for line in picture.split("\n")) + "\n\n"
        assert said(instance.puzzle.parse(pasted, "pasted")) == said(instance.content), name


@pytest.mark.parametrize(
    ("puzzle", "text"),
    [
        ("futoshiki", "2:0,0L,0,0,"),
        ("guarini", "Wx\n_B\ngoal:\nBx\n_W"),
        ("guarini", "W\n_\nB\ngoal:\nB\nW\n_"),
        ("guarini", "\n".join(["W" + "_" * 11] + ["x" * 12] * 10 + ["_" * 11 + "B"])),
        ("klotski", "rules: classic\nmetric: moves\na*.\n--#\ngoal:\n.a*\n...".replace("a*\n...", "*.\n...")),
        ("freecell", "foundations: S0 H1 D0 C1\ncells: S1 -\nD1 C2\n-\nH2 S2 D2"),
        ("freecell", "cells: 0\nH1 S1\nC1 D1"),
        ("tiles", "size: 2x3\ngoal: last\n1 0 2\n4 5 3"),
    ],
)
def test_so_is_the_picture_of_what_is_not_shipped(puzzle: str, text: str) -> None:
    try:
        content = copla.puzzle(puzzle).parse(text, "example")
    except copla.FormatError as error:
        pytest.fail(f"the sample is wrong: {error}")
    picture = copla.puzzle(puzzle).draw(content).plain  # type: ignore[attr-defined]
    assert said(copla.puzzle(puzzle).parse(picture, "pasted")) == said(content)


def test_a_solved_board_and_a_marked_one_are_boards_too() -> None:
    instance = copla.load("futoshiki", "extreme-14-1")
    puzzle, problem = instance.puzzle, instance.problem()
    assert isinstance(puzzle, copla.Draws)
    assert isinstance(problem, copla.ConstraintProblem)
    solution = copla.solve(problem).best
    full = puzzle.parse(puzzle.draw(instance.content, solution).plain, "pasted")
    assert [value for row in full.givens for value in row] == list(solution.values.values())
    assert full.signs == instance.content.signs
    marked = puzzle.draw(instance.content, None, problem.constraints).plain
    assert said(puzzle.parse(marked, "pasted")) == said(instance.content)


def test_the_program_reads_what_it_draws() -> None:
    picture = drawn(copla.load("tiles", "eight-4"))
    run = run_copla("solve", "tiles", "-", "--json", input=picture)
    assert (run.status, run.json["cost"]) == (0, 4)


@pytest.mark.parametrize(
    ("puzzle", "picture", "message"),
    [
        ("tiles", "┌───┬───┐\n│ 1 │ 2 │\n├───┼───┤\n│ · │ x │\n└───┴───┘", "pasted:4:7: found 'x', expected a number"),
        ("tiles", "┌───┬───┐\n│ 1 │ 2 │\n├───┼───┤\n│ · │", "pasted:4:4: found 3 numbers, expected 4 for the size 2x2"),
        (
            "futoshiki",
            "┌───┬───┐\n│ 1 > q │\n├───┼───┤\n│ · │ · │\n└───┴───┘",
            "pasted:2:6: found 'q' in a cell, expected a number",
        ),
        (
            "futoshiki",
            "┌───┬───┐\n│ · │ · │\n├─∧─┼───┤\n├─∨─┼───┤\n│ · │ · │\n└───┴───┘",
            "pasted:5:1: found 2 lines of the frame above row 2, expected one with the signs between the rows",
        ),
        (
            "futoshiki",
            "┌───┬───┐\n│ · │ · │\n│ · │ · │\n└───┴───┘",
            "pasted:3:1: found 0 lines of the frame above row 2, expected one",
        ),
        (
            "futoshiki",
            "├─∨─┼───┤\n│ · │ · │\n├───┼───┤\n│ · │ · │\n└───┴───┘",
            "pasted:1:1: found signs outside of the board, expected them between two rows",
        ),
        ("klotski", "▒▒▒▒▒▒\n▒▒ a ?\n▒▒▒▒▒▒", "pasted:2:3: found '?', expected '#', '.', '*', a-z"),
        ("guarini", "   1  2\n1  ♘  ?\n", "pasted:2:2: found '?', expected W, B, _ or x"),
        ("freecell", "   ♠    ♥    ♦    ♣\n   ·", "pasted:2:5: found the end, expected the cells and the columns"),
        ("freecell", "   ♠    ♥    ♦    ♣\n   ·    ·\n   1\n  Z♥\n", "pasted:4:1: found 'Z♥', expected a card such"),
    ],
)
def test_a_spoilt_picture_is_an_error_with_its_place(puzzle: str, picture: str, message: str) -> None:
    with pytest.raises(copla.FormatError) as error:
        copla.puzzle(puzzle).parse(picture, "pasted")
    assert str(error.value).startswith(message)
