"""Any program as a backend: how it is asked, how it is understood, and what becomes of one that misbehaves."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

import pytest

import copla
from copla import BackendError, FailureKind, Job, Limits, Status, Workers, cross_check, load, run_isolated, solve
from copla.plugins import registry
from copla.plugins.programs.description import describe, of_program
from copla.running.job import Subject
from tests.cli.run import copla as cli
from tests.misbehaving import is_alive

pytestmark = pytest.mark.slow

RIGHT = "1 2\n2 1"
"""The solution of the shipped instance tiny-2."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def script(text: str, name: str = "mine") -> str:
    """A program that is a small Python script; ``question`` is the text that it was given."""
    head = f"#!{sys.executable}\nimport os, signal, subprocess, sys, time\nquestion = open(sys.argv[1]).read()\n"
    Path(name).write_text(head + text, encoding="utf-8")
    Path(name).chmod(0o755)
    return f"./{name} {{file}}"


def ask(text: str, instance: str = "tiny-2", seconds: float = 20.0) -> copla.Result:
    """What a program that is such a script answers, as a library sees it: in this process, without a guard."""
    return solve(load("futoshiki", instance), registry.program(script(text)), limits=Limits(seconds, solutions=2))


def failure(text: str) -> copla.Failure:
    with pytest.raises(BackendError) as caught:
        ask(text)
    assert isinstance(caught.value.failure, copla.Failure)
    return caught.value.failure


# --- what it is given


def test_a_program_gets_the_puzzles_own_text_in_the_form_that_it_wants() -> None:
    seen = "open('seen', 'w').write(question); print('1 2'); print('2 1')"
    ask(seen)
    assert Path("seen").read_text() == load("futoshiki", "tiny-2").text
    command = script(seen).replace("{file}", "{file:unequal}")
    solve(load("futoshiki", "tiny-2"), registry.program(command))
    assert Path("seen").read_text() == "2:0,0L,0,0,\n"


def test_options_of_the_puzzle_change_the_text_that_a_program_gets() -> None:
    instance = load("tiles", "eight-4", {"goal": "last"})
    command = script("open('seen', 'w').write(question); print('no solution')")
    assert run_isolated(Job.of(_subject(instance), _named(command), Limits(20), _solvers(command))).failure is None
    assert load("tiles", "seen").content == instance.content


def _subject(instance: copla.Instance) -> Subject:
    return Subject.of(instance)


def _named(command: str) -> copla.Configuration:
    return copla.Configuration(registry.program(command).name)


def _solvers(command: str) -> dict[str, copla.Backend]:
    return {registry.program(command).name: registry.program(command)}


@pytest.mark.parametrize(
    ("placeholder", "puzzle", "instance", "begins"),
    [
        ("sas", "tiles", "two-by-two", "begin_version"),
        ("pddl", "tiles", "two-by-two", "; tiles 2x2"),
        ("domain", "tiles", "two-by-two", "; Written by copla"),
        ("minizinc", "futoshiki", "tiny-2", "% "),
        ("xcsp3", "futoshiki", "tiny-2", "<instance"),
        ("cnf", "futoshiki", "tiny-2", "c "),
    ],
)
def test_a_program_gets_the_problem_in_the_format_that_it_asks_for(
    placeholder: str, puzzle: str, instance: str, begins: str
) -> None:
    command = script(f"assert question.startswith({begins!r}); print('unknown')").replace("file", placeholder)
    result = solve(load(puzzle, instance), registry.program(command))
    assert (result.status, result.message) == (Status.UNKNOWN, "it says unknown")
    other = load("futoshiki", "tiny-2") if puzzle == "tiles" else load("tiles", "two-by-two")
    assert solve(other, registry.program(command)).status is Status.UNSUPPORTED


def test_a_program_may_read_standard_input_and_is_told_its_limits() -> None:
    Path("mine.py").write_text(
        "import sys\nopen('seen', 'w').write(' '.join(sys.argv[1:]) + '|' + sys.stdin.read())\nprint('1221')\n"
    )
    command = f"{sys.executable} mine.py {{seconds}} {{megabytes}} {{solutions}} < {{file:unequal}}"
    backend = registry.program(command)
    assert backend.name == "mine"
    assert solve(load("futoshiki", "tiny-2"), backend, limits=Limits(7.5, 3_000_000_000, 1)).status is Status.SOLVED
    assert Path("seen").read_text() == "8 3000 1|2:0,0L,0,0,\n"


# --- what is understood


