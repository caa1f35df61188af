"""The declarative model against the rules, written a second time on plain data."""

from __future__ import annotations

import random

import pytest

from copla import PlanningProblem, State
from copla.models.klotski import PUZZLE, Board
from tests.models.klotski.rules import (
    CLASSIC,
    GENERAL,
    SMALL_CLASSIC,
    Config,
    any_path,
    classic,
    encode,
    general,
    is_goal,
    random_board,
    slides,
    start_of,
    unit_steps,
)

Key = tuple[tuple[str, str], ...]


def key(values: dict[str, str]) -> Key:
    return tuple(sorted(values.items()))


def key_of(problem: PlanningProblem, state: State) -> Key:
    return key({name: str(value) for name, value in problem.values(state).items()})


def successors(problem: PlanningProblem, state: State) -> list[tuple[int, State]]:
    return [(action.cost, action.apply(state)) for action in problem.actions if action.applicable(state)]


def whole_space(board: Board, most: int = 3000) -> dict[Key, Config]:
    """The configurations that the rules reach, one for each state of the model (or the first ones)."""
    rule = slides if board.metric == "slides" else unit_steps
    start = start_of(board)
    found, waiting = {key(encode(board, start)): start}, [start]
    while waiting and len(found) < most:
        config = waiting.pop(0)
        for _, after in rule(board, config):
            if key(encode(board, after)) not in found:
                found[key(encode(board, after))] = after
                waiting.append(after)
    return found


def check_whole_space(board: Board, most: int = 3000) -> int:
    """Every state that the model reaches has the successors, costs and goal that the rules give."""
    rule = slides if board.metric == "slides" else unit_steps
    configs = whole_space(board, most)
    problem = PUZZLE.problem(board)
    seen, waiting = {problem.initial_state}, [problem.initial_state]
    while waiting:
        state = waiting.pop(0)
        config = configs.get(key_of(problem, state))
        if config is None:
            assert len(configs) >= most, "the model reaches a state that the rules do not"
            continue
        assert problem.is_goal(state) == is_goal(board, config)
        after = successors(problem, state)
        expected = sorted((cost, key(encode(board, new))) for cost, new in rule(board, config))
        assert sorted((cost, key_of(problem, new)) for cost, new in after) == expected
        for _, new in after:
            if new not in seen:
                seen.add(new)
                waiting.append(new)
    assert len(seen) >= len(configs)
    return len(seen)


@pytest.mark.parametrize("name", GENERAL)
def test_a_board_with_an_exit_has_exactly_the_successors_that_the_rules_give(name: str) -> None:
    check_whole_space(general(name), 300)


@pytest.mark.parametrize("metric", ["steps", "slides"])
@pytest.mark.parametrize("name", SMALL_CLASSIC)
def test_a_classic_board_has_exactly_the_successors_that_the_rules_give(name: str, metric: str) -> None:
    check_whole_space(classic(name, metric), 250)


@pytest.mark.parametrize("seed", range(40))
def test_random_boards_have_exactly_the_successors_that_the_rules_give(seed: int) -> None:
    check_whole_space(random_board(random.Random(seed)), 60)


@pytest.mark.parametrize("metric", ["steps", "slides"])
def test_hundreds_of_random_steps_on_the_classic_board_follow_the_rules(metric: str) -> None:
    board = PUZZLE.parse(CLASSIC.replace("steps", metric), "classic")
    rule = slides if metric == "slides" else unit_steps
    problem, chance = PUZZLE.problem(board), random.Random(metric)
    state, config = problem.initial_state, start_of(board)
    for _ in range(400):
        assert key_of(problem, state) == key(encode(board, config))
        expected = list(rule(board, config))
        after = successors(problem, state)
        assert {key_of(problem, new) for _, new in after} == {key(encode(board, new)) for _, new in expected}
        config = chance.choice(expected)[1]
        [state] = {new for _, new in after if key_of(problem, new) == key(encode(board, config))}


def one_move(problem: PlanningProblem, start: State) -> dict[State, int]:
    """States with an empty hand that the model gets to in one move, and what it costs."""
    hand = problem["hand"]
    found: dict[State, int] = {}
    seen: set[State] = set()
    waiting = [(0, start)]
    while waiting:
        paid, state = waiting.pop()
        for cost, new in successors(problem, state):
            if new[hand.index] == hand.initial:
                assert found.setdefault(new, paid + cost) == paid + cost
            elif new not in seen:
                seen.add(new)
                waiting.append((paid + cost, new))
    return found


@pytest.mark.parametrize("name", SMALL_CLASSIC)
def test_a_move_takes_one_block_along_any_path_and_costs_one(name: str) -> None:
    board = classic(name, "moves")
    problem = PUZZLE.problem(board)
    configs = whole_space(board, 60)
    seen, waiting = {problem.initial_state}, [problem.initial_state]
    while waiting:
        state = waiting.pop(0)
        config = configs.get(key_of(problem, state))
        if config is None:
            continue
        assert problem.is_goal(state) == is_goal(board, config)
        after = one_move(problem, state)
        assert set(after.values()) <= {1}
        expected = {key(encode(board, new)) for _, new in any_path(board, config)}
        assert {key_of(problem, new) for new in after} - {key_of(problem, state)} == expected - {key_of(problem, state)}
        waiting += [new for new in after if new not in seen]
        seen |= after.keys()


