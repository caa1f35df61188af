"""What screen readers and keyboards meet: axe-core finds nothing serious in any view, light or dark, desk or phone."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.studio.client import Studio

FOLDER = Path(__file__).parent.parent.parent / "build" / "axe"
AXE = FOLDER / "node_modules" / "axe-core" / "axe.min.js"
VIEWS = {
    "futoshiki": ("futoshiki/arc-consistency-5", "", ".chip.good"),
    "setting": ("futoshiki/arc-consistency-5", "Set", ".between.empty"),
    "marks": ("futoshiki/arc-consistency-5", "Corner", '.over[data-name="r1c1"]'),
    "tiles": ("tiles/eight-20", "", ".piece.movable"),
    "klotski": ("klotski/klotski", "", ".piece.movable"),
    "freecell": ("freecell/deal-1", "Solve", ".moves li.solver"),
    "guarini": ("guarini/4x3", "Hint", ".piece.hinted"),
    "tiles edited": ("tiles/eight-20", "Edit", ".canvas .spot"),
    "klotski edited": ("klotski/klotski", "Edit", ".canvas .spot"),
    "freecell edited": ("freecell/deal-1", "Edit", ".canvas .spot"),
    "guarini edited": ("guarini/4x3", "Edit", ".canvas .spot"),
    "two solutions": ("futoshiki/several-6", "Show two", ".minis svg"),
    "no solution": ("futoshiki/unsolvable-chain", "", ".message.bad"),
    "new game": ("futoshiki/arc-consistency-5", "New game", "dialog"),
    "pasting": ("tiles/eight-20", "Paste or load", "dialog"),
    "keys": ("futoshiki/arc-consistency-5", "Keys", "dialog"),
    "race": ("tiles/eight-10", "Race", ".lane"),
    "domains": ("futoshiki/arc-consistency-5", "Think", ".thought"),
    "think": ("tiles/eight-4", "Think", ".tree svg"),
    "gallery": ("gallery", "", ".thumb svg"),
}


@pytest.fixture(scope="module")
def axe() -> Path:
    if not AXE.exists() and shutil.which("npm"):
        AXE.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=FOLDER) as folder:  # processes that run side by side do not meet in it
            subprocess.run(["npm", "install", "--silent", "--no-save", "--prefix", folder, "axe-core"], check=False)
            found = Path(folder) / AXE.relative_to(FOLDER)
            if found.exists():
                found.replace(AXE)
    if not AXE.exists():
        pytest.skip("NO AXE-CORE: npm could not install it, so that accessibility is not checked")
    return AXE


@pytest.fixture(scope="module", params=[("light", 1280), ("dark", 390)], ids=["light-desk", "dark-phone"])
def looked_at(browser: Browser, studio: Studio, axe: Path, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page with axe-core in it; views are changed by the address, which loads nothing anew."""
    theme, width = request.param
    context = browser.new_context(viewport={"width": width, "height": 900}, bypass_csp=True, color_scheme=theme)
    page = context.new_page()
    page.goto(studio.address)
    page.wait_for_selector(".chip.good")
    page.add_script_tag(path=str(axe))
    yield page
    context.close()


@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing_serious(looked_at: Page, studio: Studio, view: str) -> None:
    page = looked_at
    fragment, pressed, awaited = VIEWS[view]
    page.goto(f"{studio.root}#gallery")
    page.wait_for_selector(".thumb svg")
    page.goto(f"{studio.root}#{fragment}")
    page.wait_for_selector(f'.board[data-puzzle="{fragment.split("/")[0]}"] svg, .thumb svg')
    if pressed:
        page.get_by_role("button", name=pressed, exact=True).first.click()
    page.wait_for_selector(awaited, state="attached")
    if view == "marks":
        for key in ("1", "2", "n", "3", "4"):
            page.keyboard.press(key)
        page.wait_for_selector(".mark.centre")
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    serious = [
        (rule["id"], node["html"][:120], node["failureSummary"][:200])
        for rule in found["violations"]
        if rule["impact"] in ("serious", "critical")
        for node in rule["nodes"][:3]
    ]
    page.keyboard.press("Escape")  # a dialog
    assert serious == []
