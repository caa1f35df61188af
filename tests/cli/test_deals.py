"""copla solve freecell --deals: ranges of Microsoft deals, their file, and going on with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.run import copla


def test_a_range_is_summed_up_and_resumed(tmp_path: Path) -> None:
    file = tmp_path / "deals.csv"
    first = copla("solve", "freecell", "--deals", "1-20", "--summary", "-o", str(file))
    assert first.status == 0
    assert "solved      20" in first.out
    rows = file.read_text(encoding="utf-8")
    assert rows.startswith("deal,algorithm,status,length,expanded\n1,fast,solved,")
    file.write_text(rows[: rows.index("\n15,") + 5], encoding="utf-8")  # as a kill leaves it
    again = copla("solve", "freecell", "--deals", "1-20", "--json", "-o", str(file))
    assert again.json["deals"] == again.json["solved"] == 20
    assert file.read_text(encoding="utf-8") == rows


def test_rows_are_printed_without_a_file() -> None:
    ended = copla("solve", "freecell", "--deals", "164-165")
    assert [line.split(",")[0] for line in ended.out.splitlines()[:2]] == ["164", "165"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("freecell", "--deals", "5-3"), "found '5-3', expected numbers such as 1-32000"),
        (("freecell", "617", "--deals", "1-3"), "takes the place of the instance"),
        (("tiles", "--deals", "1-3"), "copla: solve tiles has no option --deals: that is for freecell\n"),
        (
            ("futoshiki", "tiny-2", "--deals=1-3"),
            "copla: solve futoshiki has no option --deals: that is for freecell\n",
        ),
        (("freecell", "ranks-2-1", "--summary"), "found --summary without --deals"),
        (("freecell", "--deals", "1-3", "--algorithm", "bfs"), "expected fast, short, optimal"),
        (("freecell", "--deals"), "the option --deals has no value"),
        (("freecell",), "found no instance"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(arguments: tuple[str, ...], message: str) -> None:
    ended = copla("solve", *arguments)
    assert ended.status == 2
    assert message in ended.err
    assert ended.err.count("\n") == 1


def test_the_options_of_a_puzzle_are_shown_only_with_it() -> None:
    shown = copla("solve", "freecell", "--help").out
    assert "Options of freecell" in shown
    assert "--deals" in shown
    assert "--deals" not in copla("solve", "futoshiki", "--help").out
    assert "Options of freecell: --deals" in copla("solve", "--help").out


def test_the_puzzle_may_stand_behind_its_options() -> None:
    assert copla("solve", "--deals", "164-165", "--summary", "freecell").out.startswith("deals       2 (fast)\n")


def test_a_file_of_another_kind_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("my notes\n", encoding="utf-8")
    ended = copla("solve", "freecell", "--deals", "1-2", "-o", str(file))
    assert ended.status == 2
    assert "found another kind of file" in ended.err
    assert file.read_text(encoding="utf-8") == "my notes\n"
