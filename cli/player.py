"""A plan on the terminal, forwards and backwards by keys, on a screen of its own: the scroll-back stays as it is."""

from __future__ import annotations

import io
import os
import re
import select
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import Enum

import copla
from copla.ground.errors import CoplaError
from copla.ground.text import counted

_OWN_SCREEN, _OLD_SCREEN = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"
_TOP, _REST_OF_LINE, _REST_OF_SCREEN = "\x1b[H", "\x1b[K", "\x1b[J"
_KEY = re.compile(rb"\x1b\[[0-9;]*[A-Za-z~]|\x1bO[A-Z]|.", re.DOTALL)
_KEYS = "← → one move, home and end, q to quit"


class Key(Enum):
    """What a key asks for; anything else stops a film that runs by itself."""

    NEXT = (b"\x1b[C", b"\x1bOC", b"\x1b[B", b"\x1bOB", b" ", b"l", b"n")
    BACK = (b"\x1b[D", b"\x1bOD", b"\x1b[A", b"\x1bOA", b"\x7f", b"h", b"p")
    HOME = (b"\x1b[H", b"\x1bOH", b"\x1b[1~", b"\x1b[7~", b"g")
    END = (b"\x1b[F", b"\x1bOF", b"\x1b[4~", b"\x1b[8~", b"G")
    QUIT = (b"q", b"Q", b"\x1b", b"\x03", b"\x04")


def keys(data: bytes) -> list[Key | None]:
    """The keys that were pressed; an escape that is the whole of a sequence is one, too.

    >>> keys(b"\\x1b[C\\x1b[Hxq"), keys(b"\\x1b")  # doctest: +ELLIPSIS
    ([<Key.NEXT: ...>, <Key.HOME: ...>, None, <Key.QUIT: ...>], [<Key.QUIT: ...>])
    """
    return [next((key for key in Key if found in key.value), None) for found in _KEY.findall(data)]


def place_after(key: Key | None, place: int, last: int) -> int:
    """Where a film of ``last + 1`` pictures is after a key.

    >>> [place_after(key, 3, 5) for key in (Key.NEXT, Key.BACK, Key.HOME, Key.END)], place_after(Key.NEXT, 5, 5)
    ([4, 2, 0, 5], 5)
    """
    places: dict[Key | None, int] = {Key.NEXT: min(place + 1, last), Key.BACK: max(place - 1, 0), Key.HOME: 0}
    return (places | {Key.END: last}).get(key, place)


def can_play() -> bool:
    """Whether keys can be read and pictures shown: both ends are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def require_player(loaded: copla.Instance, json: bool) -> None:
    """One line that says why a plan cannot be played, before anything is searched."""
    if not isinstance(loaded.puzzle, copla.ReplaysPlans):
        raise CoplaError(f"found --play, and {loaded.puzzle.name} has no moves to play: that is for plans")
    if json:
        raise CoplaError("found --play with --json, expected one of them")
    if not can_play():
        raise CoplaError("found --play without a terminal, expected one for the pictures and the keys")


def play_frames(frames: Sequence[copla.Frame], delay: float | None = None) -> None:
    """Show the pictures; with a delay they go on by themselves until the end, or until a key is pressed."""
    place, last = 0, len(frames) - 1
    with _own_screen() as handle:
        while True:
            _draw(frames, place)
            pressed = _read(handle, delay)
            if pressed is None:  # nobody pressed anything
                if place == last:
                    return
                place += 1
                continue
            delay = None
            for key in pressed:
                if key is Key.QUIT:
                    return
                place = place_after(key, place, last)


def _read(handle: int, delay: float | None) -> list[Key | None] | None:
    """The keys that are pressed; None if there are none in time."""
    try:
        if not select.select([handle], [], [], delay)[0]:
            return None
        return keys(os.read(handle, 1024)) or [Key.QUIT]
    except KeyboardInterrupt:
        return [Key.QUIT]


@contextmanager
def _own_screen() -> Iterator[int]:
    """The other screen of the terminal, without a cursor, and keys as they are pressed; all is put back at the end."""
    import termios
    import tty

    handle = sys.stdin.fileno()
    before = termios.tcgetattr(handle)
    try:
        tty.setcbreak(handle)
        now = termios.tcgetattr(handle)
        now[3] &= ~termios.ISIG  # Ctrl-C is a key like the others
        termios.tcsetattr(handle, termios.TCSADRAIN, now)
        sys.stdout.write(_OWN_SCREEN)
        yield handle
    finally:
        sys.stdout.write(_OLD_SCREEN)
        sys.stdout.flush()
        termios.tcsetattr(handle, termios.TCSADRAIN, before)


def _draw(frames: Sequence[copla.Frame], place: int) -> None:
    from rich.console import Console

    width, height = shutil.get_terminal_size()
    frame = frames[place]
    drawn = io.StringIO()
    console = Console(file=drawn, force_terminal=True, width=width, legacy_windows=False)
    console.print(frame.picture, end="", no_wrap=True, crop=True, overflow="crop")
    where = f"{place} of {counted(len(frames) - 1, 'move')}: {_KEYS}"
    picture = drawn.getvalue().rstrip("\n").split("\n")
    if len(picture) > height - 3:
        picture = [*picture[: height - 4], "..."]
    lines = [frame.caption[:width], *picture, "", where[:width]]
    sys.stdout.write(_TOP + f"{_REST_OF_LINE}\r\n".join(lines) + _REST_OF_LINE + _REST_OF_SCREEN)
    sys.stdout.flush()
