"""Exports: a problem as text in the formats that other solvers read, and their answers read back."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from copla.ground.errors import ModelError
from copla.ground.numbers import shown
from copla.ground.text import suggestion

if TYPE_CHECKING:
    from copla.language.problem import Problem

FORMATS = {
    "sas": ("planning", "problem.sas"),
    "pddl": ("planning", "domain.pddl and problem.pddl"),
    "minizinc": ("constraint", "problem.mzn"),
    "xcsp3": ("constraint", "problem.xml"),
    "cnf": ("constraint", "problem.cnf"),
}
"""For each format, which is a module here with a function ``write``: the problems that it is for, and its file."""


def export(problem: Problem, to: str) -> dict[str, str]:
    """The problem in another format: the texts of its files by their usual names. PDDL has two, the others one.

    >>> from copla import ConstraintProblem, PlanningProblem
    >>> sorted(export(PlanningProblem("nothing to do"), "pddl"))
    ['domain.pddl', 'problem.pddl']
    >>> export(ConstraintProblem("nothing to do"), "minizinc")["problem.mzn"].splitlines()[0]
    '% nothing to do (written by copla)'
    """
    from copla.language.constraint_problem import ConstraintProblem
    from copla.language.planning_problem import PlanningProblem

    if not isinstance(to, str) or to not in FORMATS:
        raise ModelError(f"there is no export to {shown(to)}{suggestion(to, list(FORMATS))}")
    if not isinstance(problem, ConstraintProblem | PlanningProblem):
        raise ModelError(f"expected a ConstraintProblem or a PlanningProblem, found {shown(problem)}")
    problem.check()
    kind = "constraint" if isinstance(problem, ConstraintProblem) else "planning"
    made_for, file = FORMATS[to]
    if made_for != kind:
        others = " or ".join(name for name, (other, _) in FORMATS.items() if other == kind)
        raise ModelError(f"this is a {kind} problem: it can be written as {others}, not as {to}")
    written = import_module(f"copla.formats.{to}").write(problem)
    return {file: written} if isinstance(written, str) else written
