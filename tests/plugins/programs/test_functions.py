"""Python functions as backends: what they get, what they may return, and where they fail."""

from __future__ import annotations

from ast import literal_eval
from pathlib import Path

import pytest

import copla
from copla import BackendError, FailureKind, Limits, Status, cross_check, load, solve
from tests.cli.run import copla as cli

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ask(body: str, parameter: str = "board", instance: tuple[str, str] = ("futoshiki", "tiny-2")) -> copla.Result:
    """The result of a function with this body, called in a process of its own."""
    head = "import copla\nfrom copla.models.futoshiki import Board\n"
    Path("mine.py").write_text(f"{head}def f({parameter}):\n    {body}\n", encoding="utf-8")
    return solve(load(*instance), "mine.py:f", limits=Limits(seconds=60, solutions=2))


RIGHT = {"r1c1": 1, "r1c2": 2, "r2c1": 2, "r2c2": 1}


@pytest.mark.parametrize(
    "body",
    [
        f"return {RIGHT}",
        "return [[1, 2], [2, 1]]",
        "return ((1, 2), (2, 1))",
        "return [[1.0, 2.0], [2.0, 1.0]]",
        "return {'r1c1': 1.0, 'r1c2': '2', 'r2c1': 2, 'r2c2': True}",
        "return '1221'",
        "return board.with_givens([[1, 2], [2, 1]])",
        f"return copla.Solution({RIGHT})",
    ],
)
def test_a_function_returns_what_comes_natural(body: str) -> None:
    result = ask(body)
    assert (result.status, result.best.values, result.backend) == (Status.SOLVED, RIGHT, "mine:f")


def test_none_is_the_claim_that_there_is_no_solution() -> None:
    assert ask("return None", instance=("futoshiki", "unsolvable-cycle")).status is Status.INFEASIBLE
    verdict = cross_check(load("futoshiki", "tiny-2"), ["native", "mine.py:f"])
    assert verdict.reason == "mine:f is wrong: it says that there is no solution, but native found a valid one"


def test_a_generator_lists_all_solutions() -> None:
    result = ask(f"yield {RIGHT}")
    assert (result.status, result.unique) == (Status.SOLVED, True)


def test_the_end_of_a_generator_is_a_claim_in_every_command() -> None:
    """It is asked for as many solutions as everybody, and one that forgets some, or is wrong later on, is found out."""
    first, second = [[1, 2, 3], [2, 3, 1], [3, 1, 2]], [[1, 2, 3], [3, 1, 2], [2, 3, 1]]
    Path("mine.py").write_text(
        f"def lazy(board):\n    yield {first}\n"
        f"def hasty(board):\n    yield {first}\n    yield {[[1, 1, 1]] * 3}\n"
        f"def fair(board):\n    yield {first}\n    yield {second}\n    raise ValueError('never asked')\n"
        f"def outer(board):\n    def inner(board):\n        yield 1\n    return {first}\n"
    )
    check = ["check", "futoshiki", "several-empty-3", "-b", "native", "--python"]
    lazy = cli(*check, "mine.py:lazy")
    assert (lazy.status, "claims to list the only solution, but native found" in lazy.out) == (1, True)
    hasty = cli(*check, "mine.py:hasty")
    assert (hasty.status, "hasty is wrong: it answers 'solved', but solution 2: row 1" in hasty.out) == (1, True)
    assert [cli(*check, f"mine.py:{name}").status for name in ("fair", "outer")] == [0, 0]
    assert len(cli("solve", "futoshiki", "several-empty-3", "-b", "mine.py:lazy", "--json").json["solutions"]) == 1
    Path("one.toml").write_text('python = "mine.py:lazy"\nsolutions = 1\n')
    assert cli(*check[:-2], "native,one.toml").status == 0


def test_moves_are_labels_or_what_the_puzzle_reads() -> None:
    labels = solve(load("tiles", "two-by-two"), "search").best.moves
    assert labels is not None
    for moves in (list(labels), ["2 down", "3 right", "1 up", "2 left", "3 down", "1 right"]):
        result = ask(f"return {moves!r}", instance=("tiles", "two-by-two"))
        assert (result.status, result.cost) == (Status.SOLVED, 6)


def test_moves_of_tuples_are_read_as_python_writes_them() -> None:
    text = cli("solve", "guarini", "classic-3x3").out
    moves = [literal_eval(line) for line in text.splitlines() if line.startswith("(")]
    assert moves[0][0] in ((0, 0), (0, 2), (2, 0), (2, 2))
    for returned in (moves, [[list(square), list(offset)] for square, offset in moves]):
        result = ask(f"return {returned!r}", instance=("guarini", "classic-3x3"))
        assert (result.status, result.cost) == (Status.SOLVED, 16)


@pytest.mark.parametrize("command", ["solve", "check", "fuzz"])
def test_a_function_that_does_not_end_is_stopped_at_its_limit(command: str) -> None:
    """In every command alike, though it catches whatever it can: that is a limit, and no failure."""
    lines = ("def f(board):", " while True:", "  try:", "   while True: pass", "  except Exception: pass")
    Path("mine.py").write_text("\n".join(lines))
    if command == "fuzz":
        run = cli("fuzz", "futoshiki", "--count", "1", "--python", "mine.py:f", "--db", "kept.sqlite")
        assert (run.status, ": no failure" in run.out) == (0, True)
        assert "| mine:f | " in cli("fuzz", "--from", "kept.sqlite").out
        return
    backend = ["-b", "native"] if command == "check" else []
    run = cli(command, "futoshiki", "tiny-2", "--timeout", "0.5", *backend, "--python", "mine.py:f")
    assert (run.status, "timeout" in run.out + run.err, "killed" in run.out) == (3, True, False)


