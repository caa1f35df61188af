"""A reader of the part of MiniZinc that copla writes, made without a look at the writer: all solutions by trial."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product


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


def as_python(expression: str) -> str:
    """The expression with Python's signs; a two-dimensional array becomes a list of rows."""
    text = re.sub(r"\[\| (.*?) \|\]", lambda rows: f"[({rows[1].replace(' | ', ',), (')},)]", expression)
    text = re.sub(r"(?<![<>!=])=(?!=)", "==", text).replace("\\/", " or ")
    return re.sub(r"\b(true|false)\b", lambda word: word[1].capitalize(), text)


def solutions(text: str) -> Iterator[tuple[dict[str, int], int | None]]:
    """Every solution by the names in the output item, with the value of the objective."""
    domains: dict[str, list[int]] = {}
    constraints: list[str] = []
    objective: str | None = None
    output: dict[str, str] = {}
    for statement in statements(text):
        kind, _, rest = statement.partition(" ")
        if kind == "var":
            domain, name = re.fullmatch(r"(.*): (\w+)", rest).groups()  # type: ignore[union-attr]
            domains[name] = values(domain)
        elif kind == "constraint":
            constraints.append(as_python(re.sub(r'^:: "(?:\\.|[^"\\])*" ', "", rest)))
        elif kind == "solve" and rest != "satisfy":
            objective = rest.partition(" ")[2]
        elif kind == "output":
            for shown, name in re.findall(r'"((?:\\.|[^"\\])*) = ", show\((\w+)\)', rest):
                output[name] = re.sub(r"\\(.)", r"\1", shown)
        else:
            assert kind in ("include", "predicate", "solve"), statement
    rules = {
        "alldifferent": lambda row: len(set(row)) == len(row),
        "table": lambda row, rows: tuple(row) in rows,
        "forbidden": lambda row, rows: tuple(row) not in rows,
    }
    compiled = [compile(constraint, "constraint", "eval") for constraint in constraints]
    for chosen in product(*domains.values()):
        named = dict(zip(domains, chosen, strict=True))
        if all(eval(code, rules, named) for code in compiled):
            cost = None if objective is None else eval(objective, {}, named)
            yield {output[name]: value for name, value in named.items()}, cost
