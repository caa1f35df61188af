"""Rounds: a cross-check as a pure state machine. Configurations go out, outcomes come in, at last there is a verdict.

First come those that solve on their own; then those that can check a claim, now that there is one; at last, once
more, those of them that did not come to an end. No backend is loaded here: what each can do is data.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from copla.answers.failure import Failure
from copla.answers.result import Result, Solution
from copla.checking.judge import CrossCheck, best_solution, better, judge
from copla.ground.limits import Limits
from copla.ground.status import Status
from copla.language.problem import Problem
from copla.running.configuration import Configuration
from copla.running.outcome import Outcome

LONG_PLAN = 40
"""Steps of a claimed plan beyond which the claim alone is checked: docs/bridges.md says how far cp-sat climbs."""


@dataclass(frozen=True, slots=True)
class Case:
    """One problem and who is to solve it.

    ``claim_options`` names, for a label, the option by which that backend is asked for something cheaper only. With
    ``claims`` that is all it is asked (False: never; None: where the claimed plan is long, and where it did not finish
    by itself). ``known`` are answers that need no run. ``willing`` are the backends that have
    said that they take the problem. ``most`` says of a label how many solutions it gives at most.
    """

    problem: Problem
    limits: Limits
    configurations: tuple[Configuration, ...]
    claim_options: Mapping[str, str] = field(default_factory=dict)
    known: Mapping[str, Result] = field(default_factory=dict)
    claims: bool | None = None
    willing: Collection[str] = ()
    most: Mapping[str, int] = field(default_factory=dict)

    def limits_of(self, label: str) -> Limits:
        """The limits of a run: nobody is asked for more solutions than it gives."""
        most, asked = self.most.get(label), self.limits.solutions
        return self.limits if most is None else replace(self.limits, solutions=min(most, asked or most))


class Rounds:
    """The cross-check of one case. Call :meth:`start`, then :meth:`feed` for each outcome until it is :attr:`over`."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self._results: dict[str, Result] = {}
        self._checked: set[str] = set()
        self._failures: dict[str, Failure] = {}
        self._running: set[str] = set()
        claims = {} if case.claims is False else case.claim_options
        self._patient = [c for c in case.configurations if c.label in claims and claims[c.label] not in c.options]
        eager = [configuration for configuration in case.configurations if configuration not in self._patient]
        self._rounds = [lambda: eager, self._those_who_waited, self._those_who_did_not_finish]

    def feed(self, label: str, outcome: Outcome) -> list[Configuration]:
        """Take what became of one of them; whom to ask next, if a round is over."""
        self._running.discard(label)
        result = outcome.result or outcome.claimed  # a wrong answer is for the judge
        if result is None:
            assert outcome.failure is not None
            self._failures[label] = outcome.failure
        else:
            first = self._results.get(label)
            self._results[label] = result if first is None else merged(first, result)
            (self._checked.add if outcome.result else self._checked.discard)(label)
        return [] if self._running else self.start()

    @property
    def over(self) -> bool:
        return not self._running and not self._rounds

    @property
    def begun(self) -> bool:
        return bool(self._results or self._failures)

    def verdict(self) -> CrossCheck:
        """What the answers so far say; whoever has not answered was interrupted."""
        results = dict(self.case.known)
        for configuration in self.case.configurations:
            label = configuration.label
            if label in self._results:
                results[label] = self._results[label]
            elif label not in self._failures:
                results[label] = Result(Status.INTERRUPTED, backend=configuration.backend)
        order = [configuration.label for configuration in self.case.configurations]
        failures = {label: self._failures[label] for label in order if label in self._failures}
        most = self.case.most
        return judge(self.case.problem, results, self.case.limits, failures, checked=self._checked, most=most)

    def start(self) -> list[Configuration]:
        """Whom to ask first; :meth:`feed` asks it for every further round."""
        asked: list[Configuration] = []
        while self._rounds and not asked:
            asked = list(self._rounds.pop(0)())
        self._running = {configuration.label for configuration in asked}
        return asked

    def _those_who_waited(self) -> list[Configuration]:
        """They check the best claim alone if it is a long plan, and solve the problem otherwise."""
        claim = self._claim()
        alone = claim is not None and (self.case.claims or (claim.length or 0) > LONG_PLAN)
        return [self._asked_for_less(waiting, claim) if alone and claim else waiting for waiting in self._patient]

    def _those_who_did_not_finish(self) -> Iterable[Configuration]:
        """They can still say whether anything is cheaper than the best plan that was found."""
        claim = self._claim()
        for configuration in self._patient:
            first = self._results.get(configuration.label)
            if claim is None or first is None:
                continue
            open_ended = first.status in (Status.TIMEOUT, Status.MEMORY, Status.UNKNOWN, Status.SOLVED)
            proven = first.bound is not None and not better(self.case.problem, first.bound, claim.cost)
            if open_ended and not proven and first.options.get(self.case.claim_options[configuration.label]) is None:
                yield self._asked_for_less(configuration, claim)

    def _asked_for_less(self, configuration: Configuration, claim: Solution) -> Configuration:
        more: dict[str, Any] = {self.case.claim_options[configuration.label]: claim.cost}
        return replace(configuration, options={**configuration.options, **more})

    def _claim(self) -> Solution | None:
        """The best valid solution so far, where solutions have a cost."""
        right = {label: result for label, result in self._results.items() if label in self._checked}
        best = best_solution(self.case.problem, ((n, solution) for n, r in right.items() for solution in r.solutions))
        return best[1] if best else None


def merged(first: Result, second: Result) -> Result:
    """One result of a backend that was asked twice: the answer of the first run, and what the second one proved.

    A cheaper plan of the second run replaces the first one's.
    """
    bounds = [bound for bound in (first.bound, second.bound) if bound is not None]
    cheaper = second.cost is not None and (first.cost is None or second.cost < first.cost)
    return replace(
        second if cheaper else first,
        bound=max(bounds, default=None),
        statistics=first.statistics.plus(second.statistics),
        options=first.options,
        message=second.message or first.message,
    )
