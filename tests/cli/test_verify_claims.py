"""copla verify: every solution that is handed in is looked at, and a claim is told apart from what was checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.run import copla

RIGHT, WRONG, DASHES = "1 2\n2 1\n", "2 1\n1 2\n", "----------\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("text", "status", "said"),
    [
        (RIGHT + DASHES, 0, ["a valid solution"]),
        (f"{RIGHT}{DASHES}==========\n", 0, ["a valid solution", "that there are no others is not looked into"]),
        (
            f"{RIGHT}{DASHES}{WRONG}{DASHES}",
            1,
            ["not a solution: 1 violation", "  solution 2: clue r1c1 < r1c2: violated by r1c1 = 2, r1c2 = 1"],
        ),
        (f"{RIGHT}{DASHES}{RIGHT}", 1, ["not a solution: 1 violation", "  solution 2 is solution 1 again"]),
    ],
)
def test_each_of_several_solutions_counts(text: str, status: int, said: list[str]) -> None:
    Path("said.txt").write_text(text)
    run = copla("verify", "futoshiki", "tiny-2", "said.txt")
    assert (run.status, run.out.splitlines(), run.err) == (status, said, "")


def test_several_right_ones_are_counted() -> None:
    board = "rules: unequal\n. .\n. .\n"
    Path("board.txt").write_text(board)
    Path("said.txt").write_text(RIGHT + DASHES + WRONG + DASHES)
    assert copla("verify", "futoshiki", "board.txt", "said.txt").out == "2 valid solutions\n"


SLIDING = "rules: classic\nmetric: steps\n*sc.\n....\n....\ngoal:\n....\n....\n...*\n"
"""The blocks are called s and c, as are lines of the solvers of competitions."""

EMPTY_ROW = "." * 10 + "\n"
GATES = f"rules: classic\nmetric: steps\n*a........\n{DASHES}{EMPTY_ROW}goal:\n{EMPTY_ROW}{EMPTY_ROW}*.........\n"
"""A row of the board looks like the line between two solutions."""


@pytest.mark.parametrize(
    ("plan", "status", "said"),
    [
        ("s down\nc right\n* right 2\n* down 2\n* right", 0, "a valid solution\ncost 7; 5 is possible, and the best\n"),
        ("s down\nc up\ns up\n* down 2\n* right 3", 1, "not a solution: 1 violation\n  step 2, 1x1 at r1c3 up"),
    ],
)
def test_moves_of_blocks_are_no_remarks_of_a_solver(plan: str, status: int, said: str) -> None:
    Path("board.txt").write_text(SLIDING)
    Path("plan.txt").write_text(plan)
    run = copla("verify", "klotski", "board.txt", "plan.txt")
    assert (run.status, run.out[: len(said)], run.err) == (status, said, "")


NAMES = "rules: classic\nmetric: steps\n*....\nunsat\ngoal:\n...*.\n.....\n"
"""Five blocks whose names make a word."""


@pytest.mark.parametrize(("board", "cost"), [(GATES, 2), (NAMES, 3)], ids=["gates", "names"])
def test_a_row_of_a_board_says_nothing_about_the_solution(board: str, cost: int) -> None:
    Path("board.txt").write_text(board)
    assert copla("solve", "klotski", "board.txt", "--output", "plan.txt").status == 0
    run = copla("verify", "klotski", "board.txt", "plan.txt")
    assert (run.status, run.out, run.err) == (0, f"a valid solution\ncost {cost}, the best possible\n", "")


def test_a_row_says_nothing_where_the_plan_around_it_is_broken_either() -> None:
    Path("board.txt").write_text(NAMES)
    copla("solve", "klotski", "board.txt", "--output", "plan.txt")
    Path("plan.txt").write_text(Path("plan.txt").read_text().replace("step 2: ", "step 2: please "))
    run = copla("verify", "klotski", "board.txt", "plan.txt")
    assert (run.status, run.out) == (2, "")
    assert "expected" in run.err
    Path("plan.txt").write_text("\n#######\nunsat\n")  # no plan, not even its beginning
    assert copla("verify", "klotski", "board.txt", "plan.txt").out.startswith("wrongly claimed")


def test_a_row_says_nothing_in_what_a_program_prints() -> None:
    Path("board.txt").write_text(NAMES)
    copla("solve", "klotski", "board.txt", "--output", "plan.txt")
    run = copla("check", "klotski", "board.txt", "--backend", "native", "--program", "sh -c 'cat plan.txt' {file}")
    assert (run.status, "agree" in run.out) == (0, True)


def test_signs_below_the_first_cell_are_no_line_of_a_solver() -> None:
    Path("board.txt").write_text(". .\nv\n. .\n")
    Path("said.txt").write_text("2 x\nv ^\n1 2\n")
    run = copla("verify", "futoshiki", "board.txt", "said.txt")
    assert (run.status, run.out) == (2, "")
    assert run.err == "copla: said.txt:1:3: found 'x', expected a number, '.' or a sign\n"
