"""Configuration: a backend with the options that were chosen for it, and what people call the two together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from copla.ground.errors import ModelError
from copla.ground.numbers import shown
from copla.plugins.programs.description import short_name

_NAMED = ("algorithm", "heuristic")


@dataclass(frozen=True, slots=True)
class Configuration:
    """A backend with some options; the others have their defaults. The label is made of both unless one is given.

    >>> Configuration("search", {"algorithm": "wastar", "heuristic": "manhattan", "weight": 3.0}).label
    'search wastar manhattan weight=3.0'
    >>> Configuration("native", {"heuristic": "walking-distance"}, label="native-2").label
    'native-2'
    """

    backend: str
    options: dict[str, Any] = field(default_factory=dict)
    label: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.backend, str) or not isinstance(self.options, Mapping):
            found = shown((self.backend, self.options))
            raise ModelError(f"a configuration is the name of a backend and a dict of options, found {found}")
        if not self.label:
            named = [str(self.options[name]) for name in _NAMED if self.options.get(name) is not None]
            others = [self.others] if self.others else []
            object.__setattr__(self, "label", " ".join([self.name, *named, *others]))

    @property
    def name(self) -> str:
        """What people call the backend: that may be a file."""
        return short_name(self.backend)

    @property
    def others(self) -> str:
        """The options that have no column of their own, in words."""
        rest = {name: value for name, value in self.options.items() if name not in _NAMED}
        return " ".join(f"{name}={value}" for name, value in sorted(rest.items()))
