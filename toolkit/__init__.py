"""copla: write a puzzle once, as a declarative model, and let every solver answer it."""

from copla.backend_protocol import Backend
from copla.checker import violations
from copla.conflict import Conflict, explain
from copla.constraint_problem import ConstraintProblem
from copla.constraints import AllDifferent, Clause, Linear, Literal, Table, all_different, clause, table
from copla.crosscheck import CrossCheck, Verdict, Witness, cross_check
from copla.errors import BackendError, CoplaError, FormatError, LimitError, ModelError
from copla.expressions import Expression, Variable, total
from copla.limits import Limits, Watch
from copla.options import Option
from copla.puzzle_protocol import Generated, Puzzle
from copla.registry import backend, backend_names, puzzle, puzzle_names
from copla.result import Result, Solution, Statistics, Status
from copla.solving import solve

__all__ = [
    "AllDifferent",
    "Backend",
    "BackendError",
    "Clause",
    "Conflict",
    "ConstraintProblem",
    "CoplaError",
    "CrossCheck",
    "Expression",
    "FormatError",
    "Generated",
    "LimitError",
    "Limits",
    "Linear",
    "Literal",
    "ModelError",
    "Option",
    "Puzzle",
    "Result",
    "Solution",
    "Statistics",
    "Status",
    "Table",
    "Variable",
    "Verdict",
    "Watch",
    "Witness",
    "all_different",
    "backend",
    "backend_names",
    "clause",
    "cross_check",
    "explain",
    "puzzle",
    "puzzle_names",
    "solve",
    "table",
    "total",
    "violations",
]
