"""Which trials a case is asked in: made from the family, the seed and what each backend declares."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import log10
from typing import Any

from copla.fuzzing.cases import Case
from copla.fuzzing.constraint_data import ConstraintData
from copla.fuzzing.constraint_oracle import ConstraintTruth, TooLargeError
from copla.fuzzing.dice import Dice
from copla.fuzzing.planning_data import ActionRecord, PlanningData
from copla.fuzzing.planning_oracle import reachable_states
from copla.fuzzing.trials import PROBLEM_NAMED, SECONDS, Sampler, Trial, declared_values
from copla.fuzzing.twins import transformations
from copla.ground.errors import CoplaError, ModelError
from copla.ground.limits import Limits, Watch
from copla.language.constraint_problem import ConstraintProblem
from copla.language.problem import sense
from copla.plugins import registry
from copla.plugins.abilities import refusal
from copla.plugins.backend import GivesSoMany, HasPace, Pace
from copla.plugins.programs.description import is_reference
from copla.running.solving import run

MOST_LISTED = 300
"""With more solutions than that a run does not ask for all of them."""

MOST_STATES_LISTED = 6
"""With more states than that a run does not ask for all plans."""

EXPLAINED = {"clues": 1.0, "hard": 0.05, "language": 0.5, "conditions": 0.3}
"""Families whose problems without a solution are asked for an explanation, too, and how many of them."""

TWINS = {True: 0.1, False: 0.5}
"""How many problems whose truth is known, and whose truth is not, a backend is asked about with a twin."""

TWINS_OF_GUESTS = {True: 0.3, False: 1.0}
"""The same for a program of somebody's."""

_PROBES = (
    ConstraintData((("x", (0, 1)),)),
    PlanningData((("x", (0, 1), 0),), (ActionRecord("go", (("x", 0),), (("x", 1),)),), (("x", 1),)),
)


def agenda(case: Case, family: str, seed: int, backends: Sequence[str]) -> list[Trial]:
    """The runs of one case, in order. The truth decides only whether all solutions can be asked for."""
    dice = Dice(f"{family} runs", seed)
    constraints = isinstance(case.problem, ConstraintProblem)
    few = _few_solutions(case)
    puzzles = registry.puzzle_names()
    found = []
    for name in backends:
        if is_reference(name):
            found += _of_a_guest(name, case)
            continue
        if not takes(name, constraints):
            continue
        sampler = sampler_of(name, constraints)
        pace = _pace(name)
        runs = pace.runs_of_puzzles if family in puzzles else pace.runs
        if dice.chance(_share(pace, case)):
            numbers = range(seed * runs, (seed + 1) * runs)
            found += [sampler.trial(number, dice, case.problem, all_solutions=few) for number in numbers]
    unsolvable = case.truth is not None and not case.truth.feasible
    if constraints and unsolvable and dice.chance(EXPLAINED.get(family, 0.0)):
        able = [name for name in backends if not is_reference(name)]
        if able:
            asked = dice.pick([name for name in able if _pace(name).largest is None] or able)
            found.append(Trial(asked, question="explain"))
    return [*found, *_twins(case, family, seed, found), *_once_more(case, backends)]


def _twins(case: Case, family: str, seed: int, chosen: Sequence[Trial]) -> list[Trial]:
    """Some of those who were chosen are asked about a twin of the problem, too, in the last trial of theirs."""
    dice = Dice(f"{family} twins", seed)  # the other runs stay what they are without twins
    known = transformations(case.data)
    found = []
    for trial in {one.backend: one for one in chosen if one.question == "solve"}.values():
        share = (TWINS_OF_GUESTS if is_reference(trial.backend) else TWINS)[case.truth is not None]
        if known and dice.chance(share):
            options = {name: value for name, value in trial.options.items() if name not in PROBLEM_NAMED}
            twin, number = dice.pick(known), dice.number(0, 999)
            found.append(Trial(trial.backend, options, trial.solutions, question="twin", twin=twin, seed=number))
    return found


def _once_more(case: Case, backends: Sequence[str]) -> list[Trial]:
    """A constraint problem is asked about with the options that a backend names, and no limit but that of time.

    For all solutions, where they can be listed: the first one is often found before the options matter.
    """
    if not isinstance(case.problem, ConstraintProblem):
        return []
    most = 1 if case.problem.objective is not None else None if _few_solutions(case) else 2
    return [
        Trial(name, dict(_pace(name).once_with), most)
        for name in backends
        if not is_reference(name) and takes(name, True) and _pace(name).once_with
    ]


def _of_a_guest(name: str, case: Case) -> list[Trial]:
    """A program is asked once, for as many solutions as it gives; its limits are ordinary."""
    backend = registry.backend(name)
    if refusal(backend, case.problem, case.instance) is not None:
        return []
    most = backend.most_solutions if isinstance(backend, GivesSoMany) else None
    wanted = 1 if sense(case.problem) is not None or not _few_solutions(case) else most
    return [Trial(name, solutions=wanted)]


@cache
def sampler_of(name: str, constraints: bool) -> Sampler:
    """The trials of a backend for one kind of problem, without values that it refuses for every problem."""
    backend = registry.backend(name)
    probe = _PROBES[0 if constraints else 1].build()

    def taken(option: str, value: Any) -> bool:
        try:
            run(probe, backend, {option: value}, Watch(Limits(seconds=SECONDS)))
        except CoplaError as error:
            return not isinstance(error, ModelError)
        return True

    declared = declared_values(backend, "constraints" if constraints else "planning")
    options = {o: [usual, *(v for v in others if taken(o, v))] for o, (usual, *others) in declared.items()}
    return Sampler(backend, options)


@cache
def takes(name: str, constraints: bool) -> bool:
    return registry.backend(name).refuses(_PROBES[0 if constraints else 1].build()) is None


def _few_solutions(case: Case) -> bool:
    """Whether all solutions can be listed: plans without circles are few only where states are."""
    if not isinstance(case.plain, PlanningData):  # without a truth nobody knows how many there are
        return isinstance(case.truth, ConstraintTruth) and case.truth.solutions <= MOST_LISTED
    try:
        return bool(reachable_states(case.plain, MOST_STATES_LISTED))
    except TooLargeError:
        return False


def _pace(name: str) -> Pace:
    backend = registry.backend(name)
    return backend.pace if isinstance(backend, HasPace) else Pace()


def _share(pace: Pace, case: Case) -> float:
    """How often a backend is asked about a case: seldom if such cases mostly end at its limit."""
    if case.truth is None and pace.largest is not None:
        return 0.05
    if not isinstance(case.plain, ConstraintData):
        return pace.share_of_planning
    if pace.largest is None:
        return 1.0
    size = sum(log10(len(domain)) for _, domain in case.plain.variables)
    return 1.0 if size <= pace.largest else 0.05
