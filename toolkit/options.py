"""Options that a backend or a generator declares once: name, type, default, help; checked from there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from copla.errors import ModelError


@dataclass(frozen=True, slots=True)
class Option:
    """One option. Its type is that of the default; ``choices`` or ``least`` and ``most`` narrow it."""

    name: str
    default: str | int | float | bool | None
    help: str
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    kind: type = str

    def read(self, value: object, owner: str) -> Any:
        """The value, converted from text where needed; ModelError if it does not fit."""
        if value is None or value == self.default:
            return self.default
        if self.default is None and str(value).lower() == "none":
            return None
        kind = self.kind if self.default is None else type(self.default)
        converted = _CONVERT[kind](value)
        if converted is None or (self.choices and converted not in self.choices):
            raise ModelError(f"{owner}: option {self.name} is {value!r}, expected {self.expected}")
        too_small = self.least is not None and converted < self.least
        too_large = self.most is not None and converted > self.most
        if too_small or too_large:
            raise ModelError(f"{owner}: option {self.name} is {value!r}, expected {self.expected}")
        return converted

    @property
    def expected(self) -> str:
        if self.choices:
            return " or ".join(self.choices)
        kind = self.kind if self.default is None else type(self.default)
        name = {int: "a whole number", float: "a number", bool: "true or false", str: "text"}[kind]
        if self.least is not None and self.most is not None:
            return f"{name} from {self.least} to {self.most}"
        if self.least is not None:
            return f"{name} of at least {self.least}"
        return name


def read_options(declared: Sequence[Option], given: Mapping[str, object], owner: str) -> dict[str, Any]:
    """All declared options with their values: the given ones checked, the others at their defaults."""
    if not given:
        known_defaults = _DEFAULTS.get(id(declared))
        if known_defaults is not None and known_defaults[0] is declared:
            return known_defaults[1].copy()
        return _defaults(declared)
    known = {option.name: option for option in declared}
    for name in given:
        if name not in known:
            names = ", ".join(known) or "none"
            raise ModelError(f"{owner} has no option {name!r}; its options: {names}")
    return {
        name: option.read(given[name], owner) if name in given else option.default for name, option in known.items()
    }


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
    try:
        return int(str(value)) if not isinstance(value, bool) else None
    except ValueError:
        return None


def _to_float(value: object) -> float | None:
    try:
        return float(str(value))
    except ValueError:
        return None


def _to_bool(value: object) -> bool | None:
    return {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}.get(str(value).lower())


_CONVERT: dict[type, Any] = {int: _to_int, float: _to_float, bool: _to_bool, str: str}