@pytest.mark.parametrize(
    ("said", "status", "solutions"),
    [
        (RIGHT, "solved", 1),
        ("1 < 2\\n\\n2   1", "solved", 1),
        ("2:1,2L,2,1,", "solved", 1),
        ("r1c1 = 1\\nr1c2 = 2\\nr2c1 = 2\\nr2c2 = 1\\n----------\\n==========", "solved", 1),
        ("v <instantiation> <list> x_r1c1 x_r1c2 x_r2c1 x_r2c2 </list>\\nv <values> 1 2 2 1 </values>", "solved", 1),
        ("No solution.", "infeasible", 0),
        ("s UNSATISFIABLE", "infeasible", 0),
        ("=====UNSATISFIABLE=====", "infeasible", 0),
        ("gave up", "unknown", 0),
        ("s UNKNOWN", "unknown", 0),
    ],
)
def test_answers_are_understood_in_many_forms(said: str, status: str, solutions: int) -> None:
    command = script(f'print("""{said}""")')
    backend = registry.program(command)
    # The claim alone counts here: the checker and the other backends are asked elsewhere.
    result = backend.solve_instance(load("futoshiki", "tiny-2"), {}, _watch())  # type: ignore[attr-defined]
    assert (result.status.value, len(result.solutions)) == (status, solutions)


def _watch() -> copla.Watch:
    watch = copla.Watch(Limits(20))
    watch.begin()
    return watch


def test_dashes_separate_solutions_and_equals_signs_say_that_these_are_all() -> None:
    Path("mine.toml").write_text('command = "./mine {file}"\nsolutions = "several"\n')
    script("print('1 2\\n2 1\\n----------\\n2 1\\n1 2\\n----------\\n==========')")
    every = solve(copla.load("futoshiki", "2:0,0,0,0,"), "mine.toml", limits=Limits(20, solutions=None))
    assert (len(every.solutions), every.complete) == (2, True)
    more = solve(copla.load("futoshiki", "2:0,0,0,0,"), "mine.toml", limits=Limits(20, solutions=1))
    assert len(more.solutions) == 2  # what it says beyond the question is judged, too


def test_a_plan_is_read_from_the_file_that_the_program_writes_and_its_cost_is_part_of_the_claim() -> None:
    instance = load("tiles", "two-by-two")
    best = solve(instance, "search").best
    numbers = {action.label: number for number, action in enumerate(instance.problem().actions)}  # type: ignore[union-attr]
    plan = "".join(f"({numbers[move]} x)\\n" for move in best.moves or ())
    Path("mine.toml").write_text('command = "./mine {sas} {answer}"\noptimal = { pattern = "^Solution found" }\n')
    script(f"print('Solution found.'); open(sys.argv[2], 'w').write('{plan}')")
    result = solve(instance, "mine.toml")
    assert (result.status, result.cost, result.best.moves) == (Status.OPTIMAL, 6, best.moves)
    script(f"print('o 5'); open(sys.argv[2], 'w').write('{plan}')")
    with pytest.raises(BackendError, match="the cost is given as 5, it is 6"):
        solve(instance, "mine.toml")


def test_exit_statuses_and_patterns_say_what_the_description_says() -> None:
    Path("mine.toml").write_text(
        'command = "./mine {file}"\ninfeasible = { status = [3, 4] }\nunknown = { pattern = "^out of ideas" }\n'
    )
    script("print('thinking'); sys.exit(4)")
    assert solve(load("futoshiki", "unsolvable-cycle"), "mine.toml").status is Status.INFEASIBLE
    script("print('out of ideas today')")
    assert solve(load("futoshiki", "unsolvable-cycle"), "mine.toml").status is Status.UNKNOWN
    Path("mine.toml").write_text('command = "./mine {file}"\ninfeasible = { status = 4 }\nproves = false\n')
    script("sys.exit(4)")
    assert solve(load("futoshiki", "unsolvable-cycle"), "mine.toml").status is Status.UNKNOWN


def test_a_solver_that_gives_one_solution_is_judged_by_that() -> None:
    program = registry.program(script("print('1 2\\n2 1')"))
    verdict = cross_check(load("futoshiki", "2:0,0,0,0,"), ["native", program])
    assert (verdict.verdict.value, verdict.reason) == ("agree", "2 backends agree: at least 2 solutions")
    assert cross_check(load("futoshiki", "tiny-2"), ["native", program]).reason == "2 backends agree: one solution"


# --- what becomes of one that misbehaves


def test_a_crash_a_lie_and_garbage_each_have_a_name() -> None:
    assert failure("os.kill(os.getpid(), signal.SIGSEGV)").kind is FailureKind.CRASHED
    lie = failure("print('2 1\\n1 2')")
    assert (lie.kind, "clue r1c1 < r1c2" in lie) == (FailureKind.WRONG, True)
    garbage = failure("sys.stdout.buffer.write(os.urandom(5000))")
    assert garbage.kind is FailureKind.NONSENSE
    assert failure("print('fine, thank you')").kind is FailureKind.NONSENSE
    assert failure("pass").kind is FailureKind.NONSENSE
    assert failure("while True: print('x' * 100000)").kind is FailureKind.NONSENSE
    raised = failure("raise KeyError('r1c1')")
    assert (raised.kind, raised.endswith("its last words: KeyError: 'r1c1'")) == (FailureKind.ENDED, True)


