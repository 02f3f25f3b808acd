"""Work on several cores."""

import subprocess
import sys

import pytest

from tests.recorded import RECORDED

pytestmark = pytest.mark.system
forks = pytest.mark.skipif(
    sys.platform != "linux", reason="work is shared by forking on Linux only"
)

SHARED = """
import os
import optimeter as om
from optimeter import _parallel as parallel

files = [f"{folder}/{name}.tgz" for folder, name in zip([FOLDER] * 3, ("RS", "CMA", "NM"))]
alone = om.load(files, cache=False)
parallel.available_cores = lambda: 3
assert om.load(files, cache=False).equals(alone)

def work(task):
    return task, os.getpid()

found = list(parallel.mapped(work, range(20), sizes=[1, 2] * 10))
assert [task for task, _ in found] == list(range(20))
assert os.getpid() not in {process for _, process in found}

def fail(task):
    if task == 1:
        raise KeyError("of the task")
    return task

results = parallel.mapped(fail, range(3))
assert next(results) == 0
try:
    next(results)
except KeyError as error:
    print(error)
"""
ENDLESS = """
import os, time
from optimeter import _parallel as parallel
parallel.available_cores = lambda: 3

def work(task):
    os.write(1, b"begun\\n")
    time.sleep(600)

list(parallel.mapped(work, [1, 2, 3]))
"""


@forks
def test_shared_work_gives_what_one_process_does() -> None:
    script = SHARED.replace("FOLDER", repr(str(RECORDED / "coco" / "bbob")))
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("'of the task'\n", "")


@forks
def test_workers_end_with_a_killed_parent() -> None:
    parent = subprocess.Popen([sys.executable, "-c", ENDLESS], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    assert [parent.stdout.readline() for _ in range(3)] == ["begun\n"] * 3
    parent.kill()
    # The pipe has an end only when nobody holds its other side any more.
    assert parent.communicate(timeout=60)[0] == ""
