"""copla: write a puzzle once, as a declarative model, and let every solver answer it.

Names are imported when they are first used, so that ``copla --help`` and shell completion answer at once.
"""

from importlib import import_module

TYPE_CHECKING = False  # as in the module typing, whose import would take half of the time of this one

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
    from copla.checking.reach import OutOfReach as OutOfReach
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
    from copla.ground.trace import Trace as Trace
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
    from copla.language.functions import satisfies as satisfies
    from copla.language.grids import Array as Array
    from copla.language.grids import Grid as Grid
    from copla.language.heuristics import INFINITE as INFINITE
    from copla.language.heuristics import Function as Function
    from copla.language.heuristics import Heuristic as Heuristic
    from copla.language.heuristics import Maximum as Maximum
    from copla.language.heuristics import PatternTable as PatternTable
    from copla.language.heuristics import Sum as Sum
    from copla.language.lists import all_different as all_different
    from copla.language.lists import all_equal as all_equal
    from copla.language.lists import cardinality as cardinality
    from copla.language.lists import increasing as increasing
    from copla.language.lists import lexicographic as lexicographic
    from copla.language.lists import table as table
    from copla.language.logic import all_of as all_of
    from copla.language.logic import any_of as any_of
    from copla.language.logic import at_least as at_least
    from copla.language.logic import at_most as at_most
    from copla.language.logic import exactly as exactly
    from copla.language.logic import iff as iff
    from copla.language.logic import implies as implies
    from copla.language.logic import xor as xor
    from copla.language.operations import count as count
    from copla.language.operations import element as element
    from copla.language.operations import if_else as if_else
    from copla.language.operations import max_of as max_of
    from copla.language.operations import min_of as min_of
    from copla.language.paths import circuit as circuit
    from copla.language.paths import inverse as inverse
    from copla.language.paths import regular as regular
    from copla.language.planning_problem import Action as Action
    from copla.language.planning_problem import PlanningProblem as PlanningProblem
    from copla.language.planning_problem import State as State
    from copla.language.planning_problem import StateVariable as StateVariable
    from copla.language.planning_problem import Structure as Structure
    from copla.language.problem import sense as sense
    from copla.language.scheduling import cumulative as cumulative
    from copla.language.scheduling import interval as interval
    from copla.language.scheduling import no_overlap as no_overlap
    from copla.plugins.backend import Backend as Backend
    from copla.plugins.backend import ChecksClaims as ChecksClaims
    from copla.plugins.backend import GivesTrace as GivesTrace
    from copla.plugins.backend import HasSecondOpinion as HasSecondOpinion
    from copla.plugins.backend import HasStrength as HasStrength
    from copla.plugins.backend import ReadsInstances as ReadsInstances
    from copla.plugins.loading import Instance as Instance
    from copla.plugins.loading import Picture as Picture
    from copla.plugins.loading import load as load
    from copla.plugins.options import Option as Option
    from copla.plugins.options import read_options as read_options
    from copla.plugins.puzzle import Draws as Draws
    from copla.plugins.puzzle import Frame as Frame
    from copla.plugins.puzzle import Generated as Generated
    from copla.plugins.puzzle import Generates as Generates
    from copla.plugins.puzzle import GeneratesSmall as GeneratesSmall
    from copla.plugins.puzzle import GivesHints as GivesHints
    from copla.plugins.puzzle import Grades as Grades
    from copla.plugins.puzzle import HasDemonstration as HasDemonstration
    from copla.plugins.puzzle import HasInlineForm as HasInlineForm
    from copla.plugins.puzzle import Hint as Hint
    from copla.plugins.puzzle import Judgement as Judgement
    from copla.plugins.puzzle import JudgesEntries as JudgesEntries
    from copla.plugins.puzzle import LegalMove as LegalMove
    from copla.plugins.puzzle import Plays as Plays
    from copla.plugins.puzzle import Puzzle as Puzzle
    from copla.plugins.puzzle import Refutes as Refutes
    from copla.plugins.puzzle import ReplaysPlans as ReplaysPlans
    from copla.plugins.puzzle import SaysHowToType as SaysHowToType
    from copla.plugins.puzzle import Scene as Scene
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
    from copla.running.job import Errand as Errand
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
    "OutOfReach": "checking.reach",
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
    "Trace": "ground.trace",
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
    "satisfies": "language.functions",
    "Array": "language.grids",
    "Grid": "language.grids",
    "all_different": "language.lists",
    "all_equal": "language.lists",
    "cardinality": "language.lists",
    "increasing": "language.lists",
    "lexicographic": "language.lists",
    "table": "language.lists",
    "all_of": "language.logic",
    "any_of": "language.logic",
    "at_least": "language.logic",
    "at_most": "language.logic",
    "exactly": "language.logic",
    "iff": "language.logic",
    "implies": "language.logic",
    "xor": "language.logic",
    "count": "language.operations",
    "element": "language.operations",
    "if_else": "language.operations",
    "max_of": "language.operations",
    "min_of": "language.operations",
    "circuit": "language.paths",
    "inverse": "language.paths",
    "regular": "language.paths",
    "cumulative": "language.scheduling",
    "interval": "language.scheduling",
    "no_overlap": "language.scheduling",
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
    "GivesTrace": "plugins.backend",
    "HasSecondOpinion": "plugins.backend",
    "HasStrength": "plugins.backend",
    "ReadsInstances": "plugins.backend",
    "Instance": "plugins.loading",
    "Picture": "plugins.loading",
    "load": "plugins.loading",
    "Option": "plugins.options",
    "read_options": "plugins.options",
    "Draws": "plugins.puzzle",
    "Frame": "plugins.puzzle",
    "Generated": "plugins.puzzle",
    "Generates": "plugins.puzzle",
    "GeneratesSmall": "plugins.puzzle",
    "GivesHints": "plugins.puzzle",
    "Grades": "plugins.puzzle",
    "HasDemonstration": "plugins.puzzle",
    "HasInlineForm": "plugins.puzzle",
    "Hint": "plugins.puzzle",
    "LegalMove": "plugins.puzzle",
    "Plays": "plugins.puzzle",
    "Scene": "plugins.puzzle",
    "Judgement": "plugins.puzzle",
    "JudgesEntries": "plugins.puzzle",
    "Puzzle": "plugins.puzzle",
    "Refutes": "plugins.puzzle",
    "ReplaysPlans": "plugins.puzzle",
    "SaysHowToType": "plugins.puzzle",
    "ShipsInstances": "plugins.puzzle",
    "TakesOptions": "plugins.puzzle",
    "WritesText": "plugins.puzzle",
    "backend": "plugins.registry",
    "backend_names": "plugins.registry",
    "puzzle": "plugins.registry",
    "puzzle_names": "plugins.registry",
    "Configuration": "running.configuration",
    "Errand": "running.job",
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
