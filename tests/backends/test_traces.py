"""The traces of the readable engines: the same run with and without, and every number in them adds up."""

from __future__ import annotations

import importlib.resources
import random
import sys
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

import copla
from copla.backends.search import TRACED
from copla.ground.trace import Event

INSTANCES = [("tiles", "1 3 2 0"), ("guarini", "3x3"), ("futoshiki", "tiny-2")]
SMALL = copla.load("tiles", "1 2 5 3 4 0 6 7 8")


def both(
    problem: copla.Instance | copla.ConstraintProblem | copla.PlanningProblem,
    backend: str,
    options: Mapping[str, object],
    limits: copla.Limits | None = None,
) -> tuple[copla.Result, list[Event]]:
    """The result and the events of a run, which is the same without a trace, and the same again."""
    events: list[Event] = []
    again: list[Event] = []
    limits = limits or copla.Limits()
    result = copla.solve(problem, backend, options=options, limits=limits, trace=events.append)
    copla.solve(problem, backend, options=options, limits=limits, trace=again.append)
    assert events == again
    plain = copla.solve(problem, backend, options=options, limits=limits)
    assert counted(result) == counted(plain)
    assert sys.gettrace() is None
    return result, events


def counted(result: copla.Result) -> dict[str, Any]:
    """A result without its times."""
    found = {k: v for k, v in result.to_json().items() if k not in ("seconds", "peak_bytes")}
    found["solutions"] = [{k: v for k, v in s.items() if k != "seconds"} for s in found["solutions"]]
    return found


def of(events: list[Event], kind: str) -> list[Event]:
    return [event for event in events if event["event"] == kind]


def cases() -> list[tuple[str, str, str, dict[str, object]]]:
    found: list[tuple[str, str, str, dict[str, object]]] = []
    for algorithm in TRACED:
        for puzzle, name in INSTANCES:
            if not (algorithm == "ucs" and puzzle == "guarini"):
                found.append((puzzle, name, algorithm, {}))
    found += [("tiles", "1 3 2 0", "dfs", {"closed": True}), ("tiles", "1 3 2 0", "bfs", {"depth": 1})]
    found += [("tiles", "1 3 2 0", "idastar", {"prune": "parent"}), ("tiles", "1 3 2 0", "ucs", {"closed": False})]
    return found


@pytest.mark.parametrize(("puzzle", "name", "algorithm", "more"), cases())
def test_a_search_is_the_same_and_every_number_adds_up(
    puzzle: str, name: str, algorithm: str, more: dict[str, object]
) -> None:
    if algorithm in ("dfs", "iddfs") and puzzle == "guarini":
        more = more | {"depth": 4}
    result, events = both(copla.load(puzzle, name), "search", {"algorithm": algorithm, **more})
    kinds = Counter(event["event"] for event in events)
    assert set(kinds) <= set(copla.backend("search").events())  # type: ignore[attr-defined]
    assert kinds["start"] == kinds["end"] == 1
    assert (events[0]["event"], events[-1]["event"]) == ("start", "end")
    assert kinds["expanded"] == result.statistics.expanded == events[-1]["expanded"]
    assert sum(e["successors"] for e in of(events, "expanded")) == result.statistics.generated
    starts = [e for e in of(events, "generated") if "parent" not in e]
    refused = [e for e in events if e["event"] in ("duplicate", "pruned") and "parent" in e]
    assert kinds["generated"] - len(starts) + len(refused) == result.statistics.generated
    assert len(starts) == max(1, kinds["round"])
    assert [e["node"] for e in of(events, "generated")] == list(range(kinds["generated"]))
    goals = [e for e in of(events, "goal") if e["new"]]
    assert len(goals) >= len(result.solutions)
    if result.solutions and result.best.moves is not None:
        assert tuple(goals[0]["plan"]) == result.best.moves


@pytest.mark.parametrize("algorithm", TRACED)
def test_the_frontier_of_the_trace_is_what_was_generated_and_not_taken(algorithm: str) -> None:
    depth = {"depth": 8} if algorithm in ("dfs", "iddfs") else {}
    _, events = both(SMALL, "search", {"algorithm": algorithm, **depth})
    waiting: set[int] = set()
    for event in events[1:-1]:
        kind = event["event"]
        if kind == "generated":
            if "parent" not in event:
                waiting = set()
            waiting.add(event["node"])
        elif kind in ("expanded", "goal", "replaced") or (kind == "pruned" and "node" in event):
            waiting.discard(event["node"])
        assert event["frontier"] == len(waiting) or kind == "round"


def test_states_and_costs_are_those_of_the_plan_so_far() -> None:
    problem = SMALL.problem()
    assert isinstance(problem, copla.PlanningProblem)
    _, events = both(SMALL, "search", {"algorithm": "astar", "heuristic": "manhattan"})
    assert events[0]["variables"] == [variable.name for variable in problem.variables]
    nodes: dict[int, tuple[list[object], int]] = {}
    for event in of(events, "generated"):
        assert event["priority"] == event["cost"] + event["estimate"]
        if "parent" not in event:
            assert event["state"] == [variable.domain[variable.initial] for variable in problem.variables]
        else:
            before, cost = nodes[event["parent"]]
            step = next(
                action
                for action in problem.actions
                if action.label == event["label"]
                and all(before[v] == problem.variables[v].domain[value] for v, value in action.condition)
            )
            after = list(before)
            for variable, value in step.effects:
                after[variable] = problem.variables[variable].domain[value]
            assert (after, cost + step.cost) == (event["state"], event["cost"])
        nodes[event["node"]] = event["state"], event["cost"]
    assert len(nodes) > 5


