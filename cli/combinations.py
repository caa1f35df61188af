"""Which configurations a comparison runs: the options behind each --backend, and all combinations of their values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import copla
from copla.cli.arguments import read_guests, reference_of, references
from copla.cli.output import remark_broken
from copla.cli.program import Command
from copla.cli.settings import SYNONYMS, options_of_backend, options_of_puzzle, split_options
from copla.ground.errors import BackendError, ModelError
from copla.ground.text import suggestion

if TYPE_CHECKING:
    from copla.plugins.options import Kind
    from copla.running.configuration import Configuration

GROUPS = "copla.groups"
"""Where a context keeps the groups on the command line; the first has the settings in front of every ``--backend``."""


@dataclass(slots=True)
class Group:
    """One ``--backend`` (several if separated by commas) with the settings that follow it on the command line."""

    backends: list[str] = field(default_factory=list)
    settings: list[tuple[str, list[str]]] = field(default_factory=list)


class OrderedCommand(Command):
    """A command that knows which settings were given behind which ``--backend``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        values, _, order = self.make_parser(ctx).parse_args(args=list(args))
        left = {name: iter(given) for name, given in values.items() if isinstance(given, list)}
        groups = [Group()]
        for parameter in order:
            match parameter.name:
                case "backend":
                    groups.append(Group(references(next(left["backend"]).split(","))))
                case "program" | "python" as name:
                    given = next(left[name])
                    (guest,) = read_guests([given], None) if name == "program" else read_guests(None, [given])
                    groups.append(Group([reference_of(guest)]))
                case "algorithm" | "heuristic" as name:
                    groups[-1].settings.append((name, split(next(left[name]))))
                case "option":
                    groups[-1].settings.append(_setting(next(left["option"])))
        ctx.meta[GROUPS] = groups
        return super().parse_args(ctx, args)


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


def take_instance_options(groups: Sequence[Group], puzzle: str) -> dict[str, str]:
    """The puzzle's own options, taken out of the groups, wherever they stand."""
    given: dict[str, str] = {}
    for group in groups:
        for setting in list(group.settings):
            own, _ = split_options(puzzle, dict([setting]))
            for name, values in own.items():
                for backend in group.backends or [b for g in groups for b in g.backends]:
                    options_of_backend(copla.backend(backend), {}, puzzle, [setting[0]])  # which refuses a clash
                if len(values) > 1 or given.setdefault(name, values[0]) != values[0]:
                    raise ModelError(f"{puzzle}: found several values of {name}, expected one for all runs")
                group.settings.remove(setting)
    return given


def choose(
    groups: Sequence[Group], instances: Sequence[copla.Instance]
) -> tuple[list[Configuration], list[Configuration]]:
    """All configurations, and those left out because they are the same as one of them.

    A setting goes to those backends of its group that have such an option, a setting in front of every
    ``--backend`` to all that have it. Without any ``--backend`` all that take one of the instances are meant.
    """
    from copla.cli.sense import require_heuristics
    from copla.comparing.runs import configurations
    from copla.language.problem import kind_of
    from copla.running.solving import unavailable

    common, *named = groups
    if not named:
        remark_broken()
        suitable = [backend.name for item in instances for backend in copla.suitable_backends(item)]
        named = [Group(list(dict.fromkeys(suitable)))]
        if not suitable:
            raise BackendError("no installed backend can take these instances")
    everyone = list(dict.fromkeys(name for group in named for name in group.backends))
    if not everyone:
        raise ModelError("found --backend without a name, expected one or more (see: copla backends)")
    for name in everyone:
        reason = unavailable(copla.backend(name))
        if reason is not None:
            raise BackendError(f"backend {name} cannot run here: {reason}")
    for group in named:  # an option that says whose it is may stand anywhere
        whose = [setting for setting in group.settings if setting[0].partition(".")[0] in everyone]
        common.settings.extend(whose)
        group.settings = [setting for setting in group.settings if setting not in whose]
    kinds = {kind_of(item.problem()) for item in instances}
    problems_kind: Kind = "both" if len(kinds) > 1 else kinds.pop()
    for group, owners in ((common, everyone), *((group, group.backends) for group in named)):
        for key, values in group.settings:
            if not any(_has(name, key, problems_kind) for name in owners):
                puzzle = instances[0].puzzle.name
                raise ModelError(
                    f"{_nobody(puzzle, owners)} option {key!r}; {_options_of(puzzle, owners, problems_kind)}"
                )
            _refuse_nobodys(owners, key, values, instances)
    chosen: dict[str, Configuration] = {}
    same: list[Configuration] = []
    for group in named:
        for name in group.backends:
            choices = {
                option: _values(option, values)
                for key, values in (*common.settings, *group.settings)
                if (option := _has(name, key, problems_kind))
            }
            require_heuristics(copla.backend(name), choices.get("heuristic", []), instances)
            fresh, ignored = configurations([name], choices)
            _check_sense(name, choices, fresh, instances)
            same += ignored
            chosen |= {configuration.label: configuration for configuration in fresh}
    return list(chosen.values()), same


