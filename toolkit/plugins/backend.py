"""The protocol of a backend: what it can do is data, and solving is one call."""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from copla.answers.result import Result
from copla.ground.limits import Watch
from copla.language.constraint_problem import ConstraintProblem
from copla.language.problem import Kind, Problem
from copla.plugins.options import Option

if TYPE_CHECKING:
    from copla.plugins.algorithms import Algorithm
    from copla.plugins.loading import Instance


@runtime_checkable
class Backend(Protocol):
    """A solver. docs/backends.md has a template; register an instance under ``copla.backends``."""

    @property
    def name(self) -> str:
        """The name on the command line, such as ``cp-sat``."""

    @property
    def summary(self) -> str:
        """One line for people: the paradigm and what it answers."""

    @property
    def options(self) -> tuple[Option, ...]:
        """The options it takes; values reach :meth:`solve` checked, defaults filled in."""

    def missing(self) -> str | None:
        """Why it cannot run on this machine, or None. Imports the solver library if there is one."""

    def refuses(self, problem: Problem) -> str | None:
        """Which feature of this problem it cannot take, or None."""

    def solve(self, problem: Problem, options: Mapping[str, Any], watch: Watch) -> Result:
        """Solve within ``watch.limits``, asking ``watch.reached()`` every few milliseconds.

        The caller has asked :meth:`missing` and :meth:`refuses`, fills in ``backend``, ``options`` and the
        times of the result, and checks every solution.
        """


@runtime_checkable
class HasAlgorithms(Protocol):
    """What a backend with several algorithms may tell besides, so that a comparison runs nothing twice."""

    def unused(self, options: Mapping[str, Any]) -> Collection[str]:
        """Names of the options that the algorithm among these options never looks at."""

    def heuristics(self, problem: Problem) -> Collection[str]:
        """Names of the heuristics that its option ``heuristic`` takes for this problem.

        A mapping says more: from each name to what the heuristic promises, such as ``algorithms.About``.
        """


@runtime_checkable
class ListsAlgorithms(Protocol):
    """A backend that can say what its algorithms are, and what each may claim."""

    @property
    def algorithms(self) -> Mapping[str, Algorithm]:
        """The values of its option ``algorithm``."""


@runtime_checkable
class HasSecondOpinion(Protocol):
    """A backend that can prove an answer in two ways; ``copla check`` asks for both."""

    def second_opinion(self, problem: Problem) -> Mapping[str, Any] | None:
        """The options of the other way, if it differs enough to be a witness of its own; None if there is none."""


@runtime_checkable
class ChecksClaims(Protocol):
    """A backend that can be asked whether there is anything cheaper than a plan that somebody else found."""

    @property
    def claim_option(self) -> str:
        """The name of its option that takes a cost: only plans below it are looked for, and ``bound`` tells."""


@runtime_checkable
class HasStrength(Protocol):
    """A backend that may be chosen where nobody names one: of those that take a problem, the strongest."""

    @property
    def strength(self) -> Mapping[Kind, int]:
        """A number for each kind of problem that it is good at; those that come with copla have 10 to 100."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How much a backend is asked by ``copla fuzz``, so that a quick one does not wait for a slow one.

    ``runs`` is in how many configurations a random problem is asked, ``runs_of_puzzles`` a board. Of constraint
    problems with more than 10 to the power of ``largest`` assignments only a few are asked, of planning problems the
    ``share_of_planning``. ``once_with`` are options with which each constraint problem is asked in one more run: what
    they choose would otherwise seldom have its turn.
    """

    runs: int = 1
    runs_of_puzzles: int = 1
    largest: float | None = None
    share_of_planning: float = 1.0
    once_with: tuple[tuple[str, Any], ...] = ()


@runtime_checkable
class HasPace(Protocol):
    """A backend that is so quick, or so slow, that fuzzing goes by it."""

    @property
    def pace(self) -> Pace:
        """How much it is asked."""


@runtime_checkable
class ReadsInstances(Protocol):
    """A backend that wants the puzzle's own object, such as a board, and not the problem that states it."""

    def refuses_instance(self, instance: Instance) -> str | None:
        """Why it cannot take this instance, or None."""

    def solve_instance(self, instance: Instance, options: Mapping[str, Any], watch: Watch) -> Result:
        """Solve within the limits, as :meth:`Backend.solve` does; answers are in terms of ``instance.problem()``."""


@runtime_checkable
class HasKinds(Protocol):
    """A backend that takes more than the four flat kinds of constraint and sums of variables.

    All others get what was written rewritten into these (``copla.rewriting``), and need not know of it.
    """

    @property
    def kinds(self) -> frozenset[type]:
        """The classes of constraints and operations that it takes as they were written."""


@runtime_checkable
class GivesSoMany(Protocol):
    """A backend that gives no more than so many solutions, whatever was asked for: it is judged by that."""

    @property
    def most_solutions(self) -> int | None:
        """How many at most; None if as many as are asked for."""


@runtime_checkable
class IsData(Protocol):
    """A backend that any process can make again from a text."""

    @property
    def reference(self) -> str:
        """The text: a name for ``registry.backend``."""


@runtime_checkable
class HasCores(Protocol):
    """A backend that learns from conflicts, and can say which constraints its proof used."""

    def core(self, problem: ConstraintProblem, clues: Sequence[int], watch: Watch) -> list[int] | None:
        """Some of these constraints (by their places) that cannot hold together under all others; not minimal.

        None if it cannot tell: there is a solution, a limit was reached, or the problem is of the wrong kind.
        """


@runtime_checkable
class GivesTrace(Protocol):
    """A backend that tells ``watch.trace``, if there is one, step by step what it does (docs/trace.md)."""

    def events(self) -> Collection[str]:
        """The kinds of events that it tells, ``end`` among them: that one is told for it."""


@runtime_checkable
class AuditsItself(Protocol):
    """A backend with a build that checks its own reasoning while it runs."""

    def plant(self, values: Sequence[int] | None) -> None:
        """A solution of the next constraint problem, a best one: no step of the search may exclude it (None: unknown).

        In a build without an audit nothing happens.
        """


def missing_library(*modules: str) -> str | None:
    """Why one of the modules cannot be imported, in one line, or None. For :meth:`Backend.missing`."""
    for module in modules:
        if sys.modules.get(module) is not None:
            continue
        import importlib

        try:
            importlib.import_module(module)
        except Exception as error:  # a broken installation can raise anything at all
            return f"cannot import {module}: {' '.join(str(error).split()) or type(error).__name__}"
    return None
