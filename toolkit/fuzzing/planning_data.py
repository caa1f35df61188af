"""A planning problem as plain data: as it was written, as JSON, and built with the public language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from copla.language.heuristics import INFINITE, Function, Heuristic, Maximum, PatternTable, Sum
from copla.language.planning_problem import PlanningProblem, Value

Facts = tuple[tuple[str, Value], ...]
"""Variables with a value each."""


@dataclass(frozen=True, slots=True)
class ActionRecord:
    """A label, a condition, effects and a cost."""

    label: str
    condition: Facts
    effects: Facts
    cost: int = 1


@dataclass(frozen=True, slots=True)
class TableRecord:
    """Estimates by the values of some variables, the last one running fastest; None is a dead end."""

    variables: tuple[str, ...]
    entries: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class HeuristicRecord:
    """A maximum of sums of tables, and what is promised of it; ``function``: the tables are hidden in a function."""

    name: str
    sums: tuple[tuple[TableRecord, ...], ...]
    admissible: bool
    consistent: bool
    function: bool = False


@dataclass(frozen=True, slots=True)
class PlanningData:
    """State variables (name, domain, start), actions, goal, invariants and heuristics."""

    variables: tuple[tuple[str, tuple[Value, ...], Value], ...]
    actions: tuple[ActionRecord, ...] = ()
    goal: Facts = ()
    invariants: tuple[tuple[str, ...], ...] = ()
    heuristics: tuple[HeuristicRecord, ...] = ()

    def build(self) -> PlanningProblem:
        """The problem, written in copla's language; ModelError where the language refuses it."""
        problem = PlanningProblem("fuzzed")
        for name, domain, start in self.variables:
            problem.variable(name, domain, start)
        for action in self.actions:
            condition = {problem[name]: value for name, value in action.condition}
            effects = {problem[name]: value for name, value in action.effects}
            problem.action(action.label, condition, effects, action.cost)
        problem.set_goal({problem[name]: value for name, value in self.goal})
        for names in self.invariants:
            problem.all_different([problem[name] for name in names])
        for record in self.heuristics:
            promised = {"admissible": record.admissible, "consistent": record.consistent}
            problem.heuristic(record.name, _builder(problem, record), **promised, summary="from the fuzzer")
        return problem

    def with_tables(self, change: Callable[[TableRecord], TableRecord]) -> tuple[HeuristicRecord, ...]:
        return tuple(
            replace(heuristic, sums=tuple(tuple(change(table) for table in part) for part in heuristic.sums))
            for heuristic in self.heuristics
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "planning",
            "variables": [
                {"name": name, "domain": list(domain), "start": start} for name, domain, start in self.variables
            ],
            "actions": [asdict(a) | {"condition": dict(a.condition), "effects": dict(a.effects)} for a in self.actions],
            "goal": dict(self.goal),
            "invariants": list(map(list, self.invariants)),
            "heuristics": [
                {{"sums": "maximum_of_sums"}.get(name, name): value for name, value in asdict(h).items()}
                for h in self.heuristics
            ],
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> PlanningData:
        return PlanningData(
            tuple((v["name"], tuple(v["domain"]), v["start"]) for v in data["variables"]),
            tuple(
                ActionRecord(a["label"], tuple(a["condition"].items()), tuple(a["effects"].items()), a["cost"])
                for a in data["actions"]
            ),
            tuple(data["goal"].items()),
            tuple(map(tuple, data["invariants"])),
            tuple(
                HeuristicRecord(
                    h["name"],
                    tuple(
                        tuple(TableRecord(tuple(t["variables"]), tuple(t["entries"])) for t in part)
                        for part in h["maximum_of_sums"]
                    ),
                    *(h[name] for name in ("admissible", "consistent", "function")),
                )
                for h in data["heuristics"]
            ),
        )

    @staticmethod
    def from_problem(problem: PlanningProblem) -> PlanningData:
        """What a problem says, as data, but for its heuristics, which may be functions."""

        def facts(pairs: Sequence[tuple[int, int]]) -> Facts:
            return tuple((problem.variables[v].name, problem.variables[v].domain[place]) for v, place in pairs)

        return PlanningData(
            tuple((v.name, v.domain, v.domain[v.initial]) for v in problem.variables),
            tuple(ActionRecord(a.label, facts(a.condition), facts(a.effects), a.cost) for a in problem.actions),
            facts(problem.goal),
            tuple(tuple(problem.variables[v].name for v in names) for names in problem.invariants),
        )


def _builder(problem: PlanningProblem, record: HeuristicRecord) -> Callable[[], Heuristic]:
    def table(data: TableRecord) -> PatternTable:
        chosen = [problem[name] for name in data.variables]
        entries = [INFINITE if entry is None else entry for entry in data.entries]
        return PatternTable(tuple(v.index for v in chosen), tuple(len(v.domain) for v in chosen), entries)

    def build() -> Heuristic:
        sums = tuple(Sum(tuple(map(table, part))) for part in record.sums)
        built = sums[0] if len(sums) == 1 else Maximum(sums)
        return Function(built) if record.function else built

    return build
