"""copla solve freecell --deals A-B: Microsoft deals by number, thousands in one run, resumable."""

from __future__ import annotations

import csv
import io
import os
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer
from typer import Option

import copla
from copla.cli.arguments import Algorithm, InstanceName, Json, Memory, OutputFile, Timeout, read_limits
from copla.cli.output import Exit, above_progress, remark, say, say_json, watched
from copla.ground.errors import CoplaError
from copla.models.freecell.formats.microsoft import LARGEST_NUMBER

COLUMNS = ("deal", "algorithm", "status", "length", "expanded")
_AT_ONCE = {"fast": 1024, "short": 16, "optimal": 1}


@dataclass(slots=True)
class Tally:
    """What is known of the deals of a range so far."""

    solved: int = 0
    moves: int = 0
    shortest: int = 10**9
    longest: int = 0
    expanded: int = 0
    impossible: list[int] = field(default_factory=list)

    def add(self, deal: int, status: str, length: int, expanded: int) -> None:
        self.expanded += expanded
        if status == copla.Status.INFEASIBLE:
            self.impossible.append(deal)
            return
        self.solved += 1
        self.moves += length
        self.shortest, self.longest = min(self.shortest, length), max(self.longest, length)

    @property
    def deals(self) -> int:
        return self.solved + len(self.impossible)


def solve_deals(
    deals: Annotated[
        str | None,
        Option("--deals", metavar="A-B", help="All Microsoft deals of a range of numbers, in place of the instance."),
    ] = None,
    summary: Annotated[
        bool, Option("--summary", help="With --deals: only the totals; -o then gets a row for each deal.")
    ] = False,
    instance: InstanceName = "",
    algorithm: Algorithm = None,
    timeout: Timeout = None,
    memory: Memory = None,
    output: OutputFile = None,
    json: Json = False,
) -> None:
    """With --deals rows go to the file as they come, and a file that is there already is continued.

    Example: copla solve freecell --deals 1-32000 --summary -o deals.csv
    """
    if deals is None:
        raise CoplaError("found --summary without --deals, expected both")
    if instance:
        raise CoplaError("--deals is for freecell and takes the place of the instance")
    from copla.backends.native import freecell
    from copla.running.solving import unavailable

    first, last = read_range(deals)
    mode = algorithm or freecell.ALGORITHMS[0]
    if mode not in freecell.ALGORITHMS:
        raise CoplaError(f"--deals: found the algorithm {mode!r}, expected {', '.join(freecell.ALGORITHMS)}")
    reason = unavailable(copla.backend("native"))
    if reason is not None:
        raise CoplaError(f"--deals needs the backend native, which cannot run here: {reason}")
    tally = Tally()
    done = _read_rows(Path(output), mode, first, last, tally) if output else set()
    watch = copla.Watch(read_limits(timeout, memory, 1))
    watch.begin()
    cpu, before = time.process_time(), tally.deals
    sink = open(output, "a", encoding="utf-8", newline="") if output else None  # noqa: SIM115 - closed below
    try:
        with watched(watch, lambda: f"deals: {tally.deals:,} of {last - first + 1:,}, {watch.seconds:.0f} s"):
            for start, end in _missing(first, last, done):
                for rows in freecell.solve_range(start, end, mode, watch, _AT_ONCE[mode]):
                    text = io.StringIO()
                    writer = csv.writer(text, lineterminator="\n")
                    for row in rows:
                        tally.add(row.deal, row.status, row.length, row.expanded)
                        length = row.length if row.length >= 0 else ""
                        writer.writerow((row.deal, mode, row.status, length, row.expanded))
                    if sink:
                        sink.write(text.getvalue())
                        sink.flush()
                    elif not (summary or json):
                        with above_progress():
                            say(text.getvalue())
    finally:
        if sink:
            sink.close()
    cpu = time.process_time() - cpu
    _say(tally, mode, tally.deals - before, cpu, json)
    if tally.deals < last - first + 1:
        left = last - first + 1 - tally.deals
        remark(f"{left:,} deals are left" + (": the same command goes on with them" if output else ""))
        raise typer.Exit(Exit.INTERRUPTED if watch.stopped else Exit.LIMIT)


def read_range(text: str) -> tuple[int, int]:
    """The first and the last number of a range.

    >>> read_range("1-32000"), read_range("617")
    ((1, 32000), (617, 617))
    """
    found = re.fullmatch(r"([0-9]{1,10})(?:-([0-9]{1,10}))?", text)
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 1 <= first <= last <= LARGEST_NUMBER:
        raise CoplaError(f"--deals: found {text!r}, expected numbers such as 1-32000, at most {LARGEST_NUMBER}")
    return first, last


def _missing(first: int, last: int, done: set[int]) -> Iterator[tuple[int, int]]:
    """The stretches of a range that are not done yet."""
    start = first
    for number in sorted(done):
        if start < number:
            yield start, number - 1
        start = number + 1
    if start <= last:
        yield start, last


def _read_rows(path: Path, mode: str, first: int, last: int, tally: Tally) -> set[int]:
    """The deals of the range that a file has already; a row that was cut off by a kill is cut off here."""
    if not path.exists():
        path.write_text(",".join(COLUMNS) + "\n", encoding="utf-8")
        return set()
    text = path.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    done: set[int] = set()
    rows = list(csv.reader(io.StringIO(whole)))
    if not rows or tuple(rows[0]) != COLUMNS:
        raise CoplaError(f"{path}: found another kind of file, expected one that begins with {','.join(COLUMNS)}")
    for number, row in enumerate(rows[1:], 2):
        if len(row) != len(COLUMNS) or not (row[0] + row[3] + row[4]).isdecimal():
            raise CoplaError(f"{path}, line {number}: found {','.join(row)!r}, expected {','.join(COLUMNS)}")
        if row[1] != mode:
            raise CoplaError(f"{path}, line {number}: found the algorithm {row[1]!r}, expected {mode!r} as before")
        deal = int(row[0])
        if first <= deal <= last and deal not in done:
            done.add(deal)
            tally.add(deal, row[2], int(row[3] or 0), int(row[4]))
    if len(whole) < len(text):
        os.truncate(path, len(whole.encode()))
    return done


def _say(tally: Tally, mode: str, now: int, cpu: float, json: bool) -> None:
    mean = round(tally.moves / tally.solved, 2) if tally.solved else None
    rate = round(now / cpu, 1) if cpu > 0 and now else None
    known = (tally.shortest, tally.longest) if tally.solved else (None, None)
    if json:
        about = {"deals": tally.deals, "algorithm": mode, "solved": tally.solved, "impossible": tally.impossible}
        lengths = {"mean_length": mean, "shortest": known[0], "longest": known[1]}
        say_json({**about, **lengths, "expanded": tally.expanded, "deals_per_second": rate})
        return
    impossible = ", ".join(map(str, tally.impossible[:10])) + (", ..." if len(tally.impossible) > 10 else "")
    lines = [
        f"deals       {tally.deals:,} ({mode})",
        f"solved      {tally.solved:,}",
        f"impossible  {len(tally.impossible):,}" + (f": {impossible}" if impossible else ""),
    ]
    if mean is not None:
        lines.append(f"moves       {mean:.2f} on average, {known[0]} to {known[1]}")
    if rate is not None:
        remark(f"{rate:,.0f} deals a CPU second · every answer checked")
    say("\n".join(lines))
