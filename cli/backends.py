"""copla backends: who can solve, what each can do, and why one is missing."""

from __future__ import annotations

import copla
from copla.cli.arguments import Json
from copla.cli.output import say, say_json
from copla.ground.errors import BackendError


def backends(json: Json = False) -> None:
    """List the backends: what each answers, its options, and why it cannot run here if it cannot."""
    from copla.running.solving import unavailable

    for name in copla.backend_names():
        try:
            backend = copla.backend(name)
            reason = unavailable(backend)
        except BackendError as error:
            if json:
                say_json({"name": name, "summary": None, "available": False, "reason": str(error), "options": []})
            else:
                say(f"{name}: not available: {error}")
            continue
        if json:
            options = [
                {"name": o.name, "default": o.default, "choices": list(o.choices), "help": o.help}
                for o in backend.options
            ]
            data = {"name": name, "summary": backend.summary, "available": reason is None}
            say_json(data | {"reason": reason, "options": options})
            continue
        say(f"{name}: {backend.summary}")
        if reason is not None:
            say(f"  not available: {reason}")
        for option in backend.options:
            say(f"  --option {option.name}={option.default}  {option.help} ({option.expected})")
