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
