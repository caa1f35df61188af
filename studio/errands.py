"""What isolated processes do for the page besides solving: each function takes plain data and a watch, and gives data.

An error of copla's is an answer too: ``{"error": "one line"}``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from importlib.resources import files
from typing import Any

import copla
from copla.ground.errors import CoplaError, LimitError
from copla.ground.limits import Limits, Watch
from copla.ground.text import counted
from copla.ground.trace import Trace
from copla.plugins.loading import read
from copla.plugins.options import read_options
from copla.studio.asked import asked, entries_of, number_of
from copla.studio.tables import steps_of

MOST_ON_A_SHEET = 24

Data = dict[str, Any]
Errand = Callable[[Data, Watch], Data]


def told(errand: Errand) -> Errand:
    """An errand whose errors are answers."""

    @wraps(errand)
    def run(data: Data, watch: Watch) -> Data:
        try:
            return errand(data, watch)
        except CoplaError as error:
            return {"error": str(error), "limit": isinstance(error, LimitError)}

    return run


def prepare() -> None:
    """Load what the errands need, so that each starts with it."""
    from copla.running.solving import suitable_backends

    problem = copla.ConstraintProblem()
    problem.add(problem.variable("x", range(2)) > 0)
    suitable_backends(problem)
    copla.explain(problem)


@told
def warm(data: Data, watch: Watch) -> Data:
    """Nothing: the first run starts the processes that others are forked from."""
    return {}


@told
def generate(data: Data, watch: Watch) -> Data:
    return _made(data, watch)


def _made(data: Data, watch: Watch) -> Data:
    puzzle = copla.puzzle(data["puzzle"])
    if not isinstance(puzzle, copla.Generates) or not isinstance(puzzle, copla.WritesText):
        raise CoplaError(f"{puzzle.name} makes no new instances")
    options = read_options(puzzle.generator_options, data.get("settings") or {}, f"puzzle {puzzle.name}")
    made = puzzle.generate(number_of(data, "seed"), options, watch)
    return {"text": puzzle.write(made.instance, puzzle.forms[0]), "remark": made.remark}


@told
def hint(data: Data, watch: Watch) -> Data:
    """The next step after the entries or the moves so far; of a move also what it puts where."""
    question = asked(data)
    puzzle, content = question.puzzle, question.instance.content
    if not isinstance(puzzle, copla.GivesHints):
        raise CoplaError(f"{question.puzzle.name} gives no hints")
    found = puzzle.hint(content, watch, copla.Solution(entries_of(data), moves=question.moves or None))
    answer = {**found.to_json(), "solvable": found.solvable}
    if found.labels and isinstance(puzzle, copla.Plays):
        answer["step"] = steps_of(puzzle, content, question.moves, found.labels)[0]
    return answer


@told
def sheet(data: Data, watch: Watch) -> Data:
    """A page of new puzzles to print, with the answers on another one."""
    from copla.plugins.sheet import sheet as page_of
    from copla.running.printing import item_of

    amount, first = number_of(data, "count", 6), number_of(data, "seed", 1)
    if not 1 <= amount <= MOST_ON_A_SHEET:
        raise CoplaError(f"found {amount} puzzles for a sheet, expected 1 to {MOST_ON_A_SHEET}")
    items = []
    for seed in range(first, first + amount):
        made = _made({**data, "seed": seed}, watch)
        instance = read(data["puzzle"], made["text"], f"seed {seed}")
        limits = Limits(watch.seconds_left, watch.limits.bytes, 1)
        items.append(item_of(instance, made["remark"], watch.again(limits)))
    return {"page": page_of(f"{data['puzzle'].capitalize()}: {counted(amount, 'puzzle')}", items)}


@told
def count(data: Data, watch: Watch) -> Data:
    """Whether a constraint puzzle has none, one or several solutions: two of them, or the smallest conflict."""
    instance = asked(data).instance
    problem = instance.problem()
    if not isinstance(problem, copla.ConstraintProblem):
        raise CoplaError(f"{str(data['puzzle'])[:40]} has plans, and they are not counted")
    result = copla.solve(problem, watch=watch.again(Limits(watch.seconds_left, watch.limits.bytes, 2)))
    answer: Data = {
        "status": str(result.status),
        "unique": result.unique,
        "solutions": [solution.values for solution in result.solutions],
        "expanded": result.statistics.expanded,
    }
    if result.status is copla.Status.INFEASIBLE:
        answer["conflict"] = conflict(problem, watch)
    return answer


def conflict(problem: copla.ConstraintProblem, watch: Watch) -> Data | None:
    """The smallest clues that cannot hold together; None if the limits ran out before any were known."""
    limits = Limits(watch.seconds_left, watch.limits.bytes)
    try:
        found = copla.explain(problem, watch=watch.again(limits))
    except LimitError:
        return None
    if found is None:
        return None
    return {
        "clues": [{"label": str(c.label), "cells": [v.name for v in c.scope]} for c in found.clues],
        "rules": [str(rule.label) for rule in found.rules],
        "smallest": found.smallest,
    }


@told
def heuristics(data: Data, watch: Watch) -> Data:
    """Who can solve an instance: the backends, their algorithms, and the heuristics that they take for it."""
    from copla.plugins.backend import HasAlgorithms
    from copla.running.solving import suitable_backends

    problem = asked(data).position().problem()
    found: Data = {}
    for backend in suitable_backends(problem):
        by_name = {option.name: option for option in backend.options}
        has = isinstance(backend, HasAlgorithms) and "heuristic" in by_name
        found[backend.name] = {
            "summary": backend.summary,
            "algorithms": list(by_name["algorithm"].choices) if "algorithm" in by_name else [],
            "inferences": list(by_name["inference"].choices) if "inference" in by_name else [],
            "heuristics": sorted(backend.heuristics(problem)) if has else [],  # type: ignore[attr-defined]
        }
    return {"backends": found}


FIRST_EVENTS, MOST_EVENTS = 3_000, 20_000
"""What a page shows at first, and on demand: a tree with more nodes tells nothing any more."""

FOLDERS = ("backends/search", "backends/forward_checking")


@told
def think(data: Data, watch: Watch) -> Data:
    """The events of a run from the position on the board, as many as can be shown; then the run is stopped."""
    position = asked(data).position()
    events: list[dict[str, Any]] = []
    running = watch.again(Limits(watch.seconds_left, watch.limits.bytes, 1))

    def hear(event: dict[str, Any]) -> None:
        events.append({key: value for key, value in event.items() if key != "state"})
        if event["event"] == "cut off":
            running.stop()

    most = data.get("events", FIRST_EVENTS)
    if type(most) is not int or not 1 <= most <= MOST_EVENTS:
        raise CoplaError(f"found {str(most)[:40]} events to watch, expected 1 to {MOST_EVENTS:,}")
    running.trace = Trace(hear, most)
    backend = data.get("backend")
    if backend not in ("search", "forward-checking"):
        raise CoplaError(f"{str(backend)[:40]} cannot be watched: search and forward-checking can")
    settings = data.get("settings") or {}
    if not isinstance(settings, Mapping):
        raise CoplaError("the settings are not given by their names")
    options = {str(key): value for key, value in settings.items() if value}
    result = copla.solve(position.problem(), backend, options=options, watch=running)
    return {"events": events, "status": str(result.status), "complete": all(e["event"] != "cut off" for e in events)}


def source(path: str) -> dict[str, Any]:
    """A file of a readable engine; nothing else is shown."""
    folder, _, name = path.rpartition("/")
    if folder not in FOLDERS or not name.endswith(".py") or not name.removesuffix(".py").isidentifier():
        raise CoplaError(f"there is no source {path[:80]!r} to show")
    file = files("copla") / folder / name
    if not file.is_file():
        raise CoplaError(f"there is no source {path[:80]!r} to show")
    return {"file": path, "lines": file.read_text(encoding="utf-8").splitlines()}
