"""Problem: which kind it is, and which way its costs get better."""

from __future__ import annotations

from typing import Literal

from copla.ground.errors import ModelError
from copla.ground.numbers import shown
from copla.language.constraint_problem import ConstraintProblem
from copla.language.planning_problem import PlanningProblem

Problem = ConstraintProblem | PlanningProblem


def sense(problem: Problem) -> Literal["minimize", "maximize"] | None:
    """Which way costs get better; None where solutions have no cost."""
    if isinstance(problem, ConstraintProblem):
        return problem.objective.sense if problem.objective else None
    if not isinstance(problem, PlanningProblem):
        raise ModelError(f"expected a ConstraintProblem or a PlanningProblem, found {shown(problem)}")
    return "minimize"


Kind = Literal["constraints", "planning"]


def kind_of(problem: Problem) -> Kind:
    """Which kind of problem it is, in one word: options of backends are for one or for both."""
    return "constraints" if isinstance(problem, ConstraintProblem) else "planning"
