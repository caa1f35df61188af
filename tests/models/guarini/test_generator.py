"""New boards: the same for the same seed, as asked for, and solvable."""

from __future__ import annotations

import pytest

from copla import LimitError, Limits, ModelError, Status, Watch, read_options, solve
from copla.models.guarini import PUZZLE, Board
from tests.models.guarini.rules import distances_to

FIRST = ("__WB", "____", "W___", "__W_", "____", "_W_B")


def generated(seed: int, **options: int) -> Board:
    found = PUZZLE.generate(seed, read_options(PUZZLE.generator_options, options, "guarini"), Watch()).instance
    assert isinstance(found, Board)
    return found


def test_the_same_seed_gives_the_same_board_and_another_seed_another() -> None:
    boards = [generated(seed) for seed in range(20)]
    assert boards == [generated(seed) for seed in range(20)]
    assert len(set(boards)) == 20


def test_the_first_board_is_the_same_everywhere() -> None:
    assert generated(1, rows=3, columns=4, white=2, black=1, scrambles=9) == Board(FIRST[:3], FIRST[3:])


@pytest.mark.parametrize("seed", range(15))
def test_a_board_has_the_size_and_the_knights_that_were_asked_for(seed: int) -> None:
    instance = generated(seed, rows=3 + seed % 4, columns=5, white=seed % 5, black=6, scrambles=30)
    assert (instance.rows, instance.columns) == (3 + seed % 4, 5)
    for position in (instance.start, instance.goal):
        assert ("".join(position).count("W"), "".join(position).count("B")) == (seed % 5, 6)
    assert instance.start != instance.goal
    assert PUZZLE.refute(instance) is None
    assert PUZZLE.parse(PUZZLE.write(instance, "matrix"), "test") == instance


@pytest.mark.parametrize("seed", range(15))
def test_a_board_is_solved_in_at_most_as_many_moves_as_it_was_scrambled_with(seed: int) -> None:
    instance = generated(seed, rows=3, columns=4, white=2, black=2, scrambles=seed + 1)
    assert 0 < distances_to(instance.goal)[instance.start] <= seed + 1
    assert solve(PUZZLE.problem(instance), "search").status is Status.OPTIMAL


def test_the_remark_says_what_the_board_is() -> None:
    options = read_options(PUZZLE.generator_options, {}, "guarini")
    remark = PUZZLE.generate(7, options, Watch()).remark
    assert remark == "4x4, 3 white, 3 black, another placement as the goal, at most 100 moves, seed 7"


@pytest.mark.parametrize("options", [{"white": 0, "black": 0}, {"white": 8, "black": 8}, {"rows": 1, "columns": 1}])
def test_a_number_of_knights_that_leaves_no_puzzle_is_refused(options: dict[str, int]) -> None:
    with pytest.raises(ModelError, match=r"expected 1 to [0-9]+ knights in all"):
        generated(1, **options)


def test_a_board_on_which_no_knight_can_move_is_refused() -> None:
    with pytest.raises(ModelError, match="no 2x2 board with 1 white and 1 black knights that could move away"):
        generated(1, rows=2, columns=2, white=1, black=1)


def test_a_generator_that_is_stopped_says_so() -> None:
    options = read_options(PUZZLE.generator_options, {"scrambles": 100_000}, "guarini")
    with pytest.raises(LimitError, match="no board: timeout after"):
        PUZZLE.generate(1, options, Watch(Limits(seconds=0)))
