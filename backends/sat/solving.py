"""A constraint problem in clauses: one solution, several, all, the best one, or the clues of a proof.

A solver's "no" is a proof: there is no solution, or no other than those that are excluded by now, or none that costs so
little. Solutions are told apart, and excluded, by the problem's own variables, whatever literals there are besides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from copla.answers.result import Result, Solution
from copla.backends.sat.clauses import Clauses, TooManyClausesError
from copla.backends.sat.constraints import encode
from copla.backends.sat.domains import filtered
from copla.backends.sat.engine import Engine
from copla.backends.sat.literals import Unknown
from copla.backends.sat.objective import Cost
from copla.ground.errors import LimitError
from copla.ground.limits import Watch
from copla.ground.status import Status
from copla.language.constraint_problem import ConstraintProblem, Objective

_CONSTRAINTS_BETWEEN_LOOKS = 64
_CLAUSES_BETWEEN_LOOKS = 50_000
_VALUES_BETWEEN_LOOKS = 1_000


def solve_constraints(problem: ConstraintProblem, options: Mapping[str, Any], watch: Watch) -> Result:
    """Translate, solve, and say what the outcome proves."""
    engine = Engine(options["solver"], watch)
    run = _Run(problem, options, watch, engine)
    try:
        if run.write() is None:
            return Result(Status.INFEASIBLE, complete=problem.objective is None, statistics=engine.statistics())
        return run.enumerate() if problem.objective is None else run.optimize(problem.objective)
    except TooManyClausesError as error:
        return Result(Status.MEMORY, statistics=engine.statistics(), message=str(error))
    except LimitError:
        return Result(watch.reached() or Status.TIMEOUT, statistics=engine.statistics())
    finally:
        engine.close()


def core_of(
    problem: ConstraintProblem, clues: Sequence[int], options: Mapping[str, Any], watch: Watch
) -> list[int] | None:
    """Those of the clues, by their places, that a proof used; None if there is a solution, or a limit came first."""
    engine = Engine(options["solver"], watch)
    run = _Run(problem, options, watch, engine)
    try:
        guards = run.write(clues)
        if guards is None:
            return []
        if engine.watched(lambda: engine.ask(list(guards)), run.clauses.top) is not False:
            return None
        return sorted(guards[guard] for guard in engine.core())
    except LimitError:
        return None
    finally:
        engine.close()


class _Run:
    """The problem, its variables in clauses, and the solver that has them."""

    def __init__(self, problem: ConstraintProblem, options: Mapping[str, Any], watch: Watch, engine: Engine) -> None:
        self.problem = problem
        self.options = options
        self.watch = watch
        self.engine = engine
        self.clauses = Clauses(watch)
        self.unknowns: list[Unknown] = []

    def write(self, clues: Sequence[int] = ()) -> dict[int, int] | None:
        """All constraints, those at these places only under a guard: each guard with its place.

        None if the others cannot hold together, and no solver is needed to see that.
        """
        self.watch.check("no clauses")
        guarded = set(clues)
        constraints = self.problem.constraints
        always = [c for place, c in enumerate(constraints) if place not in guarded] if guarded else constraints
        domains = filtered(self.problem, always, self.watch)
        if domains is None:
            return None
        clauses, encoding, sums = self.clauses, self.options["encoding"], self.options["sums"]
        self.unknowns = []
        for variable, domain in zip(self.problem.variables, domains, strict=True):
            values = domain if type(domain) is tuple else sorted(domain)
            if len(values) > _VALUES_BETWEEN_LOOKS:
                self.watch.check("no clauses")
            self.unknowns.append(Unknown(clauses, values, encoding, len(variable.domain)))
        guards: dict[int, int] = {}
        for place, constraint in enumerate(constraints):
            if place in guarded:
                clauses.guard = clauses.new()
                guards[clauses.guard] = place
            encode(clauses, constraint, self.unknowns, sums)
            clauses.guard = None
            if place % _CONSTRAINTS_BETWEEN_LOOKS == 0:
                self.hand_over()
        self.hand_over()
        return None if clauses.contradiction else guards

    def hand_over(self) -> None:
        """What is written so far goes to the solver."""
        clauses = self.clauses.taken()
        for start in range(0, len(clauses), _CLAUSES_BETWEEN_LOOKS):
            self.watch.check("not all clauses")
            self.engine.add(clauses[start : start + _CLAUSES_BETWEEN_LOOKS])

    def enumerate(self) -> Result:
        """As many solutions as asked for, each excluded before the next is looked for."""
        found: list[Solution] = []
        answer = self.engine.watched(lambda: self.find(found), self.clauses.top)
        status = answer if isinstance(answer, Status) else Status.SOLVED if found else Status.INFEASIBLE
        return Result(status, tuple(found), complete=answer is True, statistics=self.engine.statistics())

    def find(self, found: list[Solution]) -> bool:
        """Look for solutions; True if these are proven to be all."""
        wanted = self.watch.limits.solutions
        open_ones = [unknown for unknown in self.unknowns if len(unknown.values) > 1]
        while self.engine.ask():
            positive = self.engine.model()
            found.append(self.solution(positive))
            if len(found) == wanted:
                return False
            excluded = [literal for unknown in open_ones for literal in unknown.without(positive)]
            if not excluded or not self.engine.add_last(excluded):
                break
        return True

    def optimize(self, objective: Objective) -> Result:
        """The best solution and the proof that it is one, or how far both got."""
        search = _Descent(self, objective)
        answer = self.engine.watched(search.descend, self.clauses.top)
        statistics = self.engine.statistics()
        if search.best is None and not isinstance(answer, Status):
            return Result(Status.INFEASIBLE, statistics=statistics)
        status = answer if isinstance(answer, Status) else Status.OPTIMAL
        solutions = () if search.best is None else (search.best,)
        return Result(status, solutions, bound=search.bound, statistics=statistics)

    def solution(self, positive: set[int], objective: Objective | None = None) -> Solution:
        values = {
            variable.name: unknown.value(positive)
            for variable, unknown in zip(self.problem.variables, self.unknowns, strict=True)
        }
        return Solution(values, objective.value(values) if objective else None, self.watch.seconds)


class _Descent:
    """Ask for less, in steps that double with each success and begin anew with each proof that there is no less."""

    def __init__(self, run: _Run, objective: Objective) -> None:
        self.run = run
        self.objective = objective
        self.sign = 1 if objective.sense == "minimize" else -1
        terms = [(self.sign * c, run.unknowns[v.index]) for c, v in objective.terms]
        self.cost = Cost(run.clauses, terms, run.options["sums"])
        self.least = self.cost.least
        self.best: Solution | None = None

    @property
    def bound(self) -> int | None:
        """What is proven of the cost so far, as soon as there is a solution."""
        return None if self.best is None else self.sign * self.least + self.objective.constant

    def descend(self) -> bool:
        """False if there is no solution at all."""
        run, step = self.run, 1
        reached = self.cost.most + 1
        while self.least < reached:
            target = self.cost.most if self.best is None else max(self.least, reached - step)
            assumed = self.cost.at_most(target)
            run.hand_over()
            if run.engine.ask([assumed]):
                found = run.solution(run.engine.model(), self.objective)
                assert found.cost is not None
                reached = self.sign * (found.cost - self.objective.constant)
                self.best, run.watch.note = found, f"cost {found.cost}"
                step *= 2
            elif self.best is None:
                return False
            else:
                self.least, step = target + 1, 1
            run.watch.prove(self.bound)
        return True
