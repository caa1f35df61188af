"""Options that a backend or a generator declares once: name, type, default, help; checked from there."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from typing import Literal as OneOf

from copla.ground.errors import ModelError
from copla.ground.numbers import LARGEST, shown
from copla.ground.text import nearest_first, suggestion

Kind = OneOf["both", "constraints", "planning"]


@dataclass(frozen=True, slots=True)
class Option:
    """One option. Its type is that of the default; ``choices`` or ``least`` and ``most`` narrow it.

    Numbers lie in the one range of numbers where nothing narrower is said. ``problems`` says which kind of problem the
    option is for; given with another kind it is refused.
    """

    name: str
    default: str | int | float | bool | None
    help: str
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    kind: type = str
    problems: Kind = "both"

    def read(self, value: object, owner: str) -> Any:
        """The value, converted from text where needed; ModelError if it does not fit."""
        if value is None or (type(value) is type(self.default) and value == self.default):
            return self.default
        if self.default is None and isinstance(value, str) and value.lower() == "none":
            return None
        converted = _CONVERT[self.type](value)
        fits = converted is not None and (not self.choices or converted in self.choices)
        if fits and self.type in (int, float):
            fits = self._range[0] <= converted <= self._range[1]
        if not fits:
            close, rest = nearest_first(str(value), self.choices)
            expected = " or ".join([*close, *rest]) or self.expected
            raise ModelError(f"{owner}: option {self.name} is {shown(value)}, expected {expected}")
        return converted

    @property
    def type(self) -> type:
        return self.kind if self.default is None else type(self.default)

    @property
    def expected(self) -> str:
        if self.choices:
            return " or ".join(self.choices)
        name = {int: "a whole number", float: "a number", bool: "true or false", str: "text"}[self.type]
        if self.most is not None or self.type is int:
            least, most = ("2**53" if end == LARGEST else "-2**53" if end == -LARGEST else end for end in self._range)
            return f"{name} from {least} to {most}"
        if self.least is not None:
            return f"{name} of at least {self.least}"
        return name

    @property
    def _range(self) -> tuple[int, int]:
        return -LARGEST if self.least is None else self.least, LARGEST if self.most is None else self.most


def read_options(
    declared: Sequence[Option], given: Mapping[str, object], owner: str, problems: Kind = "both"
) -> dict[str, Any]:
    """All declared options with their values: the given ones checked, the others at their defaults.

    With a kind of ``problems`` an option that is for the other kind alone is refused like an unknown one.
    """
    if not given:
        known_defaults = _DEFAULTS.get(id(declared))
        if known_defaults is not None and known_defaults[0] is declared:
            return known_defaults[1].copy()
        return _defaults(declared)
    if not isinstance(given, Mapping):
        raise ModelError(f"{owner}: expected options by their names, found {shown(given)}")
    known = {option.name: option for option in declared}
    for name in given:
        if name not in known or not applies(known[name], problems):
            names = [option.name for option in declared if applies(option, problems)]
            where = f" for {_PROBLEMS[problems]}" if name in known else ""
            raise ModelError(f"{owner} has no option {shown(name)}{where}{suggestion(str(name), names, 'its options')}")
    return {
        name: option.read(given[name], owner) if name in given else option.default for name, option in known.items()
    }


def only_for(problems: Kind, options: Iterable[Option]) -> tuple[Option, ...]:
    """The options, declared as being for one kind of problem."""
    return tuple(replace(option, problems=problems) for option in options)


def applies(option: Option, problems: Kind) -> bool:
    """Whether an option is for this kind of problem."""
    return "both" in (option.problems, problems) or option.problems == problems


_PROBLEMS = {"constraints": "constraint problems", "planning": "planning problems", "both": "these problems"}


def _defaults(declared: Sequence[Option]) -> dict[str, Any]:
    """The defaults; remembered for a tuple, which keeps what it holds, because every run of a backend asks again."""
    found = {option.name: option.default for option in declared}
    if isinstance(declared, tuple):
        if len(_DEFAULTS) == _MOST_REMEMBERED:
            _DEFAULTS.clear()
        _DEFAULTS[id(declared)] = declared, found.copy()
    return found


_DEFAULTS: dict[int, tuple[tuple[Option, ...], dict[str, Any]]] = {}
_MOST_REMEMBERED = 64


def _to_int(value: object) -> int | None:
    if type(value) is int:
        return value
    try:
        return int(value) if isinstance(value, str) else None
    except ValueError:
        return None


def _to_float(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def _to_bool(value: object) -> bool | None:
    if type(value) is bool:
        return value
    return {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}.get(str(value).lower())


def _to_text(value: object) -> str | None:
    return str(value) if type(value) in (str, int, float) else None


_CONVERT: dict[type, Any] = {int: _to_int, float: _to_float, bool: _to_bool, str: _to_text}