def test_no_other_block_moves_while_one_is_held() -> None:
    problem = PUZZLE.problem(classic("equal bars", "moves"))
    hand = problem["hand"]
    seen, waiting = {problem.initial_state}, [problem.initial_state]
    while waiting:
        state = waiting.pop()
        held = str(problem.values(state)["hand"])
        for action in problem.actions:
            if action.applicable(state):
                assert held == "nothing" or action.label.startswith(held + " ")
                assert action.cost == (held == "nothing")
                new = action.apply(state)
                assert action.label.endswith(" ...") == (new[hand.index] != hand.initial)
                if new not in seen:
                    seen.add(new)
                    waiting.append(new)


def test_the_classic_board_has_25955_states() -> None:
    problem = PUZZLE.problem(PUZZLE.parse(CLASSIC, "classic"))
    by_facts: dict[tuple[int, int], list[int]] = {}
    for number, action in enumerate(problem.actions):
        by_facts.setdefault(action.condition[0], []).append(number)
    seen, waiting = {problem.initial_state}, [problem.initial_state]
    while waiting:
        state = waiting.pop()
        for fact in enumerate(state):
            for number in by_facts.get(fact, ()):
                action = problem.actions[number]
                if action.applicable(state):
                    new = action.apply(state)
                    if new not in seen:
                        seen.add(new)
                        waiting.append(new)
    assert len(seen) == 25_955


def test_labels_name_the_shape_the_place_and_the_direction() -> None:
    problem = PUZZLE.problem(PUZZLE.parse(CLASSIC, "classic"))
    possible = [action.label for action in problem.actions if action.applicable(problem.initial_state)]
    assert possible == ["1x1 at r4c2 down", "1x1 at r4c3 down", "1x1 at r5c1 right", "1x1 at r5c4 left"]


def test_no_two_actions_with_one_label_are_applicable_in_one_state() -> None:
    for board in [general(name) for name in GENERAL] + [classic(name, "moves") for name in SMALL_CLASSIC]:
        problem = PUZZLE.problem(board)
        state, chance = problem.initial_state, random.Random(7)
        for _ in range(150):
            possible = [action for action in problem.actions if action.applicable(state)]
            assert len({action.label for action in possible}) == len(possible)
            if not possible:
                break
            state = chance.choice(possible).apply(state)


def test_moving_a_block_costs_its_cells_and_moving_the_special_block_costs_one() -> None:
    problem = PUZZLE.problem(general("exit above"))
    costs = {action.label.split()[0]: action.cost for action in problem.actions}
    assert costs == {"2x1": 2, "*": 1}


def test_blocks_enter_the_exit_but_do_not_pass_it() -> None:
    problem = PUZZLE.problem(PUZZLE.parse("#####\n#.a..\n#*..#\n#####\n", "test"))
    labels = {action.label for action in problem.actions}
    assert "1x1 at r2c4 right" in labels
    assert "1x1 at r2c5 right" not in labels
    assert "* at r2c5 right" in labels


def test_the_special_block_leaves_step_by_step_and_is_gone_with_its_last_cell() -> None:
    problem = PUZZLE.problem(PUZZLE.parse("######\n#.***.\n######\n", "test"))
    state = problem.initial_state
    shown = []
    for label in ("* at r2c3 right", "* at r2c4 right", "* at r2c5 right", "* at r2c6 right"):
        [action] = [a for a in problem.actions if a.label == label and a.applicable(state)]
        state = action.apply(state)
        values = problem.values(state)
        shown.append([str(values[f"r2c{c}"]) for c in range(2, 7)] + [str(values["special"])])
    assert shown == [
        ["free", "free", "*:1", "*:2", "*:3", "here"],
        ["free", "free", "free", "*:1", "*:2", "here"],
        ["free", "free", "free", "free", "*:1", "here"],
        ["free", "free", "free", "free", "free", "gone"],
    ]
    assert problem.is_goal(state)


def test_a_board_that_no_special_block_could_leave_is_refuted_in_words() -> None:
    assert PUZZLE.refute(general("does not fit")) == "block * could not leave even if it were alone on the board"
    assert PUZZLE.refute(general("blocked")) is None
    assert PUZZLE.refute(general("no special block")) is None
    walled = "rules: classic\nmetric: steps\n*#.\ngoal:\n..*\n"
    reason = "block * could not get to its goal even if it were alone on the board"
    assert PUZZLE.refute(PUZZLE.parse(walled, "test")) == reason
    assert PUZZLE.refute(classic("three goals", "moves")) is None
