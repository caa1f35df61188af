"""Playing by hand: what the picture lets people do is what the model allows, no more and no less."""

from __future__ import annotations

import random
from xml.etree import ElementTree

import pytest

import copla
from copla import Plays, Solution
from copla.language.planning_problem import PlanningProblem, State
from copla.plugins.loading import read

SVG = "{http://www.w3.org/2000/svg}"
BOARDS = [
    ("tiles", "two-by-three"), ("tiles", "eight-20"), ("tiles", "eight-last-8"), ("guarini", "4x3"),
    ("guarini", "cross-5x5"), ("guarini", "random-3x6-4"), ("freecell", "ranks-3-1"), ("freecell", "tight-4-1"),
    ("freecell", "deal-1"), ("klotski", "easy"), ("klotski", "gnome-fool"), ("klotski", "fayaa-5"),
    ("klotski", "klotski"), ("klotski", "klotski-moves"), ("klotski", "klotski-slides"),
]  # fmt: skip


def applied(problem: PlanningProblem, states: set[State], label: str) -> set[State]:
    """Where a label leads: several actions may share it."""
    return {a.apply(s) for s in states for a in problem.actions if a.label == label and a.applicable(s)}


def in_hand(problem: PlanningProblem, state: State) -> bool:
    """Whether a move has begun and not ended, which is no state of a game."""
    return problem.values(state).get("hand", "nothing") != "nothing"


@pytest.mark.parametrize(("puzzle", "name"), BOARDS)
def test_the_legal_moves_are_those_of_the_model_on_a_random_walk(puzzle: str, name: str) -> None:
    instance = copla.load(puzzle, name)
    play = instance.puzzle
    assert isinstance(play, Plays)
    problem = instance.problem()
    assert isinstance(problem, PlanningProblem)
    chance = random.Random(puzzle + name)
    moves: list[str] = []
    states = {problem.initial_state}
    for _ in range(12):
        offered = play.legal(instance.content, moves)
        reached: dict[State, str] = {}
        for move in offered:
            after = states
            for label in move.labels:
                after = applied(problem, after, label)
            assert len(after) == 1, f"{move.words}: {move.labels} must be possible"
            reached[after.copy().pop()] = move.words
        for action in problem.actions:  # nothing that the model allows is missing
            for state in states:
                if action.applicable(state) and not in_hand(problem, action.apply(state)):
                    assert action.apply(state) in reached or not _on_matrix(problem, action.apply(state))
        if not offered:
            break
        chosen = chance.choice(offered)
        moves += chosen.labels
        states = {state for state, words in reached.items() if words == chosen.words}
        scenes = play.scenes(instance.content, Solution(moves=tuple(moves)))
        assert scenes[-1].pieces[chosen.piece] == chosen.targets[0]
        assert scenes[-1].words == chosen.words or puzzle == "klotski"
        assert scenes[-1].cost == sum(labels.cost for labels in [chosen]) + play_cost(play, instance, moves, chosen)
        later = play.after(instance.content, moves)
        assert play.is_solved(later) == problem.is_goal(states.copy().pop())


def play_cost(play: Plays, instance: copla.Instance, moves: list[str], last: copla.LegalMove) -> int:
    before = Solution(moves=tuple(moves[: len(moves) - len(last.labels)]))
    return play.scenes(instance.content, before)[-1].cost


def _on_matrix(problem: PlanningProblem, state: State) -> bool:
    """Whether no block is half out of the exit: that is a step of the model, and no rest for a hand."""
    values = [str(value) for value in problem.values(state).values()]
    parts = [value for value in values if value.startswith("*:")]
    shapes = [str(v) for variable in problem.variables for v in variable.domain if str(v).startswith("*:")]
    return not shapes or len(parts) in (0, len(set(shapes)))


@pytest.mark.parametrize(("puzzle", "name"), BOARDS)
def test_the_picture_has_every_piece_where_the_first_scene_says(puzzle: str, name: str) -> None:
    instance = copla.load(puzzle, name)
    assert isinstance(instance.puzzle, Plays)
    root = ElementTree.fromstring(instance.puzzle.svg(instance.content))  # type: ignore[attr-defined]
    drawn = {
        piece.attrib["data-piece"]: tuple(map(int, piece.attrib["transform"][10:-1].split()))
        for piece in root.iter(f"{SVG}g")
        if "data-piece" in piece.attrib
    }
    (start,) = instance.puzzle.scenes(instance.content, Solution(moves=()))
    assert drawn == start.pieces
    assert list(drawn) == list(start.pieces)


@pytest.mark.parametrize(
    ("puzzle", "name"), [("tiles", "eight-10"), ("guarini", "4x3"), ("freecell", "ranks-4-1"), ("klotski", "easy")]
)
def test_a_solution_of_a_later_state_goes_on_from_there(puzzle: str, name: str) -> None:
    instance = copla.load(puzzle, name)
    play = instance.puzzle
    assert isinstance(play, Plays)
    assert isinstance(play, copla.WritesText)
    moves = list(play.legal(instance.content, ())[0].labels)
    later = play.after(instance.content, moves)
    again = read(puzzle, play.write(later, play.forms[0]), "later")
    assert again.content == later
    rest = copla.solve(again.problem()).best.moves or ()
    scenes = play.scenes(instance.content, Solution(moves=(*moves, *rest)))
    assert sum(scene.labels for scene in scenes) == len(moves) + len(rest)
    if puzzle != "klotski":
        assert play.is_solved(play.after(instance.content, [*moves, *rest]))


def test_a_move_that_is_not_possible_is_named() -> None:
    for puzzle, name in (("tiles", "eight-10"), ("guarini", "4x3"), ("freecell", "deal-1"), ("klotski", "easy")):
        instance = copla.load(puzzle, name)
        assert isinstance(instance.puzzle, Plays)
        with pytest.raises(copla.ModelError, match="step 1, nonsense: not possible"):
            instance.puzzle.after(instance.content, ["nonsense"])
        with pytest.raises(copla.ModelError, match="step 1, nonsense: not possible"):
            instance.puzzle.scenes(instance.content, Solution(moves=("nonsense",)))
