"""Sums as clauses: small cases directly, all others by decision diagrams, and by binary adders where those are large.

A sum arrives as ``c1*x1 + c2*x2 + ... <= bound``, ``==`` or ``!=``. A decision diagram has a node for each amount that
may be left after the first terms; nodes below which the same remains to be said are one. A node's literal implies that
the rest of the sum fits. So nodes are definitions, and the root alone is the constraint.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from math import gcd

from copla.backends.sat.adder import compare_total
from copla.backends.sat.clauses import FALSE, TRUE, Clauses
from copla.backends.sat.literals import Unknown
from copla.language.constraints import Comparison

_MOST_EDGES = {"auto": 20_000, "diagrams": 2_000_000, "adders": 0}
"""Of one diagram, by how long sums are written."""
METHODS = tuple(_MOST_EDGES)

_FEW_ROWS = 3_000
_NODES_BETWEEN_LOOKS = 64

Terms = list[tuple[int, Unknown]]
Edges = list[tuple[int, int]]
"""Of one term: what it adds, from 0 on, and the literal that goes with it."""
Outcome = Callable[[int, int], int]
"""Whether the rest of the sum, from a term on, fits into an amount: TRUE, FALSE, or 0 where it depends."""


def encode_sum(clauses: Clauses, terms: Terms, comparison: Comparison, bound: int, method: str) -> None:
    """The sum compares to the bound as stated."""
    if comparison in (">", ">="):
        terms = [(-coefficient, unknown) for coefficient, unknown in terms]
        comparison, bound = ("<", -bound) if comparison == ">" else ("<=", -bound)
    if comparison == "<":
        comparison, bound = "<=", bound - 1
    open_terms = []
    for term in terms:
        coefficient, unknown = term
        if len(unknown.values) == 1:
            bound -= coefficient * unknown.values[0]
        else:
            open_terms.append(term)
    _encode_open(clauses, open_terms, comparison, bound, _MOST_EDGES[method])


def _encode_open(clauses: Clauses, terms: Terms, comparison: Comparison, bound: int, limit: int) -> None:
    """A sum of variables that have several values each."""
    least = most = 0
    for coefficient, unknown in terms:
        first, last = coefficient * unknown.values[0], coefficient * unknown.values[-1]
        least, most = (least + first, most + last) if coefficient > 0 else (least + last, most + first)
    if comparison == "<=":
        if most > bound:
            if least > bound:
                clauses.require(())
            else:
                _at_most(clauses, terms, bound, limit)
        return
    divisor = gcd(*(c for c, _ in terms))
    possible = least <= bound <= most and bound % (divisor or 1) == 0
    if not possible or not terms:
        if possible != (comparison == "=="):
            clauses.require(())
    elif comparison == "==":
        _equals(clauses, terms, bound, limit)
    else:
        _differs(clauses, terms, bound, limit)


def _at_most(clauses: Clauses, terms: Terms, bound: int, limit: int) -> None:
    if len(terms) == 1:
        ((coefficient, unknown),) = terms
        above = next((literal for amount, literal in unknown.levels(coefficient) if amount > bound), FALSE)
        clauses.require([-above])
    elif len(terms) == 2:
        _pair_at_most(clauses, terms, bound)
    elif all(len(unknown.values) == 2 for _, unknown in terms) and _switches_at_most(clauses, terms, bound):
        return
    else:
        edges, rest = _from_zero(clauses, [unknown.levels(c) for c, unknown in terms], bound)
        root = _at_most_diagram(clauses, edges, rest, limit)
        if root is None:
            compare_total(clauses, [_values(unknown, c) for c, unknown in terms], "<=", bound)
        else:
            clauses.require([root])


def _pair_at_most(clauses: Clauses, terms: Terms, bound: int) -> None:
    """If one is so large, the other is that small: a clause for each step, with order literals."""
    (first, x), (second, y) = terms
    others = y.levels(second)
    place = len(others)
    written = None
    for amount, literal in x.levels(first):
        while place and others[place - 1][0] + amount > bound:
            place -= 1
        if place < len(others) and place != written:
            written = place
            clauses.require((-literal, -others[place][1]))
        if not place:
            break


def _switches_at_most(clauses: Clauses, terms: Terms, bound: int) -> bool:
    """A sum that says "at most one", or "not all", of literals; False if it says something else."""
    literals = []
    room = bound
    for coefficient, unknown in terms:
        (low, _), (high, literal) = unknown.levels(coefficient)
        literals.append((high - low, literal))
        room -= low
    amounts = sorted(amount for amount, _ in literals)
    if sum(amounts) - amounts[0] <= room:
        clauses.require([-literal for _, literal in literals])
    elif amounts[-1] <= room < amounts[0] + amounts[1]:
        clauses.at_most_one([literal for _, literal in literals])
    else:
        return False
    return True


def _equals(clauses: Clauses, terms: Terms, bound: int, limit: int) -> None:
    if len(terms) == 1:
        ((coefficient, unknown),) = terms
        clauses.require([unknown.equal(bound // coefficient)])
    elif len(terms) == 2:
        (first, x), (second, y) = terms
        _supports(clauses, first, x, second, y, bound)
        _supports(clauses, second, y, first, x, bound)
    else:
        values = [_values(unknown, c) for c, unknown in terms]
        edges, rest = _from_zero(clauses, values, bound)
        root = _exact_diagram(clauses, edges, rest, TRUE, min(limit, _FEW_ROWS))
        if root is not None:
            clauses.require([root])
            return
        roots = []
        for sign in (1, -1):
            pieces = _from_zero(clauses, [unknown.levels(sign * c) for c, unknown in terms], sign * bound)
            root = _at_most_diagram(clauses, *pieces, limit)
            if root is None:
                compare_total(clauses, values, "==", bound)
                return
            roots.append(root)
        for root in roots:
            clauses.require([root])


def _differs(clauses: Clauses, terms: Terms, bound: int, limit: int) -> None:
    if len(terms) == 1:
        ((coefficient, unknown),) = terms
        clauses.require([-unknown.equal(bound // coefficient)])
    elif len(terms) == 2:
        (first, x), (second, y) = terms
        others = y.equals
        for value, literal in x.equals.items():
            rest, odd = divmod(bound - first * value, second)
            if not odd and rest in others:
                clauses.require((-literal, -others[rest]))
    else:
        values = [_values(unknown, c) for c, unknown in terms]
        edges, rest = _from_zero(clauses, values, bound)
        root = _exact_diagram(clauses, edges, rest, FALSE, limit)
        if root is None:
            compare_total(clauses, values, "!=", bound)
        else:
            clauses.require([root])


def _supports(clauses: Clauses, first: int, x: Unknown, second: int, y: Unknown, bound: int) -> None:
    """Each value of one variable needs the one value of the other that makes the sum exact."""
    for value, literal in x.equals.items():
        rest, odd = divmod(bound - first * value, second)
        clauses.require((-literal, FALSE if odd else y.equal(rest)))


def _values(unknown: Unknown, coefficient: int) -> Edges:
    return [(coefficient * value, literal) for value, literal in unknown.equals.items()]


def _from_zero(clauses: Clauses, parts: list[Edges], bound: int) -> tuple[list[Edges], int]:
    """The terms, each from 0 on, the largest first, and what is left of the bound then."""
    edges = []
    for part in parts:
        clauses.pause()
        low = min(amount for amount, _ in part)
        bound -= low
        edges.append([(amount - low, literal) for amount, literal in part])
    edges.sort(key=lambda part: -max(amount for amount, _ in part))
    return edges, bound


def _at_most_diagram(clauses: Clauses, edges: list[Edges], bound: int, limit: int) -> int | None:
    """The root of "the sum is at most the bound", over literals "this much or more"; None if it gets too large."""
    rests = _rests(clauses, edges)

    def outcome(place: int, left: int) -> int:
        return FALSE if left < 0 else TRUE if left >= rests[place] else 0

    return _diagram(clauses, edges, bound, outcome, limit, rising=True)


def _exact_diagram(clauses: Clauses, edges: list[Edges], bound: int, hit: int, limit: int) -> int | None:
    """The root of "the sum is the bound" (``hit`` is TRUE), or is not, over literals "exactly this much"."""
    rests = _rests(clauses, edges)

    def outcome(place: int, left: int) -> int:
        if left < 0 or left > rests[place]:
            return -hit
        return hit if place == len(edges) else 0

    return _diagram(clauses, edges, bound, outcome, limit, rising=False)


def _rests(clauses: Clauses, edges: list[Edges]) -> list[int]:
    """What the terms from each place on can add at most."""
    most = []
    for part in edges:
        clauses.pause()
        most.append(max(amount for amount, _ in part))
    return list(accumulate(reversed(most), initial=0))[::-1]


def _diagram(
    clauses: Clauses, edges: list[Edges], bound: int, outcome: Outcome, limit: int, *, rising: bool
) -> int | None:
    """The literal of the root, or None if there are more than ``limit`` edges.

    ``rising`` says that the edges of a term have "this much or more" as literals, so that one that leads to where the
    edge before it leads says nothing new.
    """
    layers = [{bound}]
    count = 0
    for place, part in enumerate(edges):
        count += len(layers[-1]) * len(part)
        if count > limit:
            return None
        lefts: set[int] = set()
        for number, left in enumerate(layers[-1]):
            if number % _NODES_BETWEEN_LOOKS == 0:
                clauses.watch.check("no clauses")
            lefts.update([left - amount for amount, _ in part])
        layers.append({left for left in lefts if not outcome(place + 1, left)})
    below: dict[int, int] = {}
    for place in range(len(edges) - 1, -1, -1):
        nodes: dict[int, int] = {}
        alike: dict[tuple[int, ...], int] = {}
        for number, left in enumerate(layers[place]):
            if number % _NODES_BETWEEN_LOOKS == 0:
                clauses.watch.check("no clauses")
            children = tuple([outcome(place + 1, left - amount) or below[left - amount] for amount, _ in edges[place]])
            if children.count(children[0]) == len(children):
                nodes[left] = children[0]
                continue
            node = alike.get(children)
            if node is None:
                node = alike[children] = clauses.new()
                before = TRUE
                for (_, literal), child in zip(edges[place], children, strict=True):
                    if not (rising and child == before):
                        clauses.define((-node, -literal, child))
                    before = child
            nodes[left] = node
        clauses.look()
        below = nodes
    return below[bound]
