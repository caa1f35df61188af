"""Fixtures that all tests share."""

from __future__ import annotations

import pytest

import copla

CONSTRAINT_BACKENDS = ("cp-sat", "forward-checking", "native", "python-constraint", "sat")


@pytest.fixture(params=CONSTRAINT_BACKENDS)
def backend(request: pytest.FixtureRequest) -> str:
    """Every backend for constraint problems in turn: one test body, every solver."""
    assert request.param in copla.backend_names()
    return str(request.param)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Workers begin with what is slow, so that none of them is left alone with a long test when the others are done."""
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: item.get_closest_marker("slow") is None)
