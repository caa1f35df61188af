"""Sliding tiles on the native engine: Korf's counts, node rates, building and using pattern databases.

    python benchmarks/tiles.py [manhattan|fifteen|twenty-four|experiment ...] [--seven-eight] [--all-nodes]
                               [--instances N] [--plot FILE] [--write]

``manhattan`` compares the kernel with a plain loop that is compiled here (benchmarks/plain_idastar.cpp), in turns on
the same boards, and every count of nodes with Korf's. ``fifteen`` and ``twenty-four`` build databases in a cache of
their own and solve Korf's boards. ``experiment`` is the assignment's: random boards, four heuristics. Figures are
seconds of CPU time. With --write the tables become sections of docs/results.md.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

from report import machine, replace_section, table

import copla
from copla.models.tiles.board import DIRECTIONS, Board
from copla.models.tiles.generator import generate
from copla.models.tiles.model import problem_of
from copla.models.tiles.replay import replay
from copla.plugins.loading import load

DATA = Path(__file__).parent / "data"
QUICK = (2, 4, 5, 20, 50)
HEURISTICS = ("manhattan", "linear-conflict", "walking-distance", "databases")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "parts", nargs="*", default=[], choices=["manhattan", "fifteen", "twenty-four", "experiment", []]
    )
    parser.add_argument(
        "--all-nodes", action="store_true", help="all of Korf's boards with Manhattan distance, two minutes"
    )
    parser.add_argument("--seven-eight", action="store_true", help="also the partition 7-8: 577 MB of disk")
    parser.add_argument("--instances", type=int, default=100, help="boards of the experiment")
    parser.add_argument("--plot", help="draw the experiment into this file")
    parser.add_argument("--write", action="store_true", help="write sections of docs/results.md")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["COPLA_CACHE"] = folder
        for part in asked.parts or ["manhattan", "fifteen", "twenty-four", "experiment"]:
            if part == "manhattan":
                title, text = manhattan(asked.all_nodes)
            elif part == "fifteen":
                title, text = fifteen(asked.seven_eight)
            elif part == "twenty-four":
                title, text = twenty_four()
            else:
                title, text = experiment(asked.instances, asked.plot)
            text += f"\n\nMeasured on {machine()}."
            print(f"## {title}\n\n{text}\n", flush=True)
            if asked.write:
                replace_section(title, text)


def run(board: Board, **options: object) -> tuple[copla.Result, float]:
    """An answer and its CPU seconds, the statement of the problem not included."""
    problem = problem_of(board)
    begin = time.process_time()
    result = copla.solve(problem, "native", options=options)
    return result, time.process_time() - begin


def korf(name: str) -> Board:
    board: Board = load("tiles", name).content
    return board


def nodes(board: Board, result: copla.Result) -> int:
    """As Korf counts: a child when its turn comes, and the start once."""
    unvisited, before = 0, None
    for here, there in pairwise([board, *(step.after for step in replay(board, result.best))]):
        tried = [cell for way in DIRECTIONS if (cell := here.neighbour(here.blank, way)) is not None and cell != before]
        unvisited += len(tried) - 1 - tried.index(there.blank)
        before = here.blank
    return (result.statistics.generated or 0) + 1 - unvisited


def published(size: int) -> dict[int, tuple[int, int]]:
    """The optimum and the count of nodes of each of Korf's boards."""
    lines = (DATA / f"tiles{size}.csv").read_text().split()[1:]
    return {int(n): (int(optimum), int(count)) for n, optimum, count in (line.split(",") for line in lines)}


def manhattan(every: bool) -> tuple[str, str]:
    known = published(15)
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "plain"
        source = Path(__file__).parent / "plain_idastar.cpp"
        subprocess.run(["g++", "-O3", "-march=native", str(source), "-o", str(program)], check=True)
        rows, plain, ours, total = [], 0.0, 0.0, 0
        for number in QUICK:
            board = korf(f"korf-{number}")
            text = " ".join(map(str, board.tiles))
            out = subprocess.run([str(program)], input=text, capture_output=True, text=True, check=True).stdout.split()
            result, seconds = run(board, heuristic="manhattan")
            count = nodes(board, result)
            assert (result.cost, count) == known[number] == (int(out[0]), int(out[1]))
            plain, ours, total = plain + float(out[2]), ours + seconds, total + count
            rows.append([f"korf-{number}", f"{count:,}", f"{float(out[2]):.2f}", f"{seconds:.2f}"])
    rows.append(["all", f"{total:,}", f"{plain:.2f}", f"{ours:.2f}"])
    rows.append(["million nodes/s", "", f"{total / plain / 1e6:.0f}", f"{total / ours / 1e6:.0f}"])
    text = table(["board", "nodes, as published", "plain loop, s", "native, s"], rows)
    text += f"\n\nThe kernel makes {plain / ours:.1f} times the nodes a second of the plain loop."
    if every:
        seconds, total = 0.0, 0
        for number, expected in known.items():
            board = korf(f"korf-{number}")
            result, took = run(board, heuristic="manhattan")
            assert (result.cost, nodes(board, result)) == expected, number
            seconds, total = seconds + took, total + expected[1]
        text += f"\nAll 100: {total:,} nodes, each count as published, {seconds:.0f} s."
    return "Sliding tiles: IDA* with Manhattan distance", text


