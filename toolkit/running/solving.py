"""solve and solve_many: run a backend, and check its answers before anybody sees them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from copla.answers.checker import faults
from copla.answers.result import Result
from copla.ground.errors import BackendError, CoplaError, ModelError
from copla.ground.limits import Limits, Watch
from copla.ground.numbers import shown
from copla.ground.status import Status
from copla.ground.text import in_words
from copla.language.constraint_problem import ConstraintProblem
from copla.language.planning_problem import PlanningProblem
from copla.language.problem import Problem
from copla.plugins import registry
from copla.plugins.backend import Backend
from copla.plugins.options import Kind, read_options

# The strongest first; a plug-in's backend is used when it is asked for by name.
PREFERRED = {
    ConstraintProblem: ("native", "cp-sat", "forward-checking", "python-constraint", "search"),
    PlanningProblem: ("native", "search", "cp-sat", "forward-checking", "python-constraint"),
}


def solve(
    problem: Problem,
    backend: str | Backend | None = None,
    *,
    limits: Limits | None = None,
    options: Mapping[str, object] | None = None,
    watch: Watch | None = None,
) -> Result:
    """Solve a problem with the named backend (by default the strongest that can take it).

    Every solution in the result has been checked. A wrong answer raises BackendError; a problem that
    the backend cannot take gives the status ``unsupported``. Pass a ``watch`` (made with the limits)
    to read the progress or to stop the run from another thread.
    """
    check(problem)
    chosen = _strongest(problem) if backend is None else _backend(backend)
    watch = watch or Watch(limits or Limits())
    result = _run(problem, chosen, options or {}, watch)
    wrong = faults(problem, result)
    if wrong:
        raise BackendError(f"backend {chosen.name} gave a wrong answer: {wrong[0]}")
    return result


def solve_many(
    problems: Iterable[Problem],
    backend: str | Backend | None = None,
    *,
    limits: Limits | None = None,
    options: Mapping[str, object] | None = None,
) -> Iterator[Result]:
    """Solve one problem after the other, each within the limits; every answer is checked like that of ``solve``.

    Results come in the order of the problems, as soon as each is known, and problems are taken only as needed:
    a generator of a million boards costs the memory of one. The backend and its options are looked at once.

    >>> from copla import Limits, puzzle
    >>> futoshiki = puzzle("futoshiki")
    >>> boards = [futoshiki.parse(text, "sample") for text in ("2:1,0,0,0,", "2:0,0,0,0,")]
    >>> [result.unique for result in solve_many(map(futoshiki.problem, boards), limits=Limits(solutions=2))]
    [True, False]
    """
    named = None if backend is None else _backend(backend)
    limits = limits or Limits()
    given = options or {}
    for problem in problems:
        yield solve(problem, named, limits=limits, options=given)


def run(problem: Problem, backend: Backend, options: Mapping[str, object], watch: Watch) -> Result:
    """Run a backend and return its answer unchecked; whatever breaks inside becomes a BackendError."""
    check(problem)
    return _run(problem, backend, options, watch)


def check(problem: Problem) -> None:
    """Refuse what is no problem, and what was put into a problem by hand and makes no sense: ModelError."""
    if not isinstance(problem, Problem):
        raise ModelError(f"expected a ConstraintProblem or a PlanningProblem, found {shown(problem)}")
    problem.check()


def _run(problem: Problem, backend: Backend, options: Mapping[str, object], watch: Watch) -> Result:
    if isinstance(problem, ConstraintProblem) and problem.objective and watch.limits.solutions != 1:
        raise ModelError("a problem with an objective has one answer, the best: ask for one solution")
    name = backend.name
    checked = read_options(backend.options, options, f"backend {name}", kind_of(problem))
    reason = unavailable(backend)
    if reason is not None:
        raise BackendError(f"backend {name} cannot run here: {reason}")
    refusal = _refusal(backend, problem)
    if refusal is not None:
        return Result(Status.UNSUPPORTED, backend=name, options=checked, message=refusal)
    watch.begin()
    try:
        result = backend.solve(problem, checked, watch)
    except CoplaError:
        raise
    except Exception as error:
        raise _broken(backend, error) from error
    if not isinstance(result, Result):
        raise BackendError(f"backend {name} returned {result!r}, expected a Result")
    if result.status is Status.UNSUPPORTED:
        return replace(result, backend=name, options=checked | result.options)
    return result.completed(name, checked, watch.seconds, watch.peak_bytes)


def kind_of(problem: Problem) -> Kind:
    """Which options are for this problem."""
    return "constraints" if isinstance(problem, ConstraintProblem) else "planning"


def default_backend(problem: Problem) -> Backend:
    """The strongest installed backend that takes this problem."""
    check(problem)
    return _strongest(problem)


def _strongest(problem: Problem) -> Backend:
    for name in PREFERRED[ConstraintProblem if isinstance(problem, ConstraintProblem) else PlanningProblem]:
        if name in registry.backend_names():
            backend = registry.backend(name)
            if unavailable(backend) is None and _refusal(backend, problem) is None:
                return backend
    raise BackendError(f"no installed backend can take {problem!r}")


def suitable_backends(problem: Problem) -> list[Backend]:
    """All installed backends that take this problem."""
    check(problem)
    found = []
    for name in registry.backend_names():
        try:
            backend = registry.backend(name)
            if unavailable(backend) is None and _refusal(backend, problem) is None:
                found.append(backend)
        except BackendError:  # a broken plug-in; "copla backends" says why
            continue
    return found


def unavailable(backend: Backend) -> str | None:
    """Why a backend cannot run on this machine, or None; BackendError if it cannot even tell."""
    try:
        return backend.missing()
    except Exception as error:
        raise _broken(backend, error) from error


def _refusal(backend: Backend, problem: Problem) -> str | None:
    try:
        return backend.refuses(problem)
    except CoplaError:
        raise
    except Exception as error:
        raise _broken(backend, error) from error


def _broken(backend: Backend, error: Exception) -> BackendError:
    """A third party's code can fail in any way; its user gets one line all the same."""
    return BackendError(f"backend {backend.name} broke down: {in_words(error)}")


def _backend(backend: str | Backend) -> Backend:
    return registry.backend(backend) if isinstance(backend, str) else backend
