"""cross_check: give problems to all backends, here or elsewhere, and judge their answers."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from copla.answers.failure import Failure, FailureKind
from copla.answers.result import Result
from copla.checking.judge import CrossCheck
from copla.checking.rounds import Case, Rounds
from copla.ground.errors import ModelError
from copla.ground.limits import Limits, Watch, limits_of
from copla.ground.numbers import shown
from copla.language.problem import Problem, sense
from copla.plugins import registry
from copla.plugins.backend import Backend, IsData
from copla.plugins.loading import Instance
from copla.plugins.programs.description import is_reference
from copla.running.configuration import Configuration
from copla.running.here import Here
from copla.running.job import Job, Subject, Survey
from copla.running.outcome import Executor, Outcome
from copla.running.solving import backend_of, check, watch_of

SECOND = "{}-2"
"""What the second opinion of a backend is called."""

Options = Mapping[str, Mapping[str, object]]
"""The options of backends, by their names."""


def cross_check(
    problem: Problem | Instance,
    backends: Iterable[str | Backend] | None = None,
    *,
    limits: Limits | None = None,
    options: Options | None = None,
    watch: Watch | None = None,
    claims: bool | None = None,
    executor: Executor | None = None,
    timeout: float | None = None,
    memory: str | int | None = None,
) -> CrossCheck:
    """Give a problem, or an instance, to all backends (by default every suitable one) and compare their answers.

    Without limits each may take its time and, unless there is an objective, looks for a second solution,
    so that uniqueness is compared too; ``timeout=10, memory="2GB"`` limits each run. ``options`` maps a backend's name
    to its options.

    A backend that can check a claim is asked only whether a plan exists that is cheaper than the best one that the
    others found. With ``claims=True`` that is all it is asked, with ``False`` never; by default (None) where the
    claimed plan is long (more than 40 steps), and where it did not finish by itself.

    All of it runs in this process unless another executor is given, such as ``Workers``: then a crash is one more
    failure. A problem that is no puzzle's can go there if it is plain data.

    >>> from copla import ConstraintProblem
    >>> problem = ConstraintProblem()
    >>> x, y = problem.variable("x", range(2)), problem.variable("y", range(2))
    >>> _ = problem.add(x < y)
    >>> cross_check(problem, ["forward-checking", "python-constraint"]).verdict.value
    'agree'
    """
    if isinstance(executor, type) or not all(hasattr(executor or Here, name) for name in ("submit", "next", "slots")):
        raise ModelError(f"executor is {shown(executor)}, expected an object such as Workers()")
    if claims is not None and not isinstance(claims, bool):
        raise ModelError(f"claims is {shown(claims)}, expected True, False or None")
    watch = None if watch is None else watch_of(watch, Limits())
    if limits is not None or timeout is not None or memory is not None:
        limits = limits_of(limits, timeout, memory, otherwise=Limits(solutions=2))
    asked = Check([problem], executor or Here(), backends, limits=limits, options=options, watch=watch, claims=claims)
    asked.choose()
    for _, verdict in asked.verdicts():
        return verdict
    return asked.interrupted(0)


@dataclass(slots=True)
class Check:
    """Several problems and who is asked about them: :meth:`choose` first, then :meth:`verdicts`.

    ``guests`` are asked besides those that are named, or besides everybody if nobody is.
    ``labels`` are then the configurations that answer at least one of them, in order.
    """

    what: Sequence[Problem | Instance]
    executor: Executor
    backends: Iterable[str | Backend] | None = None
    limits: Limits | None = None
    options: Options | None = None
    watch: Watch | None = None
    claims: bool | None = None
    guests: Iterable[str | Backend] = ()
    labels: list[str] = field(default_factory=list)
    cases: list[Case] = field(default_factory=list)
    _subjects: list[Subject] = field(default_factory=list)
    _solvers: dict[str, Backend] = field(default_factory=dict)

    def choose(self) -> None:
        """Ask the backends what they can do, and decide who takes part.

        Those that nobody named must be able to run here and to take the problem. ModelError if options make no sense.
        """
        self._subjects = [Subject.of(what) for what in self.what]
        for subject in self._subjects:
            check(subject.problem)
        if isinstance(self.backends, str) or not isinstance(self.backends, Iterable | None):
            found = repr(self.backends) if isinstance(self.backends, str) else shown(self.backends)
            expected = f"expected a list of them, such as {registry.backend_names()[:2]}"
            raise ModelError(f"found as backends {found}, {expected}")
        named = None if self.backends is None else [self._name(backend) for backend in self.backends]
        guests = [self._name(backend) for backend in self.guests]
        names = list(dict.fromkeys([*(registry.backend_names() if named is None else named), *guests]))
        if not isinstance(self.options, Mapping | None):
            raise ModelError(f"expected options by the names of backends, found {shown(self.options)}")
        for name in self.options or {}:
            if name not in names:
                raise ModelError(f"found options of {name!r}, expected one of {', '.join(names)}")
        for name, given in (self.options or {}).items():
            if not isinstance(given, Mapping):
                raise ModelError(f"backend {name}: expected options by their names, found {shown(given)}")
        said = self._survey(names)
        for name in names:
            for known in (said[name].abilities or ())[:1]:
                if known.wrong_options is not None:
                    raise ModelError(known.wrong_options)
        self.cases = [self._case(at, said, named or (), guests) for at in range(len(self.what))]
        takes_part = {configuration.label for case in self.cases for configuration in case.configurations}
        self.labels = [label for name in names for label in (name, SECOND.format(name)) if label in takes_part]

    def verdicts(self) -> Iterator[tuple[int, CrossCheck]]:
        """Judge every problem as soon as its runs are over; gives (index, verdict) as they come.

        When the watch is stopped, those that have begun are judged by what is there.
        """
        rounds = [Rounds(case) for case in self.cases]
        waiting = deque((at, asked) for at, machine in enumerate(rounds) for asked in machine.start())
        running = 0
        yield from ((at, machine.verdict()) for at, machine in enumerate(rounds) if machine.over)
        while True:
            while waiting and running < self.executor.slots:
                at, asked = waiting.popleft()
                willing = asked.backend in self.cases[at].willing
                limits = self.cases[at].limits_of(asked.label)
                job = Job.of(self._subjects[at], asked, limits, self._solvers, asked=willing)
                self.executor.submit((at, asked.label), job)
                running += 1
            finished = self.executor.next(self.watch)
            if finished is None:
                break
            running -= 1
            assert isinstance(finished.key, tuple)
            at, label = finished.key
            # What has begun is brought to its end before something else begins.
            waiting.extendleft((at, asked) for asked in reversed(rounds[at].feed(label, finished.outcome)))
            if rounds[at].over:
                yield at, rounds[at].verdict()
        yield from ((at, machine.verdict()) for at, machine in enumerate(rounds) if machine.begun and not machine.over)

    def interrupted(self, at: int) -> CrossCheck:
        """The verdict over a problem that nobody has begun."""
        return Rounds(self.cases[at]).verdict()

    def _name(self, backend: str | Backend) -> str:
        if isinstance(backend, str):
            if not is_reference(backend):
                return backend
            backend = registry.backend(backend)
        known = self._solvers.setdefault(backend_of(backend).name, backend)
        if isinstance(known, IsData) and isinstance(backend, IsData) and known.reference != backend.reference:
            raise ModelError(f"two backends are called {backend.name!r}: give one of them a name in a TOML file")
        return backend.name

    def _survey(self, names: Sequence[str]) -> dict[str, Outcome]:
        """What each backend says of all instances, all of them side by side where the executor can do that."""
        for name in names:
            asked = Configuration(name, dict((self.options or {}).get(name, {})))
            jobs = [Job.of(subject, asked, self.limits or Limits(), self._solvers) for subject in self._subjects]
            self.executor.submit(name, Survey(tuple(jobs)))
        said: dict[str, Outcome] = {}
        while (finished := self.executor.next(self.watch)) is not None:
            assert isinstance(finished.key, str)
            said[finished.key] = finished.outcome
        interrupted = Outcome(None, Failure(FailureKind.FAILED, "was not asked"))
        return {name: said.get(name, interrupted) for name in names}

    def _case(self, at: int, said: Mapping[str, Outcome], named: Collection[str], guests: Collection[str]) -> Case:
        subject = self._subjects[at]
        limits = self.limits or Limits(solutions=2)
        chosen: list[Configuration] = []
        claim_options: dict[str, str] = {}
        willing: set[str] = set()
        most: dict[str, int] = {}
        for name, answer in said.items():
            given = dict((self.options or {}).get(name, {}))
            if not answer.abilities:  # that asking it ended its process is worth a column of its own
                dead = answer.failure and answer.failure.kind in (FailureKind.CRASHED, FailureKind.KILLED)
                if dead or name in named or name in guests:
                    chosen.append(Configuration(name, given, name))
                continue
            known = answer.abilities[at]
            if known.refusal is None:
                willing.add(name)
            if known.refusal is not None and name not in named and name not in guests:
                continue
            if known.most_solutions is not None:
                most[name] = known.most_solutions
            # An option for the other kind of problem has no business here.
            mine = {option: value for option, value in given.items() if option in known.options}
            chosen.append(Configuration(name, mine, name))
            if known.claim is not None:
                claim_options[name] = known.claim
            if known.second is not None and not given and known.refusal is None:
                chosen.append(Configuration(name, dict(known.second), SECOND.format(name)))
        argument = None if subject.instance is None else subject.instance.refutation()
        known_answers: dict[str, Result] = {} if argument is None else {argument.backend: argument}
        limits = limits if sense(subject.problem) is None else replace(limits, solutions=1)
        able = frozenset(willing)
        return Case(subject.problem, limits, tuple(chosen), claim_options, known_answers, self.claims, able, most)
