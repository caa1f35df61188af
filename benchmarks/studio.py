"""The studio under load and in a browser: python benchmarks/studio.py prints the figures of docs/studio.md.

First a browser: weight of the page, first paint, and the longest task of the main thread while a FreeCell solution of
more than two hundred moves plays at top speed. Then fifty clients send solves for a minute, and again for a minute:
every answer must be right, none may fail, nothing may be left over, and the memory must not grow any more.
"""

from __future__ import annotations

import base64
import http.client
import json
import re
import shutil
import statistics
import subprocess
import sys
import threading
import time
import zlib
from collections import Counter
from collections.abc import Callable
from typing import Any

from playwright.sync_api import sync_playwright

import copla
from copla.ground.processes import descendants, held_bytes

CLIENTS, SECONDS, MINUTES = 50, 60, 2
ASKED: list[tuple[str, dict[str, str], Callable[[dict[str, Any]], bool]]] = [
    ("/api/solve", {"puzzle": "tiles", "name": "eight-20"}, lambda found: found["cost"] == 20),
    ("/api/solve", {"puzzle": "guarini", "name": "4x3"}, lambda found: found["cost"] == 16),
    ("/api/solve", {"puzzle": "klotski", "name": "easy"}, lambda found: found["cost"] == 8),
    ("/api/solve", {"puzzle": "futoshiki", "name": "extreme-5-1"}, lambda found: found["unique"] is True),
    ("/api/ask/count", {"puzzle": "futoshiki", "name": "several-6"}, lambda found: len(found["solutions"]) == 2),
]
LONG_DEAL = "37"
"""Its plan of the mode ``fast`` has more than two hundred moves."""


def long_plan() -> str:
    """The address of the studio's page with a long plan at its start."""
    found = copla.solve(copla.load("freecell", LONG_DEAL).problem(), "native", options={"algorithm": "fast"})
    state = {"puzzle": "freecell", "text": LONG_DEAL, "moves": found.best.moves, "at": 0}
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(json.dumps(state).encode()) + packer.flush()
    return "#z=" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def load(port: int, token: str, process: int) -> None:
    """Fifty clients, each with one request after the other."""
    told: Counter[str] = Counter()
    waits: list[float] = []
    lock = threading.Lock()
    end = time.monotonic() + SECONDS

    def client(number: int) -> None:
        at = number
        while time.monotonic() < end:
            path, data, right = ASKED[at % len(ASKED)]
            at += 1
            began = time.monotonic()
            connection = http.client.HTTPConnection("127.0.0.1", port)
            connection.request("POST", path, json.dumps(data), {"x-copla-token": token})
            events = [json.loads(line) for line in connection.getresponse().read().splitlines()]
            connection.close()
            last = events[-1]
            with lock:
                told["answered"] += last["event"] == "answer" and bool(right(last))
                told["wrong or failed"] += not (last["event"] == "answer" and right(last))
                told["queued for a while"] += any(event["event"] == "queued" for event in events)
                waits.append(time.monotonic() - began)

    before, held = descendants(process), held_bytes({process})
    threads = [threading.Thread(target=client, args=(number,)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    most = 0
    while any(thread.is_alive() for thread in threads):
        most = max(most, len(descendants(process)))
        time.sleep(0.5)
    for thread in threads:
        thread.join()
    time.sleep(3)
    left = descendants(process)
    print(
        f"{CLIENTS} clients, {SECONDS} s: {dict(told)}; median {statistics.median(waits):.2f} s, max {max(waits):.2f} s"
    )
    print(f"processes: {len(before)} before, {most} at most, {len(left)} three seconds after the end")
    print(f"memory of the server: {held / 1e6:.1f} MB before, {held_bytes({process}) / 1e6:.1f} MB after")


def browse(address: str, root: str) -> None:
    """The page in a browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        paints = []
        for _ in range(5):
            context = browser.new_context()
            page = context.new_page()
            page.goto(address)
            page.wait_for_selector(".chip.good")
            paints.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
            context.close()
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        page = context.new_page()
        page.goto(address)
        page.wait_for_selector(".chip.good")
        files = "performance.getEntriesByType('resource').filter(e => e.name.includes('/static/'))"
        weight = sum(page.evaluate(f"{files}.map(e => e.encodedBodySize)"))
        page.goto("about:blank")
        page.goto(f"{root}{long_plan()}")
        page.wait_for_selector(".piece.movable")
        page.wait_for_selector(".counter .quiet")
        page.locator("#speed").select_option(label="top")
        browser.start_tracing(page=page, categories=["toplevel", "disabled-by-default-devtools.timeline"])
        page.get_by_role("button", name="Play", exact=True).click()
        began = time.monotonic()
        page.wait_for_selector(".counter .chip")
        took, moves = time.monotonic() - began, page.locator(".moves li").count()
        longest = _longest_tasks(json.loads(browser.stop_tracing()))
        browser.close()
    shown = ", ".join(f"{paint:.0f}" for paint in paints)
    print(f"first contentful paint: {shown} ms; page weight {weight / 1000:.0f} kB")
    print(f"{moves} moves in {took:.1f} s; longest tasks of the main thread: {longest}")


def _longest_tasks(trace: dict[str, Any]) -> str:
    """In ms: by the processor's time, and by the clock, which counts what other programs do meanwhile."""
    events = trace["traceEvents"]
    main = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    tasks = [event for event in events if event["name"].endswith("RunTask") and (event["pid"], event["tid"]) in main]
    used = sorted((event.get("tdur", 0) / 1000 for event in tasks), reverse=True)[:3]
    passed = sorted((event.get("dur", 0) / 1000 for event in tasks), reverse=True)[:3]
    words = [", ".join(f"{task:.0f}" for task in found) for found in (used, passed)]
    return f"{words[0]} ms of processor time, {words[1]} ms by the clock ({len(tasks)} tasks)"


def main() -> None:
    command = [sys.executable, "-m", "copla.cli", "studio", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as studio:
        assert studio.stdout is not None
        found = re.search(r"(http://127\.0\.0\.1:([0-9]+)/)\?token=(\S+)", studio.stdout.readline())
        assert found is not None
        time.sleep(4)
        try:
            browse(found[0], found[1])
            for _ in range(MINUTES):
                load(int(found[2]), found[3], studio.pid)
        finally:
            studio.terminate()


if __name__ == "__main__":
    main()
