"""The meaning of the whole language, a second time: of trees as plain data, and shared with nobody.

A tree is what ``copla.language.trees`` describes, with tuples for lists. What has no value raises NothingThereError,
and the comparison or the constraint of a list around it is false.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

Tree = Any
Values = Mapping[str, int]


class NothingThereError(Exception):
    """Divided by zero, or looked outside of a list."""


def number(tree: Tree, values: Values) -> int:
    """The value of an expression."""
    if isinstance(tree, int):
        return tree
    if isinstance(tree, str):
        return values[tree]
    kind = tree[0]
    if kind == "sum":
        result = tree[1]
        for factor, part in tree[2]:
            result = result + factor * number(part, values)
        return int(result)
    if kind == "truth":
        return 1 if true(tree[1], values) else 0
    if kind == "choice":
        first, second = number(tree[2], values), number(tree[3], values)
        return first if true(tree[1], values) else second
    a = [number(part, values) for part in tree[1:]]
    if kind == "product":
        return a[0] * a[1]
    if kind in ("quotient", "remainder"):
        return _divided(a[0], a[1], kind)
    if kind == "abs":
        return -a[0] if a[0] < 0 else a[0]
    if kind in ("min", "max"):
        return sorted(a)[0 if kind == "min" else -1]
    if kind == "element":
        for place, entry in enumerate(a[1:]):
            if place == a[0]:
                return entry
        raise NothingThereError
    assert kind == "count", kind
    return len([part for part in a[1:] if part == a[0]])


def true(tree: Tree, values: Values) -> bool:
    """Whether a constraint is true."""
    kind = tree[0]
    if kind in ("and", "or", "not", "implies", "iff", "xor"):
        parts = [true(part, values) for part in tree[1:]]
        return {
            "and": False not in parts,
            "or": True in parts,
            "not": parts == [False],
            "implies": parts != [True, False],
            "iff": parts in ([True, True], [False, False]),
            "xor": parts in ([True, False], [False, True]),
        }[kind]
    try:
        return _of_numbers(kind, tree, values)
    except NothingThereError:
        return False


def _divided(one: int, other: int, kind: str) -> int:
    """Rounded down, by what the remainder must be: of the sign of the divisor, and smaller."""
    if other == 0:
        raise NothingThereError
    quotient = abs(one) // abs(other)
    if (one < 0) != (other < 0):
        quotient = -quotient
        if quotient * other != one:
            quotient -= 1
    return quotient if kind == "quotient" else one - quotient * other


def _of_numbers(kind: str, tree: Tree, values: Values) -> bool:
    def all_of(parts: Sequence[Tree]) -> list[int]:
        return [number(part, values) for part in parts]

    if kind in ("<", "<=", "==", "!=", ">=", ">"):
        difference = number(tree[1], values) - number(tree[2], values)
        return {
            "<": difference < 0, "<=": difference <= 0, "==": difference == 0,
            "!=": difference != 0, ">=": difference >= 0, ">": difference > 0,
        }[kind]  # fmt: skip
    if kind == "different":
        found = all_of(tree[1:])
        return all(found[i] != found[j] for i in range(len(found)) for j in range(i))
    if kind == "equal":
        found = all_of(tree[1:])
        return all(one == found[0] for one in found)
    if kind == "table":
        found = all_of(tree[1])
        hit = any(all(e is None or e == f for e, f in zip(row, found, strict=True)) for row in tree[2])
        return hit if tree[3] else not hit
    if kind == "cardinality":
        members, times = all_of(tree[1]), all_of(tree[3])
        right = all(sum(m == value for m in members) == n for value, n in zip(tree[2], times, strict=True))
        return right and not (tree[4] and any(member not in tree[2] for member in members))
    if kind == "increasing":
        found = all_of(tree[2:])
        return all(found[i] < found[i + 1] + (not tree[1]) for i in range(len(found) - 1))
    if kind == "lexicographic":
        for one, other in zip(all_of(tree[2]), all_of(tree[3]), strict=True):
            if one != other:
                return one < other
        return not tree[1]
    if kind == "circuit":
        return _circuit(all_of(tree[1:]))
    if kind == "inverse":
        there, back = all_of(tree[1]), all_of(tree[2])
        places = range(len(there))
        if any(place not in places for place in (*there, *back)):
            return False
        return all((there[i] == j) == (back[j] == i) for i in places for j in places)
    if kind == "regular":
        return _accepted(all_of(tree[1]), tree[2], tree[3])
    return _scheduled(kind, [all_of(task) for task in tree[1]], tree, values)


def _scheduled(kind: str, tasks: list[list[int]], tree: Tree, values: Values) -> bool:
    """Moment by moment."""
    needs = [1] * len(tasks) if kind == "no overlap" else [number(part, values) for part in tree[2]]
    most = 1 if kind == "no overlap" else number(tree[3], values)
    use: dict[int, int] = {}
    for (start, long), need in zip(tasks, needs, strict=True):
        for moment in range(start, start + long):
            use[moment] = use.get(moment, 0) + need
    return all(used <= most for used in use.values())


def _circuit(successors: list[int]) -> bool:
    """All places once, and no smaller circle among them."""
    if sorted(successors) != list(range(len(successors))):
        return False
    place, steps = 0, 0
    while successors:
        place, steps = successors[place], steps + 1
        if place == 0:
            return steps == len(successors)
    return True


def _accepted(word: list[int], steps: Sequence[Sequence[int]], accepting: Sequence[int]) -> bool:
    states = {0}
    for letter in word:
        states = {target for state, value, target in steps if state in states and value == letter}
    return bool(states & set(accepting))


OPERATORS = frozenset((
    "sum", "truth", "choice", "product", "quotient", "remainder", "abs", "min", "max", "element", "count",
    "and", "or", "not", "implies", "iff", "xor", "<", "<=", "==", "!=", ">=", ">", "different", "equal", "table",
    "cardinality", "increasing", "lexicographic", "circuit", "inverse", "regular", "no overlap", "cumulative",
))  # fmt: skip


@cache
def names_in(tree: Tree) -> tuple[str, ...]:
    """The variables of a tree, each once."""
    if isinstance(tree, str):
        return () if tree in OPERATORS else (tree,)
    if not isinstance(tree, tuple):
        return ()
    return tuple(dict.fromkeys(name for part in tree for name in names_in(part)))
