"""Work in a process of its own: what it says is heard, it stops when it is asked to, and it is ended at any moment."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from copla.ground.apart import Apart, Tell, possible

pytestmark = pytest.mark.skipif(not possible(), reason="this system tells nothing of a process")


def nothing() -> None:
    """Whoever is asked to stop goes on."""


def wait(tell: Tell) -> None:
    """Says which process it is, and does not end by itself."""
    tell(os.getpid())
    time.sleep(1_000)


def said_by(work: Callable[[Tell], None]) -> list[Any]:
    heard: list[Any] = []
    with Apart(work, nothing) as apart:
        while not apart.ended:
            heard += apart.hear(1)
    return heard


def test_everything_that_is_said_is_heard_in_order() -> None:
    long = list(range(100_000))  # more than a pipe holds

    def work(tell: Tell) -> None:
        for number in range(3):
            tell([number, long])

    assert said_by(work) == [[number, long] for number in range(3)]


def test_what_the_work_changes_is_lost_here() -> None:
    changed: list[int] = []

    def work(tell: Tell) -> None:
        changed.append(1)
        tell(len(changed))

    assert said_by(work) == [1]
    assert changed == []


def test_who_is_asked_to_stop_may_still_answer() -> None:
    wanted = threading.Event()

    def work(tell: Tell) -> None:
        tell("waiting")
        wanted.wait()
        tell("stopped")

    heard = []
    with Apart(work, wanted.set) as apart:
        while not apart.ended:
            for message in apart.hear(1):
                heard.append(message)
                apart.ask_to_stop()
    assert heard == ["waiting", "stopped"]


def test_who_does_not_stop_is_ended() -> None:
    with Apart(wait, nothing) as apart:
        process = None
        while process is None:
            process = next(apart.hear(1), None)
        apart.ask_to_stop()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_an_exception_there_is_one_here() -> None:
    def fail(tell: Tell) -> None:
        raise ValueError("no such thing")

    def ask_for_too_much(tell: Tell) -> None:
        raise MemoryError

    with pytest.raises(RuntimeError, match=r"no such thing \(test_apart.py, line \d+\)"):
        said_by(fail)
    with pytest.raises(MemoryError):
        said_by(ask_for_too_much)


def test_a_crash_there_is_none_here() -> None:
    with Apart(lambda tell: os.kill(os.getpid(), signal.SIGSEGV), nothing) as apart:
        while not apart.ended:
            assert not list(apart.hear(1))
        assert apart.end() is signal.SIGSEGV


def test_what_it_holds_is_known() -> None:
    def work(tell: Tell) -> None:
        held = bytearray(50_000_000)
        tell(len(held))
        time.sleep(1_000)

    with Apart(work, nothing) as apart:
        assert apart.grown < 10_000_000
        while not list(apart.hear(1)):
            pass
        assert 45_000_000 < apart.grown < 60_000_000


def test_nothing_of_others_is_held_open() -> None:
    end, other_end = os.pipe()
    with Apart(wait, nothing) as apart:
        while not list(apart.hear(1)):
            pass
        os.close(other_end)
        assert os.read(end, 1) == b""  # the end is seen at once
    os.close(end)
