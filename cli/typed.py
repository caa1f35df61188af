"""Loading an instance for a command; whoever types it into the terminal is told how, and when it is done."""

from __future__ import annotations

import sys
from collections.abc import Mapping

import copla
from copla.cli.output import remark
from copla.ground.errors import CoplaError, FormatError


def load(puzzle: str, argument: str, options: Mapping[str, object] | None = None) -> copla.Instance:
    """As ``copla.load``; of ``-`` on a terminal the lines are read one by one."""
    if argument != "-" or not sys.stdin.isatty():
        return copla.load(puzzle, argument, options)
    from copla.plugins.loading import read

    chosen = copla.puzzle(puzzle)
    how = chosen.how_to_type if isinstance(chosen, copla.SaysHowToType) else "an instance in any form that copla reads"
    remark(f"type or paste {puzzle}:\n{how}\na blank line after the last one ends it, or Ctrl-D")
    return read(puzzle, _typed(chosen), "standard input", options=options)


def _typed(puzzle: copla.Puzzle[object]) -> str:
    """Lines up to Ctrl-D, or up to a blank one if they are an instance by then; two blank ones always end it."""
    from copla.ground.files import LARGEST_INPUT

    text, blank = "", False
    while len(text) <= LARGEST_INPUT:
        line = sys.stdin.readline()
        if not line:
            break
        if not line.strip() and text.strip() and (blank or _is_whole(puzzle, text)):
            break
        blank = not line.strip()
        text += line
    return text


def _is_whole(puzzle: copla.Puzzle[object], text: str) -> bool:
    """Whether the lines so far are an instance: formats with blank lines in them are typed in, too."""
    try:
        puzzle.parse(text, "standard input")
    except FormatError:
        return False
    except CoplaError:
        return True
    return True
