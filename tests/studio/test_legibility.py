"""What can be read off the page: counters, charts, trees, marks, and messages where one looks for them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.studio.client import Studio
from tests.studio.driving import open_board, open_view, press

POINTS = """() => [...document.querySelectorAll(".chart path")].map(path =>
    [...path.getAttribute("d").matchAll(/[ML](\\S+)/g)].map(found => Number(found[1])))"""


def cell(page: Page, name: str) -> None:
    page.locator(f'.work .over[data-name="{name}"] rect').first.click()


def test_the_counter_speaks_of_moves_while_a_plan_plays(page: Page, studio: Studio) -> None:
    open_board(page, studio, "tiles", "eight-10")
    expect(page.locator(".counter")).to_contain_text("optimum 10")
    press(page, "Solve")
    expect(page.locator(".message h3")).to_have_text("An optimal solution: 10 moves")
    expect(page.locator(".counter b")).to_have_text("10")
    expect(page.locator(".counter span").first).to_have_text("moves")


def test_no_line_of_a_race_goes_back_in_time(page: Page, studio: Studio) -> None:
    open_view(page, studio, "tiles", "eight-10", "Race")
    press(page, "Start the race")
    expect(page.locator(".message.good h3")).to_have_text("They agree")
    lines = page.evaluate(POINTS)
    assert len(lines) == 3
    assert all(line == sorted(line) and len(line) > 1 for line in lines)


def test_a_tree_fits_its_place_as_long_as_it_is_small(page: Page, studio: Studio) -> None:
    open_view(page, studio, "tiles", "eight-20", "Think")
    page.wait_for_selector(".tree svg")
    page.locator("#mind-0-algorithm").select_option("bfs")
    expect(page.locator(".mind h2")).to_have_text("breadth first")
    nodes = page.locator(".tree .node")
    expect(nodes).to_have_count(16)
    assert page.locator(".tree").evaluate("tree => tree.scrollWidth <= tree.clientWidth")
    page.locator("#scrub").fill("200")
    shown = page.locator(".tree .node.open, .tree .node.closed").count()
    assert 16 < shown <= nodes.count() <= 2 * shown
    page.locator("#scrub").fill("0")
    expect(nodes).to_have_count(16)


def test_all_nine_marks_of_a_cell_are_seen_in_the_order_of_reading(page: Page, studio: Studio) -> None:
    page.goto(f"{studio.root}#futoshiki/extreme-9-1")
    expect(page.locator(".over")).to_have_count(81)
    for name, digits in (("r2c2", "31524"), ("r3c3", "123456789")):
        cell(page, name)
        for digit in digits:
            page.keyboard.press(f"Shift+{digit}")
        marks = page.locator(f'.marks[data-name="{name}"] .mark')
        expect(marks).to_have_text(sorted(digits))
        places = marks.evaluate_all("found => found.map(mark => [mark.y.baseVal[0].value, mark.x.baseVal[0].value])")
        assert places == sorted(places)


def test_what_is_pasted_takes_the_place_of_the_text(page: Page) -> None:
    press(page, "Paste or load")
    page.keyboard.insert_text("2:0,0L,0,0,")
    expect(page.locator("#text-field")).to_have_value("2:0,0L,0,0,")
    press(page, "Use it")
    expect(page.locator(".about")).to_have_text(re.compile("^2x2"))


def test_the_size_of_the_board_in_sight_is_the_one_that_is_chosen(page: Page) -> None:
    press(page, "Paste or load")
    page.keyboard.insert_text("13:" + "0," * 169)
    press(page, "Use it")
    expect(page.locator(".over")).to_have_count(169)
    press(page, "Set")
    expect(page.locator("#size")).to_have_value("13")
    page.locator("#size").select_option("3")
    expect(page.locator(".over")).to_have_count(9)


def test_the_focus_stays_on_the_trial_when_its_button_changes(page: Page) -> None:
    page.get_by_role("button", name="Trial").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Accept trial")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Trial")).to_be_focused()


TOPS = """() => {
    window.tops = new Set();
    const look = () => {
        const shown = document.querySelector(".head .seg");
        if (shown) window.tops.add(Math.round(shown.getBoundingClientRect().top + scrollY));
        requestAnimationFrame(look);
    };
    look();
}"""


@pytest.mark.parametrize("wide", [375, 700, 1280])
@pytest.mark.parametrize("board", ["futoshiki/extreme-5-1", "klotski/klotski", "freecell/deal-1", "guarini/4x3"])
def test_the_switch_of_the_views_stays_under_the_finger(
    studio: Studio, browser: Browser, board: str, wide: int
) -> None:
    page = browser.new_page(viewport={"width": wide, "height": 700})
    page.goto(studio.address)
    page.wait_for_selector(".chip.good")
    page.goto(f"{studio.root}#{board}")
    page.wait_for_selector(f'.board[data-puzzle="{board.split("/")[0]}"] svg')
    page.evaluate(TOPS)
    for view in ("Edit", "Race", "Think", "Board"):
        button = page.get_by_role("group", name="View").get_by_role("button", name=view)
        if button.count():
            button.click()
            expect(button).to_have_attribute("aria-pressed", "true")
            expect(page.locator(".head .about")).not_to_be_empty()
    assert len(page.evaluate("[...window.tops]")) == 1
    page.close()


def test_on_a_phone_a_hint_is_in_sight_together_with_the_board(studio: Studio, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(studio.address)
    for puzzle, name in (("futoshiki", "arc-consistency-5"), ("tiles", "eight-10"), ("freecell", "ranks-4-1")):
        page.goto(f"{studio.root}#{puzzle}/{name}")
        page.wait_for_selector(f'.board[data-puzzle="{puzzle}"] svg')
        press(page, "Hint")
        expect(page.locator(".message button.main")).to_be_in_viewport()
        expect(page.locator(".work .board svg").first).to_be_in_viewport(ratio=0.5)
    context.close()
