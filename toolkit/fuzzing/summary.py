"""The figures of a campaign as Markdown: what was run, and what was found."""

from __future__ import annotations

from collections import Counter

from copla.fuzzing.progress import Progress
from copla.ground.status import Status


def summary(progress: Progress) -> str:
    """Tables of families, backends and failures."""
    counts, lines = progress.counts(), []
    total: Counter[str] = Counter()
    for numbers in counts.values():
        total.update(numbers)
    ranges = progress.ranges()
    lines += [
        "| family | seeds | problems | infeasible | runs | refused | stopped |",
        "|---|---|---:|---:|---:|---:|---:|",
    ]
    for family, numbers in counts.items():
        seeds = ", ".join(f"{first}-{last}" for first, last in ranges.get(family, ()))
        shown = [_sum(numbers, "runs "), _sum(numbers, "refused "), _stopped(numbers)]
        lines.append(_row(family, seeds, numbers.get("problems", 0), numbers.get("infeasible", 0), *shown))
    shown = [_sum(total, "runs "), _sum(total, "refused "), _stopped(total)]
    lines.append(_row("all", "", total["problems"], total["infeasible"], *shown))
    lines += ["", "| of these | number |", "|---|---:|"]
    for name in ("constraint problems", "with sums of four and more terms", "in which learning was entered"):
        lines.append(_row(name, total[name]))
    for name in (
        "planning problems",
        "too large for the oracle",
        "refused by the language",
        "explain runs",
        "twin runs",
    ):
        lines.append(_row(name, total[name]))
    names = sorted(name.removeprefix("runs ") for name in total if name.startswith("runs ") and name[5:6] != "i")
    shown_statuses = [status for status in Status if any(total[f"{status} {name}"] for name in names)]
    lines += [
        "",
        _row("backend", "runs", *shown_statuses, "refused"),
        "|---" + "|---:" * (len(shown_statuses) + 2) + "|",
    ]
    for name in names:
        lines.append(
            _row(name, total[f"runs {name}"], *(total[f"{s} {name}"] for s in shown_statuses), total[f"refused {name}"])
        )
    lines += ["", "| backend, kind of problem | pairs of settings answered |", "|---|---:|"]
    lines += [_row(backend, number) for backend, number in progress.pairs().items()]
    failures = Counter(failure.signature for failure in progress.failures())
    lines += ["", "| failure | times |", "|---|---:|", *(_row(name, number) for name, number in failures.items())]
    return "\n".join(lines if failures else [*lines[:-3], "", "No failure."])


def _sum(numbers: dict[str, int] | Counter[str], prefix: str) -> int:
    return sum(
        number
        for name, number in numbers.items()
        if name.startswith(prefix) and name[len(prefix) :] in _backends(numbers)
    )


def _backends(numbers: dict[str, int] | Counter[str]) -> set[str]:
    return {name[5:] for name in numbers if name.startswith("runs ") and not name.startswith("runs in ")}


def _stopped(numbers: dict[str, int] | Counter[str]) -> int:
    return sum(numbers.get(f"{status} {name}", 0) for status in ("timeout", "memory") for name in _backends(numbers))


def _row(*cells: object) -> str:
    return "| " + " | ".join(f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in cells) + " |"
