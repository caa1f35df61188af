"""MiniZinc: a model that any of its solvers reads, and what they print, read back."""

from __future__ import annotations

import re
from typing import Any

from copla.answers.result import Solution
from copla.formats import minizinc_trees
from copla.formats.costs import solution_of
from copla.formats.names import identifiers, one_line
from copla.ground.errors import FormatError, ModelError
from copla.ground.text import shortened
from copla.language.constraint_problem import ConstraintProblem, Objective
from copla.language.constraints import AllDifferent, Clause, Comparison, Linear, Table
from copla.language.expressions import Variable

_SIGNS: dict[Comparison, str] = {"<": "<", "<=": "<=", "==": "=", "!=": "!=", ">=": ">=", ">": ">"}
_GLOBALS = {
    "all_equal", "count", "global_cardinality", "global_cardinality_closed", "increasing", "strictly_increasing",
    "lex_less", "lex_lesseq", "circuit", "inverse", "regular", "disjunctive", "cumulative",
}  # fmt: skip


def write(problem: ConstraintProblem) -> str:
    """The problem as MiniZinc text. Labels become the names of constraints; the output is ``name = value`` lines.

    >>> problem = ConstraintProblem("two digits")
    >>> a, b = problem.variable("a", range(1, 4)), problem.variable("b", [1, 3, 5])
    >>> _ = problem.add(a + 2 * b <= 5, label="not too much")
    >>> print(write(problem))
    % two digits (written by copla)
    var 1..3: x_a;
    var {1, 3, 5}: x_b;
    constraint :: "not too much" x_a + 2 * x_b <= 5;
    solve satisfy;
    output ["a = ", show(x_a), "\\n",
      "b = ", show(x_b), "\\n"];
    <BLANKLINE>
    """
    names = identifiers((variable.name for variable in problem.variables), "x_")
    if problem.later_objectives:
        raise ModelError("MiniZinc has one objective, and this problem has several: leave out the later ones")
    texts = [_constraint(constraint, names) for constraint in problem.constraints]
    aim = "" if problem.objective is None else _objective(problem.objective, names)
    lines = [f"% {one_line(problem.name)} (written by copla)", *_includes([*texts, aim])]
    lines += [f"var {_domain(v)}: {names[v.index]};" for v in problem.variables]
    for constraint, text in zip(problem.constraints, texts, strict=True):
        # A constant cannot have a name: MiniZinc 2.6 would attach it to every other "true".
        label = f":: {_name(constraint.label)} " if constraint.label and text not in ("true", "false") else ""
        lines.append(f"constraint {label}{text};")
    if problem.objective is None:
        lines.append("solve satisfy;")
    else:
        lines.append(f"solve {problem.objective.sense} {aim};")
    shown = [f'{_string(f"{one_line(v.name)} = ")}, show({names[v.index]}), "\\n"' for v in problem.variables]
    lines.append("output [" + (",\n  ".join(shown) or '"\\n"') + "];")
    return "\n".join(lines) + "\n"


def read_solution(problem: ConstraintProblem, text: str, source: str = "output") -> Solution | None:
    """The last solution that a solver printed for the model, or None if it says that there is none.

    >>> problem = ConstraintProblem()
    >>> _ = problem.variable("a", range(4))
    >>> read_solution(problem, "a = 1\\n----------\\na = 2\\n----------\\n==========\\n").values
    {'a': 2}
    """
    if "=====UNSATISFIABLE=====" in text:
        return None
    spelled = {one_line(variable.name): variable.name for variable in problem.variables}
    values: dict[str, int] = {}
    ended = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("-----"):
            ended = True
        elif match := re.fullmatch(r"(.*) = (-?[0-9]{1,18})", line):
            if match[1] not in spelled:
                what = f"found the variable {shortened(match[1])!r}, expected one of the problem"
                raise FormatError(what, source=source, line=number)
            values[spelled[match[1]]] = int(match[2])
    absent = [variable.name for variable in problem.variables if variable.name not in values]
    if not ended or absent:
        what = f"a value for {shortened(absent[0])!r}" if absent else "a line of dashes after the values"
        raise FormatError(f"found no solution, expected {what}", source=source)
    return solution_of(problem, values)


def _includes(texts: list[str]) -> list[str]:
    """What the constraints need of the library."""
    used = {name for text in texts for name in re.findall(r"(\w+)\(", text)}
    used |= {"alldifferent"} if "is_circuit" in used else set()
    lines = [f'include "{name}.mzn";' for name in ("alldifferent", "table") if name in used]
    lines += ['include "globals.mzn";'] if used & _GLOBALS else []
    return lines + [text for name, text in minizinc_trees.PREDICATES.items() if name in used]


def _objective(objective: Objective, names: list[str]) -> str:
    if objective.flat:
        return _sum(objective.terms, names, objective.constant)
    return minizinc_trees.expression(objective.expression, names)


def _constraint(constraint: Any, names: list[str]) -> str:
    match constraint:
        case AllDifferent(variables):
            return f"alldifferent([{_list(variables, names)}])"
        case Linear(((1, left), (-1, right)), comparison, 0):
            return f"{names[left.index]} {_SIGNS[comparison]} {names[right.index]}"
        case Linear(terms, comparison, bound):
            return f"{_sum(terms, names)} {_SIGNS[comparison]} {bound}"
        case Table(variables, rows, allowed):
            if not rows:
                return "false" if allowed else "true"
            body = " | ".join(", ".join(map(str, row)) for row in rows)
            return f"{'table' if allowed else 'forbidden'}([{_list(variables, names)}], [| {body} |])"
        case Clause(literals):
            parts = [f"{names[lit.variable.index]} {'=' if lit.positive else '!='} {lit.value}" for lit in literals]
            return " \\/ ".join(parts) or "false"
    return minizinc_trees.constraint(constraint, names)


def _sum(terms: tuple[tuple[int, Variable], ...], names: list[str], constant: int = 0) -> str:
    text = ""
    for coefficient, variable in terms:
        size = "" if abs(coefficient) == 1 else f"{abs(coefficient)} * "
        sign = (" - " if coefficient < 0 else " + ") if text else ("-" if coefficient < 0 else "")
        text += f"{sign}{size}{names[variable.index]}"
    if constant and text:
        return f"{text} {'-' if constant < 0 else '+'} {abs(constant)}"
    return text or str(constant)


def _list(variables: tuple[Variable, ...], names: list[str]) -> str:
    return ", ".join(names[variable.index] for variable in variables)


def _domain(variable: Variable) -> str:
    low, high = variable.domain[0], variable.domain[-1]
    if len(variable.domain) == high - low + 1:
        return f"{low}..{high}"
    return "{" + ", ".join(map(str, variable.domain)) + "}"


def _string(text: str) -> str:
    return '"' + one_line(text).replace("\\", "\\\\").replace('"', '\\"') + '"'


def _name(label: str) -> str:
    """A label as the name of a constraint: it is passed on to solvers, not all of which understand escapes."""
    return _string(one_line(label).replace("\\", "/").replace('"', "'"))
