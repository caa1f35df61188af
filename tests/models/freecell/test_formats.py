"""The text formats: what they mean, and that they can be told apart and turned into each other."""

from __future__ import annotations

import pytest

from copla import FormatError, ModelError
from copla.models.freecell import PUZZLE, Card, Deal
from copla.models.freecell.formats.microsoft import LARGEST_NUMBER, microsoft_deal
from tests.models.freecell.rules import SAMPLE, random_deal

DEAL_1 = """\
JD 2D 9H JC 5D 7H 7C 5H
KD KC 9S 5S AD QC KH 3H
2S KS 9D QD JS AS AH 3C
4C 5C TS QH 4H AC 4D 7S
3S TD 4S TH 8H 2C JH 7D
6D 8S 8D QS 6C 3D 8C TC
6S 9C 2H 6H
"""
DEAL_617 = """\
7D AD 5C 3S 5S 8C 2D AH
TD 7S QD AC 6D 8H AS KH
TH QC 3H 9D 6S 8D 3D TC
KD 5H 9S 3C 8S 7H 4D JS
4C QS 9C 9H 7C 6H 2C 2S
4S TS 2H 5D JC 6C JH QH
JD KS KC 4H
"""
DEAL_24 = """\
4C 2C 9C 8C QS 4S 2H
5H QH 3C AC 3H 4H QD
QC 9S 6H 9H 3S KS 3D
5D 2S JC 5C JH 6D AS
2D KD TH TC TD 8D
7H JS KH TS KC 7C
AH 5S 6S AD 8H JD
7S 6C 7D 4D 8S 9D
"""
DEAL_3_000_000_000 = """\
8D TS JS TD JH JD JC
4D QS TH AD 4S TC 3C
9H KH QH 4C 5C KD AS
9D 5D 8S 4H KS 6S 9S
6H 2S 7H 3D KC 2C
9C 7C QC 7S QD 7D
6C 3H 8H AC 6D 3S
8C AH 2H 5H 2D 5S
"""
DEAL_6_000_000_000 = """\
2D 2C QS 8D KD 8C 4C
3D AH 2H 4H TS 6H QD
4D JS AD 6S JH JC JD
KH 3H KS AS TC 5D AC
TD 7C 9C 7H 3C 3S
QH 9H 9D 5S 7S 6C
5C 5H 2S KC 9S 4S
6D QC 8S TH 7D 8H
"""
IN_PLAY = Deal(
    ((Card("S", 1),), (), (Card("D", 1), Card("H", 2))),
    (Card("D", 2), None, Card("S", 2), None),
    (0, 1, 0, 2),
)


def read(text: str) -> Deal:
    return PUZZLE.parse(text, "a file.txt")


def dealt_across(rows: str) -> list[list[str]]:
    """Rows of cards as they are dealt, turned into columns."""
    table = [row.split() for row in rows.splitlines()]
    return [[row[column] for row in table if column < len(row)] for column in range(8)]


def board(deal: Deal) -> list[list[str]]:
    return [line.split() for line in PUZZLE.write(deal, "fc-solve").splitlines()]


@pytest.mark.parametrize(("number", "rows"), [(1, DEAL_1), (617, DEAL_617)])
def test_a_microsoft_deal_is_dealt_as_published(number: int, rows: str) -> None:
    assert board(read(str(number))) == dealt_across(rows)


@pytest.mark.parametrize(
    ("number", "text"), [(24, DEAL_24), (3_000_000_000, DEAL_3_000_000_000), (6_000_000_000, DEAL_6_000_000_000)]
)
def test_a_microsoft_deal_is_written_as_freecell_solver_writes_it(number: int, text: str) -> None:
    assert PUZZLE.write(read(f"  {number}\n"), "fc-solve") == text
    assert read(text) == microsoft_deal(number)


def test_the_largest_number_is_a_fair_deal() -> None:
    deal = read(str(LARGEST_NUMBER))
    assert read(PUZZLE.write(deal, "copla")) == deal
    assert LARGEST_NUMBER == 2**33 - 1


def test_deals_at_the_borders_of_the_generator_differ() -> None:
    numbers = [1, 2, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**32 + 1, 2**33 - 1]
    assert len({microsoft_deal(number) for number in numbers}) == len(numbers)


@pytest.mark.parametrize(
    ("text", "is_inline"),
    [("617", True), ("99999999999", True), ("", False), ("-1", False), ("H1", False), ("٣", False)],
)
def test_digits_on_the_command_line_are_meant_as_a_deal(text: str, is_inline: bool) -> None:
    assert PUZZLE.is_inline(text) is is_inline


def test_the_sample_of_the_assignment_is_read_bottom_card_first() -> None:
    deal = read(SAMPLE)
    assert deal.ranks == 13
    assert len(deal.stacks) == 8
    assert deal.cells == (None,) * 4
    assert deal.stacks[0][0] == Card("H", 1)
    assert deal.stacks[0][-1] == Card("C", 2)
    assert PUZZLE.write(deal, "copla") == SAMPLE


