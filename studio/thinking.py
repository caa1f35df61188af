"""Watching a readable engine think: the trace of one run as data, and the source that its events point into."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import copla
from copla.ground.errors import CoplaError
from copla.ground.limits import Limits, Watch
from copla.ground.trace import Trace
from copla.studio.asked import asked
from copla.studio.errands import Data, prepare, told

__all__ = ["prepare", "source", "think"]

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
