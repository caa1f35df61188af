"""Solution files: what people write is replayed, and what is wrong with it is named."""

from __future__ import annotations

import re

import pytest

from copla import FormatError, ModelError, Solution, solve, violations
from copla.models.freecell import PUZZLE, Deal
from copla.models.freecell.replay import replay
from tests.models.freecell.rules import SAMPLE, random_deal

SMALL = "cells: 1\nH1 S2 D2\nC1 S1 H2\n-\nD1 C2\n"
PLAN = """\
9
freecell H2
foundation S1
foundation C1
foundation C2
foundation D1
foundation D2
foundation S2
foundation H1
foundation H2
"""


def small() -> Deal:
    return PUZZLE.parse(SMALL, "small.txt")


def read(text: str, deal: Deal | None = None) -> Solution:
    return PUZZLE.read_solution(deal or small(), text, "a file.txt")


def faults(text: str, deal: Deal | None = None) -> list[str]:
    deal = deal or small()
    return violations(PUZZLE.problem(deal), read(text, deal))


def solved(deal: Deal) -> Solution:
    options = {"algorithm": "greedy", "heuristic": "disorder"}
    return solve(PUZZLE.problem(deal), "search", options=options).best


def test_a_solution_is_the_number_of_moves_and_one_move_a_line() -> None:
    solution = read(PLAN)
    assert solution.cost == 9
    assert solution.moves is not None
    assert solution.moves[0] == "freecell H2"
    assert faults(PLAN) == []
    assert PUZZLE.write(small(), "copla", solution) == PLAN


def test_source_is_another_word_for_foundation_and_letters_may_be_small() -> None:
    assert read(PLAN.replace("foundation", "source")) == read(PLAN)
    assert read(PLAN.lower()) == read(PLAN)
    assert read("# by hand\n" + PLAN.replace("\n", "\n\n")) == read(PLAN)


def test_the_standard_notation_names_real_columns_and_cells() -> None:
    assert PUZZLE.write(small(), "fc-solve", read(PLAN)) == "2a 2h 2h 4h 4h 1h 1h 1h ah\n"
    assert read("2a 2h 2h 4h 4h\n1h 1h 1H Ah\n") == read(PLAN)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ranks", "stacks", "cells", "seed"),
    [(13, 8, 4, 1), (13, 8, 4, 2), (13, 9, 7, 3), (6, 5, 2, 4), (8, 6, 3, 5), (2, 2, 1, 6), (1, 1, 4, 7), (4, 7, 0, 8)],
)
def test_a_found_plan_survives_both_forms(ranks: int, stacks: int, cells: int, seed: int) -> None:
    deal = random_deal(ranks, stacks, cells, seed)
    solution = solved(deal)
    for form in PUZZLE.forms:
        back = read(PUZZLE.write(deal, form, solution), deal)
        assert (back.moves, back.cost) == (solution.moves, solution.cost)
    assert violations(PUZZLE.problem(deal), back) == []


def test_a_deal_that_is_solved_already_has_a_plan_without_moves() -> None:
    deal = PUZZLE.parse("foundations: S1 H1 D1 C1\n-\n", "a file")
    for form in PUZZLE.forms:
        text = PUZZLE.write(deal, form, Solution(moves=(), cost=0))
        assert text == "0\n"
        assert faults(text, deal) == []


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (("foundation S1\n", "foundation C1\n"), "step 2, foundation C1: not possible here: top of C1 is under S1, "),
        (("freecell H2", "newstack D2"), "step 2, foundation S1: not possible here: top of S1 is under H2"),
        (("freecell H2", "freecell H9"), "step 1, freecell H9: there is no such move"),
        (("freecell H2", "stack H2 S3"), "step 1, stack H2 S3: there is no such move"),
        (("foundation D1\n", "foundation D1\nfoundation D1\n"), "step 6, foundation D1: not possible here: "),
        (("foundation S1", "freecell S1"), "step 2, freecell S1: not possible here: free cells is 0, expected 1"),
        (("foundation H2\n", ""), "after 8 steps the goal is not reached: foundation H is 1, expected 2"),
        (("9\n", "8\n"), "the cost is given as 8, it is 9"),
    ],
)
def test_a_broken_plan_is_named_with_its_step(change: tuple[str, str], fault: str) -> None:
    [found] = faults(PLAN.replace(*change))
    assert found.startswith(fault)


