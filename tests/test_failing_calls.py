"""Calls of the system that fail, at some points of every kind of work."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.system_parts import need

SCRIPT = Path(__file__).parents[1] / "scripts" / "failing_calls.py"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="calls are let fail by the dynamic linker")
@pytest.mark.parametrize("case", ["observer", "run with", "convert", "report", "site", "table"])
def test_a_failing_call_is_told_or_has_no_effect(case):
    need("c++")
    environment = {**os.environ, "PYTHONWARNINGS": "ignore"}
    command = [sys.executable, str(SCRIPT), "--only", case, "--every", "61"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith(case)
