"""The plan of a comparison: instances x configurations x repeats, each run with a key made of its content."""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from copla.ground.limits import Limits
from copla.plugins import registry
from copla.plugins.backend import HasAlgorithms
from copla.plugins.options import read_options
from copla.running.configuration import Configuration
from copla.running.job import Job


@dataclass(frozen=True, slots=True)
class Instance:
    """An instance as text, so that it can be run anywhere and judged later without its file.

    ``solutions`` is how many each run looks for; None means all.
    """

    name: str
    source: str
    text: str
    solutions: int | None = 1


@dataclass(frozen=True, slots=True)
class Run:
    """One cell of the plan: an instance, a configuration (both by position), and which repeat, from 1."""

    instance: int
    configuration: int
    repeat: int
    key: str


@dataclass(frozen=True, slots=True)
class Plan:
    """All runs of a comparison. ``limits`` are those of each run; how many solutions the instance says."""

    puzzle: str
    instances: tuple[Instance, ...]
    configurations: tuple[Configuration, ...]
    limits: Limits = field(default_factory=Limits)
    repeats: int = 1
    instance_options: dict[str, Any] = field(default_factory=dict)

    def runs(self) -> list[Run]:
        """Every run, in the order in which they start: whole rounds first, so that an early end compares fairly."""
        places = range(1, self.repeats + 1), range(len(self.instances)), range(len(self.configurations))
        rounds = ((instance, chosen, repeat) for repeat, instance, chosen in itertools.product(*places))
        return [Run(*place, self._key(*place)) for place in rounds]

    def job(self, run: Run) -> Job:
        instance, configuration = self.instances[run.instance], self.configurations[run.configuration]
        who = configuration.backend, dict(configuration.options), self.limits_of(instance), configuration.label
        return Job(self.puzzle, instance.source, instance.text, dict(self.instance_options), *who)

    def limits_of(self, instance: Instance) -> Limits:
        return Limits(self.limits.seconds, self.limits.bytes, instance.solutions)

    def _key(self, instance: int, configuration: int, repeat: int) -> str:
        """What makes a run the same run: everything that can change its answer, and nothing else (no file names)."""
        item, chosen = self.instances[instance], self.configurations[configuration]
        seconds = None if self.limits.seconds is None else float(self.limits.seconds)  # 8 and 8.0 are one limit
        content = {
            "puzzle": self.puzzle,
            "text": item.text,
            "instance_options": self.instance_options,
            "backend": chosen.backend,
            "options": chosen.options,
            "limits": [seconds, self.limits.bytes, item.solutions],
            "repeat": repeat,
        }
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()

    def differences(self, other: Plan) -> list[str]:
        """How another plan differs from this one, in words; empty if their runs are the same.

        >>> plan = Plan("tiles", (), (Configuration("search"),))
        >>> plan.differences(Plan("tiles", (), (Configuration("cp-sat"),), repeats=2))
        ['the repeats are 1 there and 2 here', 'search is missing here', 'cp-sat is missing there']
        """
        found = []
        for what, there, here in (
            ("the puzzle is", self.puzzle, other.puzzle),
            ("the options of the puzzle are", self.instance_options, other.instance_options),
            ("the time limit is", self.limits.seconds, other.limits.seconds),
            ("the memory limit is", self.limits.bytes, other.limits.bytes),
            ("the repeats are", self.repeats, other.repeats),
        ):
            if there != here:
                found.append(f"{what} {_shown(there)} there and {_shown(here)} here")
        found += _missing([c.label for c in self.configurations], [c.label for c in other.configurations])
        # Names are for people; the text decides.
        mine = {(instance.text, instance.solutions): instance.name for instance in self.instances}
        theirs = {(instance.text, instance.solutions): instance.name for instance in other.instances}
        found += _missing(
            [f"instance {name}" for content, name in mine.items() if content not in theirs],
            [f"instance {name}" for content, name in theirs.items() if content not in mine],
        )
        return found


def _shown(value: object) -> object:
    return "none" if value is None or value == {} else value


def _missing(there: list[str], here: list[str]) -> list[str]:
    gone = [f"{label} is missing here" for label in there if label not in here]
    return gone + [f"{label} is missing there" for label in here if label not in there]


def configurations(
    backends: Iterable[str], choices: Mapping[str, Sequence[object]]
) -> tuple[list[Configuration], list[Configuration]]:
    """All combinations of values for each backend: those to run, and those that are the same as one of them.

    Two combinations are the same if they differ only in options for which the algorithm has no use.

    >>> chosen, same = configurations(["search"], {"algorithm": ["bfs", "astar"], "heuristic": ["h1", "h2"]})
    >>> [configuration.label for configuration in chosen]
    ['search bfs', 'search astar h1', 'search astar h2']
    >>> [configuration.label for configuration in same]
    ['search bfs h2']
    """
    chosen: dict[str, Configuration] = {}
    same: list[Configuration] = []
    for name in backends:
        backend = registry.backend(name)
        for values in itertools.product(*choices.values()):
            given = dict(zip(choices, values, strict=True))
            checked = read_options(backend.options, given, f"backend {name}")
            options = {key: checked[key] for key in given}
            unused = backend.unused(checked) if isinstance(backend, HasAlgorithms) else ()
            used = Configuration(name, {key: value for key, value in options.items() if key not in unused})
            if used.label in chosen:
                same.append(Configuration(name, options))
            else:
                chosen[used.label] = used
    return list(chosen.values()), same
