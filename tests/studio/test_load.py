"""Many clients at once: every answer is right, the rest queue, nothing is left over; and the page stays small."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from copla.ground.processes import descendants
from copla.running.isolated import cores
from tests.misbehaving import wait_until
from tests.studio.client import Studio

pytestmark = pytest.mark.slow

CLIENTS = 50
STATIC = Path(__file__).parent.parent.parent / "studio" / "static"


def test_fifty_clients_are_all_answered(studio: Studio) -> None:
    asked = {"puzzle": "tiles", "name": "eight-10"}
    before = len(descendants(studio.process))
    told: list[list[dict[str, object]]] = []

    def client() -> None:
        told.append(studio.events("/api/solve", asked))

    threads = [threading.Thread(target=client) for _ in range(CLIENTS)]
    most = 0
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        most = max(most, len(descendants(studio.process)))
        time.sleep(0.05)
    assert [events[-1]["cost"] for events in told] == [10] * CLIENTS
    assert {str(event["event"]) for events in told for event in events} <= {"queued", "running", "answer"}
    assert any(event["event"] == "queued" for events in told for event in events)
    assert most <= before + 1 + 2 * cores()  # a guard and a worker for each run, and perhaps one more template
    wait_until(lambda: len(descendants(studio.process)) <= before + 1)


def test_all_files_of_the_page_together_are_small_and_load_nothing_from_elsewhere() -> None:
    files = [path for path in STATIC.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < 300_000
    for path in files:
        text = path.read_text().replace("http://www.w3.org/2000/svg", "")
        assert "http://" not in text, path
        assert "https://" not in text, path
        assert "innerHTML" not in text, path
        assert "eval(" not in text, path
