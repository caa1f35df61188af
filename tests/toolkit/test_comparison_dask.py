"""A comparison on a real Dask cluster of this machine: a scheduler, workers, and what may happen to them."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import distributed
import pytest

import copla
from copla import Limits, Watch
from copla.comparing.execute import execute
from copla.comparing.runs import Instance, Plan, Run
from copla.comparing.store import Store
from copla.ground.errors import CoplaError
from copla.running.cluster import connected
from copla.running.configuration import Configuration
from copla.running.here import run_here
from tests.misbehaving import install, is_alive, wait_until

pytestmark = pytest.mark.slow

# A Python that does not find copla, though it is the same one as ours.
NO_COPLA = """
import sys
from importlib.metadata import Distribution, PackageNotFoundError

find = Distribution.from_name.__func__

def without_copla(cls, name):
    if name == "copla":
        raise PackageNotFoundError(name)
    return find(cls, name)

Distribution.from_name = classmethod(without_copla)
sys.modules["copla"] = None  # importing it is an ImportError
"""
OLD_COPLA = "Metadata-Version: 2.1\nName: copla\nVersion: 0.0.1\n"


class Cluster:
    """A scheduler on loopback, and workers that are started by name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.plugins = folder / "plugins"
        self.plugins.mkdir()
        install(self.plugins, "segfaults", "hangs-on")
        self.processes: list[subprocess.Popen[bytes]] = []
        file = folder / "scheduler.json"
        self._start("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
        wait_until(lambda: file.exists() and file.read_text().endswith("}"))
        self.tcp = json.loads(file.read_text())["address"]
        self.address = self.tcp.replace("tcp://", "dask://")

    def worker(self, name: str, path: Path | None = None) -> subprocess.Popen[bytes]:
        """A worker with one thread; it finds modules in this folder first."""
        return self._start("dask_worker", self.tcp, "--nthreads", "1", "--no-nanny", "--name", name, path=path)

    def await_workers(self, *names: str) -> None:
        """Until these and no others are known to the scheduler."""
        client: Any = distributed.Client(self.tcp, set_as_default=False)  # type: ignore[no-untyped-call]
        with client:
            wait_until(lambda: {w["name"] for w in client.scheduler_info()["workers"].values()} == set(names))

    def _start(self, module: str, *arguments: str, path: Path | None = None) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{module}", *arguments, "--no-dashboard"]
        environment = os.environ | {"PYTHONPATH": str(path or self.plugins), "PYTHONWARNINGS": "ignore"}
        silent = subprocess.DEVNULL
        process = subprocess.Popen(command, stdout=silent, stderr=silent, cwd=self.folder, env=environment)
        self.processes.append(process)
        return process

    def close(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    made = Cluster(tmp_path_factory.mktemp("cluster"))
    made.worker("survivor")
    yield made
    made.close()


def boards(*sizes: int) -> tuple[Instance, ...]:
    owner = copla.puzzle("futoshiki")
    assert isinstance(owner, copla.ShipsInstances)
    names = [f"extreme-{size}-{number}" for size in sizes for number in range(1, 11)]
    return tuple(Instance(n, n, (owner.shipped() / f"{n}.txt").read_text(encoding="utf-8"), 2) for n in names)


def test_a_worker_killed_in_the_middle_loses_no_run_and_none_counts_twice(cluster: Cluster, tmp_path: Path) -> None:
    chosen = (Configuration("forward-checking"), Configuration("python-constraint"), Configuration("segfaults"))
    plan = Plan("futoshiki", boards(4), chosen, Limits(seconds=60))
    victim = cluster.worker("victim")
    cluster.await_workers("victim", "survivor")
    told: list[Run] = []
    with connected(cluster.address) as dask, Store.create(tmp_path / "runs.sqlite", plan) as store:
        assert dask.description == "Dask, 2 workers, 2 at once"

        def tell(run: Run, elapsed: float) -> None:
            told.append(run)
            if len(told) >= 6 and any(record.place == "victim" for record in store.records()):
                victim.kill()

        assert execute(store, dask, Watch(), tell) == 30
        records = store.records()
        assert store.pending() == []
    assert victim.wait() == -signal.SIGKILL
    assert len(told) == len(set(told)) == 30
    assert [record.run for record in records] == plan.runs()
    assert {record.place for record in records} == {"victim", "survivor"}
    cluster.await_workers("survivor")  # which has seen ten crashes, and lives
    for record in records:
        if plan.configurations[record.run.configuration].backend == "segfaults":  # unknown in this process
            assert (record.outcome.failure or "").startswith("crashed: SIGSEGV")
        else:
            here = run_here(plan.job(record.run)).result
            assert here is not None
            assert record.outcome.result is not None
            assert record.outcome.result.solutions[0].values == here.solutions[0].values


def test_runs_on_the_cluster_end_with_the_comparison(cluster: Cluster, tmp_path: Path) -> None:
    """Ctrl-C and even kill -9 of the client end a run that would otherwise go on for ten minutes."""
    cluster.await_workers("survivor")
    for end in (signal.SIGINT, signal.SIGKILL):
        file = tmp_path / end.name
        options = ["--backend", "hangs-on", "--option", f"file={file}", "--timeout", "600", "--on", cluster.address]
        command = [sys.executable, "-m", "copla.cli", "compare", "futoshiki", "tiny-1", "tiny-2", *options]
        environment = os.environ | {"PYTHONPATH": str(cluster.plugins), "COPLA_CACHE": str(tmp_path)}
        client = subprocess.Popen(command, cwd=tmp_path, env=environment, stderr=subprocess.PIPE, text=True)
        wait_until(lambda file=file: file.exists() and file.read_text() != "")  # type: ignore[misc]
        client.send_signal(end)
        _, err = client.communicate(timeout=60)
        wait_until(lambda file=file: not is_alive(int(file.read_text())))  # type: ignore[misc]
        if end is signal.SIGINT:
            assert client.returncode == 130
            begun, ended = err.splitlines()
            kept = tmp_path / "comparisons" / "copla-compare-futoshiki-"
            assert begun.startswith(f"2 runs: 2 instances x 1 configuration; kept in {kept}")
            assert ended.startswith("interrupted: 0 of 2 runs are kept; continue with: copla compare --db ")


def test_fuzzing_on_the_cluster_does_what_it_does_here(cluster: Cluster, tmp_path: Path) -> None:
    cluster.await_workers("survivor")
    command = [sys.executable, "-m", "copla.cli", "fuzz", "tables", "routes", "-b", "native,search", "--count", "30"]
    here, there = (
        subprocess.run([*command, *where], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
        for where in ([], ["--on", cluster.address])
    )
    assert there == here
    assert there.startswith("60 problems, ")
    assert there.endswith(": no failure\n")
    (tmp_path / "board.txt").write_text("2:0,0L,0,0,")
    for words, error in (
        (["--jobs", "2"], "copla: found --jobs with a cluster: there the workers decide how many batches there are at"),
        (["board.txt"], "copla: found the file "),
    ):
        run = subprocess.run(
            [*command[:4], *words, "--on", cluster.address], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert (run.returncode, run.stdout, run.stderr.startswith(error)) == (2, "", True)


def test_a_cluster_that_is_not_there_is_one_line() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(CoplaError, match=rf"^dask://127\.0\.0\.1:{port}: no Dask scheduler answers there: "):
        connected(f"dask://127.0.0.1:{port}").__enter__()


def test_workers_that_do_not_fit_are_one_line(tmp_path: Path) -> None:
    cluster = Cluster(tmp_path)
    try:
        check_workers_that_do_not_fit(cluster, tmp_path)
    finally:
        cluster.close()


def check_workers_that_do_not_fit(cluster: Cluster, tmp_path: Path) -> None:
    with pytest.raises(CoplaError, match=r"^dask://127\.0\.0\.1:\d+: the scheduler has no workers$"):
        connected(cluster.address).__enter__()
    old, none = tmp_path / "old", tmp_path / "none"
    (old / "copla-0.0.1.dist-info").mkdir(parents=True)
    (old / "copla-0.0.1.dist-info" / "METADATA").write_text(OLD_COPLA)
    none.mkdir()
    (none / "sitecustomize.py").write_text(NO_COPLA)
    worker = cluster.worker("old", old)
    cluster.await_workers("old")
    with pytest.raises(CoplaError, match=r"the worker tcp://\S+ has copla 0\.0\.1, expected copla \d"):
        connected(cluster.address).__enter__()
    worker.kill()
    cluster.worker("none", none)
    cluster.await_workers("none")
    with pytest.raises(CoplaError, match=r"the worker tcp://\S+ has no copla, expected copla \d"):
        connected(cluster.address).__enter__()
