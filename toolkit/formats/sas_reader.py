"""The reader of SAS+ files: line by line, with the place of whatever is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from math import prod

from copla.ground.errors import FormatError
from copla.ground.numbers import LARGEST
from copla.ground.text import counted, shortened
from copla.language.planning_problem import Fact, PlanningProblem, StateVariable

_LARGEST_SPLIT = 10_000
_MOST_DIGITS = len(str(LARGEST))


def read_task(text: str, source: str) -> PlanningProblem:
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
    size = prod(sizes[v] for v in effects if v not in condition)
    if size > _LARGEST_SPLIT:
        raise lines.error(f"operator {label!r} would become {size} actions, expected at most {_LARGEST_SPLIT}")
    for old_values in _old_values(variables, condition, effects):
        changed = [(variable, new) for variable, new in effects.items() if old_values[variable] != new]
        facts = _values(variables, old_values.items())
        problem.action(label, facts, _values(variables, changed), 1 if unit_cost else cost)


def _old_values(
    variables: list[StateVariable], condition: dict[int, int], effects: dict[int, int]
) -> Iterator[dict[int, int]]:
    """The condition, completed by every choice of old values of the variables that change whatever they are."""
    free = [variable for variable in effects if variable not in condition]
    for chosen in product(*(range(len(variables[variable].domain)) for variable in free)):
        yield condition | dict(zip(free, chosen, strict=True))


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
