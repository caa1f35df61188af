"""copla fuzz: random problems against an oracle; what fails is made smaller, told apart, and written down."""

from __future__ import annotations

import os
import tempfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

import copla
from copla.cli.arguments import (
    LOCAL,
    BackendNames,
    Functions,
    On,
    Programs,
    executor_on,
    read_backends,
    read_guests,
    reference_of,
)
from copla.cli.output import Exit, remark, remark_broken, say
from copla.ground.errors import CoplaError
from copla.ground.files import read_text, require_writable
from copla.ground.text import counted, suggestion

if TYPE_CHECKING:
    from copla.fuzzing.campaign import Plan

COUNT = 200
"""Problems of each family where neither a number nor a time is given."""


def fuzz(
    what: Annotated[
        list[str] | None,
        Argument(
            metavar="[PUZZLE|FAMILY|FILE]...",
            help="Puzzles, families of problems, or files whose mutations are tried; all families if there is none.",
            show_default=False,
        ),
    ] = None,
    backend: BackendNames = None,
    program: Programs = None,
    python: Functions = None,
    count: Annotated[
        int | None, Option("--count", "-n", metavar="N", min=1, help=f"Problems of each family ({COUNT}).")
    ] = None,
    minutes: Annotated[float | None, Option("--minutes", metavar="M", min=0, help="Stop after so long.")] = None,
    seed: Annotated[int, Option("--seed", metavar="S", help="The first seed.")] = 1,
    jobs: Annotated[int, Option("--jobs", "-j", metavar="N", min=1, help="Processes side by side.")] = 1,
    on: On = LOCAL,
    folder: Annotated[str, Option("--folder", metavar="FOLDER", help="Where failures are written.")] = "failures",
    each: Annotated[int, Option("--each", metavar="N", min=1, help="How many of each kind of failure.")] = 1,
    db: Annotated[
        str | None, Option("--db", metavar="FILE", help="Keep what is done here, and go on from there.")
    ] = None,
    source: Annotated[
        str | None, Option("--from", metavar="FILE", help="Run nothing; the figures of such a file as tables.")
    ] = None,
    shown: Annotated[
        str | None, Option("--show", metavar="FAMILY/SEED", help="Run nothing; one problem as JSON.")
    ] = None,
) -> None:
    """Try random problems, and hold every answer against an oracle that shares nothing with any solver.

    A failure is made smaller while it persists, told apart by what fails, located, and written to a folder: the
    instance drawn and in every format, a Python file that shows it, all answers, and a paragraph for the maintainer.

    Without a backend, a program or a function all backends are tried. Exit status 0 if nothing fails, 1 if something
    does.

    Examples:
      copla fuzz futoshiki --program './mine {file}' --count 1000

      copla fuzz klotski --python mine.py:solve

      copla fuzz futoshiki board.txt --backend native

      copla fuzz --minutes 10 --jobs 2 --db fuzz.sqlite

      copla fuzz --minutes 60 --on dask://scheduler:8786
    """
    from copla.fuzzing.campaign import Plan
    from copla.fuzzing.families import generate
    from copla.fuzzing.progress import Progress, summary

    if source is not None:
        if not Path(source).is_file():
            raise CoplaError(f"{source}: there is no such file")
        with closing(Progress(source)) as progress:
            say(summary(progress))
        return
    if shown is not None:
        import json

        family, slash, number = shown.partition("/")
        if not slash or not number.isdecimal():
            raise CoplaError(f"found --show {shown!r}, expected FAMILY/SEED such as sums/17")
        say(json.dumps(generate(family, int(number)).to_json(), indent=1))
        return
    families = _families(what or [])
    _check_place(on, families, jobs)
    place = Path(folder).absolute()
    there = next(path for path in (place, *place.parents) if path.exists())
    require_writable(os.path.relpath(there / "report.md"))  # the folder itself is made when something is found
    named = read_backends(backend) or []
    guests = [reference_of(guest) for guest in read_guests(program, python)]
    limit = COUNT if count is None and minutes is None else count
    with tempfile.TemporaryDirectory(prefix="copla-") as scratch:
        kept = db or str(Path(scratch, "fuzz.sqlite"))
        plan = Plan(families, [*named, *guests], seed, limit, minutes, jobs)
        raise typer.Exit(_run(plan, on, kept, Path(folder), each))


