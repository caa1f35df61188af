"""Futoshiki in a real browser: set, play, ask, and find all of it again after a reload."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import copla
from tests.studio.client import Studio
from tests.studio.driving import kept, press

NAME = "arc-consistency-5"
SOLUTION = copla.solve(copla.load("futoshiki", NAME).problem()).best.values
DRAWING = "┌───┬───┐\n│ · < · │\n├───┼─∨─┤\n│ · │ · │\n└───┴───┘\n"


def cell(page: Page, name: str) -> str:
    """What a cell shows of one's own."""
    entry = page.locator(f'.over[data-name="{name}"] .entry')
    return entry.text_content() or "" if entry.count() else ""


def click(page: Page, name: str) -> None:
    page.locator(f'.over[data-name="{name}"] rect').click()


def paste(page: Page, text: str) -> None:
    press(page, "Paste or load")
    page.locator("#text-field").fill(text)
    press(page, "Use it")


def test_digits_are_entered_by_mouse_and_keys_and_can_be_undone(page: Page) -> None:
    click(page, "r2c2")
    page.keyboard.press("3")
    assert cell(page, "r2c2") == "3"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("1")
    assert cell(page, "r2c3") == "1"
    page.keyboard.press("Control+z")
    assert cell(page, "r2c3") == ""
    assert cell(page, "r2c2") == "3"
    page.keyboard.press("Control+y")
    assert cell(page, "r2c3") == "1"
    press(page, "Undo")
    press(page, "Undo")
    assert cell(page, "r2c2") == ""
    press(page, "Redo")
    assert cell(page, "r2c2") == "3"
    click(page, "r2c2")
    page.keyboard.press("Delete")
    assert cell(page, "r2c2") == ""


def test_clues_are_told_from_entries_and_stay(page: Page) -> None:
    click(page, "r1c4")
    page.keyboard.press("2")
    assert cell(page, "r1c4") == ""
    expect(page.locator(".message")).to_contain_text("r1c4 is a clue")
    expect(page.locator('.over[data-name="r1c4"]')).to_have_attribute("aria-label", re.compile("5, a clue"))


def test_pencil_marks(page: Page) -> None:
    click(page, "r3c3")
    page.keyboard.press("Shift+1")
    page.keyboard.press("Shift+4")
    marks = page.locator('.marks[data-name="r3c3"] .mark.corner')
    assert marks.all_text_contents() == ["1", "4"]
    press(page, "Corner")
    page.keyboard.press("1")
    assert marks.all_text_contents() == ["4"]
    page.keyboard.press("Alt+2")
    page.keyboard.press("n")
    page.keyboard.press("3")
    assert page.locator('.marks[data-name="r3c3"] .mark.centre').all_text_contents() == ["23"]
    assert marks.all_text_contents() == ["4"]
    page.keyboard.press("n")
    page.keyboard.press("5")
    assert cell(page, "r3c3") == "5"
    page.keyboard.press("Control+z")
    assert marks.all_text_contents() == ["4"]


def test_all_of_it_is_there_after_a_reload_and_in_a_link(page: Page, studio: Studio) -> None:
    click(page, "r2c2")
    page.keyboard.press("3")
    click(page, "r3c3")
    page.keyboard.press("Shift+2")
    press(page, "Trial")
    click(page, "r4c4")
    page.keyboard.press("4")
    expect(page).to_have_url(re.compile("#z="))
    kept(page)
    link = page.url
    page.reload()
    page.wait_for_selector(".chip.good")
    other = page.context.new_page()
    other.goto(link)
    other.wait_for_selector(".chip.good")
    for shown in (page, other):
        assert cell(shown, "r2c2") == "3"
        assert cell(shown, "r4c4") == "4"
        expect(shown.locator('.over[data-name="r4c4"]')).to_have_class(re.compile("trial"))
        assert shown.locator('.marks[data-name="r3c3"] .mark').all_text_contents() == ["2"]
        expect(shown.locator('.cell.given[data-cell="r1c4"]')).to_have_count(1)


def test_solve_shows_the_solution_and_keeps_it_on_demand(page: Page) -> None:
    press(page, "Solve")
    expect(page.locator(".message h3")).to_have_text("Solved")
    givens = {"r1c4", "r5c4", "r5c5"}
    for name, digit in SOLUTION.items():
        assert cell(page, name) == ("" if name in givens else str(digit))
    press(page, "Hide")
    assert cell(page, "r1c1") == ""
    press(page, "Solve")
    press(page, "Keep these digits")
    press(page, "Check")
    expect(page.locator(".message")).to_contain_text("Complete and right")


