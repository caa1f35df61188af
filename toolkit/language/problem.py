"""Problem: either kind, and which way its costs get better."""

from __future__ import annotations

from typing import Literal

from copla.language.constraint_problem import ConstraintProblem
from copla.language.planning_problem import PlanningProblem

Problem = ConstraintProblem | PlanningProblem


def sense(problem: Problem) -> Literal["minimize", "maximize"] | None:
    """Which way costs get better; None where solutions have no cost."""
    if isinstance(problem, ConstraintProblem):
        return problem.objective.sense if problem.objective else None
    return "minimize"