def test_a_hang_and_a_hoard_end_at_their_limits() -> None:
    began = time.monotonic()
    assert ask("time.sleep(600)", seconds=0.5).status is Status.TIMEOUT
    assert time.monotonic() - began < 300  # half of what it would have slept
    backend = registry.program(script("kept = [bytearray(b'x') * 10**7 for _ in range(60)]; time.sleep(600)"))
    limits = Limits(seconds=60, bytes=100_000_000)
    assert solve(load("futoshiki", "tiny-2"), backend, limits=limits).status is Status.MEMORY


@pytest.mark.parametrize("apart", [False, True])
def test_children_left_behind_are_ended_and_told(apart: bool) -> None:
    child = f"subprocess.Popen(['sleep', '600'], start_new_session={apart}, stdout=subprocess.DEVNULL)"
    text = f"child = {child}\nopen('pid', 'w').write(str(child.pid))\nprint('1 2'); print('2 1')"
    left = failure(text)
    assert (left.kind, str(left)) == (FailureKind.ORPHANS, "left processes behind: 1 of them")
    assert not is_alive(int(Path("pid").read_text()))


def test_processes_that_end_by_themselves_are_not_left_behind() -> None:
    """A helper that is still on its way out when the program has ended, such as those of multiprocessing."""
    text = "subprocess.Popen(['sleep', '0.2'], start_new_session=True)\nprint('1 2'); print('2 1')"
    assert ask(text).status is Status.SOLVED


def test_all_that_a_program_prints_is_its_claim(tmp_path: Path) -> None:
    """Also if it was asked for less: that the first solution is right makes the second no better."""
    head = ["check", "futoshiki", "tiny-2", "-b", "native,cp-sat", "--program"]
    right, wrong, dashes = "print('1 2\\n2 1')", "print('2 1\\n1 2')", "print('-' * 10)"
    run = cli(*head, script(f"{right}; {dashes}; {wrong}"))
    assert (run.status, "solution 2: clue r1c1 < r1c2: violated by" in run.out) == (1, True)
    run = cli(*head, script(f"{right}; {dashes}; {right}; print('=' * 10)"))
    assert (run.status, "wrong" in run.out) == (1, True)
    run = cli(*head, script(f"{right}; {dashes}; print('=' * 10)"))
    assert (run.status, "wrong" in run.out) == (0, False)
    printing = script(f"{right}; {dashes}; {wrong}").removesuffix(" {file}")
    found = cli(
        "fuzz", "futoshiki", "--count", "3", "--program", f"{printing} {{file}}", "--folder", str(tmp_path / "f")
    )
    assert "too many solutions" not in found.out + found.err


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("os.mkdir(sys.argv[2])", "found nothing"),
        ("open(sys.argv[2], 'w').truncate(10**10)", "it wrote more than 16 MB"),
    ],
)
def test_an_answer_file_that_is_none_is_garbage(text: str, reason: str) -> None:
    command = script(text) + " {answer}"
    run = cli("check", "futoshiki", "tiny-2", "-b", "native,cp-sat", "--program", command, "--json")
    assert (run.status, run.json["failure_kinds"]) == (1, {"mine": "nonsense"})
    assert reason in run.json["failures"]["mine"]


def test_a_child_that_holds_the_output_open_holds_up_nobody() -> None:
    began = time.monotonic()
    failure("subprocess.Popen(['sleep', '600']); print('1 2'); print('2 1')")
    assert time.monotonic() - began < 300  # half of what it would have slept


def test_every_way_to_misbehave_is_a_cell_with_a_word_of_its_own() -> None:
    ways = {
        "crashed": "os.kill(os.getpid(), signal.SIGSEGV)",
        "garbage": "print('fine, thank you')",
        "wrong": "print('2 1'); print('1 2')",
        "timeout": "time.sleep(600)",
        "ended": "sys.exit(7)",
        "orphans": "subprocess.Popen(['sleep', '600']); print('1 2'); print('2 1')",
        "memory": "kept = bytearray(b'x') * 3 * 10**8; time.sleep(600)",
    }
    programs = [part for way, text in ways.items() for part in ("--program", script(text, f"p-{way}"))]
    limits = ["--timeout", "3", "--memory", "150MB"]
    names = "forward-checking,python-constraint"
    run = cli("check", "futoshiki", "tiny-2", "-b", names, *programs, *limits, columns=200)
    header, row = (line.split() for line in run.out.splitlines()[:2])
    assert run.status == 1
    cells = dict(zip(header[1:], [word for word in row[1:] if word != "ms"], strict=False))
    assert {way: cells[f"p-{way}"] for way in ways} == {way: way for way in ways}


