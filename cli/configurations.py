"""Which configurations a comparison runs: the options behind each --backend, and all combinations of their values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from typer.core import TyperCommand

import copla
from copla.cli.arguments import SYNONYMS
from copla.ground.errors import BackendError, ModelError
from copla.plugins.options import Kind, applies

if TYPE_CHECKING:
    from copla.language.problem import Problem
    from copla.running.configuration import Configuration

_GROUPS = "copla.groups"


@dataclass(slots=True)
class Group:
    """One ``--backend`` (several if separated by commas) with the settings that follow it on the command line."""

    backends: list[str] = field(default_factory=list)
    settings: list[tuple[str, list[str]]] = field(default_factory=list)


class OrderedCommand(TyperCommand):
    """A command that knows which settings were given behind which ``--backend``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        values, _, order = self.make_parser(ctx).parse_args(args=list(args))
        left = {name: iter(given) for name, given in values.items() if isinstance(given, list)}
        groups = [Group()]
        for parameter in order:
            match parameter.name:
                case "backend":
                    groups.append(Group([name.strip() for name in next(left["backend"]).split(",") if name.strip()]))
                case "algorithm" | "heuristic" as name:
                    groups[-1].settings.append((name, split(next(left[name]))))
                case "option":
                    groups[-1].settings.append(_setting(next(left["option"])))
        ctx.meta[_GROUPS] = groups
        return super().parse_args(ctx, args)


def groups_of(ctx: Any) -> list[Group]:
    """The groups on the command line; the first holds the settings that stand in front of every ``--backend``."""
    groups: list[Group] = ctx.meta[_GROUPS]
    return groups


def split(text: str) -> list[str]:
    """Values separated by commas, except within parentheses.

    >>> split("bfs, astar"), split("astar(lmcut(), bound=9),lazy(ff())")
    (['bfs', 'astar'], ['astar(lmcut(), bound=9)', 'lazy(ff())'])
    """
    values, depth = [""], 0
    for letter in text:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            values.append("")
        else:
            values[-1] += letter
    return list(dict.fromkeys(value.strip() for value in values if value.strip()))


def _setting(text: str) -> tuple[str, list[str]]:
    key, equals, values = text.partition("=")
    if not equals or not key or not split(values):
        raise ModelError(f"found the option {text!r}, expected KEY=VALUE or KEY=VALUE,VALUE,...")
    return key.strip(), split(values)


def take_instance_options(groups: Sequence[Group], puzzle: copla.Puzzle[Any]) -> dict[str, Any]:
    """The puzzle's own options, taken out of the groups, wherever they stand."""
    if not isinstance(puzzle, copla.TakesOptions):
        return {}
    declared = {option.name for option in puzzle.instance_options}
    given: dict[str, str] = {}
    for group in groups:
        for name, values in [setting for setting in group.settings if setting[0] in declared]:
            if len(values) > 1 or given.get(name, values[0]) != values[0]:
                raise ModelError(f"{puzzle.name}: found several values of {name}, expected one for all runs")
            given[name] = values[0]
            group.settings.remove((name, values))
    read = copla.read_options(puzzle.instance_options, given, puzzle.name)
    return {name: read[name] for name in given}


def choose(
    groups: Sequence[Group], problems: Sequence[tuple[str, Problem]]
) -> tuple[list[Configuration], list[Configuration]]:
    """All configurations, and those left out because they are the same as one of them.

    A setting goes to those backends of its group that have such an option, a setting in front of every
    ``--backend`` to all that have it. Without any ``--backend`` all that take one of the problems are meant.
    """
    from copla.comparing.runs import configurations
    from copla.language.problem import kind_of
    from copla.running.solving import unavailable

    common, *named = groups
    if not named:
        suitable = [backend.name for _, problem in problems for backend in copla.suitable_backends(problem)]
        named = [Group(list(dict.fromkeys(suitable)))]
        if not suitable:
            raise BackendError("no installed backend can take these instances")
    everyone = list(dict.fromkeys(name for group in named for name in group.backends))
    for name in everyone:
        reason = unavailable(copla.backend(name))
        if reason is not None:
            raise BackendError(f"backend {name} cannot run here: {reason}")
    kinds = {kind_of(problem) for _, problem in problems}
    problems_kind: Kind = "both" if len(kinds) > 1 else kinds.pop()
    for group, owners in ((common, everyone), *((group, group.backends) for group in named)):
        for option, _ in group.settings:
            if not any(_has(name, option, problems_kind) for name in owners):
                raise ModelError(f"{_nobody(owners)} option {option!r}; {_options_of(owners, problems_kind)}")
    chosen: dict[str, Configuration] = {}
    same: list[Configuration] = []
    for group in named:
        for name in group.backends:
            choices = {
                option: _values(option, values)
                for option, values in (*common.settings, *group.settings)
                if _has(name, option, problems_kind)
            }
            _check_heuristics(name, choices.get("heuristic", []), problems)
            fresh, ignored = configurations([name], choices)
            same += ignored
            chosen |= {configuration.label: configuration for configuration in fresh}
    return list(chosen.values()), same


def _values(option: str, values: list[str]) -> list[str]:
    return [SYNONYMS.get(value, value) for value in values] if option == "algorithm" else values


def _has(backend: str, option: str, problems: Kind) -> bool:
    """Whether a backend has such an option for this kind of problem."""
    return any(declared.name == option and applies(declared, problems) for declared in copla.backend(backend).options)


def _nobody(backends: list[str]) -> str:
    return f"backend {backends[0]} has no" if len(backends) == 1 else f"none of {', '.join(backends)} has an"


def _options_of(backends: list[str], problems: Kind) -> str:
    here = {name: [o.name for o in copla.backend(name).options if applies(o, problems)] for name in backends}
    known = [f"{name}: {', '.join(options) or 'none'}" for name, options in here.items()]
    return f"their options: {'; '.join(known)}" if len(backends) > 1 else f"its options: {known[0].partition(': ')[2]}"


def _check_heuristics(name: str, wanted: list[str], problems: Sequence[tuple[str, Problem]]) -> None:
    """A heuristic that an instance does not have is an error now, and not a failed run later."""
    from copla.plugins.backend import HasAlgorithms

    backend = copla.backend(name)
    if not wanted or not isinstance(backend, HasAlgorithms):
        return
    for instance, problem in problems:
        known = backend.heuristics(problem)
        for heuristic in wanted:
            if heuristic not in known and backend.refuses(problem) is None:
                there = ", ".join(known) or "none"
                raise ModelError(f"{instance}: this problem has no heuristic {heuristic!r}; it has: {there}")