def line_of(event: Event) -> str:
    """The line of the source that an event names."""
    file = importlib.resources.files("copla") / event["file"]
    return str(file.read_text(encoding="utf-8").split("\n")[event["line"] - 1]).strip()


@pytest.mark.parametrize("algorithm", TRACED)
def test_every_event_names_the_line_that_acts(algorithm: str) -> None:
    depth = {"depth": 6} if algorithm in ("dfs", "iddfs") else {}
    _, events = both(SMALL, "search", {"algorithm": algorithm, **depth})
    wanted = {
        "round": "account.begin_round(",
        "generated": "account.node(",
        "expanded": "account.expand(",
        "goal": "account.solved(",
    }
    for event in events[1:-1]:
        line = line_of(event)
        if event["event"] == "duplicate":  # the test that refuses, or what it leads to
            assert line.startswith(("if ", "continue")), line
        elif event["event"] == "pruned":
            assert line.startswith(("if ", "elif ", "continue", "next_bound =", "account.cut(")), line
        elif event["event"] in wanted:
            assert wanted[event["event"]] in line


def test_a_search_that_is_not_traced_says_so() -> None:
    with pytest.raises(copla.ModelError, match="there is no trace of beam, only of bfs, dfs"):
        both(SMALL, "search", {"algorithm": "beam"})


def random_problem(chance: random.Random, *, objective: bool) -> copla.ConstraintProblem:
    problem = copla.ConstraintProblem("random")
    variables = [problem.variable(name, range(1, 5)) for name in "abcd"]
    problem.add(copla.all_different(variables[: chance.choice([2, 3, 4])]), label="different")
    for _ in range(3):
        x, y = chance.sample(variables, 2)
        problem.add(chance.choice([x < y, x + y == chance.randint(3, 8), x != y, x + 2 * y <= chance.randint(5, 9)]))
    problem.add(
        copla.table(chance.sample(variables, 2), {(chance.randint(1, 4), chance.randint(1, 4)) for _ in range(9)})
    )
    if objective:
        problem.minimize(copla.total(variables))
    return problem


@pytest.mark.parametrize("inference", ["none", "forward", "mac"])
@pytest.mark.parametrize("seed", range(12))
def test_backtracking_is_the_same_and_every_number_adds_up(inference: str, seed: int) -> None:
    chance = random.Random(seed)
    problem = random_problem(chance, objective=seed % 4 == 0)
    values = "least-constraining" if seed % 3 == 0 else "ascending"
    limits = copla.Limits(solutions=1 if problem.objective else None)
    result, events = both(problem, "forward-checking", {"inference": inference, "values": values}, limits)
    kinds = Counter(event["event"] for event in events)
    assert set(kinds) <= set(copla.backend("forward-checking").events())  # type: ignore[attr-defined]
    counts = result.statistics
    assert kinds["chosen"] == counts.expanded
    assert kinds["tried"] == counts.generated
    assert kinds["backtrack"] == counts.backtracks
    assert sum(len(e["removed"]) for e in of(events, "shrunk")) == counts.prunings
    assert sum(len(e["values"]) > 1 for e in of(events, "chosen")) == counts.guesses
    assert problem.objective is not None or kinds["solution"] == len(result.solutions)


@pytest.mark.parametrize("inference", ["none", "forward", "mac"])
def test_domains_can_be_followed_from_event_to_event(inference: str) -> None:
    board = copla.load("futoshiki", "4:0,0R,0,0,0,0,0,3,0D,0,0,0,0,0,0L,0,")
    _, events = both(board, "forward-checking", {"inference": inference, "variables": "input"})
    problem = board.problem()
    assert isinstance(problem, copla.ConstraintProblem)
    domains = {name: set(values) for name, values in events[0]["variables"].items()}
    assert domains == {variable.name: set(variable.domain) for variable in problem.variables}
    assert len(events[0]["constraints"]) == len(problem.constraints)
    for event in events[1:]:
        match event["event"]:
            case "chosen":
                assert set(event["values"]) == domains[event["variable"]]
            case "tried":
                assert event["value"] in domains[event["variable"]]
                domains[event["variable"]] = {event["value"]}
            case "shrunk":
                domains[event["variable"]] -= set(event["removed"])
                assert domains[event["variable"]] == set(event["left"])
                scope = {v.name for v in problem.constraints[event["by"]].scope}
                assert event["variable"] in scope
                assert "keep(" in line_of(event) or "keep(" in line_of(event | {"line": event["line"] - 1})
            case "restored":
                domains |= {name: set(values) for name, values in event["domains"].items()}
            case "conflict":
                assert all(not domains[name] for name in event["empty"])
                assert "blame(" in line_of(event)
            case "solution":
                assert all(value in domains[name] for name, value in event["values"].items())
                assert not copla.violations(problem, copla.Solution(event["values"]))
    if inference != "none":
        assert of(events, "shrunk")


def test_a_plan_by_horizons_is_traced_horizon_by_horizon() -> None:
    result, events = both(copla.load("tiles", "3 2 1 0"), "forward-checking", {})
    assert events[0]["event"] == "start"
    assert len(of(events, "solution")) == len(of(events, "end")) == 1
    assert len(of(events, "chosen")) == result.statistics.expanded
