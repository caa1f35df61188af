"""The assignment space: a constraint problem as a state space, so that A* can be given a Futoshiki.

A state assigns values to the first variables of a fixed order; a step assigns the next one, if that
violates no constraint. All solutions lie at the same depth, and depth-first search is plain backtracking.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from copla.answers.result import Solution
from copla.ground.limits import Watch
from copla.language.constraint_problem import ConstraintProblem
from copla.language.constraints import AllDifferent, Constraint, Linear, Table, compare
from copla.language.heuristics import Function
from copla.language.planning_problem import DeclaredHeuristic

Assigned = tuple[int, ...]
UNASSIGNED = "unassigned"
_VALUES_BETWEEN_LOOKS = 256


class AssignmentSpace:
    """Variables with few values (after their one-variable constraints) come first; ties in input order."""

    def __init__(self, problem: ConstraintProblem, watch: Watch | None = None) -> None:
        self.watch = watch or Watch()
        self.initial: Assigned = ()
        self.rows = {id(c): frozenset(c.rows) for c in problem.constraints if isinstance(c, Table)}
        domains: dict[int, Sequence[int]] = {v.index: v.domain for v in problem.variables}
        for constraint in problem.constraints:
            if len(constraint.scope) == 1:
                (v,) = constraint.scope
                domains[v.index] = [x for x in domains[v.index] if self.holds(constraint, {v.name: x})]
        self.variables = sorted(problem.variables, key=lambda v: (len(domains[v.index]), v.index))
        self.domains = [domains[v.index] for v in self.variables]
        self.names = [v.name for v in self.variables]
        depth = {v.index: k for k, v in enumerate(self.variables)}
        self.impossible = any(not c.scope and not self.holds(c, {}) for c in problem.constraints)
        # At depth k the constraints whose last variable is the k-th are decided; for all-different it is
        # enough that the new value differs from the earlier ones: so many of a line, by their depths.
        self.decided: list[list[Constraint]] = [[] for _ in self.variables]
        self.lines: list[list[tuple[list[int], int]]] = [[] for _ in self.variables]
        for constraint in problem.constraints:
            places = sorted(depth[v.index] for v in constraint.scope)
            if isinstance(constraint, AllDifferent):
                for k, place in enumerate(places):
                    self.lines[place].append((places, k))
            elif len(places) > 1:
                self.decided[places[-1]].append(constraint)

    @property
    def heuristics(self) -> dict[str, DeclaredHeuristic]:
        summary = "variables without a value"
        return {UNASSIGNED: DeclaredHeuristic(UNASSIGNED, lambda: Function(self.unassigned), True, True, summary)}

    def is_goal(self, state: Assigned) -> bool:
        return len(state) == len(self.variables) and not self.impossible

    def successors(self, state: Assigned) -> list[tuple[str, int, Assigned]]:
        depth = len(state)
        if self.impossible or depth == len(self.variables):
            return []
        name = self.names[depth]
        values = self.values(state)
        taken = {state[place] for line, count in self.lines[depth] for place in line[:count]}
        found = []
        for number, value in enumerate(self.domains[depth], 1):
            if number % _VALUES_BETWEEN_LOOKS == 0:
                self.watch.check()
            values[name] = value
            if value not in taken and all(self.holds(constraint, values) for constraint in self.decided[depth]):
                found.append((f"{name} = {value}", 1, (*state, value)))
        return found

    def unassigned(self, state: Sequence[int]) -> int:
        """The one heuristic of assignment spaces, and a perfect one where there are solutions below."""
        return len(self.variables) - len(state)

    def values(self, state: Assigned) -> dict[str, int]:
        """A state in words: the values of the variables that have one."""
        return dict(zip(self.names, state, strict=False))

    def solution(self, state: Assigned, plan: tuple[str, ...], cost: int, seconds: float) -> Solution:
        pairs = sorted(zip(self.variables, state, strict=True), key=lambda pair: pair[0].index)
        return Solution({variable.name: value for variable, value in pairs}, None, seconds)

    def holds(self, constraint: Constraint, values: Mapping[str, int]) -> bool:
        """Whether a constraint holds under values for all its variables."""
        match constraint:
            case AllDifferent(variables):
                return len({values[v.name] for v in variables}) == len(variables)
            case Linear(terms, comparison, bound):
                return compare(sum(factor * values[v.name] for factor, v in terms), comparison, bound)
            case Table(variables, _, allowed):
                return (tuple(values[v.name] for v in variables) in self.rows[id(constraint)]) == allowed
            case _:
                return any((values[lit.variable.name] == lit.value) == lit.positive for lit in constraint.literals)
