"""One answer against the truth: every claim that a result makes must be true, and it must come in time.

Nothing of the checker is used; instead the checker is held to the truth, too: it must refuse a wrong solution and
accept a right one.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from copla.answers.checker import faults
from copla.answers.failure import Failure
from copla.answers.result import Result, Solution
from copla.fuzzing.cases import Case
from copla.fuzzing.constraint_data import ConstraintData
from copla.fuzzing.constraint_oracle import ConstraintTruth, TooLargeError, wrong_with
from copla.fuzzing.planning_data import PlanningData
from copla.fuzzing.planning_oracle import PlanningTruth, cost_of_labels, label_sequences
from copla.fuzzing.trials import Trial
from copla.ground.errors import BackendError, CoplaError, ModelError
from copla.ground.limits import Watch
from copla.ground.status import Status
from copla.language.constraint_problem import ConstraintProblem
from copla.plugins import registry
from copla.plugins.backend import AuditsItself, IsData
from copla.plugins.programs.description import is_reference
from copla.running.solving import run

CLOCKS_DIFFER = 0.001
"""Seconds by which a solver's own clock may be ahead of ours."""

MOST_BYTES = 3 * 10**9
"""Of address space that a worker gets, so that what grows without end does not harm the machine."""

WHILE_GROWING = 3
"""A table that grows needs so many times what it holds: the old one beside a new one of twice the size."""

_MOST_SHOWN = 12

MOST_CHECKED = 400
"""So many solutions of a result are checked one by one."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that must not be: what kind of thing (failures are told apart by it), and the details."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one run: a result, or the reason of a refusal, and what is wrong with it."""

    result: Result | None
    refusal: str
    findings: tuple[Finding, ...]


def ask(case: Case, trial: Trial) -> Outcome:
    """Run one trial on one problem in this process, and judge the answer."""
    backend = registry.backend(trial.backend)
    if isinstance(backend, AuditsItself):
        backend.plant(_known_solution(case))
    watch = Watch(trial.limits)
    wall, cpu = time.perf_counter(), time.process_time()
    try:
        result = run(case.problem, backend, trial.options, watch, case.instance)
    except ModelError as refusal:
        return Outcome(None, str(refusal), tuple(_late(trial, wall, cpu)))
    except BackendError as error:
        if isinstance(backend, IsData) and isinstance(error.failure, Failure):  # a program's own way to fail
            word = error.failure.kind.word
            return Outcome(None, "", (Finding(word, str(error.failure).removeprefix(f"{word}: ")),))
        return _exception(error)
    except Exception as error:
        return _exception(error)
    finally:
        if isinstance(backend, AuditsItself):
            backend.plant(None)
    late = tuple(_late(trial, wall, cpu))
    if result.status is Status.UNSUPPORTED:
        return Outcome(result, result.message or "unsupported", late)
    return Outcome(result, "", (*late, *judge(case, trial, result)))


def _exception(error: Exception) -> Outcome:
    known = isinstance(error, CoplaError) and error.__cause__ is not None
    cause = f" (from {type(error.__cause__).__name__})" if known else ""
    return Outcome(None, "", (Finding("exception", f"{type(error).__name__}: {error}{cause}"),))


def _known_solution(case: Case) -> list[int] | None:
    if not isinstance(case.truth, ConstraintTruth) or not case.truth.example:
        return None
    assert isinstance(case.problem, ConstraintProblem)
    if not case.problem.flat:  # the engine sees auxiliary variables, too
        return None
    return [case.truth.example[variable.name] for variable in case.problem.variables]


def judge(case: Case, trial: Trial, result: Result) -> Iterator[Finding]:
    wrong = [text for text in (_wrong_solution(case, s) for s in result.solutions[:MOST_CHECKED]) if text]
    yield from (Finding("wrong solution", text) for text in wrong[:1])
    if len({solution.key for solution in result.solutions}) < len(result.solutions):
        yield Finding("same solution twice", f"{len(result.solutions)} solutions")
    complaints = faults(case.problem, result)
    if bool(wrong) != any(text.startswith("solution ") for text in complaints):
        yield Finding("checker", f"it says {complaints[:1]}, the truth is {wrong[:1]}")
    yield from _statuses(trial, result)
    if isinstance(case.truth, ConstraintTruth):
        claims = _constraint_claims(case.truth, case, trial, result)
        # Where a solution is wrong their number says nothing more.
        yield from (finding for finding in claims if not wrong or finding.kind != "wrong number")
    elif case.truth is not None:
        yield from _planning_claims(case.truth, result)
        yield from _number_of_plans(case, trial, result)


def _wrong_solution(case: Case, solution: Solution) -> str | None:
    if isinstance(case.plain, ConstraintData):
        return wrong_with(case.plain, solution.values, solution.cost)
    if solution.moves is None:
        return "there is no plan"
    cost = cost_of_labels(case.plain, solution.moves)
    if cost is None:
        return f"{_steps(solution.moves)} is no plan"
    if cost == solution.cost:
        return None
    return f"the cost of {_steps(solution.moves)} is given as {solution.cost}, it is {cost}"


def _steps(moves: tuple[str, ...]) -> str:
    """A plan in a sentence; of a long one its beginning.

    >>> _steps(("up",) * 400)
    "('up', 'up', 'up', 'up', 'up', 'up', ...), of 400 steps,"
    """
    if len(moves) <= _MOST_SHOWN:
        return str(moves)
    return f"({', '.join(map(repr, moves[: _MOST_SHOWN // 2]))}, ...), of {len(moves)} steps,"


