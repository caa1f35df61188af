"""The truth about a planning problem: Dijkstra's algorithm over explicit states, and exact replay of label sequences.

It reads plain data and shares nothing with the checker, a backend or the language. States are tuples of values.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import product

from copla.fuzzing.constraint_oracle import TooLargeError
from copla.fuzzing.planning_data import HeuristicRecord, PlanningData
from copla.ground.numbers import LARGEST
from copla.language.planning_problem import Value

State = tuple[Value, ...]
MOST_STATES = 3000


@dataclass(frozen=True, slots=True)
class PlanningTruth:
    """The least cost of a plan, or None if there is none; and how many states were looked at to find out."""

    cost: int | None
    states: int

    @property
    def feasible(self) -> bool:
        return self.cost is not None


class Steps:
    """The successors of a state, by the plain meaning of conditions and effects."""

    def __init__(self, data: PlanningData) -> None:
        place = {name: number for number, (name, _, _) in enumerate(data.variables)}
        self.start: State = tuple(start for _, _, start in data.variables)
        self.goal = [(place[name], value) for name, value in data.goal]
        self.actions = [
            (
                action.label,
                [(place[name], value) for name, value in action.condition],
                [(place[name], value) for name, value in action.effects],
                action.cost,
            )
            for action in data.actions
        ]

    def is_goal(self, state: State) -> bool:
        return all(state[number] == value for number, value in self.goal)

    def from_state(self, state: State) -> list[tuple[str, State, int]]:
        found = []
        for label, condition, effects, cost in self.actions:
            for number, value in condition:
                if state[number] != value:
                    break
            else:
                changed = list(state)
                for number, value in effects:
                    changed[number] = value
                found.append((label, tuple(changed), cost))
        return found


def planning_truth(data: PlanningData, most_states: int = MOST_STATES) -> PlanningTruth:
    """The cost of a cheapest plan, by Dijkstra's algorithm; TooLargeError if it reaches more states than that.

    >>> from copla.fuzzing.planning_data import ActionRecord
    >>> push = ActionRecord("push", (("door", 0),), (("door", 1),), 4)
    >>> door = PlanningData((("door", (0, 1), 0),), (push,), (("door", 1),))
    >>> planning_truth(door).cost
    4
    """
    steps = Steps(data)
    reached = {steps.start: 0}
    closed: set[State] = set()
    queue: list[tuple[int, int, State]] = [(0, 0, steps.start)]
    pushed = 0
    while queue:
        cost, _, state = heappop(queue)
        if state in closed:
            continue
        closed.add(state)
        if steps.is_goal(state):
            return PlanningTruth(cost, len(reached))
        for _, after, price in steps.from_state(state):
            if after not in reached or cost + price < reached[after]:
                reached[after] = cost + price
                pushed += 1
                heappush(queue, (cost + price, pushed, after))
        if len(reached) > most_states:
            raise TooLargeError
    return PlanningTruth(None, len(reached))


def cheapest_plan(data: PlanningData, most_states: int = MOST_STATES) -> tuple[str, ...] | None:
    """The labels of a cheapest plan, and of these one with the fewest steps; None if there is no plan."""
    steps = Steps(data)
    reached: dict[State, tuple[int, int]] = {steps.start: (0, 0)}
    before: dict[State, tuple[State, str]] = {}
    queue: list[tuple[int, int, int, State]] = [(0, 0, 0, steps.start)]
    while queue:
        cost, length, _, state = heappop(queue)
        if reached[state] < (cost, length):
            continue
        if steps.is_goal(state):
            labels: list[str] = []
            while state in before:
                state, label = before[state]
                labels.append(label)
            return tuple(reversed(labels))
        for label, after, price in steps.from_state(state):
            found = cost + price, length + 1
            if after not in reached or found < reached[after]:
                reached[after], before[after] = found, (state, label)
                heappush(queue, (*found, len(before) + len(queue), after))
        if len(reached) > most_states:
            raise TooLargeError
    return None


def fewest_steps(data: PlanningData, most_states: int = MOST_STATES) -> int | None:
    """How many steps the shortest plan has, whatever it costs; None if there is no plan."""
    steps = Steps(data)
    layer, seen, number = [steps.start], {steps.start}, 0
    while layer:
        if any(map(steps.is_goal, layer)):
            return number
        fresh = dict.fromkeys(after for state in layer for _, after, _ in steps.from_state(state))
        layer = [state for state in fresh if state not in seen]
        seen.update(layer)
        number += 1
        if len(seen) > most_states:
            raise TooLargeError
    return None


def reachable_states(data: PlanningData, most_states: int = MOST_STATES) -> list[State]:
    """Every state that can be reached from the start; TooLargeError if there are more than that."""
    steps = Steps(data)
    found = {steps.start: None}
    waiting = [steps.start]
    while waiting:
        for _, after, _ in steps.from_state(waiting.pop()):
            if after not in found:
                found[after] = None
                waiting.append(after)
        if len(found) > most_states:
            raise TooLargeError
    return list(found)


def cost_of_labels(data: PlanningData, labels: Sequence[str]) -> int | None:
    """The least cost of a way to the goal by actions with these labels, in this order; None if there is none."""
    steps = Steps(data)
    states = {steps.start: 0}
    for label in labels:
        after: dict[State, int] = {}
        for state, cost in states.items():
            for name, successor, price in steps.from_state(state):
                if name == label and cost + price < after.get(successor, cost + price + 1):
                    after[successor] = cost + price
        states = after
    return min((cost for state, cost in states.items() if steps.is_goal(state)), default=None)


def distances_to_goal(data: PlanningData, states: Sequence[State]) -> dict[State, int]:
    """The cost from each of these states to the goal, where it can be reached through them: backwards."""
    steps = Steps(data)
    before: dict[State, list[tuple[State, int]]] = {state: [] for state in states}
    for state in states:
        for _, after, price in steps.from_state(state):
            before.setdefault(after, []).append((state, price))
    distance: dict[State, int] = {}
    queue: list[tuple[int, int, State]] = []
    for number, state in enumerate(states):
        if steps.is_goal(state):
            heappush(queue, (0, number, state))
    pushed = len(states)
    while queue:
        cost, _, state = heappop(queue)
        if state in distance:
            continue
        distance[state] = cost
        for earlier, price in before[state]:
            if earlier not in distance:
                pushed += 1
                heappush(queue, (cost + price, pushed, earlier))
    return distance


def label_sequences(data: PlanningData, most: int, most_steps: int = 3000) -> set[tuple[str, ...]]:
    """Different label sequences of plans that repeat no state and end where they first reach the goal; at most so many.

    A path that costs more than the range of numbers holds is none that a backend has to follow. TooLargeError if it
    takes more steps than that to find them.
    """
    steps = Steps(data)
    found: set[tuple[str, ...]] = set()
    left = most_steps
    stack: list[tuple[State, int, tuple[str, ...], frozenset[State]]] = []
    stack.append((steps.start, 0, (), frozenset([steps.start])))
    while stack and len(found) < most:
        left -= 1
        if left < 0:
            raise TooLargeError
        state, cost, labels, path = stack.pop()
        if steps.is_goal(state):
            found.add(labels)
            continue
        for label, after, price in steps.from_state(state):
            if after not in path and cost + price <= LARGEST:
                stack.append((after, cost + price, (*labels, label), path | {after}))
    return found


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
