"""Candidates that nobody has read: each tries something that an isolated optimizer must not do.

Those that find something write `FOUND`. They are executed in isolation only.
"""

import contextlib
import copy
import ctypes
import gc
import inspect
import os
import pickle
import socket
import sys
import time
from pathlib import Path

import numpy as np


def _search(problem, start, rng):
    while True:
        problem(start + rng.standard_normal(start.size))


def _found(what):
    print(f"FOUND {what}")  # noqa: T201


def copies(problem, start, rng):
    """Evaluate with copies of the problem, and with what comes out of a pickle."""
    with contextlib.suppress(TypeError):
        copy.deepcopy(problem)(start)
        _found("a deep copy")
    with contextlib.suppress(TypeError):
        pickle.dumps(problem)
        _found("a pickle")
    _search(problem, start, rng)


def memory(problem, start, rng):
    """Look for the problem and for its optimum in what can be reached."""
    import optimeter as om

    for thing in gc.get_objects():
        if isinstance(thing, om.Problem):
            _found(thing.id)
    for frame in inspect.stack():
        if any(isinstance(one, om.Problem) for one in frame.frame.f_locals.values()):
            _found("a problem in a frame")
    for name in ("reveal", "archive", "_raw", "_index"):
        if hasattr(problem, name):
            _found(name)
    with contextlib.suppress(OSError):
        Path(f"/proc/{os.getppid()}/mem").read_bytes()
        _found("the memory of the parent")
    if ctypes.CDLL(None).ptrace(16, os.getppid(), 0, 0) == 0:
        _found("the parent by ptrace")
    _search(problem, start, rng)


def files(problem, start, rng):
    """Read the folder of the experiment and the home of the caller, and write where others write."""
    for name in ("experiment.json", "optimeter.json", "journal.jsonl", "spec.json"):
        for place in ("/tmp", "/home", "/var", "/mnt"):
            for path in Path(place).rglob(name):
                _found(path)
    for place in ("/usr", "/etc", *sys.path[1:]):
        with contextlib.suppress(OSError):
            Path(place, "optimeter-was-here").write_text("x")
            _found(f"{place} to write")
    if "SECRET" in os.environ:
        _found("a secret")
    _search(problem, start, rng)


def exits(problem, start, rng):
    """End the process."""
    problem(start)
    os._exit(0)


def forks(problem, start, rng):
    """Fork until it does not go on."""
    problem(start)
    children = 0
    with contextlib.suppress(OSError):
        while children < 10_000:
            if os.fork() == 0:
                time.sleep(1000)
            children += 1
    if children > 100:
        _found(f"{children} processes")
    raise RuntimeError("no more processes")


def allocates(problem, start, rng):
    """Take 100 GB."""
    problem(start)
    np.ones(100 * 2**27)
    _found("100 GB")


def loops(problem, start, rng):
    """Go on for ever, without an evaluation."""
    problem(start)
    while True:
        pass


def talks(problem, start, rng):
    """Print for ever."""
    problem(start)
    while True:
        os.write(2, b"x" * 65536)


def overwrites(problem, start, rng):
    """Overwrite functions of numpy that an evaluation might use."""
    np.asarray = np.sum = np.dot = lambda *_, **__: np.zeros(1)
    np.ndarray = list
    problem(start)


def no_time(problem, start, rng):
    """Stop the clocks."""
    time.time = time.monotonic = time.perf_counter = lambda: 0.0
    time.sleep(1000)


def calls_home(problem, start, rng):
    """Use the network."""
    for address in (("127.0.0.1", int(os.environ.get("PORT", "80"))), ("1.1.1.1", 53)):
        with contextlib.suppress(OSError):
            socket.create_connection(address, timeout=1)
            _found(f"network to {address}")
    _search(problem, start, rng)


def swallows(problem, start, rng):
    """Go on after the run is over."""
    while True:
        try:
            problem(start)
        except BaseException:
            continue


def forges(problem, start, rng):
    """Write on the channel what is no point."""
    problem(start)
    for handle in range(3, 20):
        with contextlib.suppress(OSError):
            os.write(handle, b"score 1.0\n")
    _search(problem, start, rng)
