"""Everything that the documentation shows is run: Python samples, commands with their output, and JSON keys.

Two comments in front of a block give orders: ``<!-- exit 3 -->`` says how the commands of the block end, and
``<!-- file board.txt -->`` that the block is the content of a file that later blocks use.
"""

from __future__ import annotations

import doctest
import json
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from copla.comparing import schema
from tests import warm

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
DOCUMENTS = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md", ROOT / "docs" / "plugin" / "README.md"]
CHECKS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE

Run = Callable[..., subprocess.CompletedProcess[str]]
Make = Callable[..., Path]

each_document = pytest.mark.parametrize("document", DOCUMENTS, ids=[str(d.relative_to(ROOT)) for d in DOCUMENTS])


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its language, its text, where it starts, and the orders in front of it."""

    language: str
    text: str
    line: int
    exit_status: int
    file: str | None


def blocks(document: Path) -> Iterator[Block]:
    text = document.read_text(encoding="utf-8")
    fence = r"((?:^<!-- (?:exit|file) \S+ -->\n)*)^```(\w*)\n(.*?)^```$"
    for match in re.finditer(fence, text, re.MULTILINE | re.DOTALL):
        orders = dict(re.findall(r"<!-- (exit|file) (\S+) -->", match[1]))
        line = text[: match.start(2)].count("\n") + 1
        yield Block(match[2], match[3], line, int(orders.get("exit", 0)), orders.get("file"))


def test_every_fence_of_the_documentation_is_found() -> None:
    for document in DOCUMENTS:
        fences = re.findall(r"^```", document.read_text(encoding="utf-8"), re.MULTILINE)
        assert len(fences) == 2 * len(list(blocks(document))), document.name


def test_every_link_between_documents_leads_somewhere() -> None:
    for document in DOCUMENTS:
        for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8")):
            assert (document.parent / target).exists(), f"{document.name}: {target}"


@each_document
def test_the_python_samples_run_and_print_what_is_shown(
    document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    module = ModuleType("sample")
    monkeypatch.setitem(sys.modules, "sample", module)
    namespace = vars(module)
    for block in blocks(document):
        if block.file:
            Path(block.file).write_text(block.text, encoding="utf-8")
        if block.language != "python":
            continue
        if ">>> " in block.text:
            run_doctest(block, document, namespace)
        else:
            code = compile("\n" * block.line + block.text, str(document), "exec", dont_inherit=True)
            exec(code, namespace)


def run_doctest(block: Block, document: Path, namespace: dict[str, Any]) -> None:
    parsed = doctest.DocTestParser().get_doctest(block.text, namespace, document.name, str(document), block.line)
    runner = doctest.DocTestRunner(optionflags=CHECKS)
    report: list[str] = []
    runner.run(parsed, out=report.append, clear_globs=False)
    namespace.update(parsed.globs)
    assert not runner.failures, "".join(report)


@each_document
def test_the_commands_run_and_print_what_is_shown(
    document: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    environment = {**os.environ, "PATH": f"{program(tmp_path)}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": ""}
    environment["COPLA_CACHE"] = str(tmp_path / "cache")
    if document.parent.name == "plugin":
        environment["PYTHONPATH"] = str(request.getfixturevalue("installed_template"))
    folder = tmp_path / "work"
    folder.mkdir()
    for block in blocks(document):
        if block.file:
            (folder / block.file).write_text(block.text, encoding="utf-8")
        for command, shown in commands(block):
            ended = run(command, folder, environment)
            where = f"{document.name}:{block.line}: {command}"
            assert ended.returncode == block.exit_status, f"{where}\n{ended.stdout}"
            # A document may show all that a terminal shows, standard output alone, or just the command.
            alike = (
                not shown
                or same(shown, ended.stdout)
                or same(shown, run(command, folder, environment, subprocess.DEVNULL).stdout)
            )
            assert alike, f"{where}\nprinted:\n{ended.stdout}\nthe document shows:\n{shown}"


def run(
    command: str, folder: Path, environment: dict[str, str], errors: int = subprocess.STDOUT
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", "-c", command],
        env=environment,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
    )


def same(shown: str, printed: str) -> bool:
    return doctest.OutputChecker().check_output(measured(shown), measured(printed), doctest.ELLIPSIS)


def program(folder: Path) -> Path:
    """A folder with the command ``copla``."""
    script = folder / "bin" / "copla"
    script.parent.mkdir()
    script.write_text(f'#!/bin/sh\nexec {warm.shell_command()} "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    return script.parent


def commands(block: Block) -> Iterator[tuple[str, str]]:
    """The commands of a console block, each with the output that is shown under it; the steps of a workflow file."""
    if block.language == "console":
        for part in re.split(r"^(?=\$ )", block.text, flags=re.MULTILINE):
            command, _, shown = part.partition("\n")
            if command.startswith(("$ copla", "$ cc ")):
                yield command[2:], shown
    if block.language == "yaml":
        for step in re.findall(r"^ *- run: ((?:copla|cc) .*)$", block.text, re.MULTILINE):
            yield step, ""


def measured(output: str) -> str:
    """The output without what differs from run to run: times and bytes."""
    output = re.sub(r" *\b([0-9]+\.[0-9]+(e-[0-9]+)?\b|[0-9]+(?= m?s\b))", " TIME", output)
    output = re.sub(r"TIME m?s\b", "TIME", output)
    return re.sub(r'"peak_bytes": [0-9]+', '"peak_bytes": BYTES', output)


# --- docs/backends.md


def test_the_documented_options_of_the_backends_are_the_declared_ones(copla: Run) -> None:
    text = (ROOT / "docs" / "backends.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([\w-]+)` \| `(\w+)` \| `([^`]+)` \| (.*?) \|", text, re.MULTILINE)
    shown = {
        (backend, option): (default, re.findall(r"`([^`]+)`", values)) for backend, option, default, values in rows
    }
    declared = {
        (line["name"], option["name"]): (str(option["default"]), option["choices"])
        for line in lines(copla("backends", "--json"))
        for option in line["options"]
    }
    assert {key: default for key, (default, _) in shown.items()} == {k: default for k, (default, _) in declared.items()}
    assert all(shown[key][1] == choices for key, (_, choices) in declared.items() if choices)


# --- docs/json.md

TABLES = ROOT / "docs" / "json.md"


def documented(title: str) -> list[str]:
    """The keys in the table under a heading of docs/json.md."""
    text = TABLES.read_text(encoding="utf-8")
    section = re.search(rf"^#+ {re.escape(title)}\n(.*?)(?=^#|\Z)", text, re.MULTILINE | re.DOTALL)
    assert section, f"docs/json.md has no section {title!r}"
    return re.findall(r"^\| `(\w+)` \|", section[1], re.MULTILINE)


def lines(ended: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in ended.stdout.splitlines()]


def test_the_keys_of_solve_are_the_documented_ones(copla: Run) -> None:
    (solved,) = lines(copla("solve", "futoshiki", "tiny-2", "--json"))
    assert list(solved) == documented("solve")
    assert list(solved["solutions"][0]) == documented("A solution")
    assert solved["conflict"] is None


def test_the_keys_of_solve_are_the_same_when_there_is_no_solution(copla: Run) -> None:
    (solved,) = lines(copla("solve", "futoshiki", "unsolvable-cycle", "--json"))
    assert list(solved) == documented("solve")
    assert list(solved["conflict"]) == documented("A conflict")


def test_the_keys_of_solve_are_the_same_when_a_limit_comes_first(copla: Run) -> None:
    (solved,) = lines(copla("solve", "futoshiki", "extreme-9-1", "--timeout", "0", "--json"))
    assert list(solved) == documented("solve")


def test_the_keys_of_check_are_the_documented_ones(copla: Run) -> None:
    (checked,) = lines(copla("check", "futoshiki", "tiny-2", "--json"))
    assert list(checked) == documented("check")
    expected = [key for key in documented("solve") if key not in ("puzzle", "instance", "conflict")] + ["label"]
    assert all(list(result) == expected for result in checked["results"])


def test_the_keys_of_a_witness_are_the_documented_ones(copla: Run, make_plugin: Make) -> None:
    source = """
