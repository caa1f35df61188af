"""What the tests of the page share: pressing buttons, opening boards, asking what is in sight."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.studio.client import Studio


def press(page: Page, name: str) -> None:
    """Press the button of this name."""
    page.get_by_role("button", name=name, exact=True).click()


def open_board(page: Page, studio: Studio, puzzle: str, name: str) -> None:
    """A planning puzzle, ready to be played."""
    page.goto(f"{studio.root}#{puzzle}/{name}")
    page.wait_for_selector(f'.stage[data-puzzle="{puzzle}"] .piece.movable')


def open_view(page: Page, studio: Studio, puzzle: str, name: str, view: str) -> None:
    """Another view of a board than the one to play on."""
    page.goto(f"{studio.root}#{puzzle}/{name}")
    page.wait_for_selector(f'.board[data-puzzle="{puzzle}"] svg')
    page.get_by_role("group", name="View").get_by_role("button", name=view).click()


def count(page: Page) -> int:
    """What the counter of moves says."""
    return int((page.locator(".counter b").text_content() or "").replace(",", ""))


def kept(page: Page) -> None:
    """Wait until the address holds what is on the page: it is written when nothing more changes."""
    before = ""
    for _ in range(100):
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 30)))")
        if page.url == before:
            return
        before = page.url
    raise AssertionError("the address changes and changes")


def at_rest(page: Page, selector: str) -> None:
    """Wait until a piece lies still."""
    handle = page.locator(selector).first
    expect(handle).to_be_visible()
    handle.evaluate("piece => Promise.all(piece.getAnimations().map(moving => moving.finished.catch(() => null)))")
