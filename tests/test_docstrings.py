"""Every example in a docstring runs and prints what it says."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import copla


def modules() -> list[str]:
    found = ["copla"]
    for module in pkgutil.walk_packages(copla.__path__, "copla."):
        # Without the sanitizers' library that build ends the process that loads it.
        if not module.name.endswith(("__main__", "_engine_sanitize")):
            found.append(module.name)
    return found


@pytest.mark.parametrize("module", modules())
def test_examples_run(module: str) -> None:
    assert doctest.testmod(importlib.import_module(module)).failed == 0


def test_there_are_examples() -> None:
    attempted = sum(doctest.testmod(importlib.import_module(module)).attempted for module in modules())
    assert attempted > 25