# --- where it can be named


def test_a_description_crosses_into_other_processes_whatever_their_folder(folder: Path) -> None:
    (folder / "deep").mkdir()
    (folder / "deep" / "mine.toml").write_text('command = "./mine {file}"\n')
    script("print('1 2'); print('2 1')", "deep/mine")
    with Workers(1, method="spawn") as workers:
        verdict = cross_check(load("futoshiki", "tiny-2"), ["native", "deep/mine.toml"], executor=workers)
    assert (verdict.verdict.value, set(verdict.results)) == ("agree", {"native", "mine"})
    reference = registry.backend("deep/mine.toml").reference  # type: ignore[attr-defined]
    os.chdir("/")
    assert solve(load("futoshiki", "tiny-2"), reference).backend == "mine"


def test_every_command_takes_a_program() -> None:
    command = script("print('1 2'); print('2 1')")
    Path("mine.toml").write_text('command = "./mine {file}"\n')
    assert cli("solve", "futoshiki", "tiny-2", "--program", command, "--json").json["backend"] == "mine"
    assert cli("solve", "futoshiki", "tiny-2", "-b", "./mine.toml", "--json").json["status"] == "solved"
    checked = cli("check", "futoshiki", "tiny-2", "-b", "native,./mine.toml", "--json")
    assert (checked.json["verdict"], checked.status) == ("agree", 0)
    compared = cli("compare", "futoshiki", "tiny-2", "-b", "native", "--program", command, "--json")
    lines = [json.loads(line) for line in compared.out.splitlines()]
    assert [(line["backend"], line["verdict"]) for line in lines] == [("native", "agree"), ("mine", "agree")]
    tried = cli("backends", "--program", script("print('no solution')", "pessimist").replace("file", "file:strings"))
    assert tried.status == 1
    assert "futoshiki unsolvable-cycle  understood: no solution" in tried.out
    assert "futoshiki tiny-2            wrong: it says that there is no solution, but native found" in tried.out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "mine.toml: expected either a command or python, a function in a file"),
        ("command = 'x", "mine.toml:1:1: this is no TOML: "),
        ("command = 'x {file}'\ncolour = 'red'", "mine.toml: found the key 'colour', expected one of command, "),
        ("command = './mine'", "mine.toml: the command './mine' reads no question, expected {file}"),
        ("command = './mine {board}'", "mine.toml: found {board} in the command, expected one of {file}, "),
        ("command = 'x {file}'\nsolutions = 2", 'mine.toml: solutions is 2, expected 1 or "several"'),
        ("command = 'x {file}'\nproves = 'no'", "mine.toml: proves is 'no', expected true or false"),
        ("command = 'x {file}'\nanswer = 'xml'", "mine.toml: answer is 'xml', expected any or solution or"),
        ("command = 'x {file}'\noptimal = 3", "mine.toml: optimal is 3, expected a table with status, pattern or"),
        ("command = 'x {file}'\noptimal.status = 300", "mine.toml: optimal.status is 300, expected an exit status"),
        ("command = 'x {file}'\noptimal.pattern = '('", "mine.toml: optimal.pattern is '(', expected a regular"),
        ("command = './nobody {file}'", "backend mine cannot run here: ./nobody: there is no such program"),
        ("command = 'x {file}'\nname = 'native'", "mine.toml is called 'native', and so is a registered backend"),
    ],
)
def test_a_description_that_makes_no_sense_is_one_line(text: str, message: str) -> None:
    Path("mine.toml").write_text(text)
    run = cli("solve", "futoshiki", "tiny-2", "-b", "mine.toml")
    assert (run.status, run.out, run.err.count("\n")) == (2, "", 1)
    assert message in run.err


def test_a_description_that_is_not_there_names_the_ready_ones() -> None:
    run = cli("solve", "futoshiki", "tiny-2", "-b", "nobody.toml")
    assert run.status == 2
    assert "ready descriptions: cadical.toml, " in run.err


def test_a_command_can_be_made_again_from_its_reference() -> None:
    described = of_program("./mine --fast {file}")
    assert describe(described.reference) == described


@pytest.mark.parametrize(("command", "word"), [("true", "garbage"), ("false", "ended")])
@pytest.mark.parametrize(("puzzle", "instance"), [("tiles", "two-by-two"), ("futoshiki", "tiny-2")])
def test_who_says_nothing_has_not_answered(command: str, word: str, puzzle: str, instance: str) -> None:
    run = cli("check", puzzle, instance, "-b", "native", "--program", f"{command} {{file}}")
    assert (run.status, word in run.out.splitlines()[1], "wrong" in run.out) == (1, True, False)
