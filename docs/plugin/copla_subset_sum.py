"""A template for plug-ins: the puzzle ``subset-sum`` and the backend ``generate-and-test``.

Copy the folder, rename the package, and replace the two classes; keep only the one you need. Paragraphs
that begin with GUIDELINE say what copla expects at that place and can be deleted in your copy.

GUIDELINE Import from ``copla`` (``dir(copla)`` lists the names) and, for a backend, from ``copla.plugins.backend``.
Nothing here needs inheritance; copla compares your object with its protocols. ``copla puzzles`` and
``copla backends`` import this module, so it must import quickly: import a solver library inside the functions
that use it.
"""

from __future__ import annotations

import itertools
import math
import operator
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from copla import (
    AllDifferent,
    Backend,
    Clause,
    ConstraintProblem,
    FormatError,
    Linear,
    Option,
    Puzzle,
    Result,
    Solution,
    Statistics,
    Status,
    Table,
    Watch,
    total,
)
from copla.language.problem import Problem

# --- the puzzle -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SubsetSum:
    """An instance: which of the numbers add up to the target?

    GUIDELINE An instance is your own type. Make it immutable, and let it hold what the text says, no more.
    """

    target: int
    numbers: tuple[int, ...]


class SubsetSumPuzzle:
    """Written as ``target: number number ...``, over one line or several; ``#`` starts a comment.

    GUIDELINE ``name``, ``summary``, ``parse`` and ``problem`` are all that a puzzle must have. What it offers
    besides (shipped instances, other text forms, pictures, a generator, grades) is found by the presence of
    the methods; docs/puzzles.md lists them.
    """

    name = "subset-sum"
    summary = "some of the given numbers add up to the target"

    def parse(self, text: str, source: str) -> SubsetSum:
        """Read an instance.

        GUIDELINE Raise FormatError, and nothing else, for every text that is no instance: what was found, what
        was expected, and where (lines and columns count from 1). Think of empty files, of numbers with a
        thousand digits and of anything else that a file can hold.
        """
        words = list(_words(text, source))
        if not words:
            raise FormatError("found nothing, expected 'target: number number ...'", source=source)
        target = words[0].number()
        if len(words) < 2 or words[1].text != ":":
            raise words[min(1, len(words) - 1)].error("expected ':' after the target")
        if len(words) == 2:
            raise words[1].error("expected numbers after it")
        numbers: dict[int, None] = {}
        for word in words[2:]:
            number = word.number()
            if number in numbers:
                raise word.error("which stands there already, expected different numbers")
            numbers[number] = None
        return SubsetSum(target, tuple(numbers))

    def is_inline(self, text: str) -> bool:
        """Whether a command-line argument is an instance itself rather than a file name.

        GUIDELINE Optional. Say yes to a misspelt instance too: then its user reads what is wrong with it
        instead of "no such file".
        """
        return re.match(r"\s*[0-9]+\s*:", text) is not None

    def problem(self, instance: SubsetSum) -> ConstraintProblem:
        """State the instance in copla's language: the one definition of the rules.

        GUIDELINE Give variables the names that people use. Label every constraint: the label is what the
        checker and ``copla explain`` quote. Mark with ``clue=True`` what belongs to this instance; what is left
        are the rules of the game. Build the same problem, in the same order, every time.
        """
        problem = ConstraintProblem(f"subset sum {instance.target}")
        taken = {number: problem.variable(f"take {number}", range(2)) for number in instance.numbers}
        chosen = total(number * take for number, take in taken.items())
        problem.add(chosen == instance.target, label=f"the numbers taken add up to {instance.target}", clue=True)
        return problem


_MOST_DIGITS = 9  # sums of such numbers stay far below 2**53, the largest that copla accepts


@dataclass(frozen=True, slots=True)
class _Word:
    """A piece of the text that knows its place."""

    text: str
    source: str
    line: int
    column: int

    def error(self, message: str) -> FormatError:
        shown = self.text if len(self.text) <= 12 else self.text[:12] + "..."
        return FormatError(f"found {shown!r}, {message}", source=self.source, line=self.line, column=self.column)

    def number(self) -> int:
        if not re.fullmatch(r"[0-9]+", self.text):
            raise self.error("expected a whole number")
        if len(self.text) > _MOST_DIGITS:
            raise self.error(f"expected a number of at most {_MOST_DIGITS} digits")
        return int(self.text)


def _words(text: str, source: str) -> Iterator[_Word]:
    for number, line in enumerate(text.split("\n"), 1):
        for match in re.finditer(r":|[^\s:]+", line.partition("#")[0]):
            yield _Word(match[0], source, number, match.start() + 1)


# --- the backend ----------------------------------------------------------------------------------------------

LARGEST = 2_000_000
_COMBINATIONS_BETWEEN_LOOKS = 64


