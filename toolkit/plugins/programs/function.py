"""A Python function as a backend: it gets the puzzle's own object or the problem, and returns what comes natural.

The function runs in this process only where this process is already a run's own. Anywhere else it is called in a
process of its own, so that it can crash, hang or fill the memory without harm.
"""

from __future__ import annotations

import contextlib
import importlib.util
import inspect
import json
import signal
import sys
import tempfile
import threading
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from copla.answers.failure import Failure, FailureKind
from copla.answers.result import Result, Solution
from copla.ground.errors import CoplaError, FormatError
from copla.ground.limits import Watch
from copla.ground.numbers import shown
from copla.ground.status import Status
from copla.ground.text import located
from copla.language import plain
from copla.language.constraint_problem import ConstraintProblem
from copla.language.planning_problem import PlanningProblem
from copla.language.plans import least_cost
from copla.language.problem import Problem, sense
from copla.plugins.loading import Instance
from copla.plugins.programs.answers import Described, Question, Said, understand
from copla.plugins.programs.description import Description
from copla.plugins.programs.process import run_program
from copla.plugins.puzzle import WritesText

_AGAIN = 0.2
"""So many seconds later a function that was told to stop is told again."""

_AT_ONCE = 1e-6  # zero would switch the alarm off

alone = False
"""Whether this process belongs to one run: then a function is called here. A worker says so."""


class FunctionBackend(Described):
    """A function that somebody wrote."""

    def __init__(self, described: Description) -> None:
        super().__init__(described, f"a function of yours: {described.python}")
        path, _, self.function = described.python.rpartition(":")
        self.path = Path(path)

    def missing(self) -> str | None:
        return None if self.path.is_file() else f"{self.path}: there is no such file"

    def refuses(self, problem: Problem) -> str | None:
        return None

    def refuses_instance(self, instance: Instance) -> str | None:
        why_not = self.described.refuses_puzzle(instance.puzzle.name)
        if why_not is None and alone:  # only then may the file be imported
            wanted = _argument(self.load(), Question(instance.problem(), instance), self.described)
            return wanted.message if isinstance(wanted, Result) else None
        return why_not

    def ask(self, question: Question, watch: Watch) -> Result:
        return self.call(question, watch) if alone else self._call_elsewhere(question, watch)

    def call(self, question: Question, watch: Watch) -> Result:
        """Call it here, and understand what it returns; at the time limit it is stopped as a program is."""
        function = self.load()
        argument = _argument(function, question, self.described)
        if isinstance(argument, Result):
            return argument
        try:
            with _stopped_at(watch.seconds_left):
                try:
                    returned = function(argument)
                    several = list(islice(returned, question.solutions)) if isinstance(returned, Iterator) else None
                except (Exception, SystemExit) as error:
                    raise Failure.of(FailureKind.BROKEN, located(error)).error(self.name) from error
                return _result_of(returned, question, self.described, several)
        except _TookTooLongError:
            signal.setitimer(signal.ITIMER_REAL, 0)  # it may have come while the alarm was being switched off
            return Result(Status.TIMEOUT)

    def load(self) -> Callable[[Any], object]:
        """Import the file under a name of its own; what lies beside it can be imported, too."""
        specification = importlib.util.spec_from_file_location(self.path.stem, self.path)
        assert specification is not None
        assert specification.loader is not None
        module = importlib.util.module_from_spec(specification)
        if str(self.path.parent) not in sys.path:
            sys.path.insert(0, str(self.path.parent))
        known = sys.modules.get(self.path.stem)
        sys.modules[self.path.stem] = module  # dataclasses look their module up
        try:
            specification.loader.exec_module(module)
        except (Exception, SystemExit) as error:
            reason = f"{self.path.name} cannot be imported: {located(error)}"
            raise Failure.of(FailureKind.UNAVAILABLE, reason).error(self.name) from error
        finally:
            if known is not None:
                sys.modules[self.path.stem] = known
        function = getattr(module, self.function, None)
        if not callable(function):
            there = [name for name, value in vars(module).items() if inspect.isfunction(value)]
            found = f"found no function {self.function!r} in {self.path.name}"
            reason = f"{found}; there are: {', '.join(there) or 'none'}"
            raise Failure.of(FailureKind.UNAVAILABLE, reason).error(self.name)
        return typing.cast(Callable[[Any], object], function)

    def _call_elsewhere(self, question: Question, watch: Watch) -> Result:
        """The same in a process of its own."""
        instance = question.instance
        stated = {"problem": plain.write(question.problem)} if instance is None else {"instance": instance.to_json()}
        with tempfile.TemporaryDirectory(prefix="copla-") as folder:
            order, answer = Path(folder, "order"), Path(folder, "answer")
            order.write_text(
                json.dumps({"reference": self.reference, "solutions": question.solutions, **stated}), encoding="utf-8"
            )
            command = [sys.executable, "-m", "copla.plugins.programs.call", str(order), str(answer)]
            ended = run_program(command, self.described.folder, None, watch, self.name)
            said = json.loads(answer.read_text(encoding="utf-8")) if answer.exists() else None
        if ended.stopped is not None:
            return Result(ended.stopped)
        if said is None:
            kind = FailureKind.CRASHED if ended.status < 0 else FailureKind.ENDED
            raise Failure.of(kind, f"exit status {ended.status}{ended.last_words}").error(self.name)
        if "failure" in said:
            raise Failure(FailureKind(said["kind"]), said["failure"]).error(self.name)
        if ended.left:
            raise ended.orphans().error(self.name)
        return Result.from_json(said["result"])


