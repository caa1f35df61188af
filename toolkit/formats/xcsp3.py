"""XCSP3: an XML instance for the solvers of its competitions, and the instantiation that they print, read back.

What was written is brought into narrow terms first (``xcsp3_parts``): a formula (``intension``) has no element and no
choice, and divides where nothing is negative; the constraints of lists take variables, each once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any
from xml.sax.saxutils import quoteattr

from copla.answers.result import Solution
from copla.formats.costs import solution_of
from copla.formats.names import identifiers, one_line
from copla.formats.xcsp3_parts import in_narrow_terms
from copla.ground.errors import FormatError, ModelError
from copla.ground.text import shortened
from copla.language import operations as op
from copla.language.bounds import bounds
from copla.language.constraint_problem import ConstraintProblem, Objective
from copla.language.constraints import AllDifferent, Clause, Linear, Table
from copla.language.expressions import Expression, Variable
from copla.language.lists import Cardinality, Distinct, Equal, Increasing, Lexicographic, Rows
from copla.language.logic import Combined, Relation
from copla.language.paths import Circuit, Inverse, Regular
from copla.language.scheduling import Cumulative, NoOverlap

_RELATIONS = {"<": "lt", "<=": "le", "==": "eq", "!=": "ne", ">=": "ge", ">": "gt"}
_CONNECTIVES = {"and": "and", "or": "or", "not": "not", "implies": "imp", "iff": "iff", "xor": "xor"}
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
    else:
        yield from (f"    {line}" for line in _stated(constraint, names, note))


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
        text = f"<{objective.sense}> {_number(objective.expression, names)} </{objective.sense}>"
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


def _stated(stated: Any, names: Sequence[str], note: str) -> Iterator[str]:
    """The elements that state a constraint; ``note`` are the attributes of each."""
    match stated:
        case Linear(((1, left), (-1, right)), comparison, 0):
            yield f"<intension{note}> {_RELATIONS[comparison]}({names[left.index]},{names[right.index]}) </intension>"
        case Linear(terms, comparison, bound) if len(terms) != 1 or terms[0][0] != 1:
            lists = f"<list> {' '.join(names[variable.index] for _, variable in terms)} </list>"
            weights = f"<coeffs> {' '.join(str(coefficient) for coefficient, _ in terms)} </coeffs>"
            condition = f"<condition> ({_RELATIONS[comparison]},{bound}) </condition>"
            yield f"<sum{note}> {lists} {weights} {condition} </sum>"
        case Table(variables, rows, allowed):
            if rows:
                kind = "supports" if allowed else "conflicts"
                scope = f"<list> {_variables(stated, variables, names)} </list>"
                yield f"<extension{note}> {scope} <{kind}> {_rows(rows)} </{kind}> </extension>"
        case Relation(op.Element(parts=(index, *entries)), "==", found):
            words = " ".join(_word(stated, entry, names) for entry in entries)
            at, value = _word(stated, index, names), _word(stated, found, names)
            condition = f"<condition> (eq,{value}) </condition>"
            yield f"<element{note}> <list> {words} </list> <index> {at} </index> {condition} </element>"
        case Relation() | Combined() | Linear() | Clause():
            yield f"<intension{note}> {_formula(stated, names)} </intension>"
        case AllDifferent(parts) | Distinct(parts) if all(part.terms for part in parts):
            if len(parts) > 1:
                yield f"<allDifferent{note}> {' '.join(_number(part, names) for part in parts)} </allDifferent>"
        case Equal(parts):
            if len(parts) > 1:
                yield f"<allEqual{note}> {_variables(stated, parts, names)} </allEqual>"
        case Rows(parts, rows, True) if rows and len(parts) > 1:
            body = "".join(f"({','.join('*' if entry is None else str(entry) for entry in row)})" for row in rows)
            scope = f"<list> {_variables(stated, parts, names)} </list>"
            yield f"<extension{note}> {scope} <supports> {body} </supports> </extension>"
        case Cardinality(members, values, numbers, closed) if members and values:
            occurs = " ".join(_word(stated, part, names) for part in numbers)
            yield (
                f"<cardinality{note}> <list> {_variables(stated, members, names)} </list> "
                f'<values closed="{str(closed).lower()}"> {" ".join(map(str, values))} </values> '
                f"<occurs> {occurs} </occurs> </cardinality>"
            )
        case Increasing(parts, strictly):
            if len(parts) > 1:
                order = f"<operator> {'lt' if strictly else 'le'} </operator>"
                yield f"<ordered{note}> <list> {_variables(stated, parts, names)} </list> {order} </ordered>"
        case Lexicographic(left, right, strictly) if left:
            lists = "".join(f"<list> {_variables(stated, side, names)} </list> " for side in (left, right))
            yield f"<lex{note}> {lists}<operator> {'lt' if strictly else 'le'} </operator> </lex>"
        case Circuit(parts) if len(parts) > 1:  # in XCSP3 a place may stay outside of it
            words = _variables(stated, parts, names)
            yield f"<circuit{note}> {words} </circuit>"
            for place, word in enumerate(words.split()):
                yield f"<intension{note}> ne({word},{place}) </intension>"
        case Inverse(left, right) if left:
            lists = " ".join(f"<list> {_variables(stated, side, names)} </list>" for side in (left, right))
            yield f"<channel{note}> {lists} </channel>"
        case Regular(parts, _, steps, accepting) if parts and steps and accepting:
            moves = "".join(f"(s{source},{letter},s{target})" for source, letter, target in steps)
            final = " ".join(f"s{state}" for state in accepting)
            yield (
                f"<regular{note}> <list> {_variables(stated, parts, names)} </list> "
                f"<transitions> {moves} </transitions> <start> s0 </start> <final> {final} </final> </regular>"
            )
        case NoOverlap(tasks) if len(tasks) > 1:
            yield f"<noOverlap{note}> {_tasks(stated, tasks, names)} </noOverlap>"
        case Cumulative(tasks, demands, capacity) if tasks:
            heights = _alike(stated, demands, names)
            most = _word(stated, capacity, names)
            yield (
                f"<cumulative{note}> {_tasks(stated, tasks, names)} <heights> {heights} </heights> "
                f"<condition> (le,{most}) </condition> </cumulative>"
            )
        case _:
            raise ModelError(f"'{stated}' is not written as XCSP3: the format has no word for it")


def _formula(stated: Any, names: Sequence[str]) -> str:
    """A constraint as a formula."""
    match stated:
        case Linear(terms, comparison, bound):
            return f"{_RELATIONS[comparison]}({_number(Expression(terms), names)},{bound})"
        case Relation(left, comparison, right):
            return f"{_RELATIONS[comparison]}({_number(left, names)},{_number(right, names)})"
        case Combined(connective, parts) if parts:
            inner = [_formula(part, names) for part in parts]
            joins = connective in ("and", "or") and len(inner) == 1
            return inner[0] if joins else f"{_CONNECTIVES[connective]}({','.join(inner)})"
        case Clause(literals) if literals:
            each = [f"{'eq' if x.positive else 'ne'}({names[x.variable.index]},{x.value})" for x in literals]
            return each[0] if len(each) == 1 else f"or({','.join(each)})"
        case AllDifferent(parts) | Distinct(parts) if len(parts) > 1:
            words = [_number(part, names) for part in parts]
            pairs = [f"ne({a},{b})" for place, a in enumerate(words) for b in words[:place]]
            return pairs[0] if len(pairs) == 1 else f"and({','.join(pairs)})"
    raise ModelError(f"'{stated}' is not written as XCSP3: a formula of the format cannot hold it")


def _number(stated: Expression, names: Sequence[str]) -> str:
    """An expression as a formula."""
    if isinstance(stated, Variable):
        return names[stated.index]
    if isinstance(stated, op.Operation):
        return _operation(stated, names)
    terms = [_number(atom, names) if c == 1 else f"mul({c},{_number(atom, names)})" for c, atom in stated.terms]
    words = terms + ([str(stated.constant)] if stated.constant or not terms else [])
    return words[0] if len(words) == 1 else f"add({','.join(words)})"


def _operation(stated: op.Operation, names: Sequence[str]) -> str:
    parts: tuple[Any, ...] = stated.parts
    match stated:
        case op.Truth():
            return _formula(parts[0], names)
        case op.Product():
            return f"mul({_number(parts[0], names)},{_number(parts[1], names)})"
        case op.Quotient() | op.Remainder() if bounds(parts[0])[0] >= 0 and bounds(parts[1])[0] > 0:
            kind = "div" if isinstance(stated, op.Quotient) else "mod"
            return f"{kind}({_number(parts[0], names)},{_number(parts[1], names)})"
        case op.Absolute():
            return f"abs({_number(parts[0], names)})"
        case op.Minimum() | op.Maximum():
            words = [_number(part, names) for part in parts]
            kind = "min" if isinstance(stated, op.Minimum) else "max"
            return words[0] if len(words) == 1 else f"{kind}({','.join(words)})"
        case op.Count() if len(parts) > 2:
            return f"add({','.join(f'eq({_number(part, names)},{_number(parts[0], names)})' for part in parts[1:])})"
    raise ModelError(f"'{stated}' is not written as XCSP3: a formula of the format cannot hold it")


def _rows(rows: Sequence[tuple[int, ...]]) -> str:
    if len(rows[0]) == 1:  # values of one variable stand without brackets, in order
        return " ".join(str(value) for value in sorted(row[0] for row in rows))
    return "".join(f"({','.join(map(str, row))})" for row in sorted(rows))


def _tasks(stated: Any, tasks: Sequence[Any], names: Sequence[str]) -> str:
    starts = _variables(stated, [task.start for task in tasks], names)
    lengths = _alike(stated, [task.duration for task in tasks], names)
    return f"<origins> {starts} </origins> <lengths> {lengths} </lengths>"


def _alike(stated: Any, parts: Sequence[Expression], names: Sequence[str]) -> str:
    """Numbers, or variables."""
    if any(part.terms for part in parts):
        return _variables(stated, parts, names)
    return " ".join(str(part.constant) for part in parts)


def _variables(stated: Any, parts: Sequence[Any], names: Sequence[str]) -> str:
    if any(not isinstance(part, Variable) for part in parts) or len(set(parts)) < len(parts):
        raise ModelError(f"'{stated}' is not written as XCSP3: its lists take variables, each once")
    return " ".join(names[part.index] for part in parts)


def _word(stated: Any, part: Expression, names: Sequence[str]) -> str:
    """A variable or a number."""
    if isinstance(part, Variable):
        return names[part.index]
    if not part.terms:
        return str(part.constant)
    raise ModelError(f"'{stated}' is not written as XCSP3: it takes variables and numbers, not '{part}'")


def _domain(variable: Variable) -> str:
    low, high = variable.domain[0], variable.domain[-1]
    if len(variable.domain) == high - low + 1 and len(variable.domain) > 2:
        return f"{low}..{high}"
    return " ".join(map(str, variable.domain))


def _attribute(text: str) -> str:
    return quoteattr(one_line(text))
