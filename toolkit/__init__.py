"""copla: write a puzzle once, as a declarative model, and let every solver answer it.

Names are imported when they are first used, so that ``copla --help`` and shell completion answer at once.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from copla.answers.checker import violations as violations
    from copla.answers.failure import Failure as Failure
    from copla.answers.failure import FailureKind as FailureKind
    from copla.answers.result import Result as Result
    from copla.answers.result import Solution as Solution
    from copla.answers.result import Statistics as Statistics
    from copla.bridges.unrolling import Unrolled as Unrolled
    from copla.bridges.unrolling import unroll as unroll
    from copla.checking.crosscheck import cross_check as cross_check
    from copla.checking.explain import Conflict as Conflict
    from copla.checking.explain import explain as explain
    from copla.checking.judge import CrossCheck as CrossCheck
    from copla.checking.judge import Verdict as Verdict
    from copla.checking.judge import Witness as Witness
    from copla.checking.judge import judge as judge
    from copla.formats.export import export as export
    from copla.ground.errors import BackendError as BackendError
    from copla.ground.errors import CoplaError as CoplaError
    from copla.ground.errors import FormatError as FormatError
    from copla.ground.errors import LimitError as LimitError
    from copla.ground.errors import ModelError as ModelError
    from copla.ground.limits import Limits as Limits
    from copla.ground.limits import Watch as Watch
    from copla.ground.limits import parse_bytes as parse_bytes
    from copla.ground.status import Status as Status
    from copla.language.constraint_problem import ConstraintProblem as ConstraintProblem
    from copla.language.constraints import AllDifferent as AllDifferent
    from copla.language.constraints import Clause as Clause
    from copla.language.constraints import Linear as Linear
    from copla.language.constraints import Literal as Literal
    from copla.language.constraints import Table as Table
    from copla.language.constraints import clause as clause
    from copla.language.expressions import Expression as Expression
    from copla.language.expressions import Variable as Variable
    from copla.language.expressions import total as total
    from copla.language.global_constraints import all_different as all_different
    from copla.language.global_constraints import table as table
    from copla.language.heuristics import INFINITE as INFINITE
    from copla.language.heuristics import Function as Function
    from copla.language.heuristics import Heuristic as Heuristic
    from copla.language.heuristics import Maximum as Maximum
    from copla.language.heuristics import PatternTable as PatternTable
    from copla.language.heuristics import Sum as Sum
    from copla.language.planning_problem import Action as Action
    from copla.language.planning_problem import PlanningProblem as PlanningProblem
    from copla.language.planning_problem import State as State
    from copla.language.planning_problem import StateVariable as StateVariable
    from copla.language.planning_problem import Structure as Structure
    from copla.language.problem import sense as sense
    from copla.plugins.backend import Backend as Backend
    from copla.plugins.backend import ChecksClaims as ChecksClaims
    from copla.plugins.backend import HasSecondOpinion as HasSecondOpinion
    from copla.plugins.backend import HasStrength as HasStrength
    from copla.plugins.backend import ReadsInstances as ReadsInstances
    from copla.plugins.loading import Instance as Instance
    from copla.plugins.loading import load as load
    from copla.plugins.options import Option as Option
    from copla.plugins.options import read_options as read_options
    from copla.plugins.puzzle import Draws as Draws
    from copla.plugins.puzzle import Frame as Frame
    from copla.plugins.puzzle import Generated as Generated
    from copla.plugins.puzzle import Generates as Generates
    from copla.plugins.puzzle import GivesHints as GivesHints
    from copla.plugins.puzzle import Grades as Grades
    from copla.plugins.puzzle import HasInlineForm as HasInlineForm
    from copla.plugins.puzzle import Hint as Hint
    from copla.plugins.puzzle import Puzzle as Puzzle
    from copla.plugins.puzzle import Refutes as Refutes
    from copla.plugins.puzzle import ReplaysPlans as ReplaysPlans
    from copla.plugins.puzzle import ShipsInstances as ShipsInstances
    from copla.plugins.puzzle import TakesOptions as TakesOptions
    from copla.plugins.puzzle import WritesText as WritesText
    from copla.plugins.registry import backend as backend
    from copla.plugins.registry import backend_names as backend_names
    from copla.plugins.registry import puzzle as puzzle
    from copla.plugins.registry import puzzle_names as puzzle_names
    from copla.running.configuration import Configuration as Configuration
    from copla.running.isolated import Workers as Workers
    from copla.running.isolated import run_isolated as run_isolated
    from copla.running.job import Job as Job
    from copla.running.outcome import Outcome as Outcome
    from copla.running.solving import solve as solve
    from copla.running.solving import solve_many as solve_many
    from copla.running.solving import suitable_backends as suitable_backends

_HOME = {
    "violations": "answers.checker",
    "Failure": "answers.failure",
    "FailureKind": "answers.failure",
    "Result": "answers.result",
    "Solution": "answers.result",
    "Statistics": "answers.result",
    "Unrolled": "bridges.unrolling",
    "unroll": "bridges.unrolling",
    "CrossCheck": "checking.judge",
    "Verdict": "checking.judge",
    "Witness": "checking.judge",
    "cross_check": "checking.crosscheck",
    "judge": "checking.judge",
    "Conflict": "checking.explain",
    "explain": "checking.explain",
    "export": "formats.export",
    "BackendError": "ground.errors",
    "CoplaError": "ground.errors",
    "FormatError": "ground.errors",
    "LimitError": "ground.errors",
    "ModelError": "ground.errors",
    "Limits": "ground.limits",
    "Watch": "ground.limits",
    "parse_bytes": "ground.limits",
    "Status": "ground.status",
    "ConstraintProblem": "language.constraint_problem",
    "AllDifferent": "language.constraints",
    "Clause": "language.constraints",
    "Linear": "language.constraints",
    "Literal": "language.constraints",
    "Table": "language.constraints",
    "clause": "language.constraints",
    "Expression": "language.expressions",
    "Variable": "language.expressions",
    "total": "language.expressions",
    "all_different": "language.global_constraints",
    "table": "language.global_constraints",
    "Function": "language.heuristics",
    "Heuristic": "language.heuristics",
    "INFINITE": "language.heuristics",
    "Maximum": "language.heuristics",
    "PatternTable": "language.heuristics",
    "Sum": "language.heuristics",
    "Action": "language.planning_problem",
    "PlanningProblem": "language.planning_problem",
    "State": "language.planning_problem",
    "StateVariable": "language.planning_problem",
    "Structure": "language.planning_problem",
    "sense": "language.problem",
    "Backend": "plugins.backend",
    "ChecksClaims": "plugins.backend",
    "HasSecondOpinion": "plugins.backend",
    "HasStrength": "plugins.backend",
    "ReadsInstances": "plugins.backend",
    "Instance": "plugins.loading",
    "load": "plugins.loading",
    "Option": "plugins.options",
    "read_options": "plugins.options",
    "Draws": "plugins.puzzle",
    "Frame": "plugins.puzzle",
    "Generated": "plugins.puzzle",
    "Generates": "plugins.puzzle",
    "GivesHints": "plugins.puzzle",
    "Grades": "plugins.puzzle",
    "HasInlineForm": "plugins.puzzle",
    "Hint": "plugins.puzzle",
    "Puzzle": "plugins.puzzle",
    "Refutes": "plugins.puzzle",
    "ReplaysPlans": "plugins.puzzle",
    "ShipsInstances": "plugins.puzzle",
    "TakesOptions": "plugins.puzzle",
    "WritesText": "plugins.puzzle",
    "backend": "plugins.registry",
    "backend_names": "plugins.registry",
    "puzzle": "plugins.registry",
    "puzzle_names": "plugins.registry",
    "Configuration": "running.configuration",
    "Job": "running.job",
    "Outcome": "running.outcome",
    "solve": "running.solving",
    "solve_many": "running.solving",
    "suitable_backends": "running.solving",
    "Workers": "running.isolated",
    "run_isolated": "running.isolated",
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
