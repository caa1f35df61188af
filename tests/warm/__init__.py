"""Runs of the real program in a process of its own, without the wait for its start."""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from tests.warm.program import ask

PROGRAM = Path(__file__).parent / "program.py"


def run(
    *arguments: str,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    input: str = "",  # noqa: A002 - as subprocess calls it
) -> subprocess.CompletedProcess[str]:
    """``python -m copla.cli`` with these arguments, as ``subprocess.run`` would give it."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(input.encode())
        given.seek(0)
        streams = [stream.fileno() for stream in (given, out, err)]
        status = ask(socket(), arguments, os.environ if env is None else env, str(cwd or Path.cwd()), streams)
        printed = []
        for stream in (out, err):
            stream.seek(0)
            printed.append(stream.read().decode())
    return subprocess.CompletedProcess(["copla", *arguments], status, *printed)


def shell_command() -> str:
    """The words by which a shell runs the program."""
    return f'"{sys.executable}" -I -S "{PROGRAM}" "{socket()}" run'


@cache
def socket() -> str:
    """Where the process listens that is forked for every run. It ends with this one, however that ends."""
    path = f"{tempfile.mkdtemp(prefix='copla-')}/program"
    command = [sys.executable, str(PROGRAM), path, "serve"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd="/")
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    atexit.register(process.stdin.close)
    return path
