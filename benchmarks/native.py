"""The native planning kernels against their peers, side by side in one run, as ratios.

    python benchmarks/native.py [--write]

Rates count whole calls of `copla.solve` on our side (reading the problem into the engine and checking the answer
included) and the search time alone on Fast Downward's. Both search the whole space of the same SAS+ task
(its goal is put out of reach; the 15-puzzle is cut at a depth), so that the counts must be exactly equal.
"""

from __future__ import annotations

import argparse
import math
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from report import machine, replace_section, table

import copla
from copla import Limits, PlanningProblem, Result, Watch
from copla.answers.checker import faults
from copla.backends.fast_downward import program
from copla.backends.native import enumeration, planning
from copla.formats import sas
from copla.plugins.loading import load

T = TypeVar("T")

SPACES = (
    ("guarini", "4x3", None, 3.0),
    ("guarini", "4x4", None, 3.0),
    ("tiles", "eight-31-1", None, 3.0),
    ("klotski", "klotski", None, 3.0),
    ("freecell", "ranks-3-1", 12, 3.0),
    ("tiles", "korf-1", 22, 2.5),
)
"""Puzzle, instance, the depth to stop at, and how many times as many states a second are asked for."""


def read(puzzle: str, instance: str) -> PlanningProblem:
    problem = load(puzzle, instance).problem()
    assert isinstance(problem, PlanningProblem)
    return problem


def out_of_reach(problem: PlanningProblem) -> PlanningProblem:
    never = problem.variable("never", [0, 1], 0)
    problem.set_goal({never: 1})
    return problem


def native(problem: PlanningProblem, **options: object) -> Result:
    return copla.solve(problem, "native", options={"kernel": "generic", **options})


def best_of(times: int, call: Callable[[], T]) -> tuple[float, T]:
    """The least CPU seconds of several runs; long ones are made once."""
    least = math.inf
    while True:
        before = time.process_time()
        result = call()
        least = min(least, time.process_time() - before)
        times -= 1
        if times <= 0 or least > 0.5:
            return least, result


def fast_downward(problem: PlanningProblem, search: str) -> program.Run:
    watch = Watch(Limits(seconds=120))
    watch.begin()
    return program.run(sas.write(problem), search, watch)


def spaces() -> list[list[str]]:
    rows = []
    ratios = []
    for puzzle, instance, depth, wanted in SPACES:
        problem = read(puzzle, instance)
        if depth is None or puzzle == "freecell":
            problem = out_of_reach(problem)
        bound = "" if depth is None else f", bound={depth + 1}"
        ours, result = best_of(5, lambda p=problem, d=depth: native(p, algorithm="bfs", depth=d))  # type: ignore[misc]
        log = min(
            (fast_downward(problem, f"astar(blind(){bound})").log for _ in range(1 if ours > 0.2 else 3)),
            key=lambda log: log.search_seconds or math.inf,
        )
        generated, states = result.statistics.generated, result.statistics.max_nodes
        assert generated
        assert states
        assert log.generated is not None
        assert log.search_seconds is not None
        theirs = max(log.search_seconds, 1e-4)
        ratio = (generated / ours) / (log.generated / theirs)
        ratios.append(ratio)
        held = (result.statistics.peak_bytes or 0) / states
        rows.append(
            [
                f"{puzzle} {instance}" + (f", depth {depth}" if depth else ""),
                f"{states:,}",
                f"{generated:,}",
                "equal" if generated == log.generated else f"{log.generated:,}",
                f"{generated / ours / 1e6:.1f} M/s",
                f"{log.generated / theirs / 1e6:.2f} M/s",
                f"{ratio:.1f} (asked for: {wanted:g})",
                f"{held:.1f}",
            ]
        )
        print(rows[-1], flush=True)
    five = ratios[:5]
    rows.append(["geometric mean of the first five", "", "", "", "", "", f"{math.prod(five) ** 0.2:.1f} (4)", ""])
    print(rows[-1])
    return rows


