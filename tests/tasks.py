"""Small planning problems, and a slow, obvious oracle for their distances."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from itertools import product

from copla import INFINITE, Function, PatternTable, PlanningProblem, State, Sum


def successors(problem: PlanningProblem, state: State) -> list[tuple[str, int, State]]:
    """All applicable actions by looking at every one: the oracle of the successor generator."""
    return [(a.label, a.cost, a.apply(state)) for a in problem.actions if a.applicable(state)]


def distances(problem: PlanningProblem) -> dict[State, int]:
    """The cost of a cheapest way from the start to every reachable state, by relaxing until nothing changes."""
    found = {problem.initial_state: 0}
    waiting = [problem.initial_state]
    while waiting:
        state = waiting.pop()
        for _, cost, new in successors(problem, state):
            if new not in found or found[state] + cost < found[new]:
                found[new] = found[state] + cost
                waiting.append(new)
    return found


def optimum(problem: PlanningProblem) -> int | None:
    return min((cost for state, cost in distances(problem).items() if problem.is_goal(state)), default=None)


def random_task(seed: int) -> PlanningProblem:
    """A random task with costs from 0 to 4 and true distances to the goal as a heuristic, or something near them."""
    chance = random.Random(seed)
    problem = PlanningProblem(f"random task {seed}")
    variables = []
    for i in range(chance.randint(2, 4)):
        size = chance.randint(2, 4)
        variables.append(problem.variable(f"v{i}", range(size), chance.randrange(size)))
    for number in range(chance.randint(3, 14)):
        scope = chance.sample(variables, chance.randint(1, len(variables)))
        condition = {v: chance.randrange(len(v.domain)) for v in scope}
        effects = {}
        for v in chance.sample(scope, chance.randint(1, len(scope))):
            effects[v] = chance.choice([x for x in range(len(v.domain)) if x != condition[v]])
        problem.action(f"a{number}", condition, effects, cost=chance.choice([0, 1, 1, 1, 2, 4]))
    goal = chance.sample(variables, chance.randint(1, len(variables)))
    problem.set_goal({v: chance.randrange(len(v.domain)) for v in goal})
    goal_facts = problem.goal
    cheapest = min(action.cost for action in problem.actions)

    def unmet(state: object) -> int:
        return 0 if all(state[v] == x for v, x in goal_facts) else cheapest  # type: ignore[index]

    def too_much(state: object) -> int:
        return 3 * sum(state[v] != x for v, x in goal_facts)  # type: ignore[index]

    problem.heuristic("timid", lambda: Function(unmet), admissible=True, consistent=True, summary="the cheapest step")
    problem.heuristic("bold", lambda: Function(too_much), admissible=False, consistent=False, summary="too much")
    return problem


COSTS = {
    "unit": (1,),
    "zero": (0,),
    "mixed": (0, 1, 1, 2, 4),
    "dear": (1, 3, 2**30, 2**31, 2**45),
}
"""What actions cost, by a name for each kind of costs."""


def task_with_costs(seed: int, costs: str) -> PlanningProblem:
    """The random task of this seed with other costs and without heuristics."""
    chance = random.Random(f"{seed} {costs}")
    problem = random_task(seed)
    problem.actions[:] = [replace(action, cost=chance.choice(COSTS[costs])) for action in problem.actions]
    problem.heuristics.clear()
    return problem


def costs_to_goal(problem: PlanningProblem) -> dict[State, int]:
    """The cost of a cheapest way to the goal from every state that has one, reachable or not."""
    states = list(product(*(range(len(v.domain)) for v in problem.variables)))
    found = {state: 0 for state in states if problem.is_goal(state)}
    changed = True
    while changed:
        changed = False
        for state in states:
            for _, cost, new in successors(problem, state):
                if new in found and (state not in found or found[new] + cost < found[state]):
                    found[state] = found[new] + cost
                    changed = True
    return found


def simple_plans(problem: PlanningProblem) -> dict[tuple[str, ...], int]:
    """All plans that meet no state twice and end at the first goal, with the least cost of their labels."""
    found: dict[tuple[str, ...], int] = {}

    def walk(state: State, seen: frozenset[State], moves: tuple[str, ...], cost: int) -> None:
        if problem.is_goal(state):
            found[moves] = min(cost, found.get(moves, cost))
            return
        for label, more, new in successors(problem, state):
            if new not in seen:
                walk(new, seen | {new}, (*moves, label), cost + more)

    walk(problem.initial_state, frozenset([problem.initial_state]), (), 0)
    return found


def add_heuristics(problem: PlanningProblem, seed: int) -> None:
    """Heuristics of every kind, made from the true costs: their names say what is wrong with them."""
    chance = random.Random(seed)
    true = costs_to_goal(problem)
    states = list(product(*(range(len(v.domain)) for v in problem.variables)))
    costliest = max(1, *(action.cost for action in problem.actions))
    exact = {state: true.get(state, INFINITE) for state in states}
    less = {state: chance.randint(0, true[state]) if state in true else INFINITE for state in states}
    more = {state: true.get(state, 0) + chance.choice([0, 0, 1, costliest, 3 * costliest]) for state in states}
    blocked = {state: INFINITE if chance.random() < 0.2 else more[state] for state in states}
    for name, table, admissible in (
        ("exact", exact, True),
        ("inconsistent", less, True),
        ("inadmissible", more, False),
        ("wrong dead ends", blocked, False),
    ):
        entries = [table[state] for state in states]
        sizes = tuple(len(v.domain) for v in problem.variables)
        pattern = Sum((PatternTable(tuple(range(len(sizes))), sizes, entries),))
        problem.heuristic(
            name, partial(_itself, pattern), admissible=admissible, consistent=name == "exact", summary=name
        )
        problem.heuristic(
            f"{name}, a function",
            partial(_itself, Function(table.__getitem__)),  # type: ignore[arg-type]
            admissible=admissible,
            consistent=name == "exact",
            summary=name,
        )


def _itself(heuristic: Sum | Function) -> Sum | Function:
    return heuristic
