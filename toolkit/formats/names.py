"""Names in formats that admit less than copla does: one line, or letters and digits, and no two alike."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")


def one_line(text: str) -> str:
    """A text for a format of lines: what would break a line, or is no character, is written as an escape.

    >>> print(one_line("two\\nlines"))
    two\\nlines
    """
    return _UNPRINTABLE.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def identifiers(names: Iterable[str], prefix: str, joint: str = "_") -> list[str]:
    """For each name an identifier that begins with the prefix: ASCII letters, digits and the joint, all different.

    Names that differ in their case alone get different ones, too: PDDL does not tell the cases apart.

    >>> identifiers(["r1c1", "row 1, left", "Row 1 left", "橫"], "x_")
    ['x_r1c1', 'x_row_1_left', 'x_Row_1_left_2', 'x_sign']
    """
    taken: set[str] = set()
    used: dict[str, int] = {}
    found = []
    for name in names:
        plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
        wanted = prefix + (re.sub(r"[^A-Za-z0-9]+", joint, plain).strip(joint)[:40] or "sign")
        chosen, number = wanted, used.get(wanted.lower(), 1)
        while chosen.lower() in taken:
            number += 1
            chosen = f"{wanted}{joint}{number}"
        used[wanted.lower()] = number
        taken.add(chosen.lower())
        found.append(chosen)
    return found
