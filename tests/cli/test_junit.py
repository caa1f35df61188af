"""copla check for a CI: a JUnit file that any XML parser reads, and --strict, which lets nothing undecided pass."""

from __future__ import annotations

import xml.etree.ElementTree as Tree
from pathlib import Path

import pytest

from copla import CrossCheck, FailureKind, Result, Solution, Statistics, Status, Verdict, Witness
from copla.answers.failure import Failure
from copla.cli.junit import as_junit
from tests.cli.run import copla

pytestmark = pytest.mark.slow

WRONG = "def solve(board):\n    return [[1] * board.size] * board.size\n"
SILENT = "def solve(board):\n    return 'unknown'\n"
BROKEN = 'def solve(board):\n    raise ValueError("a < b & \\"c\\"\\x07")\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("wrong.py").write_text(WRONG)
    Path("silent.py").write_text(SILENT)
    Path("broken.py").write_text(BROKEN)
    return tmp_path


def cases(text: str) -> dict[tuple[str, str], tuple[str, str]]:
    """By backend and instance, what kind of element a test has, and its message; the counts at the top must fit."""
    [suite] = Tree.fromstring(text.encode()).findall("testsuite")
    found = {}
    for case in suite.findall("testcase"):
        assert float(case.attrib["time"]) >= 0
        kinds = [(part.tag, part.attrib["message"]) for part in case]
        assert len(kinds) <= 1
        found[case.attrib["classname"], case.attrib["name"]] = kinds[0] if kinds else ("", "")
    tags = [kind for kind, _ in found.values()]
    counts = {name: int(suite.attrib[name]) for name in ("tests", "failures", "errors", "skipped")}
    assert counts == {
        "tests": len(found),
        "failures": tags.count("failure"),
        "errors": tags.count("error"),
        "skipped": tags.count("skipped"),
    }
    return found


def checked(*arguments: str) -> tuple[int, dict[tuple[str, str], tuple[str, str]]]:
    run = copla("check", "futoshiki", "tiny-2", "--junit", "report.xml", *arguments)
    return run.status, cases(Path("report.xml").read_text())


def test_where_all_agree_every_test_passes() -> None:
    status, found = checked("--backend", "native,forward-checking", "--strict")
    assert status == 0
    assert found == {(name, "tiny-2"): ("", "") for name in ("native", "forward-checking", "verdict")}


def test_a_wrong_answer_is_a_failure_of_its_backend_and_of_the_verdict() -> None:
    status, found = checked("--backend", "native", "--python", "wrong.py:solve")
    assert status == 1
    assert found["native", "tiny-2"] == ("", "")
    kind, message = found["wrong:solve", "tiny-2"]
    assert (kind, "wrong:solve is wrong: it answers 'solved', but" in message) == ("failure", True)
    assert found["verdict", "tiny-2"][0] == "failure"


def test_a_backend_that_breaks_is_an_error_and_its_words_are_harmless() -> None:
    status, found = checked("--backend", "native", "--python", "broken.py:solve")
    assert status == 1
    kind, message = found["broken:solve", "tiny-2"]
    assert kind == "error"
    assert 'a < b & "c"' in message


@pytest.mark.parametrize(("strict", "status", "verdict"), [((), 3, "skipped"), (("--strict",), 1, "failure")])
def test_what_stays_undecided_fails_with_strict_alone(strict: tuple[str, ...], status: int, verdict: str) -> None:
    ended, found = checked("--python", "silent.py:solve", "--backend", "fast-downward", *strict)
    assert ended == status
    assert found["silent:solve", "tiny-2"][0] == "skipped"
    kind, message = found["verdict", "tiny-2"]
    assert (kind, message.startswith("undecided: ")) == (verdict, True)


def test_strict_changes_nothing_where_somebody_is_wrong_or_all_agree() -> None:
    for arguments, status in ((("--python", "wrong.py:solve"), 1), (("--backend", "forward-checking"), 0)):
        assert copla("check", "futoshiki", "tiny-2", "--backend", "native", *arguments).status == status
        assert copla("check", "futoshiki", "tiny-2", "--backend", "native", *arguments, "--strict").status == status


def test_a_file_of_several_instances_with_every_kind_of_verdict() -> None:
    right = Result(Status.SOLVED, (Solution({"x": 1}),), statistics=Statistics(seconds=1.5))
    late = Result(Status.TIMEOUT, message='after "10 s" & more')
    verdicts = [
        ("<one>", CrossCheck(Verdict.AGREE, "one solution", {"native": right})),
        ("two\nlines", CrossCheck(Verdict.UNDECIDED, "nobody finished", {"native": late})),
        (
            "three",
            CrossCheck(
                Verdict.DISAGREE,
                "b is wrong",
                {"a": right, "b": Result(Status.INFEASIBLE)},
                (Witness("b", "says no", "there is one"),),
                {"c": Failure.of(FailureKind.CRASHED, "SIGSEGV")},
            ),
        ),
    ]
    for strict in (False, True):
        found = cases(as_junit(verdicts, strict=strict))
        kinds = {key: kind for key, (kind, _) in found.items()}
        assert kinds == {
            ("native", "<one>"): "",
            ("verdict", "<one>"): "",
            ("native", "two\\nlines"): "skipped",
            ("verdict", "two\\nlines"): "failure" if strict else "skipped",
            ("a", "three"): "",
            ("b", "three"): "failure",
            ("c", "three"): "error",
            ("verdict", "three"): "failure",
        }


def test_a_report_that_cannot_be_written_is_one_line() -> None:
    run = copla("check", "futoshiki", "tiny-2", "--backend", "native", "--junit", "nowhere/report.xml")
    assert (run.status, run.err.splitlines()[-1].startswith("copla: nowhere/report.xml: ")) == (2, True)
