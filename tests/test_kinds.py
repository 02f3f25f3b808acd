"""The guard of unit tests: what it lets through and what it fails."""

import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

pytestmark = pytest.mark.system
ROOT = Path(__file__).parents[1]

TESTS = """
import multiprocessing, os, socket, subprocess, sys, threading
import pytest

def call(*_):
    subprocess.run([sys.executable, "--version"], check=True)

def spawn():
    process = multiprocessing.get_context("spawn").Process(target=print)
    process.start()
    process.join()

def fork():
    if (child := os.fork()) == 0:
        os._exit(0)
    os.waitpid(child, 0)

def listen():
    with socket.create_server(("127.0.0.1", 0)):
        pass

def in_a_thread():
    thread = threading.Thread(target=call)
    thread.start()
    thread.join()

def hide():
    try:
        call()
        raise RuntimeError
    except BaseException:
        pass

WAYS = [call, spawn, fork, listen, in_a_thread, hide]

@pytest.fixture(scope="session")
def served():
    fork()

@pytest.fixture(scope="session")
def twice_removed(served):
    pass

@pytest.mark.system
def test_allowed_with_fixture(twice_removed):
    pass

@pytest.mark.parametrize("start", WAYS)
def test_refused(start):
    start()

def test_refused_fixture(served):
    pass

def test_refused_indirect_fixture(twice_removed):
    pass

def test_refused_late_fixture(request):
    request.getfixturevalue("served")

@pytest.mark.contract
def test_refused_contract():
    fork()

def test_refused_at_the_end(request):
    request.addfinalizer(fork)

KINDS = [pytest.param(kind, marks=getattr(pytest.mark, kind)) for kind in ("system", "oracle", "slow")]

@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("start", WAYS)
def test_allowed(start, kind):
    start()

def test_allowed_without_process():
    multiprocessing.get_context("spawn").Lock()  # starts a tracker of resources, once

def test_failure_of_its_own():
    fork()
    assert 1 == 2
"""

CONFTEST = """
from tests.kinds import Guard, Reporter

def pytest_configure(config):
    config.pluginmanager.register(Reporter())
    config.pluginmanager.register(Guard())
"""

SETTINGS = """
[pytest]
markers =
    contract
    system
    oracle
    slow
    gpu
"""


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory):
    """What became of each test, in two orders: all, and all but the first that makes the fixture."""
    folder = tmp_path_factory.mktemp("kinds")
    for name, text in (
        ("test_these.py", TESTS),
        ("conftest.py", CONFTEST),
        ("pytest.ini", SETTINGS),
    ):
        (folder / name).write_text(text)
    return {choice: _run(folder, choice) for choice in ("test_", "refused or without or own")}


def _run(folder, choice):
    report = folder / "report.xml"
    command = [sys.executable, "-m", "pytest", "-q", "-k", choice, f"--junitxml={report}", folder]
    subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )
    return {
        case.get("name"): "".join(
            part.text or "" for part in case if part.tag in {"failure", "error"}
        )
        for case in ElementTree.parse(report).iter("testcase")
    }


@pytest.mark.parametrize("choice", ["test_", "refused or without or own"])
def test_the_guard_fails_unit_tests_that_start_processes(outcomes, choice):
    for name, complaint in outcomes[choice].items():
        if name.startswith("test_refused"):
            assert "system" in complaint, name
            assert re.search(r"test_these.py:\d+|a thread", complaint), name
        elif name.startswith("test_allowed"):
            assert complaint == "", name
        else:
            assert "assert 1 == 2" in complaint
    assert len(outcomes[choice]) > 10


def test_the_order_of_tests_does_not_matter(outcomes):
    first, second = outcomes.values()
    assert {name: bool(text) for name, text in second.items()} == {
        name: bool(first[name]) for name in second
    }
