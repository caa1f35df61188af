"""From a campaign's failures to folders: one of each kind and backend, shrunk, with everybody's answer beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from copla.fuzzing.asking import Asker
from copla.fuzzing.cases import Data, case_of
from copla.fuzzing.configurations import Configuration
from copla.fuzzing.families import generate
from copla.fuzzing.progress import Failure
from copla.fuzzing.shrink import shrink
from copla.fuzzing.write import write_down


def report_failures(
    failures: Iterable[Failure], folder: Path, backends: Iterable[str], tell: Callable[[str], None], each: int = 1
) -> list[Path]:
    """Shrink and write down the first failures of each signature; what does not fail again is only told."""
    written: list[Path] = []
    seen: dict[str, int] = {}
    with Asker() as asker:
        for failure in failures:
            if not failure.configuration or seen.get(failure.signature, 0) >= each:
                continue
            data = generate(failure.family, failure.seed)
            configuration = Configuration.from_json(failure.configuration)
            if not asker.fails(data, configuration, failure.kind):
                tell(f"{failure.family} {failure.seed}: {failure.signature}: does not fail again")
                continue
            seen[failure.signature] = seen.get(failure.signature, 0) + 1
            smaller, plainer = shrink(data, configuration, lambda d, c, kind=failure.kind: asker.fails(d, c, kind))  # type: ignore[misc]
            path = folder / f"{failure.signature} {failure.family} {failure.seed}".replace(" ", "-")
            write_down(path, smaller, plainer, case_of(smaller).truth, _answers(asker, smaller, plainer, backends))
            tell(f"{failure.family} {failure.seed}: {failure.signature}: written to {path}")
            written.append(path)
    return written


def _answers(asker: Asker, data: Data, configuration: Configuration, backends: Iterable[str]) -> dict[str, Any]:
    """The answer that failed, and what each backend says with default options."""
    failed = asker.ask(data, configuration)
    answers: dict[str, Any] = {"failed": {"answer": failed.answer, "findings": failed.findings}}
    solutions = configuration.solutions
    for name in backends:
        given = asker.ask(data, Configuration(name, solutions=solutions))
        answers[name] = {"answer": given.answer, "findings": given.findings}
    return answers
