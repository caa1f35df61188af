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
from copla.answers.result import Result, Solution
from copla.fuzzing.cases import Case
from copla.fuzzing.configurations import Configuration
from copla.fuzzing.constraint_data import ConstraintData
from copla.fuzzing.constraint_oracle import ConstraintTruth, TooLargeError, wrong_with
from copla.fuzzing.planning_data import PlanningData
from copla.fuzzing.planning_oracle import PlanningTruth, cost_of_labels, label_sequences
from copla.ground.errors import CoplaError, ModelError
from copla.ground.limits import Watch
from copla.ground.status import Status
from copla.plugins import registry
from copla.plugins.backend import AuditsItself
from copla.running.solving import run

CLOCKS_DIFFER = 0.001
"""Seconds by which a solver's own clock may be ahead of ours."""

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


def ask(case: Case, configuration: Configuration) -> Outcome:
    """Run one configuration on one problem in this process, and judge the answer."""
    backend = registry.backend(configuration.backend)
    if isinstance(backend, AuditsItself):
        backend.plant(_known_solution(case))
    watch = Watch(configuration.limits)
    wall, cpu = time.perf_counter(), time.process_time()
    try:
        result = run(case.problem, backend, configuration.options, watch)
    except ModelError as refusal:
        return Outcome(None, str(refusal), tuple(_late(configuration, wall, cpu)))
    except CoplaError as error:
        cause = f" (from {type(error.__cause__).__name__})" if error.__cause__ is not None else ""
        return Outcome(None, "", (Finding("exception", f"{type(error).__name__}: {error}{cause}"),))
    except Exception as error:
        return Outcome(None, "", (Finding("exception", f"{type(error).__name__}: {error}"),))
    finally:
        if isinstance(backend, AuditsItself):
            backend.plant(None)
    late = tuple(_late(configuration, wall, cpu))
    if result.status is Status.UNSUPPORTED:
        return Outcome(result, result.message or "unsupported", late)
    return Outcome(result, "", (*late, *judge(case, configuration, result)))


def _known_solution(case: Case) -> list[int] | None:
    if not isinstance(case.truth, ConstraintTruth) or not case.truth.example:
        return None
    return [case.truth.example[variable.name] for variable in case.problem.variables]


def judge(case: Case, configuration: Configuration, result: Result) -> Iterator[Finding]:
    """Everything that is wrong with a result."""
    wrong = [text for text in (_wrong_solution(case, s) for s in result.solutions[:MOST_CHECKED]) if text]
    yield from (Finding("wrong solution", text) for text in wrong[:1])
    if len({solution.key for solution in result.solutions}) < len(result.solutions):
        yield Finding("same solution twice", f"{len(result.solutions)} solutions")
    complaints = faults(case.problem, result)
    if bool(wrong) != any(text.startswith("solution ") for text in complaints):
        yield Finding("checker", f"it says {complaints[:1]}, the truth is {wrong[:1]}")
    yield from _statuses(configuration, result)
    if isinstance(case.truth, ConstraintTruth):
        yield from _constraint_claims(case.truth, case, configuration, result)
    elif case.truth is not None:
        yield from _planning_claims(case.truth, result)
        yield from _number_of_plans(case, configuration, result)


def _wrong_solution(case: Case, solution: Solution) -> str | None:
    if isinstance(case.plain, ConstraintData):
        return wrong_with(case.plain, solution.values, solution.cost)
    if solution.moves is None:
        return "there is no plan"
    cost = cost_of_labels(case.plain, solution.moves)
    if cost is None:
        return f"{solution.moves} is no plan"
    return None if cost == solution.cost else f"the cost of {solution.moves} is given as {solution.cost}, it is {cost}"


def _statuses(configuration: Configuration, result: Result) -> Iterator[Finding]:
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
    if status is Status.TIMEOUT and result.statistics.seconds < 0.9 * (configuration.seconds or 0) - CLOCKS_DIFFER:
        yield Finding("timeout before its time", f"after {result.statistics.seconds:.3f} s of {configuration.seconds}")
    if status is Status.MEMORY and configuration.bytes is None:
        yield Finding("memory without a limit", "")
    if configuration.solutions is not None and len(solutions) > configuration.solutions:
        yield Finding("too many solutions", f"{len(solutions)}, asked for {configuration.solutions}")


def _constraint_claims(
    truth: ConstraintTruth, case: Case, configuration: Configuration, result: Result
) -> Iterator[Finding]:
    objective = case.plain.objective if isinstance(case.plain, ConstraintData) else None
    status, found = result.status, len(result.solutions)
    if status is Status.INFEASIBLE and truth.feasible:
        yield Finding("wrong infeasible", f"there are {truth.solutions} solutions")
    if status is Status.OPTIMAL and objective is None:
        yield Finding("optimal without objective", "")
    if status is Status.OPTIMAL and found and result.cost != truth.optimum:
        yield Finding("wrong optimum", f"{result.cost} is claimed optimal, {truth.optimum} is")
    if status is Status.SOLVED and objective is not None and not configuration.options:
        yield Finding("optimum not proven", "solved with default options")
    if (result.complete or status is Status.INFEASIBLE) and objective is None and found != truth.solutions:
        yield Finding("wrong count", f"{found} solutions are claimed to be all, there are {truth.solutions}")
    if result.complete and objective is not None and found not in (truth.solutions, 1):
        yield Finding("wrong count", f"{found} solutions are claimed to be all, there are {truth.solutions}")
    if status is Status.SOLVED and objective is None:
        wanted = truth.solutions if configuration.solutions is None else min(configuration.solutions, truth.solutions)
        if found != wanted:
            yield Finding("wrong number", f"{found} solutions, expected {wanted} of {truth.solutions}")
        if configuration.solutions is None and not result.complete:
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
    if result.status is Status.OPTIMAL and result.solutions and result.cost != truth.cost:
        yield Finding("wrong optimum", f"{result.cost} is claimed optimal, {truth.cost} is")
    if result.bound is not None and truth.cost is not None and result.bound > truth.cost:
        yield Finding("wrong bound", f"{result.bound}, the optimum is {truth.cost}")


def _number_of_plans(case: Case, configuration: Configuration, result: Result) -> Iterator[Finding]:
    """Who is asked for several plans gives so many, or all without circles that there are."""
    wanted, found = configuration.solutions, len(result.solutions)
    narrowed = any(name in configuration.options for name in ("depth", "below"))
    if wanted == 1 or found == wanted or narrowed or result.status not in (Status.SOLVED, Status.OPTIMAL):
        return
    assert isinstance(case.plain, PlanningData)
    with suppress(TooLargeError):
        there = len(label_sequences(case.plain, found + 1))
        if there > found:
            yield Finding("too few plans", f"{found} of {wanted or 'all'}, and there are more")


def _late(configuration: Configuration, wall: float, cpu: float) -> Iterator[Finding]:
    """Past its limit by the clock and by the time that this process was given: a busy machine is no fault."""
    if configuration.seconds is None:
        return
    allowed = configuration.seconds * 1.05 + 0.25
    took, worked = time.perf_counter() - wall, time.process_time() - cpu
    if took > allowed and worked > allowed:
        yield Finding(
            "past its limit", f"{took:.2f} s (of them {worked:.2f} s at work), limit {configuration.seconds} s"
        )
