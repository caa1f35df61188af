"""Exports: a problem as text in the formats that other solvers read, and their answers read back."""

from __future__ import annotations

from copla.ground.errors import ModelError
from copla.language.constraint_problem import ConstraintProblem
from copla.language.problem import Problem

PLANNING_FORMATS = ("sas", "pddl")
CONSTRAINT_FORMATS = ("minizinc", "xcsp3")
FORMATS = (*PLANNING_FORMATS, *CONSTRAINT_FORMATS)


def export(problem: Problem, to: str) -> dict[str, str]:
    """The problem in another format: the texts of its files by their usual names. PDDL has two, the others one.

    >>> from copla import PlanningProblem
    >>> sorted(export(PlanningProblem("nothing to do"), "pddl"))
    ['domain.pddl', 'problem.pddl']
    >>> export(ConstraintProblem("nothing to do"), "minizinc")["problem.mzn"].splitlines()[0]
    '% nothing to do (written by copla)'
    """
    if to not in FORMATS:
        raise ModelError(f"there is no export to {to!r}; there are: {', '.join(FORMATS)}")
    problem.check()
    if isinstance(problem, ConstraintProblem):
        from copla.formats import minizinc, xcsp3

        match to:
            case "minizinc":
                return {"problem.mzn": minizinc.write(problem)}
            case "xcsp3":
                return {"problem.xml": xcsp3.write(problem)}
        raise ModelError(f"this is a constraint problem: it can be written as minizinc or xcsp3, not as {to}")
    from copla.formats import pddl, sas

    match to:
        case "sas":
            return {"problem.sas": sas.write(problem)}
        case "pddl":
            return pddl.write(problem).files()
    raise ModelError(f"this is a planning problem: it can be written as sas or pddl, not as {to}")
