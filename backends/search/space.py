"""State spaces: what a search algorithm sees of a problem."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from copla.backends.search.successors import SuccessorGenerator
from copla.planning_problem import Action, PlanningProblem
from copla.result import Solution

State = Any
"""Anything that can be a key of a dictionary."""

Estimate = Callable[[State], int]


class Space(Protocol):
    """A start, a goal, and the steps between states. Steps come in a fixed order: results repeat."""

    initial: State

    def is_goal(self, state: State) -> bool: ...
    def successors(self, state: State) -> list[tuple[str, int, State]]:
        """For each applicable action its label, its cost and the state that it leads to."""

    def solution(self, state: State, plan: tuple[str, ...], cost: int, seconds: float) -> Solution:
        """What is reported when the plan has led to this goal state."""


class TaskSpace:
    """The states of a planning problem; actions in the order in which the problem declares them."""

    def __init__(self, problem: PlanningProblem, actions: Sequence[Action] | None = None) -> None:
        actions = problem.actions if actions is None else actions
        self.initial = problem.initial_state
        self.is_goal = problem.is_goal
        self.actions = [(action.label, action.cost, action.effects) for action in actions]
        self.applicable = SuccessorGenerator(actions)

    def successors(self, state: State) -> list[tuple[str, int, State]]:
        found = []
        for index in self.applicable(state):
            label, cost, effects = self.actions[index]
            new = list(state)
            for variable, value in effects:
                new[variable] = value
            found.append((label, cost, tuple(new)))
        return found

    def solution(self, state: State, plan: tuple[str, ...], cost: int, seconds: float) -> Solution:
        return Solution(cost=cost, seconds=seconds, moves=plan)
