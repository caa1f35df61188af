"""A solver of python-sat, watched: questions are asked in a thread of their own, so that this one can watch the limits.

Glucose lets go of Python's lock, and is interrupted; it notices that at its next restart, which may be late, and then
its thread is left behind to end by itself. CaDiCaL keeps the lock and cannot be interrupted: it is asked for so many
conflicts at a time, always the same number, so that runs repeat. In a thread that is not the main one neither of them
puts a handler of its own in the place of Ctrl-C's. What has very few literals is tried here first, with so few
conflicts that it is over within milliseconds: a thread of its own would take as long as a small puzzle.
"""

from __future__ import annotations

import _thread
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from typing import Any, TypeVar

from copla.answers.result import Statistics
from copla.ground.errors import LimitError
from copla.ground.limits import Watch
from copla.ground.status import Status

T = TypeVar("T")

SOLVERS = {"glucose": "Glucose4", "cadical": "Cadical195"}

_SECONDS_BETWEEN_LOOKS = 0.02
_SECONDS_OF_GRACE = 0.1
_CONFLICTS_AT_A_TIME = 1_000
_FEW_LITERALS = 128
_DECISIONS_AT_A_TIME = 100_000


class NotAtOnceError(Exception):
    """It takes longer: ask again in a thread."""


class Engine:
    """Takes clauses, and answers whether they can hold. Questions are asked within :meth:`watched`."""

    def __init__(self, name: str, watch: Watch) -> None:
        self._solver = getattr(import_module("pysat.solvers"), SOLVERS[name])()
        self._interruptible = name == "glucose"
        self._library = import_module("pysolvers") if self._interruptible else None
        self._watch = watch
        self._at_once = False
        self._left_behind = False
        self._stop = False

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        if self._library is None:
            self._solver.append_formula(clauses)
            return
        # By its own name: the method around it takes as long again.
        add, solver = self._library.glucose41_add_cl, self._solver.glucose
        for clause in clauses:
            add(solver, clause)

    def add_last(self, clause: Sequence[int]) -> bool:
        """Add one more clause; False if it is seen at once that it cannot hold with the others."""
        return self._solver.add_clause(clause, no_return=False) is not False

    def watched(self, work: Callable[[], T], literals: int) -> T | Status:
        """Do some work that asks questions about so many literals; the limit that was reached if it came first.

        The work is begun again in a thread of its own where it takes longer than a moment.
        """
        limit = self._watch.reached()
        if limit is not None:
            return limit
        if self._interruptible and literals <= _FEW_LITERALS:
            try:
                return self._done_at_once(work)
            except NotAtOnceError:
                pass
        done = _thread.allocate_lock()
        done.acquire()
        outcome: list[T | BaseException] = []
        _thread.start_new_thread(_work, (work, outcome, done))
        try:
            while not done.acquire(timeout=_SECONDS_BETWEEN_LOOKS):
                self._watch.expanded = self._solver.accum_stats()["decisions"]
                limit = self._watch.reached()
                if limit is not None:
                    self._end(done)
                    return limit
        except BaseException:
            self._end(done)
            raise
        (found,) = outcome
        if isinstance(found, LimitError) and (limit := self._watch.reached()) is not None:
            return limit
        if isinstance(found, BaseException):
            raise found
        return found

    def _done_at_once(self, work: Callable[[], T]) -> T | Status:
        self._at_once = True
        self._solver.conf_budget(_CONFLICTS_AT_A_TIME)
        try:
            return work()
        except LimitError:
            limit = self._watch.reached()
            if limit is None:
                raise
            return limit
        finally:
            self._at_once = False
            self._solver.conf_budget(-1)

    def ask(self, assumptions: Sequence[int] = ()) -> bool:
        """Whether all clauses and assumptions can hold together; LimitError if the work is to end."""
        if self._at_once:
            self._watch.check()
            assert self._library is not None
            # By its own name, so that Ctrl-C stays Python's in the main thread.
            answer = self._library.glucose41_solve_lim(self._solver.glucose, list(assumptions), 0, 0)
            self._solver.status = answer
            if answer is None:
                raise NotAtOnceError
            return bool(answer)
        while not self._stop:
            if self._interruptible:
                answer = self._solver.solve_limited(list(assumptions), expect_interrupt=True)
            else:
                self._solver.conf_budget(_CONFLICTS_AT_A_TIME)
                self._solver.dec_budget(_DECISIONS_AT_A_TIME)
                answer = self._solver.solve_limited(list(assumptions))
            if answer is not None:
                return bool(answer)
        raise LimitError("stopped")

    def model(self) -> set[int]:
        """The positive literals of the assignment that was found last."""
        return {literal for literal in self._solver.get_model() if literal > 0}

    def core(self) -> list[int]:
        """Assumptions that cannot hold together, after an answer of no."""
        return self._solver.get_core() or []

    def statistics(self) -> Statistics:
        counts = self._solver.accum_stats()
        return Statistics(expanded=counts["decisions"], backtracks=counts["conflicts"], prunings=counts["propagations"])

    def close(self) -> None:
        if not self._left_behind:
            self._solver.delete()

    def _end(self, done: Any) -> None:
        self._stop = True
        if self._interruptible:
            self._solver.interrupt()
        self._left_behind = not done.acquire(timeout=_SECONDS_OF_GRACE)


def _work(work: Callable[[], T], outcome: list[T | BaseException], done: Any) -> None:
    try:
        outcome.append(work())
    except BaseException as error:
        outcome.append(error)
    done.release()
