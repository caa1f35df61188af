"""Starting one of our own modules in a new interpreter that finds the same modules as this one."""

from __future__ import annotations

import json
import sys

from copla.ground.errors import BackendError


def command(module: str, *arguments: str) -> list[str]:
    """The command line that calls ``main()`` of a module of this package."""
    if not sys.executable:
        raise BackendError("this Python does not know its own program, so it cannot start processes of its own")
    # -P: nothing from the current folder, unless it stands in the path that is handed over
    code = f"import json, sys; sys.path[:] = json.loads(sys.argv[1]); from copla.running.{module} import main; main()"
    return [sys.executable, "-P", "-c", code, json.dumps(sys.path), *arguments]
