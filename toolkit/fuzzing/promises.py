"""Whether a planning problem keeps what it promises: an answer can be blamed on a backend only then."""

from __future__ import annotations

from itertools import product

from copla.fuzzing.constraint_oracle import TooLargeError
from copla.fuzzing.planning_data import HeuristicRecord, PlanningData
from copla.fuzzing.planning_oracle import State, distances_to_goal, reachable_states


def promises_hold(data: PlanningData) -> bool:
    """Admissible heuristics never say more than the distance, and no heuristic calls a state dead that is not."""
    try:
        states = reachable_states(data)
    except TooLargeError:
        return True
    distance = distances_to_goal(data, states)
    for record in data.heuristics:
        for state in states:
            told = estimate(data, record, state)
            if state in distance and (told is None or (record.admissible and told > distance[state])):
                return False
    return True


def estimate(data: PlanningData, record: HeuristicRecord, state: State) -> int | None:
    """What a heuristic says of a state; None is a dead end."""
    place = {name: number for number, (name, _, _) in enumerate(data.variables)}
    domains = {name: domain for name, domain, _ in data.variables}
    best = 0
    for part in record.sums:
        total = 0
        for table in part:
            rows = list(product(*(domains[name] for name in table.variables)))
            entry = table.entries[rows.index(tuple(state[place[name]] for name in table.variables))]
            if entry is None:
                return None
            total += entry
        best = max(best, total)
    return best
