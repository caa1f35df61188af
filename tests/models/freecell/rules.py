"""FreeCell played with plain lists, straight from the rules: what the model is compared with."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator

from copla import PlanningProblem, State
from copla.backends.search.space import TaskSpace
from copla.models.freecell import Deal
from copla.models.freecell.board import deal_out, deck

Table = tuple[tuple[tuple[str, ...], ...], frozenset[str], tuple[tuple[str, int], ...]]
"""The columns that are not empty, sorted; the cards in cells; the foundations. Columns and cells have no order."""

SAMPLE = """\
H1 S2 C6 S11 C11 H4 C2
C4 D11 S4 C9 C12 H13 D4
H10 S6 D1 H12 S3 S12 D12
D5 S1 D8 C10 S7 S9 H6
H2 C5 H7 S10 D2 H11
C7 H5 D9 C8 D13 C13
H9 D6 C1 S5 D7 S13
D3 H3 C3 H8 D10 S8
"""


def random_deal(ranks: int, stacks: int, cells: int, seed: int) -> Deal:
    cards = deck(ranks)
    random.Random(seed).shuffle(cards)
    return deal_out(cards, stacks, cells)


def table_of(deal: Deal) -> Table:
    columns = [tuple(map(str, stack)) for stack in deal.stacks if stack]
    foundations = tuple(zip("SHDC", deal.foundations, strict=True))
    return tuple(sorted(columns)), frozenset(str(card) for card in deal.cells if card), foundations


def successors(table: Table, stacks: int, cells: int) -> set[tuple[str, Table]]:
    """Every legal move of one card, but for a lone card that changes its column for an empty one."""
    columns, held, foundations = table
    reached = dict(foundations)
    found = set()
    takes = [(column[-1], [c for c in columns if c != column] + [column[:-1]], held) for column in columns]
    takes += [(card, list(columns), held - {card}) for card in held]
    for card, rest, rest_held in takes:
        suit, value = card[0], int(card[1:])
        rest = [column for column in rest if column]

        def result(
            label: str, new: list[tuple[str, ...]], new_held: frozenset[str], new_reached: dict[str, int]
        ) -> None:
            found.add((label, (tuple(sorted(new)), new_held, tuple(new_reached.items()))))

        if reached[suit] == value - 1:
            result(f"foundation {card}", rest, rest_held, {**reached, suit: value})
        if card not in held and len(held) < cells:
            result(f"freecell {card}", rest, held | {card}, reached)
        if len(columns) < stacks and (card in held or len(rest) == len(columns)):
            result(f"newstack {card}", [*rest, (card,)], rest_held, reached)
        for column in columns:
            top = column[-1]
            if (suit in "HD") != (top[0] in "HD") and int(top[1:]) == value + 1:
                others = [c for c in rest if c != column]
                result(f"stack {card} {top}", [*others, (*column, card)], rest_held, reached)
    return found


def read_state(problem: PlanningProblem, state: State) -> Table:
    """The table that a state of the model means, from the places of the cards alone."""
    values = {name: str(value) for name, value in problem.values(state).items()}
    places = {name.removeprefix("place of "): value for name, value in values.items() if name.startswith("place of ")}
    above = {value.removeprefix("on "): card for card, value in places.items() if value.startswith("on ")}
    columns = []
    for card, value in places.items():
        if value == "column":
            column = [card]
            while column[-1] in above:
                column.append(above[column[-1]])
            columns.append(tuple(column))
    held = frozenset(card for card, value in places.items() if value == "cell")
    gone = [card for card, value in places.items() if value == "foundation"]
    foundations = tuple((suit, sum(card[0] == suit for card in gone)) for suit in "SHDC")
    assert sum(map(len, columns)) + len(held) + len(gone) == len(places)
    return tuple(sorted(columns)), held, foundations


def all_states(problem: PlanningProblem) -> dict[State, list[State]]:
    """Every state that can be reached, with its successors."""
    space = TaskSpace(problem)
    edges: dict[State, list[State]] = {}
    waiting = [problem.initial_state]
    while waiting:
        state = waiting.pop()
        if state not in edges:
            edges[state] = [new for _, _, new in space.successors(state)]
            waiting += edges[state]
    return edges


def true_distances(problem: PlanningProblem, edges: dict[State, list[State]]) -> dict[State, int]:
    """The number of moves to the goal of every state that has a way to it: breadth-first search backwards."""
    before: dict[State, list[State]] = {state: [] for state in edges}
    for state, following in edges.items():
        for new in following:
            before[new].append(state)
    distances = {state: 0 for state in edges if problem.is_goal(state)}
    waiting = deque(distances)
    while waiting:
        state = waiting.popleft()
        for earlier in before[state]:
            if earlier not in distances:
                distances[earlier] = distances[state] + 1
                waiting.append(earlier)
    return distances


def random_walk(problem: PlanningProblem, steps: int, seed: int) -> Iterator[tuple[State, list[tuple[str, State]]]]:
    """States on a random walk with all their successors; starts again at a dead end."""
    chance = random.Random(seed)
    space = TaskSpace(problem)
    state = problem.initial_state
    for _ in range(steps):
        following = [(label, new) for label, _, new in space.successors(state)]
        yield state, following
        state = chance.choice(following)[1] if following else problem.initial_state
