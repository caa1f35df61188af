"""solve: run one backend on one problem, and check its answer before anybody sees it."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from copla import registry
from copla.backend_protocol import Backend, Problem
from copla.checker import faults
from copla.errors import BackendError, CoplaError, ModelError
from copla.limits import Limits, Watch
from copla.options import read_options
from copla.result import Result, Status

# The strongest first; a plug-in's backend is used when it is asked for by name.
PREFERRED = ("cp-sat", "forward-checking", "python-constraint")


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
    chosen = default_backend(problem) if backend is None else _backend(backend)
    watch = watch or Watch(limits or Limits())
    result = run(problem, chosen, options or {}, watch)
    wrong = faults(problem, result, watch.limits)
    if wrong:
        raise BackendError(f"backend {chosen.name} gave a wrong answer: {wrong[0]}")
    return result


def run(problem: Problem, backend: Backend, options: Mapping[str, object], watch: Watch) -> Result:
    """Run a backend and return its answer unchecked; whatever breaks inside becomes a BackendError."""
    if problem.objective is not None and watch.limits.solutions != 1:
        raise ModelError("a problem with an objective has one answer, the best: ask for one solution")
    checked = read_options(backend.options, options, f"backend {backend.name}")
    reason = backend.missing()
    if reason is not None:
        raise BackendError(f"backend {backend.name} cannot run here: {reason}")
    refusal = backend.refuses(problem)
    if refusal is not None:
        result = Result(Status.UNSUPPORTED, message=refusal)
    else:
        watch.begin()
        try:
            result = backend.solve(problem, checked, watch)
        except CoplaError:
            raise
        except Exception as error:  # a solver can fail in any way; its user gets one line all the same
            raise BackendError(
                f"backend {backend.name} broke down: {type(error).__name__}: {' '.join(str(error).split())}"
            ) from error
    statistics = dataclasses.replace(result.statistics, seconds=watch.seconds, peak_bytes=watch.peak_bytes)
    if result.status is Status.UNSUPPORTED:
        statistics = result.statistics
    return dataclasses.replace(result, backend=backend.name, options=checked, statistics=statistics)


def default_backend(problem: Problem) -> Backend:
    """The strongest installed backend that takes this problem."""
    for name in PREFERRED:
        if name in registry.backend_names():
            backend = registry.backend(name)
            if backend.missing() is None and backend.refuses(problem) is None:
                return backend
    raise BackendError(f"no installed backend can take {problem!r}")


def suitable_backends(problem: Problem) -> list[Backend]:
    """All installed backends that take this problem."""
    found = [registry.backend(name) for name in registry.backend_names()]
    return [backend for backend in found if backend.missing() is None and backend.refuses(problem) is None]


def _backend(backend: str | Backend) -> Backend:
    return registry.backend(backend) if isinstance(backend, str) else backend
