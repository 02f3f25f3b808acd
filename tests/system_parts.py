"""Tests that use a program of the system: they skip without it, and fail without it in CI.

Elsewhere than on Linux, where `make system-parts` installs nothing, they skip in CI, too.
"""

import importlib.util
import sys
from pathlib import Path

import pytest

from tests.peers import in_ci

_PATH = Path(__file__).parents[1] / "scripts" / "system_parts.py"
_spec = importlib.util.spec_from_file_location("system_parts", _PATH)
assert _spec is not None
assert _spec.loader is not None
_parts = importlib.util.module_from_spec(_spec)
sys.modules["system_parts"] = _parts
_spec.loader.exec_module(_parts)


def need(name: str) -> None:
    """Skip the test where the part ``name`` of the system is missing; in CI that is a failure."""
    line = _parts.missing(name)
    if line is None:
        return
    if in_ci() and sys.platform == "linux":
        pytest.fail(line, pytrace=False)
    pytest.skip(line)
