"""copla compare: instances x backends x options, kept in a file, as tables and reports."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from typer import Argument, Option

import copla
from copla.cli.arguments import (
    LOCAL,
    Functions,
    Json,
    On,
    Programs,
    complete_instance,
    executor_on,
    read_limits,
    read_solutions,
)
from copla.cli.combinations import GROUPS, Group, choose, take_instance_options
from copla.cli.output import Exit, make_folder, remark, say, say_sentence, say_table, watched
from copla.ground.errors import CoplaError
from copla.ground.files import cache_folder, require_writable, write_text
from copla.ground.text import counted, suggestion
from copla.plugins import registry

if TYPE_CHECKING:
    from copla.comparing.execute import Progress
    from copla.comparing.runs import Instance, Plan
    from copla.comparing.store import Store
    from copla.comparing.summary import Comparison
    from copla.running.outcome import Executor

TIMEOUT, MEMORY = 10.0, "2GB"
MOST_REPEATS = 1000
FILES = "copla-compare-*.sqlite"
FOLDER = "comparisons"
RUNS = "runs"


def compare(
    ctx: typer.Context,
    puzzle: Annotated[str | None, Argument(metavar="PUZZLE", help="The puzzle, such as futoshiki.")] = None,
    instances: Annotated[
        list[str] | None,
        Argument(
            metavar="INSTANCE",
            help="Files, folders, names or patterns of shipped instances, inline forms, or -.",
            autocompletion=complete_instance,
        ),
    ] = None,
    backend: Annotated[
        list[str] | None, Option("--backend", "-b", help="A solver to compare; may be repeated. Its options follow it.")
    ] = None,
    program: Programs = None,
    python: Functions = None,
    algorithm: Annotated[
        list[str] | None, Option("--algorithm", "-a", metavar="A,B,...", help="Algorithms of that backend.")
    ] = None,
    heuristic: Annotated[
        list[str] | None, Option("--heuristic", "-H", metavar="A,B,...", help="Heuristics for it.")
    ] = None,
    option: Annotated[
        list[str] | None, Option("--option", "-O", metavar="KEY=V,W,...", help="Any other option of it.")
    ] = None,
    solutions: Annotated[
        str, Option("--solutions", "-n", metavar="K", help="Solutions to look for: a number, or 'all'.")
    ] = "2",
    timeout: Annotated[
        float | None, Option("--timeout", "-t", metavar="SECONDS", help=f"Time limit of a run ({TIMEOUT:g}).")
    ] = None,
    memory: Annotated[str | None, Option("--memory", metavar="SIZE", help=f"Memory limit of a run ({MEMORY}).")] = None,
    repeat: Annotated[
        int | None, Option("--repeat", metavar="N", min=1, max=MOST_REPEATS, help="Times to make each run.")
    ] = None,
    jobs: Annotated[
        int | None, Option("--jobs", "-j", metavar="N", min=1, help="Runs at once (half of the cores).")
    ] = None,
    on: On = LOCAL,
    db: Annotated[str | None, Option("--db", metavar="FILE", help="The file that keeps the runs.")] = None,
    resume: Annotated[bool, Option("--resume", help="Continue an interrupted comparison.")] = False,
    source: Annotated[
        str | None, Option("--from", metavar="FILE", help="Run nothing; report what this file holds.")
    ] = None,
    csv: Annotated[str | None, Option("--csv", metavar="FILE", help="Write all runs as CSV.")] = None,
    json: Json = False,
    json_file: Annotated[
        str | None, Option("--json-file", metavar="FILE", help="Write all runs as lines of JSON.")
    ] = None,
    table: Annotated[
        str | None,
        Option(
            "--table",
            metavar="A,B,...",
            help="Tables to show: expanded, generated, nodes, length, cost, time, status, and runs for all numbers.",
        ),
    ] = None,
    markdown: Annotated[str | None, Option("--markdown", metavar="FILE", help="Write the tables as Markdown.")] = None,
    latex: Annotated[str | None, Option("--latex", metavar="FILE", help="Write the tables as LaTeX.")] = None,
    plots: Annotated[str | None, Option("--plots", metavar="DIR", help="Write each plot as SVG.")] = None,
    html: Annotated[
        str | None, Option("--html", metavar="FILE", help="Write a report with plots, in one file.")
    ] = None,
) -> None:
    """Compare backends, algorithms and heuristics on many instances.

    Options behind a --backend belong to it; all combinations of their values are run, each in a process of its
    own. Every finished run is kept in a file at once: after an interruption, --resume continues where it ended.

    Exit status 0 if all runs are over and no answer contradicts another, 1 if any do or any run failed.

    Examples:
      copla compare guarini 4x3 4x4 --backend search --algorithm bfs,astar --heuristic easy,average --backend cp-sat

      copla compare futoshiki 'extreme-7-*' --backend cp-sat,forward-checking --timeout 60 --html report.html

      copla compare --resume

      copla compare tiles 'eight-2*' --backend search --algorithm bfs,astar --table expanded,time --latex tables.tex

      copla compare --from runs.sqlite --csv runs.csv --plots plots
    """
    from copla.comparing.store import Store
    from copla.comparing.summary import gather
    from copla.running.isolated import cores

    shown = _read_tables(table)
    outputs = {"csv": csv, "json": json_file, "markdown": markdown, "latex": latex, "html": html, "plots": plots}
    targets = {form: target for form, target in outputs.items() if target is not None}
    _check_targets(targets)
    settings = (backend, program, python, algorithm, heuristic, option, timeout, memory, repeat)
    of_a_plan = any(setting is not None and setting != [] for setting in settings)
    if source is not None:
        if puzzle is not None or of_a_plan or resume or db is not None:
            raise CoplaError("found --from with a comparison to run, expected --from FILE with outputs alone")
        with Store.read(Path(source)) as read:
            _show(gather(read), targets, shown, json)
    plan = None
    if puzzle is not None:
        limits = read_limits(TIMEOUT if timeout is None else timeout, MEMORY if memory is None else memory, 1)
        plan = _plan(ctx, puzzle, instances or [], limits, read_solutions(solutions), repeat or 1)
    elif of_a_plan or not resume:
        raise CoplaError("found no puzzle, expected PUZZLE INSTANCE..., or --resume alone, or --from FILE")
    with executor_on(on, jobs, max(1, cores() // 2)) as executor, _store(plan, db, resume) as store:
        comparison = _run(store, executor)
    _show(comparison, targets, shown, json)


def _plan(
    ctx: typer.Context, name: str, arguments: list[str], limits: copla.Limits, wanted: int | None, repeats: int
) -> Plan:
    from copla.comparing.runs import Instance, Plan
    from copla.plugins.loading import load_many

    copla.puzzle(name)  # says what there is
    groups: list[Group] = ctx.meta[GROUPS]
    options = take_instance_options(groups, name)
    loaded = list(load_many(name, arguments, options))
    if not loaded:
        raise CoplaError("found no instance, expected PUZZLE INSTANCE...")
    chosen, same = choose(groups, loaded)
    distinct: dict[str, Instance] = {}
    for item in loaded:
        instance = Instance(item.name, item.source, item.text, 1 if copla.sense(item.problem()) else wanted)
        first = distinct.setdefault(item.text, instance)
        if first is not instance:
            remark(f"{item.name} is the same instance as {first.name}: run once")
    if same:
        remark(f"not run, because the algorithm has no use for the option: {', '.join(c.label for c in same)}")
    instances = tuple(_with_short_names(list(distinct.values())))
    return Plan(name, instances, tuple(chosen), limits, repeats, loaded[0].options)


_SUFFIXES = (".txt", *registry.FILE_SUFFIXES)


def _with_short_names(instances: list[Instance]) -> list[Instance]:
    """Files without folder and ending, if that leaves different names."""
    short = [Path(instance.name).stem if instance.name.endswith(_SUFFIXES) else instance.name for instance in instances]
    if len(set(short)) < len(short):
        return instances
    return [replace(instance, name=name) for instance, name in zip(instances, short, strict=True)]


def _store(plan: Plan | None, db: str | None, resume: bool) -> Store:
    from copla.comparing.store import Store

    if resume:
        return Store.resume(Path(db) if db is not None else _to_resume(plan), plan)
    assert plan is not None, "without a plan there is --resume"
    if db is not None:
        return Store.create(Path(db), plan)
    folder = make_folder(cache_folder(FOLDER), advice="; --db names another file")
    now = datetime.now().strftime("%Y%m%d-%H%M%S")
    names = (f"copla-compare-{plan.puzzle}-{now}{suffix}.sqlite" for suffix in ("", *(f"-{n}" for n in range(2, 100))))
    return Store.create(next(folder / name for name in names if not (folder / name).exists()), plan)


def _to_resume(plan: Plan | None) -> Path:
    """The newest comparison in the cache or in this folder that has this plan, or that is not finished."""
    from copla.comparing.store import Store

    files = [*cache_folder(FOLDER).glob(FILES), *Path().glob(FILES)]
    newest = sorted(files, key=lambda path: path.stat().st_mtime, reverse=True)
    for path in newest:
        with suppress(CoplaError), Store.read(path) as store:
            if store.pending() if plan is None else not store.plan.differences(plan):
                return path
    what = "no unfinished comparison" if plan is None else "no such comparison"
    where = f"{cache_folder(FOLDER)} and in this folder"
    raise CoplaError(f"found {what} among {len(newest)} files {FILES} in {where}; --db names another file")


def _run(store: Store, executor: Executor) -> Comparison:
    """Run what is missing; if it is interrupted, say how to continue."""
    from copla.comparing.execute import Progress, execute
    from copla.comparing.summary import gather
    from copla.comparing.tables import summary_table

    progress = Progress(store.plan, store.records(), executor.slots)
    before, watch = progress.done, copla.Watch()
    known = f", {before} of them finished before" if before else ""
    plan = store.plan
    factors = [counted(len(plan.instances), "instance"), counted(len(plan.configurations), "configuration")]
    size = " x ".join(factors + ([f"{plan.repeats} repeats"] if plan.repeats > 1 else []))
    remark(f"{counted(progress.total, 'run')}: {size}{known}; kept in {store.path}")
    watch.begin()
    kept = f"runs are kept; continue with: copla compare --db {shlex.quote(str(store.path))} --resume"
    try:
        with watched(watch, lambda: _line(progress)):
            execute(store, executor, watch, progress.count)
    except CoplaError as error:
        raise CoplaError(f"{error}; {progress.done} of {progress.total} {kept}") from None
    if watch.stopped and store.pending():
        if progress.done > before:
            say_table(summary_table(gather(store, judging=False)))
        remark(f"interrupted: {progress.done} of {progress.total} {kept}")
        raise typer.Exit(Exit.INTERRUPTED)
    return gather(store)


def _line(progress: Progress) -> str:
    left = progress.seconds_left
    estimate = "" if left is None else f", about {_duration(left)} left"
    return f"{progress.done} of {progress.total} runs{estimate}"


def _duration(seconds: float) -> str:
    """A coarse duration.

    >>> _duration(7.3), _duration(150), _duration(9000)
    ('7 s', '2 min 30 s', '2 h 30 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def _check_targets(targets: dict[str, str]) -> None:
    """What cannot be written later is an error now, before hours of runs."""
    if "html" in targets or "plots" in targets:
        from copla.comparing.exports import need_charts

        need_charts(page="html" in targets)
    for form, target in targets.items():
        if form == "plots":
            make_folder(target)
        else:
            require_writable(target)


def _read_tables(names: str | None) -> list[str]:
    """The tables to show; a name that is none is answered with all that are."""
    from copla.comparing.tables import MEASURES, STATUS, TIME, USUAL

    if names is None:
        return list(USUAL)
    known = [*MEASURES, TIME, STATUS, RUNS]
    chosen = list(dict.fromkeys(name.strip() for name in names.split(",") if name.strip()))
    for name in chosen:
        if name not in known:
            raise CoplaError(f"there is no table {name!r}{suggestion(name, known)}")
    return chosen


def _show(comparison: Comparison, targets: dict[str, str], shown: list[str], json: bool) -> NoReturn:
    """Write the files, print the tables, and end with the status that the verdicts deserve."""
    from copla.comparing.exports import as_csv, as_html, as_json_lines, as_latex, as_markdown, plots
    from copla.comparing.tables import measure_tables, remarks, runs_table, summary_table, verdict_table

    measures = [name for name in shown if name != RUNS]
    forms: dict[str, Callable[[Comparison], str]] = {
        "csv": as_csv,
        "json": as_json_lines,
        "markdown": lambda comparison: as_markdown(comparison, measures),
        "latex": lambda comparison: as_latex(comparison, measures),
        "html": as_html,
    }
    for form, target in targets.items():
        if form == "plots":
            for name, document in plots(comparison).items():
                write_text(Path(target) / name, document)
        else:
            write_text(target, forms[form](comparison))
    if json:
        say(as_json_lines(comparison))
    else:
        every = [runs_table(comparison)] if RUNS in shown else []
        for table in (*measure_tables(comparison, measures), *every, summary_table(comparison)):
            say_table(table)
            say("\n")
        say_table(verdict_table(comparison))
        for line in remarks(comparison):
            say_sentence(line)
    raise typer.Exit(Exit.NO_SOLUTION if comparison.disagreement or comparison.failed else Exit.ANSWERED)
