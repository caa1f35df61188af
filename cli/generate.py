"""copla generate: new instances from a seed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer import Argument, Option

import copla
from copla.cli.arguments import Json, Memory, PuzzleName, TextFile, Timeout, read_limits
from copla.cli.output import remark, say, say_json, watched
from copla.cli.puzzle_options import PuzzleCommand, as_parameters, options_given
from copla.ground.errors import CoplaError
from copla.ground.files import write_text


class GenerateCommand(PuzzleCommand):
    """The further options are those of the puzzle's generator."""

    def options_of(self, puzzle: str) -> Sequence[Any]:
        maker = copla.puzzle(puzzle)
        return as_parameters(maker.generator_options) if isinstance(maker, copla.Generates) else ()

    def refuse(self, puzzle: str, option: str) -> None:
        name = option.lstrip("-").replace("-", "_")
        copla.read_options(generator_of(puzzle).generator_options, {name: None}, f"{self.name} {puzzle}")


def generate(
    ctx: typer.Context,
    puzzle: PuzzleName,
    series: Annotated[
        list[str] | None, Argument(metavar="PREFIX FIRST LAST", help="Write PREFIXn.txt for each n from FIRST to LAST.")
    ] = None,
    seed: Annotated[int | None, Option("--seed", help="Same seed, same instance; in a series n is added.")] = None,
    form: Annotated[str | None, Option("--form", "-f", help="Text form to write.")] = None,
    output: TextFile = None,
    timeout: Timeout = None,
    memory: Memory = None,
    json: Json = False,
) -> None:
    """Make a new instance, or a series of them as files.

    Examples:
      copla generate futoshiki --size 7 --difficulty extreme --seed 5

      copla generate futoshiki easy 1 20 --size 5 --difficulty easy
    """
    maker = generator_of(puzzle)
    options = copla.read_options(maker.generator_options, options_given(ctx), f"generate {puzzle}")
    chosen_form = maker.forms[0] if form is None else form

    def make(number: int, path: str | None) -> None:
        watch = copla.Watch(read_limits(timeout, memory, 1))
        with watched(watch, f"{puzzle} {number}"):
            made = maker.generate(number, options, watch)
        text = maker.write(made.instance, chosen_form)
        if path is not None:
            write_text(path, text)
        if json:
            say_json({"puzzle": puzzle, "seed": number, "form": chosen_form, "text": text, "about": made.remark})
            return
        if path is None:
            say(text)
        remark(f"{path}: {made.remark}" if series else made.remark)

    if not series:
        make(random.SystemRandom().randrange(10**6) if seed is None else seed, output)
        return
    prefix, first, last = _read_series(series)
    if output is not None:
        raise CoplaError("found --output with a series, expected one or the other")
    for number in range(first, last + 1):
        make((seed or 0) + number, f"{prefix}{number}.txt")


def generator_of(puzzle: str) -> Any:
    maker = copla.puzzle(puzzle)
    if not isinstance(maker, copla.Generates) or not isinstance(maker, copla.WritesText):
        raise CoplaError(f"{puzzle} has no generator")
    return maker


def _read_series(words: list[str]) -> tuple[str, int, int]:
    numbers = [word for word in words[1:] if word.isascii() and word.isdigit() and len(word) < 10]
    if len(words) != 3 or len(numbers) != 2 or int(words[1]) > int(words[2]):
        raise CoplaError(f"found {' '.join(words)!r}, expected a series: PREFIX FIRST LAST, such as 'test 21 30'")
    return words[0], int(words[1]), int(words[2])
