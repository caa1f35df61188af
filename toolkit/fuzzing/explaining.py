"""Explanations against the truth: the clues of a conflict cannot hold together, and each of them is needed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import combinations

from copla.checking.explain import Conflict, explain
from copla.fuzzing.cases import Case
from copla.fuzzing.constraint_data import ConstraintData
from copla.fuzzing.constraint_oracle import ConstraintTruth, TooLargeError, constraint_truth
from copla.fuzzing.judge import Finding, Outcome
from copla.fuzzing.trials import Trial
from copla.ground.errors import LimitError, ModelError

MOST_CLUES = 9
"""With more clues than that it is not checked whether a conflict that is called smallest is."""


def ask_why(case: Case, trial: Trial) -> Outcome:
    """Ask for an explanation, and judge it; that the objective has a value is one of the rules."""
    assert isinstance(case.plain, ConstraintData)
    problem = case.plain.build()
    try:
        conflict = explain(problem, trial.backend, limits=trial.limits)
    except (ModelError, LimitError) as refusal:
        return Outcome(None, str(refusal), ())
    except Exception as error:
        return Outcome(None, "", (Finding("exception", f"explain: {type(error).__name__}: {error}"),))
    if case.truth is None:
        return Outcome(None, "", ())
    places = {id(constraint): place for place, constraint in enumerate(problem.constraints)}
    core = None if conflict is None else [places[id(clue)] for clue in conflict.clues]
    findings: list[Finding] = []
    with suppress(TooLargeError):  # a part of the problem may be beyond the oracle where the whole is not
        findings.extend(_judge(case, problem_places(case), conflict, core))
    return Outcome(None, "", tuple(findings))


def problem_places(case: Case) -> list[int]:
    """Which record each constraint of the built problem comes from: one that always holds is not stored."""
    assert isinstance(case.plain, ConstraintData)
    alone = [ConstraintData(case.plain.variables, (record,)).build() for record in case.plain.constraints]
    return [place for place, problem in enumerate(alone) if problem.constraints]


def _judge(case: Case, places: list[int], conflict: Conflict | None, core: list[int] | None) -> Iterator[Finding]:
    stated = case.plain
    assert isinstance(stated, ConstraintData)
    assert isinstance(case.truth, ConstraintTruth)
    if conflict is None or core is None:
        if not case.truth.feasible:
            yield Finding("no conflict", "there is no solution, and no explanation was given")
        return
    if case.truth.feasible:
        yield Finding("wrong conflict", f"there are {case.truth.solutions} solutions")
        return
    stored = [stated.constraints[place] for place in places]
    clues = [i for i, record in enumerate(stored) if record.clue] or list(range(len(stored)))
    rules = [i for i in range(len(stored)) if i not in clues]

    def feasible(chosen: list[int]) -> bool:
        records = tuple(stored[i] for i in sorted({*rules, *chosen}))
        return constraint_truth(replace(stated, constraints=records)).feasible

    if feasible(core):
        yield Finding("wrong conflict", f"constraints {core} can hold together")
        return
    for clue in core:
        if not feasible([i for i in core if i != clue]):
            yield Finding("conflict too large", f"{core} does not need constraint {clue}")
            return
    if conflict.smallest and core and len(clues) <= MOST_CLUES:
        for smaller in combinations(clues, len(core) - 1):
            if not feasible(list(smaller)):
                yield Finding("conflict not smallest", f"{core} was called smallest, {smaller} is smaller")
                return
