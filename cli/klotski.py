"""copla klotski: the assignment's command, every algorithm and heuristic on a folder of inputs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Option

import copla
from copla.cli.output import Exit, make_folder, remark, say, watched
from copla.ground.errors import CoplaError
from copla.ground.files import write_text

COLUMNS = ("instance", "algorithm", "heuristic", "solution", "length", "cost", "time", "memMax", "nMax", "status")

# Names for people and files, and what they mean to the search engine.
UNINFORMED = {"UCS": {"algorithm": "ucs", "closed": "false"}}
INFORMED = {
    "A-star": {"algorithm": "astar-tree"},
    "A-star-optimised": {"algorithm": "astar"},
    "IDA-star": {"algorithm": "idastar"},
}


def klotski(
    input_folder: Annotated[str, Option("-if", "--input_folder", metavar="FOLDER", help="Folder of inputs.")],
    output_folder: Annotated[
        str, Option("-of", "--output_folder", metavar="FOLDER", help="Folder for the results; made if missing.")
    ],
    timeout: Annotated[float, Option("-t", "--timeout", metavar="SECONDS", help="Time limit of a run.")] = 10.0,
    nsol: Annotated[int, Option("-nsol", "--nsol", metavar="N", help="Solutions to find in each run.")] = 1,
) -> None:
    """Solve a folder of Klotski boards by UCS, A*, A* optimised and IDA*, with every heuristic.

    Writes one file for each input, algorithm and heuristic, and a table of all of them, summary.txt. UCS, A* and
    IDA* find the first N solutions in order, A* optimised finds one.

    Example: copla klotski -if boards -of results -t 10 -nsol 2
    """
    from copla.answers.tables import Column, Table
    from copla.plugins.loading import natural

    if not Path(input_folder).is_dir():
        raise CoplaError(f"{input_folder}: found no folder, expected a folder of inputs")
    files = [path for path in Path(input_folder).iterdir() if path.is_file() and not path.name.startswith(".")]
    inputs = sorted(map(str, files), key=natural)
    if not inputs:
        raise CoplaError(f"{input_folder}: found no file in this folder")
    results = make_folder(output_folder)
    rows: list[tuple[str, ...]] = []
    refused = False
    for path in inputs:
        try:
            loaded = copla.load("klotski", path)
            problem = loaded.problem()
        except CoplaError as error:
            remark(f"copla: {error}")
            refused = True
            continue
        for row in _runs(loaded, problem, results, timeout, nsol):
            rows.append(row)
            say("  ".join(row))
    write_text(results / "summary.txt", Table([*map(Column, COLUMNS)], rows).text() + "\n")
    raise typer.Exit(Exit.BAD_INPUT if refused else Exit.ANSWERED)


def _runs(loaded: copla.Instance, problem: Any, folder: Path, timeout: float, nsol: int) -> Iterator[tuple[str, ...]]:
    """Run everything on one board; a row of the summary for each solution, or one that says there is none."""
    from copla.answers.wording import seconds
    from copla.models.klotski.solutions import write_report

    stem = Path(loaded.name).stem
    configurations = [(name, "-", options) for name, options in UNINFORMED.items()]
    for name, options in INFORMED.items():
        configurations += [(name, h, options | {"heuristic": h}) for h in problem.heuristics]
    for algorithm, heuristic, options in configurations:
        wanted = 1 if options["algorithm"] == "astar" else nsol
        watch = copla.Watch(copla.Limits(seconds=timeout, solutions=wanted))
        with watched(watch, f"{stem} {algorithm} {heuristic}"):
            result = copla.solve(problem, "search", options=options, watch=watch)
        if watch.stopped:
            raise KeyboardInterrupt
        name = "_".join([stem, algorithm, *([heuristic] if heuristic != "-" else [])])
        report = write_report(loaded.content, result.solutions, result.statistics)
        write_text(folder / f"{name}.txt", report)
        counts = (str(result.statistics.max_nodes), str(result.statistics.generated))
        if not result.solutions:
            time = seconds(result.statistics.seconds)
            yield (stem, algorithm, heuristic, "-", "-", "-", time, *counts, str(result.status))
        for number, solution in enumerate(result.solutions, 1):
            found = (str(number), str(solution.length), str(solution.cost), seconds(solution.seconds))
            counts = (str(solution.max_nodes), str(solution.generated))
            yield (stem, algorithm, heuristic, *found, *counts, str(result.status))
