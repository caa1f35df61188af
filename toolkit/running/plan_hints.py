"""The next move of a good plan as a hint: the plan is looked for here, what a move is for only the puzzle can say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from copla.answers.result import Result, Solution
from copla.ground.errors import LimitError, ModelError
from copla.ground.limits import Limits, Watch
from copla.ground.status import Status
from copla.ground.text import counted
from copla.language.planning_problem import PlanningProblem
from copla.plugins.puzzle import Hint

SECONDS_FOR_THE_BEST = 5.0
"""How long the default backend may take before any plan will do."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The first move of a plan in people's words, how many labels of the model it takes, and what it is for.

    ``moves`` are the moves of the plan as people count them; ``priced``: the cost of a plan is not their number.
    """

    words: str
    labels: int
    purpose: str
    moves: int
    priced: bool = False


def next_move(
    problem: PlanningProblem, watch: Watch, advise: Callable[[Solution], Advice], refutation: str | None = None
) -> Hint:
    """The next move from where the problem starts; LimitError if the limits run out before there is a plan.

    ``refutation``: why there is none, if the puzzle can tell.
    """
    watch.begin()
    if refutation is not None:
        return Hint({}, "", (refutation,), solvable=False)
    if problem.is_goal(problem.initial_state):
        return Hint({}, "", ("the goal is reached, and nothing is left to do",), optimal=True)
    result = _plan(problem, watch)
    if not result.solutions:
        return Hint({}, "", (result.message or "no plan leads from here to the goal",), solvable=False)
    plan = result.best
    advice = advise(plan)
    optimal = result.status is Status.OPTIMAL
    return Hint(
        {},
        "best plan" if optimal else "plan",
        (advice.purpose, _rest(advice, result)),
        move=advice.words,
        labels=(plan.moves or ())[: advice.labels],
        left=advice.moves,
        optimal=optimal,
    )


def follow(problem: PlanningProblem, labels: Sequence[str]) -> PlanningProblem:
    """The problem from the state that the labels lead to; ModelError at the first that is not possible."""
    state = problem.initial_state
    for number, label in enumerate(labels, 1):
        for action in problem.actions:
            if action.label == label and all(state[variable] == value for variable, value in action.condition):
                changes = dict(action.effects)
                state = tuple(changes.get(variable, value) for variable, value in enumerate(state))
                break
        else:
            raise ModelError(f"move {number}, {label}: not possible here")
    return problem.starting_from(state)


def in_time(moves: int) -> str:
    """When something happens in a plan, this move being number 0.

    >>> in_time(1), in_time(4)
    ('next', '4 moves later')
    """
    return "next" if moves == 1 else f"{moves} moves later"


def _plan(problem: PlanningProblem, watch: Watch) -> Result:
    """A plan that is proven best if that is cheap, else any; or the proof that there is none."""
    from copla.running.solving import solve  # which knows all rewriting: for a hint alone it is needed

    left = watch.seconds_left
    patience = SECONDS_FOR_THE_BEST if left is None else min(left, SECONDS_FOR_THE_BEST)
    result = solve(problem, watch=watch.again(Limits(patience, watch.limits.bytes)))
    if result.solutions or result.status is Status.INFEASIBLE or watch.stopped:
        return _answered(result, watch)
    limits = Limits(watch.seconds_left, watch.limits.bytes)
    return _answered(solve(problem, options={"algorithm": "greedy"}, watch=watch.again(limits)), watch)


def _answered(result: Result, watch: Watch) -> Result:
    if not result.solutions and result.status is not Status.INFEASIBLE:
        raise LimitError(f"no hint: {result.status} after {watch.seconds:.1f} s", result.status)
    return result


def _rest(advice: Advice, result: Result) -> str:
    """How long the plan is, and whether that is proven to be the best."""
    plan = counted(advice.moves, "move") + (f" at a cost of {result.cost}" if advice.priced else "")
    better = "cheaper" if advice.priced else "shorter"
    if result.status is Status.OPTIMAL:
        return f"the plan from here has {plan}, and none is {better}"
    known = f", only that it takes {result.bound} or more" if result.bound else ""
    return f"the plan from here has {plan}; that none is {better} is not proven{known}"
