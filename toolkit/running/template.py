"""The template: a clean process from which the guards of runs are forked, so that a run starts in milliseconds.

The first template has loaded copla and nothing else. For each backend it forks a template of that backend's own,
which loads the backend with its library once. That is somebody else's code, and it may crash or start threads,
which do not survive a fork. Then that template ends, the caller notices that its run never started, and asks
for it again *cold*: forked from a template without the library, which the worker loads itself.
"""

from __future__ import annotations

import gc
import json
import os
import shutil
import signal
import socket
import sys
import threading
import traceback
import warnings
from contextlib import suppress
from importlib import import_module
from typing import NoReturn

from copla.ground.errors import CoplaError
from copla.ground.processes import die_with, dies_with_us
from copla.plugins import registry
from copla.running.guard import guard

LARGEST_REQUEST = 4096


def main() -> None:
    """Start as a new interpreter: requests come through standard input, a socket that carries open files."""
    registry.backend_names()
    registry.puzzle_names()
    dies_with_us()
    registry.careful = False  # who loads a plug-in here may die of it: the caller notices
    warnings.filterwarnings("ignore", category=DeprecationWarning)  # about forking where a library has threads
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests = socket.socket(fileno=os.dup(0))
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)  # no copy of the socket may be left to those who are forked
    folder = sys.argv[-1]
    try:
        _serve(requests, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)  # the caller may have been killed


def _serve(requests: socket.socket, folder: str) -> None:
    """Pass each request to the template of its backend, until the caller has gone."""
    templates: dict[str, socket.socket] = {}
    while True:
        data, channels = _next(requests)
        if not data:
            break
        request = json.loads(data)
        name = f"{request['backend']} {request['cold']}"
        for _ in range(2):
            if name not in templates:
                # A copy of a connection that stays open elsewhere would hide that one of its ends has gone.
                foreign = [requests.fileno(), *channels, *(template.fileno() for template in templates.values())]
                templates[name] = _fork_template(request["backend"], request["cold"], folder, foreign)
            try:
                socket.send_fds(templates[name], [data], channels)
                break
            except OSError:  # that template has ended
                templates.pop(name).close()
        for channel in channels:
            os.close(channel)
    for template in templates.values():
        template.close()
    _await_children()


def _fork_template(backend: str, cold: bool, folder: str, foreign: list[int]) -> socket.socket:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    me = os.getpid()
    if os.fork() == 0:
        for handle in (ours.detach(), *foreign):
            os.close(handle)
        _run_template(theirs, backend, cold, folder, me)
    theirs.close()
    return ours


def _run_template(requests: socket.socket, backend: str, cold: bool, folder: str, parent: int) -> NoReturn:
    """Fork a guard for each request, until there are no more."""
    try:
        die_with(parent)
        signal.signal(signal.SIGCHLD, _reap)
        while True:
            data, channels = _next(requests)
            if not data:
                break
            if not cold:
                asked = json.loads(data)
                _load(backend, asked["puzzle"], asked["module"])
                if threading.active_count() > 1:
                    break
            (channel,) = channels
            gc.freeze()  # what the collector never looks at need never be copied
            if os.fork() == 0:
                requests.close()
                _run_guard(channel, folder)
            os.close(channel)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        _await_children()
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(0)


def _run_guard(channel: int, folder: str) -> NoReturn:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    try:
        with socket.socket(fileno=channel) as connection:
            guard(connection, folder, fork=True)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(0)


def _load(backend: str, puzzle: str, module: str) -> None:
    with suppress(CoplaError):  # the worker will say it
        if puzzle:
            registry.puzzle(puzzle)
        if backend:
            registry.backend(backend).missing()
        if module and module not in sys.modules:
            getattr(import_module(module), "prepare", bool)()


def _next(requests: socket.socket) -> tuple[bytes, list[int]]:
    data, channels, _, _ = socket.recv_fds(requests, LARGEST_REQUEST, 1)
    return data, channels


def _reap(*_: object) -> None:
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass


def _await_children() -> None:
    with suppress(ChildProcessError):
        while True:
            os.wait()