@pytest.mark.parametrize(
    ("moves", "fault"),
    [
        ("3h", "step 1, 3h: there is no such move"),
        ("2a 1a 2h", "step 2, freecell D2: not possible here: free cells is 0"),
        ("2a a3 32", "step 3, stack H2 S1: there is no such move"),
        ("1h", "step 1, foundation D2: not possible here: foundation D is 0, expected 1"),
        ("22 1h", "step 1, 22: there is no such move"),
        ("2a aa", "step 2, aa: there is no such move"),
        ("13v2", "step 1, 13v2: there is no such move"),
        ("2a 2h 2h 4h 4h 1h 1h 1h", "after 8 steps the goal is not reached: foundation H is 1, expected 2"),
    ],
)
def test_a_broken_plan_in_standard_notation_is_named_with_its_step(moves: str, fault: str) -> None:
    [found] = faults(moves)
    assert found.startswith(fault)


def test_a_lone_card_that_changes_its_column_is_left_out_and_not_counted() -> None:
    deal = PUZZLE.parse("cells: 0\nS1\nH1\nD1\nC1\n-\n", "a file")
    text = "6\nnewstack H1\nfoundation S1\nnewstack H1\nfoundation D1\nfoundation C1\nfoundation H1\n"
    assert read(text, deal).moves == ("foundation S1", "foundation D1", "foundation C1", "foundation H1")
    assert faults(text, deal) == []
    assert faults(text.replace("6", "5"), deal) == ["the cost is given as 3, it is 4"]
    assert faults("25 1h 51 3h 4h 1h", deal) == []


def with_a_run(cells: int, empty_columns: int, target: str = "D6") -> Deal:
    """Four cards in a run in column 1, and D6 alone in column 2 (or beneath the rest)."""
    rest = "D3 D4 D5 S4 S5 S6 H5 H6 C6" + ("" if target else " D6")
    stacks = ["C5 H4 S3 D2", target or "-", rest] + ["-"] * empty_columns
    head = f"cells: {cells}\nfoundations: D1 S2 H3 C4\n"
    return PUZZLE.parse(head + "\n".join(stacks) + "\n", "a file")


@pytest.mark.parametrize(
    ("cells", "empty_columns", "length"), [(3, 0, 7), (4, 0, 7), (1, 1, 9), (0, 2, 9), (2, 1, 9), (0, 3, 9)]
)
def test_a_run_goes_onto_a_card_through_free_cells_and_empty_columns(
    cells: int, empty_columns: int, length: int
) -> None:
    deal = with_a_run(cells, empty_columns)
    moves = read("12 1h", deal).moves
    assert moves is not None
    assert len(moves) == length + 1
    after = replay(deal, Solution(moves=tuple(moves[:-1])))[-1].after
    assert after.stacks[0] == ()
    assert " ".join(map(str, after.stacks[1])) == "D6 C5 H4 S3 D2"
    assert after.held == ()
    assert moves[-1] == "1h"


@pytest.mark.parametrize(("cells", "empty_columns"), [(2, 0), (0, 1), (0, 0)])
def test_a_run_that_is_too_long_to_move_is_named(cells: int, empty_columns: int) -> None:
    [fault] = faults("12 1h", with_a_run(cells, empty_columns))
    assert fault == "step 1, stack D2 D6: there is no such move"


@pytest.mark.parametrize(
    ("move", "cells", "moved"),
    [("12", 3, 4), ("12", 2, 3), ("12", 0, 1), ("12v1", 3, 1), ("12v3", 2, 3), ("12v2", 5, 2)],
)
def test_into_an_empty_column_go_as_many_cards_as_can_or_as_the_suffix_says(move: str, cells: int, moved: int) -> None:
    deal = with_a_run(cells, 0, target="")
    moves = read(move + " 3a", deal).moves if cells else read(move + " 3h", deal).moves
    assert moves is not None
    [*singles, _] = moves
    after = replay(deal, Solution(moves=tuple(singles)))[-1].after if singles else deal
    # A whole column that goes to an empty one keeps its place in the model, and so does its lowest card here.
    assert sorted(map(len, after.stacks)) == sorted([4 - moved, moved, 10])


