"""What Fast Downward prints while it runs: figures for people who wait, and the totals at the end."""

from __future__ import annotations

import re
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field

_CLOCK = re.compile(r"^\[t=(?P<seconds>[0-9.]+)s, (?P<kilobytes>[0-9]+) KB\] ")
_PROGRESS = re.compile(r"^(?:\[?g=\d+|f = (?P<f>\d+)), (?P<evaluated>\d+) evaluated, (?P<expanded>\d+) expanded")
_BEST = re.compile(r"^New best heuristic value for .*: (\d+)$")
_TOTALS = {
    re.compile(pattern): name
    for pattern, name in {
        r"^Expanded (\d+) state": "expanded",
        r"^Evaluated (\d+) state": "evaluated",
        r"^Generated (\d+) state": "generated",
        r"^Generated until last jump: (\d+) state": "generated_before_last_layer",
        r"^Number of registered states: (\d+)": "states",
        r"^Bytes per state: (\d+)": "packed_bytes",
        r"^Plan cost: (\d+)": "cost",
        r"^Search time: (\S+)s\s*$": "search_seconds",
        r"^Total time: (\S+)s\s*$": "cpu_seconds",
    }.items()
}


@dataclass(slots=True)
class Log:
    """The figures of one run, as far as they have been printed. Times are CPU seconds, as the planner measures them.

    ``f`` is the f-value of the layer that A* is in. The count "before the last layer" is that at the moment when it was
    begun, and does not depend on the order of actions. ``final`` says that the totals have been printed; until then
    ``evaluated`` and ``expanded`` are those of the last progress line.
    """

    expanded: int | None = None
    evaluated: int | None = None
    generated: int | None = None
    generated_before_last_layer: int | None = None
    states: int | None = None
    packed_bytes: int | None = None
    cost: int | None = None
    f: int | None = None
    best_estimate: int | None = None
    search_seconds: float | None = None
    cpu_seconds: float | None = None
    peak_bytes: int | None = None
    first_bytes: int | None = None
    final: bool = False
    out_of_time: bool = False
    exhausted: bool = False
    tail: deque[str] = field(default_factory=lambda: deque(maxlen=8))

    def read(self, line: str) -> None:
        """Take one line of the planner's output into account."""
        clock = _CLOCK.match(line)
        if clock is not None:
            self._memory(int(clock["kilobytes"]) * 1024)
            line = line[clock.end() :]
        if line.strip():
            self.tail.append(line.strip()[:200])
        if line.startswith("Peak memory: ") and line[13:].split()[0].isdigit():
            self._memory(int(line[13:].split()[0]) * 1024)
        elif line.startswith("Time limit reached"):
            self.out_of_time = True
        elif line.startswith("Completely explored state space"):
            self.exhausted = True  # how releases before 24 say it
        elif (progress := _PROGRESS.match(line)) is not None:
            self.evaluated, self.expanded = int(progress["evaluated"]), int(progress["expanded"])
            self.f = int(progress["f"]) if progress["f"] else self.f
        elif (best := _BEST.match(line)) is not None:
            self.best_estimate = int(best[1])
        else:
            self._total(line)

    @property
    def bytes_per_state(self) -> float | None:
        """All memory that the run took, divided by the states that it holds; None where that is not known."""
        if not self.states or self.peak_bytes is None or self.first_bytes is None:
            return None
        return (self.peak_bytes - self.first_bytes) / self.states

    def _memory(self, amount: int) -> None:
        self.first_bytes = amount if self.first_bytes is None else self.first_bytes
        self.peak_bytes = max(self.peak_bytes or 0, amount)

    def _total(self, line: str) -> None:
        for pattern, name in _TOTALS.items():
            found = pattern.match(line)
            if found is not None:
                with suppress(ValueError):  # a time that is no number
                    setattr(self, name, float(found[1]) if name.endswith("seconds") else int(found[1]))
                self.final = self.final or name == "generated"
                return
