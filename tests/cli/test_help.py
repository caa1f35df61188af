"""What the help says fits the terminal, and no line is broken before its end."""

from __future__ import annotations

import subprocess
import sys
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


def test_the_help_of_the_program_imports_no_part_of_the_language() -> None:
    code = "import sys; sys.argv = ['copla', '--help']\nfrom copla.cli import main\ntry:\n    main()\n"
    code += "except SystemExit:\n    print([name for name in sys.modules if name.startswith('copla.language')])"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout.splitlines()[-1] == "[]"
