"""Solvers that crash, lie or hang: a message or a red row on the page, and nothing more."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.misbehaving import install
from tests.studio.client import Studio
from tests.studio.conftest import started

pytestmark = pytest.mark.slow

BOARD = {"puzzle": "futoshiki", "text": "2:0,0L,0,0,"}


@pytest.fixture(scope="module")
def plagued(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    """A studio on a machine on which somebody has installed solvers that misbehave."""
    folder: Path = tmp_path_factory.mktemp("misbehaving")
    install(folder, "segfaults", "answers-wrongly")
    with started({"PYTHONPATH": str(folder)}) as found:
        yield found


def test_a_crash_is_one_line_and_the_next_run_is_answered(plagued: Studio) -> None:
    found = plagued.answer("/api/solve", {**BOARD, "backend": "segfaults"})
    assert found["event"] == "failed"
    assert "crashed: SIGSEGV" in found["error"]
    assert plagued.answer("/api/solve", {**BOARD, "backend": "native"})["unique"]


def test_a_liar_is_red_in_a_race_and_the_proof_is_told(plagued: Studio, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(plagued.address)
    page.wait_for_selector(".chip")
    page.goto(f"{plagued.root}#futoshiki/tiny-2")
    page.wait_for_selector(".over")
    page.get_by_role("button", name="Race", exact=True).click()
    page.locator("#lane-1").select_option("answers-wrongly")
    page.get_by_role("button", name="Start the race").click()
    expect(page.locator(".message.bad h3")).to_have_text("They disagree")
    expect(page.locator(".message.bad li")).to_contain_text("answers-wrongly is wrong")
    expect(page.locator(".results tr.guilty")).to_contain_text("answers-wrongly")
    page.close()
