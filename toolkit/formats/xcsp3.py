"""XCSP3: an XML instance for the solvers of its competitions, and the instantiation that they print, read back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any
from xml.sax.saxutils import quoteattr

from copla.answers.result import Solution
from copla.formats import xcsp3_trees
from copla.formats.costs import solution_of
from copla.formats.names import identifiers, one_line
from copla.formats.xcsp3_parts import in_narrow_terms
from copla.ground.errors import FormatError, ModelError
from copla.ground.text import shortened
from copla.language.constraint_problem import ConstraintProblem, Objective
from copla.language.constraints import AllDifferent, Clause, Comparison, Linear, Table
from copla.language.expressions import Variable
from copla.language.written import Written

_RELATIONS: dict[Comparison, str] = {"<": "lt", "<=": "le", "==": "eq", "!=": "ne", ">=": "ge", ">": "gt"}
_ONE = "one"
"""A variable that is always 1, for the constant of an objective and for what mentions no variable at all."""


def write(problem: ConstraintProblem) -> str:
    """The problem as an XCSP3 instance (the core that all its solvers share). Labels become notes.

    >>> problem = ConstraintProblem("two digits")
    >>> a, b = problem.variable("a", range(1, 4)), problem.variable("b", [1, 3, 5])
    >>> _ = problem.add(a < b, label="a is smaller", clue=True)
    >>> print(write(problem))
    <instance format="XCSP3" type="CSP" note="two digits">
      <variables>
        <var id="x_a" note="a"> 1..3 </var>
        <var id="x_b" note="b"> 1 3 5 </var>
      </variables>
      <constraints>
        <intension note="a is smaller" class="clue"> lt(x_a,x_b) </intension>
      </constraints>
    </instance>
    <BLANKLINE>
    """
    if problem.later_objectives:
        raise ModelError("XCSP3 has one objective, and this problem has several: leave out the later ones")
    problem = in_narrow_terms(problem)
    names = identifiers((variable.name for variable in problem.variables), "x_")
    kind = "CSP" if problem.objective is None else "COP"
    objective = [] if problem.objective is None else _objective(problem.objective, names)
    constraints = [line for constraint in problem.constraints for line in _constraint(constraint, names)]
    variables = [
        f'    <var id="{names[v.index]}" note={_attribute(v.name)}> {_domain(v)} </var>' for v in problem.variables
    ]
    if not variables or _needs_one(problem):
        variables.append(f'    <var id="{_ONE}"> 1 </var>')
    lines = [
        f'<instance format="XCSP3" type="{kind}" note={_attribute(problem.name)}>',
        "  <variables>",
        *variables,
        "  </variables>",
        "  <constraints>",
        *constraints,
        "  </constraints>",
        *objective,
        "</instance>",
    ]
    return "\n".join(lines) + "\n"


def read_solution(problem: ConstraintProblem, text: str, source: str = "output") -> Solution | None:
    """The last instantiation in what a solver printed for the instance, or None if it says that there is none.

    >>> problem = ConstraintProblem()
    >>> _ = problem.variable("a", range(4))
    >>> printed = "s SATISFIABLE\\nv <instantiation> <list> x_a </list> <values> 2 </values> </instantiation>"
    >>> read_solution(problem, printed).values
    {'a': 2}
    """
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text)  # colours
    if re.search(r"^s UNSATISFIABLE", plain, re.MULTILINE):
        return None
    plain = re.sub(r"^v ?", "", plain, flags=re.MULTILINE)
    found = re.findall(r"<list>([^<]*)</list>\s*<values>([^<]*)</values>", plain)
    if not found:
        raise FormatError("found no instantiation, expected <list> ... </list> <values> ... </values>", source=source)
    given = dict(zip(found[-1][0].split(), _repeated(found[-1][1].split()), strict=False))
    names = identifiers((variable.name for variable in problem.variables), "x_")
    values: dict[str, int] = {}
    mentioned = set(re.findall(r"\w+", write(problem).partition("</variables>")[2]))
    for variable, name in zip(problem.variables, names, strict=True):
        value = given.get(name, "no value" if name in mentioned else "*")
        if value == "*":  # every value will do; some solvers leave out what no constraint mentions
            value = str(variable.domain[0])
        if not re.fullmatch(r"-?[0-9]{1,18}", value):
            raise FormatError(f"found {shortened(value)!r} for {name}, expected a number", source=source)
        values[variable.name] = int(value)
    return solution_of(problem, values)


def _repeated(words: list[str]) -> Iterator[str]:
    """Runs of the same value may be written short: ``0x3`` is ``0 0 0``."""
    for word in words:
        value, times, count = word.partition("x")
        yield from [value] * (int(count) if times and count.isdecimal() and len(count) < 8 else 1)


def _constraint(constraint: Any, names: list[str]) -> Iterator[str]:
    note = f" note={_attribute(constraint.label)}" if constraint.label else ""
    note += ' class="clue"' if constraint.clue else ""
    if _impossible(constraint):
        yield f"    <intension{note}> eq({_ONE},0) </intension>"
        return
    match constraint:
        case AllDifferent(variables):
            if len(variables) > 1:
                yield f"    <allDifferent{note}> {_list(variables, names)} </allDifferent>"
        case Linear(((1, left), (-1, right)), comparison, 0):
            relation = f"{_RELATIONS[comparison]}({names[left.index]},{names[right.index]})"
            yield f"    <intension{note}> {relation} </intension>"
        case Linear(((1, variable),), comparison, bound):
            yield f"    <intension{note}> {_RELATIONS[comparison]}({names[variable.index]},{bound}) </intension>"
        case Linear(terms, comparison, bound):
            condition = f"<condition> ({_RELATIONS[comparison]},{bound}) </condition>"
            yield f"    <sum{note}> {_weighted(terms, names)} {condition} </sum>"
        case Table(variables, rows, allowed) if rows:
            kind = "supports" if allowed else "conflicts"
            body = f"<{kind}> {_rows(rows)} </{kind}>"
            yield f"    <extension{note}> <list> {_list(variables, names)} </list> {body} </extension>"
        case Clause(literals):
            parts = [f"{'eq' if x.positive else 'ne'}({names[x.variable.index]},{x.value})" for x in literals]
            joined = parts[0] if len(parts) == 1 else f"or({','.join(parts)})"
            yield f"    <intension{note}> {joined} </intension>"
        case Written():
            yield from (f"    {line}" for line in xcsp3_trees.constraint(constraint, names, note))


def _needs_one(problem: ConstraintProblem) -> bool:
    objective = problem.objective
    return any(map(_impossible, problem.constraints)) or (
        objective is not None and objective.flat and bool(objective.constant or not objective.terms)
    )


def _impossible(constraint: Any) -> bool:
    """Whether it is a contradiction that mentions no values: the format has no word for that."""
    match constraint:
        case Clause(()) | Table(_, (), True):
            return True
    return False


def _objective(objective: Objective, names: list[str]) -> list[str]:
    if not objective.flat:
        text = f"<{objective.sense}> {xcsp3_trees.number(objective.expression, names)} </{objective.sense}>"
        return ["  <objectives>", f"    {text}", "  </objectives>"]
    coefficients = [str(coefficient) for coefficient, _ in objective.terms]
    variables = [names[variable.index] for _, variable in objective.terms]
    if objective.constant or not variables:
        coefficients.append(str(objective.constant))
        variables.append(_ONE)
    if len(variables) == 1:  # not every solver takes a sum of one
        text = f"<{objective.sense}> mul({coefficients[0]},{variables[0]}) </{objective.sense}>"
    else:
        body = f"<list> {' '.join(variables)} </list> <coeffs> {' '.join(coefficients)} </coeffs>"
        text = f'<{objective.sense} type="sum"> {body} </{objective.sense}>'
    return ["  <objectives>", f"    {text}", "  </objectives>"]


def _weighted(terms: Sequence[tuple[int, Variable]], names: list[str]) -> str:
    variables = " ".join(names[variable.index] for _, variable in terms)
    return f"<list> {variables} </list> <coeffs> {' '.join(str(c) for c, _ in terms)} </coeffs>"


def _rows(rows: tuple[tuple[int, ...], ...]) -> str:
    if len(rows[0]) == 1:  # values of one variable stand without brackets, in order
        return " ".join(str(value) for value in sorted(row[0] for row in rows))
    return "".join(f"({','.join(map(str, row))})" for row in sorted(rows))


def _list(variables: tuple[Variable, ...], names: list[str]) -> str:
    return " ".join(names[variable.index] for variable in variables)


def _domain(variable: Variable) -> str:
    low, high = variable.domain[0], variable.domain[-1]
    if len(variable.domain) == high - low + 1 and len(variable.domain) > 2:
        return f"{low}..{high}"
    return " ".join(map(str, variable.domain))


def _attribute(text: str) -> str:
    return quoteattr(one_line(text))
