"""What was written, in XCSP3's words: formulas (``intension``) and the constraints of its core.

What stands here has been brought into narrow terms (``xcsp3_parts``): a formula has no element and no choice, and
divides where nothing is negative; the constraints of lists take variables, each once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from copla.ground.errors import ModelError
from copla.language.bounds import bounds
from copla.language.constraints import AllDifferent, Clause, Linear
from copla.language.expressions import Expression, Variable
from copla.language.lists import Cardinality, Distinct, Equal, Increasing, Lexicographic, Rows
from copla.language.logic import Combined, Relation
from copla.language.operations import (
    Absolute,
    Count,
    Element,
    Maximum,
    Minimum,
    Operation,
    Product,
    Quotient,
    Remainder,
    Truth,
)
from copla.language.paths import Circuit, Inverse, Regular
from copla.language.scheduling import Cumulative, NoOverlap

RELATIONS = {"<": "lt", "<=": "le", "==": "eq", "!=": "ne", ">=": "ge", ">": "gt"}
_CONNECTIVES = {"and": "and", "or": "or", "not": "not", "implies": "imp", "iff": "iff", "xor": "xor"}


def constraint(stated: Any, names: Sequence[str], note: str) -> Iterator[str]:
    """The elements that state a constraint; ``note`` are the attributes of each."""
    match stated:
        case Relation(Element(parts=(index, *entries)), "==", found):
            words = " ".join(_word(stated, entry, names) for entry in entries)
            at, value = _word(stated, index, names), _word(stated, found, names)
            condition = f"<condition> (eq,{value}) </condition>"
            yield f"<element{note}> <list> {words} </list> <index> {at} </index> {condition} </element>"
        case Relation() | Combined():
            yield f"<intension{note}> {formula(stated, names)} </intension>"
        case Distinct(parts) if all(part.terms for part in parts):
            if len(parts) > 1:
                yield f"<allDifferent{note}> {' '.join(number(part, names) for part in parts)} </allDifferent>"
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


def formula(stated: Any, names: Sequence[str]) -> str:
    """A constraint as a formula."""
    match stated:
        case Linear(terms, comparison, bound):
            return f"{RELATIONS[comparison]}({number(Expression(terms), names)},{bound})"
        case Relation(left, comparison, right):
            return f"{RELATIONS[comparison]}({number(left, names)},{number(right, names)})"
        case Combined(connective, parts) if parts:
            inner = [formula(part, names) for part in parts]
            joins = connective in ("and", "or") and len(inner) == 1
            return inner[0] if joins else f"{_CONNECTIVES[connective]}({','.join(inner)})"
        case Clause(literals) if literals:
            each = [f"{'eq' if x.positive else 'ne'}({names[x.variable.index]},{x.value})" for x in literals]
            return each[0] if len(each) == 1 else f"or({','.join(each)})"
        case AllDifferent(parts) | Distinct(parts) if len(parts) > 1:
            words = [number(part, names) for part in parts]
            pairs = [f"ne({a},{b})" for place, a in enumerate(words) for b in words[:place]]
            return pairs[0] if len(pairs) == 1 else f"and({','.join(pairs)})"
    raise ModelError(f"'{stated}' is not written as XCSP3: a formula of the format cannot hold it")


def number(stated: Expression, names: Sequence[str]) -> str:
    """An expression as a formula."""
    if isinstance(stated, Variable):
        return names[stated.index]
    if isinstance(stated, Operation):
        return _operation(stated, names)
    terms = [number(atom, names) if c == 1 else f"mul({c},{number(atom, names)})" for c, atom in stated.terms]
    words = terms + ([str(stated.constant)] if stated.constant or not terms else [])
    return words[0] if len(words) == 1 else f"add({','.join(words)})"


def _operation(stated: Operation, names: Sequence[str]) -> str:
    parts: tuple[Any, ...] = stated.parts
    match stated:
        case Truth():
            return formula(parts[0], names)
        case Product():
            return f"mul({number(parts[0], names)},{number(parts[1], names)})"
        case Quotient() | Remainder() if bounds(parts[0])[0] >= 0 and bounds(parts[1])[0] > 0:
            kind = "div" if isinstance(stated, Quotient) else "mod"
            return f"{kind}({number(parts[0], names)},{number(parts[1], names)})"
        case Absolute():
            return f"abs({number(parts[0], names)})"
        case Minimum() | Maximum():
            words = [number(part, names) for part in parts]
            kind = "min" if isinstance(stated, Minimum) else "max"
            return words[0] if len(words) == 1 else f"{kind}({','.join(words)})"
        case Count() if len(parts) > 2:
            return f"add({','.join(f'eq({number(part, names)},{number(parts[0], names)})' for part in parts[1:])})"
    raise ModelError(f"'{stated}' is not written as XCSP3: a formula of the format cannot hold it")


def _tasks(stated: Any, tasks: Iterable[Any], names: Sequence[str]) -> str:
    found = list(tasks)
    starts = _variables(stated, [task.start for task in found], names)
    lengths = _alike(stated, [task.duration for task in found], names)
    return f"<origins> {starts} </origins> <lengths> {lengths} </lengths>"


def _alike(stated: Any, parts: Sequence[Expression], names: Sequence[str]) -> str:
    """Numbers, or variables."""
    if any(part.terms for part in parts):
        return _variables(stated, parts, names)
    return " ".join(str(part.constant) for part in parts)


def _variables(stated: Any, parts: Iterable[Any], names: Sequence[str]) -> str:
    found = list(parts)
    if any(not isinstance(part, Variable) for part in found) or len(set(found)) < len(found):
        raise ModelError(f"'{stated}' is not written as XCSP3: its lists take variables, each once")
    return " ".join(names[part.index] for part in found)


def _word(stated: Any, part: Expression, names: Sequence[str]) -> str:
    """A variable or a number."""
    if isinstance(part, Variable):
        return names[part.index]
    if not part.terms:
        return str(part.constant)
    raise ModelError(f"'{stated}' is not written as XCSP3: it takes variables and numbers, not '{part}'")
