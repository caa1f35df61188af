"""copla check: do all backends agree, and who is wrong if they do not?"""

from __future__ import annotations

from collections import Counter
from typing import Annotated

import typer

import copla
from copla.cli.arguments import (
    BackendNames,
    Json,
    Loaded,
    Memory,
    PuzzleName,
    Timeout,
    complete_instance,
    load_many,
    read_backends,
    read_limits,
    read_settings,
    read_solutions,
    state,
)
from copla.cli.output import Exit, answer, remark, say, say_json, seconds, watched
from copla.cli.solve import argued
from copla.errors import CoplaError


def check(
    puzzle: PuzzleName,
    instances: Annotated[
        list[str],
        typer.Argument(
            metavar="INSTANCE...",
            help="Files, folders, names or patterns of shipped instances, game IDs, or -.",
            autocompletion=complete_instance,
        ),
    ],
    backend: BackendNames = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-O", metavar="BACKEND.KEY=VALUE", help="An option of one of the backends."),
    ] = None,
    solutions: Annotated[
        str, typer.Option("--solutions", "-n", metavar="K", help="Solutions to compare: a number, or 'all'.")
    ] = "2",
    timeout: Timeout = 10.0,
    memory: Memory = None,
    json: Json = False,
) -> None:
    """Give instances to all backends, check every answer, and say whether they agree.

    Exit status 0 if all agree, 1 if any disagree (the witness is shown), 3 if any stay undecided.

    Examples:
      copla check futoshiki extreme-9-1

      copla check futoshiki 'recursive-6-*' --backend cp-sat,forward-checking

      copla check futoshiki my-boards/ --timeout 60 --json
    """
    loaded = list(load_many(puzzle, instances))
    names = read_backends(backend) or _suitable(loaded)
    options = _read_options(option, names)
    wanted = read_solutions(solutions)
    verdicts: Counter[copla.Verdict] = Counter()
    totals: Counter[str] = Counter()
    table = _Table(names, [item.name for item in loaded])
    if not json:
        say(table.header())
    stop = copla.Watch()
    witnesses: list[str] = []
    for item in loaded:
        problem = state(item)
        limits = read_limits(timeout, memory, 1 if copla.sense(problem) else wanted)
        with watched(stop, item.name):
            stop.begin()
            outcome = copla.cross_check(problem, names, limits=limits, options=options, watch=stop)
        by_argument = argued(item)
        if by_argument is not None:
            results = {by_argument.backend: by_argument, **outcome.results}
            outcome = copla.judge(problem, results, limits, outcome.failures)
        verdicts[outcome.verdict] += 1
        totals.update({name: result.statistics.seconds for name, result in outcome.results.items()})
        witnesses += [f"{item.name}: {witness}" for witness in outcome.witnesses]
        witnesses += [f"{item.name}: {failure}" for failure in outcome.failures.values()]
        if json:
            say_json({"puzzle": puzzle, "instance": item.name, **outcome.to_json()})
        else:
            say(table.row(item.name, outcome))
        if stop.stopped:
            break
    if not json:
        for line in witnesses:
            say(line)
        count = len(loaded)
        found = ", ".join(f"{verdicts[verdict]} {verdict}" for verdict in copla.Verdict if verdicts[verdict])
        remark(f"{count} instance{'s' if count > 1 else ''}: {found}")
        remark("seconds in all: " + ", ".join(f"{name} {totals[name]:.3f}" for name in names))
    raise typer.Exit(_exit_status(verdicts, stop))


class _Table:
    """Rows printed as they come; the columns are as wide as the names need."""

    def __init__(self, backends: list[str], instances: list[str]) -> None:
        self.backends = backends
        self.width = max([len("instance"), *map(len, instances)])

    def header(self) -> str:
        columns = "  ".join(f"{name:>{self.column(name)}}" for name in self.backends)
        return f"{'instance':<{self.width}}  {columns}  {'verdict':<9}  answer"

    def row(self, instance: str, outcome: copla.CrossCheck) -> str:
        columns = []
        for name in self.backends:
            result = outcome.results.get(name)
            columns.append(f"{_cell(result, name in outcome.failures):>{self.column(name)}}")
        finished = [result for result in outcome.results.values() if result.status.finished]
        what = answer(finished[0]) if finished and outcome.verdict is not copla.Verdict.DISAGREE else "-"
        return f"{instance:<{self.width}}  {'  '.join(columns)}  {outcome.verdict:<9}  {what}"

    @staticmethod
    def column(name: str) -> int:
        return max(len(name), 11)


def _cell(result: copla.Result | None, failed: bool) -> str:
    if result is None:
        return "failed" if failed else "-"
    return seconds(result.statistics.seconds) if result.status.finished else str(result.status)


def _suitable(loaded: list[Loaded]) -> list[str]:
    names: dict[str, None] = {}
    for item in loaded:
        names |= dict.fromkeys(b.name for b in copla.suitable_backends(state(item)))
    return list(names)


def _read_options(settings: list[str] | None, names: list[str]) -> dict[str, dict[str, str]]:
    options: dict[str, dict[str, str]] = {}
    for key, value in read_settings(settings).items():
        backend, dot, name = key.partition(".")
        if not dot or backend not in names:
            raise CoplaError(f"found the option {key!r}, expected BACKEND.KEY=VALUE with one of {', '.join(names)}")
        options.setdefault(backend, {})[name] = value
    for name in names:
        copla.read_options(copla.backend(name).options, options.get(name, {}), f"backend {name}")
    return options


def _exit_status(verdicts: Counter[copla.Verdict], stop: copla.Watch) -> Exit:
    if stop.stopped:
        return Exit.INTERRUPTED
    if verdicts[copla.Verdict.DISAGREE]:
        return Exit.NO_SOLUTION
    return Exit.LIMIT if verdicts[copla.Verdict.UNDECIDED] else Exit.ANSWERED