def test_a_hint_names_a_cell_of_the_solution_with_its_reason(page: Page) -> None:
    press(page, "Hint")
    title = page.locator(".message h3")
    expect(title).to_have_text(re.compile(r"r\dc\d is \d"))
    name, _, digit = (title.text_content() or "").split()
    assert str(SOLUTION[name]) == digit
    expect(page.locator(f'.over.hinted[data-name="{name}"]')).to_have_count(1)
    assert page.locator(".message li").count() > 0
    press(page, f"Enter {digit}")
    assert cell(page, name) == digit


def test_a_wrong_digit_is_named_by_check_and_by_hint(page: Page) -> None:
    click(page, "r1c1")
    page.keyboard.press(str(SOLUTION["r1c1"] % 5 + 1))
    press(page, "Check")
    expect(page.locator(".message.bad li")).to_contain_text("r1c1 cannot be")
    expect(page.locator('.over.wrong[data-name="r1c1"]')).to_have_count(1)
    press(page, "Hint")
    expect(page.locator(".message.bad")).to_contain_text("First put this right")
    click(page, "r1c1")
    page.keyboard.press(str(SOLUTION["r1c1"]))
    press(page, "Check")
    expect(page.locator(".message.good")).to_contain_text("Right so far")


def test_explain_goes_step_by_step_to_the_solution(page: Page) -> None:
    press(page, "Explain")
    expect(page.locator(".message h3")).to_have_text(re.compile("1 of 22"))
    press(page, "Next step")
    expect(page.locator(".message h3")).to_have_text(re.compile("2 of 22"))
    press(page, "Back")
    press(page, "To the end")
    expect(page.locator(".message h3")).to_have_text(re.compile("22 of 22"))
    assert all(cell(page, name) == str(SOLUTION[name]) for name in ("r1c1", "r3c3", "r5c1"))
    press(page, "Close")
    assert cell(page, "r1c1") == ""


def test_peek_lasts_as_long_as_the_key(page: Page) -> None:
    click(page, "r2c2")
    page.keyboard.down("p")
    assert cell(page, "r2c2") == str(SOLUTION["r2c2"])
    page.keyboard.up("p")
    assert cell(page, "r2c2") == ""


def test_peeking_ends_whatever_else_is_pressed_and_wherever_the_key_is_let_go(page: Page) -> None:
    for let_go in (lambda: page.keyboard.up("P"), lambda: page.evaluate("dispatchEvent(new Event('blur'))")):
        page.keyboard.down("p")
        expect(page.locator(".over.peek")).not_to_have_count(0)
        let_go()
        expect(page.locator(".over.peek")).to_have_count(0)
        page.keyboard.up("p")


def test_a_clue_takes_the_place_of_a_digit_that_was_tried(page: Page) -> None:
    press(page, "Trial")
    click(page, "r2c2")
    page.keyboard.press(str(SOLUTION["r2c2"] % 5 + 1))
    press(page, "Set")
    page.keyboard.press(str(SOLUTION["r2c2"]))
    expect(page.locator('.cell.given[data-cell="r2c2"]')).to_have_count(1)
    press(page, "Play")
    press(page, "Check")
    expect(page.locator(".message")).to_contain_text("Right so far")
    press(page, "Accept trial")
    press(page, "Set")
    page.keyboard.press("Delete")
    expect(page.locator('.cell.given[data-cell="r2c2"]')).to_have_count(0)
    expect(page.locator('.over[data-name="r2c2"] .entry')).to_have_count(0)


def test_a_trial_is_accepted_or_taken_back(page: Page) -> None:
    click(page, "r2c2")
    page.keyboard.press("1")
    press(page, "Trial")
    click(page, "r3c3")
    page.keyboard.press("2")
    expect(page.locator('.over.trial[data-name="r3c3"]')).to_have_count(1)
    press(page, "Take back")
    assert (cell(page, "r2c2"), cell(page, "r3c3")) == ("1", "")
    press(page, "Trial")
    click(page, "r3c3")
    page.keyboard.press("2")
    press(page, "Accept trial")
    assert cell(page, "r3c3") == "2"
    expect(page.locator(".over.trial")).to_have_count(0)


