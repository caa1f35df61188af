"""What a program said, understood: words for infeasible, optimal and unknown, and solutions in any of the known forms.

A form is tried after the other, the puzzle's own first; if none fits, the error is that of the first. Several
solutions are separated by lines of dashes, as MiniZinc prints them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from copla.answers.failure import Failure, FailureKind
from copla.answers.result import Result, Solution
from copla.formats import cnf, minizinc, plans, xcsp3
from copla.ground.errors import FormatError
from copla.ground.limits import Watch
from copla.ground.status import Status
from copla.language.constraint_problem import ConstraintProblem
from copla.language.planning_problem import PlanningProblem
from copla.language.problem import Problem, sense
from copla.plugins.loading import Instance
from copla.plugins.options import Option
from copla.plugins.programs.description import Description
from copla.plugins.puzzle import WritesText

_WORDS = {
    "infeasible": r"=====UNSATISFIABLE=====|s UNSATISFIABLE|UNSAT|(?i:no (solution|plan)( found| exists)?"
    r"|unsolvable|infeasible|unsatisfiable|unsat|impossible|none)[.!]?",
    "optimal": r"==========|s OPTIMUM FOUND|(?i:optimal)[.!]?",
    "complete": r"==========",
    "unknown": r"=====UNKNOWN=====|s UNKNOWN|(?i:unknown|gave up|do(es)? not know)[.!]?",
    "unsupported": r"s UNSUPPORTED|(?i:unsupported)[.!]?",
}
"""Whole lines by which a program says how it ended, whatever its description."""

_LINES = {state: re.compile(rf"^[ \t]*(?:{words})[ \t\r]*$", re.MULTILINE) for state, words in _WORDS.items()}
_NOISE = re.compile(r"^(?:c( .*)?|o -?[0-9]+|d [A-Z].*|s (UN)?SATISFIABLE|s OPTIMUM FOUND)[ \t\r]*$", re.MULTILINE)
_COMPETITION = re.compile(r"^(?:s (?:SAT|UN|OPT)|v +[-<0-9])", re.MULTILINE)
"""A line of a solver of the competitions: in other answers s and v are blocks that move, or signs between cells."""
_DASHES = re.compile(r"^-{10,}[ \t\r]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Said:
    """What there is to understand: output, exit status, the file if it wrote one, and its complaints."""

    output: str
    status: int = 0
    file: str | None = None
    errors: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """What was asked: a problem, the instance that states it if there is one, in which formats, how many solutions."""

    problem: Problem
    instance: Instance | None
    reads: tuple[str, ...] = ()
    solutions: int | None = 1


class Described:
    """What a program and a function that somebody has described have in common as backends."""

    options: tuple[Option, ...] = ()

    def __init__(self, described: Description, summary: str) -> None:
        self.described = described
        self.name, self.reference, self.most_solutions = described.name, described.reference, described.solutions
        self.summary = described.summary or summary

    def ask(self, question: Question, watch: Watch) -> Result:
        raise NotImplementedError

    def solve(self, problem: Problem, options: Mapping[str, Any], watch: Watch) -> Result:
        return self.ask(Question(problem, None, self.described.reads, watch.limits.solutions), watch)

    def solve_instance(self, instance: Instance, options: Mapping[str, Any], watch: Watch) -> Result:
        return self.ask(Question(instance.problem(), instance, self.described.reads, watch.limits.solutions), watch)


def understand(described: Description, question: Question, said: Said) -> Result:
    """The result that a program claims; BackendError with a failure where it makes no sense."""
    written = said.file is not None and bool(said.file.strip())
    text, source = (said.file or "", "the file") if written else (said.output, "the output")
    states = _states_in(described.answer, question, text, source)
    if text is not said.output:
        states |= _states(said.output)
    states |= {
        state for state, sign in described.signs.items() if sign.seen(said.status, f"{said.output}\n{said.errors}")
    }
    if described.solution:
        match = re.search(described.solution, text, re.MULTILINE | re.DOTALL)
        text = "" if match is None else match[match.lastindex or 0]
    try:
        found = _solutions(described.answer, question, text, source, states)
        return _result(described, question, states, [_with_stated_cost(one, said.output) for one in found])
    except FormatError as error:
        raise Failure.of(FailureKind.NONSENSE, str(error)).error(described.name) from None


def read_claim(question: Question, text: str, source: str) -> Result:
    """The result that a text claims which somebody hands in: a solution in any form, or the words "no solution".

    FormatError if it cannot be read.
    """
    whole = _plan_of_the_puzzle("any", question, text, source)
    if whole is not None:
        return Result(Status.SOLVED, (whole,))
    anybody = Description("", "", "")
    states = _states_in("any", question, text, source)
    return _result(anybody, question, states, list(_solutions("any", question, text, source, states)))


def _states_in(answer: str, question: Question, text: str, source: str) -> set[str]:
    """How a text says that it ended. One that begins as a plan of the puzzle says nothing of the kind: where it goes
    wrong later, a row of five blocks called u, n, s, a and t is still no word.
    """
    read = _form_of_plans(answer, question)
    if read is None:
        return _states(text)
    try:
        read(text, source)
        return set()
    except FormatError as error:
        first = len(text) - len(text.lstrip())
        return set() if error.line > text.count("\n", 0, first) + 1 else _states(text)


def _states(text: str) -> set[str]:
    return {state for state, pattern in _LINES.items() if pattern.search(text)}


def _result(described: Description, question: Question, states: set[str], given: list[Solution]) -> Result:
    found, problem = tuple(given), question.problem
    for status in (Status.TIMEOUT, Status.MEMORY, Status.UNSUPPORTED, Status.UNKNOWN):
        if status in states and not (found and status is Status.UNKNOWN):
            return Result(status, found, message=f"it says {status}")
    if "infeasible" in states:
        if found:
            raise FormatError(
                "found a solution and words that there is none, expected one of them", source="the output"
            )
        if not described.proves:
            return Result(Status.UNKNOWN, message="it says that there is no solution, and never proves anything")
        return Result(Status.INFEASIBLE)
    if sense(problem) is None:
        return Result(Status.SOLVED, found, complete=described.proves and "complete" in states)
    found = found[-1:]  # each is better than the one before
    if "optimal" in states and described.proves:
        return Result(Status.OPTIMAL, found, bound=found[0].cost)
    return Result(Status.SOLVED, found)


def _solutions(answer: str, question: Question, text: str, source: str, states: set[str]) -> tuple[Solution, ...]:
    """The solutions in a text; there may be none if something says why. FormatError is that of the first form."""
    whole = _plan_of_the_puzzle(answer, question, text, source)
    if whole is not None:
        return (whole,)
    talks = bool(states - {"optimal", "complete"})  # it has said how it ended, and may say more
    rest = _without_words(text)
    solutions: list[Solution] = []
    for part in _DASHES.split(rest):
        if not part.strip():  # a plan without steps is written down, too: its cost, or how many there are
            continue
        first: FormatError | None = None
        for read in _forms(answer, question, rest):
            try:
                solutions.append(read(part, source))
                break
            except FormatError as error:
                first = first or error
        else:
            if not talks:
                raise first or FormatError(f"found an answer, and {answer!r} cannot answer this", source=source)
    if not solutions and not talks:
        found = "nothing" if not text.strip() else "no solution"
        raise FormatError(f"found {found}, expected a solution or the words 'no solution'", source=source)
    return tuple(solutions)


def _plan_of_the_puzzle(answer: str, question: Question, text: str, source: str) -> Solution | None:
    """All of the text as one plan in the puzzle's own form, if it is that: then no line of it means anything else.

    A move of a block named c looks like a remark of a solver, and a row of gates like the line between two solutions.
    """
    read = _form_of_plans(answer, question)
    if read is None:
        return None
    try:
        return read(text, source)
    except FormatError:
        return None


def _form_of_plans(answer: str, question: Question) -> Callable[[str, str], Solution] | None:
    """The reader of the puzzle's own plans, where that is a form which the answer may have."""
    if answer not in ("any", "solution") or not isinstance(question.problem, PlanningProblem):
        return None
    return _own_form(question.instance)


