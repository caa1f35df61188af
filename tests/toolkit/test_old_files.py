"""A comparison that an older copla wrote opens, is judged, and goes on where it ended."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from copla import Status, Verdict, Watch
from copla.comparing.execute import execute
from copla.comparing.store import Store
from copla.comparing.summary import gather
from copla.running.here import Here

DUMP = Path(__file__).parent / "old-comparison.sql"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """The file as it was: three runs in its plan, two of them finished."""
    path = tmp_path / "old.sqlite"
    with sqlite3.connect(path) as connection:
        connection.executescript(DUMP.read_text(encoding="utf-8"))
    connection.close()
    return path


def test_an_old_comparison_can_be_read(old: Path) -> None:
    with Store.read(old) as store:
        records = store.records()
        assert [record.run.configuration for record in records] == [0, 2]
        assert [record.outcome.result and record.outcome.result.cost for record in records] == [8, 8]
        (judgement,) = gather(store).judgements
    assert judgement.verdict is Verdict.AGREE


def test_an_old_comparison_goes_on_where_it_ended(old: Path) -> None:
    with Store.resume(old) as store:
        (missing,) = store.pending()
        assert store.plan.configurations[missing.configuration].label == "search astar"
        executor = Here()
        store.begin(executor.description)
        assert execute(store, executor, Watch()) == 1
        assert not store.pending()
        statuses = [record.outcome.result and record.outcome.result.status for record in store.records()]
        (judgement,) = gather(store).judgements
    assert statuses == [Status.OPTIMAL] * 3
    assert judgement.verdict is Verdict.AGREE
    with sqlite3.connect(old) as connection:
        assert (
            connection.execute("SELECT cost, length, bound, failure FROM results").fetchall() == [(8, 8, 8, None)] * 3
        )
    connection.close()
