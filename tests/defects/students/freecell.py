"""A student's FreeCell: best-first search that moves whole runs of cards, as many as there are free cells and one more.

Right as it stands.
"""

# mypy: ignore-errors

from heapq import heappop, heappush
from itertools import pairwise

from copla.models.freecell.board import SUITS, Deal, fits

MOST_POSITIONS = 3000


def solve(deal: Deal):
    cells = len(deal.cells)

    def home(card, done):
        suit = SUITS.index(card.suit)
        return (*done[:suit], card.value, *done[suit + 1 :]) if done[suit] + 1 == card.value else None

    def replaced(stacks, changes):
        return tuple(changes.get(number, stack) for number, stack in enumerate(stacks))

    def successors(stacks, held, done):
        tops = [(number, stack[-1]) for number, stack in enumerate(stacks) if stack]
        for card in held:
            rest = tuple(other for other in held if other != card)
            if home(card, done):
                yield stacks, rest, home(card, done), [f"foundation {card}"]
            for number, top in tops:
                if fits(card, top):
                    yield replaced(stacks, {number: (*stacks[number], card)}), rest, done, [f"stack {card} {top}"]
            if len(tops) < len(stacks):
                yield replaced(stacks, {stacks.index(()): (card,)}), rest, done, [f"newstack {card}"]
        for number, card in tops:
            left = {number: stacks[number][:-1]}
            if home(card, done):
                yield replaced(stacks, left), held, home(card, done), [f"foundation {card}"]
            if len(held) < cells:
                yield replaced(stacks, left), (*held, card), done, [f"freecell {card}"]
            if len(tops) < len(stacks) and len(stacks[number]) > 1:
                yield replaced(stacks, left | {stacks.index(()): (card,)}), held, done, [f"newstack {card}"]
            for size in range(1, min(len(stacks[number]), cells - len(held) + 1) + 1):
                run = stacks[number][-size:]
                if size > 1 and not fits(run[1], run[0]):
                    break
                for other, top in tops:
                    if other != number and fits(run[0], top):
                        changes = {number: stacks[number][:-size], other: stacks[other] + run}
                        yield replaced(stacks, changes), held, done, one_by_one(run, top)

    def estimate(stacks, done):
        buried = sum(a.value < b.value for stack in stacks for i, a in enumerate(stack) for b in stack[i + 1 :])
        return buried - 4 * sum(done)

    start = deal.stacks, deal.held, deal.foundations
    seen, waiting, number = {start}, [(0, 0, start, ())], 0
    while waiting:
        _, _, (stacks, held, done), moves = heappop(waiting)
        if not held and not any(stacks):
            return list(moves)
        if number > MOST_POSITIONS:
            return "unknown"
        for *after, steps in successors(stacks, held, done):
            position = after[0], tuple(sorted(after[1])), after[2]
            if position not in seen:
                seen.add(position)
                number += 1
                heappush(waiting, (estimate(after[0], after[2]), number, position, (*moves, *steps)))
    return None


def one_by_one(run, top):
    """The moves of single cards that a run takes: all but the lowest into cells, and back."""
    there = [f"freecell {card}" for card in reversed(run[1:])]
    return [*there, f"stack {run[0]} {top}", *(f"stack {card} {below}" for below, card in pairwise(run))]
