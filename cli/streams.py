"""Printing where not every character can be shown: a drawing in plain letters is better than none."""

from __future__ import annotations

import codecs
import io
import os
import sys
from contextlib import suppress

PLAIN = "copla.plain"
_ALIKE = {
    **dict.fromkeys("┌┬┐├┼┤└┴┘╭╮╰╯", "+"),
    **dict.fromkeys("─━", "-"),
    **dict.fromkeys("│┃", "|"),
    **{"∧": "^", "∨": "v", "·": ".", "▒": "#", "…": "..."},
    **{"♠": "S", "♥": "H", "♦": "D", "♣": "C", "♘": "W", "♞": "B"},
}


def open_all() -> None:
    """Stand-ins for standard streams that are closed: nothing is read, and what is written goes nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - until the end; it takes the free number


def write_remark(text: str) -> None:
    """Write to standard error. Where that cannot be, the answer and the exit status still say what they say."""
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except OSError:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - until the end


def speak_plainly() -> None:
    """From now on what standard output and standard error cannot write is written by what is most like it.

    That is so in a locale without Unicode, and everywhere for the bytes of a file's name that are no text.
    """
    codecs.register_error(PLAIN, _alike)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            with suppress(OSError):  # a stream that was put onto another file since it was made
                stream.reconfigure(errors=PLAIN)


def knows_unicode() -> bool:
    """Whether standard output can write every character."""
    return str(getattr(sys.stdout, "encoding", None) or "utf-8").lower().startswith("utf")


def plain(text: str) -> str:
    """A text by the letters of the oldest alphabet.

    >>> plain("│ 5♠ · │ été")
    '| 5S . | ?t?'
    """
    return "".join(letter if letter.isascii() else _ALIKE.get(letter, "?") for letter in text)


def _alike(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return plain(error.object[error.start : error.end]), error.end