def test_one_card_of_a_run_into_an_empty_column_is_written_with_its_number() -> None:
    deal = with_a_run(3, 0, target="")
    plan = Solution(moves=("newstack D2", "freecell S3"), cost=2)
    assert PUZZLE.write(deal, "fc-solve", plan) == "12v1 1a\n"
    assert read("12v1 1a", deal).moves == plan.moves


def test_the_standard_notation_has_no_names_for_large_tables() -> None:
    for stacks, cells in ((10, 4), (8, 8)):
        deal = random_deal(1, stacks, cells, 1)
        with pytest.raises(ModelError, match="names for 9 columns and 7 cells only"):
            PUZZLE.write(deal, "fc-solve", solved(deal))


def test_an_impossible_plan_cannot_be_told_in_words() -> None:
    wrong = Solution(moves=("foundation S1",), cost=1)
    for tell in (PUZZLE.moves, PUZZLE.frames, PUZZLE.film):
        with pytest.raises(ModelError, match="step 1, foundation S1: not possible here"):
            tell(small(), wrong)
    with pytest.raises(ModelError, match="there is no form 'xml' of a FreeCell solution, expected copla or fc-solve"):
        PUZZLE.write(small(), "xml", wrong)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1: found nothing, expected the number of moves and the moves"),
        ("freecell H2", "1:1: found 'freecell', expected the number of moves"),
        ("1 2\nfreecell H2", "1:3: found '2', expected the number of moves alone"),
        ("1234567890\nfreecell H2", "1:1: found 123456789... moves, expected fewer than 1000000000"),
        ("1\nfly H2", "2:1: found the move 'fly', expected freecell, stack, newstack or foundation"),
        ("1\nfreecell", "2:9: found the end of the line, expected the card that moves"),
        ("1\n stack H2", "2:10: found the end of the line, expected the card that it is put onto"),
        ("1\nfreecell H2 S3", "2:13: found 'S3', expected the end of the move"),
        ("1\nfreecell 2H", "2:10: found '2H', expected suit and value as in H10"),
        ("1\nfreecell X2", "2:10: found the suit 'X', expected S, H, D or C"),
        ("1\nfreecell H14", "2:11: found the value 14, expected 1 to 13"),
        ("1\nfreecell\tH2", "2:9: found a tab, expected printable text"),
        ("1h\n4x", "2:1: found '4x', expected a move such as 4h, 7a or 37"),
        ("1h 51", "1:4: found column 5, expected 1 to 4"),
        ("1h 1b", "1:5: found cell b, expected a to a"),
        ("h1", "1:1: found 'h1', expected the number of moves"),
    ],
)
def test_text_that_cannot_be_read_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(FormatError) as refusal:
        read(text)
    assert str(refusal.value) == f"a file.txt:{message}"


def test_the_first_moves_of_the_sample_are_told_with_their_columns() -> None:
    deal = PUZZLE.parse(SAMPLE, "a file")
    moves = ("freecell C2", "freecell D12", "freecell S12", "stack S3 H4", "stack H12 C13", "foundation D1")
    plan = Solution(moves=(*moves, "stack D12 S13", "freecell S6", "freecell H10", "newstack D4"), cost=10)
    told = PUZZLE.moves(deal, plan)
    assert told[0] == "2♣ from column 1 to cell a"
    assert told[3] == "3♠ from column 3 onto 4♥ in column 1"
    assert told[5] == "A♦ from column 3 to its foundation"
    assert told[6] == "Q♦ from cell b onto K♠ in column 7"
    assert told[9] == "4♦ from column 2 to the empty column 3"
    assert re.fullmatch("1a 3b 3c 31 36 3h b7 3b 3d 23\n", PUZZLE.write(deal, "fc-solve", plan))


def test_a_move_without_suffix_into_an_empty_column_may_mean_one_card_as_freecell_solver_writes_it() -> None:
    deal = with_a_run(2, 1)  # if three cards go with 14, column 1 holds one card and not two
    assert read("14 1h 1h", deal).moves == read("14v1 1h 1h", deal).moves
    assert read("14 1h", deal).moves == read("14v3 1h", deal).moves
