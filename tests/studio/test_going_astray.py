"""Addresses that lead nowhere, answers that come when nobody waits any more, and a studio that has ended."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.studio.client import Studio
from tests.studio.conftest import started
from tests.studio.driving import open_board, press

PACKED = """async state => {
    const squeezed = new Blob([JSON.stringify(state)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(squeezed).arrayBuffer());
    const text = btoa(String.fromCharCode(...bytes));
    return "z=" + text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}"""


@pytest.mark.parametrize(
    ("fragment", "words"),
    [
        ("z=%%%", "This address holds no puzzle"),
        ("%E0%A4%A", "This address holds no puzzle"),
        ("z=abc", "This address holds no puzzle"),
        ("klotski/../../etc", "This address holds no puzzle"),
        ("nonsense", "There is no puzzle by the name of nonsense."),
    ],
)
def test_an_address_that_leads_nowhere_says_so(page: Page, studio: Studio, fragment: str, words: str) -> None:
    page.goto(f"{studio.root}#{fragment}")
    expect(page.get_by_role("alert")).to_contain_text(words)
    page.get_by_role("link", name="A Futoshiki").click()
    expect(page.locator(".chip.good")).to_have_text("one solution")


@pytest.mark.parametrize(
    "state",
    [
        {"puzzle": "futoshiki", "name": "tiny-2", "marks": {"r1c2": 5}},
        {"puzzle": "tiles", "name": "eight-10", "view": "race", "lanes": 5},
        {"puzzle": "tiles", "name": "eight-10", "view": "think", "minds": 3},
    ],
)
def test_a_link_that_was_tampered_with_is_a_message(page: Page, studio: Studio, state: dict[str, object]) -> None:
    page.goto(f"{studio.root}#{page.evaluate(PACKED, state)}")
    expect(page.get_by_role("alert")).to_contain_text("This address cannot be followed")


def test_what_was_not_found_is_still_said_when_the_board_shown_instead_has_been_counted(
    page: Page, studio: Studio
) -> None:
    page.goto(f"{studio.root}#futoshiki/nosuch")
    expect(page.locator(".chip.warn")).to_have_text("several solutions")
    expect(page.locator(".message.bad")).to_contain_text("there is no shipped instance of futoshiki of that name")


def test_where_there_is_no_board_its_buttons_and_keys_do_no_harm(page: Page, studio: Studio) -> None:
    page.goto(f"{studio.root}#tiles/nosuch")
    expect(page.locator(".message.bad")).to_contain_text("there is no shipped instance of tiles of that name")
    for key in ("Escape", "ArrowLeft", ".", "Home", "Control+z"):
        page.keyboard.press(key)
    for name in ("Hint", "Solve", "Start again"):
        press(page, name)
        expect(page.locator(".message.bad")).to_contain_text("there is no shipped instance of tiles of that name")


def test_keys_before_the_board_is_there_do_no_harm(page: Page, studio: Studio) -> None:
    held: list[Route] = []
    page.route("**/api/table", lambda route: held.append(route))
    page.evaluate("location.hash = 'tiles/eight-10'")
    page.wait_for_selector(".player")
    for key in ("Escape", "ArrowLeft", "h", "s", "Home"):
        page.keyboard.press(key)
    for route in held:
        route.continue_()
    page.wait_for_selector(".piece.movable")


def test_an_answer_that_comes_late_changes_nothing_of_the_next_view(page: Page, studio: Studio) -> None:
    held: list[Route] = []
    open_board(page, studio, "tiles", "eight-10")
    page.route("**/api/now", lambda route: held.append(route))
    page.locator(".piece.movable").first.click()
    expect(page.locator(".counter b")).to_have_text("1")
    page.route("**/api/board", lambda route: held.append(route))
    page.evaluate("location.hash = 'futoshiki/tiny-2'")
    expect(page.locator("h1")).to_have_text("Futoshiki")
    page.wait_for_function("() => document.querySelector('.pad')")
    held.pop(0).continue_()
    page.wait_for_timeout(200)
    assert page.url.endswith("#futoshiki/tiny-2")
    for route in held:
        route.continue_()
    expect(page.locator(".chip.good")).to_have_text("one solution")
    assert page.url.endswith("#futoshiki/tiny-2")


@pytest.fixture
def gone(browser: Browser) -> Iterator[list[Page]]:
    """Pages of a studio that has ended since they were opened: a Futoshiki, tiles, the gallery."""
    context = browser.new_context()
    trouble: list[str] = []
    pages = []
    with started({}) as studio:
        for fragment, ready in (
            ("?token=" + studio.token, ".chip.good"),
            ("#tiles/eight-10", ".piece.movable"),
            ("#gallery", ".thumb svg"),
        ):
            page = context.new_page()
            page.on("pageerror", lambda error: trouble.append(str(error)))
            page.goto(studio.root + fragment)
            page.wait_for_selector(ready)
            pages.append(page)
        expect(pages[1].locator(".counter")).to_contain_text("optimum")
    yield pages
    context.close()
    assert trouble == []


def test_a_studio_that_has_ended_is_a_message_wherever_one_asks(gone: list[Page]) -> None:
    silent = re.compile("The studio does not answer. Is it still running?")
    board, table, gallery = gone
    press(board, "Hint")
    expect(board.locator(".message.bad")).to_contain_text(silent)
    press(table, "Solve")
    expect(table.locator(".message.bad")).to_contain_text(silent)
    table.get_by_role("group", name="View").get_by_role("button", name="Edit").click()
    expect(table.get_by_role("alert")).to_contain_text(silent)
    press(gallery, "Klotski")
    expect(gallery.get_by_role("alert")).to_contain_text(silent)
