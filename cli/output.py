"""What the commands share when they speak: exit statuses, consoles, JSON, progress and Ctrl-C.

Where not every character can be shown, a drawing in plain letters is better than none.
"""

from __future__ import annotations

import codecs
import io
import json
import os
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

import copla
from copla.ground.errors import CoplaError

if TYPE_CHECKING:
    from rich.text import Text

    from copla.answers.tables import Line, Table


_terminal = threading.Lock()
_STYLES = {"good": "green", "bad": "bold red", "open": "yellow"}


class Exit(IntEnum):
    """Exit statuses; the manual page of them is docs/cli.md."""

    ANSWERED = 0
    NO_SOLUTION = 1
    BAD_INPUT = 2
    LIMIT = 3
    INTERRUPTED = 130


def exit_status(status: copla.Status) -> Exit:
    match status:
        case copla.Status.SOLVED | copla.Status.OPTIMAL:
            return Exit.ANSWERED
        case copla.Status.INFEASIBLE:
            return Exit.NO_SOLUTION
        case copla.Status.UNSUPPORTED:
            return Exit.BAD_INPUT
        case copla.Status.INTERRUPTED:
            return Exit.INTERRUPTED
    return Exit.LIMIT


def say(text: Text | str) -> None:
    """Print the answer to standard output: with colour on a terminal, plain otherwise."""
    if isinstance(text, str):
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
        return
    from rich.console import Console

    Console(soft_wrap=True).print(text, end="")


def say_lines(lines: Iterable[Line]) -> None:
    """Print lines of a table: green agreed, red wrong, yellow unfinished, on a terminal."""
    if not on_terminal():
        sys.stdout.writelines(f"{line}\n" for line in lines)
        return
    from rich.text import Text

    text = Text()
    for line in lines:
        for piece, tone in line.pieces:
            text.append(piece, _STYLES[tone] if tone else None)
        text.append("\n")
    say(text)


def say_table(table: Table) -> None:
    say_lines(table.lines(width()))


def width() -> int:
    """The columns of the terminal, or what COLUMNS says; 80 where there is no terminal."""
    return shutil.get_terminal_size((80, 24)).columns


def say_sentence(text: str) -> None:
    """Print a line of words, on a terminal broken between them."""
    say(broken(text) if on_terminal() else text)


def broken(text: str) -> str:
    """Lines of words no longer than the terminal is wide."""
    import textwrap

    return "\n".join(
        textwrap.fill(line, width(), subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
        if len(line) > width()
        else line
        for line in text.split("\n")
    )


def remark(text: str) -> None:
    """Print a remark to standard error, so that standard output holds nothing but the answer."""
    sys.stdout.flush()
    write_remark(f"\x1b[2m{broken(text)}\x1b[0m\n" if sys.stderr.isatty() else text + "\n")


def advise(text: str) -> None:
    """A remark about what can be done next, for people at a terminal alone."""
    if sys.stderr.isatty():
        remark(text)


def remark_broken() -> None:
    """Name the plug-ins that would have been asked, had they been able to load."""
    from copla.plugins import registry

    for line in registry.broken_backends():
        remark(line)


def say_json(data: Mapping[str, Any]) -> None:
    sys.stdout.write(json.dumps(data, ensure_ascii=not knows_unicode()) + "\n")


def on_terminal() -> bool:
    return sys.stdout.isatty()


def make_folder(path: str | Path, trouble: str = "cannot be made", advice: str = "") -> Path:
    """The folder, made if it is missing; CoplaError with the trouble and the advice if that cannot be."""
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CoplaError(f"{path}: {trouble}: {error.strerror or error}{advice}") from None
    return Path(path)


@contextmanager
def watched(watch: copla.Watch, what: str | Callable[[], str]) -> Iterator[None]:
    """Ctrl-C stops the run (a second one the program); after a second a terminal shows the progress.

    ``what`` is the name of the run, or a function that gives the whole line.
    """
    before = signal.getsignal(signal.SIGINT)

    def stop(*_: object) -> None:
        watch.stop()
        signal.signal(signal.SIGINT, before)

    ended = threading.Event()
    line = what if callable(what) else lambda: _counters(watch, what)
    thread = threading.Thread(target=_show_progress, args=(line, ended), daemon=True)
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, stop)
    if sys.stderr.isatty():
        thread.start()
    try:
        yield
    finally:
        ended.set()
        if thread.is_alive():
            thread.join()
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, before)


@contextmanager
def above_progress() -> Iterator[None]:
    """For lines that are printed while a progress line is shown: it gives way, and comes back below them."""
    with _terminal:
        if sys.stderr.isatty():
            sys.stderr.write("\r\x1b[2K")
            sys.stderr.flush()
        yield
        sys.stdout.flush()


def _counters(watch: copla.Watch, what: str) -> str:
    nodes = max(watch.expanded, watch.generated)
    rate = f", {nodes / watch.seconds:,.0f}/s" if watch.seconds > 0 else ""
    note = f", {watch.note}" if watch.note else ""
    return f"{what}: {watch.seconds:.1f} s, {nodes:,} nodes{rate}{note}, {watch.peak_bytes / 1e6:,.0f} MB"


def _show_progress(line: Callable[[], str], ended: threading.Event) -> None:
    shown = False
    ended.wait(1.0)
    while not ended.wait(0.2):
        with _terminal:
            sys.stderr.write(f"\r\x1b[2K{line()[: shutil.get_terminal_size().columns - 1]}")  # one line can be erased
            sys.stderr.flush()
        shown = True
    if shown:
        sys.stderr.write("\r\x1b[2K")
        sys.stderr.flush()


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
