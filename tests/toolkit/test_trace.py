"""The trace of a run: what an observer is told, where it goes, and that nothing depends on it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import copla
from copla.ground.trace import Event

PUZZLE = "tiles", "1 2 5 3 4 0 6 7 8"


def traced(backend: str, **options: object) -> list[Event]:
    events: list[Event] = []
    copla.solve(copla.load(*PUZZLE), backend, options=options, trace=events.append)
    return events


def job(path: Path, **more: object) -> copla.Job:
    text = "size: 3x3\n1 2 5 3 4 0 6 7 8\n"
    return copla.Job("tiles", "test", text, {}, "search", {}, copla.Limits(), trace=str(path), **more)  # type: ignore[arg-type]


def test_only_the_readable_engines_give_a_trace() -> None:
    for name in copla.backend_names():
        gives = isinstance(copla.backend(name), copla.GivesTrace)
        assert gives == (name in ("search", "forward-checking"))
    with pytest.raises(copla.ModelError, match="backend native gives no trace: forward-checking and search do"):
        traced("native")


def test_without_a_name_the_stronger_of_them_is_taken() -> None:
    events: list[Event] = []
    copla.solve(copla.load(*PUZZLE), trace=events.append)
    assert events[0]["backend"] == "search"
    events.clear()
    copla.solve(copla.load("futoshiki", "tiny-2"), trace=events.append)
    assert events[0]["backend"] == "forward-checking"


def test_a_full_trace_stops_recording_and_not_the_run() -> None:
    events: list[Event] = []
    watch = copla.Watch(trace=copla.Trace(events.append, most=5))
    result = copla.solve(copla.load(*PUZZLE), "search", watch=watch)
    assert result.status == "optimal"
    whole = traced("search")
    assert events[:5] == whole[:5]
    assert events[5:] == [{"event": "cut off", "events": 5}, whole[-1]]
    assert watch.trace is not None
    assert watch.trace.missed == len(whole) - 6


@pytest.mark.parametrize("how", ["here", "isolated"])
def test_a_job_writes_its_trace_to_a_file(how: str, tmp_path: Path) -> None:
    from copla.running.here import run_here

    path = tmp_path / "trace.jsonl"
    task = job(path)
    assert copla.Job.from_json(json.loads(json.dumps(task.to_json()))) == task
    outcome = run_here(task) if how == "here" else copla.run_isolated(task)
    assert outcome.result is not None
    assert [json.loads(line) for line in path.read_text().splitlines()] == traced("search")


def test_a_job_has_a_limit_of_events(tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    assert copla.run_isolated(job(path, events=3)).result is not None
    assert len(path.read_text().splitlines()) == 5


def test_a_trace_that_cannot_be_written_is_a_failure_of_one_line(tmp_path: Path) -> None:
    outcome = copla.run_isolated(job(tmp_path / "missing" / "trace.jsonl"))
    assert outcome.failure is not None
    assert "trace.jsonl: cannot be written: No such file or directory" in str(outcome.failure)


def test_a_limit_ends_a_trace_like_any_run() -> None:
    events: list[Event] = []
    watch = copla.Watch(copla.Limits(seconds=0.0), trace=copla.Trace(events.append))
    assert copla.solve(copla.load(*PUZZLE), "search", watch=watch).status == "timeout"
    assert events[-1]["event"] == "end"
    assert events[-1]["status"] == "timeout"
    assert [e["event"] for e in events].count("expanded") == events[-1]["expanded"]
