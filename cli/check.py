"""copla check: do all backends agree, and who is wrong if they do not?"""

from __future__ import annotations

import fnmatch
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

import copla
from copla.cli.arguments import (
    BackendNames,
    Jobs,
    Json,
    Memory,
    PuzzleName,
    Timeout,
    complete_instance,
    read_backends,
    read_limits,
    read_settings,
    read_solutions,
    split_options,
)
from copla.cli.check_table import Table, kind
from copla.cli.output import Exit, above_progress, remark, say, say_json, watched
from copla.ground.errors import BackendError, CoplaError
from copla.ground.text import counted
from copla.plugins.loading import load_many, shipped_names
from copla.plugins.options import Kind, applies

if TYPE_CHECKING:
    from copla.checking.rounds import Case
    from copla.running.workers import Workers

ALL = "all"
SECOND = "{}-2"
"""The column of a backend's second opinion."""
# What "copla check all" takes: of each puzzle a few instances that are small enough for every backend.
SELECTION = (
    "futoshiki:extreme-5-1",
    "futoshiki:several-empty-4",
    "futoshiki:unsolvable-chain",
    "tiles:two-by-two",
    "tiles:eight-10",
    "klotski:easy",
    "klotski:no-solution-too-wide",
    "freecell:ranks-1-1",
    "freecell:tight-2-1",
    "guarini:diagonal-3x3",
    "guarini:unsolvable-centre-3x3",
)


def check(
    puzzle: PuzzleName,
    instances: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="INSTANCE...",
            help="Files, folders, names or patterns of shipped instances, game IDs, or -.",
            autocompletion=complete_instance,
            show_default=False,
        ),
    ] = None,
    backend: BackendNames = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option", "-O", metavar="KEY=VALUE", help="An option of the puzzle, or BACKEND.KEY=VALUE of a backend."
        ),
    ] = None,
    solutions: Annotated[
        str, typer.Option("--solutions", "-n", metavar="K", help="Solutions to compare: a number, or 'all'.")
    ] = "2",
    timeout: Timeout = 10.0,
    memory: Memory = None,
    jobs: Jobs = None,
    json: Json = False,
) -> None:
    """Give instances to all backends, check every answer, and say whether they agree.

    Every run has a process of its own: a backend that crashes or hangs fails in its cell of the table, and
    nowhere else. A backend that has two ways to an answer is asked for both: the column NAME-2 is the second.
    With 'all' for PUZZLE an instance is PUZZLE:INSTANCE; without instances a selection is taken.

    Exit status 0 if all agree, 1 if any disagree (the witness is shown) or fail, 3 if any stay undecided.

    Examples:
      copla check futoshiki extreme-9-1

      copla check futoshiki 'recursive-6-*' --backend cp-sat,forward-checking

      copla check futoshiki my-boards/ --timeout 60 --jobs 4 --json

      copla check all
    """
    from copla.running.workers import Workers

    asked_for = read_backends(backend)
    for name in asked_for or []:
        if name not in copla.backend_names():
            copla.backend(name)  # says what there is
    settings = read_settings(option)
    of_backends = {key: value for key, value in settings.items() if "." in key}
    loaded = list(_load(puzzle, instances or [], {key: settings[key] for key in settings if key not in of_backends}))
    limits = read_limits(timeout, memory, read_solutions(solutions))
    stop = copla.Watch()
    stop.begin()
    with Workers(jobs) as workers:
        if limits.bytes is None:
            limits = replace(limits, bytes=_share_of_memory(workers.count))
        check = _Check(loaded, limits, workers, stop, qualified=puzzle == ALL)
        with watched(stop, check.progress):
            check.choose(asked_for, of_backends)
            check.print_rows(json)
            check.print_remarks(json)
    raise typer.Exit(check.exit_status())