def guarini_five() -> list[list[str]]:
    problem = read("guarini", "4x5")
    ours, result = best_of(1, lambda: native(problem))
    peer = fast_downward(problem, "astar(ipdb())").log
    theirs = peer.cpu_seconds or math.inf
    chosen = f"{result.options['algorithm']} {result.options['heuristic'] or ''}".strip()
    rows = [
        ["4x5, optimum proven", f"{result.cost} ({result.status}, {chosen})", f"{ours:.3f} s"],
        ["the same, Fast Downward's A* with iPDB", str(peer.cost), f"{theirs:.2f} s ({theirs / ours:.0f} times)"],
    ]
    watch = Watch(Limits(bytes=10**9))
    before = time.process_time()
    layers = enumeration.layers(problem, watch=watch)
    seconds = time.process_time() - before
    rows.append(["4x5, the whole space", f"{sum(layers):,} states in {len(layers)} layers", f"{seconds:.1f} s"])
    rows.append(["memory of that", f"{watch.peak_bytes / 1e6:.1f} MB", "(less than 1,000 MB)"])
    for row in rows:
        print(row, flush=True)
    return rows


def idastar() -> list[list[str]]:
    from copla.models.tiles.board import Board

    loaded = load("tiles", "korf-84")
    board = loaded.content
    assert isinstance(board, Board)
    problem = loaded.problem()
    assert isinstance(problem, PlanningProblem)
    ours, result = best_of(3, lambda: native(problem, algorithm="idastar", heuristic="manhattan", prune="parent"))
    assert result.statistics.generated
    rate = result.statistics.generated / ours / 1e6
    compiler = os.environ.get("CXX", shutil.which("g++") or "c++").split()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "plain")
        source = Path(__file__).with_name("plain_idastar.cpp")
        subprocess.run([*compiler, "-O3", "-march=native", "-std=c++20", str(source), "-o", str(path)], check=True)
        text = " ".join(map(str, board.tiles))
        runs = [subprocess.run([path], input=text, capture_output=True, text=True, check=True) for _ in range(3)]
    length, nodes, seconds = min((run.stdout.split() for run in runs), key=lambda words: float(words[2]))
    generated = int(nodes) - 1  # the loop counts as Korf does, with the start
    plain = generated / float(seconds) / 1e6
    same = "equal" if generated == result.statistics.generated else f"{generated:,}"
    row = [
        "korf-84, IDA* with Manhattan distance",
        f"{result.cost} moves ({length}), {result.statistics.generated:,} generated ({same})",
        f"{rate:.1f} M/s, plain loop {plain:.1f} M/s: {rate / plain:.2f} of it (asked for: 0.33)",
    ]
    print(row)
    return [row]


def python_layer() -> list[list[str]]:
    """How much of a solve is not search: the model, packing, checking the plan."""
    rows = []
    for puzzle, instance, options in (
        ("klotski", "klotski", {"algorithm": "bfs"}),
        ("guarini", "4x4", {"algorithm": "bfs"}),
    ):
        problem = read(puzzle, instance)
        total, result = best_of(7, lambda p=puzzle, i=instance, o=options: native(read(p, i), **o))  # type: ignore[misc]
        parts: tuple[Callable[[], object], ...] = (
            lambda p=puzzle, i=instance: read(p, i),  # type: ignore[misc]
            lambda p=problem: planning.read_task(p),  # type: ignore[misc]
            lambda p=problem, r=result: faults(p, r),  # type: ignore[misc]
        )
        around = sum(best_of(7, part)[0] for part in parts)
        rows.append(
            [
                f"{puzzle} {instance}, from file to checked plan",
                f"{1000 * total:.1f} ms",
                f"model, packing and check {1000 * around:.1f} ms ({100 * around / total:.0f} %)",
            ]
        )
        print(rows[-1], flush=True)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write the tables into docs/results.md")
    arguments = parser.parse_args()
    others = [*python_layer(), *idastar(), *guarini_five()]
    header = ["space", "states", "generated", "Fast Downward's count", "ours", "Fast Downward", "ratio", "bytes/state"]
    rows = spaces()
    if arguments.write:
        text = (
            "Reproduce with `python benchmarks/native.py --write`.\n"
            f"One run on one machine ({machine()}); CPU seconds. Breadth-first search over whole spaces against Fast\n"
            "Downward's blind search of the same SAS+ task. Our rate includes reading the problem into the engine.\n\n"
            f"{table(header, rows)}\n\n{table(['what', 'result', 'figures'], others)}"
        )
        replace_section("The native planning kernels", text)


if __name__ == "__main__":
    main()
