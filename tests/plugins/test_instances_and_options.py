"""A plug-in that reads boards: every command hands it the instance, and an option with two owners is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from subprocess import CompletedProcess
from textwrap import dedent

import pytest

pytestmark = pytest.mark.slow

SOURCE = dedent('''
    """A backend that looks at the board of sliding tiles, and has an option that the puzzle has, too."""

    from copla import Option, Result, Solution, Status


    class Looks:
        name = "looks"
        summary = "says that a board is solved if it is"
        options = (Option("goal", "any", "a goal of its own"), Option("depth", 0, "how deep it looks"))
        strength = {"planning": 1000}

        def missing(self):
            return None

        def refuses(self, problem):
            return "it reads boards"

        def solve(self, problem, options, watch):
            raise NotImplementedError

        def refuses_instance(self, instance):
            return None if instance.puzzle.name == "tiles" else "it reads sliding tiles"

        def solve_instance(self, instance, options, watch):
            if instance.content.tiles == tuple(range(9)):
                return Result(Status.OPTIMAL, (Solution(moves=(), cost=0),), bound=0)
            return Result(Status.UNKNOWN, message=f"not solved, with goal {options['goal']}")


    PLUGIN = Looks()
''')
SOLVED = "0 1 2 3 4 5 6 7 8"


def test_every_command_hands_the_board_to_a_backend_that_reads_it(
    copla: Callable[..., CompletedProcess[str]], make_plugin: Callable[..., object]
) -> None:
    plugins = make_plugin("copla.backends", "looks", SOURCE)
    assert "optimal, cost 0 · looks" in copla("solve", "tiles", SOLVED, plugins=plugins).stderr  # it is the strongest
    checked = copla("check", "tiles", SOLVED, "-b", "looks,search", plugins=plugins)
    assert checked.returncode == 0, checked.stdout
    compared = copla("compare", "tiles", SOLVED, "-b", "looks,search", "--db", "runs", "--json", plugins=plugins)
    runs = [json.loads(line) for line in compared.stdout.splitlines()]
    assert [(run["backend"], run["status"], run["verdict"]) for run in runs] == [
        ("looks", "optimal", "agree"),
        ("search", "optimal", "agree"),
    ]
    refused = copla("solve", "guarini", "3x4", "-b", "looks", plugins=plugins)
    assert refused.stderr == "copla: backend looks cannot take this problem: it reads sliding tiles\n"


def test_an_option_that_two_have_is_refused_unless_it_says_whose_it_is(
    copla: Callable[..., CompletedProcess[str]], make_plugin: Callable[..., object]
) -> None:
    plugins = make_plugin("copla.backends", "looks", SOURCE)
    both = "found the option goal, which tiles and backend looks have: expected tiles.goal or looks.goal"

    def run(command: str, *arguments: str) -> tuple[int, str]:
        done = copla(command, "tiles", "eight-10", *arguments, plugins=plugins)
        assert "Traceback" not in done.stderr
        return done.returncode, done.stderr.strip().split("\n")[-1]

    assert run("solve", "-b", "looks", "-O", "goal=last") == (2, f"copla: {both}")
    assert run("compare", "-b", "looks", "-O", "goal=last") == (2, f"copla: {both}")
    mine = ("-O", "tiles.goal=last", "-O", "looks.goal=mine")
    assert run("solve", "-b", "looks", *mine) == (3, "copla: no solution yet: not solved, with goal mine")
    assert run("check", "-b", "looks,search", *mine)[0] == 3  # nobody contradicts, but only one has an answer
    assert run("compare", "-b", "looks", "-b", "search", *mine, "--db", "runs.sqlite")[0] == 0
    assert run("solve", "-b", "search", "-O", "looks.goal=mine") == (
        2,
        "copla: found the option 'looks.goal', expected one of tiles or of backend search",
    )
    assert run("solve", "-b", "search", "-O", "weight=2", "-O", "search.weight=3") == (
        2,
        "copla: found the option weight as 2 and as 3, expected it once",
    )
    assert run("verify", "nothing", "-O", "looks.goal=mine") == (
        2,
        "copla: tiles has no option 'looks.goal'; its options: goal",
    )