def _run(plan: Plan, on: str, kept: str, folder: Path, each: int) -> Exit:
    from copla.fuzzing.asking import usable_backends
    from copla.fuzzing.campaign import run_campaign, run_campaign_on
    from copla.fuzzing.progress import Progress, told_apart
    from copla.fuzzing.reporting import report_failures
    from copla.plugins.programs.description import is_reference

    named = [name for name in plan.backends if not is_reference(name)]
    if not plan.backends:
        remark_broken()
    everyone = named or usable_backends()
    asked = plan.backends or everyone
    for name in asked:
        reason = copla.backend(name).missing()
        if reason is not None:
            raise CoplaError(f"backend {copla.backend(name).name} cannot run here: {reason}")
    _refuse_unusable([name for name in asked if is_reference(name)])
    plan = replace(plan, backends=asked)
    with closing(Progress(kept)) as progress:
        progress.begin(asked)
        before, interrupted = progress.problems, False
        try:
            if on == LOCAL:
                run_campaign(plan, progress, remark)
            else:
                with executor_on(on, None, 1) as executor:
                    run_campaign_on(executor, plan, progress, remark)
        except KeyboardInterrupt:
            interrupted = True
        failures = told_apart(progress.failures())
        kinds = {failure.signature for failure in failures}
        found = f"{counted(len(failures), 'failure')} of {counted(len(kinds), 'kind')}" if failures else "no failure"
        say(f"{counted(progress.problems, 'problem')}, {counted(progress.runs, 'run')}: {found}")
        if interrupted:
            remark("interrupted: nothing is made smaller or written; with --db FILE a campaign goes on later")
            return Exit.INTERRUPTED
        if before and before == progress.problems:
            remark(f"{kept}: all of these problems were done before")
        if progress.runs == 0 and not failures:
            raise CoplaError("nobody was asked: no backend takes problems of these families")
    others = list(dict.fromkeys([*asked, *everyone]))
    for path in report_failures(failures, folder, others, remark, each):
        say(str(path / "report.md"))
    return Exit.NO_SOLUTION if failures else Exit.ANSWERED


def _refuse_unusable(references: list[str]) -> None:
    """A function that is not there, or cannot be imported, is found out before anything else is done."""
    from copla.fuzzing.asking import Asker

    with Asker() as asker:
        for reference in references:
            reason = asker.why_not(reference)
            if reason is not None:
                raise CoplaError(f"backend {copla.backend(reference).name} cannot run here: {reason}")


def _check_place(on: str, families: list[str], jobs: int) -> None:
    from copla.fuzzing.families import FILE

    if on == LOCAL:
        return
    if jobs > 1:
        raise CoplaError("found --jobs with a cluster: there the workers decide how many batches there are at once")
    for family in families:
        if FILE in family:
            raise CoplaError(f"found the file {family.partition(FILE)[2]} with a cluster, expected puzzles or families")


def _families(what: list[str]) -> list[str]:
    """The families that are named; a file is one of its own, of the puzzle that can read it."""
    from copla.fuzzing.families import FILE, groups

    known = [*groups(), *groups()["all"]]
    files = [name for name in what if name not in known]
    for path in files:
        if not Path(path).is_file():
            raise CoplaError(f"{path}: there is no such file, puzzle or family{suggestion(path, known)}")
    if not files:
        return list(dict.fromkeys(family for name in what or ["all"] for family in groups().get(name, (name,))))
    puzzles = [name for name in what if name in groups()["puzzles"]] or list(groups()["puzzles"])
    return list(dict.fromkeys(f"{_puzzle_of(path, puzzles)}{FILE}{Path(path).absolute()}" for path in files))


def _puzzle_of(path: str, puzzles: list[str]) -> str:
    from copla.plugins.loading import read

    text, first = read_text(path), None
    for puzzle in puzzles:
        try:
            read(puzzle, text, path).problem()
        except CoplaError as error:
            first = first or error
        else:
            return puzzle
    raise first if first is not None and len(puzzles) == 1 else CoplaError(f"{path}: no puzzle can read this file")
