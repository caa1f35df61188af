"""A Python function as a constraint: called once for each combination of values, and kept as a table."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator, Iterable
from itertools import product
from math import prod

from copla.ground.errors import ModelError
from copla.ground.numbers import shown
from copla.ground.text import in_words
from copla.language.constraints import Table
from copla.language.expressions import Variable
from copla.language.global_constraints import distinct

MOST_COMBINATIONS = 100_000
"""Of values of the variables: for each the function is called once."""


def satisfies(variables: Iterable[Variable], function: Callable[..., object]) -> Table:
    """The function is true of the values of these variables, given to it in this order, and by name if they have one.

    >>> from copla import ConstraintProblem
    >>> problem = ConstraintProblem()
    >>> x, y = problem.variable("x", range(5)), problem.variable("y", range(5))
    >>> satisfies([x, y], lambda x, y: x**2 == y).rows
    ((0, 0), (1, 1), (2, 4))
    """
    scope = distinct(variables, "satisfies")
    if not callable(function):
        raise ModelError(f"satisfies takes a function of the values, found {shown(function)}")
    if not scope:
        raise ModelError("satisfies takes at least one variable, found none")
    size = prod(len(variable.domain) for variable in scope)
    if size > MOST_COMBINATIONS:
        raise ModelError(
            f"a function over {', '.join(v.name for v in scope)} would be asked about {size:,} combinations of values, "
            f"more than {MOST_COMBINATIONS:,}: say it with expressions"
        )
    rows = product(*(variable.domain for variable in scope))
    as_said = product(*(variable.words or variable.domain for variable in scope))
    try:
        answers: list[object] = [function(*said) for said in as_said]
        found = tuple(row for row, answer in zip(rows, answers, strict=True) if answer)
    except Exception as error:
        raise ModelError(f"the function of a constraint failed: {in_words(error)}") from error
    strange = next(filter(_is_no_answer, answers), None)
    if strange is not None or all(answer is None for answer in answers):
        raise ModelError(f"the function of a constraint returns True or False, found {shown(strange)}")
    return Table(scope, found)


def _is_no_answer(answer: object) -> bool:
    """Whether it is always true to Python, whatever is in it: a comma too much, or a call too little."""
    return isinstance(answer, tuple | Generator | Coroutine) or callable(answer)
