"""Intervals of time, and what they share: no overlap, and a capacity that is never exceeded.

An interval takes the moments from its start up to and without its end. One of no duration takes none, and is in
nobody's way. Durations, demands and capacities that could be negative are refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from copla.ground.errors import ModelError
from copla.ground.numbers import shown
from copla.language.expressions import Expression, Operand, as_expression
from copla.language.global_constraints import check_order
from copla.language.operations import expressions
from copla.language.written import Written


@dataclass(frozen=True, slots=True, eq=False)
class Interval:
    """A piece of time: its start and its duration, both expressions."""

    start: Expression
    duration: Expression

    @property
    def end(self) -> Expression:
        return self.start + self.duration

    def __str__(self) -> str:
        return f"{self.start} for {self.duration}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class NoOverlap(Written):
    """No moment belongs to two of the intervals."""

    intervals: tuple[Interval, ...]

    @property
    def parts(self) -> tuple[Expression, ...]:
        return tuple(part for interval in self.intervals for part in (interval.start, interval.duration))

    def text(self) -> str:
        return f"no overlap: {', '.join(map(str, self.intervals))}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Cumulative(Written):
    """At no moment the intervals that are going on demand more than the capacity."""

    intervals: tuple[Interval, ...]
    demands: tuple[Expression, ...]
    capacity: Expression

    @property
    def parts(self) -> tuple[Expression, ...]:
        times = tuple(part for interval in self.intervals for part in (interval.start, interval.duration))
        return (*times, *self.demands, self.capacity)

    def text(self) -> str:
        needs = ", ".join(f"{task} takes {need}" for task, need in zip(self.intervals, self.demands, strict=True))
        return f"never more than {self.capacity}: {needs}"


def interval(start: Operand, duration: Operand) -> Interval:
    """A task that starts at ``start`` and takes ``duration``.

    >>> from copla import ConstraintProblem
    >>> start = ConstraintProblem().variable("start", range(10))
    >>> print(interval(start, 3).end <= 7)
    start <= 4
    """
    return Interval(as_expression(start), as_expression(duration))


def no_overlap(intervals: Iterable[Interval]) -> NoOverlap:
    """One task after the other: no moment belongs to two of them."""
    return NoOverlap(_intervals(intervals, "no_overlap"))


def cumulative(intervals: Iterable[Interval], demands: Iterable[Operand], capacity: Operand) -> Cumulative:
    """Tasks that share something: at no moment they demand more than the capacity."""
    tasks, needs = _intervals(intervals, "cumulative"), expressions(demands, "cumulative")
    if len(tasks) != len(needs):
        raise ModelError(f"cumulative takes a demand for each interval, found {len(needs)} for {len(tasks)}")
    return Cumulative(tasks, needs, as_expression(capacity))


def _intervals(intervals: Iterable[Interval], kind: str) -> tuple[Interval, ...]:
    if not isinstance(intervals, Iterable):
        raise ModelError(f"{kind} takes a list of intervals, found {shown(intervals)}")
    check_order(intervals, kind)
    found = tuple(intervals)
    for one in found:
        if not isinstance(one, Interval):
            raise ModelError(f"{kind} takes intervals such as interval(start, 3), found {shown(one)}")
    return found
