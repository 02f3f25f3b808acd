"""The kind of each test, and the guard of unit tests: they start no process and open no server.

The kind is a marker of pyproject.toml; a test without one is a unit test. Reports tell it, with the
seconds of the test itself (without fixtures), for scripts/slow_tests.py.
"""

import os
import platform
import sys
import time
import traceback
from pathlib import Path

import pytest

KINDS = ("gpu", "slow", "system", "oracle", "contract")
MAY_START_PROCESSES = {"gpu", "slow", "system", "oracle"}
ROOT = Path(__file__).parents[1]

_STARTS = {
    "os.fork": "forks",
    "os.forkpty": "forks",
    "os.exec": "replaces this process",
    "os.posix_spawn": "starts a process",
    "os.spawn": "starts a process",
    "os.system": "starts a process",
    "os.startfile": "starts a process",
    "subprocess.Popen": "starts a process",
    "_winapi.CreateProcess": "starts a process",
    "_posixsubprocess.fork_exec": "starts a process",
    "socket.bind": "opens a server",
}
_TRACKERS = ("from multiprocessing.resource_tracker", "from loky.backend.resource_tracker")


def kinds_of(item):
    """Return the kinds of a test; without any it is a unit test."""
    return [kind for kind in KINDS if item.get_closest_marker(kind) is not None]


def _queued():
    """Return the seconds that this thread waited for a processor that others used, where it is told."""
    try:
        return int(Path("/proc/thread-self/schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError):
        return None


class Reporter:
    """Adds to each report the kind of the test and the seconds of the test itself.

    They are those by the clock, those of the processor (with threads and processes that were waited
    for), and those in which the test waited for something else than a processor.
    """

    def pytest_runtest_setup(self, item):
        item.user_properties.append(("kind", " ".join(kinds_of(item)) or "unit"))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item):
        wall, processor = time.perf_counter(), sum(os.times()[:4])
        thread, queued = time.thread_time(), _queued()
        try:
            return (yield)
        finally:
            wall = time.perf_counter() - wall
            taken = {"seconds": wall, "processor": sum(os.times()[:4]) - processor}
            if queued is not None:
                busy = time.thread_time() - thread + _queued() - queued
                taken["waited"] = max(wall - busy, 0.0)
            for name, seconds in taken.items():
                item.user_properties.append((name, f"{seconds:.3f}"))


class Guard:
    """Fails each unit test that starts a process or a server, itself or in one of its fixtures."""

    def __init__(self):
        self._seen = []  # what was started since the current test or fixture began
        self._watching = False
        self._starters = {}  # fixtures that started something, and what

    def pytest_configure(self, config):
        """Ask Python to tell of every process and socket, from now on in this process."""
        platform.processor()  # starts a process on some systems, once
        _announce_fork_exec()
        starts = frozenset(_STARTS)  # held here: at the end of the process modules are emptied

        def hear(event, arguments):  # of every import, open file and so on
            if event in starts and self._watching:
                self._note(event, arguments)

        sys.addaudithook(hear)

    def _note(self, event, arguments):
        if _is_tracker(arguments):
            return
        self._watching = False  # what follows asks the system, too
        self._seen.append(f"{_STARTS[event]}: {event} at {_place()}")
        self._watching = True

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self, item):
        return (yield from self._watch(item))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item):
        return (yield from self._watch(item))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(self, item):
        return (yield from self._watch(item))

    def _watch(self, item):
        """Run a phase of a test; what the test itself raises is told first."""
        guarded = not MAY_START_PROCESSES.intersection(kinds_of(item))
        self._seen.clear()
        self._watching = guarded
        try:
            result = yield
        finally:
            self._watching = False
        started = self._seen + [
            f"{what} (the fixture {used.argname})"
            for used in item._request._fixture_defs.values()
            for what in self._starters.get(id(used), [])
        ]
        if guarded and started:
            pytest.fail(_complaint(started), pytrace=False)
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef, request):
        # The first to use a fixture of the session may be a test that may start processes, the next
        # one not: so the fixture is watched for whomever it is made.
        watching, self._watching = self._watching, True
        before = len(self._seen)
        try:
            return (yield)
        finally:
            self._watching = watching
            if own := self._seen[before:]:
                self._starters[id(fixturedef)] = own
                del self._seen[before:]

    def pytest_fixture_post_finalizer(self, fixturedef, request):
        self._starters.pop(id(fixturedef), None)


def _announce_fork_exec():
    """Make known what multiprocessing and loky start: they ask the system without an audit event."""
    try:
        import _posixsubprocess
    except ImportError:  # Windows, where creating a process is an event
        return
    start = _posixsubprocess.fork_exec

    def fork_exec(command, *more):
        sys.audit("_posixsubprocess.fork_exec", command)
        return start(command, *more)

    _posixsubprocess.fork_exec = fork_exec


def _is_tracker(arguments):
    """Tell whether a process only cleans up shared memory: one is started once, whoever is first."""
    return any(tracker in repr(arguments[:1]) for tracker in _TRACKERS)


def _place():
    """Return the line of this repository that started it."""
    for frame in reversed(traceback.extract_stack()[:-3]):
        path = Path(frame.filename)
        if path.is_relative_to(ROOT) and ".venv" not in path.parts and path != Path(__file__):
            return f"{path.relative_to(ROOT).as_posix()}:{frame.lineno}"
    return "a thread"


def _complaint(started):
    lines = [
        "A unit test starts no process and opens no server, and this one",
        *(f"  {what}" for what in dict.fromkeys(started)),
        "Mark it by what it is: system (processes, disks, browsers, other languages), oracle (a peer"
        " computes what is expected), slow; a contract that starts processes is contract and system.",
    ]
    return "\n".join(lines)
