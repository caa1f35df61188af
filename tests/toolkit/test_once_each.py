"""A check does everything once: reading, stating, asking, running, checking, and sending an answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from inspect import getattr_static
from typing import Any

import pytest

import copla
from copla import Limits, Option, Result, Verdict, Watch, Workers, cross_check
from copla.answers import checker
from copla.language.problem import Problem

NAMES = ("forward-checking", "native", "python-constraint")


class Counted:
    """A backend that counts what it is asked, and answers as another one does."""

    summary = "counts"

    def __init__(self, name: str, calls: Counter[str]) -> None:
        self.name = f"counted {name}"
        self._own = copla.backend(name)
        self._calls = calls

    @property
    def options(self) -> tuple[Option, ...]:
        return self._own.options

    def missing(self) -> str | None:
        self._calls[f"{self.name} missing"] += 1
        return self._own.missing()

    def refuses(self, problem: Problem) -> str | None:
        self._calls[f"{self.name} refuses"] += 1
        return self._own.refuses(problem)

    def solve(self, problem: Problem, options: Mapping[str, Any], watch: Watch) -> Result:
        self._calls[f"{self.name} solve"] += 1
        return self._own.solve(problem, options, watch)


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often the text is read, the problem stated, a solution checked, a result told in JSON and heard of."""
    counter: Counter[str] = Counter()
    puzzle = type(copla.puzzle("futoshiki"))

    def count(owner: Any, name: str, what: str) -> None:
        real, static = getattr(owner, name), isinstance(getattr_static(owner, name), staticmethod)

        def counted(*arguments: Any, **named: Any) -> Any:
            counter[what] += 1
            return real(*arguments, **named)

        monkeypatch.setattr(owner, name, staticmethod(counted) if static else counted)

    count(puzzle, "parse", "read")
    count(puzzle, "problem", "stated")
    count(checker, "_violations", "checked")
    count(Result, "to_json", "told")
    count(Result, "from_json", "heard")
    return counter


def test_a_check_in_this_process_does_everything_once(calls: Counter[str]) -> None:
    instance = copla.load("futoshiki", "several-empty-3")
    verdict = cross_check(instance, [Counted(name, calls) for name in NAMES], limits=Limits(solutions=3))
    assert verdict.verdict is Verdict.AGREE
    solutions = sum(len(result.solutions) for result in verdict.results.values())
    assert solutions == 3 * len(NAMES)
    asked = {f"counted {name} {what}": 1 for name in NAMES for what in ("missing", "refuses", "solve")}
    assert calls == asked | {"read": 1, "stated": 1, "checked": solutions, "told": len(NAMES)}


def test_a_check_in_other_processes_hears_each_answer_once(calls: Counter[str]) -> None:
    instance = copla.load("futoshiki", "several-empty-3")
    with Workers(2) as workers:
        verdict = cross_check(instance, NAMES, limits=Limits(solutions=3), executor=workers)
    assert verdict.verdict is Verdict.AGREE
    assert calls == {"read": 1, "stated": 1, "heard": len(NAMES)}  # they were checked where they were found