def built(shape: str, partition: str) -> list[str]:
    """Build in a process of its own: seconds of CPU, its peak of memory, megabytes on disk."""
    command = [sys.executable, "-m", "copla.cli", "pdb", "build", shape, partition]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    size = sum(path.stat().st_size for path in Path(os.environ["COPLA_CACHE"], "tiles").iterdir())
    return [f"{used.ru_utime + used.ru_stime:.1f}", f"{used.ru_maxrss / 1e3:.0f}", f"{size / 1e6:.0f}"]


def remove() -> None:
    subprocess.run([sys.executable, "-m", "copla.cli", "pdb", "remove", "--all"], check=True, capture_output=True)


def fifteen(seven_eight: bool) -> tuple[str, str]:
    rows = []
    for partition in ("5-5-5", "6-6-3", *(["7-8"] if seven_eight else [])):
        costs = built("4x4", partition)
        run(korf("korf-1"), heuristic=partition)  # maps and checks the tables
        seconds, total = 0.0, 0
        for number, (optimum, _) in published(15).items():
            result, took = run(korf(f"korf-{number}"), heuristic=partition)
            assert (result.status, result.cost) == (copla.Status.OPTIMAL, optimum)
            seconds, total = seconds + took, total + (result.statistics.generated or 0)
        rows.append([partition, *costs, f"{total:,}", f"{seconds:.2f}"])
        remove()
    header = ["partition, with reflection", "build, s", "peak, MB", "disk, MB", "generated", "Korf's 100, s"]
    return "Sliding tiles: Korf's 100 with pattern databases", table(header, rows)


def twenty_four() -> tuple[str, str]:
    costs = built("5x5", "6-6-6-6")
    known, rows = published(24), []
    run(korf("twenty-four-easy"), heuristic="6-6-6-6")
    for number in (38, 40):
        board = korf(f"korf24-{number}")
        result, seconds = run(board, heuristic="6-6-6-6")
        # The counts published for the 24-puzzle are one lower on each board: they leave the start out.
        assert (result.cost, nodes(board, result) - 1) == known[number], (number, result.cost, nodes(board, result))
        rows.append([f"korf24-{number}", str(result.cost), f"{known[number][1]:,}", f"{seconds:.1f}"])
    remove()
    text = table(["board", "optimum", "nodes, as published (without the start)", "s"], rows)
    text += f"\n\nBuilding 6-6-6-6: {costs[0]} s, peak {costs[1]} MB, {costs[2]} MB on disk."
    return "Sliding tiles: the 24-puzzle", text


def experiment(instances: int, plot: str | None) -> tuple[str, str]:
    """Random boards of the 15-puzzle, 30 to 50 random moves from the goal."""
    boards = [generate(4, 4, "first", 30 + seed % 21, seed) for seed in range(instances)]
    figures: dict[str, list[tuple[int, float, int]]] = {}
    begin = time.process_time()
    for heuristic in HEURISTICS:
        figures[heuristic] = []
        for board in boards:
            result, seconds = run(board, heuristic=heuristic)
            figures[heuristic].append((result.statistics.generated or 0, seconds, result.cost or 0))
    took = time.process_time() - begin
    rows = []
    for heuristic, found in figures.items():
        assert [cost for _, _, cost in found] == [cost for _, _, cost in figures["manhattan"]]
        counts, times = [count for count, _, _ in found], [seconds * 1000 for _, seconds, _ in found]
        means = [f"{statistics.mean(counts):,.0f}", f"{statistics.median(counts):,.0f}", f"{max(counts):,}"]
        rows.append([heuristic, *means, f"{statistics.mean(times):.2f}", f"{max(times):.2f}"])
    if plot:
        draw(figures, plot)
    header = ["heuristic", "generated, mean", "median", "most", "ms, mean", "most"]
    text = f"{table(header, rows)}\n\n{instances} boards, {took:.1f} s in all."
    return "Sliding tiles: four heuristics on random boards", text


def draw(figures: dict[str, list[tuple[int, float, int]]], target: str) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure: Any
    figure, axes = pyplot.subplots(1, 2, figsize=(11, 4))
    for heuristic, found in figures.items():
        costs = [cost for _, _, cost in found]
        axes[0].scatter(costs, [max(1, count) for count, _, _ in found], s=12, label=heuristic)
        axes[1].scatter(costs, [seconds * 1000 for _, seconds, _ in found], s=12, label=heuristic)
    for axis, name in zip(axes, ("nodes generated", "milliseconds"), strict=True):
        axis.set(xlabel="moves of the optimal solution", ylabel=name, yscale="log")
        axis.legend()
    figure.tight_layout()
    figure.savefig(target)


if __name__ == "__main__":
    main()
