"""DIMACS CNF: a constraint problem as clauses for any SAT solver, and what the solver prints, read back.

A variable with a value is one proposition. What needs more propositions (rows of a table, partial sums) gets ones that
are functions of the others, so that models of the clauses and solutions of the problem correspond one to one.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable, Sequence

from copla.answers.result import Solution
from copla.formats.names import one_line
from copla.ground.errors import FormatError, ModelError
from copla.ground.text import shortened
from copla.language.constraint_problem import ConstraintProblem
from copla.language.constraints import AllDifferent, Clause, Comparison, Constraint, Linear, Table, compare
from copla.language.expressions import Variable
from copla.rewriting.flattening import RewritingError
from copla.rewriting.rewrite import rewritten

MOST_CLAUSES = 5_000_000
_FEW = 64
"""So many assignments of a sum are forbidden one by one; more are added up."""


def write(problem: ConstraintProblem) -> str:
    """The problem as a DIMACS file; comments say what the propositions mean. ModelError if there is an objective.

    >>> problem = ConstraintProblem("two")
    >>> a, b = problem.variable("a", range(2)), problem.variable("b", range(2))
    >>> _ = problem.add(a < b)
    >>> print(write(problem))
    c two (written by copla)
    c 1: a = 0
    c 2: a = 1
    c 3: b = 0
    c 4: b = 1
    p cnf 4 7
    1 2 0
    -1 -2 0
    3 4 0
    -3 -4 0
    -1 -3 0
    -2 -3 0
    -2 -4 0
    <BLANKLINE>
    """
    if problem.objective is not None:
        raise ModelError("clauses have no objective: a problem with one cannot be written as cnf")
    problem = _flat(problem)
    made = _Clauses(problem)
    for variable in problem.variables:
        propositions = [made.numbers[variable.index, value] for value in variable.domain]
        made.add(*propositions)
        made.at_most_one(propositions)
    for constraint in problem.constraints:
        made.post(constraint)
    lines = [f"c {one_line(problem.name)} (written by copla)"]
    lines += [
        f"c {number}: {one_line(problem.variables[index].name)} = {value}"
        for (index, value), number in made.numbers.items()
    ]
    lines.append(f"p cnf {made.propositions} {len(made.clauses)}")
    lines += [" ".join(map(str, (*clause, 0))) for clause in made.clauses]
    return "\n".join(lines) + "\n"


def read_solution(problem: ConstraintProblem, text: str, source: str = "output") -> Solution:
    """The solution in what a SAT solver printed: ``v`` lines, or a file with nothing but literals behind ``SAT``.

    A variable to which the literals give no value, or several, has none here: that is a matter for the checker.

    >>> problem = ConstraintProblem()
    >>> _ = problem.variable("a", range(3))
    >>> read_solution(problem, "s SATISFIABLE\\nv -1 2\\nv -3 0\\n").values
    {'a': 1}
    """
    lines = re.findall(r"^v(.*)$", text, re.MULTILINE) or re.findall(r"^([-0-9 \t\r]+)$", text, re.MULTILINE)
    words = " ".join(lines).split()
    strange = next((word for word in words if not re.fullmatch(r"-?[0-9]{1,9}", word)), None)
    if strange is not None or not words:
        found = "no line with literals" if strange is None else repr(shortened(strange))
        raise FormatError(f"found {found}, expected literals such as 'v -1 2 0'", source=source)
    true = {int(word) for word in words if int(word) > 0}
    values: dict[str, int] = {}
    numbers = _numbers(problem)
    for variable in problem.variables:
        chosen = [value for value in variable.domain if numbers[variable.index, value] in true]
        if len(chosen) == 1:
            values[variable.name] = chosen[0]
    return Solution(values)


def _flat(problem: ConstraintProblem) -> ConstraintProblem:
    """The problem in the four kinds that have clauses; the written variables come first, so their numbers stay."""
    if problem.flat:
        return problem
    try:
        return rewritten(problem, ()).problem
    except RewritingError as error:
        raise ModelError(f"this cannot be written as cnf: {error}") from None


def _numbers(problem: ConstraintProblem) -> dict[tuple[int, int], int]:
    """The number of the proposition for each variable and value."""
    pairs = ((variable.index, value) for variable in problem.variables for value in variable.domain)
    return {pair: number for number, pair in enumerate(pairs, 1)}


class _Clauses:
    """The clauses so far. ``numbers``: the proposition for each variable and value."""

    def __init__(self, problem: ConstraintProblem) -> None:
        self.clauses: list[tuple[int, ...]] = []
        self.numbers = _numbers(problem)
        self.propositions = len(self.numbers)

    def add(self, *literals: int) -> None:
        self.clauses.append(literals)
        if len(self.clauses) > MOST_CLAUSES:
            raise ModelError(f"this problem needs more than {MOST_CLAUSES:,} clauses")

    def new(self) -> int:
        self.propositions += 1
        return self.propositions

    def at_most_one(self, propositions: Iterable[int]) -> None:
        for left, right in itertools.combinations(propositions, 2):
            self.add(-left, -right)

    def post(self, constraint: Constraint) -> None:
        numbers = self.numbers
        match constraint:
            case AllDifferent(variables):
                for value in sorted({value for variable in variables for value in variable.domain}):
                    self.at_most_one([numbers[v.index, value] for v in variables if value in v.domain])
            case Clause(literals):
                parts = [(x.positive, numbers.get((x.variable.index, x.value))) for x in literals]
                if all(positive or number is not None for positive, number in parts):  # otherwise it always holds
                    self.add(*(number if positive else -number for positive, number in parts if number is not None))
            case Table(variables, rows, allowed):
                self.table(variables, rows, allowed)
            case Linear(terms, comparison, bound):
                self.sum(terms, comparison, bound)

    def table(self, variables: Sequence[Variable], rows: Iterable[tuple[int, ...]], allowed: bool) -> None:
        places = [variable.index for variable in variables]
        cells = ([self.numbers.get(cell) for cell in zip(places, row, strict=True)] for row in dict.fromkeys(rows))
        possible = [[cell for cell in row if cell is not None] for row in cells if None not in row]
        if not allowed:
            for row in possible:
                self.add(*(-cell for cell in row))
            return
        chosen = []
        for row in possible:
            chosen.append(self.new())
            for cell in row:
                self.add(-chosen[-1], cell)
        self.add(*chosen)

    def sum(self, terms: Sequence[tuple[int, Variable]], comparison: Comparison, bound: int) -> None:
        numbers, variables = self.numbers, [variable for _, variable in terms]
        if math.prod(len(variable.domain) for variable in variables) <= _FEW:
            for values in itertools.product(*(variable.domain for variable in variables)):
                left = sum(c * value for (c, _), value in zip(terms, values, strict=True))
                if not compare(left, comparison, bound):
                    self.add(*(-numbers[v.index, value] for v, value in zip(variables, values, strict=True)))
            return
        # Layer after layer: which sum the terms so far have. Exactly one proposition of a layer is true.
        layer = {0: self.new()}
        self.add(layer[0])
        for coefficient, variable in terms:
            after: dict[int, int] = {}
            for total, value in itertools.product(layer, variable.domain):
                reached = total + coefficient * value
                if reached not in after:
                    after[reached] = self.new()
                self.add(-layer[total], -numbers[variable.index, value], after[reached])
            for reached, value in itertools.product(after, variable.domain):
                before = layer.get(reached - coefficient * value)
                no = (-after[reached], -numbers[variable.index, value])
                self.add(*no) if before is None else self.add(*no, before)
            layer = after
        for total, proposition in layer.items():
            if not compare(total, comparison, bound):
                self.add(-proposition)
