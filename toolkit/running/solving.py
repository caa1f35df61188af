"""solve and solve_many: run a backend, and check its answers before anybody sees them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from functools import cache

from copla.answers.checker import faults
from copla.answers.failure import Failure, FailureKind
from copla.answers.result import Result
from copla.ground.errors import BackendError, CoplaError, ModelError
from copla.ground.limits import Limits, Watch, limits_of
from copla.ground.numbers import shown
from copla.ground.status import Status
from copla.ground.text import listed, located
from copla.ground.trace import END, Observer, Trace
from copla.language.constraint_problem import ConstraintProblem
from copla.language.planning_problem import PlanningProblem
from copla.language.problem import Kind, Problem, kind_of
from copla.plugins import registry
from copla.plugins.abilities import refusal
from copla.plugins.backend import Backend, GivesTrace, HasStrength, ReadsInstances
from copla.plugins.loading import Instance
from copla.plugins.options import read_options
from copla.running.written import solve_written


def solve(
    problem: Problem | Instance,
    backend: str | Backend | None = None,
    *,
    limits: Limits | None = None,
    options: Mapping[str, object] | None = None,
    watch: Watch | None = None,
    trace: Observer | None = None,
    timeout: float | None = None,
    memory: str | int | None = None,
    solutions: int | None = 1,
) -> Result:
    """Solve a problem, or an instance, with the named backend (by default the strongest that can take it).

    ``timeout=10, memory="2GB", solutions=2`` is short for ``limits=Limits(10, 2 * 10**9, 2)``; ``solutions=None`` asks
    for all of them. Every solution in the result has been checked. A wrong answer raises BackendError; a problem that
    the backend cannot take gives the status ``unsupported``. Pass a ``watch`` (made with the limits)
    to read the progress or to stop the run from another thread. ``trace`` is called with every event of the run; only
    the readable engines give a trace (docs/trace.md), and by default the stronger of them is taken.
    """
    stated, instance = _stated(problem)
    watch = watch_of(watch, limits_of(limits, timeout, memory, solutions))
    if trace is not None:
        watch.trace = Trace(trace)
    chosen = _strongest(stated, instance, traced=watch.trace is not None) if backend is None else backend_of(backend)
    result = _run(stated, chosen, options or {}, watch, instance)
    wrong = faults(stated, result)
    if wrong:
        raise Failure.of(FailureKind.WRONG, wrong[0]).error(chosen.name)
    return named(stated, result)


def named(problem: Problem, result: Result) -> Result:
    """A checked result with the names of the problem's values, for people to read."""
    if not isinstance(problem, ConstraintProblem) or not problem.has_named_values:
        return result
    variables = {variable.name: variable for variable in problem.variables if variable.words is not None}
    return result.changed(solutions=tuple(solution.changed(named=variables) for solution in result.solutions))