def test_the_published_sample_is_refused_with_both_of_its_faults() -> None:
    published = SAMPLE.replace("S8", "C8")
    with pytest.raises(FormatError) as refusal:
        read(published)
    expected = "a file.txt:8:17: found C8 twice and no S8, expected every card from 1 to 13 once"
    assert str(refusal.value) == expected


def test_the_faults_are_named_in_the_notation_of_the_file() -> None:
    with pytest.raises(FormatError, match="found 8C twice and no 8S, expected every card from A to K once"):
        read(PUZZLE.write(read(SAMPLE), "fc-solve").replace("8S", "8C"))


@pytest.mark.parametrize("ranks", range(1, 14))
def test_the_number_of_ranks_is_read_from_the_file(ranks: int) -> None:
    for stacks, cells in ((1, 0), (4, 2), (8, 4), (10, 8)):
        deal = random_deal(ranks, stacks, cells, ranks)
        assert read(PUZZLE.write(deal, "copla")) == deal
        assert read(PUZZLE.write(deal, "copla")).ranks == ranks


def test_cells_are_four_unless_a_header_says_otherwise() -> None:
    assert read("S1 H1 D1 C1").cells == (None,) * 4
    assert read("cells: 2\nS1 H1 D1 C1").cells == (None,) * 2
    assert read("# few\n\n CELLS:0\nS1 H1 D1 C1").cells == ()


def test_an_empty_stack_is_a_dash() -> None:
    assert read("S1 H1\n-\nD1 C1\n -\n").stacks == ((Card("S", 1), Card("H", 1)), (), (Card("D", 1), Card("C", 1)), ())
    assert PUZZLE.write(read("S1 H1\n-\nD1 C1"), "copla") == "S1 H1\n-\nD1 C1\n"
    assert PUZZLE.write(read("S1 H1\n-\nD1 C1"), "fc-solve") == ": AS AH\n:\n: AD AC\n"


def test_small_letters_are_read_too() -> None:
    assert read(SAMPLE.lower()) == read(SAMPLE)
    assert read(DEAL_24.lower()) == read("24")


def test_ten_is_t_or_10_where_the_rank_comes_first() -> None:
    assert read(DEAL_24.replace("T", "10")) == read(DEAL_24)
    assert read(DEAL_24.replace("A", "1")) == read(DEAL_24)


def test_the_clubs_and_the_ten_are_told_apart() -> None:
    clubs_first = SAMPLE.replace("H1 S2", "C10 S2", 1).replace("D8 C10", "D8 H1", 1)
    assert read(clubs_first).stacks[0][0] == Card("C", 10)
    assert read(PUZZLE.write(read(clubs_first), "fc-solve").replace("TC", "10C")) == read(clubs_first)


@pytest.mark.parametrize(
    "text",
    [
        "foundations: S0 H1 D0 C2\ncells: D2 - S2 -\nS1\n-\nD1 H2\n",
        "Foundations: S-0 H-1 D-0 C-2\nFreecells: 2D - 2S -\n: AS\n:\n: AD 2H\n",
        "Founds: C-2 H-A\nFC: 2D - 2S\nAS\n-\nAD 2H\n",
        "FC: 2D - 2S -\nFoundations: H-1 C-2\n: AS\n: \n: AD 2H\n",
    ],
)
def test_a_position_in_play_is_read_in_all_words_for_it(text: str) -> None:
    assert read(text) == IN_PLAY


def test_a_position_in_play_is_written_in_both_forms() -> None:
    assert PUZZLE.write(IN_PLAY, "copla") == "foundations: S0 H1 D0 C2\ncells: D2 - S2 -\nS1\n-\nD1 H2\n"
    solver = "Foundations: S-0 H-1 D-0 C-2\nFreecells: 2D - 2S -\n: AS\n:\n: AD 2H\n"
    assert PUZZLE.write(IN_PLAY, "fc-solve") == solver


def test_an_empty_line_of_free_cells_is_four_free_cells() -> None:
    assert read("FC:\nAS AH\nAD AC").cells == (None,) * 4


def test_a_deal_with_more_cells_is_written_for_freecell_solver_cell_by_cell() -> None:
    deal = random_deal(2, 4, 6, 1)
    assert PUZZLE.write(deal, "fc-solve").startswith("Freecells: - - - - - -\n")
    assert read(PUZZLE.write(deal, "fc-solve")) == deal


def test_a_form_that_cannot_hold_a_deal_says_so() -> None:
    with pytest.raises(ModelError, match="the form fc-solve always has 4 or more free cells, this deal has 2"):
        PUZZLE.write(random_deal(2, 4, 2, 1), "fc-solve")
    with pytest.raises(ModelError, match="there is no form 'xml' of a FreeCell deal, expected copla or fc-solve"):
        PUZZLE.write(random_deal(2, 4, 2, 1), "xml")


def test_a_deal_is_described_in_a_few_words() -> None:
    assert PUZZLE.describe(read("617")) == "13 ranks, 8 stacks, 4 cells"
    assert PUZZLE.describe(random_deal(1, 1, 1, 1)) == "1 rank, 1 stack, 1 cell"
