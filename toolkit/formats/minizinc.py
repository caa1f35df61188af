"""MiniZinc: a model that any of its solvers reads, and what they print, read back.

What was written stands there in MiniZinc's words: its operators and the constraints of its library, not decompositions.
MiniZinc divides towards zero and counts places from 1: where something could be negative the remainder is brought to
the divisor's sign first, and places are moved by one. Undefined means the same in both languages.

Its library has no circuits, no automata and no tables of many columns inside of logic (it gives up with "reified
circuit/1 is not supported"): there they are predicates of our own, which are formulas.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from copla.answers.result import Solution
from copla.formats.costs import solution_of
from copla.formats.names import identifiers, one_line
from copla.ground.errors import FormatError, ModelError
from copla.ground.text import shortened
from copla.language import operations as op
from copla.language.bounds import bounds
from copla.language.constraint_problem import ConstraintProblem, Objective
from copla.language.constraints import AllDifferent, Clause, Comparison, Linear, Table
from copla.language.expressions import Expression, Variable
from copla.language.lists import Cardinality, Distinct, Equal, Increasing, Lexicographic, Rows
from copla.language.logic import Combined, Relation
from copla.language.paths import Circuit, Inverse, Regular
from copla.language.scheduling import Cumulative, NoOverlap

_SIGNS: dict[Comparison, str] = {"<": "<", "<=": "<=", "==": "=", "!=": "!=", ">=": ">=", ">": ">"}
_PREDICATES = {
    "is_circuit": """\
function var int: place_after(array[int] of var int: x, int: k) = if k = 0 then 1 else x[place_after(x, k - 1)] endif;
predicate is_circuit(array[int] of var int: x) =
  forall (i in index_set(x)) (x[i] in index_set(x)) /\\ alldifferent(x) /\\
  forall (k in 1..length(x) - 1) (place_after(x, k) != 1);""",
    "is_word": """\
function var int: state_after(array[int] of var int: x, array[int, int] of int: d, int: k) =
  if k = 0 then 1 else d[state_after(x, d, k - 1), x[k]] endif;
predicate is_word(array[int] of var int: x, array[int, int] of int: d, set of int: last) =
  state_after(x, d, length(x)) in last;""",
    "is_row": """\
predicate is_row(array[int] of var int: x, array[int, int] of int: rows) =
  exists (r in index_set_1of2(rows)) (forall (i in index_set(x)) (x[i] = rows[r, i]));""",
    "forbidden": """\
