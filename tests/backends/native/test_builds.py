"""Which build of the engine runs: one switch, and the builds do not disturb each other."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module

import pytest

from copla import CoplaError
from copla.backends.native import BACKEND, engine
from tests.audited import audited_engine


def test_release_and_audit_live_in_one_process() -> None:
    release, audit = import_module("copla.backends.native._engine"), audited_engine()
    assert not release.audited
    assert audit.audited
    assert release.Control is not audit.Control
    board, other = (build.TilePosition(2, 2, [1, 2, 3, 0], [1, 2, 3, 0]) for build in (audit, release))
    settings, control = audit.TileSettings(), audit.Control(lambda *counters: 0, -1.0, -1)
    assert audit.search_tiles(board, [], settings, control).plans[0].cost == 0
    with pytest.raises(TypeError):
        audit.search_tiles(other, [], settings, control)


def test_the_environment_names_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "build", "release")
    assert engine.module_name().endswith("._engine")
    monkeypatch.setattr(engine, "build", "audit")
    assert engine.module_name().endswith("._engine_audit")
    assert engine._engine.audited
    monkeypatch.setattr(engine, "build", "fast")
    with pytest.raises(CoplaError, match="COPLA_ENGINE: found 'fast', expected release, audit, sanitize"):
        BACKEND.missing()


def test_a_whole_run_uses_the_build_that_is_asked_for() -> None:
    code = (
        "import sys; from copla.cli import main; sys.argv = ['copla', 'solve', 'tiles', 'two-by-two'];"
        "import contextlib\nwith contextlib.suppress(SystemExit): main()\n"
        "print(*sorted(name for name in sys.modules if '._engine' in name))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | {"COPLA_ENGINE": "audit"}, capture_output=True, text=True
    )
    assert done.stdout.splitlines()[-1] == "copla.backends.native._engine_audit"