def solve_many(
    problems: Iterable[Problem | Instance],
    backend: str | Backend | None = None,
    *,
    limits: Limits | None = None,
    options: Mapping[str, object] | None = None,
    timeout: float | None = None,
    memory: str | int | None = None,
    solutions: int | None = 1,
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
    named = None if backend is None else backend_of(backend)
    limits = limits_of(limits, timeout, memory, solutions)
    if not isinstance(problems, Iterable):
        raise ModelError(f"expected problems in a list, found {shown(problems)}")
    given = options or {}
    for problem in problems:
        yield solve(problem, named, limits=limits, options=given)


def run(
    problem: Problem,
    backend: Backend,
    options: Mapping[str, object],
    watch: Watch,
    instance: Instance | None = None,
    *,
    asked: bool = False,
) -> Result:
    """Run a backend and return its answer unchecked; whatever breaks inside becomes a BackendError.

    ``instance`` is what the problem states, for a backend that reads instances; one that was ``asked`` already
    whether it takes the problem is not asked again.
    """
    check(problem)
    return _run(problem, backend, options, watch, instance, asked)


def check(problem: Problem) -> None:
    """Refuse what is no problem, and what was put into a problem by hand and makes no sense: ModelError."""
    if not isinstance(problem, (ConstraintProblem, PlanningProblem)):  # a union takes three times as long
        raise ModelError(f"expected a ConstraintProblem or a PlanningProblem, found {shown(problem)}")
    problem.check()


def _run(
    problem: Problem,
    backend: Backend,
    options: Mapping[str, object],
    watch: Watch,
    instance: Instance | None,
    asked: bool = False,
) -> Result:
    kind, written = kind_of(problem), False
    if isinstance(problem, ConstraintProblem):
        if problem.objective and watch.limits.solutions != 1:
            raise ModelError("a problem with an objective has one answer, the best: ask for one solution")
        written = not problem.flat  # the backend is asked about what is made of it
    reader = backend if instance is not None and isinstance(backend, ReadsInstances) else None
    name = backend.name
    checked = read_options(backend.options, options, f"backend {name}", kind)
    try:
        if not asked:
            reason = unavailable(backend)
            if reason is not None:
                raise Failure.of(FailureKind.UNAVAILABLE, reason).error(name)
            if reader is not None and instance is not None:
                why_not = reader.refuses_instance(instance)
            else:
                why_not = None if written else backend.refuses(problem)
            if why_not is not None:
                return Result(Status.UNSUPPORTED, backend=name, options=checked, message=why_not)
        if watch.trace is not None and not isinstance(backend, GivesTrace):
            raise ModelError(f"backend {name} gives no trace: {listed(_traced())} do")
        watch.begin()
        if reader is not None and instance is not None:
            result = reader.solve_instance(instance, checked, watch)
        elif isinstance(problem, ConstraintProblem) and written:
            result = solve_written(problem, backend, lambda taken: backend.solve(taken, checked, watch), watch)
        else:
            result = backend.solve(problem, checked, watch)
    except CoplaError:
        raise
    except Exception as error:
        raise _broken(backend, error) from error
    if not isinstance(result, Result):
        raise Failure(FailureKind.NONSENSE, f"returned {result!r}, expected a Result").error(name)
    if result.status is Status.UNSUPPORTED:
        return replace(result, backend=name, options=checked | result.options)
    result = result.completed(name, checked, watch.seconds, watch.peak_bytes)
    if watch.trace is not None:
        watch.trace.tell(END, **_ending(result))
    return result


def _ending(result: Result) -> dict[str, object]:
    """How a run ended, without anything that differs from one run to the next."""
    counts = {name: count for name, count in asdict(result.statistics).items() if name not in ("seconds", "peak_bytes")}
    return {"status": str(result.status), "cost": result.cost, "solutions": len(result.solutions), **counts}


def _traced() -> list[str]:
    return [name for name in registry.backend_names() if isinstance(registry.backend(name), GivesTrace)]


def default_backend(problem: Problem | Instance, *, traced: bool = False) -> Backend:
    """The strongest installed backend that takes this problem, or instance; ``traced``: of those that give a trace."""
    stated, instance = _stated(problem)
    return _strongest(stated, instance, traced=traced)


def _stated(problem: Problem | Instance) -> tuple[Problem, Instance | None]:
    """The problem, and the instance that it states if there is one."""
    stated, instance = (problem.problem(), problem) if isinstance(problem, Instance) else (problem, None)
    check(stated)
    return stated, None if instance is not None and instance.bare else instance


def _strongest(problem: Problem, instance: Instance | None, *, traced: bool = False) -> Backend:
    for backend in _by_strength(kind_of(problem), tuple(registry.backend_names())):
        if traced and not isinstance(backend, GivesTrace):
            continue
        if unavailable(backend) is None and _refusal(backend, problem, instance) is None:
            return backend
    raise BackendError(f"no installed backend {'gives a trace of' if traced else 'can take'} {problem!r}")


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


def suitable_backends(problem: Problem | Instance) -> list[Backend]:
    """All installed backends that take this problem, or instance."""
    stated, instance = _stated(problem)
    found = []
    for name in registry.backend_names():
        try:
            backend = registry.backend(name)
            if unavailable(backend) is None and _refusal(backend, stated, instance) is None:
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


def _refusal(backend: Backend, problem: Problem, instance: Instance | None) -> str | None:
    try:
        return refusal(backend, problem, instance)
    except CoplaError:
        raise
    except Exception as error:
        raise _broken(backend, error) from error


def _broken(backend: Backend, error: Exception) -> BackendError:
    """A third party's code can fail in any way; its user gets one line all the same."""
    return Failure.of(FailureKind.BROKEN, located(error)).error(backend.name)


def backend_of(backend: str | Backend) -> Backend:
    """The backend of a name, or the object itself; BackendError for anything else."""
    if isinstance(backend, str):
        return registry.backend(backend)
    if type(backend) not in _PROTOCOL_FOLLOWED:  # asking a protocol takes longer than solving a small puzzle
        if isinstance(backend, type):
            what = f"the class {backend.__name__}, expected an object of it: {backend.__name__}()"
            raise BackendError(f"found as a backend {what}, or its name")
        if not isinstance(backend, Backend):
            names = listed(registry.backend_names(), "or")
            raise BackendError(
                f"found as a backend {shown(backend)}, expected {names}, or an object like copla.Backend"
            )
        _PROTOCOL_FOLLOWED.add(type(backend))
    return backend


_PROTOCOL_FOLLOWED: set[type] = set()


def watch_of(watch: Watch | None, limits: Limits) -> Watch:
    """The watch that was given, or a new one with these limits."""
    if watch is None:
        return Watch(limits)
    if not isinstance(watch, Watch):
        raise ModelError(f"watch is {shown(watch)}, expected Watch(Limits(...))")
    return watch
