"""Fast Downward as a backend: right on random tasks and on the puzzles, honest at limits, and when it breaks down."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from math import prod
from pathlib import Path

import pytest

import copla
from copla import BackendError, Limits, ModelError, PlanningProblem, Result, Status, Watch, solve
from copla.backends.fast_downward import program
from copla.backends.fast_downward.log import Log
from copla.backends.fast_downward.searches import ALGORITHMS, HEURISTICS
from copla.formats import sas
from copla.ground.processes import dies_with_us
from copla.language.planning_problem import Fact, StateVariable
from tests.tasks import distances, optimum, random_task, successors

pytestmark = pytest.mark.slow

UNINFORMED = ("ucs", "bfs", "lama-first")


def run(problem: PlanningProblem, limits: Limits | None = None, **options: object) -> Result:
    return solve(problem, "fast-downward", options=options, limits=limits)


def shipped(puzzle: str, name: str) -> PlanningProblem:
    loaded = copla.puzzle(puzzle)
    assert isinstance(loaded, copla.ShipsInstances)
    problem = loaded.problem(loaded.parse((loaded.shipped() / f"{name}.txt").read_text(encoding="utf-8"), name))
    assert isinstance(problem, PlanningProblem)
    return problem


def door(cost: int = 1) -> PlanningProblem:
    problem = PlanningProblem("a door")
    variable = problem.variable("door", ["open", "closed"], "closed")
    problem.action("open it", {variable: "closed"}, {variable: "open"}, cost=cost)
    problem.set_goal({variable: "open"})
    return problem


# --- the answers


@pytest.mark.parametrize("seed", range(40))
def test_it_agrees_with_the_oracle_on_random_tasks(seed: int) -> None:
    problem = random_task(seed)
    best = optimum(problem)
    result = run(problem)
    assert (result.status, result.cost) == ((Status.INFEASIBLE, None) if best is None else (Status.OPTIMAL, best))
    assert result.bound == best


CONFIGURATIONS = [("astar", heuristic) for heuristic in HEURISTICS] + [
    (algorithm, None if algorithm in UNINFORMED else "ff") for algorithm in ALGORITHMS if algorithm != "astar"
]


@pytest.mark.parametrize(("algorithm", "heuristic"), CONFIGURATIONS)
def test_every_configuration_is_right_and_claims_no_more_than_it_proves(algorithm: str, heuristic: str | None) -> None:
    for seed in (2, 3, 7, 11, 20):
        problem = random_task(seed)
        best = optimum(problem)
        result = run(problem, algorithm=algorithm, heuristic=heuristic)
        proves = algorithm == "ucs" or (
            algorithm == "astar" and heuristic is not None and HEURISTICS[heuristic].admissible
        )
        if best is None:
            assert result.status is Status.INFEASIBLE
        elif proves:
            assert (result.status, result.cost, result.bound) == (Status.OPTIMAL, best, best)
        else:
            assert result.status is Status.SOLVED
            assert result.bound is None
            assert result.cost is not None
            assert result.cost >= best
        assert (result.options["algorithm"], result.options["heuristic"]) == (algorithm, heuristic)


def test_the_seeds_above_cover_both_answers() -> None:
    answers = [optimum(random_task(seed)) for seed in (2, 3, 7, 11, 20)]
    assert None in answers
    assert len(set(answers)) > 2


@pytest.mark.parametrize(
    ("puzzle", "name"),
    [
        ("tiles", "eight-16"),
        ("guarini", "classic-3x3"),
        ("guarini", "solved-3x3"),
        ("guarini", "unsolvable-ring-3x3"),
        ("klotski", "easy"),
        ("klotski", "hard-small"),
        ("klotski", "already-goal"),
        ("klotski", "no-solution-too-wide"),
        ("freecell", "tight-2-1"),
        ("freecell", "unsolvable-1"),
    ],
)
def test_it_agrees_with_our_search_on_every_planning_puzzle(puzzle: str, name: str) -> None:
    problem = shipped(puzzle, name)
    ours = solve(problem, "search", options={"algorithm": "astar"})
    theirs = run(problem, heuristic="blind")
    assert (theirs.status, theirs.cost) == (ours.status, ours.cost)


def test_tasks_with_nothing_in_them() -> None:
    nothing = PlanningProblem("nothing")
    assert (run(nothing).status, run(nothing).cost, run(nothing).best.moves) == (Status.OPTIMAL, 0, ())
    no_goal = door()
    no_goal.set_goal({})
    assert run(no_goal).best.moves == ()
    stuck = PlanningProblem("stuck")
    variable = stuck.variable("door", ["open", "closed"], "closed")
    stuck.set_goal({variable: "open"})
    assert run(stuck).status is Status.INFEASIBLE
    idle = door()
    idle.action("wait", {}, {}, cost=0)
    assert run(idle).best.moves == ("open it",)


def test_a_plan_comes_back_in_the_labels_of_the_problem() -> None:
    problem = PlanningProblem("two")
    first, second = problem.variable("a", [0, 1], 0), problem.variable("b", [0, 1, 2], 0)
    problem.action("same ( ; name)\n", {first: 0}, {first: 1}, cost=0)
    problem.action("same ( ; name)\n", {first: 1, second: 0}, {second: 1}, cost=0)
    problem.action("", {second: 1}, {second: 2}, cost=3)
    problem.set_goal({second: 2})
    result = run(problem)
    assert result.best.moves == ("same ( ; name)\n", "same ( ; name)\n", "")
    assert result.cost == 3


# --- the counts


def unreachable(problem: PlanningProblem) -> PlanningProblem:
    """The same task with a goal that nothing reaches, so that every search sees all of its space."""
    never = problem.variable("never", ["no", "yes"], "no")
    problem.set_goal({never: "yes"})
    return problem


@pytest.mark.parametrize(
    ("puzzle", "name"), [("guarini", "classic-3x3"), ("klotski", "easy"), ("guarini", "unsolvable-ring-3x3")]
)
def test_on_an_exhausted_space_all_counts_are_those_of_our_breadth_first_search(puzzle: str, name: str) -> None:
    problem = unreachable(shipped(puzzle, name))
    ours = solve(problem, "search", options={"algorithm": "bfs"})
    theirs = run(problem, algorithm="bfs")
    assert ours.status is theirs.status is Status.INFEASIBLE
    for count in ("expanded", "generated", "max_nodes"):
        assert getattr(theirs.statistics, count) == getattr(ours.statistics, count)


@pytest.mark.parametrize(("puzzle", "name"), [("tiles", "eight-10"), ("guarini", "classic-3x3"), ("klotski", "easy")])
def test_before_the_last_layer_the_counts_do_not_depend_on_the_order_of_actions(puzzle: str, name: str) -> None:
    problem = shipped(puzzle, name)
    ended = program.run(sas.write(problem, costs=False), "astar(blind())")
    depths, layer = {problem.initial_state: 0}, [problem.initial_state]
    generated: list[int] = []
    while not any(problem.is_goal(state) for state in layer):
        following = []
        generated.append(0)
        for state in layer:
            for _, _, new in successors(problem, state):
                generated[-1] += 1
                if new not in depths:
                    depths[new] = len(generated)
                    following.append(new)
        layer = following
    # All layers but the last that is expanded: the one that finds the goal ends somewhere in the middle.
    assert ended.log.generated_before_last_layer == sum(generated[:-1])
    assert ended.log.generated is not None
    assert sum(generated[:-1]) < ended.log.generated <= sum(generated)
    assert ended.log.cost == len(generated)


def test_klotski_has_the_published_counts() -> None:
    result = run(shipped("klotski", "klotski"), algorithm="bfs")
    assert (result.cost, result.statistics.generated, result.statistics.max_nodes) == (116, 77807, 24030)


def test_uniform_cost_counts_are_those_of_the_oracle_on_exhausted_random_tasks() -> None:
    checked = 0
    for seed in range(60):
        problem = random_task(seed)
        if optimum(problem) is None:
            reached = distances(problem)
            result = run(problem, algorithm="ucs")
            assert result.statistics.max_nodes == len(reached)
            checked += 1
    assert checked > 10


def test_the_log_has_the_figures_for_benchmarks() -> None:
    log = program.run(sas.write(shipped("tiles", "eight-16")), "astar(blind())").log
    assert log.final
    assert log.packed_bytes == 8
    assert log.states is not None
    assert log.bytes_per_state is not None
    assert 8 < log.bytes_per_state < 1000
    assert log.cpu_seconds is not None
    assert log.search_seconds is not None
    assert 0 < log.search_seconds <= log.cpu_seconds
    assert log.evaluated is not None
    assert log.evaluated >= log.states * 0.9


# --- limits


def test_without_time_it_does_not_even_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "run", None)
    assert run(door(), Limits(seconds=0)).status is Status.TIMEOUT


def test_at_a_time_limit_it_tells_a_proven_bound() -> None:
    result = run(shipped("tiles", "korf-1"), Limits(seconds=1.0), heuristic="pairs")
    assert (result.status, result.solutions) == (Status.TIMEOUT, ())
    assert result.bound is not None
    assert 41 <= result.bound <= 57  # it starts at about 41; the optimum is 57
    assert result.statistics.expanded


def test_a_memory_limit_ends_it() -> None:
    result = run(shipped("tiles", "korf-1"), Limits(bytes=20_000_000, seconds=60), heuristic="blind")
    assert result.status is Status.MEMORY
    assert result.statistics.peak_bytes is not None
    assert 20_000_000 < result.statistics.peak_bytes < 400_000_000


def test_it_can_be_stopped_and_tells_its_progress() -> None:
    watch = Watch(Limits(seconds=60))
    threading.Timer(0.5, watch.stop).start()
    result = solve(shipped("tiles", "korf-1"), "fast-downward", options={"heuristic": "pairs"}, watch=watch)
    assert result.status is Status.INTERRUPTED
    assert watch.note.startswith("f = ")
    assert watch.expanded > 0


def test_below_asks_for_something_cheaper() -> None:
    problem = shipped("guarini", "classic-3x3")
    refuted = run(problem, below=16)
    assert (refuted.status, refuted.bound, refuted.message) == (Status.UNKNOWN, 16, "no plan costs less than 16")
    assert (run(problem, below=17).status, run(problem, below=17).cost) == (Status.OPTIMAL, 16)
    with pytest.raises(ModelError, match="asks for a proof"):
        run(problem, below=16, algorithm="greedy")


def test_what_is_cut_off_by_below_proves_no_higher_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    # Korf's board 79 has cost 42; asked for less, the planner goes on to layers beyond 42 before its time is up.
    stopped = program.Run(23, Status.TIMEOUT, (), Log(f=44))
    monkeypatch.setattr(program, "run", lambda *_: stopped)
    assert run(door(), below=42).bound == 42
    assert run(door(), below=50).bound == 44
    assert run(door()).bound == 44


def test_one_plan_is_found_not_several() -> None:
    with pytest.raises(ModelError, match="ask for one solution"):
        run(door(), Limits(solutions=2))


def test_costs_that_could_overflow_are_refused() -> None:
    assert run(door(cost=2**29)).cost == 2**29
    result = run(door(cost=2**29 + 1))
    assert result.status is Status.UNSUPPORTED
    assert "32 bits: 536,870,912 is the most for this problem" in result.message
    long = PlanningProblem("many states")
    variables = [long.variable(f"v{i}", range(2), 0) for i in range(16)]
    long.action("change", {variables[0]: 0}, {variables[0]: 1}, cost=21_475)
    assert run(long).status is Status.UNSUPPORTED


@pytest.mark.parametrize("seed", range(12))
def test_the_largest_costs_that_are_taken_are_added_up_right(seed: int) -> None:
    task = random_task(seed)
    factor = 2**30 // max(1, max(a.cost for a in task.actions) * prod(len(v.domain) for v in task.variables))
    large = PlanningProblem("large costs")
    variables = [large.variable(v.name, v.domain, v.domain[v.initial]) for v in task.variables]

    def named(facts: tuple[Fact, ...]) -> dict[StateVariable, str | int]:
        return {variables[v]: variables[v].domain[x] for v, x in facts}

    for action in task.actions:
        large.action(action.label, named(action.condition), named(action.effects), action.cost * factor)
    large.set_goal(named(task.goal))
    best = optimum(task)
    for heuristic in ("ipdb", "lmcut", "blind", "hmax", "pairs", "cegar"):
        result = run(large, heuristic=heuristic)
        if best is None:
            assert result.status is Status.INFEASIBLE, heuristic
        else:
            assert (result.status, result.cost) == (Status.OPTIMAL, best * factor), heuristic


def test_a_plan_whose_cost_wrapped_around_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = door(cost=2**29)
    steps = "(0 open it)\n" * 9  # no plan of this problem, but one that the planner would state so
    wrapped = f"{steps}; cost = {(9 * 2**29 + 2**31) % 2**32 - 2**31} (general cost)\n"
    monkeypatch.setattr(program, "run", lambda *_: program.Run(0, None, (wrapped,), Log(f=2**30)))
    result = copla.plugins.registry.backend("fast-downward").solve(problem, _defaults(), Watch())
    assert (result.status, result.cost, result.bound) == (Status.SOLVED, 9 * 2**29, None)


def _defaults() -> dict[str, object]:
    return {option.name: option.default for option in copla.plugins.registry.backend("fast-downward").options}


def test_labels_that_several_actions_share_cost_the_least_that_they_can_mean() -> None:
    problem = PlanningProblem("two ways")
    v = problem.variable("v", range(3), 0)
    w = problem.variable("w", range(2), 0)
    problem.action("go", {v: 0}, {v: 1}, cost=3)
    problem.action("go", {v: 0, w: 0}, {v: 1}, cost=1)
    problem.action("go", {v: 1}, {v: 2}, cost=2)
    problem.set_goal({v: 2})
    for algorithm in ALGORITHMS:
        result = run(problem, algorithm=algorithm)
        assert (result.best.moves, result.cost) == (("go", "go"), 3), algorithm


def test_a_search_string_of_ones_own_proves_no_infeasibility() -> None:
    problem = door()
    never = problem.variable("never", ["no", "yes"], "no")
    problem.set_goal({never: "yes"})
    assert run(problem, algorithm="greedy").status is Status.INFEASIBLE
    assert run(problem, search="astar(blind())").status is Status.UNKNOWN


# --- a search string of one's own


def test_a_search_string_is_run_as_it_is() -> None:
    problem = shipped("guarini", "classic-3x3")
    result = run(problem, search="let(h,ff(),iterated([lazy_greedy([h]),astar(blind())]))")
    assert (result.status, result.cost) == (Status.SOLVED, 16)
    assert result.options["algorithm"] is None
    assert run(problem, search="astar(blind(),bound=16)").status is Status.UNKNOWN
    assert run(shipped("guarini", "unsolvable-2x5"), search="astar(blind())").status is Status.UNKNOWN


def test_an_unsafe_heuristic_proves_nothing() -> None:
    result = run(shipped("guarini", "unsolvable-ring-3x3"), search="eager_greedy([cg()])")
    assert result.status is Status.UNKNOWN


def test_nonsense_is_refused_with_what_the_planner_says() -> None:
    with pytest.raises(ModelError, match=r"does not take the search 'astar\(nonsense\(\)\)'; it said: .*nonsense"):
        run(door(), search="astar(nonsense())")
    with pytest.raises(ModelError, match="write bound="):
        run(door(), search="astar(blind())", below=3)


# --- programs that break down

Fake = Callable[[str], None]


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fake:
    """Put a program of a few lines in the place of Fast Downward; ``plan`` is where it should write its plan."""

    def make(body: str) -> None:
        path = tmp_path / "downward"
        head = f"#!{sys.executable}\nimport os, sys, time\nif len(sys.argv) == 1: sys.exit(33)\nplan = sys.argv[-1]\n"
        path.write_text(head + body, encoding="utf-8")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv(program.VARIABLE, str(path))

    return make


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("import ctypes; print('about to', flush=True); ctypes.string_at(0)", "crashed: SIGSEGV; it said: about to"),
        ("os.kill(os.getpid(), 9)", "crashed: SIGKILL; it said nothing"),
        ("print('\\x00\\xff' * 70000); sys.exit(7)", "ended with exit status 7; it said:"),
        ("print('all fine')", "says that it found a plan, but wrote none; it said: all fine"),
        ("open(plan, 'w').write('(0 open it)\\n')", "wrote none"),
        (
            "open(plan, 'w').write('(9 fly)\\n; cost = 1 (unit cost)\\n')",
            "cannot be read: the plan:1:1: found '.9 fly.'",
        ),
        ("open(plan, 'wb').write(b'\\xff\\n; cost = 1 (unit cost)\\n')", "cannot be read"),
        ("open(plan, 'w').write('(0 open it)\\n; cost = 5 (general cost)\\n')", "of a plan that costs 1"),
        ("open(plan, 'w').write('; cost = 0 (unit cost)\\n')", "wrong answer: .*the goal is not reached"),
        ("print('Task has a mistake'); sys.exit(33)", "exit status 33; it said: Task has a mistake"),
    ],
)
def test_a_program_that_breaks_down_is_reported(fake: Fake, body: str, complaint: str) -> None:
    fake(body)
    with pytest.raises(BackendError, match=complaint) as caught:
        run(door())
    assert "\n" not in str(caught.value)


def test_a_program_that_ignores_its_time_limit_is_killed(fake: Fake) -> None:
    fake("print('f = 3, 10 evaluated, 7 expanded', flush=True); time.sleep(600)")
    result = run(door(), Limits(seconds=1.0))
    assert (result.status, result.bound, result.statistics.expanded) == (Status.TIMEOUT, 3, 7)
    assert result.message == "timeout (counts of its last progress line)"


def test_a_program_that_prints_without_end_is_killed(fake: Fake) -> None:
    fake("while True: sys.stdout.write('garbage' * 1000)")
    assert run(door(), Limits(seconds=0.5)).status is Status.TIMEOUT


@pytest.mark.parametrize(
    ("status", "expected"), [(22, Status.MEMORY), (23, Status.TIMEOUT), (24, Status.TIMEOUT), (12, Status.UNKNOWN)]
)
def test_exit_statuses_of_limits(fake: Fake, status: int, expected: Status) -> None:
    fake(f"sys.exit({status})")
    assert run(door()).status is expected


def test_older_releases_say_in_words_that_nothing_is_left(fake: Fake) -> None:
    fake("print('Completely explored state space -- no solution!'); sys.exit(12)")
    assert run(door()).status is Status.INFEASIBLE
    assert run(door(), algorithm="greedy").status is Status.UNKNOWN


def test_a_plan_found_before_a_limit_is_kept(fake: Fake) -> None:
    fake("open(plan + '.1', 'w').write('(0 open it)\\n; cost = 1 (unit cost)\\n'); sys.exit(1)")
    result = run(door())
    assert (result.status, result.cost) == (Status.MEMORY, 1)


def test_a_lie_is_found_by_comparing(fake: Fake) -> None:
    fake("sys.exit(11)")
    verdict = copla.cross_check(door(), ["fast-downward", "search"])
    assert [witness.accused for witness in verdict.witnesses] == ["fast-downward"]


# --- a program that is not there


def test_a_missing_program_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(program.VARIABLE, str(tmp_path / "nowhere"))
    with pytest.raises(BackendError, match=r"nowhere: there is no such program .*pip install 'copla\[fast-downward\]'"):
        run(door())
    monkeypatch.delenv(program.VARIABLE)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert program.missing() == (
        "the program Fast Downward is not installed; to install it: pip install 'copla[fast-downward]'"
    )


def test_a_program_that_cannot_run_here_says_why(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "downward"
    broken.write_text("no program at all")
    monkeypatch.setenv(program.VARIABLE, str(broken))
    assert "cannot be started: Permission denied" in (program.missing() or "")
    broken.chmod(0o755)
    os.utime(broken, (1, 1))
    assert "cannot be started: Exec format error" in (program.missing() or "")


# --- nothing is left behind


def children(process: int) -> list[int]:
    """The children of a process, by asking all processes for their parents."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == process and fields[0] != "Z":
            found.append(int(status.parent.name))
    return found


def alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGKILL])
def test_the_planner_ends_with_us(sent: signal.Signals, tmp_path: Path) -> None:
    if sent == signal.SIGKILL and not dies_with_us():
        pytest.skip("this system has no setpriv")
    command = [sys.executable, "-m", "copla.cli", "solve", "tiles", "korf-1", "-b", "fast-downward", "-H", "blind"]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
    planner: list[int] = []
    for _ in range(1500):
        planner = [child for child in children(process.pid) if "--search" in cmdline(child)]
        if planner:
            break
        time.sleep(0.02)
    assert planner
    process.send_signal(sent)
    assert process.wait(30) == (130 if sent == signal.SIGINT else -signal.SIGKILL)
    for _ in range(250):
        if not alive(planner[0]):
            break
        time.sleep(0.02)
    left = alive(planner[0])
    if left:
        os.kill(planner[0], signal.SIGKILL)
    assert not left
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def cmdline(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_text()
    except OSError:
        return ""
