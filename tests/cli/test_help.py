"""What the help says fits the terminal, and no line is broken before its end."""

from __future__ import annotations

from itertools import pairwise

import pytest

from copla.cli.commands import Copla
from tests.cli.run import copla

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("columns", [80, 100])
@pytest.mark.parametrize("command", [*Copla.own, "freecell", "klotski", "pdb build"])
def test_a_paragraph_fills_the_lines_and_a_flag_takes_no_value(command: str, columns: int) -> None:
    run = copla(*command.split(), "--help", columns=columns)
    prose = run.out.partition("╭")[0].splitlines()
    assert run.status == 0
    assert max(map(len, run.out.splitlines())) <= columns
    assert command.startswith("pdb") or "<bool>" not in run.out
    for line, following in pairwise(prose):
        first = following.split(maxsplit=1)[0] if following.strip() else ""
        if line.strip() and first and not line.strip().endswith(":"):
            assert len(line.rstrip()) + 1 + len(first) > columns - 1  # the next word would not have fitted
