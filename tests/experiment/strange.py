"""Optimizers that misbehave, each in its own way. Importable, for worker processes."""

import ctypes
import os
import signal
import threading
import time
from pathlib import Path

from optimeter import Stop

MARK = "fail"


def walk(problem, start, rng):
    """Behave well: random steps, returns now and then."""
    best = problem(start)
    for _ in range(int(rng.integers(5, 50))):
        trial = start + rng.standard_normal(start.size)
        value = problem(trial)
        if value < best:
            best, start = value, trial
    return start


def raises(problem, start, rng):
    for _ in range(7):
        problem(start)
    message = "no more ideas"
    raise ValueError(message)


def exits(problem, start, rng):
    problem(start)
    raise SystemExit(3)


def returns_at_once(problem, start, rng):
    return None


async def forgot_to_await(problem, start, rng):
    problem(start)


def returns_text(problem, start, rng):
    problem(start)
    return "done"


def returns_nan(problem, start, rng):
    problem(start)
    return start * float("nan")


def passes_nonsense(problem, start, rng):
    problem(start)
    problem(start[:-1])


def swallows_stop(problem, start, rng):
    while True:
        try:  # noqa: SIM105 - as people write it
            problem(start)
        except BaseException:
            pass


def swallows_stop_in_a_thread(problem, start, rng):
    """Out of reach: what is thrown at the waiting thread does not arrive."""
    thread = threading.Thread(target=swallows_stop, args=(problem, start, rng), daemon=True)
    thread.start()
    thread.join()


def swallows_and_returns(problem, start, rng):
    try:
        while True:
            problem(start)
    except Stop:
        return start


def sleeps(problem, start, rng):
    problem(start)
    problem(start)
    time.sleep(1000)


def spins(problem, start, rng):
    problem(start)
    while True:
        pass


def spins_and_says_so(problem, start, rng):
    Path(os.environ["OPTIMETER_TEST_MARK"]).touch()
    spins(problem, start, rng)


def hangs_holding_the_interpreter(problem, start, rng):
    """Never give the interpreter lock back: wait in a library function that is called with it."""
    for _ in range(5):
        problem(start)
    ctypes.PyDLL(None).sleep(1000)


def only_some(bad):
    """Make an optimizer that is bad on the problems of instance 2."""

    def optimizer(problem, start, rng):
        chosen = bad if problem.instance == 2 else walk
        return chosen(problem, start, rng)

    return optimizer


def dies(problem, start, rng):
    problem(start)
    os.kill(os.getpid(), signal.SIGKILL)


def dies_once(problem, start, rng):
    """Die in the first attempt at instance 2; the file says that it happened."""
    path = os.environ["OPTIMETER_TEST_MARK"]
    problem(start)
    if problem.instance == 2 and not os.path.exists(path):  # noqa: PTH110
        with open(path, "w"):  # noqa: PTH123
            pass
        os.kill(os.getpid(), signal.SIGKILL)
    walk(problem, start, rng)


def forks_and_exits(problem, start, rng):
    """Work beside a forked helper that exits by Python's means."""
    child = os.fork()
    if child == 0:
        raise SystemExit(0)
    os.waitpid(child, 0)
    return walk(problem, start, rng)


def forks_and_returns(problem, start, rng):
    """Forget that the helper comes back from here, too."""
    child = os.fork()
    if child == 0:
        return start
    os.waitpid(child, 0)
    return walk(problem, start, rng)


def forks_and_fails(problem, start, rng):
    child = os.fork()
    if child == 0:
        message = "only in the helper"
        raise ValueError(message)
    os.waitpid(child, 0)
    return walk(problem, start, rng)


def forks_and_dies_once(problem, start, rng):
    """Leave a helper behind that keeps all handles of the worker open; its number is in a file."""
    path = os.environ["OPTIMETER_TEST_MARK"]
    if problem.instance == 2 and not os.path.exists(path):  # noqa: PTH110
        helper = os.fork()
        if helper == 0:
            time.sleep(1000)
            os._exit(0)
        with open(path, "w") as file:  # noqa: PTH123
            file.write(str(helper))
        os.kill(os.getpid(), signal.SIGKILL)
    return walk(problem, start, rng)