def _forms(answer: str, question: Question, text: str) -> Iterator[Callable[[str, str], Solution]]:
    """The readers of answers that fit the question, the likeliest first."""
    problem = question.problem

    def wanted(*names: str) -> bool:
        return answer in ("any", *names)

    own = _own_form(question.instance) if wanted("solution") else None
    if isinstance(problem, ConstraintProblem):
        competing = _COMPETITION.search(text) is not None or "<instantiation" in text or "cnf" in question.reads
        if wanted("competition") and (competing or answer == "competition"):
            if "cnf" in question.reads:
                yield lambda text, source: cnf.read_solution(problem, text, source)
            yield lambda text, source: _instantiation(problem, text, source)
        if own is not None:
            yield own
        if wanted("minizinc", "values"):
            yield lambda text, source: read_values(problem, text, source)
    else:
        if own is not None:
            yield own
        if wanted("plan"):
            yield lambda text, source: read_steps(problem, text, source)


def _own_form(instance: Instance | None) -> Callable[[str, str], Solution] | None:
    """The puzzle's own reader, if it has one."""
    if instance is None or not isinstance(instance.puzzle, WritesText):
        return None
    puzzle, content = instance.puzzle, instance.content
    return lambda text, source: puzzle.read_solution(content, text, source)


def _instantiation(problem: ConstraintProblem, text: str, source: str) -> Solution:
    solution = xcsp3.read_solution(problem, text, source)
    assert solution is not None, "the line that says so has been taken out"
    return solution


