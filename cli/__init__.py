"""The command-line program ``copla``."""

from __future__ import annotations

import signal


def main() -> None:
    """Run the program. Until its parts are imported Ctrl-C simply ends it, for nothing has been begun."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from copla.cli.ending import run

    run()
