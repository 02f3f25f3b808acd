"""Work on several cores."""

import subprocess
import sys

import pytest

SCRIPT = """
import os, time
from optimeter import _parallel as parallel
parallel.available_cores = lambda: 3

def work(task):
    os.write(1, b"begun\\n")
    time.sleep(600)

list(parallel.mapped(work, [1, 2, 3]))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="work is shared by forking on Linux only")
def test_workers_end_with_a_killed_parent() -> None:
    parent = subprocess.Popen([sys.executable, "-c", SCRIPT], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    assert [parent.stdout.readline() for _ in range(3)] == ["begun\n"] * 3
    parent.kill()
    # The pipe has an end only when nobody holds its other side any more.
    assert parent.communicate(timeout=60)[0] == ""
