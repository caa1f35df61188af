"""What the two ways to write down the steps have in common: a problem that grows, within the limits of a run."""

from __future__ import annotations

from copla.bridges.analysis import Window
from copla.bridges.interruption import stop_at_limit
from copla.ground.limits import Watch
from copla.language.constraint_problem import ConstraintProblem
from copla.language.constraints import Constraint

Choice = dict[tuple[str, int], int]
"""For one step: which value of which variable means which action."""


class Writer:
    """A constraint problem while the steps of a window are being written into it."""

    def __init__(self, window: Window, name: str, watch: Watch | None) -> None:
        self.window = window
        self.problem = ConstraintProblem(name)
        self.watch = watch
        self.facts = window.analysis.facts
        self.changes = self.facts.changes
        self.count = 0

    def add(self, constraint: Constraint) -> None:
        self.count += 1
        stop_at_limit(self.watch, self.count)
        self.problem.add(constraint)
