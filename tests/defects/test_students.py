"""Students' programs: right as they are, and found out when a line is spoiled (``make defects`` has all of them)."""

from __future__ import annotations

import pytest

from tests.defects.hunt_students import PROGRAMS, defects, hunt

pytestmark = pytest.mark.slow

FIRST = {defect["program"]: defect for defect in reversed(defects())}
"""One defect of each program."""


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_that_nobody_spoiled_passes(program: str) -> None:
    catch = hunt(program, most=40)
    assert (catch.kind, catch.problems) == ("", 40)


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_spoiled_line_is_found_made_small_and_blamed_on_the_right_layer(program: str) -> None:
    defect = FIRST[program]
    catch = hunt(program, defect["old"], defect["new"], defect.get("file", ""))
    assert catch.kind
    assert catch.layer == defect.get("layer", "solver")
    assert 0 < catch.number <= 6
