"""copla print: a sheet of puzzles, given or new ones, with the answers on another page."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer import Argument, Option

import copla
from copla.cli.arguments import InstanceOptions, Memory, PuzzleName, TextFile, Timeout, complete_instance, read_limits
from copla.cli.generate import generator_of
from copla.cli.output import remark, say, watched
from copla.cli.puzzle_options import options_given
from copla.cli.settings import read_settings, split_options
from copla.ground.errors import CoplaError
from copla.ground.text import counted

if TYPE_CHECKING:
    from copla.plugins.sheet import Item

PAPERS = ("a4", "letter")
_SECONDS = 30.0


def print_sheet(
    ctx: typer.Context,
    puzzle: PuzzleName,
    instances: Annotated[
        list[str] | None,
        Argument(
            metavar="INSTANCE",
            help="Instances, as check takes them; without any, new ones are made.",
            autocompletion=complete_instance,
        ),
    ] = None,
    count: Annotated[int | None, Option("--count", metavar="N", min=1, max=1000, help="How many new ones (1).")] = None,
    seed: Annotated[int | None, Option("--seed", help="Same seed, same sheet.")] = None,
    paper: Annotated[str, Option("--paper", help=f"The size of the page: {' or '.join(PAPERS)}.")] = PAPERS[0],
    answers: Annotated[bool, Option("--answers/--no-answers", help="With the answers on another page.")] = True,
    option: InstanceOptions = None,
    output: TextFile = None,
    timeout: Timeout = _SECONDS,
    memory: Memory = None,
) -> None:
    """Make a sheet of puzzles to print: one HTML page, to be opened and printed by a browser.

    Examples:
      copla print futoshiki --count 6 --size 6 --difficulty search --seed 1 -o sheet.html

      copla print futoshiki extreme-9-1 extreme-9-2 -o sheet.html
    """
    from copla.ground.files import write_text
    from copla.plugins.loading import load_many
    from copla.plugins.sheet import sheet

    if paper not in PAPERS:
        raise CoplaError(f"found the paper {paper!r}, expected {' or '.join(PAPERS)}")
    if not isinstance(copla.puzzle(puzzle), copla.Draws):
        raise CoplaError(f"{puzzle} has no pictures to print")
    limits = read_limits(timeout, memory, 1)
    given = options_given(ctx)
    own, left = split_options(puzzle, read_settings(option))
    own |= left  # all are the puzzle's, which says so where one is not
    if instances:
        if given or count is not None or seed is not None:
            raise CoplaError("found instances together with options for new ones, expected one or the other")
        chosen = [(item, item.name) for item in load_many(puzzle, instances, own)]
    else:
        chosen = _new_ones(puzzle, given, own, count or 1, seed, limits)
    items = [_item(instance, caption, limits, answers) for instance, caption in chosen]
    page = sheet(f"{puzzle.capitalize()}: {counted(len(items), 'puzzle')}", items, paper)
    if output is None:
        say(page)
    else:
        write_text(output, page)
        remark(f"{output}: {counted(len(items), 'puzzle')}")


def _new_ones(
    puzzle: str, given: dict[str, Any], own: dict[str, str], count: int, seed: int | None, limits: copla.Limits
) -> list[tuple[copla.Instance, str]]:
    """New instances with seeds in a row, each with what its generator says of it."""
    from copla.plugins.loading import read

    maker = generator_of(puzzle)
    options = copla.read_options(maker.generator_options, given, f"print {puzzle}")
    first = random.SystemRandom().randrange(10**6) if seed is None else seed
    found = []
    for number in range(first, first + count):
        watch = copla.Watch(limits)
        with watched(watch, f"{puzzle} {number}"):
            made = maker.generate(number, options, watch)
        text = maker.write(made.instance, maker.forms[0])
        found.append((read(puzzle, text, f"seed {number}", options=own), made.remark))
    return found


def _item(instance: copla.Instance, caption: str, limits: copla.Limits, with_answer: bool) -> Item:
    from copla.running.printing import item_of

    watch = copla.Watch(limits)
    with watched(watch, instance.name):
        return item_of(instance, caption, watch, with_answer=with_answer)
