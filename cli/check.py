"""copla check: do all backends agree, and who is wrong if they do not?"""

from __future__ import annotations

import fnmatch
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

import copla
from copla.cli.arguments import (
    LOCAL,
    BackendNames,
    Functions,
    Jobs,
    Json,
    Memory,
    On,
    Programs,
    PuzzleName,
    Timeout,
    complete_instance,
    executor_on,
    read_backends,
    read_guests,
    read_limits,
    read_solutions,
    share_of_memory,
    sound_puzzles,
)
from copla.cli.output import (
    Exit,
    above_progress,
    remark,
    remark_broken,
    say_json,
    say_lines,
    say_sentence,
    watched,
    width,
)
from copla.cli.settings import options_of_puzzle, read_settings, split_options
from copla.ground.errors import CoplaError
from copla.ground.files import require_writable, write_text
from copla.ground.text import counted, suggestion

if TYPE_CHECKING:
    from copla.answers.tables import Line
    from copla.checking.crosscheck import Check
    from copla.cli.check_table import CheckTable
    from copla.running.outcome import Executor

ALL = "all"
NEXT = """\
instances that every backend finishes; what to try next:
  copla solve futoshiki extreme-9-1 --hint    the next step, and why
  copla compare tiles eight-10 -a bfs,astar   what each way costs
  copla check futoshiki 'extreme-*' -t 60     harder ones; or a folder of yours"""


def check(
    puzzle: PuzzleName,
    instances: Annotated[
        list[str] | None,
        Argument(
            metavar="INSTANCE",
            help="Files, folders, names or patterns of shipped instances, game IDs, or -.",
            autocompletion=complete_instance,
            show_default=False,
        ),
    ] = None,
    backend: BackendNames = None,
    program: Programs = None,
    python: Functions = None,
    option: Annotated[
        list[str] | None,
        Option(
            "--option", "-O", metavar="KEY=VALUE", help="An option of the puzzle, or BACKEND.KEY=VALUE of a backend."
        ),
    ] = None,
    solutions: Annotated[
        str, Option("--solutions", "-n", metavar="K", help="Solutions to compare: a number, or 'all'.")
    ] = "2",
    timeout: Timeout = 10.0,
    memory: Memory = None,
    jobs: Jobs = None,
    on: On = LOCAL,
    strict: Annotated[bool, Option("--strict", help="Fail where the verdict is undecided, too.")] = False,
    junit: Annotated[str | None, Option("--junit", metavar="FILE", help="Write the verdicts for a CI.")] = None,
    json: Json = False,
) -> None:
    """Give instances to all backends, check every answer, and say whether they agree.

    Every run has a process of its own: a backend that crashes or hangs fails in its cell of the table, and
    nowhere else. A backend that has two ways to an answer is asked for both: the column NAME-2 is the second.
    With 'all' for PUZZLE an instance is PUZZLE:INSTANCE; without instances a selection is taken.

    Exit status 0 if all agree, 1 if any disagree (the witness is shown) or fail, 3 if any stay undecided
    (1 with --strict).

    Examples:
      copla check futoshiki extreme-9-1

      copla check futoshiki 'recursive-6-*' --backend cp-sat,forward-checking

      copla check futoshiki my-boards/ --timeout 60 --jobs 4 --json

      copla check futoshiki my-boards/ --backend native,cp-sat --program './mine {file}'

      copla check all
    """
    from copla.checking.crosscheck import Check
    from copla.plugins.programs.description import is_reference
    from copla.running.isolated import cores

    if junit is not None:
        require_writable(junit)
    asked_for = read_backends(backend)
    for name in asked_for or []:
        if name not in copla.backend_names() and not is_reference(name):
            copla.backend(name)  # says what there is
    guests = read_guests(program, python)
    settings = read_settings(option)
    of_puzzles = {key for key in settings if "." not in key or key.partition(".")[0] in copla.puzzle_names()}
    loaded = list(_load(puzzle, instances or [], {key: settings[key] for key in of_puzzles}))
    of_backends = {key: value for key, value in settings.items() if key not in of_puzzles}
    options = _options_of_backends(of_backends, asked_for or copla.backend_names())
    limits = read_limits(timeout, memory, read_solutions(solutions))
    command = ["copla", "check", puzzle, *(instances or []), *(["--backend", ",".join(asked_for)] if asked_for else [])]
    _refuse_nonsense(options, loaded, limits.solutions, command)
    stop = copla.Watch()
    stop.begin()
    with executor_on(on, jobs, cores()) as executor:
        if limits.bytes is None:
            limits = replace(limits, bytes=share_of_memory(executor.slots))
        check = Check(loaded, executor, asked_for, limits, options, stop, guests=guests)
        report = _Report(check, loaded, puzzle == ALL, json)
        if asked_for is None:
            remark_broken()
        with watched(stop, lambda: _progress(report, executor, stop)):
            check.choose()
            report.print_rows(stop)
            report.print_remarks()
    if junit is not None:
        from copla.cli.junit import as_junit

        cases = [(report.names[at], verdict) for at, verdict in sorted(report.verdicts.items())]
        write_text(junit, as_junit(cases, strict=strict))
    named = [copla.backend(name) for name in asked_for or [] if is_reference(name)]
    report.refuse_idle([guest.name for guest in (*named, *guests)])
    if puzzle == ALL and not instances and not json:
        remark(NEXT)
    raise typer.Exit(report.exit_status(stop, strict=strict))


