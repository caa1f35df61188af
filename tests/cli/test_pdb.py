"""copla pdb: what people do with pattern databases at the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.run import copla


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COPLA_CACHE", str(tmp_path))
    return tmp_path / "tiles"


@pytest.mark.slow
def test_build_list_verify_and_remove(cache: Path) -> None:
    built = copla("pdb", "build", "3x3", "4-4")
    assert (built.status, built.err, built.out.count("built in")) == (0, "", 2)
    again = copla("pdb", "build", "3x3", "4-4")
    assert (again.status, again.out.count("ready")) == (0, 2)
    listed = copla("pdb", "list")
    assert (listed.status, listed.out.count("3x3 cells")) == (0, 2)
    assert str(cache) in listed.err
    checked = copla("pdb", "verify")
    assert (checked.status, checked.out.count("sound")) == (0, 2)
    first, second = sorted(cache.iterdir())
    data = bytearray(first.read_bytes())
    data[-1] ^= 1
    first.write_bytes(data)
    damaged = copla("pdb", "verify")
    assert (damaged.status, damaged.out.count("sound"), damaged.out.count("checksum is wrong")) == (1, 1, 1)
    mended = copla("pdb", "build", "3x3", "4-4")
    assert (mended.status, mended.out.count("ready"), mended.out.count("built in")) == (0, 1, 1)
    assert "built again" in mended.err
    (cache / "x.pdb.1.partial").write_bytes(b"")
    assert "killed" in copla("pdb", "list").out
    assert copla("pdb", "remove", "3x3", "4-4").out.count("removed") == 2
    assert not first.exists()
    assert not second.exists()
    assert copla("pdb", "remove", "--all").out.count("removed") == 1
    assert list(cache.iterdir()) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("build", "4by4"), "expected rows x columns such as 4x4"),
        (("build", "6x6"), "at most 25 cells"),
        (("build", "4x4", "6-6-4"), "has 16 tiles, expected 15"),
        (("build", "3x3", "1,2,3/4,5,6"), "does not hold each of the tiles 1 to 8 once"),
        (("build", "4x4", "six"), "expected sizes such as 6-6-3"),
        (("remove",), "say which databases to remove"),
    ],
)
def test_what_cannot_be_done_is_one_line(arguments: tuple[str, ...], message: str) -> None:
    run = copla("pdb", *arguments)
    assert (run.status, run.err.count("\n")) == (2, 1)
    assert message in run.err


def test_limits_end_a_build_without_a_file(cache: Path) -> None:
    run = copla("pdb", "build", "4x4", "7-8", "--memory", "50MB")
    assert (run.status, run.err) == (3, "copla: memory while building a pattern database\n")
    assert not cache.exists()


def test_a_cache_that_cannot_be_written_is_one_line(cache: Path) -> None:
    cache.write_text("a file where the folder should be")
    run = copla("pdb", "build", "2x3")
    assert (run.status, run.err.count("\n")) == (2, 1)
    assert "cannot be written" in run.err
