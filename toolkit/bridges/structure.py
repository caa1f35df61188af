"""What the form of a problem gives away: what stays constant, and which orders of steps need not be tried."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import product
from math import comb, perm, prod

from copla.bridges.facts import Facts, stop_at_limit
from copla.bridges.reachability import NEVER, Layers
from copla.ground.limits import Watch
from copla.language.invariants import balance, different_variables, holders, mutex_groups

MOST_PAIRS = 20_000
"""Pairs of actions whose order is settled; a problem with more of them would grow by more than it gains."""


@dataclass(frozen=True, slots=True)
class Tally:
    """In every state ``least`` to ``most`` of these facts hold."""

    facts: tuple[int, ...]
    least: int
    most: int


def tallies(facts: Facts) -> list[Tally]:
    """Values that as many variables have in every state as in the first, and proven invariants.

    A board on which things move about has the same number of each at all times; no action changes the number of
    variables with that value. Where at most one has it, that is the invariant of variables that differ.
    """
    problem, everywhere = facts.problem, range(len(facts.first))
    changing = {
        value
        for action in problem.actions
        for value, difference in balance(problem, action, everywhere).items()
        if difference
    }
    start = Counter(v.domain[v.initial] for v in problem.variables)
    found = []
    for value, places in holders(problem, everywhere).items():
        if value not in changing:
            numbers = tuple(map(facts.number, places))
            found.append(Tally(numbers, start[value], start[value]))
    known = {fact for tally in found if tally.most <= 1 for fact in tally.facts}
    for group in mutex_groups(problem):
        numbers = tuple(map(facts.number, group))
        if not known.issuperset(numbers):
            found.append(Tally(numbers, 0, 1))
    return found


def needless_successors(facts: Facts, watch: Watch | None) -> list[list[int]]:
    """For each action those that need not follow it directly.

    They undo it, or they do not interfere with it and stand before it in the list: the same two steps in the
    other order lead to the same state. A shortest plan whose steps are in order has no such pair.
    """
    changes = facts.changes
    undoing: dict[tuple[tuple[int, ...], tuple[int, ...]], list[int]] = defaultdict(list)
    for k, change in enumerate(changes):
        undoing[change.old, change.new].append(k)
    found = [list(undoing.get((change.new, change.old), ())) for change in changes]
    alike: dict[tuple[int, int], list[int]] = defaultdict(list)
    for k, change in enumerate(changes):
        alike[change.changed, change.asked].append(k)
    pairs = 0
    orders: list[list[int]] = [[] for _ in changes]
    for count, (left, right) in enumerate(product(alike, repeat=2)):
        stop_at_limit(watch, count)
        if left[0] & right[1] or right[0] & left[1]:  # one changes what the other asks for
            continue
        for k in alike[left]:
            earlier = [other for other in alike[right] if other < k]
            pairs += len(earlier)
            orders[k] += earlier
        if pairs > MOST_PAIRS:
            return found
    return [sorted({*undo, *order}) for undo, order in zip(found, orders, strict=True)]


def number_of_states(facts: Facts, layers: Layers, known: list[Tally]) -> int:
    """A bound of the number of reachable states: a plan without a state twice has fewer steps.

    The product of the values that each variable can take, or fewer where values are tallied: with n variables
    of which as many hold each value as in the first state, arrangements instead of combinations.
    """
    reachable = [sum(layers.facts[fact] < NEVER for fact in facts.of(v)) for v in range(len(facts.first))]
    bound = prod(reachable)
    exact = [tally for tally in known if tally.least == tally.most]
    variables = {facts.variable_of[fact] for tally in exact for fact in tally.facts}
    covered = {fact for tally in exact for fact in tally.facts}
    closed = [v for v in variables if all(f in covered or layers.facts[f] == NEVER for f in facts.of(v))]
    if closed and len(closed) == len(variables):
        ways, left = 1, len(variables)
        for tally in exact:
            ways *= comb(left, tally.most)
            left -= tally.most
        bound = min(bound, ways * prod(reachable[v] for v in range(len(reachable)) if v not in variables))
    for invariant in different_variables(facts.problem):
        values = {value for v in invariant for value in facts.problem.variables[v].domain}
        rest = prod(reachable[v] for v in range(len(reachable)) if v not in invariant)
        bound = min(bound, perm(len(values), len(invariant)) * rest)
    return bound
