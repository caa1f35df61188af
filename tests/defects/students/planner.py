"""A student's planner: uniform-cost search over states, right as it stands."""

# mypy: ignore-errors

from heapq import heappop, heappush

import copla


def solve(problem: copla.PlanningProblem):
    start = problem.initial_state
    queue, best, parent, closed = [(0, 0, start)], {start: 0}, {}, set()
    pushed = 0
    while queue:
        cost, _, state = heappop(queue)
        if state in closed:
            continue
        closed.add(state)
        if problem.is_goal(state):
            plan = []
            while state in parent:
                state, label = parent[state]
                plan.append(label)
            return plan[::-1]
        for action in problem.actions:
            if not action.applicable(state):
                continue
            after = action.apply(state)
            paid = cost + action.cost
            if after not in best or paid < best[after]:
                best[after], parent[after] = paid, (state, action.label)
                pushed += 1
                heappush(queue, (paid, pushed, after))
    return None
