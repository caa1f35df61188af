"""Pictures of every view of the studio, light and dark, on a desk and on a phone: python docs/screenshots.py.

Those that README and docs show go to docs/images, all others to build/screenshots, to be looked at.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

IMAGES = Path(__file__).parent / "images"
OTHERS = Path(__file__).parent.parent / "build" / "screenshots"
SHOWN = (
    "futoshiki-light", "conflict-light", "freecell-light", "klotski-dark", "edit-light", "race-light", "think-light",
    "domains-dark", "gallery-light", "futoshiki-dark-phone", "tiles-light-phone",
)  # fmt: skip
DESK, PHONE = (1280, 860), (390, 844)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def futoshiki(page: Page) -> None:
    page.wait_for_selector(".chip.good")
    for cell, digit in (("r5c1", "1"), ("r3c5", "1"), ("r4c5", "2")):
        page.locator(f'.over[data-name="{cell}"] rect').click()
        page.keyboard.press(digit)
    for cell, held, digits in (("r1c1", "Shift", "34"), ("r2c1", "Shift", "34"), ("r3c1", "Alt", "345")):
        page.locator(f'.over[data-name="{cell}"] rect').click()
        for digit in digits:
            page.keyboard.press(f"{held}+{digit}")
    press(page, "Hint")
    page.wait_for_selector(".message h3")


def conflict(page: Page) -> None:
    page.wait_for_selector(".message.bad li")


def half_way(page: Page) -> None:
    page.wait_for_selector(".piece.movable")
    press(page, "Solve")
    page.wait_for_selector(".moves li.solver")
    press(page, "Pause")
    most = int(page.locator("#scrub").get_attribute("max") or 0)
    page.locator("#scrub").fill(str(most * 2 // 5))
    page.wait_for_selector(".piece.movable")


def edit(page: Page) -> None:
    page.wait_for_selector(".piece.movable")
    page.get_by_role("group", name="View").get_by_role("button", name="Edit").click()
    page.wait_for_selector(".canvas .spot")
    page.wait_for_selector(".status .chip")


def edit_klotski(page: Page) -> None:
    edit(page)
    page.locator('[data-spot="start 1 4"]').focus()
    for key in ("b", "Enter", "Shift+ArrowRight", "Shift+ArrowDown"):
        page.keyboard.press(key)


def edit_tiles(page: Page) -> None:
    edit(page)
    page.locator('[data-spot="0"]').click()
    page.locator('[data-spot="4"]').click()
    page.wait_for_selector(".chip.warn")


def race(page: Page) -> None:
    page.wait_for_selector(".piece")
    press(page, "Race")
    page.wait_for_selector(".lane")
    press(page, "Start the race")
    page.wait_for_selector(".message.good")


def thinking(page: Page) -> None:
    page.wait_for_selector(".piece.movable")
    press(page, "Think")
    page.wait_for_selector(".tree svg")
    page.locator("#scrub").fill(str(int(page.locator("#scrub").get_attribute("max") or 0) * 3 // 5))


def domains(page: Page) -> None:
    page.wait_for_selector(".chip")
    press(page, "Think")
    page.wait_for_selector(".thought")
    press(page, "Two side by side")
    page.wait_for_selector(".minds.two")
    page.locator("#scrub").fill("20")


def gallery(page: Page) -> None:
    page.wait_for_selector(".thumb svg")
    press(page, "Klotski")
    page.wait_for_selector('.thumb[data-puzzle="klotski"] svg')


VIEWS: dict[str, tuple[str, Callable[[Page], None]]] = {
    "futoshiki": ("futoshiki/arc-consistency-5", futoshiki),
    "conflict": ("futoshiki/unsolvable-chain", conflict),
    "tiles": ("tiles/fifteen-easy", half_way),
    "klotski": ("klotski/klotski", half_way),
    "freecell": ("freecell/deal-1", half_way),
    "guarini": ("guarini/4x3", half_way),
    "edit": ("klotski/easy", edit_klotski),
    "edit-goal": ("klotski/klotski", edit),
    "edit-tiles": ("tiles/eight-20", edit_tiles),
    "edit-freecell": ("freecell/deal-1", edit),
    "edit-guarini": ("guarini/4x3", edit),
    "race": ("tiles/eight-20", race),
    "think": ("tiles/eight-10", thinking),
    "domains": ("futoshiki/arc-consistency-5", domains),
    "gallery": ("gallery", gallery),
}


def main() -> None:
    """All views, light and dark, on a desk and on a phone; with names as arguments those alone."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    wanted = sys.argv[1:] or list(VIEWS)
    for folder in (IMAGES, OTHERS):
        folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "copla.cli", "studio", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as studio, sync_playwright() as playwright:
        assert studio.stdout is not None
        found = re.search(r"(http://\S+/)\?token=\S+", studio.stdout.readline())
        assert found is not None
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for theme in ("light", "dark"):
            for place, (width, height) in (("", DESK), ("-phone", PHONE)):
                context = browser.new_context(
                    viewport={"width": width, "height": height}, color_scheme="dark" if theme == "dark" else "light"
                )
                page = context.new_page()
                page.goto(found[0])
                page.wait_for_selector(".chip.good")
                for name in wanted:
                    fragment, prepare = VIEWS[name]
                    page.goto("about:blank")
                    page.goto(f"{found[1]}#{fragment}")
                    prepare(page)
                    page.evaluate("scrollTo(0, 0)")
                    page.wait_for_timeout(700)
                    view = f"{name}-{theme}{place}"
                    target = IMAGES if view in SHOWN else OTHERS
                    page.screenshot(path=target / f"studio-{view}.png", full_page=name == "race")  # with its charts
                context.close()
        browser.close()
        studio.terminate()


if __name__ == "__main__":
    main()
