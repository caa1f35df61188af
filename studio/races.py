"""A race: several configurations on one instance and one clock, and at the end the verdict over their answers."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from html import escape
from typing import Any

import copla
from copla.answers.wording import answer, duration
from copla.checking.judge import CrossCheck
from copla.checking.rounds import Case, Rounds
from copla.ground.errors import CoplaError
from copla.language.problem import sense
from copla.running.configuration import Configuration
from copla.running.job import Job, Subject
from copla.running.outcome import Outcome
from copla.studio.asked import asked, installed, limits_of
from copla.studio.runs import Events, Runs, news

MOST_LANES = 8
_COLUMNS = ("status", "cost", "bound", "length", "expanded", "generated", "seconds", "peak_bytes")

Stops = dict[str, dict[str, asyncio.Event]]
"""For each race under way, by the name that the page gave it: how to stop a lane."""


async def race(runs: Runs, data: Mapping[str, Any], stops: Stops) -> Events:
    """Run all lanes; the events of each carry its number, and the last one is the verdict."""
    question = await asyncio.to_thread(asked, data)
    subject = Subject(await asyncio.to_thread(question.position))
    problem = await asyncio.to_thread(lambda: subject.problem)
    limits = limits_of(data, 60.0, solutions=1 if sense(problem) else 2)
    lanes = _lanes(data)
    argument = subject.instance.refutation() if subject.instance else None
    known = {} if argument is None else {argument.backend: argument}
    rounds = Rounds(Case(problem, limits, tuple(lanes), {}, known, claims=False))
    name = str(data.get("race", ""))[:40]
    stops[name] = {lane.label: asyncio.Event() for lane in lanes}
    queue: asyncio.Queue[tuple[str, dict[str, Any], Outcome | None]] = asyncio.Queue()
    drivers = [
        asyncio.create_task(_drive(runs, Job.of(subject, lane, limits), lane, stops[name][lane.label], queue))
        for lane in rounds.start()
    ]
    try:
        while not rounds.over:
            label, event, outcome = await queue.get()
            if outcome is not None:
                await asyncio.to_thread(rounds.feed, label, outcome)
            yield {"lane": label, **event}
        verdict = await asyncio.to_thread(rounds.verdict)
        report = _report(subject.instance, verdict) if subject.instance else ""
        guilty = {witness.accused: str(witness) for witness in verdict.witnesses}
        said = {"event": "verdict", "verdict": str(verdict.verdict), "reason": verdict.reason}
        yield {**said, "guilty": guilty, "report": report, "json": verdict.to_json()}
    finally:
        stops.pop(name, None)
        for driver in drivers:
            driver.cancel()
        await asyncio.gather(*drivers, return_exceptions=True)


async def _drive(
    runs: Runs,
    job: Job,
    lane: Configuration,
    stop: asyncio.Event,
    queue: asyncio.Queue[tuple[str, dict[str, Any], Outcome | None]],
) -> None:
    """One lane: its news go into the queue until it ends or is stopped."""

    async def run() -> None:
        installed(lane.backend)
        async for event in news(runs.follow(job)):
            if event.outcome is None:
                queue.put_nowait((lane.label, {"event": event.kind, **event.data}, None))
            else:
                shown = {"event": "ended", **_told(event.outcome)}
                queue.put_nowait((lane.label, shown, event.outcome))

    running, stopping = asyncio.create_task(run()), asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if not running.done():
            outcome = Outcome(copla.Result(copla.Status.INTERRUPTED, backend=lane.backend, message="stopped"))
            queue.put_nowait((lane.label, {"event": "ended", **_told(outcome)}, outcome))
        elif running.exception() is not None:
            failed = Outcome(None, copla.Failure(copla.FailureKind.FAILED, str(running.exception())))
            queue.put_nowait((lane.label, {"event": "ended", **_told(failed)}, failed))
    finally:
        for task in (running, stopping):
            task.cancel()
        await asyncio.gather(running, stopping, return_exceptions=True)


def _lanes(data: Mapping[str, Any]) -> list[Configuration]:
    found = data.get("lanes")
    if not isinstance(found, list) or not 1 <= len(found) <= MOST_LANES:
        raise CoplaError(f"found no list of 1 to {MOST_LANES} lanes")
    lanes: list[Configuration] = []
    for lane in found:
        if not isinstance(lane, Mapping) or not isinstance(lane.get("backend"), str):
            raise CoplaError("a lane has no backend")
        options = lane.get("options") or {}
        if not isinstance(options, Mapping):
            raise CoplaError("the options of a lane are not given by their names")
        made = Configuration(lane["backend"], {str(k): v for k, v in options.items() if v not in (None, "")})
        twins = sum(other.label.split(" #")[0] == made.label for other in lanes)
        lanes.append(replace(made, label=f"{made.label} #{twins + 1}") if twins else made)
    return lanes


def _told(outcome: Outcome) -> dict[str, Any]:
    """What became of a lane, for its row of the table."""
    result = outcome.result or outcome.claimed
    if result is None:
        return {"status": "failed", "words": str(outcome.failure)}
    row = {key: value for key, value in result.to_json().items() if key in _COLUMNS}
    return {**row, "words": answer(result) if outcome.failure is None else str(outcome.failure)}


def _report(instance: copla.Instance, verdict: CrossCheck) -> str:
    """The race as a page of its own, for the record."""
    guilty = {witness.accused for witness in verdict.witnesses}
    heads = ("configuration", "answer", "time", "expanded", "generated", "memory")
    rows = []
    for label, result in verdict.results.items():
        s = result.statistics
        memory = "" if s.peak_bytes is None else f"{s.peak_bytes / 1e6:,.1f} MB"
        counts = ["" if n is None else f"{n:,}" for n in (s.expanded, s.generated)]
        cells = [label, answer(result), duration(s.seconds), *counts, memory]
        row = "".join(f"<td>{escape(str(cell))}</td>" for cell in cells)
        rows.append(f'<tr class="{"guilty" if label in guilty else ""}">{row}</tr>')
    for label, failure in verdict.failures.items():
        rows.append(f'<tr class="guilty"><td>{escape(label)}</td><td colspan="5">{escape(str(failure))}</td></tr>')
    said = "".join(f"<p class=guilty>{escape(str(witness))}</p>" for witness in verdict.witnesses)
    style = (
        "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:3rem auto;padding:0 1rem;color:#1f2933}"
        "table{border-collapse:collapse;width:100%}"
        "td,th{text-align:left;padding:.4rem .6rem;border-bottom:1px solid #ddd}"
        ".guilty{color:#b91c1c}pre{background:#f4f4f2;padding:1rem;overflow:auto}"
    )
    title = f"{instance.puzzle.name}: {instance.name}"
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title><style>{style}</style>'
        f"<h1>{escape(title)}</h1>"
        f"<p><strong>{escape(str(verdict.verdict))}</strong>: {escape(verdict.reason)}</p>{said}"
        f"<table><tr>{''.join(f'<th>{head}</th>' for head in heads)}</tr>{''.join(rows)}</table>"
        f"<h2>The instance</h2><pre>{escape(instance.text)}</pre></html>\n"
    )
