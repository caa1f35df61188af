"""The declarative model allows exactly what the rules allow."""

from __future__ import annotations

from collections import Counter

import pytest

from copla import PlanningProblem, State
from copla.models.freecell import PUZZLE, Deal
from tests.models.freecell.rules import (
    SAMPLE,
    all_states,
    random_deal,
    random_walk,
    read_state,
    successors,
    table_of,
)

START_OF_A_SOLUTION = [
    "freecell C2",
    "freecell D12",
    "freecell S12",
    "stack S3 H4",
    "stack H12 C13",
    "foundation D1",
    "stack D12 S13",
]


def check_redundant_variables(problem: PlanningProblem, state: State, deal: Deal) -> None:
    """What the state says twice it says the same."""
    values = problem.values(state)
    columns, held, foundations = read_state(problem, state)
    assert values["free cells"] == len(deal.cells) - len(held)
    assert values["empty columns"] == len(deal.stacks) - len(columns)
    assert all(values[f"foundation {suit}"] == value for suit, value in foundations)
    tops = {name.removeprefix("top of "): value for name, value in values.items() if name.startswith("top of ")}
    for column in columns:
        for card, above in zip(column, [*column[1:], ""], strict=True):
            assert tops.pop(card) == (f"under {above}" if above else "open")
    assert set(tops.values()) <= {"closed"}


@pytest.mark.parametrize(
    ("ranks", "stacks", "cells", "seed"),
    [(1, 8, 4, 0), (1, 4, 2, 1), (1, 1, 4, 2), (1, 2, 1, 3), (2, 3, 1, 4), (2, 2, 2, 5), (2, 4, 0, 6), (2, 3, 2, 7)],
)
def test_the_model_has_the_successors_of_the_rules_in_the_whole_state_space(
    ranks: int, stacks: int, cells: int, seed: int
) -> None:
    deal = random_deal(ranks, stacks, cells, seed)
    problem = PUZZLE.problem(deal)
    assert read_state(problem, problem.initial_state) == table_of(deal)
    waiting = {table_of(deal)}
    by_rules = set()
    while waiting:
        table = waiting.pop()
        by_rules.add(table)
        waiting |= {new for _, new in successors(table, stacks, cells)} - by_rules
    edges = all_states(problem)
    by_model = {read_state(problem, state): state for state in edges}
    assert len(by_model) == len(edges)
    assert by_model.keys() == by_rules
    for table, state in by_model.items():
        check_redundant_variables(problem, state, deal)
        found = [read_state(problem, new) for new in edges[state]]
        expected = [new for _, new in successors(table, stacks, cells)]
        assert Counter(found) == Counter(expected)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ranks", "stacks", "cells"), [(13, 8, 4), (13, 8, 2), (8, 8, 4), (5, 4, 2), (3, 10, 8), (6, 6, 0), (13, 10, 8)]
)
def test_the_model_has_the_successors_of_the_rules_on_long_random_walks(ranks: int, stacks: int, cells: int) -> None:
    for seed in range(3):
        deal = random_deal(ranks, stacks, cells, seed)
        problem = PUZZLE.problem(deal)
        for state, following in random_walk(problem, 50, seed):
            check_redundant_variables(problem, state, deal)
            found = [(label, read_state(problem, new)) for label, new in following]
            assert len(set(found)) == len(found)
            assert set(found) == successors(read_state(problem, state), stacks, cells)


def test_a_position_in_play_is_stated_with_its_cells_and_foundations() -> None:
    deal = PUZZLE.parse("cells: D2 - S2\nfoundations: C2 H1 S0 D0\nS1\n-\nD1 H2\n", "a file")
    problem = PUZZLE.problem(deal)
    assert read_state(problem, problem.initial_state) == table_of(deal)
    for state, following in random_walk(problem, 300, 1):
        check_redundant_variables(problem, state, deal)
        found = {(label, read_state(problem, new)) for label, new in following}
        assert found == successors(read_state(problem, state), 3, 3)


def test_every_move_costs_one_and_is_named_in_the_words_of_the_assignment() -> None:
    problem = PUZZLE.problem(PUZZLE.parse(SAMPLE, "a file"))
    assert {action.cost for action in problem.actions} == {1}
    assert {action.label.split()[0] for action in problem.actions} == {"freecell", "stack", "newstack", "foundation"}


def test_the_first_moves_of_the_solution_of_the_sample_are_legal() -> None:
    problem = PUZZLE.problem(PUZZLE.parse(SAMPLE, "a file"))
    state = problem.initial_state
    for label in START_OF_A_SOLUTION:
        [action] = [action for action in problem.actions if action.label == label and action.applicable(state)]
        state = action.apply(state)
    columns, held, foundations = read_state(problem, state)
    assert held == {"C2", "S12"}
    assert dict(foundations) == {"S": 0, "H": 0, "D": 1, "C": 0}
    assert ("H1", "S2", "C6", "S11", "C11", "H4", "S3") in columns
    assert ("H10", "S6") in columns


def test_a_full_deck_is_stated_with_few_actions() -> None:
    problem = PUZZLE.problem(random_deal(13, 8, 4, 1))
    assert len(problem.variables) == 110
    assert len(problem.actions) < 8000
    assert max(len(variable.domain) for variable in problem.variables) <= 14


def test_a_card_alone_in_its_column_does_not_move_to_another_empty_column() -> None:
    problem = PUZZLE.problem(PUZZLE.parse("cells: 1\nS1\nH1\nD1\nC1\n-\n", "a file"))
    labels = {action.label for action in problem.actions if action.applicable(problem.initial_state)}
    assert labels == {f"{kind} {suit}1" for kind in ("foundation", "freecell") for suit in "SHDC"}


def test_a_deal_with_all_cards_on_the_foundations_is_solved() -> None:
    problem = PUZZLE.problem(PUZZLE.parse("foundations: S1 H1 D1 C1\n-\n", "a file"))
    assert problem.is_goal(problem.initial_state)
