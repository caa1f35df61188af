"""copla studio: the page where people set, solve, play and watch."""

from __future__ import annotations

from typing import Annotated

from typer import Option

from copla.ground.errors import CoplaError


def studio(
    port: Annotated[int, Option("--port", "-p", min=0, max=65535, help="0 takes a free one.")] = 0,
    browser: Annotated[bool, Option("--browser/--no-browser", help="Open the page.")] = True,
) -> None:
    """Start a local page to set, solve, play and watch puzzles. Nobody else can reach it.

    Example: copla studio
    """
    try:
        from copla.studio.server import serve
    except ImportError as error:
        raise CoplaError(f"the studio is not installed ({error}): pip install 'copla[studio]'") from None
    serve(port, browser=browser)