class _TookTooLongError(BaseException):
    """Raised inside a function that is past its limit; nothing that it catches by chance."""


@contextlib.contextmanager
def _stopped_at(seconds: float | None) -> Iterator[None]:
    """Raise the error above after so many seconds, and once more if somebody has caught it."""
    if seconds is None or not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, _stop)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, _AT_ONCE), _AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _stop(number: int, frame: object) -> None:
    raise _TookTooLongError


def _argument(function: Callable[..., object], question: Question, described: Description) -> Any:
    """What the function's first parameter asks for by its annotation; a Result if it cannot have that."""
    parameters = list(inspect.signature(function).parameters.values())
    needed = [
        one for one in parameters if one.default is one.empty and one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)
    ]
    by_name_alone = not parameters or parameters[0].kind in (parameters[0].KEYWORD_ONLY, parameters[0].VAR_KEYWORD)
    if by_name_alone or len(needed) > 1:
        found = ", ".join(one.name for one in needed) or "none"
        reason = f"cannot be called: found the parameters {found}, expected one: the board, the problem or the text"
        raise Failure(FailureKind.FAILED, reason).error(described.name)
    try:
        wanted = typing.get_type_hints(function).get(parameters[0].name)
    except Exception:  # a name that is only there for a type checker
        wanted = parameters[0].annotation
    instance = question.instance
    offers = {
        ConstraintProblem: question.problem,
        PlanningProblem: question.problem,
        Problem: question.problem,
        Instance: instance,
        str: None if instance is None else instance.text,
    }
    content = question.problem if instance is None else instance.content
    if wanted is None or wanted is inspect.Parameter.empty or wanted is Any or isinstance(wanted, str):
        return content
    for kind, offered in offers.items():
        if wanted is kind or wanted == kind:
            fits = offered is not None and (not isinstance(kind, type) or isinstance(offered, kind))
            return offered if fits else _unsupported(wanted, content)
    if isinstance(wanted, type) and not isinstance(content, wanted):
        return _unsupported(wanted, content)
    return content


def _unsupported(wanted: Any, content: object) -> Result:
    names = [
        getattr(kind, "__module__", "") + "." + getattr(kind, "__name__", str(kind)) for kind in (wanted, type(content))
    ]
    return Result(Status.UNSUPPORTED, message=f"it takes {names[0]}, and this is {names[1]}")


