"""SAS+ files, version 3: what the search component of Fast Downward reads, and what its translator writes.

They are read line by line, with the place of whatever is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from math import prod

from copla.formats.names import one_line
from copla.ground.errors import FormatError
from copla.ground.numbers import LARGEST
from copla.ground.text import counted, shortened
from copla.language.invariants import mutex_groups
from copla.language.planning_problem import Fact, PlanningProblem, StateVariable

_LARGEST_SPLIT = 10_000
_MOST_DIGITS = len(str(LARGEST))


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
    lines = _Lines(text, source)
    if (version := lines.section("version", 1)[0]) != 3:
        raise lines.error(f"found version {version}, expected version 3", back=2)
    metric = lines.section("metric", 1, most=1)[0]
    declared = _variables(lines)
    sizes = [len(domain) for _, domain in declared]
    for _ in range(lines.number("the number of mutex groups")):
        lines.expect("begin_mutex_group")
        lines.facts(sizes, "mutex group")
        lines.expect("end_mutex_group")
    problem = PlanningProblem(source)
    for (name, domain), value in zip(declared, lines.state(sizes), strict=True):
        problem.variable(name, domain, domain[value])
    lines.expect("begin_goal")
    problem.set_goal(_values(problem.variables, lines.condition(sizes, "goal").items()))
    lines.expect("end_goal")
    for _ in range(lines.number("the number of operators")):
        _operator(problem, lines, unit_cost=metric == 0)
    if (axioms := lines.number("the number of axioms")) != 0:
        raise lines.error(f"found {counted(axioms, 'axiom')}, expected none: copla has no derived variables", back=1)
    lines.end()
    return problem


class _Lines:
    """The lines of a file, taken one after the other."""

    def __init__(self, text: str, source: str) -> None:
        self.lines = text.rstrip().split("\n")
        self.source = source
        self.next = 0

    def error(self, message: str, back: int = 1) -> FormatError:
        """An error at the line that was taken last, or so many lines ``back``."""
        return FormatError(message, source=self.source, line=max(1, self.next - back + 1))

    def take(self, expected: str) -> str:
        self.next += 1
        if self.next > len(self.lines):
            raise self.error(f"found the end of the file, expected {expected}")
        return self.lines[self.next - 1].strip()

    def expect(self, word: str) -> None:
        found = self.take(repr(word))
        if found != word:
            raise self.error(f"found {shortened(found)!r}, expected {word!r}")

    def numbers(self, count: int, expected: str) -> list[int]:
        words = self.take(expected).split()
        if len(words) != count or not all(word.removeprefix("-").isdecimal() for word in words):
            raise self.error(f"found {shortened(' '.join(words))!r}, expected {expected}")
        for word in words:
            if len(word.lstrip("-0")) > _MOST_DIGITS or abs(int(word)) > LARGEST:
                raise self.error(f"found {shortened(word)} as {expected}, expected a number from -2**53 to 2**53")
        return [int(word) for word in words]

    def number(self, expected: str, least: int = 0) -> int:
        (found,) = self.numbers(1, expected)
        if found < least:
            raise self.error(f"found {found}, expected {expected}, at least {least}")
        return found

    def section(self, name: str, count: int, most: int | None = None) -> list[int]:
        self.expect(f"begin_{name}")
        found = [self.number(f"a number in the section {name!r}") for _ in range(count)]
        if most is not None and max(found) > most:
            raise self.error(f"found {max(found)}, expected at most {most}")
        self.expect(f"end_{name}")
        return found

    def facts(self, sizes: list[int], where: str) -> list[Fact]:
        return [
            self.fact(sizes, *self.numbers(2, f"a variable and a value of the {where}"))
            for _ in range(self.number(f"the number of facts of the {where}"))
        ]

    def condition(self, sizes: list[int], where: str) -> dict[int, int]:
        """Facts that hold together: at most one of each variable."""
        facts = self.facts(sizes, where)
        if len(dict(facts)) < len(facts):
            raise self.error(f"the {where} asks for two values of a variable")
        return dict(facts)

    def fact(self, sizes: list[int], variable: int, value: int) -> Fact:
        if not 0 <= variable < len(sizes):
            raise self.error(f"found variable {variable}, expected one of the {len(sizes)}, counted from 0")
        if not 0 <= value < sizes[variable]:
            expected = f"one of its {sizes[variable]}, counted from 0"
            raise self.error(f"found value {value} of variable {variable}, expected {expected}")
        return variable, value

    def effect(self, label: str) -> tuple[int, int, int]:
        """The variable, its old value (-1: any) and its new one; a line that begins with conditions is longer."""
        expected = "an effect: 0, variable, old value or -1, new value"
        words = self.take(expected).split()
        if words and words[0].isdecimal() and words[0].strip("0"):
            raise self.error(f"operator {label!r} has a conditional effect, expected none")
        self.next -= 1
        conditions, variable, old, new = self.numbers(4, expected)
        if conditions != 0:
            raise self.error(f"found {conditions} as the number of conditions of an effect, expected 0")
        return variable, old, new

    def state(self, sizes: list[int]) -> list[int]:
        self.expect("begin_state")
        values = [self.fact(sizes, v, self.number(f"the value of variable {v}"))[1] for v in range(len(sizes))]
        self.expect("end_state")
        return values

    def end(self) -> None:
        if self.next < len(self.lines):
            self.next += 1
            raise self.error(f"found {shortened(self.lines[self.next - 1])!r}, expected the end of the file")


def _variables(lines: _Lines) -> list[tuple[str, list[str]]]:
    """Names and domains; the format states the initial values later."""
    names: dict[str, int] = {}
    declared = []
    for _ in range(lines.number("the number of variables")):
        lines.expect("begin_variable")
        name = _unique(lines.take("a variable's name") or "variable", names)
        if lines.numbers(1, "the axiom layer") != [-1]:
            raise lines.error(f"variable {name!r} is derived by axioms, expected the axiom layer -1")
        values: dict[str, int] = {}
        size = lines.number("the number of values", least=1)
        domain = [_unique(lines.take("a value's name"), values) for _ in range(size)]
        lines.expect("end_variable")
        declared.append((name, domain))
    return declared


def _operator(problem: PlanningProblem, lines: _Lines, *, unit_cost: bool) -> None:
    variables = problem.variables
    sizes = [len(variable.domain) for variable in variables]
    lines.expect("begin_operator")
    label = lines.take("an operator's name")
    condition = lines.condition(sizes, "prevail condition")
    effects: dict[int, int] = {}
    for _ in range(lines.number("the number of effects")):
        variable, old, new = lines.effect(label)
        lines.fact(sizes, variable, new)
        if variable in effects:
            raise lines.error(f"operator {label!r} changes variable {variable} twice")
        effects[variable] = new
        if old != -1:
            lines.fact(sizes, variable, old)
            if condition.setdefault(variable, old) != old:
                raise lines.error(f"operator {label!r} asks for two values of variable {variable}")
    cost = lines.number("the cost")
    lines.expect("end_operator")
    free = [variable for variable in effects if variable not in condition]  # they change whatever their old value is
    size = prod(sizes[variable] for variable in free)
    if size > _LARGEST_SPLIT:
        raise lines.error(f"operator {label!r} would become {size} actions, expected at most {_LARGEST_SPLIT}")
    for chosen in product(*(range(sizes[variable]) for variable in free)):
        old_values = condition | dict(zip(free, chosen, strict=True))
        changed = [(variable, new) for variable, new in effects.items() if old_values[variable] != new]
        facts = _values(variables, old_values.items())
        problem.action(label, facts, _values(variables, changed), 1 if unit_cost else cost)


def _values(variables: list[StateVariable], facts: Iterable[Fact]) -> dict[StateVariable, str | int]:
    return {variables[variable]: variables[variable].domain[value] for variable, value in facts}


def _unique(name: str, taken: dict[str, int]) -> str:
    """The name, or the name with a number where there is one like it already."""
    chosen = name
    while chosen in taken:
        taken[name] += 1
        chosen = f"{name} ({taken[name]})"
    taken[chosen] = 1
    return chosen


def _facts(facts: tuple[Fact, ...] | list[Fact]) -> list[str]:
    return [str(len(facts)), *(f"{variable} {value}" for variable, value in facts)]
