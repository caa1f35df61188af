"""Result: one shape of answer for all backends, with honest statuses, and its JSON form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from copla.answers import evaluation
from copla.ground.errors import ModelError
from copla.ground.html import html_table, html_text
from copla.ground.numbers import shown
from copla.ground.records import Record, sealed
from copla.ground.status import Status
from copla.ground.text import counted, shortened
from copla.ground.text import in_words as error_in_words
from copla.language.expressions import Operand, Variable, as_expression
from copla.language.written import scope_of

_LONGEST_SHOWN = 200


class NoSolutionError(ModelError, LookupError):
    """The best of no solutions was asked for."""


@sealed
@dataclass(frozen=True, slots=True, repr=False)
class Solution(Record):
    """One solution: the values of a constraint problem's variables, or the moves of a plan (else None).

    ``solution["x"]`` is the value of a variable, by its name or by itself.
    ``costs`` are those of all objectives in turn, where there are several; ``cost`` is the first.
    ``generated`` and ``max_nodes`` are the counts at the moment when it was found, where the backend tells them.
    ``named`` are the variables whose values have names: people read those, and ``values`` stay numbers.
    """

    values: dict[str, int] = field(default_factory=dict)
    cost: int | None = None
    seconds: float | None = None
    moves: tuple[str, ...] | None = None
    generated: int | None = None
    max_nodes: int | None = None
    costs: tuple[int, ...] | None = None
    named: Mapping[str, Variable] | None = field(default=None, compare=False)

    @property
    def length(self) -> int | None:
        """The number of moves of a plan."""
        return None if self.moves is None else len(self.moves)

    @property
    def key(self) -> tuple[object, ...]:
        """What makes two solutions the same: their values or their moves."""
        return self.moves if self.moves is not None else tuple(sorted(self.values.items()))

    def __getitem__(self, variable: str | Variable) -> int:
        name = variable.name if isinstance(variable, Variable) else variable
        try:
            return self.values[name]
        except (KeyError, TypeError):
            if self.moves is not None:
                raise ModelError(f"a plan has moves and no values: there is no {shown(name)} in it") from None
            raise ModelError(f"the solution has no variable {shown(name)}") from None

    def __iter__(self) -> Iterator[str]:
        """The names of the variables, or the moves of a plan."""
        return iter(self.values if self.moves is None else self.moves)

    def keys(self) -> Iterator[str]:
        """So that ``dict(solution)`` are its values by name."""
        return iter(self.values)

    def value(self, expression: Operand) -> int:
        """The value of an expression over the variables; a constraint is 1 where it holds, and 0 where it does not.

        >>> from copla import ConstraintProblem
        >>> problem = ConstraintProblem()
        >>> x, y = problem.variable("x", range(5)), problem.variable("y", range(5))
        >>> solution = Solution({"x": 3, "y": 1})
        >>> solution.value(2 * x - y + 1), solution.value(x * y), solution.value(x < y)
        (6, 3, 0)
        """
        found = as_expression(expression)
        known = {variable.index: self[variable] for variable in scope_of(found)}
        try:
            result = evaluation.value(found, known)
        except RecursionError:
            raise ModelError("an expression stands too deep in others to be evaluated: split it") from None
        if result is None:
            raise ModelError(f"'{found}' has no value in this solution")
        return result

    def in_words(self, name: str) -> str:
        """The value of a variable as people read it: by its name, if it has one."""
        value = self[name]
        return self.named[name].in_words(value) if self.named and name in self.named else str(value)

    def __repr__(self) -> str:
        return f"<Solution: {self._in_short()}>"

    def _in_short(self) -> str:
        """The cost, and the values or the moves, in one line."""
        cost = "" if self.cost is None else f"cost {self.cost}"
        if self.moves is not None:
            content = counted(len(self.moves), "move") + (f": {', '.join(self.moves)}" if self.moves else "")
        else:
            content = ", ".join(f"{name} = {self.in_words(name)}" for name in self.values)
        return shortened("; ".join(filter(None, (cost, content))) or "no variables", _LONGEST_SHOWN)

    def _repr_html_(self) -> str:
        if self.moves is not None:
            rows = [[str(number), move] for number, move in enumerate(self.moves, 1)]
            return html_table(["step", "move"], rows, "" if self.cost is None else f"cost {self.cost}")
        rows = [[name, self.in_words(name)] for name in self.values]
        return html_table(["variable", "value"], rows, "" if self.cost is None else f"cost {self.cost}")

    def to_json(self) -> dict[str, Any]:
        return {
            "cost": self.cost,
            "costs": None if self.costs is None else list(self.costs),
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
        costs = data.get("costs")
        counts = data["generated"], data["max_nodes"], None if costs is None else tuple(costs)
        return Solution(dict(data["values"] or {}), data["cost"], data["seconds"], moves, *counts)


@sealed
@dataclass(frozen=True, slots=True)
class Statistics(Record):
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
@dataclass(frozen=True, slots=True, repr=False)
class Result(Record):
    """A backend's answer; iterating over it gives its solutions, and ``result["x"]`` is a value in the best one.

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
        return self.changed(
            statistics=self.statistics.changed(seconds=seconds, peak_bytes=peak_bytes),
            backend=backend,
            options=options,
        )

    @property
    def best(self) -> Solution:
        """The first solution; with an objective the only one listed, the best."""
        if not self.solutions:
            raise NoSolutionError(f"there is no solution: the status is '{self.status}'")
        return self.solutions[0]

    def __getitem__(self, variable: str | Variable) -> int:
        return self.best[variable]

    def __iter__(self) -> Iterator[Solution]:
        return iter(self.solutions)

    def value(self, expression: Operand) -> int:
        """The value of an expression in the best solution."""
        return self.best.value(expression)

    def __repr__(self) -> str:
        """The status, and the best solution in short; everything else has a name of its own.

        >>> Result(Status.OPTIMAL, (Solution({"x": 3, "y": 1}, cost=4),), bound=4)
        <Result optimal: cost 4; x = 3, y = 1>
        """
        more = f" (and {len(self.solutions) - 1} more)" if len(self.solutions) > 1 else ""
        said = f": {self.best._in_short()}{more}" if self.solutions else f": {self.message}" if self.message else ""
        return f"<Result {self.status}{said}>"

    def _repr_html_(self) -> str:
        who = f" by {self.backend} in {self.statistics.seconds:.3g} s" if self.backend else ""
        more = f", {len(self.solutions)} solutions" if len(self.solutions) > 1 else ""
        why = f": {self.message}" if self.message else ""
        said = f"<p><b>{self.status}</b>{more}{html_text(who)}{html_text(why)}</p>"
        return said + (self.best._repr_html_() if self.solutions else "")

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
            "costs": list(self.best.costs) if self.solutions and self.best.costs is not None else None,
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
        """The inverse of :meth:`to_json`; unknown keys are ignored, and statistics may be missing.

        >>> Result.from_json({"status": "solved"})
        Traceback (most recent call last):
        copla.ModelError: this is not the JSON of a result: KeyError: 'solutions'
        """
        try:
            return Result(
                status=Status(data["status"]),
                solutions=tuple(map(Solution.from_json, data["solutions"])),
                complete=data["complete"],
                bound=data["bound"],
                statistics=Statistics(**{name: data[name] for name in Statistics.__dataclass_fields__ if name in data}),
                backend=data["backend"],
                options=dict(data["options"]),
                message=data["message"],
            )
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise ModelError(f"this is not the JSON of a result: {error_in_words(error)}") from None