class _Check:
    """The instances of one command, the backends that they are given to, and what comes of it."""

    def __init__(
        self,
        loaded: list[copla.Instance],
        limits: copla.Limits,
        workers: Workers,
        stop: copla.Watch,
        *,
        qualified: bool,
    ) -> None:
        self.loaded = loaded
        self.labels = [f"{item.puzzle.name}:{item.name}" if qualified else item.name for item in loaded]
        self.problems = [item.problem() for item in loaded]
        self.limits = [
            limits if copla.sense(problem) is None else replace(limits, solutions=1) for problem in self.problems
        ]
        self.workers = workers
        self.stop = stop
        self.names: list[str] = []
        self.columns: list[str] = []
        self.sound: list[str] = []
        self.options: dict[str, dict[str, str]] = {}
        self.refused: set[tuple[int, str]] = set()
        self.outcomes: dict[int, copla.CrossCheck] = {}

    def choose(self, asked_for: list[str] | None, settings: dict[str, str]) -> None:
        """Decide who takes part. Those that nobody asked for must be able to run, and to take an instance."""
        from copla.running.solving import kind_of

        answers = self.survey(asked_for or copla.backend_names())
        sound = [name for name, given in answers.items() if all(answer.result is not None for answer in given)]
        if asked_for is not None:
            self.names = asked_for
        else:
            everything = range(len(self.loaded))
            self.refused = {(index, name) for name in sound for index in everything if not self.takes(index, name)}
            useful = [name for name in sound if any((index, name) not in self.refused for index in everything)]
            dead = [name for name, given in answers.items() if any(kind(a.failure or "") != "failed" for a in given)]
            self.names = sorted({*useful, *dead})
        self.sound = sound
        kinds = {kind_of(problem) for problem in self.problems}
        self.options = _read_options(settings, self.names, sound, "both" if len(kinds) > 1 else kinds.pop())

    def survey(self, names: list[str]) -> dict[str, list[copla.Outcome]]:
        """What the backends say about the first instance of each puzzle, each in a process of its own."""
        from copla.checking.rounds import survey

        first = {item.puzzle.name: index for index, item in reversed(list(enumerate(self.loaded)))}
        answers: dict[str, list[copla.Outcome]] = {}
        for index in first.values():
            for name, outcome in survey(names, self.job(index, ""), self.workers, self.stop).items():
                answers.setdefault(name, []).append(outcome)
        return answers

    def takes(self, index: int, name: str) -> bool:
        try:
            return copla.backend(name).refuses(self.problems[index]) is None
        except Exception:  # the run itself will tell
            return True

    def job(self, index: int, backend: str) -> copla.Job:
        item = self.loaded[index]
        from copla.running.solving import kind_of

        given = self.options.get(backend, {})
        if backend in self.sound:  # an option for the other kind of problem has no business here
            here = {o.name for o in copla.backend(backend).options if applies(o, kind_of(self.problems[index]))}
            given = {name: value for name, value in given.items() if name in here}
        options: dict[str, object] = dict(given)
        own = item.puzzle.name, item.source, item.text, item.options
        return copla.Job(*own, backend, options, self.limits[index])

    def case(self, index: int) -> Case:
        from copla.checking.crosscheck import checks_claims
        from copla.checking.rounds import Case

        argument = self.loaded[index].refutation()
        known = {argument.backend: argument} if argument is not None else {}
        problem = self.problems[index]
        jobs = {}
        for name in self.names:
            if (index, name) not in self.refused:
                jobs[name] = self.job(index, name)
                other_way = self.second_opinion(index, name)
                if other_way is not None:
                    jobs[SECOND.format(name)] = replace(jobs[name], options=other_way)
        patient = [n for n in self.names if n in jobs and n in self.sound and checks_claims(problem, copla.backend(n))]
        return Case(problem, self.limits[index], jobs, known, patient)

    def second_opinion(self, index: int, name: str) -> dict[str, object] | None:
        """How else a backend can answer, unless the options say how it is to answer."""
        if name not in self.sound or name in self.options:
            return None
        backend = copla.backend(name)
        if not isinstance(backend, copla.HasSecondOpinion):
            return None
        options = backend.second_opinion(self.problems[index])
        return None if options is None else dict(options)

    def print_rows(self, json: bool) -> None:
        """Rows in the order of the instances, each as soon as those before it are there, too."""
        from copla.checking.rounds import cross_check_isolated

        cases = [self.case(index) for index in range(len(self.loaded))]
        names = {name for case in cases for name in case.jobs} | set(self.names)
        self.columns = [c for name in self.names for c in (name, SECOND.format(name)) if c in names]
        table = Table(self.columns, self.labels)
        if not json:
            with above_progress():
                say(table.header())
        printed = 0
        for index, outcome in cross_check_isolated(cases, self.workers, self.stop):
            self.outcomes[index] = outcome
            if self.stop.stopped:
                continue
            while printed in self.outcomes:
                self.print_row(table, printed, json)
                printed += 1
        for index in sorted(index for index in self.outcomes if index >= printed):
            self.print_row(table, index, json)

    def print_row(self, table: Table, index: int, json: bool) -> None:
        outcome, item = self.outcomes[index], self.loaded[index]
        with above_progress():
            if json:
                say_json({"puzzle": item.puzzle.name, "instance": item.name, **outcome.to_json()})
            else:
                say(table.row(self.labels[index], outcome))

    def print_remarks(self, json: bool) -> None:
        """What is wrong, below the table, and how many seconds each backend took in all."""
        if json:
            return
        totals: Counter[str] = Counter()
        with above_progress():
            for index, outcome in sorted(self.outcomes.items()):
                totals.update({name: result.statistics.seconds for name, result in outcome.results.items()})
                for line in (*map(str, outcome.witnesses), *outcome.failures.values()):
                    say(f"{self.labels[index]}: {line}")
            counts = ", ".join(
                f"{self.verdicts[verdict]} {verdict}" for verdict in copla.Verdict if self.verdicts[verdict]
            )
            failed = f"; a backend failed on {self.failed}" if self.failed else ""
            remark(f"{counted(len(self.loaded), 'instance')}: {counts or 'none finished'}{failed}")
            remark("seconds in all: " + ", ".join(f"{name} {totals[name]:.3f}" for name in self.columns))

    @property
    def verdicts(self) -> Counter[copla.Verdict]:
        return Counter(outcome.verdict for outcome in self.outcomes.values())

    def exit_status(self) -> Exit:
        """A failure is no agreement: whatever the others say, it ends like a disagreement."""
        if self.stop.stopped:
            return Exit.INTERRUPTED
        if self.verdicts[copla.Verdict.DISAGREE] or self.failed:
            return Exit.NO_SOLUTION
        return Exit.LIMIT if self.verdicts[copla.Verdict.UNDECIDED] else Exit.ANSWERED

    @property
    def failed(self) -> int:
        """On how many instances a backend failed."""
        return sum(bool(outcome.failures) for outcome in self.outcomes.values())

    def progress(self) -> str:
        """How far it is, and what the oldest runs are doing."""
        runs = [f"{run.job.source} {run.job.backend} {run.seconds:.1f} s {run.note}" for run in self.workers.running]
        now = f": {', '.join(run.strip() for run in runs[:3])}" if runs else ""
        return f"{len(self.outcomes)} of {counted(len(self.loaded), 'instance')}, {self.stop.seconds:.1f} s{now}"


