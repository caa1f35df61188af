"""cp-sat on large models, which it solves in a process of its own: the same answers, and an end at any moment."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from copla import BackendError, ConstraintProblem, Limits, Status, Watch, all_different, circuit, inverse, solve, total
from copla.backends.cp_sat import constraints
from copla.ground.processes import LINUX, descendants

pytestmark = pytest.mark.skipif(not LINUX, reason="elsewhere all models are solved in this process")


@pytest.fixture
def always_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(constraints, "LARGE", 0)


def permutations() -> ConstraintProblem:
    problem = ConstraintProblem("permutations")
    problem.add(all_different(problem.array("x", 5, range(5))))
    return problem


def assignment() -> ConstraintProblem:
    problem = ConstraintProblem("assignment")
    x = problem.array("x", 7, range(7))
    problem.add(all_different(x))
    problem.maximize(total((place * 5 % 7) * one for place, one in enumerate(x)) - 3)
    return problem


def impossible() -> ConstraintProblem:
    problem = ConstraintProblem("impossible")
    problem.add(all_different(problem.array("x", 5, range(4))))
    return problem


def round_trip() -> ConstraintProblem:
    """More than OR-Tools reads in a second."""
    problem = ConstraintProblem("a long way round")
    problem.add(circuit(problem.array("x", 400, range(400))))
    return problem


def there_and_back() -> ConstraintProblem:
    """Written down at once; OR-Tools makes a million of it."""
    problem = ConstraintProblem("there and back")
    problem.add(inverse(problem.array("x", 1_000, range(1_000)), problem.array("y", 1_000, range(1_000))))
    return problem


@pytest.mark.parametrize("solutions", [1, 7, None])
@pytest.mark.parametrize("build", [permutations, assignment, impossible])
def test_the_answers_are_the_same(
    build: Callable[[], ConstraintProblem], solutions: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = build()
    if problem.objective is not None and solutions != 1:
        solutions = 1
    found = []
    for large in (10**9, 0):
        monkeypatch.setattr(constraints, "LARGE", large)
        watch = Watch(Limits(solutions=solutions))
        result = solve(problem, "cp-sat", watch=watch)
        counts = result.statistics
        found.append((
            result.status, result.complete, result.cost, result.bound, [s.values for s in result.solutions],
            counts.expanded, counts.backtracks, watch.bound,
        ))  # fmt: skip
    assert found[0] == found[1]


def test_a_large_model_is_solved_apart_and_a_small_one_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def note(solver: object, model: object, *rest: object) -> None:
        asked.append("apart")
        raise BackendError("seen")

    monkeypatch.setattr(constraints, "solve_apart", note)
    solve(permutations(), "cp-sat")
    assert not asked
    with pytest.raises(BackendError, match="seen"):
        solve(there_and_back(), "cp-sat")


@pytest.fixture
def nobody_left() -> Iterator[None]:
    before = descendants(os.getpid())
    yield
    assert descendants(os.getpid()) <= before


@pytest.mark.usefixtures("nobody_left")
@pytest.mark.parametrize("build", [round_trip, there_and_back])
def test_a_run_is_stopped_from_another_thread_while_it_presolves(build: Callable[[], ConstraintProblem]) -> None:
    watch = Watch()
    problem = build()
    solve(permutations(), "cp-sat")
    threading.Timer(0.7, watch.stop).start()
    result = solve(problem, "cp-sat", watch=watch)
    assert result.status is Status.INTERRUPTED
    assert result.solutions == ()
    assert watch.seconds < 5  # to presolve it takes half a minute


@pytest.mark.usefixtures("nobody_left", "always_apart")
def test_a_limit_that_comes_first_claims_nothing() -> None:
    result = solve(there_and_back(), "cp-sat", limits=Limits(seconds=0.2))
    assert result.status is Status.TIMEOUT
    assert (result.complete, result.bound, result.solutions) == (False, None, ())


@pytest.mark.usefixtures("nobody_left")
def test_memory_of_the_other_process_counts() -> None:
    watch = Watch(Limits(bytes=60_000_000))
    assert solve(there_and_back(), "cp-sat", watch=watch).status is Status.MEMORY
    assert 60_000_000 < watch.peak_bytes < 120_000_000


@pytest.mark.usefixtures("nobody_left", "always_apart")
def test_a_crash_is_a_failure_of_the_backend() -> None:
    ours = descendants(os.getpid())

    def crash() -> None:
        while not (found := descendants(os.getpid()) - ours):
            time.sleep(0.01)
        time.sleep(0.2)
        os.kill(found.pop(), signal.SIGSEGV)

    killer = threading.Thread(target=crash)
    killer.start()
    with pytest.raises(BackendError, match="cp-sat crashed: SIGSEGV"):
        solve(there_and_back(), "cp-sat")
    killer.join()


@pytest.mark.usefixtures("nobody_left", "always_apart")
def test_what_a_run_raises_there_is_raised_here(monkeypatch: pytest.MonkeyPatch) -> None:
    from copla.backends.cp_sat import apart

    def fail(*_: object) -> None:
        raise ValueError("it cannot be")

    monkeypatch.setattr(apart, "ending", fail)
    with pytest.raises(BackendError, match="it cannot be"):
        solve(permutations(), "cp-sat")
