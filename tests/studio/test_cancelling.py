"""Runs that do not go on: stopped, left by a reload, by the back button or with the tab; on every puzzle.

The studio is kept busy with as many long runs as it has places, so that whatever the page asks waits in the queue: it
is under way for as long as a test needs, on any machine.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
from playwright.sync_api import Browser, Page, expect

import copla
from copla.ground.processes import descendants
from tests.misbehaving import wait_until
from tests.studio.client import Studio
from tests.studio.driving import open_board, open_view, press

LONG = {
    "puzzle": "tiles",
    "name": "korf24-1",
    "seconds": 300,
    "backend": "search",
    "settings": {"algorithm": "idastar"},
}
BOARDS = {
    "futoshiki": "arc-consistency-5",
    "tiles": "eight-10",
    "klotski": "easy",
    "freecell": "ranks-4-1",
    "guarini": "4x3",
}
PLAYED = [puzzle for puzzle in BOARDS if puzzle != "futoshiki"]


@contextmanager
def kept_busy(studio: Studio) -> Iterator[None]:
    """All places of the studio are taken until the end of the block, by runs that are held: they use no processor."""
    studio.answer("/api/solve", {**LONG, "name": "two-by-two"})  # the process that is forked for each run is there now
    before = descendants(studio.process)
    streams = [studio.stream("/api/solve", LONG) for _ in range(copla.Workers().slots)]

    def runs() -> list[int]:
        return [process for process in descendants(studio.process) - before if not descendants(process)]

    held: list[int] = []
    try:
        for stream in streams:
            assert next(event for event in stream if event["event"] == "running")
        wait_until(lambda: len(runs()) == len(streams))  # who is about to fork is seen a moment later
        held = runs()
        for process in held:
            os.kill(process, signal.SIGSTOP)
        yield
    finally:
        for process in held:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGCONT)
        for stream in streams:
            stream.close()  # type: ignore[attr-defined]


@pytest.fixture
def busy(page: Page, studio: Studio) -> Iterator[None]:
    """The same from after the page was opened until the end of the test."""
    with kept_busy(studio):
        yield


def ahead(studio: Studio) -> int:
    """How many runs wait before one that is asked for now."""
    stream = studio.stream("/api/ask/count", {"puzzle": "futoshiki", "name": "tiny-2"})
    try:
        return int(next(event for event in stream if event["event"] == "queued")["ahead"])
    finally:
        stream.close()  # type: ignore[attr-defined]


def nobody_waits(studio: Studio) -> None:
    """Wait until all that was asked by pages is out of the queue: what stays in it is a leak."""
    deadline = time.monotonic() + 60
    while ahead(studio):
        assert time.monotonic() < deadline, "a run that nobody listens to is still in the queue"


@pytest.mark.usefixtures("busy")
@pytest.mark.parametrize("button", ["Solve", "Hint"])
@pytest.mark.parametrize("puzzle", BOARDS)
def test_what_waits_says_so_and_can_be_stopped(page: Page, studio: Studio, puzzle: str, button: str) -> None:
    page.goto(f"{studio.root}#{puzzle}/{BOARDS[puzzle]}")
    page.wait_for_selector(".piece.movable, .over")
    press(page, button)
    expect(page.locator(".busy")).to_contain_text("queued")
    press(page, "Stop")
    expect(page.locator(".message")).to_have_text("Stopped.")


@pytest.mark.parametrize("button", ["Solve", "Hint"])
@pytest.mark.parametrize("puzzle", PLAYED)
def test_a_move_ends_what_was_asked_about_the_board_before_it(
    page: Page, studio: Studio, puzzle: str, button: str
) -> None:
    open_board(page, studio, puzzle, BOARDS[puzzle])
    expect(page.locator(".counter")).to_contain_text(re.compile("optimum|best"))
    page.locator("details summary").click()
    with kept_busy(studio):
        press(page, button)
        expect(page.locator(".busy")).to_contain_text("queued")
        page.locator("details .row button").first.click()
        expect(page.locator(".moves li")).to_have_count(1)
        expect(page.locator(".busy")).to_have_count(0)
        nobody_waits(studio)


@pytest.mark.parametrize("button", ["Solve", "Hint", "Check", "Explain"])
def test_another_futoshiki_ends_what_was_asked_about_the_one_before_it(page: Page, studio: Studio, button: str) -> None:
    with kept_busy(studio):
        press(page, button)
        expect(page.locator(".busy")).to_contain_text("queued")
        press(page, "Paste or load")
        page.locator("#text-field").fill("2:0,0L,0,0,")
        press(page, "Use it")
        expect(page.locator(".over")).to_have_count(4)
        expect(page.locator(".busy")).to_have_count(0)
        expect(page.locator(".chip")).to_contain_text("queued")  # the count of the new board alone
        assert ahead(studio) == 1


@pytest.mark.usefixtures("busy")
@pytest.mark.parametrize("puzzle", BOARDS)
def test_a_reload_in_mid_run_and_the_back_button_are_harmless(page: Page, studio: Studio, puzzle: str) -> None:
    page.goto(f"{studio.root}#{puzzle}/{BOARDS[puzzle]}")
    page.wait_for_selector(".piece.movable, .over")
    press(page, "Solve")
    expect(page.locator(".busy")).to_be_visible()
    page.reload()
    page.wait_for_selector(".piece.movable, .over")
    expect(page.locator(".message.bad, .busy")).to_have_count(0)
    press(page, "Hint")
    expect(page.locator(".busy")).to_be_visible()
    page.goto(f"{studio.root}#gallery")
    page.wait_for_selector(".thumb svg")
    page.go_back()
    page.wait_for_selector(f'.board[data-puzzle="{puzzle}"] svg')
    expect(page.locator(".message.bad, .busy")).to_have_count(0)
    page.goto("about:blank")
    nobody_waits(studio)


@pytest.mark.usefixtures("busy")
def test_closing_the_tab_cancels_its_runs(studio: Studio, browser: Browser, page: Page) -> None:
    page.goto("about:blank")
    context = browser.new_context()
    boards = dict(list(BOARDS.items())[:3])  # all tabs together have six connections
    for puzzle, name in boards.items():
        tab = context.new_page()
        tab.goto(studio.address)
        tab.goto(f"{studio.root}#{puzzle}/{name}")
        tab.wait_for_selector(f'.board[data-puzzle="{puzzle}"] svg')
        press(tab, "Solve")
        expect(tab.locator(".busy")).to_be_visible()
    assert ahead(studio) >= len(boards)
    context.close()
    nobody_waits(studio)


def test_closing_the_tab_ends_the_processes_of_a_race(studio: Studio, page: Page) -> None:
    before = len(descendants(studio.process))
    open_view(page, studio, "tiles", "korf24-1", "Race")
    page.wait_for_selector(".lane")
    page.get_by_role("button", name="Remove native").click()
    press(page, "Start the race")
    row = page.locator(".results tbody tr:not(.done)").first
    expect(row).to_contain_text("running")
    expect(row.locator("td").nth(5)).to_have_text(re.compile("^[0-9]+$"))  # a bound that is proven so far
    page.goto("about:blank")
    while len(descendants(studio.process)) > before + 2:  # a template may have been added for a backend
        page.wait_for_function("true")


@pytest.mark.parametrize("puzzle", BOARDS)
def test_a_race_is_stopped_lane_by_lane_and_all_at_once(page: Page, studio: Studio, puzzle: str) -> None:
    open_view(page, studio, puzzle, BOARDS[puzzle], "Race")
    page.wait_for_selector(".lane")
    with kept_busy(studio):
        press(page, "Start the race")
        row = page.locator(".results tbody tr").first
        expect(row).to_contain_text("queued, next")
        row.get_by_role("button", name="Stop").click(delay=400)  # the table is brought up to date meanwhile
        expect(row).to_contain_text("stopped")
        press(page, "Stop all")
        expect(page.locator(".message.bad")).to_have_text("Stopped.")
        nobody_waits(studio)


@pytest.mark.parametrize("puzzle", PLAYED)
def test_two_tabs_play_two_boards(page: Page, studio: Studio, puzzle: str) -> None:
    open_board(page, studio, puzzle, BOARDS[puzzle])
    other = page.context.new_page()
    open_board(other, studio, "tiles", "eight-20")
    for tab in (page, other):
        tab.locator("#speed").select_option(label="top")
        press(tab, "Solve")
    expect(other.locator(".counter .chip")).to_have_text("solved")
    expect(other.locator(".message h3")).to_have_text("An optimal solution: 20 moves")
    expect(page.locator(".counter .chip")).to_have_text("solved")
    assert page.locator(".moves li").count() == int(page.locator("#scrub").get_attribute("max") or 0)
    press(page, "To the start")
    expect(other.locator(".counter .chip")).to_have_text("solved")


@pytest.mark.slow
def test_ending_the_studio_ends_its_streams_with_a_word_and_says_nothing_on_the_terminal() -> None:
    command = [sys.executable, "-m", "copla.cli", "studio", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:([0-9]+)/\?token=(\S+)", process.stdout.readline())
        assert found is not None
        studio = Studio(int(found[1]), found[2], process.pid).awaited()
        lanes = [{"backend": "search", "options": {"algorithm": "idastar"}}]
        streams = [studio.stream("/api/solve", LONG), studio.stream("/api/race", {**LONG, "lanes": lanes})]
        for stream in streams:
            assert next(event for event in stream if event["event"] == "running")
        process.send_signal(signal.SIGINT)
        for stream in streams:
            *_, last = stream
            assert last == {"event": "failed", "error": "The studio was ended before it had an answer."}
        _, said = process.communicate()
    assert said == ""
