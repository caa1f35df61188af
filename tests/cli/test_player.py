"""A plan is played on a real terminal: by keys, in 80 columns, and the scroll-back stays as it is."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time

import pytest

from tests.cli.run import copla

pytestmark = pytest.mark.slow

RIGHT, LEFT, HOME, END, ESCAPE = b"\x1b[C", b"\x1b[D", b"\x1b[H", b"\x1b[F", b"\x1b"


class Terminal:
    """The program on a terminal of 80 x 24."""

    def __init__(self, *arguments: str) -> None:
        self.ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
        command = [sys.executable, "-m", "copla.cli", *arguments]
        self.process = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True
        )
        os.close(theirs)
        self.seen = ""

    def wait_for(self, text: str) -> str:
        """Everything since the last look, up to this text."""
        new = ""
        for _ in range(600):
            if select.select([self.ours], [], [], 0.1)[0]:
                try:
                    new += os.read(self.ours, 1 << 16).decode(errors="replace")
                except OSError:  # the other end is closed
                    break
            if text in new:
                break
        self.seen += new
        assert text in new, new[-500:]
        return new

    @property
    def plain(self) -> str:
        """All that was shown, without colours."""
        return re.sub(r"\x1b\[[0-9;]*m", "", self.seen)

    def press(self, *keys: bytes) -> None:
        os.write(self.ours, b"".join(keys))

    def end(self) -> int:
        while True:
            try:
                more = os.read(self.ours, 1 << 16)
            except OSError:
                break
            if not more:
                break
            self.seen += more.decode(errors="replace")
        os.close(self.ours)
        return self.process.wait()


def screens(text: str) -> list[list[str]]:
    """The screens that were drawn, as lines without colours."""
    plain = re.sub(r"\x1b\[[0-9;]*[mK]", "", text)
    return [part.split("\x1b[J")[0].split("\r\n") for part in plain.split("\x1b[H")[1:]]


@pytest.mark.parametrize(
    ("puzzle", "instance"), [("tiles", "1 3 2 0"), ("klotski", "easy"), ("guarini", "3x3"), ("freecell", "617")]
)
def test_keys_go_forwards_and_backwards_within_80_columns(puzzle: str, instance: str) -> None:
    terminal = Terminal("solve", puzzle, instance, "--play")
    first = terminal.wait_for("0 of ")
    terminal.press(RIGHT, RIGHT)
    terminal.wait_for("2 of ")
    terminal.press(LEFT)
    terminal.wait_for("1 of ")
    terminal.press(END)
    moves = int(re.findall(r"0 of (\d+) moves", first)[0])
    terminal.wait_for(f"{moves} of {moves} moves")
    terminal.press(HOME)
    terminal.wait_for("0 of ")
    terminal.press(b"q")
    assert terminal.end() == 0
    assert "\x1b[2J" not in terminal.seen
    assert "\x1b[3J" not in terminal.seen
    assert terminal.seen.index("\x1b[?1049h") < terminal.seen.index("\x1b[?1049l")
    drawn = screens(terminal.seen)
    assert len(drawn) >= 5
    assert all(len(line) <= 80 for screen in drawn for line in screen)
    assert all(len(screen) <= 24 for screen in drawn)


@pytest.mark.parametrize("quit_key", [b"q", ESCAPE, b"\x03"], ids=["q", "Esc", "Ctrl-C"])
def test_every_way_to_quit_gives_the_terminal_back(quit_key: bytes) -> None:
    terminal = Terminal("solve", "tiles", "1 3 2 0", "--play")
    terminal.wait_for("0 of 2 moves")
    terminal.press(quit_key)
    assert terminal.end() == 0
    assert "optimal, cost 2" in terminal.seen.split("\x1b[?1049l")[1]


def test_show_plays_by_itself_with_the_same_keys(tmp_path: object) -> None:
    path = f"{tmp_path}/plan.txt"
    assert copla("solve", "tiles", "1 3 2 0", "-o", path).status == 0
    alone = Terminal("show", "tiles", "1 3 2 0", path, "--play", "--delay", "0.05")
    began = time.monotonic()
    assert alone.end() == 0
    assert time.monotonic() - began > 0.1
    assert [text in alone.seen for text in ("0 of 2", "1 of 2", "2 of 2")] == [True] * 3
    by_hand = Terminal("show", "tiles", "1 3 2 0", path, "--play", "--delay", "60")
    by_hand.wait_for("0 of 2")
    by_hand.press(END)
    by_hand.wait_for("2 of 2")
    by_hand.press(b"q")
    assert by_hand.end() == 0


def test_what_cannot_be_played_is_one_line() -> None:
    no_terminal = copla("solve", "tiles", "1 3 2 0", "--play")
    message = "copla: found --play without a terminal, expected one for the pictures and the keys\n"
    assert (no_terminal.status, no_terminal.out, no_terminal.err) == (2, "", message)
    no_moves = copla("solve", "futoshiki", "tiny-2", "--play")
    assert (no_moves.status, no_moves.err) == (
        2,
        "copla: found --play, and futoshiki has no moves to play: that is for plans\n",
    )
    both = copla("solve", "tiles", "1 3 2 0", "--play", "--json")
    assert (both.status, both.err) == (2, "copla: found --play with --json, expected one of them\n")