def _values(option: str, values: list[str]) -> list[str]:
    return [SYNONYMS.get(value, value) for value in values] if option == "algorithm" else values


def _has(backend: str, key: str, problems: Kind) -> str | None:
    """The option that a key means, alone or behind the backend's name; None if it has none for these problems."""
    from copla.plugins.options import applies

    name = key.removeprefix(f"{backend}.")
    found = (declared for declared in copla.backend(backend).options if declared.name == name)
    return name if any(applies(declared, problems) for declared in found) else None


def _refuse_nobodys(owners: list[str], key: str, values: list[str], instances: Sequence[copla.Instance]) -> None:
    """An algorithm or a heuristic that none of the backends has is answered with those of all."""
    from copla.plugins.backend import HasAlgorithms, ListsAlgorithms

    if key not in ("algorithm", "heuristic"):
        return
    known: dict[str, None] = {}
    for backend in map(copla.backend, owners):
        if key == "algorithm" and isinstance(backend, ListsAlgorithms):
            known |= dict.fromkeys(backend.algorithms)
        elif key == "heuristic" and isinstance(backend, HasAlgorithms):
            known |= dict.fromkeys(name for item in instances for name in backend.heuristics(item.problem()))
    for value in _values(key, values):
        if known and value not in known:
            who = f"backend {owners[0]} has" if len(owners) == 1 else f"none of {', '.join(owners)} has"
            article = "an" if key == "algorithm" else "a"
            raise ModelError(
                f"{who} {article if len(owners) > 1 else 'no'} {key} {value!r}{suggestion(value, list(known))}"
            )


def _nobody(puzzle: str, backends: list[str]) -> str:
    own = [puzzle] if options_of_puzzle(puzzle) else []
    names = [*own, *(f"backend {name}" if len(backends) == 1 else name for name in backends)]
    return f"{names[0]} has no" if len(names) == 1 else f"none of {', '.join(names)} has an"


def _options_of(puzzle: str, backends: list[str], problems: Kind) -> str:
    from copla.plugins.options import applies

    own = sorted(options_of_puzzle(puzzle))
    here = {puzzle: own} if own else {}
    here |= {name: [o.name for o in copla.backend(name).options if applies(o, problems)] for name in backends}
    known = [f"{name}: {', '.join(options) or 'none'}" for name, options in here.items()]
    return f"their options: {'; '.join(known)}" if len(here) > 1 else f"its options: {known[0].partition(': ')[2]}"


def _check_sense(
    name: str, choices: dict[str, list[str]], chosen: Sequence[Configuration], instances: Sequence[copla.Instance]
) -> None:
    """An option that no configuration looks at is an error, and so is one that can answer none of the instances."""
    from copla.cli.sense import refuse_nonsense, refuse_nonsense_everywhere

    names = [instance.name for instance in instances]
    command = ["copla", "compare", instances[0].puzzle.name, *names, "--backend", name]
    backend = copla.backend(name)
    for option in choices:
        if not any(option in configuration.options for configuration in chosen):
            useless = {**chosen[0].options, option: choices[option][0]}
            refuse_nonsense(backend, useless, instances[0].problem(), 1, command)
    for configuration in chosen:
        refuse_nonsense_everywhere(backend, configuration.options, instances, 2, command)
