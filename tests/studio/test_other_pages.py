"""Race, thinking, gallery, keyboard alone, a phone, screen readers: the rest of the page in a real browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import copla
from copla.plugins.sheet import Item, sheet
from tests.studio.client import Studio
from tests.studio.driving import open_view, press

BOARDS = ["futoshiki/extreme-5-1", "tiles/eight-10", "klotski/easy", "freecell/deal-1", "guarini/4x3", "gallery"]


def test_a_race_is_run_judged_and_downloaded(page: Page, studio: Studio) -> None:
    open_view(page, studio, "tiles", "eight-10", "Race")
    expect(page.locator(".lane")).to_have_count(3)
    press(page, "Add a lane")
    expect(page.locator(".lane")).to_have_count(4)
    page.get_by_role("button", name=re.compile("^Remove")).last.click()
    page.locator("#lane-2").select_option("search")
    page.locator("#lane-2-algorithm").select_option("greedy")
    press(page, "Start the race")
    expect(page.locator(".message.good h3")).to_have_text("They agree")
    expect(page.locator(".results tbody tr")).to_have_count(3)
    expect(page.locator(".results tbody tr").first).to_contain_text("optimal, cost 10")
    assert page.locator(".chart path").count() == 3
    with page.expect_download() as report:
        press(page, "Download the report")
    assert "eight-10" in Path(report.value.path()).read_text()
    with page.expect_download() as data:
        press(page, "as JSON")
    assert json.loads(Path(data.value.path()).read_text())["verdict"] == "agree"
    page.reload()
    expect(page.locator("#lane-2-algorithm")).to_have_value("greedy")


def test_a_lane_and_a_race_can_be_stopped(page: Page, studio: Studio) -> None:
    open_view(page, studio, "tiles", "korf24-1", "Race")
    page.get_by_role("button", name="Remove native").click()
    press(page, "Start the race")
    expect(page.locator(".results")).to_contain_text("running")
    page.locator(".results tbody tr").first.get_by_role("button", name="Stop").click()
    expect(page.locator(".results tbody tr").first).to_contain_text("stopped")
    press(page, "Stop all")
    expect(page.locator(".message.bad")).to_have_text("Stopped.")


def test_futoshiki_races_too(page: Page, studio: Studio) -> None:
    open_view(page, studio, "futoshiki", "unsolvable-chain", "Race")
    press(page, "Start the race")
    expect(page.locator(".message.good")).to_contain_text("no solution")


def test_every_algorithm_can_be_watched(page: Page, studio: Studio) -> None:
    open_view(page, studio, "tiles", "two-by-three", "Think")
    problem = copla.load("tiles", "two-by-three").problem()
    for algorithm in ("bfs", "dfs", "iddfs", "ucs", "greedy", "astar", "idastar"):
        page.locator("#mind-0-algorithm").select_option(algorithm)
        expect(page.locator(".thought")).to_contain_text(f"{algorithm}")
        press(page, "To the end")
        known = copla.solve(problem, "search", options={"algorithm": algorithm}).statistics
        if (known.expanded or 0) < 500:
            expect(page.locator(".thought")).to_contain_text(f"{known.expanded} expanded, {known.generated} generated")
            expect(page.locator(".node.goal").first).to_be_visible()
        press(page, "Back")
        press(page, "Forward")
        expect(page.locator(".source .lit")).to_have_count(1)
        press(page, "To the start")


def test_every_inference_can_be_watched(page: Page, studio: Studio) -> None:
    open_view(page, studio, "futoshiki", "naked-single-4", "Think")
    solution = copla.solve(copla.load("futoshiki", "naked-single-4").problem()).best.values
    for inference in ("none", "forward", "mac"):
        page.locator("#mind-0-inference").select_option(inference)
        expect(page.locator(".thought")).to_have_text(f"inference: {inference}")
        press(page, "To the end")
        expect(page.locator(".thought")).to_contain_text("the end: solved")
        givens = page.locator(".digit.given").count()
        assert givens > 0
        expect(page.locator(".over .entry")).to_have_count(len(solution) - givens)
        press(page, "To the start")
        expect(page.locator(".over .entry")).to_have_count(0)


def test_a_long_search_is_cut_off_says_so_and_shows_more_on_demand(page: Page, studio: Studio) -> None:
    open_view(page, studio, "tiles", "eight-20", "Think")
    page.locator("#mind-0-algorithm").select_option("bfs")
    expect(page.locator(".message.warn")).to_contain_text("Here are its first 3,000 events")
    expect(page.locator("#scrub")).to_have_attribute("max", "3001")
    press(page, "Show more of it")
    expect(page.locator(".message.warn")).to_contain_text("first 20,000 events")
    expect(page.locator("#scrub")).to_have_attribute("max", "20001")
    press(page, "To the end")
    expect(page.locator(".thought")).to_contain_text(re.compile("the end: interrupted|shows no more"))


def test_two_algorithms_share_one_clock_of_expansions(page: Page, studio: Studio) -> None:
    open_view(page, studio, "tiles", "eight-4", "Think")
    press(page, "Two side by side")
    expect(page.locator(".mind")).to_have_count(2)
    page.locator("#scrub").fill("2")
    figures = page.locator(".mind .quiet.small").all_text_contents()
    assert sum(text.startswith("2 of") for text in figures) == 2
    expect(page.locator(".node.closed, .node.goal").first).to_be_visible()


def test_the_gallery_leads_to_every_instance(page: Page, studio: Studio) -> None:
    page.goto(f"{studio.root}#gallery")
    page.wait_for_selector(".thumb svg")
    press(page, "Klotski")
    expect(page.locator(".gallery li")).to_have_count(len(list(copla.puzzle("klotski").shipped().iterdir())))  # type: ignore[attr-defined]
    page.locator("#filter").fill("century")
    expect(page.locator(".gallery li")).to_have_count(1)
    page.locator(".gallery a").click()
    page.wait_for_selector('.stage[data-puzzle="klotski"] .piece.movable')
    expect(page.locator(".about")).to_contain_text("century")


def test_the_link_button_copies_the_whole_puzzle(page: Page, studio: Studio) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator('.over[data-name="r2c2"] rect').click()
    page.keyboard.press("3")
    press(page, "Copy a link to this puzzle")
    expect(page.locator("#toast")).to_contain_text("copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    assert "#z=" in page.url


def test_a_spoilt_link_says_that_it_is_one(page: Page, studio: Studio) -> None:
    for fragment in ("#z=nonsense", "#z=", "#<script>", "#%00"):
        page.goto("about:blank")
        page.goto(studio.root + fragment)
        expect(page.get_by_role("alert")).to_contain_text("This address holds no puzzle")
    page.goto(f"{studio.root}#nothing")
    expect(page.locator("main")).to_contain_text("There is no puzzle by the name of nothing")
    page.goto(f"{studio.root}#futoshiki/nothing")
    expect(page.locator(".message.bad")).to_contain_text("no shipped instance")


def test_the_keyboard_alone_is_enough(page: Page, studio: Studio) -> None:
    page.goto(f"{studio.root}#futoshiki/extreme-4-1")
    page.wait_for_selector(".chip.good")
    solution = copla.solve(copla.load("futoshiki", "extreme-4-1").problem()).best.values
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    for row in range(1, 5):
        for column in range(1, 5):
            page.keyboard.press(str(solution[f"r{row}c{column}"]))
            if column < 4:
                page.keyboard.press("ArrowRight")
        for _ in range(3):
            page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowDown")
    page.keyboard.press("c")
    expect(page.locator(".message.good")).to_contain_text("Complete and right")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.tagName") == "BUTTON"


def test_light_and_dark_can_be_chosen_and_stay(page: Page) -> None:
    before = page.evaluate("document.documentElement.dataset.theme")
    press(page, "Light or dark")
    after = page.evaluate("document.documentElement.dataset.theme")
    assert {before, after} == {"light", "dark"}
    page.reload()
    page.wait_for_selector(".chip.good")
    assert page.evaluate("document.documentElement.dataset.theme") == after


@pytest.fixture
def phone(browser: Browser, studio: Studio) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 375, "height": 700}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(studio.address)
    page.wait_for_selector(".chip.good")
    yield page
    context.close()


@pytest.mark.parametrize("board", BOARDS)
def test_a_phone_shows_every_view_without_scrolling_sideways(phone: Page, studio: Studio, board: str) -> None:
    puzzle = board.split("/")[0]
    views = {"Board": ".board svg", "Edit": ".canvas .spot", "Race": ".lane", "Think": ".thought"}
    phone.goto(f"{studio.root}#{board}")
    phone.wait_for_selector(f'.board[data-puzzle="{puzzle}"] svg, .thumb svg')
    assert phone.evaluate("document.documentElement.scrollWidth") <= 375
    if puzzle == "futoshiki":
        phone.locator('.over[data-name="r1c1"] rect').tap()
        phone.locator(".pad button").nth(2).tap()
        expect(phone.locator('.over[data-name="r1c1"] .entry')).to_have_text("3")
    elif puzzle != "gallery":
        phone.wait_for_selector(".piece.movable")
        phone.locator(".piece.movable rect").first.tap()
        expect(phone.locator(".moves li button, .ghost").first).to_be_attached()
    for view, awaited in views.items():
        found = phone.get_by_role("group", name="View").get_by_role("button", name=view)
        if not found.count():
            continue
        found.tap()
        expect(phone.locator(awaited).first).to_be_visible()
        assert phone.evaluate("document.documentElement.scrollWidth") <= 375, view


def test_a_sheet_of_new_puzzles_with_their_answers(page: Page, studio: Studio) -> None:
    press(page, "Print a sheet")
    page.locator("#new-count").fill("2")
    page.locator("#new-size").fill("4")
    press(page, "Make it")
    expect(page.locator(".message.good h3")).to_have_text("The sheet is ready")
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Open and print").click()
    expect(opened.value.locator("figure")).to_have_count(4)
    expect(opened.value.locator("body")).to_contain_text("answers")


_MOST_LINES = """items => Math.max(...items.map(item => {
    const text = document.createRange();
    text.selectNodeContents(item);
    return text.getClientRects().length; // one for each line, whatever font there is
}))"""


def test_moves_on_a_printed_sheet_have_the_width_of_the_page(browser: Browser) -> None:
    item = Item(
        "a deal", '<svg xmlns="http://www.w3.org/2000/svg"/>', moves=["4♠ from column 1 to its foundation"] * 90
    )
    page = browser.new_page(viewport={"width": 1000, "height": 900})
    page.set_content(sheet("Freecell: 3 puzzles", [item] * 3))
    lists = page.locator(".answers ol")
    widths = [lists.nth(at).evaluate("found => found.getBoundingClientRect().width") for at in range(3)]
    assert all(width > 600 for width in widths)
    assert page.locator("li").evaluate_all(_MOST_LINES) == 1
    page.close()
