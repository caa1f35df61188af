"""Trials: a backend with options at the edges and limits, sampled so that over a campaign all pairs of values occur.

A trial is plain data. Half of a campaign's runs change none, one or two options from their defaults; the
other half are the rows of a covering array, in which every pair of values of two options stands together in some row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations, product
from typing import Any, Literal

from copla.fuzzing.dice import Dice
from copla.ground.limits import Limits
from copla.language.constraint_problem import ConstraintProblem
from copla.language.problem import Problem
from copla.plugins.backend import Backend, HasAlgorithms
from copla.plugins.options import Kind, Option, applies
from copla.plugins.programs.description import short_name

SECONDS = 2.0
"""The limit of an ordinary run."""

SOLUTIONS = "limits.solutions"
STRIKES = "limits.strikes"
_STRIKES: dict[str, dict[str, Any]] = {
    "none": {},
    "now": {"seconds": 0},
    "soon": {"seconds": 0.002},
    "byte": {"bytes": 1},
    "megabyte": {"bytes": 10**6},
}
PROBLEM_NAMED = ("heuristic", "pattern")
"""Options whose values only a problem knows."""

_LARGEST_TRIED = 64  # threads, tables of so many megabytes: more costs time and memory and shows nothing


@dataclass(frozen=True, slots=True)
class Trial:
    """A backend's name, its options (those that differ from the defaults) and the limits of the run.

    With the question ``twin`` the problem and a twin of it are asked about; ``twin`` and ``seed`` say which one.
    """

    backend: str
    options: Mapping[str, Any] = field(default_factory=dict)
    solutions: int | None = 1
    seconds: float | None = SECONDS
    bytes: int | None = None
    question: Literal["solve", "explain", "twin"] = "solve"
    twin: str = ""
    seed: int = 0

    @property
    def limits(self) -> Limits:
        return Limits(seconds=self.seconds, bytes=self.bytes, solutions=self.solutions)

    def to_json(self) -> dict[str, Any]:
        said = asdict(self)
        return said if self.twin else {name: said[name] for name in said if name not in ("twin", "seed")}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Trial:
        return Trial(**data)

    def __str__(self) -> str:
        options = " ".join(f"{name}={value}" for name, value in self.options.items())
        limits = f"{self.solutions or 'all'} solutions, {self.seconds} s, {self.bytes} B"
        question = f"{self.question} {self.twin} {self.seed}" if self.twin else self.question
        return f"{question} with {short_name(self.backend)} {options} ({limits})"


def values_of(option: Option) -> list[Any]:
    """The default and what lies at the edges of an option's range.

    >>> values_of(Option("width", 1000, "", least=1))
    [1000, 1, 2, 7]
    """
    kind = option.kind if option.default is None else type(option.default)
    if option.choices:
        values: list[Any] = list(option.choices)
    elif kind is bool:
        values = [True, False]
    elif kind in (int, float):
        least = option.least or 0
        values = [kind(least), kind(least + 1), kind(7)]
        if kind is float:
            values.append(0.5)
        if option.most is not None and option.most <= _LARGEST_TRIED:
            values.append(option.most)
        values = [v for v in values if v >= least and (option.most is None or v <= option.most)]
    else:
        values = []
    return [option.default, *(value for value in values if value != option.default)]


class Sampler:
    """The trials of one backend for one kind of problem, number by number."""

    def __init__(self, backend: Backend, options: Mapping[str, Sequence[Any]]) -> None:
        self.backend = backend
        self.columns: dict[str, list[Any]] = {
            **{name: list(values) for name, values in options.items()},
            SOLUTIONS: [1, 2, None],
            STRIKES: list(_STRIKES),
        }
        self.rows = list(covering(self.columns))

    def trial(self, number: int, dice: Dice, problem: Problem, *, all_solutions: bool) -> Trial:
        """The trial of this number; ``all_solutions`` says whether the list of all of them is short."""
        names = list(self.columns)
        if dice.chance(0.5):
            row = dict.fromkeys(names, 0)
            for name in dice.some(names[:-2], dice.pick((0, 1, 1, 2))):
                row[name] = dice.number(0, len(self.columns[name]) - 1)
            row[SOLUTIONS] = dice.pick((0, 1, 2, 2) if isinstance(problem, ConstraintProblem) else (0, 0, 0, 1, 2))
        else:
            row = dict(zip(names, self.rows[number % len(self.rows)], strict=True))
            if not isinstance(problem, ConstraintProblem) and dice.chance(0.6):  # most planners know one plan
                row[SOLUTIONS] = 0
            if dice.chance(0.8):  # limits that strike would hide what the other values do
                row[STRIKES] = 0
        chosen = {name: self.columns[name][place] for name, place in row.items()}
        solutions, strike = chosen.pop(SOLUTIONS), chosen.pop(STRIKES)
        if solutions is None and not all_solutions:
            solutions = 2
        if getattr(problem, "objective", None) is not None:
            solutions = 1
        defaults = {option.name: option.default for option in self.backend.options}
        options = {name: value for name, value in chosen.items() if value != defaults[name]}
        options |= self._named(dice, problem)
        limits = {"seconds": SECONDS, "bytes": None} | _STRIKES[strike]
        return Trial(self.backend.name, options, solutions, **limits)

    def pairs(self, trial: Trial) -> list[tuple[str, str]]:
        """Each two settings of a run together, options at their defaults included."""
        settings = {option.name: option.default for option in self.backend.options} | dict(trial.options)
        texts = [f"{name}={settings[name]}" for name in self.columns if name in settings]
        return list(combinations([*texts, f"solutions={trial.solutions}"], 2))

    def _named(self, dice: Dice, problem: Problem) -> dict[str, Any]:
        """Values that only the problem knows: the names of its heuristics and variables."""
        known = {option.name for option in self.backend.options}
        found: dict[str, Any] = {}
        if "heuristic" in known and isinstance(self.backend, HasAlgorithms) and dice.chance(0.6):
            names = list(self.backend.heuristics(problem))
            found |= {"heuristic": dice.pick(names)} if names else {}
        if found.get("heuristic") == "pdb" and "pattern" in known and problem.variables:
            chosen = dice.some([variable.name for variable in problem.variables], dice.number(1, 3))
            found["pattern"] = ",".join(chosen)
        return found


def declared_values(backend: Backend, problems: Kind = "both") -> dict[str, list[Any]]:
    """The values to try of each option for this kind of problem, but for those that name something of a problem."""
    return {
        option.name: values_of(option)
        for option in backend.options
        if applies(option, problems) and (option.choices or option.name not in PROBLEM_NAMED)
    }


def covering(columns: Mapping[str, Sequence[Any]]) -> Iterator[tuple[int, ...]]:
    """Rows of places such that each pair of values of two columns stands together in one of them.

    Greedy: a row begins with a pair that is still missing and takes in each column the value that adds most pairs.

    >>> rows = list(covering({"a": "xy", "b": "xy", "c": "xy"}))
    >>> len(rows) < 8, len({(row[0], row[2]) for row in rows})
    (True, 4)
    """
    sizes = [len(values) for values in columns.values()]
    places = [[(column, place) for place in range(size)] for column, size in enumerate(sizes)]
    pairs = (pair for one, other in combinations(places, 2) for pair in product(one, other))
    missing: dict[tuple[int, int, int, int], None] = {(*one, *other): None for one, other in pairs}
    if not missing:
        yield from ((place,) for place in range(sizes[0] if sizes else 0))
        return
    while missing:
        a, x, b, y = next(iter(missing))
        row: list[int | None] = [None] * len(sizes)
        row[a], row[b] = x, y
        for column, size in enumerate(sizes):
            if row[column] is None:
                row[column] = max(range(size), key=lambda place: (_gain(missing, row, column, place), -place))
        full = [place or 0 for place in row]
        for c, d in combinations(range(len(sizes)), 2):
            missing.pop((c, full[c], d, full[d]), None)
        yield tuple(full)


def _gain(missing: Mapping[tuple[int, int, int, int], None], row: Sequence[int | None], column: int, place: int) -> int:
    known = [(other, value, other < column) for other, value in enumerate(row) if value is not None]
    return sum(((o, v, column, place) if before else (column, place, o, v)) in missing for o, v, before in known)
