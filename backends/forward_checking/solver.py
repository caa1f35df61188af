"""Backtracking search with forward checking, written to be read. Recursion is an explicit stack.

What is counted: a node is *expanded* when a variable is chosen at it (a *guess* if more than one value
is left), *generated* for every value tried, and a *backtrack* for every value that fails at once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any

from copla.answers.result import Result, Solution, Statistics
from copla.backends.forward_checking.ordering import Weights, value_order, variable_order
from copla.backends.forward_checking.propagator import Propagator
from copla.backends.forward_checking.propagators import compile_constraint
from copla.backends.forward_checking.store import Store
from copla.backends.forward_checking.sums import SumAtMost
from copla.ground.errors import LimitError
from copla.ground.status import Status
from copla.language.constraint_problem import ConstraintProblem

INFERENCES = ("none", "forward", "mac")

_CONSTRAINTS_BETWEEN_LOOKS = 256


class Solver:
    """One run over one problem. LimitError if a limit is reached before it can begin."""

    def __init__(self, problem: ConstraintProblem, options: Mapping[str, Any], store: Store) -> None:
        self.problem = problem
        self.watch = store.watch
        self.store = store
        scopes = []
        self.propagators: list[Propagator] = []
        for number, constraint in enumerate(problem.constraints):
            if number % _CONSTRAINTS_BETWEEN_LOOKS == 0:
                self.store.ask()
            scopes.append(tuple(v.index for v in constraint.scope))
            self.propagators.extend(compile_constraint(constraint, number, self.store))
        self.bound = self.bound_of_objective(len(scopes))
        if self.bound is not None:
            scopes.append(self.bound.scope)
            self.propagators.append(self.bound)
        self.propagators_of: list[list[Propagator]] = [[] for _ in problem.variables]
        for propagator in self.propagators:
            for variable in propagator.scope:
                self.propagators_of[variable].append(propagator)
        self.weights = Weights(scopes, len(problem.variables))
        self.choose_variable = variable_order(options["variables"], self.store, scopes, self.weights)
        self.values_of = value_order(options["values"], self.store, self.propagators_of)
        self.most_guesses: int | None = options["guesses"]
        self.inference = options["inference"]
        self.infer = {"none": self.check, "forward": self.forward, "mac": self.mac}[self.inference]
        self.solutions: list[Solution] = []
        self.expanded = self.generated = self.backtracks = self.guesses = self.deepest = 0
        self.filtered = 0
        self.limit: Status | None = None

    def solve(self) -> Result:
        try:
            exhausted = self.search()
        except LimitError as reached:  # in the middle of one inference
            exhausted, self.limit = False, reached.status
        if self.limit is not None:
            status = self.limit
        elif not self.solutions:
            status = Status.INFEASIBLE
        else:
            status = Status.OPTIMAL if self.bound and exhausted else Status.SOLVED
        statistics = Statistics(
            expanded=self.expanded,
            generated=self.generated,
            max_nodes=self.deepest,
            backtracks=self.backtracks,
            prunings=0 if self.inference == "none" else self.store.prunings,
            guesses=self.guesses,
        )
        message = f"gave up after {self.most_guesses} guesses" if status is Status.UNKNOWN else ""
        complete = exhausted and self.bound is None
        bound = self.solutions[0].cost if status is Status.OPTIMAL else None
        return Result(status, tuple(self.solutions), complete, bound, statistics, message=message)

    def search(self) -> bool:
        """Depth-first search; True if the whole space was searched."""
        store = self.store
        if self.limit_reached() or not self.prepare():
            return self.limit is None
        stack: list[tuple[int, list[int], int]] = []  # variable, values still to try (next one last), trail mark
        while True:
            open_variables = self.open_variables()
            if open_variables:
                variable = self.choose_variable(open_variables)
                values = self.values_of(variable)
                self.expanded += 1
                if len(values) > 1:
                    self.guesses += 1
                    if self.most_guesses is not None and self.guesses > self.most_guesses:
                        self.limit = Status.UNKNOWN
                        return False
                stack.append((variable, values[::-1], len(store.trail)))
                self.deepest = max(self.deepest, len(stack))
            elif self.record_solution():
                return False
            while True:
                if not stack:
                    return True
                variable, values, mark = stack[-1]
                store.undo(mark)
                store.assigned[variable] = 0
                if not values:
                    stack.pop()
                    continue
                if self.limit_reached():
                    return False
                self.generated += 1
                if self.assign(variable, 1 << values.pop()):
                    break
                if self.limit is not None:
                    return False
                self.backtracks += 1

    def assign(self, variable: int, bit: int) -> bool:
        """Give the variable a value and draw conclusions; False at a dead end."""
        self.store.assigned[variable] = 1
        self.store.fix(variable, bit)
        return self.infer(variable)

    def check(self, variable: int) -> bool:
        """Plain backtracking: is any constraint violated already?"""
        for propagator in self.propagators_of[variable]:
            if not propagator.check(self.store, variable):
                self.weights.blame(propagator.constraint)
                return False
        return self.within_bound()

    def forward(self, variable: int) -> bool:
        """Forward checking: remove what contradicts this assignment from the open variables."""
        for propagator in self.propagators_of[variable]:
            if not propagator.forward(self.store, variable):
                self.weights.blame(propagator.constraint)
                return False
        return self.within_bound()

    def mac(self, variable: int) -> bool:
        """Maintaining arc consistency: filter until nothing changes any more."""
        first = [self.bound] if self.bound is not None else []
        return self.propagate([*first, *(p for p in self.propagators_of[variable] if p is not self.bound)])

    def within_bound(self) -> bool:
        """Whether a better solution than the best so far is still possible."""
        return self.bound is None or self.bound.filter(self.store)

    def propagate(self, start: list[Propagator]) -> bool:
        """Run the propagators, and again those whose variables change; cheap ones first, in turn."""
        store = self.store
        cheap = deque(p for p in start if not p.costly)
        costly = deque(p for p in start if p.costly)
        waiting = set(start)
        store.changed.clear()
        while cheap or costly:
            self.filtered += 1
            if self.filtered % 16 == 0 and self.limit_reached():
                return False
            propagator = cheap.popleft() if cheap else costly.popleft()
            waiting.discard(propagator)
            if not propagator.filter(store):
                self.weights.blame(propagator.constraint)
                return False
            for variable in store.changed:
                for other in self.propagators_of[variable]:
                    if other not in waiting and other is not propagator:
                        waiting.add(other)
                        (costly if other.costly else cheap).append(other)
            store.changed.clear()
        return True

    def prepare(self) -> bool:
        """What can be concluded before the first assignment; False if there is no solution."""
        if not all(p.filter(self.store) for p in self.propagators if not p.scope):  # the empty clause
            return False
        if self.inference == "forward":
            return all(p.forward(self.store, p.scope[0]) for p in self.propagators if len(p.scope) == 1)
        return self.inference == "none" or self.propagate(list(self.propagators))

    def open_variables(self) -> list[int]:
        """Variables still to be assigned; with arc consistency one with a single value is settled."""
        if self.inference == "mac":
            return [variable for variable, domain in enumerate(self.store.domains) if domain & (domain - 1)]
        return [variable for variable, assigned in enumerate(self.store.assigned) if not assigned]

    def record_solution(self) -> bool:
        """Keep the solution; True if no more are wanted."""
        store = self.store
        values = {v.name: store.least(v.index) for v in self.problem.variables}
        if self.bound is None or self.problem.objective is None:
            self.solutions.append(Solution(values, None, self.watch.seconds))
            return len(self.solutions) == self.watch.limits.solutions
        cost = self.problem.objective.value(values)
        self.solutions = [Solution(values, cost, self.watch.seconds)]
        self.watch.note = f"cost {cost}"
        self.bound.bound = sum(c * values[self.problem.variables[v].name] for c, v in self.bound.terms) - 1
        return False

    def limit_reached(self) -> bool:
        self.watch.expanded, self.watch.generated = self.expanded, self.generated
        self.limit = self.watch.reached()
        return self.limit is not None

    def bound_of_objective(self, number: int) -> SumAtMost | None:
        """Branch and bound: a sum that every further solution must stay below; at first it excludes nothing."""
        objective = self.problem.objective
        if objective is None:
            return None
        sign = 1 if objective.sense == "minimize" else -1
        terms = [(sign * coefficient, variable.index) for coefficient, variable in objective.terms]
        largest = sum(abs(c) * max(abs(v.domain[0]), abs(v.domain[-1])) for c, v in objective.terms)
        return SumAtMost(number, terms, largest)
