"""A problem as people write it on paper: who the variables are, what must hold, what is wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from copla.ground.text import counted, shortened

if TYPE_CHECKING:
    from copla.language.constraint_problem import ConstraintProblem
    from copla.language.expressions import Variable
    from copla.language.planning_problem import Fact, PlanningProblem

_MOST_LINES = 60
_LONGEST_LINE = 200


def constraint_problem_in_words(problem: ConstraintProblem) -> str:
    """Variables with the same domain share a line; a constraint that has a label stands behind it.

    >>> from copla import ConstraintProblem, all_different
    >>> problem = ConstraintProblem("a corner")
    >>> a, b, c = (problem.variable(name, range(1, 4)) for name in "abc")
    >>> _ = problem.add(all_different([a, b, c]))
    >>> _ = problem.add(a + 1 < b, label="clue 1")
    >>> problem.maximize(2 * a - c)
    >>> print(problem)
    a corner
      a, b, c in 1..3
    such that
      all different: a, b, c
      clue 1: b - a > 1
    maximize 2*a - c
    """
    domains: dict[str, list[str]] = {}
    for variable in problem.variables:
        domains.setdefault(_domain(variable), []).append(variable.name)
    lines = [problem.name, *_some(list(domains.items()), lambda group: f"{_names(group[1])} in {group[0]}", "domain")]
    if problem.constraints:
        lines += ["such that", *_some(problem.constraints, _constraint, "constraint")]
    lines += [f"{objective.sense} {objective.expression}" for objective in problem.objectives]
    return "\n".join(lines)


def planning_problem_in_words(problem: PlanningProblem) -> str:
    """The start, the goal, and what each action needs and does.

    >>> from copla import PlanningProblem
    >>> problem = PlanningProblem("a door")
    >>> door = problem.variable("door", ["open", "closed"], "closed")
    >>> problem.action("open", {door: "closed"}, {door: "open"}, cost=2)
    >>> problem.set_goal({door: "open"})
    >>> print(problem)
    a door
      door in open, closed; at first closed
    actions
      open: door = closed -> door := open, cost 2
    goal
      door = open
    """
    variables = [
        f"{v.name} in {', '.join(map(str, v.domain))}; at first {v.domain[v.initial]}" for v in problem.variables
    ]
    lines = [problem.name, *_some(variables, str, "variable"), "actions"]
    lines += _some(
        problem.actions,
        lambda action: (
            f"{action.label}: {facts_in_words(problem, action.condition) or 'always'} -> "
            f"{facts_in_words(problem, action.effects, ' := ') or 'nothing'}, cost {action.cost}"
        ),
        "action",
    )
    return "\n".join([*lines, "goal", f"  {facts_in_words(problem, problem.goal) or 'anything'}"])


def facts_in_words(problem: PlanningProblem, facts: Iterable[Fact], joint: str = " = ") -> str:
    """Facts by the names of their variables and values."""
    variables = problem.variables
    return ", ".join(f"{variables[v].name}{joint}{variables[v].domain[place]}" for v, place in facts)


def _some(items: Sequence[Any], words: Callable[[Any], str], noun: str) -> list[str]:
    """A line for each, and where there are very many, how many more there are."""
    lines = [f"  {shortened(words(item), _LONGEST_LINE)}" for item in items[:_MOST_LINES]]
    more = len(items) - len(lines)
    return [*lines, f"  ... and {counted(more, f'more {noun}')}"] if more else lines


def _names(names: list[str]) -> str:
    return ", ".join(names) if len(names) <= 12 else f"{', '.join(names[:5])}, ..., {names[-1]} ({len(names)} of them)"


def _domain(variable: Variable) -> str:
    domain = variable.domain
    if variable.words is not None:
        return f"{{{', '.join(variable.words)}}}"
    if len(domain) > 2 and domain[-1] - domain[0] == len(domain) - 1:
        return f"{domain[0]}..{domain[-1]}"
    return f"{{{', '.join(map(str, domain))}}}"


def _constraint(constraint: Any) -> str:
    said = str(replace(constraint, label=""))
    return f"{constraint.label}: {said}" if constraint.label and constraint.label != said else said
