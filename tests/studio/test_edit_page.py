"""Planning boards edited on the board, in a real browser: text in step, undo and redo, and what is wrong is told."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

import copla
from tests.studio.client import Studio
from tests.studio.driving import kept, open_view, press

GOOD = "a board that can be played"


def editing(page: Page, studio: Studio, puzzle: str, name: str) -> None:
    open_view(page, studio, puzzle, name, "Edit")
    expect(page.locator(".status .chip.good")).to_have_text(GOOD)


def text(page: Page) -> str:
    """The text beside the board; it is written together with the board."""
    return page.locator("#edit-text").input_value()


def spot(page: Page, name: str) -> None:
    page.locator(f'[data-spot="{name}"] .ring').click(position={"x": 9, "y": 9})


def drag(page: Page, start: str, end: str, *, edge: bool = False) -> None:
    box, target = (page.locator(f'[data-spot="{name}"] .ring').bounding_box() for name in (start, end))
    assert box is not None
    assert target is not None
    page.mouse.move(box["x"] + 12, box["y"] + 12)
    page.mouse.down()
    page.mouse.move(target["x"] + 20, target["y"] + 30, steps=4)
    page.mouse.move(target["x"] + 14, target["y"] + (3 if edge else 25), steps=4)
    page.mouse.up()


def rows(page: Page) -> list[str]:
    return text(page).splitlines()


def test_two_tiles_change_places_and_a_wrong_parity_is_told(page: Page, studio: Studio) -> None:
    editing(page, studio, "tiles", "eight-20")
    start = text(page)
    assert start == "1 4 6\n2 5 8\n3 7 0\n"
    spot(page, "0")
    expect(page.locator('[data-spot="0"]')).to_have_attribute("aria-pressed", "true")
    spot(page, "1")
    assert text(page) == "4 1 6\n2 5 8\n3 7 0\n"
    expect(page.locator(".chip.warn")).to_contain_text("no solution: every move is one swap")
    drag(page, "4", "8")  # with the blank: the other parity
    assert text(page) == "4 1 6\n2 0 8\n3 7 5\n"
    press(page, "Undo")
    press(page, "Undo")
    assert text(page) == start
    expect(page.locator(".chip.good")).to_have_text(GOOD)
    press(page, "Redo")
    assert text(page).startswith("4 1 6")


def test_a_shape_a_goal_and_the_order_of_tiles_are_set(page: Page, studio: Studio) -> None:
    editing(page, studio, "tiles", "eight-20")
    page.locator("#edit-columns").fill("4")
    page.keyboard.press("Tab")
    assert rows(page) == ["size: 3x4", " 0  1  2  3", " 4  5  6  7", " 8  9 10 11"]
    page.locator("#edit-goal").select_option("last")
    press(page, "In order")
    assert rows(page) == ["size: 3x4", "goal: last", " 1  2  3  4", " 5  6  7  8", " 9 10 11  0"]
    expect(page.locator(".tile.home")).to_have_count(11)
    expect(page.locator(".chip.good")).to_have_text("a board that is solved already")


def test_any_card_goes_anywhere_and_none_is_lost(page: Page, studio: Studio) -> None:
    editing(page, studio, "freecell", "ranks-4-1")
    deal = copla.load("freecell", "ranks-4-1").content
    bottom, top = str(deal.stacks[1][0]), str(deal.stacks[1][-1])
    drag(page, bottom, "cell 2")
    assert rows(page)[0] == f"cells: - - {bottom} -"
    drag(page, top, bottom)  # the cell is taken: they change places
    assert rows(page)[0] == f"cells: - - {top} -"
    assert rows(page)[2] == bottom
    spot(page, "S3")
    spot(page, "foundation S")
    assert rows(page)[0] == "foundations: S3 H0 D0 C0"
    spot(page, "H1")
    spot(page, "foundation D")
    expect(page.locator(".message.warn")).to_have_text("the foundation of diamonds takes no hearts")
    spot(page, "S3")  # back from its foundation
    spot(page, "H1")
    assert rows(page)[0] == "foundations: S2 H0 D0 C0"
    drag(page, "S3", "H1", edge=True)
    stack = next(line for line in rows(page) if "S3" in line).split()
    assert stack.index("S3") == stack.index("H1") - 1
    expect(page.locator(".chip.good")).to_have_text(GOOD)
    now = copla.puzzle("freecell").parse(text(page), "the text")
    assert now.ranks == 4
    for field, amount in (("ranks", 3), ("columns", 5), ("cells", 2)):
        page.locator(f"#edit-{field}").fill(str(amount))
        page.keyboard.press("Tab")
        expect(page.locator(".chip.good")).to_have_text(GOOD)
    now = copla.puzzle("freecell").parse(text(page), "the text")
    assert (now.ranks, len(now.stacks), len(now.cells)) == (3, 5, 2)


def test_blocks_are_drawn_and_taken_away_and_the_exit_is_moved(page: Page, studio: Studio) -> None:
    editing(page, studio, "klotski", "easy")
    drag(page, "start 1 4", "start 1 5")
    assert rows(page)[1] == "#.a.AA.."
    drag(page, "start 1 5", "start 1 6")  # on from where the block is
    assert rows(page)[1] == "#.a.AAA."
    press(page, "Exit")
    spot(page, "start 4 3")
    assert (rows(page)[1], rows(page)[4]) == ("#.a.AAA#", "###.####")
    press(page, "Take away")
    spot(page, "start 2 2")
    assert rows(page)[1:3] == ["#...AAA#", "#.....b#"]
    press(page, "Special block")
    drag(page, "start 1 1", "start 1 2")  # elsewhere: the old one is gone
    assert rows(page)[1:4] == ["#**.AAA#", "#.....b#", "#.....b#"]
    expect(page.locator(".chip.warn")).to_contain_text("block * could not leave")
    press(page, "Wall")
    spot(page, "start 4 3")
    expect(page.locator(".chip.bad")).to_contain_text("found no exit, expected one gap in the border")
    expect(page.get_by_role("button", name="Play it")).to_be_disabled()
    press(page, "No blocks")
    assert rows(page)[1:4] == ["#......#"] * 3


def test_a_goal_is_set_and_taken_away(page: Page, studio: Studio) -> None:
    editing(page, studio, "klotski", "klotski")
    assert rows(page)[-2:] == [".**.", ".**."]
    spot(page, "goal 2 0")
    assert rows(page)[-5:] == ["....", "....", "**..", "**..", "...."]
    page.locator("#edit-of").select_option("B")
    spot(page, "goal 0 1")
    assert rows(page)[-5:] == [".BB.", "....", "**..", "**..", "...."]
    spot(page, "goal 0 1")
    assert rows(page)[-5] == "...."
    page.locator("#edit-metric").select_option("moves")
    press(page, "Gate")
    spot(page, "start 4 1")
    assert rows(page)[1:7] == ["metric: moves", "H**I", "H**I", "JBBK", "JNOK", "P-.Q"]
    expect(page.locator(".chip.good")).to_have_text(GOOD)
    page.locator("#edit-rules").select_option("exit")
    assert rows(page) == ["######", "#H**I#", "#H**I#", "#JBBK#", "#JNOK#", "#P..Q#", "##..##"]
    page.locator("#edit-rows").fill("6")
    page.keyboard.press("Tab")
    assert rows(page) == ["######", "#H**I#", "#H**I#", "#JBBK#", "#JNOK#", "##..##"]
    expect(page.locator(".chip.good")).to_have_text(GOOD)


def test_knights_and_missing_squares_are_put_and_the_goal_follows_until_it_is_changed(
    page: Page, studio: Studio
) -> None:
    editing(page, studio, "guarini", "4x3")
    press(page, "No knights")
    expect(page.locator(".chip.bad")).to_contain_text("without knights")
    press(page, "White knight")
    spot(page, "start 0 0")
    press(page, "Black knight")
    spot(page, "start 3 2")
    assert rows(page) == ["W__", "___", "___", "__B", "goal:", "B__", "___", "___", "__W"]
    expect(page.locator(".chip")).to_have_text(GOOD)
    press(page, "No square")
    drag(page, "start 1 1", "start 2 1")
    assert rows(page)[1:3] == rows(page)[6:8] == ["_x_", "_x_"]
    press(page, "Black knight")
    spot(page, "goal 0 1")
    expect(page.locator(".chip.bad")).to_have_text("found 2 B in the goal, expected 1 as in the start")
    press(page, "Empty")
    spot(page, "goal 0 0")
    assert rows(page)[5] == "_B_"
    expect(page.locator(".chip")).to_have_text(GOOD)
    press(page, "Goal: colours exchanged")
    assert rows(page)[5] == "B__"
    page.locator("#edit-rows").fill("3")
    page.keyboard.press("Tab")
    assert rows(page)[:3] == ["W__", "_x_", "_x_"]


BOARDS = {
    "tiles": ("1 0 2 3", "1 1 2 3", "found tile 1 again", 4),
    "klotski": ("####\n#*..\n####", "####\n#*#.\n####", "expected it only on the border", 12),
    "freecell": ("S1 H1\nD1 C1", "S1 S1\nD1 C1", "S1", 12),
    "guarini": ("W_B", "WWB", "found 2 W and 1 B", 6),
}


@pytest.mark.parametrize("puzzle", BOARDS)
def test_the_board_follows_the_text_and_nonsense_is_one_sentence(page: Page, studio: Studio, puzzle: str) -> None:
    good, bad, said, spots = BOARDS[puzzle]
    editing(page, studio, puzzle, {"tiles": "eight-10", "klotski": "easy", "freecell": "ranks-4-1"}.get(puzzle, "4x3"))
    page.locator("#edit-text").fill(good)
    expect(page.locator(".canvas .spot")).to_have_count(spots)
    page.locator("#edit-text").fill(bad)
    expect(page.locator(".chip.bad")).to_contain_text(said)
    expect(page.locator(".canvas .spot")).to_have_count(spots)
    expect(page.get_by_role("button", name="Play it")).to_be_disabled()
    press(page, "Undo")  # the last board that could be read
    expect(page.locator(".canvas .spot")).not_to_have_count(spots)
    press(page, "Redo")
    press(page, "Play it")
    expect(page.locator(".stage .piece")).not_to_have_count(0)
    kept(page)
    page.reload()
    expect(page.locator(".stage .piece")).not_to_have_count(0)


def test_what_is_edited_is_there_after_a_reload_and_cancel_forgets_it(page: Page, studio: Studio) -> None:
    editing(page, studio, "tiles", "eight-20")
    spot(page, "0")
    spot(page, "2")
    expect(page.locator(".chip.warn")).to_have_count(1)
    kept(page)
    page.reload()
    expect(page.locator(".chip.warn")).to_have_count(1)
    assert text(page).startswith("6 4 1")
    press(page, "Cancel")
    expect(page.locator(".stage .piece")).to_have_count(8)
    expect(page).to_have_url(re.compile("#tiles/eight-20$"))
    page.go_back()
    expect(page.locator(".chip.warn")).to_have_count(1)
    assert text(page).startswith("6 4 1")


def test_what_is_in_sight_is_edited_raced_and_watched(page: Page, studio: Studio) -> None:
    page.goto(f"{studio.root}#tiles/eight-20")
    page.wait_for_selector(".piece.movable")
    page.locator('[data-piece="8"]').click()
    expect(page.locator(".moves li")).to_have_text(["1.tile 8 moves down"])
    page.get_by_role("group", name="View").get_by_role("button", name="Edit").click()
    expect(page.locator("#edit-text")).to_have_value("1 4 6\n2 5 0\n3 7 8\n")
    press(page, "Cancel")
    expect(page.locator(".moves li")).to_have_count(1)
    page.get_by_role("group", name="View").get_by_role("button", name="Race").click()
    page.wait_for_selector(".lane")
    assert page.locator('.board [data-piece="8"]').get_attribute("transform") == "translate(88 88)"
    press(page, "Start the race")
    expect(page.locator(".message.good")).to_contain_text(re.compile("cost (19|21)"))


def test_no_board_leaves_the_editor(page: Page, studio: Studio) -> None:
    editing(page, studio, "guarini", "4x3")
    press(page, "Empty")
    spot(page, "start 0 0")
    expect(page.locator(".chip.bad")).to_have_count(1)
    page.get_by_role("group", name="View").get_by_role("button", name="Race").click()
    expect(page.locator(".message.bad")).to_contain_text("This is no board yet")
    page.keyboard.press("Control+z")
    expect(page.locator(".chip.good")).to_have_text(GOOD)
    page.get_by_role("group", name="View").get_by_role("button", name="Race").click()
    expect(page.locator(".lane")).to_have_count(3)


def test_a_board_that_is_spoilt_while_one_leaves_does_not_leave(page: Page, studio: Studio) -> None:
    editing(page, studio, "guarini", "4x3")
    held: list[Route] = []
    page.route("**/api/position", lambda route: held.append(route))
    with page.expect_request("**/api/position"):
        spot(page, "start 1 0")
    page.get_by_role("group", name="View").get_by_role("button", name="Race").click()
    press(page, "Empty")
    with page.expect_request("**/api/position"):
        spot(page, "goal 0 0")
    for _ in range(2):
        held.pop(0).continue_()
    expect(page.locator(".message.bad")).to_contain_text("This is no board yet")
    expect(page.locator(".canvas .spot").first).to_be_visible()


def test_keys_alone_edit_every_board(page: Page, studio: Studio) -> None:
    editing(page, studio, "tiles", "eight-20")
    for key in ("ArrowRight", "Enter", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    assert text(page) == "1 5 6\n2 4 8\n3 7 0\n"
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+y")
    assert text(page) == "1 5 6\n2 4 8\n3 7 0\n"
    editing(page, studio, "klotski", "easy")
    for key in ("ArrowDown", "ArrowRight", "b", "Enter", "Shift+ArrowDown"):
        page.keyboard.press(key)
    assert rows(page)[1:3] == ["#Aa.....", "#Aaaa.b#"]
    page.keyboard.press("Delete")
    assert rows(page)[1:3] == ["#.a.....", "#.aaa.b#"]
    editing(page, studio, "guarini", "4x3")
    for key in ("ArrowDown", "w", "Enter", "b", "Shift+ArrowRight"):
        page.keyboard.press(key)
    assert rows(page)[1] == "WB_"
    page.keyboard.press("Shift+ArrowLeft")  # what a stroke goes over it does not take away
    assert rows(page)[1] == "BB_"
    editing(page, studio, "freecell", "ranks-4-1")
    deal = copla.load("freecell", "ranks-4-1").content
    page.locator(f'[data-spot="{deal.stacks[0][-1]}"]').focus()
    page.keyboard.press("Enter")
    for _ in range(4):
        page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    assert rows(page)[0].startswith(f"cells: {deal.stacks[0][-1]} -")


def test_a_link_that_is_followed_at_once_after_a_change_is_not_undone_by_it(page: Page, studio: Studio) -> None:
    for _ in range(5):
        editing(page, studio, "guarini", "4x3")
        page.evaluate(
            """() => {
                for (const key of ["ArrowDown", "w", "Enter"])
                    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
                location.hash = "#freecell/ranks-4-1";
            }"""
        )
        page.wait_for_selector('.board[data-puzzle="freecell"] svg')
        kept(page)
        assert page.url.endswith("#freecell/ranks-4-1")