predicate forbidden(array[int] of var int: x, array[int, int] of int: rows) =
  forall (r in index_set_1of2(rows)) (exists (i in index_set(x)) (x[i] != rows[r, i]));""",
}
_CONNECTIVES = {"and": "/\\", "or": "\\/", "implies": "->", "iff": "<->", "xor": "xor"}
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
    texts = [_stated(constraint, names) for constraint in problem.constraints]
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
    return lines + [text for name, text in _PREDICATES.items() if name in used]


def _objective(objective: Objective, names: list[str]) -> str:
    if objective.flat:
        return _sum(objective.terms, names, objective.constant)
    return _expression(objective.expression, names)


def _stated(constraint: Any, names: list[str]) -> str:
    match constraint:
        case Linear(((1, left), (-1, right)), comparison, 0):
            return f"{names[left.index]} {_SIGNS[comparison]} {names[right.index]}"
        case Linear(terms, comparison, bound):
            return f"{_sum(terms, names)} {_SIGNS[comparison]} {bound}"
        case Table(_, (), False):
            return "true"
    return _constraint(constraint, names)


def _sum(terms: tuple[tuple[int, Variable], ...], names: list[str], constant: int = 0) -> str:
    text = ""
    for coefficient, variable in terms:
        size = "" if abs(coefficient) == 1 else f"{abs(coefficient)} * "
        sign = (" - " if coefficient < 0 else " + ") if text else ("-" if coefficient < 0 else "")
        text += f"{sign}{size}{names[variable.index]}"
    if constant and text:
        return f"{text} {'-' if constant < 0 else '+'} {abs(constant)}"
    return text or str(constant)


def _expression(stated: Expression, names: Sequence[str]) -> str:
    """An expression; brackets are around everything that is not one word."""
    if isinstance(stated, Variable):
        return names[stated.index]
    if isinstance(stated, op.Operation):
        return _operation(stated, names)
    if not stated.terms:
        return str(stated.constant)
    parts = [_expression(atom, names) if c == 1 else f"{c} * {_expression(atom, names)}" for c, atom in stated.terms]
    text = " + ".join([*parts, *([str(stated.constant)] if stated.constant else [])])
    return f"({text})" if len(stated.terms) > 1 or stated.constant or stated.terms[0][0] != 1 else text


def _constraint(stated: Any, names: Sequence[str], inside: bool = False) -> str:
    """A constraint, without brackets around the whole; ``inside`` of logic or of a number."""

    def listed(parts: Iterable[Expression], more: int = 0) -> str:
        return "[" + ", ".join(_expression(part + more if more else part, names) for part in parts) + "]"

    match stated:
        case Linear(terms, comparison, bound):
            return f"{_expression(Expression(terms), names)} {_SIGNS[comparison]} {bound}"
        case Relation(left, comparison, right):
            return f"{_expression(left, names)} {_SIGNS[comparison]} {_expression(right, names)}"
        case Combined("not", (part,)):
            return f"not ({_constraint(part, names, True)})"
        case Combined(connective, parts):
            joined = f" {_CONNECTIVES[connective]} ".join(f"({_constraint(part, names, True)})" for part in parts)
            return joined or ("true" if connective == "and" else "false")
        case Clause(literals):
            each = [f"{names[x.variable.index]} {'=' if x.positive else '!='} {x.value}" for x in literals]
            return " \\/ ".join(each) or "false"
        case AllDifferent(parts) | Distinct(parts):
            return f"alldifferent({listed(parts)})"
        case Equal(parts):
            return f"all_equal({listed(parts)})"
        case Table(parts, rows, allowed) | Rows(parts, rows, allowed):
            return _table(listed(parts), parts, rows, allowed, names, inside)
        case Cardinality(members, values, numbers, closed):
            kind = "global_cardinality_closed" if closed else "global_cardinality"
            return f"{kind}({listed(members)}, [{', '.join(map(str, values))}], {listed(numbers)})"
        case Increasing(parts, strictly):
            return f"{'strictly_increasing' if strictly else 'increasing'}({listed(parts)})"
        case Lexicographic(left, right, strictly):
            return f"{'lex_less' if strictly else 'lex_lesseq'}({listed(left)}, {listed(right)})"
        case Circuit((part,)):  # in MiniZinc nobody follows himself
            return f"{_expression(part, names)} = 0"
        case Circuit(parts):
            return f"{'is_circuit' if inside else 'circuit'}({listed(parts, 1)})"
        case Inverse(left, right):
            return f"inverse({listed(left, 1)}, {listed(right, 1)})"
        case Regular(parts, states, steps, accepting):
            return _regular(parts, states, steps, accepting, names, inside)
        case NoOverlap(()):  # its library cannot tell what an empty list is one of
            return "true"
        case NoOverlap(tasks):
            starts, durations = [task.start for task in tasks], [task.duration for task in tasks]
            return f"disjunctive({listed(starts)}, {listed(durations)})"
        case Cumulative(tasks, demands, capacity):
            starts, durations = [task.start for task in tasks], [task.duration for task in tasks]
            most = _expression(capacity, names)
            return f"cumulative({listed(starts)}, {listed(durations)}, {listed(demands)}, {most})"
    raise TypeError(f"there is no constraint {type(stated).__name__}")


def _operation(stated: op.Operation, names: Sequence[str]) -> str:
    parts: tuple[Any, ...] = stated.parts
    if isinstance(stated, op.Truth):
        return f"bool2int({_constraint(parts[0], names, True)})"
    if isinstance(stated, op.Choice):  # as an entry of a list both must have a value
        then, otherwise = (_expression(part, names) for part in parts[1:])
        return f"[{otherwise}, {then}][1 + bool2int({_constraint(parts[0], names, True)})]"
    words = [_expression(part, names) for part in parts]
    match stated:
        case op.Product():
            return f"({words[0]} * {words[1]})"
        case op.Quotient() | op.Remainder():
            return _division(stated, words[0], words[1])
        case op.Absolute():
            return f"abs({words[0]})"
        case op.Minimum() | op.Maximum():
            return f"{'min' if isinstance(stated, op.Minimum) else 'max'}([{', '.join(words)}])"
        case op.Element(parts=(_,)):  # no place is in the list
            return "[0][2]"
        case op.Element():
            return f"[{', '.join(words[1:])}][{_expression(parts[0] + 1, names)}]"
        case op.Count():
            return f"count([{', '.join(words[1:])}], {words[0]})"
    raise TypeError(f"there is no operation {type(stated).__name__}")


def _division(stated: op.Operation, number: str, divisor: str) -> str:
    negative = any(bounds(part)[0] < 0 for part in stated.parts)
    if not negative:
        return f"({number} {'div' if isinstance(stated, op.Quotient) else 'mod'} {divisor})"
    rest = f"(({number} mod {divisor} + {divisor}) mod {divisor})"
    return rest if isinstance(stated, op.Remainder) else f"(({number} - {rest}) div {divisor})"


def _table(scope: str, parts: Sequence[Any], rows: Any, allowed: bool, names: Sequence[str], inside: bool) -> str:
    """Rows as a table; a wildcard, which tables do not have, by what the other entries say."""
    if not rows:
        defined = " /\\ ".join(f"{_expression(part, names)} = {_expression(part, names)}" for part in parts)
        return "false" if allowed else defined
    if all(entry is not None for row in rows for entry in row):
        body = " | ".join(", ".join(map(str, row)) for row in rows)
        kind = ("is_row" if inside else "table") if allowed else "forbidden"
        return f"{kind}({scope}, [| {body} |])"
    words = [_expression(part, names) for part in parts]
    have_values = [f"{word} = {word}" for word in words]
    met = []
    for row in rows:
        said = [f"{word} = {entry}" for word, entry in zip(words, row, strict=True) if entry is not None]
        met.append("(" + (" /\\ ".join(said) or "true") + ")")
    joined = " \\/ ".join(met)
    return " /\\ ".join([*have_values, f"({joined})" if allowed else f"not ({joined})"])


def _regular(
    parts: Sequence[Expression], states: int, steps: Any, accepting: Sequence[int], names: Sequence[str], inside: bool
) -> str:
    """States and letters are counted from 1; 0 is the state of having failed."""
    if not parts or not steps:
        defined = [f"{_expression(part, names)} = {_expression(part, names)}" for part in parts]
        return " /\\ ".join([*defined, "true" if not parts and 0 in accepting else "false"])
    letters = [letter for _, letter, _ in steps]
    low, size = min(letters), max(letters) - min(letters) + 1
    goes = {(state, letter): target + 1 for state, letter, target in steps}
    rows = [", ".join(str(goes.get((state, low + k), 0)) for k in range(size)) for state in range(states)]
    word = "[" + ", ".join(_expression(part + (1 - low) if low != 1 else part, names) for part in parts) + "]"
    last = "{" + ", ".join(str(state + 1) for state in accepting) + "}"
    table = f"[| {' | '.join(rows)} |]"
    return f"is_word({word}, {table}, {last})" if inside else f"regular({word}, {states}, {size}, {table}, 1, {last})"


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
