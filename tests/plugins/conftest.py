"""Running the real program with plug-ins: one that pip installs, and small ones made by hand."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import warm

TEMPLATE = Path(__file__).parents[2] / "docs" / "plugin"


@pytest.fixture(scope="session")
def installed_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which pip has installed a copy of docs/plugin."""
    folder = tmp_path_factory.mktemp("template")
    shutil.copytree(TEMPLATE, folder / "plugin", ignore=shutil.ignore_patterns("__pycache__"))
    flags = ["--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check", "--quiet"]
    pip = [sys.executable, "-m", "pip", "install", *flags, "--target", str(folder / "site"), str(folder / "plugin")]
    subprocess.run(pip, check=True, capture_output=True, text=True)
    return folder / "site"


@pytest.fixture
def copla(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run the program in an empty folder: ``copla("solve", "futoshiki", "tiny-2", plugins=folder)``."""
    folder = tmp_path / "work"
    folder.mkdir()

    def run(*arguments: str, plugins: Path | None = None, stdin: str = "") -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": str(plugins or ""), "COLUMNS": "400"}
        return warm.run(*arguments, env=environment, cwd=folder, input=stdin)

    return run


@pytest.fixture
def make_plugin(tmp_path: Path) -> Callable[..., Path]:
    """A folder with a module and the few lines of metadata that make it an installed package with entry points."""
    folder = tmp_path / "site"

    def make(group: str, name: str, source: str) -> Path:
        module = re.sub(r"\W", "_", f"plugin_{name}")
        info = folder / f"{module}-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n", encoding="utf-8")
        (info / "entry_points.txt").write_text(f"[{group}]\n{name} = {module}:PLUGIN\n", encoding="utf-8")
        (folder / f"{module}.py").write_text(source, encoding="utf-8")
        return folder

    return make
