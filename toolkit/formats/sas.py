"""SAS+ files, version 3: what the search component of Fast Downward reads, and what its translator writes."""

from __future__ import annotations

from copla.formats.names import one_line
from copla.language.invariants import mutex_groups
from copla.language.planning_problem import Fact, PlanningProblem


def write(problem: PlanningProblem, *, costs: bool = True) -> str:
    """The problem as a SAS+ file. An operator's name is the action's number and its label.

    With ``costs=False`` the file says that all actions cost the same, whatever costs it names.

    >>> problem = PlanningProblem("a door")
    >>> door = problem.variable("door", ["open", "closed"], "closed")
    >>> problem.action("open it", {door: "closed"}, {door: "open"}, cost=2)
    >>> problem.set_goal({door: "open"})
    >>> write(problem).split("begin_operator")[1].split()
    ['0', 'open', 'it', '0', '1', '0', '0', '1', '0', '2', 'end_operator', '0']
    """
    domains = [(variable.name, variable.domain) for variable in problem.variables]
    state, goal = list(problem.initial_state), problem.goal
    if not goal:  # the format knows no empty goal: one that holds at the start, on a variable that nothing changes
        goal = ((len(domains), 0),)
        domains.append(("goal", ("reached", "never")))
        state.append(0)
    lines = ["begin_version", "3", "end_version", "begin_metric", str(int(costs)), "end_metric", str(len(domains))]
    for name, domain in domains:
        lines += ["begin_variable", one_line(name), "-1", str(len(domain))]
        lines += [f"Atom val({one_line(name)}, {one_line(str(value))})" for value in domain]
        lines.append("end_variable")
    groups = mutex_groups(problem)
    lines.append(str(len(groups)))
    for group in groups:
        lines += ["begin_mutex_group", *_facts(group), "end_mutex_group"]
    # The format knows no action without effects either; no cheapest plan has one.
    actions = [(number, action) for number, action in enumerate(problem.actions) if action.effects]
    lines += ["begin_state", *map(str, state), "end_state"]
    lines += ["begin_goal", *_facts(goal), "end_goal", str(len(actions))]
    for number, action in actions:
        effects = dict(action.effects)
        prevail = [fact for fact in action.condition if fact[0] not in effects]
        lines += ["begin_operator", f"{number} {one_line(action.label)}".rstrip(), *_facts(prevail), str(len(effects))]
        old = dict(action.condition)
        lines += [f"0 {variable} {old[variable]} {new}" for variable, new in action.effects]
        lines += [str(action.cost), "end_operator"]
    lines.append("0")
    return "\n".join(lines) + "\n"


def read(text: str, source: str = "input") -> PlanningProblem:
    """A planning problem from anybody's SAS+ file. FormatError for what is no such file, axioms, conditional effects.

    An operator that changes a variable whatever its value becomes one action for each value. Mutex groups are
    dropped: they say nothing that the operators do not.

    >>> problem = PlanningProblem("a door")
    >>> door = problem.variable("door", ["open", "closed"], "closed")
    >>> problem.action("open it", {door: "closed"}, {door: "open"}, cost=2)
    >>> problem.set_goal({door: "open"})
    >>> read(write(problem)).actions[0].label
    '0 open it'
    """
    from copla.formats.sas_reader import read_task

    return read_task(text, source)


def _facts(facts: tuple[Fact, ...] | list[Fact]) -> list[str]:
    return [str(len(facts)), *(f"{variable} {value}" for variable, value in facts)]
