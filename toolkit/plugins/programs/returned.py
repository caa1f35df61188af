"""What a Python function returned, as a result: a board, values, moves, rows, text, several of them, or None."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from copla.answers.failure import Failure, FailureKind
from copla.answers.result import Result, Solution
from copla.ground.errors import CoplaError, FormatError
from copla.ground.numbers import shown
from copla.ground.status import Status
from copla.language.constraint_problem import ConstraintProblem
from copla.language.plans import least_cost
from copla.language.problem import sense
from copla.plugins.programs.answers import Question, Said, understand
from copla.plugins.programs.description import Description
from copla.plugins.puzzle import WritesText


def result_of(returned: object, question: Question, described: Description, several: list[Any] | None = None) -> Result:
    """The result that a returned value claims; BackendError if it is none that can be understood.

    ``several`` is what an iterator gave, as much of it as was asked for.
    """
    if isinstance(returned, Result):
        return returned
    if isinstance(returned, str):
        return understand(described, question, Said(returned))
    if returned is None:
        if described.proves:
            return Result(Status.INFEASIBLE)
        return Result(Status.UNKNOWN, message="it found none, and never proves anything")
    try:
        solutions = tuple(_solution(item, question) for item in ([returned] if several is None else several))
    except (FormatError, TypeError, ValueError, KeyError) as error:
        reason = f"it returned {shown(returned)}: {error}"
        raise Failure.of(FailureKind.NONSENSE, reason).error(described.name) from error
    if several is not None and sense(question.problem) is None and described.proves:
        complete = question.solutions is None or len(solutions) < question.solutions  # there was no other
        return Result(Status.SOLVED if solutions else Status.INFEASIBLE, solutions, complete=complete)
    optimal = described.proves and sense(question.problem) is not None and "optimal" in described.signs
    if optimal and solutions:
        return Result(Status.OPTIMAL, solutions[-1:], bound=solutions[-1].cost)
    return Result(
        Status.SOLVED if solutions else Status.UNKNOWN, solutions, message="" if solutions else "it found none"
    )


def _solution(item: Any, question: Question) -> Solution:
    problem, instance = question.problem, question.instance
    if isinstance(item, Solution):
        return item
    if isinstance(item, Mapping):
        return _values(item, question)
    if instance is not None and isinstance(item, type(instance.content)):
        if not isinstance(instance.puzzle, WritesText):
            raise TypeError(f"the puzzle {instance.puzzle.name} cannot write its boards, expected a dict of values")
        return instance.puzzle.read_solution(item, instance.puzzle.write(item, instance.puzzle.forms[0]), "the board")
    if isinstance(item, Sequence) and not isinstance(item, str | bytes):
        labels = set() if isinstance(problem, ConstraintProblem) else {action.label for action in problem.actions}
        plan = all(isinstance(move, str) and move in labels for move in item)
        if not isinstance(problem, ConstraintProblem) and plan:
            return Solution(cost=least_cost(problem, list(item)) or 0, moves=tuple(item))
        return _read_lines(item, question)
    raise TypeError("expected a board, a dict of values, a list of moves or rows, text, or None")


def _values(item: Mapping[Any, Any], question: Question) -> Solution:
    problem = question.problem
    if not isinstance(problem, ConstraintProblem):
        raise TypeError("expected a list of moves for a planning problem")
    values = {getattr(key, "name", key): _whole(value) for key, value in item.items()}
    complete = problem.objective is not None and all(v.name in values for v in problem.variables)
    return Solution(values, problem.objective.value(values) if complete and problem.objective else None)


def _read_lines(item: Sequence[Any], question: Question) -> Solution:
    """Rows of numbers, or moves as people write them: text for the puzzle's own reader."""
    instance = question.instance
    if instance is None or not isinstance(instance.puzzle, WritesText):
        raise TypeError("expected labels of the problem's actions, or a dict of values")
    try:
        return instance.puzzle.read_solution(instance.content, "".join(f"{_line(row)}\n" for row in item), "the list")
    except CoplaError as error:
        raise ValueError(str(error)) from None


def _line(row: Any) -> str:
    """A row of numbers with spaces between them; tuples of tuples, such as Guarini's moves, as Python writes them."""
    if isinstance(row, str) or not isinstance(row, Sequence):
        return str(row)
    if any(isinstance(part, Sequence) and not isinstance(part, str) for part in row):
        return str(tuple(tuple(part) if isinstance(part, list) else part for part in row))
    return " ".join(str(_whole(part) if isinstance(part, float) else part) for part in row)


def _whole(value: Any) -> int:
    """A number as it was meant: 2.0 and '2' are 2; 1.4 is no number of any puzzle."""
    try:
        number = int(value)
    except (TypeError, ValueError, OverflowError):
        number = None
    if number is None or (number != value and not isinstance(value, str)):
        raise ValueError(f"found {shown(value)}, expected a whole number")
    return number
