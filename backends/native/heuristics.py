"""Heuristics that the engine makes from a task alone: their names, what they promise, and how they are built."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from copla.ground.errors import ModelError
from copla.language.planning_problem import PlanningProblem
from copla.plugins.algorithms import About
from copla.plugins.options import Option

if TYPE_CHECKING:
    from copla.backends.native.engine import _engine

OPTIONS = (
    Option("pattern", None, "the variables of the table of heuristic pdb, separated by commas"),
    Option("preparation", 10.0, "seconds after which tables are used as they are", least=0, most=10**6),
    Option("pdb_states", 2_000_000, "the most states of one table", least=1, most=2**30),
    Option("pdb_total", 10_000_000, "the most states of all tables of a heuristic", least=1, most=2**32),
    Option("orders", 20, "the most orders of saturated cost partitioning", least=1, most=1000),
)


@dataclass(frozen=True, slots=True)
class BuiltIn(About):
    """A heuristic that the engine makes; ``uses`` names the options that it looks at."""

    uses: tuple[str, ...] = ()

    def build(
        self, problem: PlanningProblem, task: _engine.Task, options: Mapping[str, Any], control: _engine.Control
    ) -> _engine.BuiltInHeuristic | None:
        """The heuristic of this task; None if a limit of the run came first (``control.stopped`` says which).

        The heuristic keeps its tables on the control's account of memory until it is deleted.
        """
        from copla.backends.native.engine import _engine

        parameters: dict[str, object] = {name: options[name] for name in self.uses if name in options}
        if "pattern" in self.uses:
            parameters["pattern"] = pattern_of(problem, options.get("pattern"))
        try:
            return _engine.make_heuristic(task, self.name, parameters, control)
        except ValueError as error:
            raise ModelError(f"heuristic {self.name}: {error}") from None


def pattern_of(problem: PlanningProblem, text: str | None) -> list[int]:
    """The variables that the option ``pattern`` names; a name with a comma in it is found, too.

    >>> problem = PlanningProblem()
    >>> for name in ("a", "(0, 1)", "b"):
    ...     _ = problem.variable(name, [0, 1], 0)
    >>> pattern_of(problem, "b, (0, 1)")
    [2, 1]
    """
    if text is None:
        raise ModelError("heuristic pdb needs option pattern: names of variables, separated by commas")
    names = {variable.name: variable.index for variable in problem.variables}
    found: list[int] = []
    parts = text.split(",")
    while parts:
        # The longest run of parts that is a name: names may have commas themselves.
        for length in range(len(parts), 0, -1):
            index = names.get(",".join(parts[:length]).strip())
            if index is not None:
                break
        else:
            raise ModelError(f"option pattern names {parts[0].strip()!r}, but there is no such variable")
        if index in found:
            raise ModelError(f"option pattern names {problem.variables[index].name!r} twice")
        found.append(index)
        parts = parts[length:]
    return found


_TABLES = ("preparation", "pdb_states")
_COLLECTION = (*_TABLES, "pdb_total")

BUILT_IN = {
    heuristic.name: heuristic
    for heuristic in (
        BuiltIn("goal-count", False, False, "the number of goals that are not met"),
        BuiltIn("hmax", True, True, "without deletions, an action waits for its costliest precondition"),
        BuiltIn("hadd", False, False, "without deletions, an action pays all its preconditions"),
        BuiltIn("ff", False, False, "the cost of a plan without deletions (FF)"),
        BuiltIn("lmcut", True, False, "landmarks by cuts (LM-cut)"),
        BuiltIn("pdb", True, True, "a pattern database over option pattern", (*_TABLES, "pattern")),
        BuiltIn("ipdb", True, True, "pattern databases found by hill climbing (iPDB)", _COLLECTION),
        BuiltIn(
            "saturated",
            True,
            True,
            "pattern databases that share the costs, in several orders (saturated cost partitioning)",
            (*_COLLECTION, "orders"),
        ),
    )
}
