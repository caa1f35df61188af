"""Running a command of ``copla.cli.commands``: how it ends, with every error as one line."""

from __future__ import annotations

import gc
import os
import signal
import sys
from typing import TYPE_CHECKING

from copla.cli.output import Exit, broken, open_all, speak_plainly, write_remark
from copla.ground.errors import CoplaError, LimitError
from copla.ground.status import Status
from copla.ground.text import printable

if TYPE_CHECKING:
    from typer import Typer


def run() -> None:
    """Run the program; every error that copla raises on purpose becomes one line."""
    open_all()
    speak_plainly()
    try:
        try:
            app = _app()
            if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
                signal.signal(signal.SIGINT, signal.default_int_handler)
            app()
        finally:
            sys.stdout.flush()
    except LimitError as error:
        _fail(error, Exit.INTERRUPTED if error.status is Status.INTERRUPTED else Exit.LIMIT)
    except CoplaError as error:
        _fail(error, Exit.BAD_INPUT)
    except KeyboardInterrupt:
        sys.exit(Exit.INTERRUPTED)
    except SystemExit as ended:
        if isinstance(ended.__context__, BrokenPipeError):  # typer makes it an exit with status 1
            _leave_quietly()
        raise
    except RuntimeError as error:  # what Python makes of Ctrl-C while a class is being made, as in an import
        if not isinstance(error.__cause__, KeyboardInterrupt):
            raise
        sys.exit(Exit.INTERRUPTED)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            _leave_quietly()
        _fail(CoplaError(f"cannot write the answer: {error.strerror or error}"), Exit.BAD_INPUT)


def _app() -> Typer:
    """The commands. Nothing that is imported is garbage, and looking for some takes a tenth of the time of a start."""
    gc.disable()
    from copla.cli.commands import app

    gc.freeze()
    gc.enable()
    return app


def _leave_quietly() -> None:
    """The reader has gone (as "head" does): that is no error, but Python would complain at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(Exit.ANSWERED)


def _fail(error: CoplaError, status: int) -> None:
    line = f"copla: {printable(str(error))}"
    write_remark((broken(line) if sys.stderr.isatty() else line) + "\n")
    sys.exit(status)