def _result_of(returned: object, question: Question, described: Description, several: list[Any] | None) -> Result:
    """The result that a returned value claims: a board, values, moves, rows, text, several of them, or None.

    BackendError if it is none of these; ``several`` is what an iterator gave, as much of it as was asked for.
    """
    if isinstance(returned, Result):
        return returned
    if isinstance(returned, str):
        return understand(described, question, Said(returned))
    if returned is None:
        if described.proves:
            return Result(Status.INFEASIBLE)
        return Result(Status.UNKNOWN, message="it found none, and never proves anything")
    try:
        solutions = tuple(_solution(item, question) for item in ([returned] if several is None else several))
    except (FormatError, TypeError, ValueError, KeyError) as error:
        reason = f"it returned {shown(returned)}: {error}"
        raise Failure.of(FailureKind.NONSENSE, reason).error(described.name) from error
    if several is not None and sense(question.problem) is None and described.proves:
        complete = question.solutions is None or len(solutions) < question.solutions  # there was no other
        return Result(Status.SOLVED if solutions else Status.INFEASIBLE, solutions, complete=complete)
    optimal = described.proves and sense(question.problem) is not None and "optimal" in described.signs
    if optimal and solutions:
        return Result(Status.OPTIMAL, solutions[-1:], bound=solutions[-1].cost)
    return Result(
        Status.SOLVED if solutions else Status.UNKNOWN, solutions, message="" if solutions else "it found none"
    )


def _solution(item: Any, question: Question) -> Solution:
    problem, instance = question.problem, question.instance
    if isinstance(item, Solution):
        return item
    if isinstance(item, Mapping):
        return _values(item, question)
    if instance is not None and isinstance(item, type(instance.content)):
        if not isinstance(instance.puzzle, WritesText):
            raise TypeError(f"the puzzle {instance.puzzle.name} cannot write its boards, expected a dict of values")
        return instance.puzzle.read_solution(item, instance.puzzle.write(item, instance.puzzle.forms[0]), "the board")
    if isinstance(item, Sequence) and not isinstance(item, str | bytes):
        labels = set() if isinstance(problem, ConstraintProblem) else {action.label for action in problem.actions}
        plan = all(isinstance(move, str) and move in labels for move in item)
        if not isinstance(problem, ConstraintProblem) and plan:
            return Solution(cost=least_cost(problem, list(item)) or 0, moves=tuple(item))
        return _read_lines(item, question)
    raise TypeError("expected a board, a dict of values, a list of moves or rows, text, or None")


def _values(item: Mapping[Any, Any], question: Question) -> Solution:
    problem = question.problem
    if not isinstance(problem, ConstraintProblem):
        raise TypeError("expected a list of moves for a planning problem")
    values = {getattr(key, "name", key): _whole(value) for key, value in item.items()}
    complete = problem.objective is not None and all(v.name in values for v in problem.variables)
    return Solution(values, problem.objective.value(values) if complete and problem.objective else None)


def _read_lines(item: Sequence[Any], question: Question) -> Solution:
    """Rows of numbers, or moves as people write them: text for the puzzle's own reader."""
    instance = question.instance
    if instance is None or not isinstance(instance.puzzle, WritesText):
        raise TypeError("expected labels of the problem's actions, or a dict of values")
    try:
        return instance.puzzle.read_solution(instance.content, "".join(f"{_line(row)}\n" for row in item), "the list")
    except CoplaError as error:
        raise ValueError(str(error)) from None


def _line(row: Any) -> str:
    """A row of numbers with spaces between them; tuples of tuples, such as Guarini's moves, as Python writes them."""
    if isinstance(row, str) or not isinstance(row, Sequence):
        return str(row)
    if any(isinstance(part, Sequence) and not isinstance(part, str) for part in row):
        return str(tuple(tuple(part) if isinstance(part, list) else part for part in row))
    return " ".join(str(_whole(part) if isinstance(part, float) else part) for part in row)


def _whole(value: Any) -> int:
    """A number as it was meant: 2.0 and '2' are 2; 1.4 is no number of any puzzle."""
    try:
        number = int(value)
    except (TypeError, ValueError, OverflowError):
        number = None
    if number is None or (number != value and not isinstance(value, str)):
        raise ValueError(f"found {shown(value)}, expected a whole number")
    return number