def read_values(problem: ConstraintProblem, text: str, source: str) -> Solution:
    """Lines ``name = value``, as MiniZinc prints them with the model that copla writes; a semicolon does no harm."""
    lines = [re.sub(r"\s*=\s*", " = ", line.strip().rstrip(";")) for line in text.strip().splitlines()]
    solution = minizinc.read_solution(problem, "\n".join([*lines, "----------"]), source)
    assert solution is not None
    return solution


def read_steps(problem: PlanningProblem, text: str, source: str) -> Solution:
    """A plan: the steps of a plan file, or labels of the problem, one a line.

    >>> problem = PlanningProblem("a door")
    >>> door = problem.variable("door", ["open", "closed"], "closed")
    >>> problem.action("open it", {door: "closed"}, {door: "open"}, cost=2)
    >>> problem.set_goal({door: "open"})
    >>> read_steps(problem, "open it", "example") == read_steps(problem, "(0 open it)", "example")
    True
    """
    labels = {action.label for action in problem.actions}
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.lstrip().startswith(";")]
    if lines and all(line in labels for line in lines):
        from copla.language.plans import least_cost

        return Solution(cost=least_cost(problem, lines) or 0, moves=tuple(lines))
    return plans.read_plan(problem, text, source)


def _with_stated_cost(solution: Solution, output: str) -> Solution:
    """A cost that the program states of its last solution is part of its claim: the checker is to see it."""
    stated = re.findall(r"^o (-?[0-9]{1,15})[ \t\r]*$", output, re.MULTILINE)
    return replace(solution, cost=int(stated[-1])) if stated and solution.cost is not None else solution


def _without_words(output: str) -> str:
    """What is left when the lines that say how it ended are gone."""
    text = output
    if _COMPETITION.search(output):
        text = _NOISE.sub("", text)
    for pattern in _LINES.values():
        text = pattern.sub("", text)
    return text
