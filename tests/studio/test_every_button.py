"""Every button of every view on every puzzle: one table, and a look at the page that nothing is missing from it.

A row is a button and what it must bring about; the rows of a view are gone through in their order on one page. Whatever
button the page shows meanwhile must have a row, so that a new one cannot be forgotten here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import copla
from tests.studio.client import Studio
from tests.studio.driving import count, open_view, press

Row = Callable[[Page], None]
Rows = dict[str, Row]

INSTANCES = {
    "futoshiki": "arc-consistency-5",
    "tiles": "eight-10",
    "klotski": "easy",
    "freecell": "ranks-4-1",
    "guarini": "4x3",
}
SMALL = {"freecell": "ranks-2-1"}
"""For readable engines in Python."""
PASTED = {
    "tiles": ("1 0 2 3", 3, "1 1 2 3", "found tile 1 again"),
    "klotski": ("####\n#*..\n####", 1, "####\n#*\n####", "found a line of 2 cells"),
    "freecell": ("S1 H1\nD1 C1", 4, "S1 S1\nD1 C1", "found"),
    "guarini": ("4x4", 8, "4x99", "expected 3 to 16"),
}
NAMED_BY_WHAT_THEY_DO = re.compile("Enter [0-9]|Remove .*|[0-9]+")


def says(page: Page, selector: str, words: str) -> None:
    expect(page.locator(selector).first).to_contain_text(re.compile(words))


def fragment(page: Page) -> str:
    return page.url.partition("#")[2]


# Futoshiki: the board.


def solve_futoshiki(page: Page) -> None:
    press(page, "Solve")
    says(page, ".message.good h3", "Solved")
    expect(page.locator(".over.shown .entry")).to_have_count(22)


def hide(page: Page) -> None:
    press(page, "Hide")
    expect(page.locator(".over .entry")).to_have_count(0)


def keep(page: Page) -> None:
    press(page, "Solve")
    press(page, "Keep these digits")
    expect(page.locator(".over .entry")).to_have_count(22)


def check(page: Page) -> None:
    press(page, "Check")
    says(page, ".message.good", "Complete and right")


def undo_futoshiki(page: Page) -> None:
    press(page, "Undo")
    expect(page.locator(".over .entry")).to_have_count(0)


def redo_futoshiki(page: Page) -> None:
    press(page, "Redo")
    expect(page.locator(".over .entry")).to_have_count(22)


def clear(page: Page) -> None:
    press(page, "Clear my digits")
    expect(page.locator(".over .entry")).to_have_count(0)


def hint_futoshiki(page: Page) -> None:
    press(page, "Hint")
    says(page, ".message h3", r"r\dc\d is \d")
    page.get_by_role("button", name=re.compile("^Enter [0-9]$")).click()
    expect(page.locator(".over .entry")).to_have_count(1)


def explain(page: Page) -> None:
    press(page, "Explain")
    says(page, ".message h3", "1 of 22")


def next_step(page: Page) -> None:
    press(page, "Next step")
    says(page, ".message h3", "2 of 22")


def step_back(page: Page) -> None:
    press(page, "Back")
    says(page, ".message h3", "1 of 22")


def steps_to_the_end(page: Page) -> None:
    press(page, "To the end")
    says(page, ".message h3", "22 of 22")


def steps_to_the_start(page: Page) -> None:
    press(page, "To the start")
    says(page, ".message h3", "The whole way")


def close_steps(page: Page) -> None:
    press(page, "Close")
    expect(page.locator(".message h3")).to_have_count(0)


def corner_marks(page: Page) -> None:
    page.locator('.over[data-name="r2c2"] rect').click()
    press(page, "Corner")
    page.locator(".pad button").nth(0).click()
    assert page.locator('.marks[data-name="r2c2"] .mark.corner').all_text_contents() == ["1"]
    press(page, "Corner")


def digits(page: Page) -> None:
    press(page, "Corner")
    expect(page.get_by_role("button", name="Corner")).to_have_attribute("aria-pressed", "true")
    press(page, "Digits")
    expect(page.get_by_role("button", name="Corner")).to_have_attribute("aria-pressed", "false")


def centre_marks(page: Page) -> None:
    press(page, "Centre")
    page.locator(".pad button").nth(1).click()
    page.locator(".pad button").nth(2).click()
    assert page.locator('.marks[data-name="r2c2"] .mark.centre').all_text_contents() == ["23"]
    press(page, "Centre")


def empty_the_cell(page: Page) -> None:
    page.locator(".pad button").nth(3).click()
    expect(page.locator('.over[data-name="r2c2"] .entry')).to_have_text("4")
    press(page, "Empty the cell")
    expect(page.locator('.over[data-name="r2c2"] .entry')).to_have_count(0)


def peek(page: Page) -> None:
    page.get_by_role("button", name="Peek (hold)").hover()
    page.mouse.down()
    expect(page.locator(".over.peek .entry")).not_to_have_count(0)
    page.mouse.up()
    expect(page.locator(".over.peek .entry")).to_have_count(0)


def trial(page: Page) -> None:
    press(page, "Trial")
    page.locator('.over[data-name="r3c3"] rect').click()
    page.locator(".pad button").nth(1).click()
    expect(page.locator('.over.trial[data-name="r3c3"] .entry')).to_have_text("2")


def take_back(page: Page) -> None:
    press(page, "Take back")
    expect(page.locator('.over[data-name="r3c3"] .entry')).to_have_count(0)


def accept(page: Page) -> None:
    trial(page)
    press(page, "Accept trial")
    expect(page.locator('.over[data-name="r3c3"] .entry')).to_have_text("2")
    expect(page.locator(".over.trial")).to_have_count(0)


def set_clues(page: Page) -> None:
    press(page, "Set")
    page.locator('.over[data-name="r2c2"] rect').click()
    page.locator(".pad button").nth(3).click()
    expect(page.locator('.cell.given[data-cell="r2c2"]')).to_have_count(1)


def clear_the_board(page: Page) -> None:
    press(page, "Clear the board")
    expect(page.locator(".cell.given, .sign")).to_have_count(0)
    says(page, ".chip.warn", "several solutions")


def play(page: Page) -> None:
    press(page, "Play")
    expect(page.get_by_role("button", name="Play", exact=True)).to_have_attribute("aria-pressed", "true")


def show_two(page: Page) -> None:
    press(page, "Show two")
    expect(page.locator(".minis svg")).to_have_count(2)


def common(page: Page) -> None:
    press(page, "Common cells")
    says(page, ".message", "No empty cell has the same digit in every solution")


def paste_futoshiki(page: Page) -> None:
    for text, words in (("1 2\n3", "found 1 cell"), (". < .\n. . .", "found"), ("", "found"), ("9" * 65_000, "64,000")):
        press(page, "Paste or load")
        page.locator("#text-field").fill(text)
        press(page, "Use it")
        says(page, ".message.bad", words)
    press(page, "Paste or load")
    press(page, "Cancel")
    press(page, "Paste or load")
    page.locator("#text-field").fill(copla.load("futoshiki", "unsolvable-chain").text)
    press(page, "Use it")
    says(page, ".chip.bad", "no solution")
    says(page, ".message.bad", "given r3c5 = 4")


def new_game(page: Page) -> None:
    press(page, "New game")
    page.locator("#new-size").fill("4")
    page.locator("#new-difficulty").select_option(label="medium")
    page.locator("#new-seed").fill("7")
    press(page, "Make it")
    expect(page.locator(".over")).to_have_count(16)
    says(page, ".chip.good", "one solution")


def print_a_sheet(page: Page) -> None:
    press(page, "Print a sheet")
    page.locator("#new-count").fill("1")
    for name, value in (("size", "4"), ("ranks", "2")):
        if page.locator(f"#new-{name}").count():
            page.locator(f"#new-{name}").fill(value)
    press(page, "Make it")
    says(page, ".message.good h3", "The sheet is ready")
    with page.expect_download() as sheet:
        page.get_by_role("link", name="Download").click()
    assert Path(sheet.value.path()).read_text().count("<figure") == 2


# Planning puzzles: the board.


def solve(page: Page) -> None:
    page.locator("#speed").select_option(label="top")
    press(page, "Solve")
    says(page, ".message.good h3", "solution: [0-9]+")
    says(page, ".counter .chip", "solved")


def to_the_start(page: Page) -> None:
    press(page, "To the start")
    assert count(page) == 0


def forward(page: Page) -> None:
    press(page, "Forward")
    says(page, ".moves li[aria-current]", "^1[.]")


def back(page: Page) -> None:
    press(page, "Back")
    expect(page.locator(".moves li[aria-current]")).to_have_count(0)


def to_the_end(page: Page) -> None:
    press(page, "To the end")
    says(page, ".counter .chip", "solved")


def play_and_pause(page: Page) -> None:
    page.locator("#speed").select_option(label="slow")
    press(page, "Play")
    press(page, "Pause")
    page.locator("#speed").select_option(label="top")
    press(page, "Play")
    says(page, ".counter .chip", "solved")
    page.locator(".moves li button").first.click()
    expect(page.locator(".moves li").first).to_have_attribute("aria-current", "step")
    page.locator("#scrub").fill("0")
    assert count(page) == 0


def start_again(page: Page) -> None:
    press(page, "Start again")
    says(page, ".moves li.quiet", "No moves yet")
    page.wait_for_selector(".piece.movable")


def hint(page: Page) -> None:
    press(page, "Hint")
    says(page, ".message", "the plan from here has")
    expect(page.locator(".piece.hinted")).to_have_count(1)


def make_this_move(page: Page) -> None:
    press(page, "Make this move")
    expect(page.locator(".moves li[aria-current]")).to_have_count(1)


def undo(page: Page) -> None:
    press(page, "Undo")
    assert count(page) == 0


def redo(page: Page) -> None:
    press(page, "Redo")
    assert count(page) > 0
    page.locator("details summary").click()
    page.locator("details .row button").first.click()
    expect(page.locator(".moves li")).to_have_count(2)


def paste(puzzle: str) -> Row:
    good, pieces, bad, words = PASTED[puzzle]

    def row(page: Page) -> None:
        for text, expected in ((good, None), (bad, words), ("", "found"), ("\0" * 9, "found"), ("x" * 65_000, "found")):
            press(page, "Paste or load")
            page.locator("#text-field").fill(text)
            press(page, "Use it")
            if expected:
                says(page, ".message.bad", expected)
            expect(page.locator(".stage .piece")).to_have_count(pieces)
        press(page, "Paste or load")
        press(page, "Cancel")
        expect(page.locator("dialog")).to_have_count(0)

    return row


def new_board(button: str) -> Row:
    def row(page: Page) -> None:
        before = fragment(page)
        press(page, button)
        page.locator("#new-seed").fill("5")
        if page.locator("#new-ranks").count():
            page.locator("#new-ranks").fill("3")
        press(page, "Make it")
        page.wait_for_function("before => location.hash.slice(1) !== before", arg=before)
        page.wait_for_selector(".piece.movable")

    return row


def deal_it(page: Page) -> None:
    page.locator("#deal").fill("617")
    press(page, "Deal it")
    expect(page.locator(".stage .piece")).to_have_count(52)
    page.wait_for_selector(".piece.movable")


def edit(page: Page) -> None:
    page.get_by_role("group", name="View").get_by_role("button", name="Edit").click()
    expect(page.locator(".canvas .spot").first).to_be_visible()
    page.locator(".card").get_by_role("button", name="Cancel").click()
    page.wait_for_selector(".piece.movable")


# Every page: what stands at its top.


def link(page: Page) -> None:
    press(page, "Copy a link to this puzzle")
    says(page, "#toast", "copied")


def keys(page: Page) -> None:
    press(page, "Keys")
    expect(page.locator("dialog .keys dt")).not_to_have_count(0)
    press(page, "Close")
    expect(page.locator("dialog")).to_have_count(0)


def theme(page: Page) -> None:
    before = page.evaluate("document.documentElement.dataset.theme")
    press(page, "Light or dark")
    assert page.evaluate("document.documentElement.dataset.theme") != before


def view(name: str, selector: str) -> Row:
    def row(page: Page) -> None:
        page.get_by_role("group", name="View").get_by_role("button", name=name).click()
        expect(page.locator(selector).first).to_be_visible()

    return row


TOP: Rows = {"Copy a link to this puzzle": link, "Keys": keys, "Light or dark": theme}
SWITCH: Rows = {
    "Race": view("Race", ".lane"),
    "Think": view("Think", ".thought"),
    "Board": view("Board", ".stage .piece, .over"),
}


# The race.


def add_a_lane(page: Page) -> None:
    lanes = page.locator(".lane").count()
    press(page, "Add a lane")
    expect(page.locator(".lane")).to_have_count(lanes + 1)
    page.get_by_role("button", name=re.compile("^Remove ")).last.click()
    expect(page.locator(".lane")).to_have_count(lanes)


def start_the_race(page: Page) -> None:
    press(page, "Start the race")
    says(page, ".message.good h3", "They agree")
    rows = page.locator(".results tbody tr")
    expect(rows).to_have_count(3)
    for head in ("answer", "time", "nodes", "nodes/s", "bound", "memory"):
        expect(page.locator(".results th", has_text=re.compile(f"^{head}$"))).to_have_count(1)
    expect(page.locator(".chart path")).to_have_count(3)


def download(page: Page) -> None:
    with page.expect_download() as report:
        press(page, "Download the report")
    assert "<table>" in Path(report.value.path()).read_text()


def as_json(page: Page) -> None:
    with page.expect_download() as data:
        press(page, "as JSON")
    assert json.loads(Path(data.value.path()).read_text())["verdict"] == "agree"


RACE: Rows = {
    "Add a lane": add_a_lane,
    "Start the race": start_the_race,
    "Download the report": download,
    "as JSON": as_json,
}
WHILE_IT_RUNS = {"Stop", "Stop all", "Pause"}
"""What is there only while something runs: test_cancelling.py stops races, lanes and runs on every puzzle."""


# Watching it think.


def think_to_the_end(page: Page) -> None:
    page.wait_for_selector(".thought")
    press(page, "To the end")
    says(page, ".thought", "the end|shows no more")
    expect(page.locator(".source .lit")).to_have_count(1)


def think_forward(page: Page) -> None:
    press(page, "Forward")
    expect(page.locator("#scrub")).to_have_value("1")


def think_back(page: Page) -> None:
    press(page, "Back")
    expect(page.locator("#scrub")).to_have_value("0")


def think_to_the_start(page: Page) -> None:
    press(page, "To the start")
    expect(page.locator("#scrub")).to_have_value("0")


def think_play(page: Page) -> None:
    page.locator("#speed").select_option(label="top")
    press(page, "Play")
    expect(page.locator("#scrub")).not_to_have_value("0")
    press(page, "To the end")


def two_side_by_side(page: Page) -> None:
    press(page, "Two side by side")
    expect(page.locator(".mind")).to_have_count(2)
    page.locator("#scrub").fill("2")
    says(page, ".mind .quiet.small", "^2 of")


def one_alone(page: Page) -> None:
    press(page, "One alone")
    expect(page.locator(".mind")).to_have_count(1)


THINK: Rows = {
    "To the end": think_to_the_end,
    "To the start": think_to_the_start,
    "Forward": think_forward,
    "Back": think_back,
    "Play": think_play,
    "Two side by side": two_side_by_side,
    "One alone": one_alone,
}

FUTOSHIKI: Rows = {
    "Solve": solve_futoshiki,
    "Hide": hide,
    "Keep these digits": keep,
    "Check": check,
    "Undo": undo_futoshiki,
    "Redo": redo_futoshiki,
    "Clear my digits": clear,
    "Hint": hint_futoshiki,
    "Explain": explain,
    "Next step": next_step,
    "Back": step_back,
    "To the end": steps_to_the_end,
    "To the start": steps_to_the_start,
    "Close": close_steps,
    "Corner": corner_marks,
    "Digits": digits,
    "Centre": centre_marks,
    "Empty the cell": empty_the_cell,
    "Peek (hold)": peek,
    "Trial": trial,
    "Take back": take_back,
    "Accept trial": accept,
    "Set": set_clues,
    "Clear the board": clear_the_board,
    "Play": play,
    "Show two": show_two,
    "Common cells": common,
    "Paste or load": paste_futoshiki,
    "New game": new_game,
    "Print a sheet": print_a_sheet,
}
PLAYED: Rows = {
    "Solve": solve,
    "To the start": to_the_start,
    "Forward": forward,
    "Back": back,
    "To the end": to_the_end,
    "Play": play_and_pause,
    "Start again": start_again,
    "Hint": hint,
    "Make this move": make_this_move,
    "Undo": undo,
    "Redo": redo,
    "Edit": edit,
    "Print a sheet": print_a_sheet,
}

TABLE: dict[str, dict[str, Rows]] = {
    "futoshiki": {"Board": FUTOSHIKI | TOP | SWITCH, "Race": RACE, "Think": THINK},
    "tiles": {
        "Board": PLAYED | {"Paste or load": paste("tiles"), "Scramble": new_board("Scramble")} | TOP | SWITCH,
        "Race": RACE,
        "Think": THINK,
    },
    "klotski": {
        "Board": PLAYED | {"Paste or load": paste("klotski"), "New board": new_board("New board")} | TOP | SWITCH,
        "Race": RACE,
        "Think": THINK,
    },
    "freecell": {
        "Board": PLAYED
        | {"Paste or load": paste("freecell"), "Deal": new_board("Deal"), "Deal it": deal_it}
        | TOP
        | SWITCH,
        "Race": RACE,
        "Think": THINK,
    },
    "guarini": {
        "Board": PLAYED | {"Paste or load": paste("guarini"), "New board": new_board("New board")} | TOP | SWITCH,
        "Race": RACE,
        "Think": THINK,
    },
}
"""Puzzle, view, button. The buttons of Edit are in test_edit_page.py: they differ from puzzle to puzzle."""

VIEW_NAMES = {"Board", "Edit", "Race", "Think"}
NOT_ALWAYS = {"Show more of it"}
"""Of a long search alone: test_other_pages.py has one."""
SHOWN = """() => [...document.querySelectorAll("button, [role=button]")]
    .filter(found => found.checkVisibility() && !found.closest("svg, .moves, details"))
    .map(found => (found.getAttribute("aria-label") || found.textContent).trim())"""
"""The names of all buttons in sight but for cells, pieces and moves."""


@pytest.mark.parametrize(("puzzle", "view"), [(puzzle, view) for puzzle, views in TABLE.items() for view in views])
def test_every_button_does_what_it_says(page: Page, studio: Studio, puzzle: str, view: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    names = INSTANCES if view == "Board" else INSTANCES | SMALL
    open_view(page, studio, puzzle, names[puzzle], view)
    if view == "Board" and puzzle != "futoshiki":
        page.wait_for_selector(".piece.movable")
    if view == "Race":
        page.wait_for_selector(".lane")
    seen: set[str] = set()
    for row in TABLE[puzzle][view].values():
        row(page)
        if view == "Board" and page.locator(".thought, .lane").count():
            continue  # another view, with a table of its own
        seen |= {name for name in page.evaluate(SHOWN) if not NAMED_BY_WHAT_THEY_DO.fullmatch(name)}
    assert seen <= {*TABLE[puzzle][view], *TOP, *VIEW_NAMES, *WHILE_IT_RUNS, *NOT_ALWAYS}
