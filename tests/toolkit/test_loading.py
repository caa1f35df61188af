"""Loading: what an argument names, with the puzzle's options, is one instance for every command and every process."""

from __future__ import annotations

from pathlib import Path

import pytest

import copla
from copla.plugins.loading import load_many, read
from tests.cli.run import copla as command


def test_an_instance_is_a_name_a_file_or_inline(tmp_path: Path) -> None:
    by_name = copla.load("tiles", "two-by-two")
    file = tmp_path / "mine.txt"
    file.write_text(by_name.text, encoding="utf-8")
    by_path = copla.load("tiles", str(file))
    assert by_path.content == by_name.content
    assert (by_path.name, by_path.source) == (str(file), str(file))
    inline = copla.load("futoshiki", "2:0,0L,0,0,")
    assert (inline.name, inline.source) == ("2:0,0L,0,0,", "argument")


def test_options_change_the_instance_and_travel_with_it() -> None:
    plain, other = copla.load("tiles", "two-by-two"), copla.load("tiles", "two-by-two", {"goal": "last"})
    assert plain.refutation() is None
    refuted = other.refutation()
    assert refuted is not None
    assert refuted.status is copla.Status.INFEASIBLE
    again = read(**other.to_json())
    assert again == other
    assert again.options == {"goal": "last"}
    job = copla.Job("tiles", other.source, other.text, other.options, "search", {}, copla.Limits())
    assert job.instance().content == other.content


@pytest.mark.parametrize(
    ("puzzle", "argument", "options", "message"),
    [
        ("tiles", "nothing", {}, "nothing: there is no such file and no shipped instance of tiles of that name"),
        ("tiles", ".", {}, ".: found a folder, expected one instance"),
        ("tiles", "two-by-two", {"goal": "lost"}, "tiles: option goal is 'lost', expected last or first"),
        ("futoshiki", "tiny-1", {"goal": "last"}, "futoshiki has no option 'goal'"),
        ("chess", "1", {}, "there is no puzzle 'chess'"),
    ],
)
def test_what_cannot_be_loaded_is_one_line(puzzle: str, argument: str, options: dict[str, str], message: str) -> None:
    with pytest.raises(copla.CoplaError) as error:
        copla.load(puzzle, argument, options)
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)


def test_patterns_and_folders_are_many(tmp_path: Path) -> None:
    assert [item.name for item in load_many("futoshiki", ["tiny-*"])] == ["tiny-1", "tiny-2"]
    for number in (10, 9):
        (tmp_path / f"b{number}.txt").write_text("2:0,0L,0,0,\n", encoding="utf-8")
    assert [Path(item.name).stem for item in load_many("futoshiki", [str(tmp_path)])] == ["b9", "b10"]


@pytest.mark.slow
def test_every_command_takes_the_options_of_the_puzzle(tmp_path: Path) -> None:
    answer = str(tmp_path / "answer.txt")
    last = ("-O", "goal=last")
    assert command("solve", "tiles", "eight-10", *last, "-o", answer).status == 0
    assert command("verify", "tiles", "eight-10", answer, *last).out == "a valid solution\ncost 26, the best possible\n"
    assert command("verify", "tiles", "eight-10", answer).status == 1
    assert command("show", "tiles", "eight-10", answer, *last).status == 0
    assert command("check", "tiles", "two-by-two", "-b", "search,native", *last).status == 0
    refused = command("check", "tiles", "two-by-two", "-O", "gaol=last")
    assert refused.status == 2
    assert "found the option 'gaol', which is none of the puzzle" in refused.err
