"""From a campaign's failures to folders: one of each kind and backend, shrunk, with everybody's answer beside it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from copla.fuzzing.asking import Asker
from copla.fuzzing.cases import Data, case_of
from copla.fuzzing.families import FILE, generate
from copla.fuzzing.locate import locate
from copla.fuzzing.progress import Failure
from copla.fuzzing.shrink import MOST_QUESTIONS, Fails, shrink
from copla.fuzzing.trials import SECONDS as SECONDS_OF_A_RUN
from copla.fuzzing.trials import Trial
from copla.fuzzing.write import FAILED, write_down
from copla.plugins.programs.description import short_name

SLOW_KINDS = {"hang": 15, "past its limit": 60}
"""How many questions are asked about failures where each takes long."""

SECONDS = 60.0
"""So long a failure is made smaller at most: a slow solver is to be told what was found, too."""


def report_failures(
    failures: Iterable[Failure], folder: Path, backends: Iterable[str], tell: Callable[[str], None], each: int = 1
) -> list[Path]:
    """Shrink and write down the first failures of each signature; what does not fail again is only told."""
    written: list[Path] = []
    seen: dict[str, int] = {}
    with Asker() as asker:
        for failure in failures:
            if not failure.trial or seen.get(failure.signature, 0) >= each:
                continue
            data = generate(failure.family, failure.seed)
            trial = Trial.from_json(failure.trial)
            if not asker.fails(data, trial, failure.kind):
                tell(f"{failure.family} {failure.seed}: {failure.signature}: does not fail again")
                continue
            seen[failure.signature] = seen.get(failure.signature, 0) + 1
            most = SLOW_KINDS.get(failure.kind, MOST_QUESTIONS)
            tell(f"{failure.family} {failure.seed}: {failure.signature}: is made smaller")
            fails = _for_a_time(lambda d, c, kind=failure.kind: asker.fails(d, c, kind))  # type: ignore[misc]
            smaller, plainer = shrink(data, trial, fails, most)
            place = f"{failure.signature} {failure.family.partition(FILE)[0]} {failure.seed}"
            path = folder / re.sub(r"[^\w.+-]", "-", place)
            answers = _answers(asker, smaller, plainer, backends)
            others = {name: {kind for kind, _ in answers[name]["findings"]} for name in answers if name != FAILED}
            layer = locate(smaller, plainer, failure.kind, others)
            write_down(path, smaller, plainer, case_of(smaller).truth, answers, layer)
            tell(f"{failure.family} {failure.seed}: {failure.signature}: written to {path}")
            written.append(path)
    return written


def _for_a_time(fails: Fails) -> Fails:
    """The same question; when the time is over nothing smaller fails."""
    until = time.monotonic() + SECONDS
    return lambda data, trial: time.monotonic() < until and fails(data, trial)


def _answers(asker: Asker, data: Data, trial: Trial, backends: Iterable[str]) -> dict[str, Any]:
    """The answer that failed, and what each backend says with default options."""
    failed = asker.ask(data, trial)
    answers: dict[str, Any] = {FAILED: {"answer": failed.answer, "findings": failed.findings}}
    for name in backends:
        given = asker.ask(data, replace(trial, backend=name, options={}, seconds=SECONDS_OF_A_RUN, bytes=None))
        answers[short_name(name)] = {"answer": given.answer, "findings": given.findings}
    return answers
