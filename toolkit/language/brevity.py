"""How much of an expression is written out: what stands too deep in others, or too often, is three dots.

Nothing that a problem accepts stands so deep. But at the prompt everything is shown before it is added anywhere: forty
rounds of ``x = x * x`` have a trillion factors, and a thousand of ``x = abs(x - 1)`` more brackets than Python takes.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

DOTS = "..."

DEEPEST = 250
"""Deeper than what a problem accepts (``bounds.MOST_NESTED``)."""

MOST_PARTS = 100_000
"""How many operations and constraints one text holds."""


class _Text(threading.local):
    """The text that is being written: how deep it is at the moment, and how many parts are left to it."""

    depth = 0
    left = MOST_PARTS


_text = _Text()


def bounded(write: Callable[[Any], str]) -> Callable[[Any], str]:
    """``__str__`` of what may stand in others of its kind."""

    def __str__(self: Any) -> str:  # noqa: N807 - what it is
        if _text.depth == 0:
            _text.left = MOST_PARTS
        if _text.depth >= DEEPEST or _text.left <= 0:
            return DOTS
        _text.depth += 1
        _text.left -= 1
        try:
            return write(self)
        except RecursionError:  # whoever asks may stand deep himself
            return DOTS
        finally:
            _text.depth -= 1

    return __str__
