"""The truth about a constraint problem by brute force: how many solutions, and the best of them.

It reads plain data and shares nothing with the checker, a backend or the language. Variables that no constraint joins
are independent: parts are counted on their own and multiplied, so that many variables can be counted exactly. Within
a part every combination of values is tried, and given up as soon as a constraint has all its values and does not hold.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from copla.fuzzing.constraint_data import (
    ConstraintData,
    ConstraintRecord,
    Different,
    Either,
    ObjectiveRecord,
    Rows,
    Said,
    Sum,
)
from copla.fuzzing.tree_oracle import NothingThereError, names_in, number, true

_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    ">": operator.gt,
}


class TooLargeError(Exception):
    """The oracle would need more steps than it was given."""


@dataclass(frozen=True, slots=True)
class ConstraintTruth:
    """The number of solutions, the cost of the best (None without an objective or a solution), and one of the best.

    ``costs`` are those of the best where there are several objectives.
    """

    solutions: int
    optimum: int | None
    example: Mapping[str, int] | None = field(default=None, compare=False, repr=False)
    costs: tuple[int, ...] | None = field(default=None, repr=False)

    @property
    def feasible(self) -> bool:
        return self.solutions > 0


def constraint_truth(data: ConstraintData, most_steps: int = 200_000) -> ConstraintTruth:
    """Count and optimise by trying everything; TooLargeError after so many steps.

    >>> two = ConstraintData((("x", (0, 1)), ("y", (0, 1, 2))), (Sum(((1, "x"), (1, "y")), "==", 2),))
    >>> constraint_truth(two)
    ConstraintTruth(solutions=2, optimum=None)
    """
    if _by_trees(data.objective):
        return _truth_by_trees(data, most_steps)
    weights = _weights(data.objective)
    maximise = data.objective is not None and data.objective.sense == "maximize"
    count, best = 1, 0 if data.objective is None else data.objective.constant
    steps, example = most_steps, dict[str, int]()
    for names, constraints in _parts(data):
        part = _Part(data, names, constraints, weights, maximise, steps)
        part.run()
        steps = part.steps_left
        count *= part.count
        if not count:
            return ConstraintTruth(0, None)
        best += part.best or 0
        example.update(part.example)
    return ConstraintTruth(count, None if data.objective is None else best, example)


def _by_trees(objective: ObjectiveRecord | None) -> bool:
    return objective is not None and (objective.tree is not None or objective.later != ())


def _truth_by_trees(data: ConstraintData, most_steps: int) -> ConstraintTruth:
    """With objectives that are no sums: every combination at once, and what has no cost is no solution."""
    assert data.objective is not None
    names = [name for name, _ in data.variables]
    part = _Part(data, names, list(data.constraints), {}, False, most_steps)
    part.objective = data.objective
    part.run()
    if not part.count:
        return ConstraintTruth(0, None)
    costs = part.costs or ()
    return ConstraintTruth(part.count, costs[0], part.example, costs if data.objective.later else None)


def wrong_with(data: ConstraintData, values: Mapping[str, int], cost: int | None) -> str | None:
    """What is wrong with an assignment, or None."""
    if sorted(values) != sorted(name for name, _ in data.variables):
        return "it does not give a value to each variable and to nothing else"
    for name, domain in data.variables:
        if type(values[name]) is not int or values[name] not in domain:
            return f"{name} = {values[name]} is not in its domain"
    for record in data.constraints:
        if not holds(record, values):
            return f"{record} does not hold"
    if data.objective is None:
        return None
    try:
        true_cost = number(data.objective.trees[0], values)
    except NothingThereError:
        return "the objective has no value"
    return None if cost == true_cost else f"its cost is given as {cost}, it is {true_cost}"


def holds(record: ConstraintRecord, values: Mapping[str, int]) -> bool:
    """The meaning of each kind of constraint."""
    match record:
        case Sum(terms, comparison, bound):
            return _COMPARE[comparison](sum(c * values[name] for c, name in terms), bound)
        case Different(names):
            return len({values[name] for name in names}) == len(names)
        case Rows(names, rows, allowed):
            return (tuple(values[name] for name in names) in rows) == allowed
        case Either(literals):
            return any((values[name] == value) == positive for name, value, positive in literals)
        case Said(tree):
            return true(tree, values)


def _weights(objective: ObjectiveRecord | None) -> dict[str, int]:
    weights: dict[str, int] = {}
    for coefficient, name in () if objective is None else objective.terms:
        weights[name] = weights.get(name, 0) + coefficient
    return weights


def _parts(data: ConstraintData) -> list[tuple[list[str], list[ConstraintRecord]]]:
    """Variables that constraints join, directly or through others; constraints without variables come first."""
    leader = {name: name for name, _ in data.variables}

    def find(name: str) -> str:
        while leader[name] != name:
            leader[name] = name = leader[leader[name]]
        return name

    for record in data.constraints:
        for name in record.scope[1:]:
            leader[find(name)] = find(record.scope[0])
    parts: dict[str, tuple[list[str], list[ConstraintRecord]]] = {"": ([], [])}
    for name, _ in data.variables:
        parts.setdefault(find(name), ([], []))[0].append(name)
    for record in data.constraints:
        parts[find(record.scope[0]) if record.scope else ""][1].append(record)
    return list(parts.values())


class _Part:
    """The search of one part: its variables in an order in which constraints become complete early."""

    def __init__(
        self,
        data: ConstraintData,
        names: Sequence[str],
        constraints: Sequence[ConstraintRecord],
        weights: Mapping[str, int],
        maximise: bool,
        most_steps: int,
    ) -> None:
        domains = dict(data.variables)
        self.order = _order(names, constraints, domains)
        self.domains = [tuple(dict.fromkeys(domains[name])) for name in self.order]
        place = {name: number for number, name in enumerate(self.order)}
        self.tests: list[list[Callable[[list[int]], bool]]] = [[] for _ in range(len(self.order) + 1)]
        for record in constraints:
            last = max((place[name] for name in record.scope), default=-1)
            self.tests[last + 1].append(_test(record, place))
        self.weights = [weights.get(name, 0) for name in self.order]
        self.maximise = maximise
        self.count = 0
        self.best: int | None = None
        self.example: dict[str, int] = {}
        self.objective: ObjectiveRecord | None = None
        self.costs: tuple[int, ...] | None = None
        self.steps_left = most_steps

    def run(self) -> None:
        values = [0] * len(self.order)
        if all(test(values) for test in self.tests[0]):
            self._try(0, values, 0)

    def _try(self, depth: int, values: list[int], cost: int) -> None:
        if depth == len(self.order):
            if self.objective is not None:
                self._weigh(dict(zip(self.order, values, strict=True)), self.objective)
                return
            self.count += 1
            if self.best is None or (cost > self.best if self.maximise else cost < self.best):
                self.best = cost
                self.example = dict(zip(self.order, values, strict=True))
            return
        tests, weight = self.tests[depth + 1], self.weights[depth]
        domain = self.domains[depth]
        self.steps_left -= len(domain)
        if self.steps_left < 0:
            raise TooLargeError
        for value in domain:
            values[depth] = value
            for test in tests:
                if not test(values):
                    break
            else:
                self._try(depth + 1, values, cost + weight * value)

    def _weigh(self, values: dict[str, int], objective: ObjectiveRecord) -> None:
        """Keep the best by all objectives in turn."""
        try:
            costs = tuple(number(tree, values) for tree in objective.trees)
        except NothingThereError:
            return
        self.count += 1
        signs = [1 if sense == "minimize" else -1 for sense in objective.senses]
        if self.costs is None or [s * c for s, c in zip(signs, costs, strict=True)] < [
            s * c for s, c in zip(signs, self.costs, strict=True)
        ]:
            self.costs, self.example = costs, values


def _order(
    names: Sequence[str], constraints: Sequence[ConstraintRecord], domains: Mapping[str, tuple[int, ...]]
) -> list[str]:
    """Next comes the variable with the fewest values among those that share a constraint with an earlier one."""
    neighbours: dict[str, set[str]] = {name: set() for name in names}
    for record in constraints:
        for name in record.scope:
            neighbours[name].update(record.scope)
    order: list[str] = []
    left = dict.fromkeys(names)
    shared = dict.fromkeys(names, 0)
    while left:
        name = min(left, key=lambda name: (len(domains[name]) > 1, -shared[name], len(domains[name])))
        order.append(name)
        del left[name]
        for other in neighbours[name]:
            shared[other] += 1
    return order


def _test(record: ConstraintRecord, place: Mapping[str, int]) -> Callable[[list[int]], bool]:
    """The constraint as a question about the values in the order of the search."""
    match record:
        case Sum(terms, comparison, bound):
            compare = _COMPARE[comparison]
            numbered = [(coefficient, place[name]) for coefficient, name in terms]

            def sum_holds(values: list[int]) -> bool:
                left = 0
                for coefficient, number in numbered:
                    left += coefficient * values[number]
                return compare(left, bound)

            return sum_holds
        case Different(names):
            places = [place[name] for name in names]
            return lambda values: len({values[number] for number in places}) == len(places)
        case Rows(names, rows, allowed):
            columns = [place[name] for name in names]
            listed = set(rows)
            return lambda values: (tuple(values[number] for number in columns) in listed) == allowed
        case Said(tree):
            columns = [place[name] for name in names_in(tree)]
            return lambda values: true(tree, dict(zip(names_in(tree), [values[at] for at in columns], strict=True)))
        case Either(literals):
            atoms = [(place[name], value, positive) for name, value, positive in literals]

            def clause_holds(values: list[int]) -> bool:
                for number, value, positive in atoms:  # noqa: SIM110 - quicker than any()
                    if (values[number] == value) == positive:
                        return True
                return False

            return clause_holds
