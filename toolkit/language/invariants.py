"""Declared invariants, proven: nobody relies on one that is not, so that a false declaration changes no answer.

"All different" over some variables says for each value that at most one of them has it. That is proven value by
value: at the start at most one has it, and no action gives it to more of the variables than it takes it from.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterable

from copla.language.planning_problem import Action, Fact, PlanningProblem, Value


def mutex_groups(problem: PlanningProblem) -> list[tuple[Fact, ...]]:
    """Facts of which at most one holds at a time: for each value of an invariant that is proven, who can have it.

    >>> problem = PlanningProblem("two rooms")
    >>> a, b = (problem.variable(name, ["left", "right"], at) for name, at in (("a", "left"), ("b", "right")))
    >>> problem.action("swap", {a: "left", b: "right"}, {a: "right", b: "left"})
    >>> problem.all_different([a, b])
    >>> mutex_groups(problem)
    [((0, 0), (1, 0)), ((0, 1), (1, 1))]
    >>> problem.action("join", {a: "left"}, {a: "right"})
    >>> mutex_groups(problem)
    [((0, 0), (1, 0))]
    """
    found = []
    for invariant in problem.invariants:
        broken = _broken(problem, invariant)
        found += [tuple(facts) for value, facts in holders(problem, invariant).items() if value not in broken]
    return found


def different_variables(problem: PlanningProblem) -> list[tuple[int, ...]]:
    """The invariants that are proven as a whole: in no reachable state do two of the variables have the same value."""
    return [
        invariant
        for invariant in problem.invariants
        if not _broken(problem, invariant).intersection(holders(problem, invariant))
    ]


def different_places(problem: PlanningProblem) -> list[tuple[int, ...]]:
    """Those whose variables have one domain in common: the places of their values differ, too."""
    return [
        invariant
        for invariant in different_variables(problem)
        if len({problem.variables[index].domain for index in invariant}) == 1
    ]


def holders(problem: PlanningProblem, variables: Iterable[int]) -> dict[Value, list[Fact]]:
    """For each value that several of the variables can have the facts that say so."""
    facts: defaultdict[Value, list[Fact]] = defaultdict(list)
    for index in variables:
        for place, value in enumerate(problem.variables[index].domain):
            facts[value].append((index, place))
    return {value: found for value, found in facts.items() if len(found) > 1}


def balance(problem: PlanningProblem, action: Action, members: Container[int]) -> Counter[Value]:
    """How many more of the variables have a value after the action than before, for the values that it changes."""
    old = dict(action.condition)
    found: Counter[Value] = Counter()
    for index, new in action.effects:
        if index in members:
            domain = problem.variables[index].domain
            found[domain[new]] += 1
            found[domain[old[index]]] -= 1
    return found


def _broken(problem: PlanningProblem, invariant: tuple[int, ...]) -> set[Value]:
    """The values for which the proof fails."""
    members = set(invariant)
    held = Counter(problem.variables[index].domain[problem.variables[index].initial] for index in invariant)
    broken = {value for value, times in held.items() if times > 1}
    for action in problem.actions:
        broken.update(value for value, more in balance(problem, action, members).items() if more > 0)
    return broken