def _statuses(trial: Trial, result: Result) -> Iterator[Finding]:
    """Each status says something about the limits, too."""
    status, solutions = result.status, result.solutions
    if status in (Status.SOLVED, Status.OPTIMAL) and not solutions:
        yield Finding("status without solution", f"{status}")
    if status is Status.INFEASIBLE and solutions:
        yield Finding("infeasible with solutions", f"{len(solutions)} solutions")
    if status is Status.INTERRUPTED:
        yield Finding("interrupted", "nobody interrupted it")
    if status is Status.UNKNOWN and not result.message:
        yield Finding("unknown without a reason", "")
    if status is Status.TIMEOUT and result.statistics.seconds < 0.9 * (trial.seconds or 0) - CLOCKS_DIFFER:
        yield Finding("timeout before its time", f"after {result.statistics.seconds:.3f} s of {trial.seconds}")
    held = result.statistics.peak_bytes or 0
    if status is Status.MEMORY and trial.bytes is None and held < MOST_BYTES // WHILE_GROWING:
        yield Finding("memory without a limit", "")
    if trial.solutions is not None and len(solutions) > trial.solutions and not is_reference(trial.backend):
        yield Finding("too many solutions", f"{len(solutions)}, asked for {trial.solutions}")


def _constraint_claims(truth: ConstraintTruth, case: Case, trial: Trial, result: Result) -> Iterator[Finding]:
    objective = case.plain.objective if isinstance(case.plain, ConstraintData) else None
    status, found = result.status, len(result.solutions)
    if status is Status.INFEASIBLE and truth.feasible:
        yield Finding("wrong infeasible", f"there are {truth.solutions} solutions")
    if status is Status.OPTIMAL and objective is None:
        yield Finding("optimal without objective", "")
    if status is Status.OPTIMAL and found and truth.feasible and result.cost != truth.optimum:
        yield Finding("wrong optimum", f"{result.cost} is claimed optimal, {truth.optimum} is")
    if status is Status.OPTIMAL and found and truth.costs is not None and result.best.costs != truth.costs:
        yield Finding("wrong optimum", f"{result.best.costs} are claimed optimal, {truth.costs} are")
    guest = is_reference(trial.backend)  # judged by what it claims
    if status is Status.SOLVED and objective is not None and not trial.options and not guest:
        yield Finding("optimum not proven", "solved with default options")
    if (result.complete or status is Status.INFEASIBLE) and objective is None and found != truth.solutions:
        yield Finding("wrong count", f"{found} solutions are claimed to be all, there are {truth.solutions}")
    if result.complete and objective is not None and found not in (truth.solutions, 1):
        yield Finding("wrong count", f"{found} solutions are claimed to be all, there are {truth.solutions}")
    if status is Status.SOLVED and objective is None:
        wanted = truth.solutions if trial.solutions is None else min(trial.solutions, truth.solutions)
        if found < wanted or (found > wanted and not guest):
            yield Finding("wrong number", f"{found} solutions, expected {wanted} of {truth.solutions}")
        if trial.solutions is None and not result.complete:
            yield Finding("not complete", "all were asked for")
    if result.bound is not None and objective is None:
        yield Finding("bound without objective", f"{result.bound}")
    elif result.bound is not None and objective is not None and truth.optimum is not None:
        beyond = result.bound > truth.optimum if objective.sense == "minimize" else result.bound < truth.optimum
        if beyond:
            yield Finding("wrong bound", f"{result.bound}, the optimum is {truth.optimum}")


def _planning_claims(truth: PlanningTruth, result: Result) -> Iterator[Finding]:
    if result.status is Status.INFEASIBLE and truth.feasible:
        yield Finding("wrong infeasible", f"there is a plan of cost {truth.cost}")
    if result.status is Status.OPTIMAL and result.solutions and truth.feasible and result.cost != truth.cost:
        yield Finding("wrong optimum", f"{result.cost} is claimed optimal, {truth.cost} is")
    if result.bound is not None and truth.cost is not None and result.bound > truth.cost:
        yield Finding("wrong bound", f"{result.bound}, the optimum is {truth.cost}")


def _number_of_plans(case: Case, trial: Trial, result: Result) -> Iterator[Finding]:
    """Who is asked for several plans gives so many, or all without circles that there are."""
    wanted, found = trial.solutions, len(result.solutions)
    narrowed = any(name in trial.options for name in ("depth", "below"))
    if wanted == 1 or found == wanted or narrowed or result.status not in (Status.SOLVED, Status.OPTIMAL):
        return
    assert isinstance(case.plain, PlanningData)
    with suppress(TooLargeError):
        there = len(label_sequences(case.plain, found + 1))
        if there > found:
            yield Finding("too few plans", f"{found} of {wanted or 'all'}, and there are more")


def _late(trial: Trial, wall: float, cpu: float) -> Iterator[Finding]:
    """Past its limit by the clock and by the time that this process was given: a busy machine is no fault."""
    if trial.seconds is None:
        return
    allowed = trial.seconds * 1.05 + 0.25
    took, worked = time.perf_counter() - wall, time.process_time() - cpu
    if took > allowed and worked > allowed:
        yield Finding("past its limit", f"{took:.2f} s (of them {worked:.2f} s at work), limit {trial.seconds} s")
