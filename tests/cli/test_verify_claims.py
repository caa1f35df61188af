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
