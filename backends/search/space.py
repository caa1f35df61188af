"""State spaces: what a search algorithm sees of a problem."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Protocol

from copla.answers.result import Solution
from copla.backends.search.successors import SuccessorGenerator
from copla.ground.limits import Watch
from copla.language.planning_problem import Action, PlanningProblem
from copla.language.plans import costs_are_open, least_cost

State = Any
"""Anything that can be a key of a dictionary."""

Step = tuple[str, int, State]
"""An action's label, its cost and the state that it leads to."""

Estimate = Callable[[State], int | None]
"""What a plan from here costs, as a heuristic guesses; None for a dead end."""


class Space(Protocol):
    """A start, a goal, and the steps between states. Steps come in a fixed order: results repeat."""

    initial: State

    def is_goal(self, state: State) -> bool: ...
    def successors(self, state: State) -> list[Step]:
        """A step for each applicable action."""

    def values(self, state: State) -> dict[str, Any]:
        """A state in words: values by the names of variables."""

    def solution(self, state: State, plan: tuple[str, ...], cost: int, seconds: float) -> Solution:
        """What is reported when the plan has led to this goal state."""


class TaskSpace:
    """The states of a planning problem; actions in the order in which the problem declares them."""

    def __init__(
        self, problem: PlanningProblem, watch: Watch | None = None, actions: Sequence[Action] | None = None
    ) -> None:
        self.problem = problem
        self.watch = watch or Watch()
        self.initial = problem.initial_state
        self.is_goal = problem.is_goal
        self.variables = problem.variables
        self.values = problem.values
        self.all_actions = problem.actions if actions is None else actions
        self.actions = [(action.label, action.cost, action.effects) for action in self.all_actions]
        self.costs_are_open = costs_are_open(problem)

    @cached_property
    def applicable(self) -> SuccessorGenerator:
        """Made when the search begins: with many actions it takes a while, and a limit may end it."""
        return SuccessorGenerator(self.all_actions, self.watch)

    def successors(self, state: State) -> list[Step]:
        found = []
        for index in self.applicable(state):
            label, cost, effects = self.actions[index]
            new = list(state)
            for variable, value in effects:
                new[variable] = value
            found.append((label, cost, tuple(new)))
        return found

    def solution(self, state: State, plan: tuple[str, ...], cost: int, seconds: float) -> Solution:
        cheapest = least_cost(self.problem, plan) if self.costs_are_open else cost
        return Solution(cost=cheapest, seconds=seconds, moves=plan)
