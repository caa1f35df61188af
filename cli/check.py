"""copla check: do all backends agree, and who is wrong if they do not?"""

from __future__ import annotations

import fnmatch
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
from copla.cli.check_table import Table
from copla.cli.executors import LOCAL, On, executor_on, share_of_memory
from copla.cli.output import Exit, above_progress, remark, say, say_json, watched
from copla.ground.errors import BackendError, CoplaError
from copla.ground.text import counted
from copla.plugins.loading import load_many, shipped_names

if TYPE_CHECKING:
    from copla.checking.crosscheck import Check
    from copla.running.executor import Executor

ALL = "all"
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
    on: On = LOCAL,
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
    from copla.checking.crosscheck import Check
    from copla.running.isolated import cores

    asked_for = read_backends(backend)
    for name in asked_for or []:
        if name not in copla.backend_names():
            copla.backend(name)  # says what there is
    settings = read_settings(option)
    of_backends = {key: value for key, value in settings.items() if "." in key}
    loaded = list(_load(puzzle, instances or [], {key: settings[key] for key in settings if key not in of_backends}))
    names = [f"{item.puzzle.name}:{item.name}" if puzzle == ALL else item.name for item in loaded]
    options = _options_of_backends(of_backends, asked_for or copla.backend_names())
    limits = read_limits(timeout, memory, read_solutions(solutions))
    stop = copla.Watch()
    stop.begin()
    with executor_on(on, jobs, cores()) as executor:
        if limits.bytes is None:
            limits = replace(limits, bytes=share_of_memory(executor.slots))
        check = Check(loaded, executor, asked_for, limits, options, stop)
        report = _Report(check, loaded, names, json)
        with watched(stop, lambda: _progress(report, executor, stop)):
            check.choose()
            report.print_rows(stop)
            report.print_remarks()
    raise typer.Exit(report.exit_status(stop))


def _progress(report: _Report, executor: Executor, stop: copla.Watch) -> str:
    """How far it is, and what the oldest runs are doing."""
    runs = [f"{run.name} {run.seconds:.1f} s {run.progress.note}" for run in getattr(executor, "running", ())]
    now = f": {', '.join(run.strip() for run in runs[:3])}" if runs else ""
    return f"{len(report.verdicts)} of {counted(len(report.loaded), 'instance')}, {stop.seconds:.1f} s{now}"


class _Report:
    """The table of a check as it grows, and what is said below it."""

    def __init__(self, check: Check, loaded: list[copla.Instance], names: list[str], json: bool) -> None:
        self.check = check
        self.loaded = loaded
        self.names = names
        self.json = json
        self.verdicts: dict[int, copla.CrossCheck] = {}

    def print_rows(self, stop: copla.Watch) -> None:
        """Rows in the order of the instances, each as soon as those before it are there, too."""
        table = Table(self.check.labels, self.names)
        if not self.json:
            with above_progress():
                say(table.header())
        printed = 0
        for index, verdict in self.check.verdicts():
            self.verdicts[index] = verdict
            while printed in self.verdicts and not stop.stopped:
                self._print_row(table, printed)
                printed += 1
        for index in sorted(index for index in self.verdicts if index >= printed):
            self._print_row(table, index)

    def _print_row(self, table: Table, index: int) -> None:
        verdict, item = self.verdicts[index], self.loaded[index]
        with above_progress():
            if self.json:
                say_json({"puzzle": item.puzzle.name, "instance": item.name, **verdict.to_json()})
            else:
                say(table.row(self.names[index], verdict))

    def print_remarks(self) -> None:
        """What is wrong, below the table, and how many seconds each backend took in all."""
        if self.json:
            return
        totals: Counter[str] = Counter()
        with above_progress():
            for index, verdict in sorted(self.verdicts.items()):
                totals.update({name: result.statistics.seconds for name, result in verdict.results.items()})
                for line in (
                    *map(str, verdict.witnesses),
                    *(f"backend {label} {failure}" for label, failure in verdict.failures.items()),
                ):
                    say(f"{self.names[index]}: {line}")
            seen = Counter(verdict.verdict for verdict in self.verdicts.values())
            counts = ", ".join(f"{seen[verdict]} {verdict}" for verdict in copla.Verdict if seen[verdict])
            failed = f"; a backend failed on {self._failed}" if self._failed else ""
            remark(f"{counted(len(self.loaded), 'instance')}: {counts or 'none finished'}{failed}")
            remark("seconds in all: " + ", ".join(f"{name} {totals[name]:.3f}" for name in self.check.labels))

    def exit_status(self, stop: copla.Watch) -> Exit:
        """A failure is no agreement: whatever the others say, it ends like a disagreement."""
        verdicts = {verdict.verdict for verdict in self.verdicts.values()}
        if stop.stopped:
            return Exit.INTERRUPTED
        if copla.Verdict.DISAGREE in verdicts or self._failed:
            return Exit.NO_SOLUTION
        return Exit.LIMIT if copla.Verdict.UNDECIDED in verdicts else Exit.ANSWERED

    @property
    def _failed(self) -> int:
        """On how many instances a backend failed."""
        return sum(bool(verdict.failures) for verdict in self.verdicts.values())


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


def _options_of_backends(settings: dict[str, str], names: list[str]) -> dict[str, dict[str, str]]:
    options: dict[str, dict[str, str]] = {}
    for key, value in settings.items():
        backend, _, name = key.partition(".")
        if backend not in names:
            raise CoplaError(f"found the option {key!r}, expected BACKEND.KEY=VALUE with one of {', '.join(names)}")
        options.setdefault(backend, {})[name] = value
    return options
