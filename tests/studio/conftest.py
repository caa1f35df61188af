"""A studio of its own for the tests, as 'copla studio' starts it, and a real browser to look at it."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.studio.client import Studio

expect.set_options(timeout=60_000)  # a machine may be slow; what does not come never comes
OFF = "PaintHolding,HttpsUpgrades,LensOverlay,MediaRouter,OptimizationHints,DestroyProfileOnBrowserClose"
"""What Playwright turns off: one more list of features takes the place of its own."""
FLAGS = ["--no-sandbox", "--disable-gpu", f"--disable-features={OFF},WebUIOmniboxPopup,WebUIOmniboxAimPopup"]
"""The popups of the address bar are a process of their own for every page: half of what opening one costs."""
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever needs a browser is slow."""
    for item in items:
        if isinstance(item, pytest.Function) and "browser" in item.fixturenames:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def studio() -> Iterator[Studio]:
    with started({}) as found:
        yield found


@contextmanager
def started(environment: Mapping[str, str]) -> Iterator[Studio]:
    """A studio in this environment, until the end of the block."""
    command = [sys.executable, "-m", "copla.cli", "studio", "--no-browser"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **environment})
    assert process.stdout is not None
    found = re.search(r"http://127\.0\.0\.1:([0-9]+)/\?token=(\S+)", process.stdout.readline())
    assert found is not None
    try:
        yield Studio(int(found[1]), found[2], process.pid).awaited()
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(20)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        why = "NO BROWSER: install chromium (apt-get install chromium) to run the studio's end-to-end tests"
        if os.environ.get("COPLA_NEEDS_BROWSER"):
            pytest.fail(why)
        pytest.skip(why)
    with sync_playwright() as playwright:
        chosen = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chosen
        chosen.close()


@pytest.fixture
def page(studio: Studio, browser: Browser) -> Iterator[Page]:
    """A page with the studio open; whatever its scripts complain about fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    opened = context.new_page()
    trouble: list[str] = []
    opened.on("pageerror", lambda error: trouble.append(str(error)))
    opened.goto(studio.address)
    opened.wait_for_selector(".chip.good")
    yield opened
    context.close()
    assert trouble == []
