"""Seeded defects of the engine are caught; `make defects` hunts all of them, here it is one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.defects.hunt import HUNTED_BY_THE_TESTS, MOST_PROBLEMS, PATCHES, SOURCES, apply, hunt, spoiled, summary

pytestmark = pytest.mark.slow


def test_there_are_enough_of_them() -> None:
    assert len(PATCHES) >= 25
    assert len({summary(name) for name in PATCHES}) == len(PATCHES)


@pytest.mark.parametrize("name", PATCHES)
def test_every_patch_still_spoils_the_sources(name: str, tmp_path: Path) -> None:
    copy = tmp_path / "backends" / "native" / "src" / "constraints"
    shutil.copytree(SOURCES / "constraints", copy)
    apply(name, tmp_path)
    changed = [
        path for path in copy.iterdir() if path.read_bytes() != (SOURCES / "constraints" / path.name).read_bytes()
    ]
    assert len(changed) == 1


def test_a_reason_that_is_too_short_is_caught() -> None:
    catch = hunt(HUNTED_BY_THE_TESTS, spoiled(HUNTED_BY_THE_TESTS))
    assert catch.evidence
    assert catch.problems <= MOST_PROBLEMS
