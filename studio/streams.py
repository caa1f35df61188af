"""Answers that come in pieces: a line of JSON for each event, until the end or until the reader has gone."""

from __future__ import annotations

import asyncio
import json
import traceback
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from copla.ground.errors import CoplaError
from copla.ground.text import in_words
from copla.running.job import Errand
from copla.running.outcome import Outcome
from copla.studio.runs import Event, Runs

Events = AsyncGenerator[dict[str, Any], None]


class Lines(Response):
    """A stream of JSON lines. When the reader goes, or the studio ends, the generator is closed and its runs end."""

    media_type = "application/x-ndjson"

    def __init__(self, events: Events, ending: asyncio.Event) -> None:
        self.events, self.ending = events, ending
        super().__init__()
        self.raw_headers = [(b"content-type", b"application/x-ndjson"), (b"cache-control", b"no-store")]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        writing = asyncio.ensure_future(self._write(send))
        listening = asyncio.ensure_future(_gone(receive))
        ending = asyncio.ensure_future(self.ending.wait())
        tasks = (writing, listening, ending)
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            cut_off = ending.done() and not writing.done()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if cut_off:
            await _send(send, {"event": "failed", "error": "The studio was ended before it had an answer."})
            await _close(send)

    async def _write(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        async with aclosing(self.events):
            try:
                async for event in self.events:
                    await _send(send, event)
            except CoplaError as error:
                await _send(send, {"event": "failed", "error": str(error)})
            except Exception as error:
                traceback.print_exc()
                await _send(send, {"event": "failed", "error": f"the studio broke down: {in_words(error)}"})
        await _close(send)


async def of_errand(runs: Runs, errand: Errand) -> Events:
    """What an errand brings back, and meanwhile how far it is."""
    async for event in news(runs.follow(errand)):
        if event.outcome is None:
            yield {"event": event.kind, **event.data}
            continue
        answer = event.outcome.answer
        if answer is None:
            yield {"event": "failed", "error": failure_of(event.outcome, errand.source)}
        elif "error" in answer:
            yield {"event": "failed", **answer}
        else:
            yield {"event": "answer", **event.data, **answer}


async def news(events: Any) -> AsyncGenerator[Event, None]:
    """The same events, from a source that is closed together with this one."""
    async with aclosing(events):
        async for event in events:
            yield event


def failure_of(outcome: Outcome, who: str) -> str:
    """What became of a run that gave no answer, in one line."""
    return f"{who} {outcome.failure}"


def plain(data: Mapping[str, Any]) -> bytes:
    """JSON as it is sent."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


async def _send(send: Send, event: Mapping[str, Any]) -> None:
    await send({"type": "http.response.body", "body": plain(event) + b"\n", "more_body": True})


async def _close(send: Send) -> None:
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