class GenerateAndTest:
    """Tries all combinations of values in order: the slowest solver there is, and the easiest to believe.

    GUIDELINE What a backend can do is data. ``options`` are declared once; copla shows them in ``copla backends``,
    checks what the user gives, and hands every option, defaults filled in, to ``solve``.
    """

    name = "generate-and-test"
    summary = f"tries all combinations of values, at most {LARGEST:,}; constraint problems"
    options = (Option("values", "ascending", "which value of a variable is tried first", ("ascending", "descending")),)

    def missing(self) -> str | None:
        """Why this backend cannot run on this machine.

        GUIDELINE A backend around a library returns ``missing_library("its_module")`` (from
        ``copla.plugins.backend``) here. Never raise: the reason is shown to people in one line.
        """
        return None

    def refuses(self, problem: Problem) -> str | None:
        """Which feature of the problem this backend cannot take.

        GUIDELINE Refuse in words rather than fail, or worse, answer another question. Be quick: copla asks this
        of every backend before it chooses one.
        """
        if not isinstance(problem, ConstraintProblem):
            return "it takes constraint problems, and this is none"
        count = math.prod(len(variable.domain) for variable in problem.variables)
        if count <= LARGEST:
            return None
        shown = f"{count:,}" if count < 10**15 else f"about 10^{math.log10(count):.0f}"
        return f"there are {shown} combinations of values, it tries at most {LARGEST:,}"

    def solve(self, problem: Problem, options: Mapping[str, Any], watch: Watch) -> Result:
        """Answer within the limits.

        GUIDELINE copla has called ``missing`` and ``refuses``, and has started the clock of the watch. It fills in
        ``backend``, ``options``, ``seconds`` and ``peak_bytes`` of the result, and checks every solution against
        the model. Keep no state between two calls, print nothing, and leave the signals alone.

        GUIDELINE Statuses are promises. ``infeasible``, ``optimal`` and ``complete=True`` claim a proof: give them
        only when the whole space was searched. A run that a limit stopped returns the status that
        ``watch.reached()`` named, with the solutions and counters so far.
        """
        assert isinstance(problem, ConstraintProblem), "refuses() lets nothing else through"
        run = _Run(problem, options["values"] == "descending", watch)
        limit = run.search()
        objective = problem.objective
        if limit is not None:
            status = limit
        elif not run.solutions:
            status = Status.INFEASIBLE
        else:
            status = Status.OPTIMAL if objective else Status.SOLVED
        return Result(
            status,
            tuple(run.solutions),
            complete=run.exhausted and objective is None,  # with an objective only the best is listed
            bound=run.solutions[0].cost if status is Status.OPTIMAL else None,
            # GUIDELINE Count what your method really does, and leave the rest None: a zero would be a claim.
            statistics=Statistics(generated=run.generated),
        )


class _Run:
    """One run: what has been found, and how many combinations were tried."""

    def __init__(self, problem: ConstraintProblem, descending: bool, watch: Watch) -> None:
        self.problem = problem
        self.watch = watch
        self.domains = [v.domain[::-1] if descending else v.domain for v in problem.variables]
        self.tests = [_test(constraint) for constraint in problem.constraints]
        self.solutions: list[Solution] = []
        self.generated = 0
        self.exhausted = False

    def search(self) -> Status | None:
        """Try the combinations; the status of the limit that ended it, or None."""
        for values in itertools.product(*self.domains):
            # GUIDELINE Ask for the limits every few milliseconds, from the first step on; Ctrl-C arrives the same
            # way. The counters of the watch feed the progress line.
            if self.generated % _COMBINATIONS_BETWEEN_LOOKS == 0:
                self.watch.generated = self.generated
                limit = self.watch.reached()
                if limit is not None:
                    return limit
            self.generated += 1
            if all(test(values) for test in self.tests) and self.record(values):
                return None
        self.exhausted = True
        return None

    def record(self, values: tuple[int, ...]) -> bool:
        """Keep a solution; True if no more are wanted.

        GUIDELINE Without an objective: as many as ``limits.solutions`` asks for (None means all), each once. With an
        objective: the best one alone, its cost filled in, and nothing stops the search before the proof.
        """
        named = {v.name: value for v, value in zip(self.problem.variables, values, strict=True)}
        objective = self.problem.objective
        if objective is None:
            self.solutions.append(Solution(named, None, self.watch.seconds))
            return len(self.solutions) == self.watch.limits.solutions
        cost = objective.value(named)
        sign = 1 if objective.sense == "minimize" else -1
        best = self.solutions[0].cost if self.solutions else None
        if best is None or sign * cost < sign * best:
            self.solutions = [Solution(named, cost, self.watch.seconds)]
            self.watch.note = f"cost {cost}"
        return False


_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    ">": operator.gt,
}


def _test(constraint: AllDifferent | Linear | Table | Clause) -> Callable[[tuple[int, ...]], bool]:
    """The constraint as a function of the values of all variables.

    GUIDELINE These four kinds are the whole language. Translate each with your own code: a backend that borrows
    copla's checker would agree with it by construction, and cross-checking would prove nothing.
    """
    match constraint:
        case AllDifferent(variables):
            places = [v.index for v in variables]
            return lambda values: len({values[k] for k in places}) == len(places)
        case Linear(terms, comparison, bound):
            weights = [(coefficient, v.index) for coefficient, v in terms]
            holds = _COMPARE[comparison]
            return lambda values: holds(sum(c * values[k] for c, k in weights), bound)
        case Table(variables, rows, allowed):
            places, known = [v.index for v in variables], set(rows)
            return lambda values: (tuple(values[k] for k in places) in known) == allowed
        case Clause(literals):
            parts = [(p.variable.index, p.value, p.positive) for p in literals]
            return lambda values: any((values[k] == value) == positive for k, value, positive in parts)


# GUIDELINE The annotations let a type checker compare the objects with the protocols.
PUZZLE: Puzzle[SubsetSum] = SubsetSumPuzzle()
BACKEND: Backend = GenerateAndTest()
