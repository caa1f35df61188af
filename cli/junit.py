"""The verdicts of a check as a JUnit file, which every CI service shows: a test for each instance and each backend."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import quoteattr

import copla
from copla.formats.names import one_line


def as_junit(checked: Iterable[tuple[str, copla.CrossCheck]], *, strict: bool) -> str:
    """The file; with ``strict`` a verdict that is undecided fails the instance.

    >>> verdict = copla.CrossCheck(copla.Verdict.UNDECIDED, "no backend finished", {})
    >>> print(as_junit([("tiny-2", verdict)], strict=True))
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites>
      <testsuite name="copla check" tests="1" failures="1" errors="0" skipped="0">
        <testcase classname="verdict" name="tiny-2" time="0.000">
          <failure message="undecided: no backend finished"/>
        </testcase>
      </testsuite>
    </testsuites>
    <BLANKLINE>
    """
    cases: list[str] = []
    counts = dict.fromkeys(("failure", "error", "skipped"), 0)

    def add(group: str, name: str, seconds: float, kind: str = "", message: str = "") -> None:
        head = f"    <testcase classname={_quoted(group)} name={_quoted(name)} time={_quoted(f'{seconds:.3f}')}"
        if not kind:
            cases.append(f"{head}/>")
            return
        counts[kind] += 1
        cases.append(f"{head}>\n      <{kind} message={_quoted(message)}/>\n    </testcase>")

    for name, verdict in checked:
        for label in dict.fromkeys([*verdict.results, *verdict.failures]):
            add(label, name, *_case(label, verdict))
        undecided = verdict.verdict is copla.Verdict.UNDECIDED
        kind = "failure" if verdict.verdict is copla.Verdict.DISAGREE or (undecided and strict) else ""
        add("verdict", name, 0.0, kind or ("skipped" if undecided else ""), f"{verdict.verdict}: {verdict.reason}")
    numbers = f'tests="{len(cases)}" failures="{counts["failure"]}" errors="{counts["error"]}"'
    head = f'  <testsuite name="copla check" {numbers} skipped="{counts["skipped"]}">'
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>", head, *cases, "  </testsuite>", "</testsuites>"]
    return "\n".join(lines) + "\n"


def _case(label: str, verdict: copla.CrossCheck) -> tuple[float, str, str]:
    """Seconds, what kind of element, and its message."""
    accusations = [str(witness) for witness in verdict.witnesses if witness.accused == label]
    result = verdict.results.get(label)
    seconds = result.statistics.seconds if result is not None else 0.0
    if accusations:
        return seconds, "failure", accusations[0]
    if label in verdict.failures:
        return seconds, "error", f"{label} {verdict.failures[label]}"
    if result is not None and not result.status.finished:
        return seconds, "skipped", f"{result.status}{f': {result.message}' if result.message else ''}"
    return seconds, "", ""


def _quoted(text: str) -> str:
    return quoteattr(one_line(text))
