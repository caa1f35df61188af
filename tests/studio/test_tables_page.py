"""Planning puzzles in a real browser: play by hand, ask, solve, watch the plan, and share it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

import copla
from tests.studio.client import Studio
from tests.studio.driving import at_rest, count, kept, open_board, press

PUZZLES = [("tiles", "eight-10"), ("klotski", "easy"), ("freecell", "ranks-4-1"), ("guarini", "4x3")]


def drag(page: Page, piece: str, dx: float, dy: float) -> None:
    at_rest(page, f'[data-piece="{piece}"]')
    box = page.locator(f'[data-piece="{piece}"]').bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + min(box["height"] / 2, 12)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx / 2, y + dy / 2, steps=4)
    page.mouse.move(x + dx, y + dy, steps=4)
    page.mouse.up()


@pytest.mark.parametrize(("puzzle", "name"), PUZZLES)
def test_moves_and_place_are_there_after_a_reload(page: Page, studio: Studio, puzzle: str, name: str) -> None:
    open_board(page, studio, puzzle, name)
    page.locator("details summary").click()
    page.locator("details .row button").first.click()
    expect(page.locator(".moves li")).to_have_count(1)
    page.wait_for_selector(".piece.movable")
    page.locator("details .row button").last.click()
    expect(page.locator(".moves li")).to_have_count(2)
    page.wait_for_selector(".piece.movable")
    press(page, "Undo")
    words = page.locator(".moves li").all_text_contents()
    page.wait_for_selector(".piece.movable")
    kept(page)
    page.reload()
    page.wait_for_selector(".piece.movable")
    assert page.locator(".moves li").all_text_contents() == words
    expect(page.locator(".moves li").first).to_have_attribute("aria-current", "step")


def test_tiles_slide_by_tap_drag_and_arrow(page: Page, studio: Studio) -> None:
    page.goto(f"{studio.root}#tiles/two-by-three")
    open_board(page, studio, "tiles", "eight-20")
    board = copla.load("tiles", "eight-20").content
    legal = {move.piece: move for move in copla.puzzle("tiles").legal(board, ())}  # type: ignore[attr-defined]
    assert set(legal) == {"8", "7"}  # above the blank, and left of it, in the corner
    page.locator('[data-piece="8"]').click()
    expect(page.locator(".moves li")).to_have_text(["1.tile 8 moves down"])
    page.wait_for_selector('[data-piece="8"].movable')
    side = page.locator('[data-piece="8"]').bounding_box()
    assert side is not None
    drag(page, "8", 0, -side["height"])
    expect(page.locator(".moves li")).to_have_count(2)
    page.wait_for_selector('[data-piece="7"].movable')
    page.keyboard.press("ArrowRight")
    expect(page.locator(".moves li").last).to_contain_text("tile 7 moves right")
    page.locator('[data-piece="1"]').click(force=True)  # cannot move, and does not
    expect(page.locator(".moves li")).to_have_count(3)


def test_a_card_is_dragged_onto_a_cell_and_an_illegal_drop_goes_back(page: Page, studio: Studio) -> None:
    open_board(page, studio, "freecell", "deal-1")
    card = page.locator('[data-piece="S6"]').bounding_box()
    cell = page.locator('.stage use[href="#empty"]').nth(2).bounding_box()
    assert card is not None
    assert cell is not None
    drag(page, "S6", 900, 300)
    expect(page.locator(".moves li.quiet")).to_have_count(1)
    drag(page, "S6", cell["x"] - card["x"], cell["y"] - card["y"])
    expect(page.locator(".moves li")).to_have_text(["1.6♠ to a cell"])


def test_a_block_is_pushed_around_a_corner(page: Page, studio: Studio) -> None:
    open_board(page, studio, "klotski", "klotski")
    page.locator('[data-piece="N"]').click()
    expect(page.locator(".ghost")).to_have_count(2)
    page.locator(".ghost").last.click()
    expect(page.locator(".moves li")).to_have_text(["1.N down right"])
    assert count(page) == 2


def test_a_knight_is_taken_and_put_down_by_keys_alone(page: Page, studio: Studio) -> None:
    open_board(page, studio, "guarini", "4x3")
    page.locator('[data-piece="r1c1"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(".ghost")).to_have_count(2)
    page.keyboard.press("ArrowDown")
    expect(page.locator(".moves li")).to_have_text(["1.white r1c1 to r3c2"])
    page.keyboard.press(",")
    assert count(page) == 0
    page.keyboard.press(".")
    assert count(page) == 1


@pytest.mark.parametrize(
    ("puzzle", "name", "words"), [("tiles", "eight-20", "optimum 20"), ("guarini", "4x3", "optimum 16")]
)
def test_the_counter_stands_against_the_optimum(page: Page, studio: Studio, puzzle: str, name: str, words: str) -> None:
    open_board(page, studio, puzzle, name)
    expect(page.locator(".counter")).to_contain_text(words)


@pytest.mark.parametrize(("puzzle", "name"), PUZZLES)
def test_a_hint_goes_with_the_board_that_it_is_for(page: Page, studio: Studio, puzzle: str, name: str) -> None:
    open_board(page, studio, puzzle, name)
    press(page, "Hint")
    press(page, "Make this move")
    expect(page.locator(".moves li")).to_have_count(1)
    page.wait_for_selector(".piece.movable")
    press(page, "Hint")
    expect(page.get_by_role("button", name="Make this move")).to_be_visible()
    press(page, "Undo")
    expect(page.get_by_role("button", name="Make this move")).to_have_count(0)


def test_a_deal_that_is_being_typed_stays_while_a_plan_plays(page: Page, studio: Studio) -> None:
    open_board(page, studio, "freecell", "ranks-4-1")
    page.locator("#speed").select_option(label="top")
    press(page, "Solve")
    page.locator("#deal").fill("61")
    expect(page.locator(".counter .chip")).to_have_text("solved")
    page.wait_for_function("document.querySelector('[aria-label=Redo]').disabled")
    expect(page.locator("#deal")).to_have_value("61")
    press(page, "Undo")
    expect(page.locator("#deal")).to_have_value("61")
    expect(page.get_by_role("button", name="Redo")).to_be_enabled()


def test_a_second_click_on_a_move_that_is_made_does_no_harm(page: Page, studio: Studio) -> None:
    open_board(page, studio, "tiles", "eight-10")
    held: list[Route] = []
    page.route("**/api/now", lambda route: held.append(route))
    page.locator("details summary").click()
    page.locator("details .row button").first.evaluate("button => { button.click(); button.click(); }")
    expect(page.locator(".moves li")).to_have_count(1)
    assert len(held) == 1
    held[0].continue_()
    page.wait_for_selector(".piece.movable")
    expect(page.locator(".message.bad")).to_have_count(0)


def test_a_deal_by_its_number(page: Page, studio: Studio) -> None:
    page.goto(f"{studio.root}#freecell")
    page.wait_for_selector('.stage[data-puzzle="freecell"] .piece.movable')
    page.locator("#deal").fill("617")
    press(page, "Deal it")
    expect(page).to_have_url(re.compile("#z="))
    expected = [str(stack[-1]) for stack in copla.load("freecell", "617").content.stacks]
    page.wait_for_selector(".piece.movable")
    assert set(expected) >= set(
        page.locator(".piece.movable").evaluate_all("found => found.map(piece => piece.dataset.piece)")
    )


def test_a_solve_can_be_stopped_and_the_page_goes_on(page: Page, studio: Studio) -> None:
    open_board(page, studio, "tiles", "korf24-1")
    press(page, "Solve")
    press(page, "Stop")
    expect(page.locator(".message")).to_have_text("Stopped.")
    page.locator(".piece.movable").first.click()
    expect(page.locator(".moves li")).to_have_count(1)


@pytest.mark.parametrize(
    ("puzzle", "name"),
    [
        ("tiles", "eight-swapped"),
        ("klotski", "no-solution"),
        ("klotski", "no-solution-too-wide"),
        ("freecell", "unsolvable-1"),
        ("guarini", "unsolvable-halves-3x4"),
    ],
)
def test_a_board_without_a_solution_says_so_whatever_is_asked(
    page: Page, studio: Studio, puzzle: str, name: str
) -> None:
    page.goto(f"{studio.root}#{puzzle}/{name}")
    page.wait_for_selector(f'.stage[data-puzzle="{puzzle}"] .piece')
    expect(page.locator(".message.bad h3")).to_have_text("No solution")
    press(page, "Solve")
    expect(page.locator(".message.bad h3")).to_have_text("No solution from here")
    press(page, "Hint")
    expect(page.locator(".message.bad li")).not_to_have_count(0)
    expect(page.locator(".counter")).to_contain_text("no solution")


@pytest.mark.parametrize(("puzzle", "name"), PUZZLES)
def test_keys_alone_play_ask_and_watch(page: Page, studio: Studio, puzzle: str, name: str) -> None:
    open_board(page, studio, puzzle, name)
    page.locator("#speed").select_option(label="top")
    page.locator(".piece.movable").first.focus()
    page.keyboard.press("h")
    expect(page.locator(".piece.hinted")).to_have_count(1)
    page.get_by_role("button", name="Make this move").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".moves li[aria-current]")).to_have_count(1)
    page.wait_for_selector(".piece.movable")
    page.keyboard.press("Control+z")
    assert count(page) == 0
    page.keyboard.press("Control+y")
    assert count(page) > 0
    page.keyboard.press("s")
    expect(page.locator(".counter .chip")).to_have_text("solved")
    page.keyboard.press("Home")
    assert count(page) == 0
    page.keyboard.press(".")
    expect(page.locator(".moves li[aria-current]")).to_contain_text("1.")
    page.keyboard.press(",")
    expect(page.locator(".moves li[aria-current]")).to_have_count(0)
    page.keyboard.press("End")
    expect(page.locator(".counter .chip")).to_have_text("solved")
    page.keyboard.press("Home")
    page.keyboard.press(" ")
    expect(page.locator(".counter .chip")).to_have_text("solved")
