"""Which facts and which pairs of facts can hold after so many steps: relaxed reachability over pairs.

A pair is reachable if a step makes one of the two true and the other true or leaves it alone, and all pairs of
the step's condition are reachable before (Haslum and Geffner's h2, AIPS 2000, with every step costing 1). What no
number of steps reaches, no plan does: that is a proof, and a cheap one. From the goal backwards the same tells how
many steps a fact is away from it at least.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from copla.bridges.facts import Facts, mask_of, members, stop_at_limit
from copla.ground.limits import Watch

NEVER = 10**9


@dataclass(frozen=True, slots=True)
class Layers:
    """For each fact and action the least number of steps before it can hold or happen, or NEVER.

    ``together`` is for each fact the mask of the facts that can ever hold beside it. ``end`` is the least number of
    steps to what was aimed at: the goal, or from the goal back to the start.
    """

    facts: list[int]
    actions: list[int]
    together: list[int]
    end: int


def forward(facts: Facts, watch: Watch | None) -> Layers:
    """From the start towards the goal."""
    start = mask_of(facts.start)
    together = [start if start >> fact & 1 else 0 for fact in range(facts.count)]
    steps = [(c.condition, c.new, facts.of_variables(c.changed)) for c in facts.changes]
    return _explore(facts, together, steps, [-1] * facts.count, facts.goal, watch)


def backward(facts: Facts, known: Layers, watch: Watch | None) -> Layers:
    """From the goal, by undoing actions, towards the start; pairs that cannot be reached from there are left out."""
    allowed = mask_of([fact for fact, step in enumerate(known.facts) if step < NEVER])
    for fact in facts.goal:
        allowed &= known.together[fact]
    together = [allowed & known.together[fact] if allowed >> fact & 1 else 0 for fact in range(facts.count)]
    steps = [
        (c.after, c.condition, facts.of_variables(c.changed)) if known.actions[k] < NEVER else ((), (), 0)
        for k, c in enumerate(facts.changes)
    ]
    return _explore(facts, together, steps, known.together, facts.start, watch)


Step = tuple[tuple[int, ...], tuple[int, ...], int]
"""The facts that must hold before, facts that hold after, and a mask of the facts that may not survive."""


def _explore(
    facts: Facts, together: list[int], steps: list[Step], possible: list[int], aim: Iterable[int], watch: Watch | None
) -> Layers:
    """Apply all steps at once, layer by layer, until no new pair turns up; only what changed is looked at again."""
    first = [0 if mask else NEVER for mask in together]
    actions = [NEVER] * len(steps)
    users: list[list[int]] = [[] for _ in range(facts.count)]
    for k, (before, _, _) in enumerate(steps):
        for fact in before:
            users[fact].append(k)
    aim_mask = mask_of(list(aim))
    end = 0 if _all_together(together, aim_mask) else NEVER
    layer, waiting = 0, [k for k, (before, after, _) in enumerate(steps) if before or after]
    while waiting:
        found: list[tuple[int, int]] = []
        for count, k in enumerate(waiting):
            stop_at_limit(watch, count)
            before, after, ended = steps[k]
            beside = -1
            for fact in before:
                beside &= together[fact]
            if mask_of(before) & ~beside:
                continue
            if actions[k] == NEVER:
                actions[k] = layer
            beside &= ~ended
            for fact in after:
                beside &= possible[fact]
            holds = mask_of(after)
            for fact in after:
                new = (beside | holds) & ~together[fact]
                if new:
                    found.append((fact, new))
        layer += 1
        changed: set[int] = set()
        for count, (fact, new) in enumerate(found):
            stop_at_limit(watch, count)
            changed.add(fact)
            for other in members(new & ~together[fact]):
                together[other] |= 1 << fact
                changed.add(other)
            together[fact] |= new
        for fact in changed:
            first[fact] = min(first[fact], layer)
        if end == NEVER and changed and _all_together(together, aim_mask):
            end = layer
        waiting = sorted({k for fact in changed for k in users[fact]})
    return Layers(first, actions, together, end)


def _all_together(together: list[int], aim: int) -> bool:
    return all(not aim & ~together[fact] for fact in members(aim))
