"""Problems inside jax's jit and vmap, in a process of its own: jax starts threads of its own, which
tests that fork must not meet.
"""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.peers import need_peer


@pytest.mark.system
def test_problems_inside_compiled_programs():
    if importlib.util.find_spec("jax") is None:  # importing it would start its threads here
        need_peer("jax")
    cases = Path(__file__).with_name("jax_cases.py")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(cases)]
    ended = subprocess.run(
        command,
        check=False,
        capture_output=True,
        text=True,
        env=os.environ | {"JAX_PLATFORMS": "cpu"},
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert " passed" in ended.stdout
