"""A worker of a campaign: a process that takes batches from its parent, runs them here, and reports each step.

Each line of standard input is an order: ``{"backend"}`` (can it run here?), ``{"data", "trial"}`` (one run) or
``{"family", "first", "count", "skip", "backends"}`` (a batch), where ``skip`` is the number of runs of the first seed
that are done already, because one of them killed the last worker. Of a batch there is a line before each run (so that
the parent knows what was running when the process died or hung), one for each finding, one for each case that is done,
and one at the end; other orders are answered by one line. All go to what was standard output when the process started.
Backends may print what they like: standard output is replaced.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from typing import IO, Any

from copla.answers.result import Result
from copla.fuzzing.agenda import agenda, sampler_of
from copla.fuzzing.cases import Case, case_of, data_from_json
from copla.fuzzing.constraint_data import ConstraintData, Sum
from copla.fuzzing.explaining import ask_why
from copla.fuzzing.families import generate
from copla.fuzzing.following import ask_twin
from copla.fuzzing.judge import MOST_BYTES, Outcome, ask
from copla.fuzzing.process import stand_guard
from copla.fuzzing.trials import Trial
from copla.ground.errors import BackendError, ModelError
from copla.ground.memory import address_space
from copla.ground.status import Status
from copla.language.constraint_problem import ConstraintProblem
from copla.plugins import registry
from copla.plugins.programs import function
from copla.plugins.programs.description import is_reference, short_name
from copla.running.solving import unavailable

QUESTIONS: dict[str, Callable[[Case, Trial], Outcome]] = {"solve": ask, "explain": ask_why, "twin": ask_twin}


def main() -> None:
    stand_guard()
    if address_space(os.getpid()) < MOST_BYTES:  # a sanitizer reserves far more from the start
        resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    reports = os.fdopen(os.dup(1), "w", buffering=1, encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    function.alone, registry.careful = True, False
    worker = Worker(reports)
    for line in sys.stdin:
        order = json.loads(line)
        if "data" in order:
            worker.question(**order)
        elif "backend" in order:
            worker.report("backend", missing=_missing(order["backend"]))
        else:
            worker.batch(**order)


def _missing(name: str) -> str | None:
    """Why a backend cannot run here; a function's file is imported to see that."""
    backend = registry.backend(name)
    reason = unavailable(backend)
    if reason is None and isinstance(backend, function.FunctionBackend):
        try:
            backend.load()
        except BackendError as error:
            return str(error.failure).removeprefix("cannot run here: ")
    return reason


class Worker:
    """Runs batches, and remembers which pairs of settings it has reported."""

    def __init__(self, reports: IO[str]) -> None:
        self.reports = reports
        self.known_pairs: set[tuple[str, str, str]] = set()

    def report(self, what: str, **data: Any) -> None:
        self.reports.write(json.dumps({"what": what, **data}) + "\n")

    def question(self, data: Any, trial: Any) -> None:
        """One run of one problem, for the shrinker."""
        chosen = Trial.from_json(trial)
        try:
            case = case_of(data_from_json(data))
        except ModelError as refusal:
            self.report("answer", findings=[], answer=f"refused by the language: {refusal}")
            return
        outcome = QUESTIONS[chosen.question](case, chosen)
        answer = outcome.refusal if outcome.result is None else outcome.result.to_json()
        self.report("answer", findings=[[f.kind, f.text] for f in outcome.findings], answer=answer)

    def batch(self, family: str, first: int, count: int, skip: int, backends: Sequence[str]) -> None:
        for seed in range(first, first + count):
            self.report("case", seed=seed)
            counts = self.case(family, seed, skip, backends)
            skip = 0
            self.report("done", seed=seed, counts=counts, pairs=self.new_pairs)
        self.report("batch")

    def case(self, family: str, seed: int, skip: int, backends: Sequence[str]) -> Counter[str]:
        counts: Counter[str] = Counter(problems=1 if not skip else 0)
        self.new_pairs: list[tuple[str, str, str]] = []
        data = generate(family, seed)
        try:
            case = case_of(data)
        except ModelError as refusal:
            counts["refused by the language"] += 1
            self.report("note", text=f"{family} {seed}: {refusal}")
            return counts
        if not skip:
            counts.update(features(case))
        learned = False
        for number, trial in enumerate(agenda(case, family, seed, backends)):
            if number < skip:
                continue
            self.report("run", seed=seed, number=number, trial=trial.to_json())
            outcome = QUESTIONS[trial.question](case, trial)
            counts.update(_counted(trial, outcome))
            learned = learned or (outcome.result is not None and _learned(outcome.result))
            if not outcome.refusal:
                self.note_pairs(trial, isinstance(case.problem, ConstraintProblem))
            for finding in outcome.findings:
                self.report("finding", seed=seed, trial=trial.to_json(), kind=finding.kind, text=finding.text)
        counts["in which learning was entered"] += learned
        return counts

    def note_pairs(self, trial: Trial, constraints: bool) -> None:
        if trial.question != "solve" or is_reference(trial.backend):
            return
        kind = "constraints" if constraints else "planning"
        for a, b in sampler_of(trial.backend, constraints).pairs(trial):
            pair = (f"{trial.backend}, {kind}", a, b)
            if pair not in self.known_pairs:
                self.known_pairs.add(pair)
                self.new_pairs.append(pair)


def features(case: Case) -> Counter[str]:
    counts: Counter[str] = Counter()
    if case.truth is None:
        counts["too large for the oracle"] += 1
    elif not case.truth.feasible:
        counts["infeasible"] += 1
    if isinstance(case.plain, ConstraintData):
        counts["constraint problems"] += 1
        if any(isinstance(record, Sum) and len(set(record.scope)) >= 4 for record in case.plain.constraints):
            counts["with sums of four and more terms"] += 1
    else:
        counts["planning problems"] += 1
    return counts


def _counted(trial: Trial, outcome: Outcome) -> Counter[str]:
    name = short_name(trial.backend)
    counts: Counter[str] = Counter({f"runs {name}": 1, f"{trial.question} runs": 1})
    if outcome.refusal:
        counts[f"refused {name}"] += 1
    result = outcome.result
    if result is None:
        return counts
    counts[f"{result.status} {name}"] += 1
    if _learned(result):
        counts["runs in which learning was entered"] += 1
    if result.status in (Status.TIMEOUT, Status.MEMORY) and result.solutions:
        counts["stopped with solutions"] += 1
    return counts


def _learned(result: Result) -> bool:
    """Whether an engine that learns from conflicts did: it says so in the options that it used."""
    return result.options.get("learning") == "always"


if __name__ == "__main__":
    main()
