"""Writing measured tables into docs/results.md: each benchmark owns one section and replaces it whole."""

from __future__ import annotations

import platform
import re
from collections.abc import Sequence
from pathlib import Path

from copla.ground.files import write_text

RESULTS = Path(__file__).parent.parent / "docs" / "results.md"


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table; numbers are aligned right."""
    lines = [f"| {' | '.join(header)} |", f"|---|{'---:|' * (len(header) - 1)}"]
    lines += [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join(lines)


def replace_section(title: str, text: str) -> None:
    """Put the text under the heading ``## title``, in place of what was there."""
    old = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else "# Results\n"
    section = f"## {title}\n\n{text.strip()}\n"
    pattern = re.compile(rf"^## {re.escape(title)}\n.*?(?=^## |\Z)", re.DOTALL | re.MULTILINE)
    if pattern.search(old):
        new = pattern.sub(lambda _: section + "\n", old, count=1).rstrip() + "\n"
    else:
        new = f"{old.rstrip()}\n\n{section}"
    write_text(RESULTS, new)


def machine() -> str:
    """What the figures were measured on, in a few words."""
    model = ""
    info = Path("/proc/cpuinfo")
    if info.exists():
        found = re.search(r"model name\s*:\s*(.+)", info.read_text())
        model = f", {found[1]}" if found else ""
    return f"Python {platform.python_version()}, {platform.system()} {platform.machine()}{model}"