from copla import Result, Status

class Plugin:
    name, summary, options = "liar", "answers no to everything", ()
    def missing(self): return None
    def refuses(self, problem): return None
    def solve(self, problem, options, watch): return Result(Status.INFEASIBLE, complete=True)

PLUGIN = Plugin()
"""
    plugins = make_plugin("copla.backends", "liar", source)
    (checked,) = lines(copla("check", "futoshiki", "tiny-2", "--json", plugins=plugins))
    assert list(checked) == documented("check")
    assert list(checked["witness"][0]) == documented("A witness")
    assert {"values", "cost", "seconds"} <= set(checked["witness"][0]["solution"])


def test_the_keys_of_verify_are_the_documented_ones(copla: Run) -> None:
    for solution, partly in (("1221", False), ("1212", False), ("1 2\n- -\n", True)):
        (verified,) = lines(copla("verify", "futoshiki", "tiny-2", "-", "--json", stdin=solution))
        assert list(verified) == [key for key in documented("verify") if partly or key != "entries"]


def test_the_keys_of_explain_are_the_documented_ones(copla: Run) -> None:
    for instance in ("tiny-2", "unsolvable-cycle"):
        (explained,) = lines(copla("explain", "futoshiki", instance, "--json"))
        assert list(explained) == documented("explain")


def test_the_keys_of_the_listings_are_the_documented_ones(copla: Run) -> None:
    for command in ("puzzles", "backends", "instances"):
        assert {tuple(line) for line in lines(copla(command, "--json"))} == {tuple(documented(command))}
    options = [option for line in lines(copla("backends", "--json")) for option in line["options"]]
    assert {tuple(option) for option in options} == {tuple(documented("An option"))}
    algorithms = [algorithm for line in lines(copla("backends", "--json")) for algorithm in line["algorithms"]]
    assert {tuple(algorithm) for algorithm in algorithms} == {tuple(documented("An algorithm"))}
    assert {tuple(line) for line in lines(copla("heuristics", "tiles", "--json"))} == {tuple(documented("heuristics"))}


def test_the_keys_of_compare_are_the_documented_ones(copla: Run) -> None:
    compared = lines(
        copla("compare", "futoshiki", "tiny-2", "--backend", "forward-checking,python-constraint", "--json")
    )
    expected = {*documented("solve"), *documented("compare")} - {"conflict"}
    assert [set(run) for run in compared] == [expected] * 2


# --- docs/compare.md


def test_the_documented_tables_of_a_comparison_are_those_of_the_file() -> None:
    text = (ROOT / "docs" / "compare.md").read_text(encoding="utf-8")
    shown = {
        name: re.findall(r"`(\w+)`", columns)
        for name, columns in re.findall(r"^\| `(\w+)` \| .* \| (.*) \|$", text, re.M)
    }
    with sqlite3.connect(":memory:") as connection:
        connection.executescript(schema.TABLES)
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        assert tables
        for table in tables:
            assert shown[table] == [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