def _progress(report: _Report, executor: Executor, stop: copla.Watch) -> str:
    """How far it is, and what the oldest runs are doing."""
    runs = [f"{run.name} {run.seconds:.1f} s {run.progress.note}" for run in getattr(executor, "running", ())]
    now = f": {', '.join(run.strip() for run in runs[:3])}" if runs else ""
    return f"{len(report.verdicts)} of {counted(len(report.loaded), 'instance')}, {stop.seconds:.1f} s{now}"


class _Report:
    """The table of a check as it grows, and what is said below it."""

    def __init__(self, check: Check, loaded: list[copla.Instance], several: bool, json: bool) -> None:
        self.check = check
        self.loaded = loaded
        self.several = several
        self.names = [f"{item.puzzle.name}:{item.name}" if several else item.name for item in loaded]
        self.json = json
        self.verdicts: dict[int, copla.CrossCheck] = {}

    def print_rows(self, stop: copla.Watch) -> None:
        """Rows in the order of the instances, each as soon as those before it are there, too."""
        from copla.cli.check_table import CheckTable

        puzzles = [item.puzzle.name for item in self.loaded] if self.several else []
        table = CheckTable(self.check.labels, [item.name for item in self.loaded], puzzles, width())
        self._say_lines(table.heading())
        printed = 0
        for index, verdict in self.check.verdicts():
            self.verdicts[index] = verdict
            while printed in self.verdicts and not stop.stopped:
                self._print_row(table, printed)
                printed += 1
        for index in sorted(index for index in self.verdicts if index >= printed):
            self._print_row(table, index)
        self._say_lines(table.end())

    def _print_row(self, table: CheckTable, index: int) -> None:
        verdict, item = self.verdicts[index], self.loaded[index]
        self._say_lines(table.row(index, verdict))
        if self.json:
            with above_progress():
                say_json({"puzzle": item.puzzle.name, "instance": item.name, **verdict.to_json()})

    def _say_lines(self, lines: Iterable[Line]) -> None:
        if not self.json:
            with above_progress():
                say_lines(lines)

    def print_remarks(self) -> None:
        if self.json:
            return
        with above_progress():
            for index, verdict in sorted(self.verdicts.items()):
                failures = (failure.said_of(label) for label, failure in verdict.failures.items())
                for line in (*map(str, verdict.witnesses), *failures):
                    say_sentence(f"{self.names[index]}: {line}")
            seen = Counter(verdict.verdict for verdict in self.verdicts.values())
            counts = ", ".join(f"{seen[verdict]} {verdict}" for verdict in copla.Verdict if seen[verdict])
            failed = f"; a backend failed on {self._failed}" if self._failed else ""
            remark(f"{counted(len(self.loaded), 'instance')}: {counts or 'none finished'}{failed}")

    def refuse_idle(self, guests: Collection[str]) -> None:
        """Somebody's solver that was to be checked, and takes none of the instances, has not been checked."""
        for name in guests:
            said = [verdict.results.get(name) for verdict in self.verdicts.values()]
            declined = [one for one in said if one is not None and one.status is copla.Status.UNSUPPORTED]
            if declined and len(declined) == len(said):
                why = declined[0].message or "it does not say why"
                raise CoplaError(f"{name} takes none of these instances: {why}")

    def exit_status(self, stop: copla.Watch, *, strict: bool = False) -> Exit:
        """A failure is no agreement: whatever the others say, it ends like a disagreement."""
        verdicts = {verdict.verdict for verdict in self.verdicts.values()}
        if stop.stopped:
            return Exit.INTERRUPTED
        if copla.Verdict.DISAGREE in verdicts or self._failed:
            return Exit.NO_SOLUTION
        if copla.Verdict.UNDECIDED in verdicts:
            return Exit.NO_SOLUTION if strict else Exit.LIMIT
        return Exit.ANSWERED

    @property
    def _failed(self) -> int:
        return sum(bool(verdict.failures) for verdict in self.verdicts.values())


