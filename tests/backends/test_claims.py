"""No claim beyond what was proven: random problems under every option, with limits that strike in the middle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import pytest

from copla import ConstraintProblem, Limits, PlanningProblem, Result, Status, Watch
from copla.answers.checker import faults
from copla.plugins.options import read_options
from copla.plugins.registry import backend
from tests.problems import brute_force, key, random_problem
from tests.tasks import optimum, random_task

OPTIONS: dict[str, dict[str, tuple[object, ...]]] = {
    "forward-checking": {
        "inference": ("none", "forward", "mac"),
        "variables": (None, "input", "smallest", "smallest-degree", "dom/wdeg"),
        "values": ("ascending", "least-constraining"),
        "guesses": (None, 0, 2),
    },
    "python-constraint": {"solver": ("backtracking", "optimized"), "forward": (True, False)},
    "cp-sat": {"seed": (0, 7)},
    "sat": {
        "solver": ("glucose", "cadical"),
        "encoding": ("auto", "direct", "order"),
        "sums": ("auto", "diagrams", "adders"),
    },
}


@dataclass(slots=True)
class StrikingWatch(Watch):
    """Reaches its limit at the so-manieth look, wherever the backend is then."""

    looks: int = 0
    status: Status = Status.TIMEOUT

    def reached(self) -> Status | None:
        self.looks -= 1
        return self.status if self.looks < 0 else None


def runs(name: str, problem: ConstraintProblem | PlanningProblem, limits: Limits, seed: int) -> Iterator[Result]:
    """The problem under some options (others for the next seed), stopped at several looks; the last is late enough."""
    declared = backend(name).options
    combinations = list(product(*OPTIONS[name].values()))
    for values in combinations[seed % 7 :: 7] or combinations[:1]:
        options = read_options(declared, dict(zip(OPTIONS[name], values, strict=True)), name)
        for looks in (0, 1, 2, 4, 9, 20, 70, 3000):
            watch = StrikingWatch(limits, looks=looks)
            watch.begin()
            yield backend(name).solve(problem, options, watch)


@pytest.mark.slow
@pytest.mark.parametrize("name", OPTIONS)
def test_constraint_problems_stopped_anywhere(name: str) -> None:
    for seed in range(40 if name == "cp-sat" else 120):
        with_objective = seed % 2 == 0
        problem = random_problem(seed, objective=with_objective)
        expected = brute_force(problem)
        costs = [problem.objective.value(dict(solution)) for solution in expected] if problem.objective else []
        minimize = problem.objective is not None and problem.objective.sense == "minimize"
        best = (min(costs) if minimize else max(costs)) if costs else None
        for wanted in (1,) if with_objective else (1, 2, None):
            limits = Limits(solutions=wanted)
            for result in runs(name, problem, limits, seed):
                assert not faults(problem, result), (seed, result)
                assert result.status is not Status.INFEASIBLE or not expected, (seed, result)
                if result.complete:
                    assert {key(solution.values) for solution in result.solutions} == expected, (seed, result)
                if result.status is Status.OPTIMAL:
                    assert result.cost == best, (seed, result)
                if result.bound is not None and best is not None:
                    assert result.bound <= best if minimize else result.bound >= best, (seed, result)


@pytest.mark.parametrize("name", OPTIONS)
def test_plans_stopped_anywhere(name: str) -> None:
    for seed in range(6):
        task = random_task(seed)
        if backend(name).refuses(task):
            continue
        best = optimum(task)
        for result in runs(name, task, Limits(), seed):
            assert not faults(task, result), (seed, result)
            assert result.status is not Status.INFEASIBLE or best is None, (seed, result)
            assert result.status is not Status.OPTIMAL or result.cost == best, (seed, result)
            assert result.bound is None or best is None or result.bound <= best, (seed, result)
