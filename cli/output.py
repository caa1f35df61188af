"""What the commands share when they speak: exit statuses, consoles, JSON, progress and Ctrl-C."""

from __future__ import annotations

import json
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from enum import IntEnum
from typing import TYPE_CHECKING, Any

import copla

if TYPE_CHECKING:
    from rich.text import Text


_terminal = threading.Lock()


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


def remark(text: str) -> None:
    """Print a remark to standard error, so that standard output holds nothing but the answer."""
    sys.stdout.flush()
    sys.stderr.write(f"\x1b[2m{text}\x1b[0m\n" if sys.stderr.isatty() else text + "\n")


def say_json(data: Mapping[str, Any]) -> None:
    """Print one object in one line."""
    sys.stdout.write(json.dumps(data, ensure_ascii=False) + "\n")


def on_terminal() -> bool:
    return sys.stdout.isatty()


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
