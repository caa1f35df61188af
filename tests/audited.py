"""The audit build of the engine, which `make test` puts beside the release."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

NAME = "copla.backends.native._engine_audit"


def audited_engine() -> Any:
    """The module; a test that needs it fails where it was not built, for an audit that is skipped finds nothing."""
    assert find_spec(NAME), "build it first: COPLA_BUILD=audit python setup.py build_ext --inplace (or: make audit)"
    return import_module(NAME)
