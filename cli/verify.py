"""copla verify: an answer that somebody else found, against the model."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument

import copla
from copla.cli.arguments import InstanceName, InstanceOptions, Json, PuzzleName, Timeout, read_limits
from copla.cli.output import Exit, say, say_json, say_sentence, watched
from copla.cli.settings import load_with
from copla.ground.errors import CoplaError, FormatError
from copla.ground.files import read_text
from copla.ground.text import counted


def verify(
    puzzle: PuzzleName,
    instance: InstanceName,
    solution: Annotated[str, Argument(metavar="SOLUTION", help="The solution: a file, or - for standard input.")],
    option: InstanceOptions = None,
    timeout: Timeout = 10.0,
    json: Json = False,
) -> None:
    """Check an answer that somebody else found.

    It is read in any of the puzzle's forms, as a planner's plan file, or as MiniZinc or a solver of the competitions
    printed it.

    Of a plan the cost is told, and whether a better one is possible, as far as that is found out within a second. Where
    only a part is filled in, it says of each entry that is wrong why (Futoshiki). Where the answer is the words 'no
    solution', all backends are asked, within the time limit.

    Exit status 0 if it is valid, 1 if it is not (every violation is listed), 3 if nobody could tell.

    Example: copla solve futoshiki extreme-9-1 | copla verify futoshiki extreme-9-1 -
    """
    if instance == "-" and solution == "-":
        raise CoplaError("found - twice, expected standard input for the instance or for the solution")
    loaded = load_with(puzzle, instance, option)
    claimed = _read(loaded, read_text(solution), "standard input" if solution == "-" else solution)
    if not claimed.solutions:
        raise typer.Exit(_verify_none(loaded, claimed, timeout, json))
    handed_in, problem = claimed.best, loaded.problem()
    partial = isinstance(problem, copla.ConstraintProblem) and len(handed_in.values) < len(problem.variables)
    if partial and isinstance(loaded.puzzle, copla.JudgesEntries):
        raise typer.Exit(_judge(loaded, handed_in, json))
    found = _violations(problem, claimed.solutions)
    known = None if found else optimum(problem, handed_in)
    if json:
        say_json(_data(loaded, not found, found, known))
    elif found:
        say(f"not a solution: {counted(len(found), 'violation')}")
        for violation in found:
            say_sentence(f"  {violation}")
    else:
        several = len(claimed.solutions)
        say("a valid solution" if several == 1 else f"{several} valid solutions")
        if claimed.complete:
            say("that there are no others is not looked into")
        if known is not None:
            say(str(known))
    raise typer.Exit(Exit.NO_SOLUTION if found else Exit.ANSWERED)


def _violations(
    problem: copla.ConstraintProblem | copla.PlanningProblem, solutions: Sequence[copla.Solution]
) -> list[str]:
    """What is wrong with each; where several are handed in, none may stand there twice."""
    if len(solutions) == 1:
        return copla.violations(problem, solutions[0])
    found, first = [], dict[object, int]()
    for number, solution in enumerate(solutions, 1):
        found += [f"solution {number}: {line}" for line in copla.violations(problem, solution)]
        if first.setdefault(solution.key, number) != number:
            found.append(f"solution {number} is solution {first[solution.key]} again")
    return found


def _data(
    loaded: copla.Instance, valid: bool | None, violations: list[str], known: Optimum | None = None
) -> dict[str, object]:
    about = {"puzzle": loaded.puzzle.name, "instance": loaded.name, "valid": valid, "violations": violations}
    costs = (known.cost, known.best, known.proven) if known else (None, None, None)
    return about | dict(zip(("cost", "best_known", "proven"), costs, strict=True))


def _judge(loaded: copla.Instance, handed_in: copla.Solution, json: bool) -> Exit:
    """What is filled in so far, entry by entry: it is no solution, right or wrong."""
    assert isinstance(loaded.puzzle, copla.JudgesEntries)
    watch = copla.Watch()
    with watched(watch, loaded.name):
        judgement = loaded.puzzle.judge(loaded.content, handed_in.values, watch)
    if json:
        wrong = copla.violations(loaded.problem(), handed_in)
        say_json({**_data(loaded, False, wrong), "entries": judgement.to_json()})
        return Exit.NO_SOLUTION
    if judgement.right_so_far:
        say(f"right so far, and not complete: {counted(len(handed_in.values), 'cell')} filled in")
    for line in () if judgement.right_so_far else judgement.lines():
        say_sentence(line)
    for entry in judgement.wrong:
        if len(entry.reasons) > 1:
            say(f"why {entry.name} cannot be {entry.value}:")
            for reason in entry.reasons:
                say_sentence(f"  {reason}")
    return Exit.NO_SOLUTION


def _verify_none(loaded: copla.Instance, claimed: copla.Result, timeout: float | None, json: bool) -> Exit:
    """Is there really no solution? All backends are asked."""
    stop = copla.Watch()
    valid, found = _none_exists(loaded, claimed, timeout, stop)
    if json:
        say_json(_data(loaded, valid, found))
    else:
        say({True: "rightly claimed: there is no solution", False: "wrongly claimed", None: "nobody could tell"}[valid])
        for line in found:
            say_sentence(f"  {line}")
    undecided = Exit.INTERRUPTED if stop.stopped else Exit.LIMIT
    return {True: Exit.ANSWERED, False: Exit.NO_SOLUTION, None: undecided}[valid]


def _none_exists(
    loaded: copla.Instance, claimed: copla.Result, timeout: float | None, stop: copla.Watch
) -> tuple[bool | None, list[str]]:
    """Whether there is really no solution, and who says so; None if nobody could tell."""
    from copla.checking.crosscheck import Check

    if claimed.status is not copla.Status.INFEASIBLE:
        raise CoplaError(f"found '{claimed.status}', expected a solution or the words 'no solution'")
    stop.begin()
    with copla.Workers() as workers, watched(stop, f"{loaded.name}: is there really no solution?"):
        check = Check([loaded], workers, None, read_limits(timeout, None, 1), watch=stop)
        check.choose()
        verdicts = dict(check.verdicts())
    results = verdicts[0].results if verdicts else {}
    finders = [name for name, result in results.items() if result.solutions and name not in verdicts[0].failures]
    provers = [name for name, result in results.items() if result.status is copla.Status.INFEASIBLE]
    if finders:
        right = next((name for name in finders if not copla.violations(loaded.problem(), results[name].best)), None)
        if right is not None:
            return False, [f"{right} found a solution"]
    if provers:
        return True, [f"{name} proved it" for name in provers]
    return None, [f"{name}: {result.status}" for name, result in results.items()]


def _read(loaded: copla.Instance, text: str, source: str) -> copla.Result:
    if isinstance(loaded.puzzle, copla.WritesText):
        from copla.plugins.programs.answers import Question, read_claim

        return read_claim(Question(loaded.problem(), loaded, solutions=None), text, source)
    values = {}
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            pair = re.fullmatch(r"\s*(.+?)\s*=\s*(-?[0-9]{1,18})\s*", line)
            if pair is None:
                raise FormatError(f"found {line.strip()!r}, expected 'name = value'", source=source, line=number)
            values[pair[1]] = int(pair[2])
    return copla.Result(copla.Status.SOLVED, (copla.Solution(values),))


if TYPE_CHECKING:
    from copla.language.problem import Problem

SECONDS = 1.0
"""The time that is spent on it at most: to verify is to be quick."""


@dataclass(frozen=True, slots=True)
class Optimum:
    """The cost of a solution, the best cost that is known, and whether nothing better is possible."""

    cost: int
    best: int
    proven: bool

    def __str__(self) -> str:
        """In words.

        >>> str(Optimum(12, 10, True)), str(Optimum(10, 10, True)), str(Optimum(9, 9, False))
        ('cost 12; 10 is possible, and the best', 'cost 10, the best possible', 'cost 9')
        """
        if self.best != self.cost:
            return f"cost {self.cost}; {self.best} is possible" + (", and the best" if self.proven else "")
        return f"cost {self.cost}" + (", the best possible" if self.proven else "")


def optimum(problem: Problem, solution: copla.Solution) -> Optimum | None:
    """What is known about the cost of a valid solution; None where solutions have no cost.

    The strongest backend is asked for a second; whatever it does not answer in that time stays open.
    """
    if isinstance(problem, copla.PlanningProblem):
        cost = solution.cost
    else:
        cost = problem.objective.value(solution.values) if problem.objective else None
    if cost is None:
        return None
    try:
        found = copla.solve(problem, limits=copla.Limits(seconds=SECONDS, solutions=1))
    except CoplaError:  # no backend takes it: then nothing is known
        return Optimum(cost, cost, False)
    known = [cost, *(other.cost for other in found.solutions if other.cost is not None)]
    best = max(known) if copla.sense(problem) == "maximize" else min(known)
    return Optimum(cost, best, found.bound == best)
