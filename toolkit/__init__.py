"""copla: write a puzzle once, as a declarative model, and let every solver answer it.

Names are imported when they are first used, so that ``copla --help`` and shell completion answer at once.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from copla.backend_protocol import Backend as Backend
    from copla.backend_protocol import HasSecondOpinion as HasSecondOpinion
    from copla.checker import violations as violations
    from copla.conflict import Conflict as Conflict
    from copla.conflict import explain as explain
    from copla.constraint_problem import ConstraintProblem as ConstraintProblem
    from copla.constraints import AllDifferent as AllDifferent
    from copla.constraints import Clause as Clause
    from copla.constraints import Linear as Linear
    from copla.constraints import Literal as Literal
    from copla.constraints import Table as Table
    from copla.constraints import clause as clause
    from copla.crosscheck import CrossCheck as CrossCheck
    from copla.crosscheck import Verdict as Verdict
    from copla.crosscheck import Witness as Witness
    from copla.crosscheck import cross_check as cross_check
    from copla.crosscheck import judge as judge
    from copla.errors import BackendError as BackendError
    from copla.errors import CoplaError as CoplaError
    from copla.errors import FormatError as FormatError
    from copla.errors import LimitError as LimitError
    from copla.errors import ModelError as ModelError
    from copla.exports import export as export
    from copla.expressions import Expression as Expression
    from copla.expressions import Variable as Variable
    from copla.expressions import total as total
    from copla.global_constraints import all_different as all_different
    from copla.global_constraints import table as table
    from copla.heuristics import INFINITE as INFINITE
    from copla.heuristics import Function as Function
    from copla.heuristics import Heuristic as Heuristic
    from copla.heuristics import Maximum as Maximum
    from copla.heuristics import PatternTable as PatternTable
    from copla.heuristics import Sum as Sum
    from copla.isolation import Job as Job
    from copla.isolation import Outcome as Outcome
    from copla.isolation import Workers as Workers
    from copla.isolation import run_isolated as run_isolated
    from copla.limits import Limits as Limits
    from copla.limits import Watch as Watch
    from copla.limits import parse_bytes as parse_bytes
    from copla.options import Option as Option
    from copla.options import read_options as read_options
    from copla.planning_problem import Action as Action
    from copla.planning_problem import PlanningProblem as PlanningProblem
    from copla.planning_problem import State as State
    from copla.planning_problem import StateVariable as StateVariable
    from copla.planning_problem import Structure as Structure
    from copla.puzzle_protocol import Draws as Draws
    from copla.puzzle_protocol import Frame as Frame
    from copla.puzzle_protocol import Generated as Generated
    from copla.puzzle_protocol import Generates as Generates
    from copla.puzzle_protocol import GivesHints as GivesHints
    from copla.puzzle_protocol import Grades as Grades
    from copla.puzzle_protocol import HasInlineForm as HasInlineForm
    from copla.puzzle_protocol import Hint as Hint
    from copla.puzzle_protocol import Puzzle as Puzzle
    from copla.puzzle_protocol import Refutes as Refutes
    from copla.puzzle_protocol import ReplaysPlans as ReplaysPlans
    from copla.puzzle_protocol import ShipsInstances as ShipsInstances
    from copla.puzzle_protocol import TakesOptions as TakesOptions
    from copla.puzzle_protocol import WritesText as WritesText
    from copla.registry import backend as backend
    from copla.registry import backend_names as backend_names
    from copla.registry import puzzle as puzzle
    from copla.registry import puzzle_names as puzzle_names
    from copla.result import Result as Result
    from copla.result import Solution as Solution
    from copla.result import Statistics as Statistics
    from copla.result import Status as Status
    from copla.solving import sense as sense
    from copla.solving import solve as solve
    from copla.solving import solve_many as solve_many
    from copla.solving import suitable_backends as suitable_backends
    from copla.unrolling import Unrolled as Unrolled
    from copla.unrolling import unroll as unroll

_HOME = {
    "Backend": "backend_protocol",
    "HasSecondOpinion": "backend_protocol",
    "violations": "checker",
    "Conflict": "conflict",
    "explain": "conflict",
    "ConstraintProblem": "constraint_problem",
    "AllDifferent": "constraints",
    "Clause": "constraints",
    "Linear": "constraints",
    "Literal": "constraints",
    "Table": "constraints",
    "all_different": "global_constraints",
    "clause": "constraints",
    "table": "global_constraints",
    "CrossCheck": "crosscheck",
    "Verdict": "crosscheck",
    "Witness": "crosscheck",
    "cross_check": "crosscheck",
    "judge": "crosscheck",
    "BackendError": "errors",
    "CoplaError": "errors",
    "FormatError": "errors",
    "LimitError": "errors",
    "ModelError": "errors",
    "export": "exports",
    "Expression": "expressions",
    "Variable": "expressions",
    "total": "expressions",
    "INFINITE": "heuristics",
    "Function": "heuristics",
    "Heuristic": "heuristics",
    "Hint": "puzzle_protocol",
    "Maximum": "heuristics",
    "PatternTable": "heuristics",
    "Sum": "heuristics",
    "Job": "isolation",
    "Outcome": "isolation",
    "Workers": "isolation",
    "run_isolated": "isolation",
    "Limits": "limits",
    "Watch": "limits",
    "parse_bytes": "limits",
    "Option": "options",
    "read_options": "options",
    "Action": "planning_problem",
    "PlanningProblem": "planning_problem",
    "State": "planning_problem",
    "StateVariable": "planning_problem",
    "Structure": "planning_problem",
    "Draws": "puzzle_protocol",
    "Frame": "puzzle_protocol",
    "Generated": "puzzle_protocol",
    "Generates": "puzzle_protocol",
    "Grades": "puzzle_protocol",
    "GivesHints": "puzzle_protocol",
    "HasInlineForm": "puzzle_protocol",
    "Puzzle": "puzzle_protocol",
    "Refutes": "puzzle_protocol",
    "ReplaysPlans": "puzzle_protocol",
    "ShipsInstances": "puzzle_protocol",
    "TakesOptions": "puzzle_protocol",
    "WritesText": "puzzle_protocol",
    "backend": "registry",
    "backend_names": "registry",
    "puzzle": "registry",
    "puzzle_names": "registry",
    "Result": "result",
    "Solution": "result",
    "Statistics": "result",
    "Status": "result",
    "sense": "solving",
    "solve": "solving",
    "solve_many": "solving",
    "suitable_backends": "solving",
    "Unrolled": "unrolling",
    "unroll": "unrolling",
}

__all__ = tuple(_HOME)


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'copla' has no attribute {name!r}")
    value = getattr(import_module(f"copla.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(_HOME)
