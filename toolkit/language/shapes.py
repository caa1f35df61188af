"""What a constraint of lists must look like: lists that fit each other, rows as wide as they, nothing negative.

The functions of the language make no other ones; a constraint that was built by hand is held to it wherever it stands.
"""

from __future__ import annotations

from copla.ground.errors import ModelError
from copla.ground.numbers import checked_number
from copla.language.bounds import bounds
from copla.language.expressions import Expression
from copla.language.global_constraints import checked_rows
from copla.language.lists import Cardinality, Lexicographic, Rows
from copla.language.paths import Inverse, Regular
from copla.language.scheduling import Cumulative, NoOverlap
from copla.language.written import Written


def check_shape(constraint: Written) -> None:
    """ModelError for a constraint of lists that makes no sense."""
    match constraint:
        case Rows(parts, rows):
            if type(rows) is not tuple or rows != checked_rows(rows, len(parts), wildcards=True):
                raise ModelError("the rows of a table are tuples, each once: make it with table(parts, rows)")
        case Cardinality(_, values, numbers):
            for value in values:
                checked_number(value, "a value of cardinality")
            _same_length("cardinality", values, numbers)
            if len(set(values)) < len(values):
                raise ModelError("a value stands twice in cardinality")
        case Lexicographic(left, right):
            _same_length("lexicographic", left, right)
        case Inverse(left, right):
            _same_length("inverse", left, right)
        case Regular(_, states, steps, accepting):
            _check_automaton(states, steps, accepting)
        case NoOverlap(intervals):
            _never_negative("a duration", *(interval.duration for interval in intervals))
        case Cumulative(intervals, demands, capacity):
            _same_length("cumulative", intervals, demands)
            _never_negative("a duration", *(interval.duration for interval in intervals))
            _never_negative("a demand", *demands)
            _never_negative("a capacity", capacity)


def _same_length(kind: str, one: tuple[object, ...], other: tuple[object, ...]) -> None:
    if type(one) is not tuple or type(other) is not tuple or len(one) != len(other):
        raise ModelError(f"{kind} takes lists of one length, found {len(one)} and {len(other)} entries")


def _never_negative(what: str, *amounts: Expression) -> None:
    for amount in amounts:
        if bounds(amount)[0] < 0:
            raise ModelError(f"{what} is never negative, '{amount}' could be {bounds(amount)[0]}")


def _check_automaton(states: int, steps: tuple[tuple[int, int, int], ...], accepting: tuple[int, ...]) -> None:
    places = range(states)
    if not all(state in places and target in places for state, _, target in steps) or not set(accepting) <= set(places):
        raise ModelError(f"an automaton of {states} states has a step or an end that is none of them")
    if len({(state, value) for state, value, _ in steps}) < len(steps):
        raise ModelError("an automaton has two steps from one state with one value")
    for _, value, _ in steps:
        checked_number(value, "a value of an automaton")