def test_setting_a_puzzle_tells_at_every_change_how_many_solutions_there_are(page: Page) -> None:
    paste(page, "3:" + "0," * 9)
    expect(page.locator(".chip")).to_have_text("several solutions")
    press(page, "Set")
    page.locator('.between[data-key="r1c1 r1c2"]').click()
    expect(page.locator('.sign[data-between="r1c1 r1c2"]')).to_have_count(1)
    click(page, "r1c1")
    page.keyboard.press("3")
    expect(page.locator(".chip.bad")).to_have_text("no solution")
    expect(page.locator(".message.bad")).to_contain_text("These 2 clues cannot hold together")
    expect(page.locator(".sign.wrong")).to_have_count(1)
    expect(page.locator('.over.wrong[data-name="r1c1"]')).to_have_count(1)
    page.locator('.between[data-key="r1c1 r1c2"]').click()
    expect(page.locator(".chip.warn")).to_have_text("several solutions")
    click(page, "r2c2")
    page.keyboard.press("3")
    click(page, "r1c2")
    page.keyboard.press("1")
    expect(page.locator(".chip.good")).to_have_text("one solution")
    page.keyboard.press("Control+z")
    expect(page.locator(".chip.warn")).to_have_text("several solutions")


def test_two_solutions_are_shown_with_their_differences_and_what_all_share(page: Page) -> None:
    paste(page, copla.load("futoshiki", "several-6").text)
    expect(page.locator(".chip.warn")).to_have_text("several solutions")
    press(page, "Show two")
    expect(page.locator(".minis svg")).to_have_count(2)
    boards = page.locator(".minis svg")
    texts = [boards.nth(at).locator(".over .entry").all_text_contents() for at in (0, 1)]
    assert len(texts[0]) == len(texts[1])
    assert texts[0] != texts[1]
    differing = boards.nth(0).locator(".over.differs").count()
    assert differing == sum(a != b for a, b in zip(*texts, strict=True)) > 0
    page.locator(".status").get_by_role("button", name="Common cells").click()
    expect(page.locator(".message")).to_contain_text("same digit in every solution")
    assert page.locator(".over.common .entry").count() > 0


def test_solve_on_a_board_without_solution_marks_the_clues(page: Page) -> None:
    paste(page, copla.load("futoshiki", "unsolvable-chain").text)
    expect(page.locator(".chip.bad")).to_have_text("no solution")
    press(page, "Solve")
    expect(page.locator(".message.bad")).to_contain_text("given r3c5 = 4")
    expect(page.locator(".sign.wrong")).to_have_count(2)


@pytest.mark.parametrize("text", [DRAWING, "2:0,0LD,0,0,", ". < .\n    v\n.   .\n"], ids=["drawing", "id", "grid"])
def test_any_form_can_be_pasted(page: Page, text: str) -> None:
    paste(page, text)
    expect(page.locator(".over")).to_have_count(4)
    expect(page.locator('.sign[data-between="r1c1 r1c2"]')).to_have_count(1)


def test_malformed_text_is_one_sentence_and_changes_nothing(page: Page) -> None:
    paste(page, "1 2\n3")
    expect(page.locator(".message.bad")).to_contain_text("found 1 cell in row 2, expected 2")
    expect(page.locator(".over")).to_have_count(25)


def test_a_new_game_of_a_size_and_a_difficulty(page: Page) -> None:
    press(page, "New game")
    page.locator("#new-size").fill("4")
    page.locator("#new-difficulty").select_option(label="easy")
    page.locator("#new-seed").fill("7")
    press(page, "Make it")
    expect(page.locator(".over")).to_have_count(16)
    expect(page.locator(".chip.good")).to_have_text("one solution")
    expect(page.locator(".message")).to_contain_text("easy")


def test_clear_takes_ones_own_digits_away_and_nothing_else(page: Page) -> None:
    click(page, "r2c2")
    page.keyboard.press("3")
    press(page, "Clear my digits")
    assert cell(page, "r2c2") == ""
    expect(page.locator(".digit.given")).to_have_count(3)
    press(page, "Undo")
    assert cell(page, "r2c2") == "3"


def test_two_tabs_do_not_disturb_each_other(page: Page, studio: Studio) -> None:
    other = page.context.new_page()
    other.goto(f"{studio.root}#futoshiki/extreme-4-1")
    other.wait_for_selector(".chip.good")
    click(page, "r2c2")
    page.keyboard.press("3")
    press(other, "Solve")
    expect(other.locator(".message h3")).to_have_text("Solved")
    assert cell(page, "r2c2") == "3"
    expect(page.locator(".message")).not_to_contain_text("Solved")
