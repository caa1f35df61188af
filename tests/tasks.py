"""Small planning problems, and a slow, obvious oracle for their distances."""

from __future__ import annotations

import random

from copla import Function, PlanningProblem, State


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
            if found[state] + cost < found.get(new, 10**9):
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

    problem.heuristic("blind", lambda: Function(unmet), admissible=True, consistent=True, summary="the cheapest step")
    problem.heuristic("bold", lambda: Function(too_much), admissible=False, consistent=False, summary="too much")
    return problem
