"""DIMACS CNF: a constraint problem as clauses for any SAT solver, and what the solver prints, read back.

A variable with a value is one proposition. What needs more propositions (rows of a table, partial sums) gets ones that
are functions of the others, so that models of the clauses and solutions of the problem correspond one to one.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from copla.answers.result import Solution
from copla.formats.names import one_line
from copla.ground.errors import FormatError, ModelError
from copla.ground.text import shortened
from copla.language.constraint_problem import ConstraintProblem
from copla.language.constraints import AllDifferent, Clause, Comparison, Constraint, Linear, Table
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
    made = _Clauses()
    numbers = _numbers(problem)
    made.propositions = sum(len(variable.domain) for variable in problem.variables)
    for variable in problem.variables:
        made.exactly_one([numbers[variable.index, value] for value in variable.domain])
    for constraint in problem.constraints:
        _add(constraint, numbers, made)
    lines = [f"c {one_line(problem.name)} (written by copla)"]
    lines += [
        f"c {numbers[variable.index, value]}: {one_line(variable.name)} = {value}"
        for variable in problem.variables
        for value in variable.domain
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


@dataclass(slots=True)
class _Clauses:
    clauses: list[tuple[int, ...]] = field(default_factory=list)
    propositions: int = 0

    def add(self, *literals: int) -> None:
        self.clauses.append(literals)
        if len(self.clauses) > MOST_CLAUSES:
            raise ModelError(f"this problem needs more than {MOST_CLAUSES:,} clauses")

    def new(self) -> int:
        self.propositions += 1
        return self.propositions

    def exactly_one(self, propositions: Sequence[int]) -> None:
        self.add(*propositions)
        self.at_most_one(propositions)

    def at_most_one(self, propositions: Iterable[int]) -> None:
        for left, right in itertools.combinations(propositions, 2):
            self.add(-left, -right)


def _add(constraint: Constraint, numbers: dict[tuple[int, int], int], made: _Clauses) -> None:
    match constraint:
        case AllDifferent(variables):
            for value in sorted({value for variable in variables for value in variable.domain}):
                made.at_most_one([numbers[v.index, value] for v in variables if value in v.domain])
        case Clause(literals):
            parts = [(x.positive, numbers.get((x.variable.index, x.value))) for x in literals]
            if all(positive or number is not None for positive, number in parts):  # otherwise it always holds
                made.add(*(number if positive else -number for positive, number in parts if number is not None))
        case Table(variables, rows, allowed):
            _table(variables, rows, allowed, numbers, made)
        case Linear(terms, comparison, bound):
            _sum(terms, comparison, bound, numbers, made)


def _table(
    variables: Sequence[Variable],
    rows: Iterable[Sequence[int]],
    allowed: bool,
    numbers: dict[tuple[int, int], int],
    made: _Clauses,
) -> None:
    possible = []
    for row in dict.fromkeys(map(tuple, rows)):
        cells = [numbers.get((variable.index, value)) for variable, value in zip(variables, row, strict=True)]
        # A variable may stand there twice; with two values the row is impossible.
        known = [cell for cell in cells if cell is not None]
        if len(known) == len(cells) and _one_value_each(variables, row):
            possible.append(known)
    if not allowed:
        for cells_of_row in possible:
            made.add(*(-cell for cell in dict.fromkeys(cells_of_row)))
        return
    chosen = []
    for cells_of_row in possible:
        row_number = made.new()
        chosen.append(row_number)
        for cell in cells_of_row:
            made.add(-row_number, cell)
    made.add(*chosen)


def _one_value_each(variables: Sequence[Variable], row: Sequence[int]) -> bool:
    values: dict[int, int] = {}
    return all(values.setdefault(v.index, value) == value for v, value in zip(variables, row, strict=True))


def _sum(
    terms: Sequence[tuple[int, Variable]],
    comparison: Comparison,
    bound: int,
    numbers: dict[tuple[int, int], int],
    made: _Clauses,
) -> None:
    variables = [variable for _, variable in terms]
    distinct = len({variable.index for variable in variables}) == len(variables)
    if distinct and math.prod(len(variable.domain) for variable in variables) <= _FEW:
        for values in itertools.product(*(variable.domain for variable in variables)):
            if not _holds(sum(c * value for (c, _), value in zip(terms, values, strict=True)), comparison, bound):
                made.add(*(-numbers[v.index, value] for v, value in zip(variables, values, strict=True)))
        return
    # Layer after layer: which sum the terms so far have. Exactly one proposition of a layer is true.
    layer = {0: made.new()}
    made.add(layer[0])
    for coefficient, variable in terms:
        after: dict[int, int] = {}
        for total, value in itertools.product(layer, variable.domain):
            reached = total + coefficient * value
            if reached not in after:
                after[reached] = made.new()
            made.add(-layer[total], -numbers[variable.index, value], after[reached])
        for reached, value in itertools.product(after, variable.domain):
            before = layer.get(reached - coefficient * value)
            no = (-after[reached], -numbers[variable.index, value])
            made.add(*no) if before is None else made.add(*no, before)
        layer = after
    for total, proposition in layer.items():
        if not _holds(total, comparison, bound):
            made.add(-proposition)


def _holds(total: int, comparison: Comparison, bound: int) -> bool:
    return {
        "<": total < bound,
        "<=": total <= bound,
        "==": total == bound,
        "!=": total != bound,
        ">=": total >= bound,
        ">": total > bound,
    }[comparison]
