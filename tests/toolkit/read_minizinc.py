"""A reader of the part of MiniZinc that copla writes, made without a look at the writer: all solutions by trial.

An undefined number raises, and the constraint around it, or the comparison, is false: MiniZinc's relational semantics.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any

TOKEN = re.compile(r"\s*(?:(\d+)|(\w+)|(<->|->|\\/|/\\|!=|<=|>=|\[\||\|\]|[-+*=<>()\[\]{},|]))")
INFIX = {  # how tightly each binds
    "<->": 1, "->": 2, "\\/": 3, "xor": 3, "/\\": 4, "=": 6, "!=": 6, "<": 6, "<=": 6, ">": 6, ">=": 6,
    "+": 7, "-": 7, "*": 8, "div": 8, "mod": 8,
}  # fmt: skip
NOT_INSIDE = re.compile(r"(?<!^)\b(circuit|regular|table)\(")
"""The library gives up where these are reified, a table with more than five columns."""
COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")


class Undefined(ArithmeticError):  # noqa: N818 - a value of the language
    pass


def statements(text: str) -> list[str]:
    """The statements of a model: comments and strings are minded, line breaks are not."""
    found, current = [], ""
    for token in re.findall(r'"(?:\\.|[^"\\])*"|%.*|.|\n', text):
        if token == ";":
            found.append(" ".join(current.split()))
            current = ""
        elif not token.startswith("%"):
            current += token
    assert not current.strip(), current
    return found


def values(domain: str) -> list[int]:
    bounds = re.fullmatch(r"(-?\d+)\.\.(-?\d+)", domain)
    if bounds:
        return list(range(int(bounds[1]), int(bounds[2]) + 1))
    assert domain.startswith("{")
    return [int(word) for word in domain.strip("{}").split(",")]


def towards_zero(left: int, right: int) -> int:
    if right == 0:
        raise Undefined
    return abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)


def infix(sign: str, left: Any, right: Any) -> Any:
    match sign:
        case "<->":
            return left == right
        case "->":
            return not left or right
        case "\\/":
            return left or right
        case "/\\":
            return left and right
        case "xor":
            return left != right
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "div":
            return towards_zero(left, right)
        case "mod":
            return left - towards_zero(left, right) * right
    return {"=": left == right, "!=": left != right, "<": left < right, "<=": left <= right, ">": left > right,
            ">=": left >= right}[sign]  # fmt: skip


def occurrences(members: list[int], cover: list[int], counts: list[int], closed: bool) -> bool:
    right = all(members.count(value) == number for value, number in zip(cover, counts, strict=True))
    return right and (not closed or set(members) <= set(cover))


def one_circle(successors: list[int]) -> bool:
    place, seen = 1, set()
    while place not in seen and 1 <= place <= len(successors):
        seen.add(place)
        place = successors[place - 1]
    return len(seen) == len(successors) and (place == 1 or not successors)


def without_loops(successors: list[int]) -> bool:
    return one_circle(successors) and all(place != i for i, place in enumerate(successors, 1))


def accepted(word: list[int], states: int, size: int, steps: list[tuple[int, ...]], start: int, last: set[int]) -> bool:
    state = start
    for letter in word:
        state = steps[state - 1][letter - 1] if state and 1 <= letter <= size else 0
    return state in last


def load(starts: list[int], durations: list[int], demands: list[int], most: int) -> bool:
    tasks = list(zip(starts, durations, demands, strict=True))
    moments = [start + k for start, long, _ in tasks for k in range(long)]
    return all(sum(need for start, long, need in tasks if start <= moment < start + long) <= most for moment in moments)


NUMBERS: dict[str, Callable[..., Any]] = {
    "abs": abs, "min": min, "max": max, "count": lambda parts, value: parts.count(value),
}  # fmt: skip
CONSTRAINTS: dict[str, Callable[..., bool]] = {
    "alldifferent": lambda row: len(set(row)) == len(row),
    "all_equal": lambda row: len(set(row)) <= 1,
    "table": lambda row, rows: tuple(row) in rows,
    "forbidden": lambda row, rows: tuple(row) not in rows,
    "global_cardinality": lambda members, cover, counts: occurrences(members, cover, counts, False),
    "global_cardinality_closed": lambda members, cover, counts: occurrences(members, cover, counts, True),
    "increasing": lambda row: row == sorted(row),
    "strictly_increasing": lambda row: row == sorted(set(row)),
    "lex_less": lambda left, right: left < right,
    "lex_lesseq": lambda left, right: left <= right,
    "circuit": without_loops,
    "is_circuit": one_circle,
    "is_row": lambda row, rows: tuple(row) in rows,
    "is_word": lambda word, steps, last: accepted(word, len(steps), len(steps[0]), steps, 1, last),
    "inverse": lambda left, right: (
        all(1 <= x <= len(left) for x in left + right) and all(right[x - 1] == i for i, x in enumerate(left, 1))
    ),
    "regular": accepted,
    "disjunctive": lambda starts, durations: load(starts, durations, [1] * len(starts), 1),
    "cumulative": load,
}


Code = Callable[[Mapping[str, int]], Any]


class Parser:
    """Expressions as functions of the values of the variables."""

    def __init__(self, text: str) -> None:
        self.tokens: list[str] = [next(filter(None, found)) for found in TOKEN.findall(text)]
        assert "".join(self.tokens) == re.sub(r"\s", "", text), text
        self.at = 0

    def whole(self) -> Code:
        found = self.expression(0)
        assert self.at == len(self.tokens), self.tokens[self.at :]
        return found

    def take(self, expected: str | None = None) -> str:
        token = self.tokens[self.at]
        assert expected in (None, token), (expected, token)
        self.at += 1
        return token

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def expression(self, least: int) -> Code:
        left = self.prefix()
        while INFIX.get(self.peek(), -1) >= max(least, 0) and self.peek() in INFIX:
            sign = self.take()
            right = self.expression(INFIX[sign] + 1)
            left = self.joined(sign, left, right)
        return left

    def joined(self, sign: str, left: Code, right: Code) -> Code:
        def value(named: Mapping[str, int]) -> Any:
            if sign in COMPARISONS:
                try:
                    return infix(sign, left(named), right(named))
                except Undefined:
                    return False
            return infix(sign, left(named), right(named))

        return value

    def prefix(self) -> Code:
        token = self.take()
        if token == "-":
            negated = self.expression(8)
            return lambda named: -negated(named)
        if token == "not":
            denied = self.expression(5)
            return lambda named: not denied(named)
        if token == "(":
            inner = self.expression(0)
            self.take(")")
            return inner
        if token in ("[", "{"):
            return self.listed("]" if token == "[" else "}")
        if token == "[|":
            return self.rows()
        if token.isdigit():
            return lambda named: int(token)
        if token in ("true", "false"):
            return lambda named: token == "true"
        return self.call(token) if self.peek() == "(" else lambda named: named[token]

    def parts(self, end: str) -> list[Code]:
        found = []
        while self.peek() != end:
            found.append(self.expression(0))
            if self.peek() == ",":
                self.take()
        self.take(end)
        return found

    def listed(self, end: str) -> Code:
        parts = self.parts(end)
        if self.peek() != "[":
            return lambda named: [part(named) for part in parts] if end == "]" else {part(named) for part in parts}
        self.take("[")
        (place,) = self.parts("]")

        def entry(named: Mapping[str, int]) -> Any:
            entries, at = [part(named) for part in parts], place(named)
            if not 1 <= at <= len(entries):
                raise Undefined
            return entries[at - 1]

        return entry

    def rows(self) -> Code:
        rows: list[list[Code]] = [[]]
        while self.peek() != "|]":
            if self.peek() == "|":
                self.take()
                rows.append([])
            elif self.peek() == ",":
                self.take()
            else:
                rows[-1].append(self.expression(0))
        self.take("|]")
        return lambda named: [tuple(part(named) for part in row) for row in rows]

    def call(self, name: str) -> Code:
        self.take("(")
        parts = self.parts(")")
        if name == "bool2int":
            return lambda named: int(parts[0](named))
        if name in NUMBERS:
            return lambda named: NUMBERS[name](*(part(named) for part in parts))

        def holds(named: Mapping[str, int]) -> bool:
            try:
                return CONSTRAINTS[name](*(part(named) for part in parts))
            except Undefined:
                return False

        return holds


def solutions(text: str) -> Iterator[tuple[dict[str, int], int | None]]:
    """Every solution by the names in the output item, with the value of the objective."""
    domains: dict[str, list[int]] = {}
    constraints: list[Code] = []
    objective: Code | None = None
    output: dict[str, str] = {}
    for statement in statements(text):
        kind, _, rest = statement.partition(" ")
        if kind == "var":
            domain, name = re.fullmatch(r"(.*): (\w+)", rest).groups()  # type: ignore[union-attr]
            domains[name] = values(domain)
        elif kind == "constraint":
            text = re.sub(r'^:: "(?:\\.|[^"\\])*" ', "", rest)
            assert not NOT_INSIDE.search(text), f"MiniZinc does not take that inside of logic: {text}"
            constraints.append(Parser(text).whole())
        elif kind == "solve" and rest != "satisfy":
            objective = Parser(rest.partition(" ")[2]).whole()
        elif kind == "output":
            for shown, name in re.findall(r'"((?:\\.|[^"\\])*) = ", show\((\w+)\)', rest):
                output[name] = re.sub(r"\\(.)", r"\1", shown)
        else:
            assert kind in ("include", "predicate", "function", "solve"), statement
    for chosen in product(*domains.values()):
        named = dict(zip(domains, chosen, strict=True))
        if all(holds(named) for holds in constraints):
            try:
                cost = None if objective is None else objective(named)
            except Undefined:
                continue
            yield {output[name]: value for name, value in named.items()}, cost
