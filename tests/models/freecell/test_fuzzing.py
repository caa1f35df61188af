"""Whatever is fed to the readers, they answer with an instance, a solution, or one line that names a place."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from copla import FormatError, ModelError, Solution, violations
from copla.models.freecell import PUZZLE, Deal
from tests.models.bad_files import SOURCE, answer_in, answer_of, answer_to_bytes, mutations
from tests.models.freecell.rules import SAMPLE

VALID = [
    SAMPLE,
    "cells: 1\nH1 S2 D2\nC1 S1 H2\n-\nD1 C2\n",
    "foundations: S0 H1 D0 C2\ncells: D2 - S2 -\nS1\n-\nD1 H2\n",
    "Foundations: H-1 C-2 D-0 S-0\nFreecells: 2D - 2S -\n: AS\n:\n: AD 2H\n",
    "Founds: C-2 H-A\nFC: 2D - 2S\nAS\n-\nAD 2H\n",
    "S1 H1 D1 C1\n",
    "617\n",
]
PLANS = [
    "9\nfreecell H2\nfoundation S1\nfoundation C1\nfoundation C2\nfoundation D1\nfoundation D2\nsource S2\n"
    "foundation H1\nfoundation H2\n",
    "2a 2h 2h 4h 4h 1h 1h 1h ah\n",
    "3\nnewstack D2\nstack D1 S2\nnewstack H2\n",
    "13 13v1 23v2 31 41 14\n",
]
ALPHABET = "0123456789SHDCAKQJTshdcvabxz:-#., \n\t\r\0²٣\u00a0\u2028é♠"
SMALL = PUZZLE.parse(VALID[1], "small")
PROBLEM = PUZZLE.problem(SMALL)

fuzzed = settings(max_examples=200, deadline=None)


def check_instance(text: str) -> None:
    answer = answer_in(text, PUZZLE.parse)
    if isinstance(answer, FormatError):
        return
    assert isinstance(answer, Deal)
    assert PUZZLE.problem(answer).initial_state
    assert PUZZLE.parse(PUZZLE.write(answer, "copla"), "again") == answer
    if len(answer.cells) >= 4:
        assert PUZZLE.parse(PUZZLE.write(answer, "fc-solve"), "again") == answer
    assert str(PUZZLE.draw(answer))


def check_solution(text: str) -> None:
    answer = answer_of(lambda: PUZZLE.read_solution(SMALL, text, SOURCE))
    if isinstance(answer, FormatError):
        return
    assert isinstance(answer, Solution)
    faults = violations(PROBLEM, answer)
    assert len(faults) <= 1
    try:
        told = PUZZLE.moves(SMALL, answer)
    except ModelError:
        assert faults
    else:
        assert len(told) == answer.length


@fuzzed
@given(st.text(ALPHABET) | st.text(max_size=60))
def test_any_text_is_a_deal_or_a_refusal(text: str) -> None:
    check_instance(text)


@pytest.mark.slow
@fuzzed
@given(mutations(VALID, ALPHABET))
def test_any_mutated_deal_is_a_deal_or_a_refusal(text: str) -> None:
    check_instance(text)


@fuzzed
@given(st.text(ALPHABET) | mutations(PLANS, ALPHABET) | mutations(VALID, ALPHABET))
def test_any_text_is_a_solution_or_a_refusal(text: str) -> None:
    check_solution(text)


@fuzzed
@given(st.lists(st.from_regex(r"[1-4a][1-4ah](v[1-4])?", fullmatch=True), min_size=2, max_size=12))
def test_any_moves_in_standard_notation_can_be_replayed_and_judged(moves: list[str]) -> None:
    check_solution(" ".join(moves))


@fuzzed
@given(st.binary(max_size=80))
def test_any_bytes_are_a_deal_or_a_refusal(data: bytes) -> None:
    assert isinstance(answer_to_bytes(PUZZLE, data), Deal | FormatError)
