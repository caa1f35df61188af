"""A third party's package adds a command, or options to a command of the program where it is given a puzzle."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

pytestmark = pytest.mark.slow

Run = Callable[..., CompletedProcess[str]]
Make = Callable[..., Path]

TALLY = """
import sys
from typing import Annotated
import typer

sys.stderr.write("imported\\n")

def PLUGIN(words: list[str], loud: Annotated[bool, typer.Option("--loud", help="Shout.")] = False) -> None:
    \"\"\"Count words.\"\"\"
    typer.echo(f"{len(words)} words" + "!" * loud)
"""
SHIFT = """
from typing import Annotated
import typer

def PLUGIN(
    shift: Annotated[int, typer.Option("--shift", help="Added to every digit.")] = 0,
    instance: str = "",
    json: bool = False,
) -> None:
    \"\"\"Example: copla solve futoshiki tiny-2 --shift 3\"\"\"
    typer.echo(f"{instance} {shift} {json}")
"""


def test_a_plugin_brings_a_command(copla: Run, make_plugin: Make) -> None:
    plugins = make_plugin("copla.commands", "tally", TALLY)
    ended = copla("tally", "one", "two", "--loud", plugins=plugins)
    assert (ended.returncode, ended.stdout) == (0, "2 words!\n")
    shown = copla("tally", "--help", plugins=plugins).stdout
    assert "Count words." in shown
    assert "Shout." in shown


def test_a_plugins_command_is_listed_without_being_imported(copla: Run, make_plugin: Make) -> None:
    plugins = make_plugin("copla.commands", "tally", TALLY)
    shown = copla("--help", plugins=plugins)
    assert "From the package plugin_tally." in shown.stdout
    assert "imported" not in shown.stderr
    assert "did you mean 'tally'? There are: tally, " in copla("taly", plugins=plugins).stderr


def test_a_plugin_brings_a_group_of_commands(copla: Run, make_plugin: Make) -> None:
    source = TALLY + "\ntally, PLUGIN = PLUGIN, typer.Typer(help='Words.')\nPLUGIN.command('tally')(tally)\n"
    plugins = make_plugin("copla.commands", "words", source + "PLUGIN.command('again')(tally)\n")
    assert copla("words", "tally", "one", plugins=plugins).stdout == "1 words\n"
    assert copla("words", "again", "one", plugins=plugins).stdout == "1 words\n"


def test_a_plugin_brings_options_for_a_puzzle(copla: Run, make_plugin: Make) -> None:
    plugins = make_plugin("copla.commands", "solve.futoshiki", SHIFT)
    ended = copla("solve", "futoshiki", "tiny-2", "--shift", "3", "--json", plugins=plugins)
    assert (ended.returncode, ended.stdout) == (0, "tiny-2 3 True\n")
    assert copla("solve", "futoshiki", "tiny-2", plugins=plugins).stdout == "1 < 2\n\n2   1\n"
    assert "--shift" in copla("solve", "futoshiki", "--help", plugins=plugins).stdout
    assert "--shift" not in copla("solve", "tiles", "--help", plugins=plugins).stdout
    ended = copla("solve", "tiles", "eight-4", "--shift", "3", plugins=plugins)
    assert (ended.returncode, ended.stderr) == (
        2, "copla: solve tiles has no option --shift: that is for futoshiki\n",
    )  # fmt: skip


def test_a_plugin_takes_no_command_of_the_program(copla: Run, make_plugin: Make) -> None:
    plugins = make_plugin("copla.commands", "solve", TALLY)
    assert copla("solve", "futoshiki", "tiny-2", plugins=plugins).stdout == "1 < 2\n\n2   1\n"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (
            "import no_such_library",
            "cannot be loaded: ModuleNotFoundError: No module named 'no_such_library' (plugin_broken.py, line 1)",
        ),
        ("PLUGIN = 3", "command 'broken': 3 is no function and no typer.Typer"),
    ],
)
def test_a_broken_command_harms_nobody_but_itself(copla: Run, make_plugin: Make, source: str, message: str) -> None:
    plugins = make_plugin("copla.commands", "broken", source)
    ended = copla("broken", plugins=plugins)
    assert ended.returncode == 2
    assert ended.stderr.startswith("copla: command 'broken'")
    assert ended.stderr.endswith(message + "\n")
    assert copla("--help", plugins=plugins).returncode == 0
    assert copla("solve", "futoshiki", "tiny-2", plugins=plugins).returncode == 0
