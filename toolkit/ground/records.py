"""Frozen dataclasses that are made as quickly as plain objects: a small puzzle is solved in a few microseconds."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any, TypeVar

Record = TypeVar("Record")

_set_class = object.__dict__["__class__"].__set__


def sealed(record: type[Record]) -> type[Record]:
    """A frozen dataclass with slots, with another constructor: the same arguments in a tenth of the time.

    The constructor of a frozen dataclass goes around its own ``__setattr__`` for every field. This one makes the object
    one of an open twin, a class with the same slots and nothing else, fills it like any object, and seals it by giving
    it its own class back.

    >>> from dataclasses import dataclass
    >>> @sealed
    ... @dataclass(frozen=True, slots=True)
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> Point(1), changed(Point(1), y=2)
    (Point(x=1, y=0), Point(x=1, y=2))
    >>> Point(1).x = 2
    Traceback (most recent call last):
    dataclasses.FrozenInstanceError: cannot assign to field 'x'
    """
    declared = fields(record)  # type: ignore[arg-type]
    names = [field.name for field in declared]
    known: dict[str, Any] = {"_record": record, "_set_class": _set_class, "_missing": MISSING, "_new": object.__new__}
    known["_open"] = type(record.__name__, (), {"__slots__": names})
    arguments, body = ["self"], ["_set_class(self, _open)"]
    for field in declared:
        name, default, made_by = field.name, f"_default_{field.name}", field.default_factory
        if made_by is not MISSING:
            known[default] = made_by
            arguments.append(f"{name}=_missing")
            body.append(f"self.{name} = {default}() if {name} is _missing else {name}")
        else:
            known[default] = field.default
            arguments.append(name if field.default is MISSING else f"{name}={default}")
            body.append(f"self.{name} = {name}")
    body.append("self.__class__ = _record")
    copied = ["other = _new(_open)", *(f"other.{name} = self.{name}" for name in names), "return other"]
    known["_open"]._record = record
    methods = {"__init__": (arguments, body), "_opened_copy": (["self"], copied)}
    for method, (given, lines) in methods.items():
        exec(f"def {method}({', '.join(given)}):\n " + "\n ".join(lines), known)
        known[method].__qualname__ = f"{record.__qualname__}.{method}"
        setattr(record, method, known[method])
    return record


def changed(record: Record, **changes: object) -> Record:
    """A copy of a sealed record with other values of some fields; ``dataclasses.replace`` does the same, slowly."""
    copy: Any = record._opened_copy()  # type: ignore[attr-defined]
    for name, value in changes.items():
        setattr(copy, name, value)
    _set_class(copy, copy._record)
    return copy  # type: ignore[no-any-return]
