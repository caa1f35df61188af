"""Cross-checking many problems at once, every run in a process of its own."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from copla.answers.result import Result
from copla.checking.crosscheck import CrossCheck, claim_to_check, follow_ups, judge, merged
from copla.ground.limits import Limits, Watch
from copla.ground.status import Status
from copla.language.problem import Problem
from copla.plugins import registry
from copla.running.jobs import Job, Outcome
from copla.running.workers import Workers


@dataclass(frozen=True, slots=True)
class Case:
    """One problem and who is to solve it: jobs by the names under which their answers are compared.

    That is the backend's name, and another one for a second opinion of the same backend. ``known`` are answers that
    need no run.

    ``patient`` backends can check a claim and wait for one. (Whoever makes the case says so, since a backend that
    crashes while it is loaded must not be loaded here.)
    """

    problem: Problem
    limits: Limits
    jobs: Mapping[str, Job]
    known: Mapping[str, Result] = field(default_factory=dict)
    patient: Collection[str] = ()


def cross_check_isolated(
    cases: Sequence[Case], workers: Workers, watch: Watch | None = None
) -> Iterator[tuple[int, CrossCheck]]:
    """Judge every case as soon as its runs are over; gives (index of the case, verdict) as they come.

    A backend that fails has no result, and the verdict is that of the others. When the watch is stopped, the
    cases that have begun are judged by what is there, with the status ``interrupted`` for runs that were killed.
    """
    open_cases = [_OpenCase(case) for case in cases]
    waiting = deque(
        (index, name, job) for index, case in enumerate(open_cases) for name, job in case.next_round().items()
    )
    started: list[tuple[int, str]] = []
    for index, case in enumerate(open_cases):
        if case.over():
            yield index, case.verdict()
    while True:
        while waiting and workers.free and not (watch and watch.stopped):
            index, name, job = waiting.popleft()
            started.append((index, name))
            workers.start(len(started) - 1, job)
        finished = workers.wait(watch)
        if finished is None:
            break
        key, outcome = finished
        index, name = started[key]
        case = open_cases[index]
        case.take(name, outcome)
        if not case.over():
            continue
        again = case.next_round()
        waiting.extendleft((index, other, job) for other, job in reversed(again.items()))
        if not again:
            yield index, case.verdict()
    for index in sorted({index for index, _ in started}):
        if not open_cases[index].over():
            yield index, open_cases[index].verdict()


class _OpenCase:
    """A case with the outcomes so far.

    It goes in rounds: first those that solve on their own; then those that can check a claim, now that there is
    one; at last, once more, those of them that did not come to an end.
    """

    def __init__(self, case: Case) -> None:
        self.case = case
        self.results: dict[str, Result] = {}
        self.failures: dict[str, str] = {}
        self.missing: set[str] = set()
        eager = [name for name in case.jobs if name not in case.patient]
        self.rounds = deque([eager, [name for name in case.jobs if name in case.patient]])
        self.asked_again = False

    def take(self, name: str, outcome: Outcome) -> None:
        self.missing.discard(name)
        result = outcome.result or outcome.claimed  # a wrong answer is for the judge
        if result is None:
            self.failures[name] = f"backend {name} {outcome.failure}"
        else:
            first = self.results.get(name)
            self.results[name] = result if first is None else merged(first, result)

    def over(self) -> bool:
        return not self.missing

    def begun(self) -> bool:
        return bool(self.results or self.failures)

    def next_round(self) -> dict[str, Job]:
        """The jobs that are to run next; none if all have answered."""
        more: dict[str, dict[str, object]] = {}
        while self.rounds and not more:
            claim = claim_to_check(self.case.problem, self.results) if self.results else {}
            more = {name: {} if "below" in self.case.jobs[name].options else claim for name in self.rounds.popleft()}
        if not more and not self.asked_again:
            self.asked_again = True
            jobs = self.case.jobs
            backends = [registry.backend(name) for name in self.results if name in jobs and jobs[name].backend == name]
            more = follow_ups(self.case.problem, backends, self.results)
        self.missing = set(more)
        jobs = {name: self.case.jobs[name] for name in more}
        return {name: replace(job, options={**job.options, **more[name]}) for name, job in jobs.items()}

    def verdict(self) -> CrossCheck:
        results = dict(self.case.known)
        for name in self.case.jobs:
            if name in self.results:
                results[name] = self.results[name]
            elif name not in self.failures:
                results[name] = Result(Status.INTERRUPTED, backend=name)
        failures = {name: self.failures[name] for name in self.case.jobs if name in self.failures}
        return judge(self.case.problem, results, self.case.limits, failures)


def survey(names: Sequence[str], job: Job, workers: Workers, watch: Watch | None = None) -> dict[str, Outcome]:
    """Ask each backend, in a process of its own, whether it can run here and takes a job's instance.

    Loading a library can crash or hang. A backend that did not fail here can be loaded by this process, too.
    """
    waiting = deque(enumerate(names))
    answers: dict[str, Outcome] = {}
    while waiting or workers.running:
        while waiting and workers.free:
            key, name = waiting.popleft()
            workers.start(key, replace(job, backend=name, options={}), only_ask=True)
        finished = workers.wait(watch)
        if finished is None:
            break
        answers[names[finished[0]]] = finished[1]
    return {name: answers[name] for name in names if name in answers}
