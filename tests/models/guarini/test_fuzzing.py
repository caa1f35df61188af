"""Whatever is fed to the readers, they answer with a board, a plan, or one line that names a place."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from copla import FormatError, Solution, violations
from copla.ground.files import decode
from copla.models.guarini import PUZZLE, Board
from tests.models.bad_files import SOURCE, answer_in, answer_of, answer_to_bytes, mutations

VALID = [
    "WWW\n___\n___\nBBB\n",
    "# a comment\nW_W\n___\nB_B\ngoal:\nB_B\n___\nW_W\n",
    "W x B\n_ _ _\n_ W _\ngoal:\n_ x W\n_ B _\n_ _ W\n",
    "columns: 4\n",
    "difficulty: 2\n",
    "4x5\n",
]
PLANS = [
    "2\n((0, 0), (2, 1))\n((3, 0), (-2, 1))\n",
    "((0, 0), (2, 1))\n",
    "1\nW r1c1 -> r3c2\n",
    "r1c1 -> r3c2\nB r4c1 -> r2c2\n",
    "0\n",
]
ALPHABET = "WWBB__xX#:0123456789 \n\tgoalcolumns()->,-rc♘\0\u00a0\u2028é"
KNOWN = Board.standard(4, 3)

fuzzed = settings(max_examples=200, deadline=None)


def check(text: str) -> None:
    answer = answer_in(text, PUZZLE.parse)
    if isinstance(answer, FormatError):
        return
    assert isinstance(answer, Board)
    assert PUZZLE.parse(PUZZLE.write(answer, "matrix"), "again") == answer
    problem = PUZZLE.problem(answer)
    squares = sum(row.count(what) for row in answer.start for what in "WB_")
    assert len(problem.variables) == squares
    reason = PUZZLE.refute(answer)
    assert reason is None or reason.isprintable()
    assert PUZZLE.draw(answer).plain.endswith("♘ white  ♞ black\n")


def check_plan(text: str) -> None:
    answer = answer_of(lambda: PUZZLE.read_solution(KNOWN, text, SOURCE))
    if isinstance(answer, FormatError):
        return
    assert isinstance(answer, Solution)
    assert answer.moves is not None
    assert answer.cost == len(answer.moves) == len(PUZZLE.moves(KNOWN, answer)) == len(PUZZLE.frames(KNOWN, answer)) - 1
    assert len(violations(PUZZLE.problem(KNOWN), answer)) <= 1


@given(mutations(VALID, ALPHABET))
@fuzzed
def test_a_valid_file_with_mistakes_gives_a_board_or_one_line(text: str) -> None:
    check(text)


@given(mutations(PLANS, ALPHABET))
@fuzzed
def test_a_valid_plan_with_mistakes_gives_a_plan_or_one_line(text: str) -> None:
    check_plan(text)


@given(st.text())
@example("\u00a0")
@example("\u2028")
@example("\ufeffW")
@example("goal:")
@example("9" * 10_000)
@example("((" * 10_000)
@fuzzed
def test_any_text_gives_an_answer_or_one_line(text: str) -> None:
    check(text)
    check_plan(text)


@given(st.text(alphabet=ALPHABET, max_size=60))
@fuzzed
def test_any_text_of_the_right_characters_gives_an_answer_or_one_line(text: str) -> None:
    check(text)
    check_plan(text)


@given(st.lists(st.text(alphabet="WB_x", min_size=3, max_size=3), min_size=1, max_size=5), st.booleans())
@fuzzed
def test_any_matrix_gives_a_board_or_one_line(rows: list[str], with_goal: bool) -> None:
    check("\n".join([*rows, "goal:", *(row[::-1] for row in rows)] if with_goal else rows))


@given(st.binary())
@example(b"\xff\xfeW\x00")
@example("♘ é\r.".encode("latin-1", "replace"))
@fuzzed
def test_any_bytes_give_an_answer_or_one_line(data: bytes) -> None:
    assert isinstance(answer_to_bytes(PUZZLE, data), Board | FormatError)
    plan = answer_of(lambda: PUZZLE.read_solution(KNOWN, decode(data, SOURCE), SOURCE))
    assert isinstance(plan, Solution | FormatError)
