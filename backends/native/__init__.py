"""native: the C++ engine. It proves itself equal to the readable backends, and is thousands of times faster."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol

from copla.answers.result import Result
from copla.backends.native import constraints, engine, freecell, heuristics, planning, tiles
from copla.ground.errors import ModelError
from copla.ground.limits import Watch
from copla.language.constraint_problem import ConstraintProblem
from copla.language.planning_problem import PlanningProblem
from copla.language.problem import Kind, Problem
from copla.plugins.algorithms import ALGORITHMS, About, unread
from copla.plugins.backend import Pace, missing_library
from copla.plugins.options import only_for
from copla.rewriting.propagated import PROPAGATED


class Kernel(Protocol):
    """A module with a kernel for one kind of puzzle; whatever it does not take is the general engine's."""

    KIND: str
    GOES_WITH: str

    def heuristics(self, problem: PlanningProblem) -> Mapping[str, About]: ...
    def takes(self, problem: PlanningProblem, options: Mapping[str, Any], watch: Watch) -> bool: ...
    def solve(self, problem: PlanningProblem, options: Mapping[str, Any], watch: Watch) -> Result: ...


KERNELS: tuple[Kernel, ...] = (tiles, freecell)
KNOWN = {**ALGORITHMS, **freecell.RECORDS}
"""Every algorithm that the backend has."""

SECOND_OPINIONS: dict[str, dict[str, Any]] = {
    tiles.KIND: {"heuristic": tiles.WALKING},
    freecell.KIND: freecell.SYNONYMS["optimal"],
}
"""By the kind of a problem's structure: options that answer in another way than the kernel's own choice."""


class Native:
    """One compiled engine: a kernel for any planning task, one for any constraint problem, and some for puzzles."""

    name = "native"
    kinds = PROPAGATED
    strength: Mapping[Kind, int] = {"constraints": 100, "planning": 100}
    pace = Pace(runs=10, runs_of_puzzles=4, once_with=(("learning", "always"),))
    summary = (
        "our own C++ engine: search on packed states, propagation and learning on bit masks; both kinds of problem"
    )
    options = (
        *only_for("planning", (*freecell.extended(planning.OPTIONS), *heuristics.OPTIONS)),
        *only_for("constraints", constraints.OPTIONS),
    )
    algorithms = KNOWN

    def missing(self) -> str | None:
        reason = missing_library(engine.module_name())
        return reason and f"{reason} (it is compiled when copla is installed, and needs a C++ compiler then)"

    def refuses(self, problem: Problem) -> str | None:
        return None

    def unused(self, options: Mapping[str, Any]) -> Collection[str]:
        algorithm = options["algorithm"]  # none: the problem decides
        if algorithm is None:
            return []
        return [*unread(KNOWN[algorithm]), "threads"]

    def heuristics(self, problem: Problem) -> Mapping[str, planning.Offered | About]:
        if isinstance(problem, ConstraintProblem):
            return {}
        of_kernels = {name: about for kernel in KERNELS for name, about in kernel.heuristics(problem).items()}
        return {**planning.heuristics(problem), **of_kernels}

    def second_opinion(self, problem: Problem) -> Mapping[str, Any] | None:
        structure = None if isinstance(problem, ConstraintProblem) else problem.structure
        return None if structure is None else SECOND_OPINIONS.get(structure.kind)

    def core(self, problem: ConstraintProblem, clues: Sequence[int], watch: Watch) -> list[int] | None:
        return constraints.core(problem, clues, watch)

    def plant(self, values: Sequence[int] | None) -> None:
        from copla.backends.native.engine import _engine

        if hasattr(_engine, "plant"):  # the audit build
            _engine.plant(values)

    def solve(self, problem: Problem, options: Mapping[str, Any], watch: Watch) -> Result:
        if isinstance(problem, ConstraintProblem):
            return constraints.solve(problem, options, watch)
        chosen = {**options, **freecell.SYNONYMS.get(options["algorithm"], {})}
        for kernel in KERNELS if options["kernel"] == "auto" else ():
            if kernel.takes(problem, chosen, watch):
                return kernel.solve(problem, chosen, watch)
        for kernel in KERNELS:
            if chosen["heuristic"] in kernel.heuristics(problem):
                raise ModelError(f"only the kernel for {kernel.KIND} has this heuristic: {kernel.GOES_WITH}")
        return freecell.refused(options) or planning.solve(problem, options, watch)


BACKEND = Native()
