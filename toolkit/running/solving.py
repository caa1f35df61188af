"""solve and solve_many: run a backend, and check its answers before anybody sees them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache

from copla.answers.checker import faults
from copla.answers.failure import Failure, FailureKind
from copla.answers.result import Result
from copla.ground.errors import BackendError, CoplaError, ModelError
from copla.ground.limits import Limits, Watch
from copla.ground.numbers import shown
from copla.ground.status import Status
from copla.ground.text import in_words
from copla.language.constraint_problem import ConstraintProblem
from copla.language.problem import Kind, Problem, kind_of
from copla.plugins import registry
from copla.plugins.abilities import refusal
from copla.plugins.backend import Backend, HasStrength, ReadsInstances
from copla.plugins.loading import Instance
from copla.plugins.options import read_options


def solve(
    problem: Problem | Instance,
    backend: str | Backend | None = None,
    *,
    limits: Limits | None = None,
    options: Mapping[str, object] | None = None,
    watch: Watch | None = None,
) -> Result:
    """Solve a problem, or an instance, with the named backend (by default the strongest that can take it).

    Every solution in the result has been checked. A wrong answer raises BackendError; a problem that
    the backend cannot take gives the status ``unsupported``. Pass a ``watch`` (made with the limits)
    to read the progress or to stop the run from another thread.
    """
    instance = None
    if isinstance(problem, Instance):
        instance, problem = problem, problem.problem()
    check(problem)
    chosen = _strongest(problem) if backend is None else _backend(backend)
    watch = watch or Watch(limits or Limits())
    result = _run(problem, chosen, options or {}, watch, instance)
    wrong = faults(problem, result)
    if wrong:
        raise Failure.of(FailureKind.WRONG, wrong[0]).error(chosen.name)
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


def run(
    problem: Problem,
    backend: Backend,
    options: Mapping[str, object],
    watch: Watch,
    instance: Instance | None = None,
) -> Result:
    """Run a backend and return its answer unchecked; whatever breaks inside becomes a BackendError.

    ``instance`` is what the problem states, for a backend that reads instances.
    """
    check(problem)
    return _run(problem, backend, options, watch, instance)


def check(problem: Problem) -> None:
    """Refuse what is no problem, and what was put into a problem by hand and makes no sense: ModelError."""
    if not isinstance(problem, Problem):
        raise ModelError(f"expected a ConstraintProblem or a PlanningProblem, found {shown(problem)}")
    problem.check()


def _run(
    problem: Problem, backend: Backend, options: Mapping[str, object], watch: Watch, instance: Instance | None
) -> Result:
    if isinstance(problem, ConstraintProblem) and problem.objective and watch.limits.solutions != 1:
        raise ModelError("a problem with an objective has one answer, the best: ask for one solution")
    name = backend.name
    checked = read_options(backend.options, options, f"backend {name}", kind_of(problem))
    reason = unavailable(backend)
    if reason is not None:
        raise Failure.of(FailureKind.UNAVAILABLE, reason).error(name)
    why_not = _refusal(backend, problem, instance)
    if why_not is not None:
        return Result(Status.UNSUPPORTED, backend=name, options=checked, message=why_not)
    watch.begin()
    try:
        if instance is not None and isinstance(backend, ReadsInstances):
            result = backend.solve_instance(instance, checked, watch)
        else:
            result = backend.solve(problem, checked, watch)
    except CoplaError:
        raise
    except Exception as error:
        raise _broken(backend, error) from error
    if not isinstance(result, Result):
        raise Failure(f"returned {result!r}, expected a Result", FailureKind.NONSENSE).error(name)
    if result.status is Status.UNSUPPORTED:
        return replace(result, backend=name, options=checked | result.options)
    return result.completed(name, checked, watch.seconds, watch.peak_bytes)


def default_backend(problem: Problem) -> Backend:
    """The strongest installed backend that takes this problem."""
    check(problem)
    return _strongest(problem)


def _strongest(problem: Problem) -> Backend:
    for backend in _by_strength(kind_of(problem), tuple(registry.backend_names())):
        if unavailable(backend) is None and _refusal(backend, problem) is None:
            return backend
    raise BackendError(f"no installed backend can take {problem!r}")


@cache
def _by_strength(kind: Kind, names: tuple[str, ...]) -> tuple[Backend, ...]:
    """Those that say how strong they are, the strongest first; none of their libraries is imported."""
    strengths: dict[str, int] = {}
    for name in names:
        with suppress(BackendError):  # a broken plug-in; "copla backends" says why
            backend = registry.backend(name)
            if isinstance(backend, HasStrength) and kind in backend.strength:
                strengths[name] = backend.strength[kind]
    return tuple(map(registry.backend, sorted(strengths, key=lambda name: -strengths[name])))


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


def _refusal(backend: Backend, problem: Problem, instance: Instance | None = None) -> str | None:
    try:
        return refusal(backend, problem, instance)
    except CoplaError:
        raise
    except Exception as error:
        raise _broken(backend, error) from error


def _broken(backend: Backend, error: Exception) -> BackendError:
    """A third party's code can fail in any way; its user gets one line all the same."""
    return Failure.of(FailureKind.BROKEN, in_words(error)).error(backend.name)


def _backend(backend: str | Backend) -> Backend:
    return registry.backend(backend) if isinstance(backend, str) else backend
