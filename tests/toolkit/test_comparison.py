"""The plan of a comparison, its file, what it concludes, and its exports and reports."""

from __future__ import annotations

import csv
import io
import json
import math
import re
import sqlite3
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import copla
from copla import Limits, Result, Solution, Statistics, Status, Verdict
from copla.answers.failure import Failure, FailureKind
from copla.answers.tables import Tone, Toned
from copla.comparing.execute import Progress
from copla.comparing.exports import COLUMNS, as_csv, as_html, as_json_lines, as_latex, as_markdown, plots
from copla.comparing.runs import Instance, Plan, configurations
from copla.comparing.schema import TABLES
from copla.comparing.store import Store
from copla.comparing.summary import Comparison, gather
from copla.comparing.tables import measure_tables, remarks, runs_table, summary_table, verdict_table
from copla.ground.errors import CoplaError, ModelError
from copla.running.configuration import Configuration
from copla.running.here import run_here
from copla.running.outcome import Outcome

pytestmark = pytest.mark.slow


def shipped(puzzle: str, name: str, solutions: int | None = 1) -> Instance:
    owner = copla.puzzle(puzzle)
    assert isinstance(owner, copla.ShipsInstances)
    return Instance(name, name, (owner.shipped() / f"{name}.txt").read_text(encoding="utf-8"), solutions)


def tiles_plan(**changes: Any) -> Plan:
    chosen = (
        Configuration("search", {"algorithm": "bfs"}),
        Configuration("search", {"algorithm": "astar", "heuristic": "manhattan"}),
        Configuration("search", {"algorithm": "dfs"}),
    )
    given: dict[str, Any] = {"limits": Limits(seconds=8), "configurations": chosen} | changes
    return Plan("tiles", (shipped("tiles", "eight-4"), shipped("tiles", "eight-swapped")), **given)


