"""Sheets to print: every puzzle that draws, new and given instances, answers on another page."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from copla.plugins.sheet import Item, sheet
from copla.plugins.svg import svg_document
from tests.cli.run import copla


class Tags(HTMLParser):
    """All tags that were opened and closed, and the names inside the page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.used: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta",):
            self.open.append(tag)
        for name, value in attrs:
            self.ids += [value or ""] if name == "id" else []
            self.used += [(value or "")[1:]] if name in ("href", "xlink:href") else []

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def parts(page: str) -> tuple[str, str]:
    """The puzzles and the answers."""
    puzzles, _, answers = page.partition('<h1 class="page">')
    return puzzles, answers


def check(page: str) -> None:
    tags = Tags(page)
    assert tags.open == []
    assert len(tags.ids) == len(set(tags.ids))
    assert set(tags.used) <= set(tags.ids)
    assert not re.search(r'(?:src|href)="(?!#)', page), "nothing is loaded from elsewhere"


def test_new_puzzles_with_their_answers_on_another_page(tmp_path: Path) -> None:
    path = tmp_path / "sheet.html"
    arguments = ["print", "futoshiki", "--count", "3", "--size", "4", "--difficulty", "easy", "--seed", "1"]
    done = copla(*arguments, "-o", str(path))
    assert (done.status, done.err) == (0, f"{path}: 3 puzzles\n")
    page = path.read_text(encoding="utf-8")
    check(page)
    puzzles, answers = parts(page)
    assert puzzles.count("<svg") == answers.count("<svg") == 3
    assert [f"seed {seed}" in puzzles for seed in (1, 2, 3)] == [True] * 3
    assert "size: a4" in page
    assert copla(*arguments).out == page


@pytest.mark.parametrize(
    ("puzzle", "instances", "said"),
    [
        ("futoshiki", ["tiny-2", "recursive-4-1"], ""),
        ("tiles", ["1 3 2 0"], "<li>tile 3 moves down</li>"),
        ("klotski", ["easy"], "8 moves, and none is better"),
        ("guarini", ["3x3", "4x3"], "and none is better"),
        ("freecell", ["617", "1"], "not proven to be the best"),
        ("futoshiki", ["unsolvable-cycle"], "no solution"),
    ],
)
def test_given_instances_of_every_puzzle(puzzle: str, instances: list[str], said: str) -> None:
    done = copla("print", puzzle, *instances, "--paper", "letter")
    assert done.status == 0
    check(done.out)
    puzzles, answers = parts(done.out)
    assert puzzles.count("<svg") == len(instances)
    assert said in answers
    assert "size: letter" in done.out


def test_without_answers_there_is_no_second_page() -> None:
    done = copla("print", "futoshiki", "tiny-2", "--no-answers")
    assert done.status == 0
    assert parts(done.out)[1] == ""


def test_an_answer_that_takes_too_long_is_said_to_be_missing() -> None:
    answers = parts(copla("print", "tiles", "korf-88", "--timeout", "0").out)[1]
    assert "no answer (timeout" in answers


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["tiny-2", "--count", "2"], "found instances together with options for new ones, expected one or the other"),
        (["tiny-2", "--size", "5"], "found instances together with options for new ones, expected one or the other"),
        (["--paper", "a5"], "found the paper 'a5', expected a4 or letter"),
        (["--rows", "5"], "print futoshiki has no option 'rows'"),
        (["missing-board"], "missing-board: there is no such file and no shipped instance"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], message: str) -> None:
    done = copla("print", "futoshiki", *arguments)
    assert done.status == 2
    assert message in done.err
    assert len(done.err.splitlines()) == 1


def test_text_is_escaped() -> None:
    page = sheet("a < b & c", [Item("x < y", svg_document("t", 9, 9, []), remark="<b>")])
    check(page)
    assert "a &lt; b &amp; c" in page
    assert "&lt;b&gt;" in page
