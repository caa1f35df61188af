"""Which configurations a case is asked in: made from the family, the seed and what each backend declares."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import log10
from typing import Any

from copla.fuzzing.cases import Case
from copla.fuzzing.configurations import SECONDS, Configuration, Sampler, declared_values
from copla.fuzzing.constraint_data import ConstraintData
from copla.fuzzing.constraint_oracle import ConstraintTruth, TooLargeError
from copla.fuzzing.dice import Dice
from copla.fuzzing.planning_data import ActionRecord, PlanningData
from copla.fuzzing.planning_oracle import reachable_states
from copla.ground.errors import CoplaError, ModelError
from copla.ground.limits import Limits, Watch
from copla.language.constraint_problem import ConstraintProblem
from copla.plugins import registry
from copla.running.solving import run

MOST_LISTED = 300
"""With more solutions than that a run does not ask for all of them."""

MOST_STATES_LISTED = 6
"""With more states than that a run does not ask for all plans."""

EXPLAINED = {"clues": 1.0, "hard": 0.05}
"""Families whose problems without a solution are asked for an explanation, too, and how many of them."""

_RUNS = {"native": 10, "search": 2}
"""A quick backend is asked in several configurations, each other one in one."""

_RUNS_OF_PUZZLES = {"native": 4, "search": 2}
"""About puzzles in fewer: more boards in the same time show more."""

_SLOW = {"search": 3.0, "python-constraint": 4.0, "forward-checking": 5.0}
_SLOW_PLANNERS = {"python-constraint": 0.2, "forward-checking": 0.5}
_ONLY_FOR = {
    "native": {
        True: ("inference", "variables", "values", "guesses", "restarts", "learning"),
        False: (
            *("algorithm", "closed", "weight", "prune", "table", "depth", "width", "threads", "kernel"),
            *("pattern", "preparation", "pdb_states", "pdb_total", "orders"),
        ),
    }
}
"""Options for one kind of problem (constraints: True) alone: for the other they would only thin out the sample."""

_PROBES = (
    ConstraintData((("x", (0, 1)),)),
    PlanningData((("x", (0, 1), 0),), (ActionRecord("go", (("x", 0),), (("x", 1),)),), (("x", 1),)),
)


def agenda(case: Case, family: str, seed: int, backends: Sequence[str]) -> list[Configuration]:
    """The runs of one case, in order. The truth decides only whether all solutions can be asked for."""
    dice = Dice(f"{family} runs", seed)
    constraints = isinstance(case.problem, ConstraintProblem)
    few = _few_solutions(case)
    puzzles = registry.puzzle_names()
    found = []
    for name in backends:
        if not takes(name, constraints):
            continue
        sampler = sampler_of(name, constraints)
        runs = (_RUNS_OF_PUZZLES if family in puzzles else _RUNS).get(name, 1)
        if not dice.chance(_share(name, case)):
            runs = 0
        for number in range(runs):
            chosen = sampler.configuration(seed * runs + number, dice, case.problem, all_solutions=few)
            found.append(chosen)
    unsolvable = case.truth is not None and not case.truth.feasible
    if constraints and unsolvable and dice.chance(EXPLAINED.get(family, 0.0)):
        asked = dice.pick([name for name in backends if name not in _SLOW] or list(backends))
        found.append(Configuration(asked, question="explain"))
    return found


@cache
def sampler_of(name: str, constraints: bool) -> Sampler:
    """The configurations of a backend for one kind of problem, without values that it refuses for every problem."""
    backend = registry.backend(name)
    probe = _PROBES[0 if constraints else 1].build()

    def taken(option: str, value: Any) -> bool:
        try:
            run(probe, backend, {option: value}, Watch(Limits(seconds=SECONDS)))
        except ModelError:
            return False
        except CoplaError:
            return True
        return True

    useless = _ONLY_FOR.get(name, {}).get(not constraints, ())
    declared = {name: values for name, values in declared_values(backend).items() if name not in useless}
    return Sampler(
        backend,
        {
            name: [values[0], *(value for value in values[1:] if taken(name, value))]
            for name, values in declared.items()
        },
    )


@cache
def takes(name: str, constraints: bool) -> bool:
    """Whether a backend takes this kind of problem at all."""
    return registry.backend(name).refuses(_PROBES[0 if constraints else 1].build()) is None


def _few_solutions(case: Case) -> bool:
    """Whether all solutions can be listed: plans without circles are few only where states are."""
    if not isinstance(case.plain, PlanningData):  # without a truth nobody knows how many there are
        return isinstance(case.truth, ConstraintTruth) and case.truth.solutions <= MOST_LISTED
    try:
        return bool(reachable_states(case.plain, MOST_STATES_LISTED))
    except TooLargeError:
        return False


def _share(name: str, case: Case) -> float:
    """How often a backend is asked about a case: seldom if such cases mostly end at its limit."""
    if not isinstance(case.plain, ConstraintData):
        return _SLOW_PLANNERS.get(name, 1.0)
    if name not in _SLOW:
        return 1.0
    size = sum(log10(len(domain)) for _, domain in case.plain.variables)
    return 1.0 if size <= _SLOW[name] else 0.05