@pytest.mark.parametrize(
    ("parameters", "found"), [("", "none"), ("board, depth", "board, depth"), ("*, board", "board")]
)
def test_a_function_of_none_or_of_two_parameters_is_one_line(parameters: str, found: str) -> None:
    with pytest.raises(BackendError) as caught:
        ask("return None", parameters)
    expected = "expected one: the board, the problem or the text"
    assert str(caught.value) == f"backend mine:f cannot be called: found the parameters {found}, {expected}"
    assert ask("return None", "board, depth=3, *rest", ("futoshiki", "unsolvable-cycle")).status is Status.INFEASIBLE


@pytest.mark.parametrize(
    ("parameter", "kind"),
    [
        ("given: Board", "Board"),
        ("given", "Board"),
        ("given: copla.ConstraintProblem", "ConstraintProblem"),
        ("given: copla.Instance", "Instance"),
        ("given: str", "str"),
    ],
)
def test_the_annotation_says_what_a_function_gets(parameter: str, kind: str) -> None:
    assert ask(f"assert type(given).__name__ == {kind!r}; return {RIGHT}", parameter).status is Status.SOLVED


def test_processes_that_a_function_leaves_behind_are_told_in_a_check() -> None:
    Path("mine.py").write_text(
        "import multiprocessing, os, time\n"
        "def leaves(board):\n    if os.fork() == 0:\n        os.setsid()\n        time.sleep(600)\n    return '1221'\n"
        "def shares(board):\n    with multiprocessing.get_context('spawn').Pool(2) as pool:\n"
        "        pool.map(abs, [1, 2])\n    return '1221'\n"
    )
    run = cli("check", "futoshiki", "tiny-2", "-b", "native,cp-sat", "--python", "mine.py:leaves", "--json")
    assert (run.status, run.json["failure_kinds"]) == (1, {"mine:leaves": "orphans"})
    run = cli("check", "futoshiki", "tiny-2", "-b", "native,cp-sat", "--python", "mine.py:shares", "--json")
    assert (run.status, run.json["failure_kinds"]) == (0, {})


def test_a_function_for_another_puzzle_is_not_asked() -> None:
    result = ask("return None", "board: Board", ("tiles", "two-by-two"))
    assert result.status is Status.UNSUPPORTED
    run = cli("check", "tiles", "two-by-two", "-b", "search,native", "--python", "mine.py:f")
    assert (run.status, " -  agree" in run.out) == (2, True)
    assert run.err.splitlines()[-1].startswith("copla: mine:f takes none of these instances: it takes copla.models.fut")
    run = cli("check", "all", "tiles:two-by-two", "futoshiki:unsolvable-cycle", "-b", "native", "--python", "mine.py:f")
    assert (run.status, run.out.count("agree")) == (0, 2)


@pytest.mark.parametrize(
    ("body", "kind", "text"),
    [
        ("raise KeyError('r1c1')", "broken", "broke down: KeyError: 'r1c1' (mine.py, line 4)"),
        (
            "return 7",
            "nonsense",
            "gave an answer that makes no sense: it returned 7: expected a board, a dict",
        ),
        (
            "return [[1.5, 2], [2, 1]]",
            "nonsense",
            "gave an answer that makes no sense: it returned [[1.5, 2], [2, 1]]: found 1.5",
        ),
        (
            "return {'r1c1': 1.4, 'r1c2': 2, 'r2c1': 2, 'r2c2': 1}",
            "nonsense",
            "gave an answer that makes no sense: it returned {'r1c1': 1.4, 'r1c2': 2, 'r2c1': 2, 'r2c2': 1}: found 1.4",
        ),
        ("yield 1 / 0", "broken", "broke down: ZeroDivisionError: division by zero (mine.py, line 4)"),
        ("return [[1, 2]]", "nonsense", "gave an answer that makes no sense: it returned [[1, 2]]: the list:1:"),
        ("return [[2, 1], [1, 2]]", "wrong", "gave a wrong answer: solution 1: clue r1c1 < r1c2"),
        ("import os; os.abort()", "crashed", "crashed: "),
        ("import sys; sys.exit(3)", "broken", "broke down: SystemExit: 3 (mine.py, line 4)"),
    ],
)
def test_what_goes_wrong_is_told_with_its_place(body: str, kind: str, text: str) -> None:
    with pytest.raises(BackendError) as caught:
        ask(body)
    failure = caught.value.failure
    assert isinstance(failure, copla.Failure)
    assert (failure.kind, failure[: len(text)]) == (FailureKind(kind), text)
    # The same in a check, where it runs in a worker: nobody else is harmed.
    run = cli("check", "futoshiki", "tiny-2", "-b", "native,forward-checking", "--python", "mine.py:f", "--json")
    assert (run.status, run.json["verdict"] in ("agree", "disagree")) == (1, True)
    if kind != "wrong":
        assert run.json["failure_kinds"] == {"mine:f": kind}


def test_what_cannot_be_loaded_is_one_line() -> None:
    Path("mine.py").write_text("def f(board):\n    return None\n\nimport nobody_has_this\n")
    with pytest.raises(BackendError, match=r"mine.py cannot be imported: ModuleNotFoundError.*\(mine.py, line 4\)"):
        solve(load("futoshiki", "tiny-2"), "mine.py:f")
    Path("mine.py").write_text("def f(board):\n    return None\n")
    with pytest.raises(BackendError, match=r"found no function 'g' in mine.py; there are: f"):
        solve(load("futoshiki", "tiny-2"), "mine.py:g")
    run = cli("solve", "futoshiki", "tiny-2", "--python", "nobody.py:f")
    assert (run.status, run.err.count("\n")) == (2, 1)
    assert "there is no such file, expected FILE.py:FUNCTION" in run.err