def _load(puzzle: str, arguments: list[str], options: dict[str, str]) -> Iterator[copla.Instance]:
    """The instances; each option goes to the puzzles that have it, and one that none of them has is an error."""
    if puzzle != ALL and not arguments:
        copla.puzzle(puzzle)  # says what there is
        raise CoplaError(f"found no INSTANCE, expected one or more (see: copla instances {puzzle})")
    from copla.plugins.loading import load_many

    unknown, known = dict(options), set[str]()
    for name, argument in _named(puzzle, arguments) if arguments else _demonstration():
        own, others = split_options(name, options)
        unknown = {key: value for key, value in unknown.items() if key in others}
        known |= options_of_puzzle(name)
        yield from load_many(name, [argument], own)
    if unknown:
        found = f"found the option {next(iter(unknown))!r}, which is none of the puzzle"
        there = suggestion(next(iter(unknown)), sorted(known), "its options")
        raise CoplaError(f"{found}{there}; an option of a backend is written BACKEND.KEY=VALUE")


def _demonstration() -> Iterator[tuple[str, str]]:
    """What is taken without instances: a few of every puzzle that names some, so that no row waits for a limit."""
    for name, puzzle in sound_puzzles():
        if isinstance(puzzle, copla.HasDemonstration):
            yield from ((name, instance) for instance in puzzle.demonstration)


def _named(puzzle: str, arguments: list[str]) -> Iterator[tuple[str, str]]:
    for argument in arguments:
        name, colon, rest = argument.partition(":")
        if puzzle != ALL:
            yield puzzle, argument
        elif colon:
            yield name, rest
        else:
            yield from _everywhere(argument)


def _everywhere(pattern: str) -> list[tuple[str, str]]:
    from copla.plugins.loading import shipped_names

    shipped = [(name, instance) for name, puzzle in sound_puzzles() for instance in shipped_names(puzzle)]
    found = [(name, instance) for name, instance in shipped if fnmatch.fnmatch(instance, pattern)]
    if not found:
        raise CoplaError(f"found {pattern!r}, expected PUZZLE:INSTANCE or a pattern of shipped names")
    return found


def _refuse_nonsense(
    options: dict[str, dict[str, str]], loaded: list[copla.Instance], solutions: int | None, command: list[str]
) -> None:
    from copla.cli.sense import refuse_nonsense_everywhere, require_heuristics
    from copla.plugins.abilities import refusal

    for name, given in options.items():
        backend = copla.backend(name)
        taken = [item for item in loaded if refusal(backend, item.problem(), item) is None]
        require_heuristics(backend, [given["heuristic"]] if "heuristic" in given else [], taken)
        refuse_nonsense_everywhere(backend, given, taken, solutions, command, prefix=f"{name}.")


def _options_of_backends(settings: dict[str, str], names: list[str]) -> dict[str, dict[str, str]]:
    options: dict[str, dict[str, str]] = {}
    for key, value in settings.items():
        backend, _, name = key.partition(".")
        if backend not in names:
            raise CoplaError(f"found the option {key!r}, expected BACKEND.KEY=VALUE with one of {', '.join(names)}")
        options.setdefault(backend, {})[name] = value
    return options