def _load(puzzle: str, arguments: list[str], options: dict[str, str]) -> Iterator[copla.Instance]:
    """The instances; each option goes to the puzzles that have it, and one that none of them has is an error."""
    if puzzle != ALL and not arguments:
        raise CoplaError(f"found no INSTANCE, expected one or more (see: copla instances {puzzle})")
    unknown = dict(options)
    for name, argument in _named(puzzle, arguments or list(SELECTION)):
        own, others = split_options(name, options)
        unknown = {key: value for key, value in unknown.items() if key in others}
        yield from load_many(name, [argument], own)
    if unknown:
        found = f"found the option {next(iter(unknown))!r}, which is none of the puzzle"
        raise CoplaError(f"{found}; an option of a backend is written BACKEND.KEY=VALUE")


def _named(puzzle: str, arguments: list[str]) -> Iterator[tuple[str, str]]:
    """The puzzle and the name of each instance."""
    for argument in arguments:
        name, colon, rest = argument.partition(":")
        if puzzle != ALL:
            yield puzzle, argument
        elif colon:
            yield name, rest
        else:
            yield from _everywhere(argument)


def _everywhere(pattern: str) -> Iterator[tuple[str, str]]:
    """The shipped instances of all puzzles whose name matches."""
    found = False
    for name in copla.puzzle_names():
        try:
            shipped = shipped_names(copla.puzzle(name))
        except BackendError:  # a broken plug-in; "copla puzzles" says why
            continue
        for instance in fnmatch.filter(shipped, pattern):
            found = True
            yield name, instance
    if not found:
        raise CoplaError(f"found {pattern!r}, expected PUZZLE:INSTANCE or a pattern of shipped names")


def _read_options(
    settings: dict[str, str], names: list[str], sound: list[str], problems: Kind
) -> dict[str, dict[str, str]]:
    options: dict[str, dict[str, str]] = {}
    for key, value in settings.items():
        backend, _, name = key.partition(".")
        if backend not in names:
            raise CoplaError(f"found the option {key!r}, expected BACKEND.KEY=VALUE with one of {', '.join(names)}")
        options.setdefault(backend, {})[name] = value
    for name in set(sound) & set(names):
        copla.read_options(copla.backend(name).options, options.get(name, {}), f"backend {name}", problems)
    return options


def _share_of_memory(runs: int) -> int | None:
    """What each of so many runs may take if together they shall leave a quarter of the machine's memory."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * 3 // 4 // runs
    except (ValueError, OSError):
        return None
