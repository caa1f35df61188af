"""Result: one shape of answer for all backends, with honest statuses, and its JSON form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from copla.ground.records import changed, sealed
from copla.ground.status import Status


@sealed
@dataclass(frozen=True, slots=True)
class Solution:
    """One solution: the values of a constraint problem's variables, or the moves of a plan (else None).

    ``generated`` and ``max_nodes`` are the counts at the moment when it was found, where the backend tells them.
    """

    values: dict[str, int] = field(default_factory=dict)
    cost: int | None = None
    seconds: float | None = None
    moves: tuple[str, ...] | None = None
    generated: int | None = None
    max_nodes: int | None = None

    @property
    def length(self) -> int | None:
        """The number of moves of a plan."""
        return None if self.moves is None else len(self.moves)

    @property
    def key(self) -> tuple[object, ...]:
        """What makes two solutions the same: their values or their moves."""
        return self.moves if self.moves is not None else tuple(sorted(self.values.items()))

    def to_json(self) -> dict[str, Any]:
        return {
            "cost": self.cost,
            "length": self.length,
            "seconds": self.seconds,
            "values": self.values if self.moves is None else None,
            "moves": None if self.moves is None else list(self.moves),
            "generated": self.generated,
            "max_nodes": self.max_nodes,
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Solution:
        moves = None if data["moves"] is None else tuple(data["moves"])
        counts = data["generated"], data["max_nodes"]
        return Solution(dict(data["values"] or {}), data["cost"], data["seconds"], moves, *counts)


@sealed
@dataclass(frozen=True, slots=True)
class Statistics:
    """What a run did. ``None`` where the backend cannot tell; docs/backends.md says what each counts.

    ``guesses`` are the expanded nodes with more than one value left to try: zero means that inference
    alone solved the problem.
    """

    expanded: int | None = None
    generated: int | None = None
    max_nodes: int | None = None
    backtracks: int | None = None
    prunings: int | None = None
    guesses: int | None = None
    seconds: float = 0.0
    peak_bytes: int | None = None

    def plus(self, other: Statistics) -> Statistics:
        """The statistics of two runs, one after the other: counts add up, of peaks the higher one counts."""
        combined: dict[str, Any] = {}
        for name in self.__dataclass_fields__:
            amounts = [amount for amount in (getattr(self, name), getattr(other, name)) if amount is not None]
            together = max if name in ("max_nodes", "peak_bytes") else sum
            combined[name] = together(amounts) if amounts else None
        return Statistics(**combined)


@sealed
@dataclass(frozen=True, slots=True)
class Result:
    """A backend's answer.

    ``complete`` says that ``solutions`` are all there are. ``bound`` is a proven bound of the cost (a
    lower one when minimising). ``message`` is one line for people: why unsupported, what went wrong.
    """

    status: Status
    solutions: tuple[Solution, ...] = ()
    complete: bool = False
    bound: int | None = None
    statistics: Statistics = field(default_factory=Statistics)
    backend: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    message: str = ""

    def completed(self, backend: str, options: dict[str, Any], seconds: float, peak_bytes: int) -> Result:
        """The result with what the caller of a backend adds: the name, the options in use, clock and memory.

        The options become the result's own; a backend may have said which default it chose.
        """
        options.update(self.options)
        statistics = changed(self.statistics, seconds=seconds, peak_bytes=peak_bytes)
        return changed(self, statistics=statistics, backend=backend, options=options)

    @property
    def best(self) -> Solution:
        """The first solution; with an objective the only one listed, the best."""
        if not self.solutions:
            raise LookupError(f"there is no solution: the status is '{self.status}'")
        return self.solutions[0]

    @property
    def cost(self) -> int | None:
        return self.best.cost if self.solutions else None

    @property
    def unique(self) -> bool | None:
        """Whether there is exactly one solution; None if the run did not find out."""
        if len(self.solutions) > 1:
            return False
        if self.complete or self.status is Status.INFEASIBLE:
            return len(self.solutions) == 1
        return None

    def to_json(self) -> dict[str, Any]:
        """The result as JSON-ready data; docs/json.md describes the keys."""
        statistics = asdict(self.statistics)
        return {
            "backend": self.backend,
            "algorithm": self.options.get("algorithm"),
            "heuristic": self.options.get("heuristic"),
            "options": dict(self.options),
            "status": str(self.status),
            "cost": self.cost,
            "length": self.best.length if self.solutions else None,
            "bound": self.bound,
            "unique": self.unique,
            "complete": self.complete,
            "solutions": [solution.to_json() for solution in self.solutions],
            **statistics,
            "message": self.message,
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Result:
        """The inverse of :meth:`to_json`; unknown keys are ignored."""
        return Result(
            status=Status(data["status"]),
            solutions=tuple(map(Solution.from_json, data["solutions"])),
            complete=data["complete"],
            bound=data["bound"],
            statistics=Statistics(**{name: data[name] for name in Statistics.__dataclass_fields__}),
            backend=data["backend"],
            options=dict(data["options"]),
            message=data["message"],
        )
