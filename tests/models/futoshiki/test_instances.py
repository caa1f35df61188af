"""The shipped instances: each can be read, and what its first line claims is true."""

from __future__ import annotations

import re

import pytest

from copla import Limits, Status, Watch, explain, solve
from copla.ground.files import decode
from copla.models.futoshiki import PUZZLE, Board
from copla.models.futoshiki.grading import Grade
from copla.plugins.loading import load, shipped_names

NAMES = shipped_names(PUZZLE)
CLAIM = re.compile(r"# (one solution|no solution|many solutions|[0-9]+ solutions)(: .+)?")


def text_of(name: str) -> str:
    return decode((PUZZLE.shipped() / f"{name}.txt").read_bytes(), name)


def board_of(name: str) -> Board:
    return PUZZLE.parse(text_of(name), name)


def claim_of(name: str) -> str:
    found = CLAIM.fullmatch(text_of(name).split("\n")[0])
    assert found is not None, name
    return found[1]


SMALL = [name for name in NAMES if board_of(name).size <= 7 or name.startswith("unsolvable-")]


def test_many_instances_of_every_kind_are_shipped() -> None:
    kinds = {re.sub(r"-[0-9].*", "", name) for name in NAMES}
    assert len(NAMES) >= 200
    assert kinds >= {"tiny", "adjacent", "extreme", "minimal", "recursive", "quasigroup", "several"}
    assert kinds >= {"naked-single", "forward-checking", "arc-consistency", "unsolvable-cycle", "several-empty"}


def test_names_are_lower_case_words_and_numbers() -> None:
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+|-[0-9]+)*", name) for name in NAMES)
    assert len(set(NAMES)) == len(NAMES)


def test_names_are_listed_in_the_order_people_count() -> None:
    assert NAMES.index("extreme-9-10") == NAMES.index("extreme-9-9") + 1
    assert NAMES.index("extreme-9-1") < NAMES.index("extreme-10-1")


@pytest.mark.parametrize("name", NAMES)
def test_an_instance_is_found_by_its_name_and_says_what_it_claims(name: str) -> None:
    board = board_of(name)
    assert load("futoshiki", name).content == board
    assert claim_of(name) in text_of(name)
    numbers = re.findall(r"[0-9]+", name)
    assert not numbers or board.size == int(numbers[0])


@pytest.mark.parametrize("name", NAMES)
def test_an_instance_is_written_exactly_as_it_was_read(name: str) -> None:
    lines = text_of(name).splitlines(keepends=True)
    assert PUZZLE.write(board_of(name), "grid") == "".join(line for line in lines if not line.startswith("#"))


@pytest.mark.parametrize("name", SMALL)
def test_an_instance_has_as_many_solutions_as_it_claims(name: str) -> None:
    problem, claim = PUZZLE.problem(board_of(name)), claim_of(name)
    exact = re.fullmatch("([0-9]+) solutions", claim)
    result = solve(problem, "cp-sat", limits=Limits(solutions=None if exact else 2))
    if exact is not None:
        assert result.complete
        assert len(result.solutions) == int(exact[1])
    elif claim == "no solution":
        assert result.status is Status.INFEASIBLE
    else:
        assert result.unique is (claim == "one solution")


@pytest.mark.parametrize("name", [name for name in SMALL if re.match("naked|forward|arc", name)])
def test_an_instance_that_names_a_difficulty_has_it(name: str) -> None:
    difficulty = re.sub(r"-[0-9]+$", "", name)
    assert PUZZLE.grade(board_of(name), Watch()) == str(Grade(difficulty))
    assert text_of(name).startswith(f"# one solution: difficulty {difficulty}\n")


@pytest.mark.parametrize(
    ("name", "clues"),
    [
        ("unsolvable-row", ["given r1c1 = 3", "given r1c4 = 3"]),
        ("unsolvable-column", ["given r2c2 = 2", "given r4c2 = 2"]),
        ("unsolvable-edge", ["given r1c1 = 4", "clue r1c1 < r1c2"]),
        ("unsolvable-cycle", ["clue r1c1 < r1c2", "clue r1c1 > r2c1", "clue r1c2 < r2c2", "clue r2c1 > r2c2"]),
    ],
)
def test_an_instance_made_to_have_no_solution_has_the_conflict_that_it_was_made_with(
    name: str, clues: list[str]
) -> None:
    conflict = explain(PUZZLE.problem(board_of(name)))
    assert conflict is not None
    assert [str(clue) for clue in conflict.clues] == clues
    assert conflict.smallest