def plan_of(cost: int, status: Status = Status.OPTIMAL, seconds: float = 1.0) -> Outcome:
    """An answer to eight-4, whose shortest plan has four moves; longer ones go back and forth at the end."""
    moves = ("8 right", "7 down", "4 down", "1 right", *("1 left", "1 right") * ((cost - 4) // 2))
    solution = Solution(cost=cost, moves=moves)
    bound = cost if status is Status.OPTIMAL else None
    counts = Statistics(expanded=10, generated=20, max_nodes=5, seconds=seconds)
    return Outcome(Result(status, (solution,), statistics=counts, backend="search", bound=bound))


def nothing(status: Status, seconds: float = 8.0) -> Outcome:
    return Outcome(Result(status, statistics=Statistics(seconds=seconds), backend="search"))


def compared(tmp_path: Path, plan: Plan, outcomes: dict[tuple[int, int], Outcome]) -> Comparison:
    with Store.create(tmp_path / "runs.sqlite", plan) as store:
        store.begin("by hand")
        for run in plan.runs():
            if (run.instance, run.configuration) in outcomes:
                assert store.record(run, outcomes[run.instance, run.configuration], 1.5, "here")
        return gather(store)


# --- the plan


def test_a_key_is_made_of_everything_that_can_change_the_answer_and_of_nothing_else() -> None:
    plan = tiles_plan()
    keys = {run.key for run in plan.runs()}
    assert len(keys) == 6
    renamed = tuple(Instance("another name", "x", item.text, item.solutions) for item in plan.instances)
    same = Plan("tiles", renamed, plan.configurations, plan.limits)
    assert {run.key for run in same.runs()} == keys
    for other in (
        tiles_plan(limits=Limits(seconds=9)),
        tiles_plan(limits=Limits(seconds=8, bytes=10**9)),
        tiles_plan(instance_options={"goal": "blank-last"}),
        tiles_plan(configurations=(Configuration("search", {"algorithm": "ucs"}),)),
        tiles_plan(configurations=(Configuration("native", {"algorithm": "bfs"}),)),
    ):
        assert not keys & {run.key for run in other.runs()}
        assert plan.differences(other)
    assert plan.differences(same) == []
    assert keys < {run.key for run in tiles_plan(repeats=2).runs()}


def test_repeats_come_in_whole_rounds() -> None:
    assert [run.repeat for run in tiles_plan(repeats=2).runs()] == [1] * 6 + [2] * 6


def test_what_an_algorithm_ignores_is_not_run_twice() -> None:
    choices = {"algorithm": ["bfs", "wastar"], "heuristic": ["a", "b"], "weight": ["2", "3"], "prune": ["parent"]}
    chosen, same = configurations(["search"], choices)
    assert [c.label for c in chosen] == [
        "search bfs",
        *(f"search wastar {heuristic} weight={weight}.0" for heuristic in "ab" for weight in (2, 3)),
    ]
    assert len(same) == 3
    with pytest.raises(ModelError, match="backend search: option weight is 'much', expected a number"):
        configurations(["search"], {"weight": ["much"]})


def test_what_search_calls_unused_changes_nothing() -> None:
    """The claim of the backend, tested: whatever it says is unused, the run is the same."""
    backend = copla.backend("search")
    problem = copla.puzzle("tiles").problem(copla.puzzle("tiles").parse(shipped("tiles", "eight-16").text, "x"))
    other = {"heuristic": "linear-conflict", "closed": True, "weight": 5.0, "prune": "parent", "depth": 40, "width": 7}
    for algorithm in ("bfs", "ucs", "greedy", "astar", "wastar"):
        unused = backend.unused({"algorithm": algorithm})  # type: ignore[attr-defined]
        assert unused
        plain = copla.solve(problem, "search", options={"algorithm": algorithm})
        for name in unused:
            changed = copla.solve(problem, "search", options={"algorithm": algorithm, name: other[name]})
            counts = [(r.status, r.cost, r.statistics.expanded, r.statistics.generated) for r in (plain, changed)]
            assert counts[0] == counts[1], (algorithm, name)


# --- the file


def test_a_file_gives_back_its_plan_and_its_runs(tmp_path: Path) -> None:
    plan = tiles_plan(repeats=2, instance_options={"goal": "blank-first"}, limits=Limits(seconds=2.5, bytes=10**8))
    path = tmp_path / "runs.sqlite"
    with Store.create(path, plan) as store:
        assert store.pending() == plan.runs()
        store.begin("by hand")
        first, second, *rest = plan.runs()
        assert store.record(first, plan_of(4), 1.5, "here")
        assert not store.record(first, plan_of(6), 9.9), "the first answer stays"
        assert store.record(second, Outcome(None, Failure.of(FailureKind.CRASHED, "SIGSEGV")), 0.5)
        assert store.pending() == rest
    with Store.resume(path, plan) as store:
        assert store.plan == plan
        assert store.pending() == rest
        assert [(r.run, r.outcome, r.elapsed, r.place) for r in store.records()] == [
            (first, plan_of(4), 1.5, "here"),
            (second, Outcome(None, Failure.of(FailureKind.CRASHED, "SIGSEGV")), 0.5, ""),
        ]
        assert store.sessions()[0].versions["copla"]
        store.begin("again")
        for run in rest:
            store.record(run, plan_of(4), 1.0)
    assert [file.name for file in tmp_path.iterdir()] == ["runs.sqlite"], "a finished comparison is one file"
    with Store.read(path) as store:
        assert (store.pending(), len(store.sessions())) == ([], 2)


def test_the_columns_of_a_run_are_there_for_sql(tmp_path: Path) -> None:
    crashed = Outcome(None, Failure.of(FailureKind.CRASHED, "SIGSEGV"))
    compared(tmp_path, tiles_plan(), {(0, 0): plan_of(6, Status.SOLVED), (0, 1): crashed})
    with sqlite3.connect(tmp_path / "runs.sqlite") as connection:
        rows = connection.execute(
            "SELECT label, name, status, cost, length, generated, failure FROM results JOIN runs USING (key) "
            "JOIN configurations ON configuration = configurations.position "
            "JOIN instances ON instance = instances.position ORDER BY label"
        ).fetchall()
    assert rows == [
        ("search astar manhattan", "eight-4", "failed", None, None, None, "crashed: SIGSEGV"),
        ("search bfs", "eight-4", "solved", 6, 6, 20, None),
    ]


def test_a_file_of_another_comparison_is_refused_with_the_differences(tmp_path: Path) -> None:
    path = tmp_path / "runs.sqlite"
    Store.create(path, tiles_plan()).close()
    chosen = (Configuration("search", {"algorithm": "bfs"}), Configuration("cp-sat"))
    with pytest.raises(CoplaError) as refusal:
        Store.resume(path, tiles_plan(limits=Limits(seconds=9), repeats=3, configurations=chosen))
    assert str(refusal.value) == (
        f"{path}: holds another comparison: the time limit is 8.0 there and 9 here; the repeats are 1 there and 3 "
        "here; search astar manhattan is missing here; search dfs is missing here; cp-sat is missing there"
    )
    with pytest.raises(
        CoplaError, match=r"the puzzle is tiles there and guarini here; .*instance 4x3 is missing there"
    ):
        Store.resume(path, Plan("guarini", (shipped("guarini", "4x3"),), tiles_plan().configurations))
    with pytest.raises(CoplaError, match="holds a comparison already, with 0 of 6 runs finished; --resume continues"):
        Store.create(path, tiles_plan())
    Store.resume(path, tiles_plan()).close()


def test_files_that_are_no_comparison_are_refused_and_left_alone(tmp_path: Path) -> None:
    text, other, newer = (tmp_path / name for name in ("text", "other", "newer"))
    text.write_text("not a database, but much longer than a hundred bytes " * 30)
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE accounts (owner)")
    Store.create(newer, tiles_plan()).close()
    with sqlite3.connect(newer) as connection:
        connection.execute("PRAGMA user_version = 7")
    for path, reason in (
        (text, "found no SQLite file, expected a comparison of copla"),
        (other, "found an SQLite file of something else, expected a comparison of copla"),
        (newer, "found schema version 7, expected 1"),
    ):
        before = path.read_bytes()
        for attempt in (Store.read, Store.resume, lambda path: Store.create(path, tiles_plan())):
            with pytest.raises(CoplaError, match=f"{path.name}: {reason}"):
                attempt(path)
        assert path.read_bytes() == before
    for missing in (Store.read, Store.resume):
        with pytest.raises(CoplaError, match="there is no such file"):
            missing(tmp_path / "nothing")


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    compared(tmp_path, tiles_plan(), {(0, 0): plan_of(4)})
    path = tmp_path / "runs.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(CoplaError, match=r"runs\.sqlite: is damaged and cannot be used"):
        Store.resume(path)
    holes = bytearray(whole)
    holes[4096:] = b"\xff" * len(holes[4096:])
    path.write_bytes(holes)
    with pytest.raises(CoplaError, match=r"runs\.sqlite: is damaged and cannot be used"):
        Store.read(path)
    path.write_bytes(whole)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE results SET outcome = '{}'")
    with Store.read(path) as store, pytest.raises(CoplaError, match="is damaged and cannot be used: run "):
        store.records()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE instances SET text = 'tampered' WHERE position = 0")
    with pytest.raises(CoplaError, match="its runs are not those of its plan"):
        Store.read(path)


def test_a_file_that_was_cut_off_before_its_plan_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "runs.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("BEGIN")
        connection.execute(TABLES.split(";", maxsplit=1)[0])
        connection.rollback()
    with pytest.raises(CoplaError, match="is empty, so there is nothing to resume"):
        Store.resume(path)
    with pytest.raises(CoplaError, match="is empty, expected a comparison of copla"):
        Store.read(path)
    with Store.resume(path, tiles_plan()) as store:
        assert len(store.pending()) == 6


def test_one_comparison_at_a_time_on_a_file_but_everybody_may_read(tmp_path: Path) -> None:
    path = tmp_path / "runs.sqlite"
    with Store.create(path, tiles_plan()) as store:
        store.begin("by hand")
        store.record(store.pending()[0], plan_of(4), 1.0)
        for attempt in (Store.resume, lambda path: Store.create(path, tiles_plan())):
            with pytest.raises(CoplaError, match=r"another comparison is running on this file \(process \d+, since "):
                attempt(path)
        with Store.read(path) as reader:
            assert len(reader.records()) == 1
    Store.resume(path).close()


# --- what it concludes


def test_answers_are_judged_across_configurations(tmp_path: Path) -> None:
    swapped = nothing(Status.INFEASIBLE, 0.5)
    outcomes = {(0, 0): plan_of(4), (0, 1): plan_of(4), (0, 2): plan_of(6, Status.SOLVED, 0.1), (1, 0): swapped}
    comparison = compared(tmp_path, tiles_plan(), outcomes)
    first, second = comparison.judgements
    assert (first.verdict, first.answer) == (Verdict.AGREE, "optimal cost 4")
    assert first.fastest is not None
    assert first.fastest.configuration.label == "search bfs", "dfs was faster, but its plan is longer"
    assert (second.verdict, second.answer) == (Verdict.AGREE, "no solution"), "the puzzle's own argument agrees"
    assert not comparison.disagreement
    assert [(s.answered, s.cheapest, s.fastest) for s in comparison.summaries()] == [(2, 2, 2), (1, 1, 0), (1, 0, 0)]


def test_a_wrong_optimum_is_a_disagreement_with_its_witness(tmp_path: Path) -> None:
    comparison = compared(tmp_path, tiles_plan(), {(0, 0): plan_of(6), (0, 1): plan_of(4)})
    assert comparison.disagreement
    (witness,) = [line for line in remarks(comparison) if "is wrong" in line]
    assert witness == ("eight-4: search bfs is wrong: it claims that 6 is optimal, but search astar manhattan found 4")


def test_a_wrong_answer_of_one_repeat_is_a_disagreement(tmp_path: Path) -> None:
    plan = tiles_plan(repeats=2, configurations=tiles_plan().configurations[:1])
    with Store.create(tmp_path / "runs.sqlite", plan) as store:
        store.begin("by hand")
        for run in plan.runs()[:3]:
            store.record(run, {1: plan_of(4), 2: plan_of(6)}[run.repeat], 1.0)
        store.record(plan.runs()[3], nothing(Status.TIMEOUT), 8.0)
        comparison = gather(store)
    assert comparison.judgements[0].verdict is Verdict.DISAGREE
    assert comparison.judgements[0].witnesses[0].startswith("search bfs (run 2) is wrong")
    assert comparison.cells[1].status == "1 optimal, 1 timeout"
    assert not comparison.cells[1].answered


def test_time_outs_count_in_the_means(tmp_path: Path) -> None:
    outcomes = {
        (0, 0): plan_of(4, seconds=2.0), (1, 0): nothing(Status.TIMEOUT, 8.1),
        (0, 1): plan_of(4, seconds=1.0), (1, 1): Outcome(None, Failure.of(FailureKind.CRASHED, "SIGSEGV")),
    }  # fmt: skip
    bfs, astar, _ = compared(tmp_path, tiles_plan(), outcomes).summaries()
    assert bfs.geometric_mean == pytest.approx(math.sqrt(2.0 * 8.0))
    assert bfs.par2 == pytest.approx((2.0 + 16.0) / 2)
    assert bfs.seconds == pytest.approx(10.1)
    assert bfs.statuses == {"timeout": 1}
    assert astar.par2 == pytest.approx((1.0 + 16.0) / 2)
    assert astar.seconds == pytest.approx(2.5)
    assert astar.statuses == {"failed": 1}


def test_the_estimate_is_the_mean_of_each_configuration_over_the_slots() -> None:
    plan = tiles_plan()
    progress = Progress(plan, [], slots=2)
    assert (progress.done, progress.total, progress.seconds_left) == (0, 6, None)
    for run in plan.runs()[:3]:
        progress.count(run, [1.0, 2.0, 9.0][run.configuration])
    assert progress.seconds_left == pytest.approx((1 + 2 + 9) / 2)
    for run in plan.runs()[3:5]:
        progress.count(run, 1.0)
    assert progress.seconds_left == pytest.approx(9.0), "one run left keeps one slot busy"


# --- tables, exports and reports


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Comparison:
    """All kinds of ends: answers, a time-out, a crash with text that tries to be HTML."""
    outcomes = {
        (0, 0): run_here(tiles_plan().job(tiles_plan().runs()[0])),
        (0, 1): plan_of(4, seconds=0.25),
        (0, 2): nothing(Status.TIMEOUT),
        (1, 0): nothing(Status.INFEASIBLE, 2.0),
        (1, 1): Outcome(None, Failure.of(FailureKind.BROKEN, "<script>alert(1)</script> | \"x\", 'y'")),
    }
    return compared(tmp_path_factory.mktemp("mixed"), tiles_plan(), outcomes)


@pytest.fixture(scope="module")
def report(mixed: Comparison) -> str:
    return as_html(mixed)


def test_the_tables_have_the_assignments_form(mixed: Comparison) -> None:
    table = runs_table(mixed, seconds=True)
    assert table.names == [
        "instance", "backend", "algorithm", "heuristic", "status",
        "length", "cost", "expanded", "generated", "most nodes", "seconds",
    ]  # fmt: skip
    assert list(table.rows[1]) == [
        "eight-4", "search", "astar", "manhattan", "optimal", "4", "4", "10", "20", "5", "0.250"
    ]  # fmt: skip
    assert [row[4] for row in table.rows] == ["optimal", "optimal", "timeout", "infeasible", "failed"]
    assert runs_table(mixed).rows[1][-1] == "250 ms"
    assert [row[0] for row in summary_table(mixed).rows] == ["search bfs", "search astar manhattan", "search dfs"]
    assert [list(row[:3]) for row in verdict_table(mixed).rows] == [
        ["eight-4", "agree", "optimal cost 4"],
        ["eight-swapped", "agree", "no solution"],
    ]
    assert "not finished: 5 of 6 runs are done" in remarks(mixed)


def test_measures_have_instances_down_and_configurations_across(mixed: Comparison) -> None:
    expanded, cost, time = measure_tables(mixed)
    assert expanded.names == ["expanded", "search bfs", "search astar manhattan", "search dfs"]
    assert [row[1:] for row in cost.rows] == [["4", "4", "timeout"], ["-", "failed", "-"]]
    assert [list(row[2:]) for row in time.rows] == [["250 ms", "timeout"], ["failed", "-"]]
    tones = [cell.tone for row in cost.rows for cell in row if isinstance(cell, Toned)]
    assert tones == [Tone.OPEN, Tone.BAD]
    (status,) = measure_tables(mixed, ["status"])
    assert [list(row[1:]) for row in status.rows] == [["optimal", "optimal", "timeout"], ["infeasible", "failed", "-"]]


def test_a_configuration_that_is_refuted_is_wrong_in_every_table(tmp_path: Path) -> None:
    outcomes = {(0, 0): plan_of(4), (0, 1): Outcome(Result(Status.INFEASIBLE, backend="search"))}
    found = compared(tmp_path, tiles_plan(), outcomes)
    assert found.judgements[0].accused == ("search astar manhattan",)
    for table in measure_tables(found):
        assert [cell for row in table.rows for cell in row].count("wrong") == 1


def test_latex_has_every_table_with_its_caption(mixed: Comparison) -> None:
    text = as_latex(mixed, ["cost"])
    captions = re.findall(r"\\caption{(.*)}", text)
    assert captions == ["tiles: cost", "tiles: summary", "tiles: verdicts", "tiles: runs"]
    assert text.count(r"\begin{tabular}") == text.count(r"\end{tabular}") == 4
    assert r"4 & 4 & timeout \\" in text


def test_plots_are_documents_of_their_own(mixed: Comparison) -> None:
    for name, document in plots(mixed).items():
        root = ElementTree.fromstring(document)
        assert root.tag == "{http://www.w3.org/2000/svg}svg", name
        assert "var(" not in document


def test_exports_read_back(mixed: Comparison) -> None:
    lines = [json.loads(line) for line in as_json_lines(mixed).splitlines()]
    rows = list(csv.DictReader(io.StringIO(as_csv(mixed), newline="")))
    assert len(lines) == len(rows) == 5
    assert len({tuple(line) for line in lines}) == 1, "all objects have the same keys"
    assert set(COLUMNS) <= set(lines[0])
    for line, row in zip(lines, rows, strict=True):
        assert json.loads(row["options"]) == line["options"]
        for name in ("instance", "configuration", "status", "cost", "generated", "seconds", "failure", "verdict"):
            assert row[name] == ("" if line[name] is None else str(line[name]))
    assert copla.Result.from_json(lines[0]).best.moves == plan_of(4).result.best.moves  # type: ignore[union-attr]
    assert (lines[4]["status"], lines[4]["seconds"], lines[4]["unique"]) == ("failed", 1.5, None)
    tables = re.findall(r"(?:^\|.*\n)+", as_markdown(mixed), re.MULTILINE)
    both = (*measure_tables(mixed), summary_table(mixed), verdict_table(mixed), runs_table(mixed))
    for table, expected in zip(tables, both, strict=True):
        cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in table.splitlines()]
        assert cells[0] == expected.names
        assert cells[2:] == [list(row) for row in expected.rows]


class Page(HTMLParser):
    """Collects the tags of a page, and whether they are closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_the_report_is_one_page_that_loads_nothing(report: str) -> None:
    page = Page()
    page.feed(report)
    assert page.open == []
    assert "http" not in report
    assert "@import" not in report
    names = [tag for tag, _ in page.tags]
    assert not {"link", "img", "iframe", "object", "embed"} & set(names)
    assert names.count("script") == 1, "text of a failure is shown, not run"
    for _, attributes in page.tags:
        assert "src" not in attributes
        assert (attributes.get("href") or "#").startswith("#")
    identities = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(identities) == len(set(identities)), "names of different plots do not collide"
    targets = re.findall(r'(?:href="#|url\(#)([^")]+)', report)
    assert targets
    assert set(targets) <= set(identities)


def test_the_report_has_every_plot_with_words_for_it(report: str) -> None:
    page = Page()
    page.feed(report)
    described = [a["aria-label"] or "" for _, a in page.tags if a.get("role") == "img"]
    assert [text.split(".")[0].split(" of ")[0] for text in described] == [
        "Cactus plot", "Scatter plot", "Scatter plot", "Bar chart", "Bar chart"
    ]  # fmt: skip
    assert "search bfs answered 2, the slowest in 2 s" in described[0]
    assert "search dfs 8 s  timeout" in described[3], "time-outs are visible"
    assert any("<script>alert(1)</script>" in text for text in page.texts)
    assert [tag for tag, _ in page.tags].count("table") == 3


def test_a_report_of_nothing_is_a_page_all_the_same(tmp_path: Path) -> None:
    page = Page()
    page.feed(as_html(compared(tmp_path, tiles_plan(), {})))
    assert page.open == []
    assert any("0 of 6" in text for text in page.texts)


def test_many_instances_are_summed_up_in_one_panel(tmp_path: Path) -> None:
    instances = tuple(Instance(f"i{n}", "x", f"8 0 6 5 4 7 2 3 1{' ' * n}") for n in range(8))
    plan = Plan("tiles", instances, tiles_plan().configurations[:2], Limits(seconds=8))
    outcomes = {(n, c): nothing(Status.TIMEOUT if n == 7 else Status.INFEASIBLE, 2.0) for n in range(8) for c in (0, 1)}
    page = Page()
    page.feed(as_html(compared(tmp_path, plan, outcomes)))
    described = [a["aria-label"] or "" for _, a in page.tags if a.get("role") == "img"]
    assert "geometric mean over 7 of 8 instances: search bfs 2 s, search astar manhattan 2 s" in described[-1]
