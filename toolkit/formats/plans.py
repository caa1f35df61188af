"""Plans that a planner found for an export: back to the labels of the problem."""

from __future__ import annotations

import re

from copla.answers.result import Solution
from copla.ground.errors import FormatError
from copla.ground.text import shortened
from copla.language.planning_problem import Action, PlanningProblem
from copla.language.plans import least_cost

# (7 open it) of a SAS+ file; (apply-2-1 action-7 ...) of PDDL.
_STEP = re.compile(r"\s*\(\s*(?:\S+\s+action-)?([0-9]{1,9})(?![0-9])", re.ASCII)


def read_plan(problem: PlanningProblem, text: str, source: str = "plan") -> Solution:
    """The plan that a planner found for an export of the problem, SAS+ or PDDL, in the problem's own labels.

    Where actions share a label the plan costs the least of what its labels can mean, as everywhere.

    >>> problem = PlanningProblem("a door")
    >>> door = problem.variable("door", ["open", "closed"], "closed")
    >>> problem.action("open it", {door: "closed"}, {door: "open"}, cost=2)
    >>> problem.set_goal({door: "open"})
    >>> found = read_plan(problem, "(0 open it)\\n; cost = 2 (general cost)\\n")
    >>> found.moves, found.cost
    (('open it',), 2)
    """
    actions = read_actions(problem, text, source)
    moves = tuple(action.label for action in actions)
    least = least_cost(problem, moves)
    return Solution(cost=sum(action.cost for action in actions) if least is None else least, moves=moves)


def read_actions(problem: PlanningProblem, text: str, source: str = "plan") -> list[Action]:
    """The actions of such a plan; nobody has looked yet whether they lead to the goal."""
    actions = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.lstrip().startswith(";"):
            continue
        step = _STEP.match(line)
        if step is None or int(step[1]) >= len(problem.actions):
            what = f"found {shortened(line.strip(), 60)!r}, expected a step with the number of an action"
            raise FormatError(what, source=source, line=number)
        actions.append(problem.actions[int(step[1])])
    return actions
