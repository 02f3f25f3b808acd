"""Problems, observers, threads, processes and the interpreter come and go in any order: nothing dies.

What may end a process is tried in a process of its own.
"""

import copy
import gc
import subprocess
import sys
import textwrap
import threading
import time
import weakref
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import optimeter as om
from optimeter.exceptions import InvalidTypeError

LINUX = sys.platform == "linux"


def python(
    code: str, *arguments: object, timeout: float = 60.0
) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code), *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


def test_runs_in_memory_are_asked_for_while_batches_are_evaluated():
    """Each copy is a run as it was between two evaluations."""
    problem = om.problem("bbob", 1, 3)
    x = np.random.default_rng(1).uniform(-5, 5, (2_000, 3))
    expected = om.problem("bbob", 1, 3)(x)
    with om.Observer(format="memory") as observer:
        observer.observe(problem)
        with ThreadPoolExecutor(2) as pool:
            batches = [pool.submit(lambda: [problem(x) for _ in range(20)]) for _ in range(2)]
            seen = 0
            while not all(batch.done() for batch in batches):
                for run in observer.runs:
                    count = run.total_evaluations
                    assert count >= seen
                    seen = count
                    assert len(run.evaluations) == len(run.values) == len(run.points) == count
                    np.testing.assert_array_equal(run.values[:2_000], expected[: len(run.values)])
    assert observer.runs[0].total_evaluations == 80_000


def test_the_budget_holds_with_many_threads_on_a_function():
    """Also with constraints, which are foreign code, too."""

    def slow(x):
        time.sleep(0.001)
        return float(x @ x)

    for constraints in (0, 1):
        problem = om.Problem.from_callable(
            slow,
            [-5] * 2,
            [5] * 2,
            constraint=slow if constraints else None,
            constraints=constraints,
        )
        problem._limit(20)
        calls = []

        def work(problem=problem, calls=calls):
            try:
                while True:
                    problem(np.ones(2))
                    calls.append(1)
            except om.Stop:
                pass

        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert problem.evaluations == len(calls) == 20


def test_a_failing_function_gives_its_place_in_the_budget_back():
    def fails(x):
        message = "no idea"
        raise ValueError(message)

    problem = om.Problem.from_callable(fails, [-5], [5])
    problem._limit(1)
    for _ in range(3):
        with pytest.raises(ValueError, match="no idea"):
            problem([0.0])


def test_a_problem_and_a_function_that_knows_it_are_collected():
    def make(constraint: bool = False):
        known: list[om.Problem] = []

        def function(x):
            return float(len(known))

        problem = om.Problem.from_callable(
            function,
            [-1],
            [1],
            constraint=function if constraint else None,
            constraints=int(constraint),
        )
        known.append(problem)
        problem([0.0])
        return known, weakref.ref(function)

    for constraint in (False, True):
        _, gone = make(constraint)
        del _
        gc.collect()
        assert gone() is None


def test_copies_survive_the_problem_that_was_collected():
    known = []

    def function(x):
        return float(x[0]) + 0 * len(known)

    problem = om.Problem.from_callable(function, [-1], [1])
    problem([0.5])
    twin = copy.copy(problem)
    known.append(problem)
    del problem
    known.clear()
    gc.collect()
    assert twin.evaluations == 1
    assert twin([0.25]) == 0.25
    assert twin == copy.deepcopy(twin)


def descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.mark.skipif(not LINUX, reason="counts the descriptors in /proc")
def test_forgotten_observers_are_closed(tmp_path: Path):
    def use(number: int) -> om.Problem:
        problem = om.problem("bbob", 1, 2)
        om.Observer(tmp_path / f"x{number}").observe(problem)
        problem([0.0, 0.0])
        return problem

    use(0)
    gc.collect()
    before = descriptors()
    for number in range(1, 6):
        use(number)
    gc.collect()
    assert descriptors() == before
    assert len(om.load(tmp_path / "x5", cache=False)) == 1


def test_a_problem_keeps_its_forgotten_observer(tmp_path: Path):
    problem = om.problem("bbob", 1, 2)
    observer = om.Observer(tmp_path / "x")
    observer.observe(problem)
    watched = weakref.ref(observer)
    del observer
    gc.collect()
    assert problem.observed
    problem([[0.0, 0.0]] * 5)
    del problem
    gc.collect()
    assert watched() is None
    runs = om.load(tmp_path / "x", cache=False)
    assert runs.evaluations.tolist() == [5]


@pytest.mark.system
def test_observers_are_closed_at_exit(tmp_path: Path):
    done = python(
        """
        import sys
        import optimeter as om
        problem = om.problem("bbob", 1, 2)
        observer = om.Observer(sys.argv[1])
        observer.observe(problem)
        problem([[0.0, 0.0]] * 7)
        """,
        tmp_path / "x",
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert om.load(tmp_path / "x", cache=False).evaluations.tolist() == [7]


def test_closing_while_the_problems_go_away(tmp_path: Path):
    """One thread closes, others evaluate and drop the problems."""
    for attempt in range(5):
        observer = om.Observer(tmp_path / f"x{attempt}")
        suite = om.Suite("bbob", functions=[1, 8], dimensions=2, instances=range(1, 11))
        problems = list(suite)
        for problem in problems:
            observer.observe(problem)
        del problem

        def drop(problems=problems) -> None:
            while problems:
                try:
                    problems.pop()([[0.1, 0.2]] * 50)
                except IndexError:
                    return

        with ThreadPoolExecutor(3) as pool:
            parts = [pool.submit(drop) for _ in range(3)]
            observer.close()
            for part in parts:
                part.result()
        assert observer.closed


BATCHES = """
    import sys, threading, time
    import numpy as np
    import optimeter as om

    om.set_threads(2)
    x = np.random.default_rng(1).uniform(-5, 5, (3000, 5))
    if sys.argv[1] == "function":
        problem = om.Problem.from_callable(lambda x: float(x @ x), [-5] * 5, [5] * 5)
    else:
        problem = om.problem("bbob", 21, 5)

    def forever():
        while True:
            problem(x)

    for _ in range(4):
        threading.Thread(target=forever, daemon=True).start()
    time.sleep(0.1 + float(sys.argv[2]))
    """


@pytest.mark.system
@pytest.mark.parametrize("kind", ["suite", "function"])
def test_daemon_threads_in_batches_at_exit(kind: str):
    for attempt in range(4):
        done = python(BATCHES, kind, attempt * 0.003)
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.system
@pytest.mark.skipif(not LINUX, reason="forks")
def test_forked_children_find_all_locks_free(tmp_path: Path):
    done = python(
        """
        import os, sys, threading, warnings
        import numpy as np
        import optimeter as om

        warnings.simplefilter("ignore")
        x = np.random.default_rng(1).uniform(-5, 5, (300, 2))
        problem = om.problem("bbob", 1, 2)
        observer = om.Observer(sys.argv[1])
        observer.observe(problem)
        memory = om.Observer(format="memory")
        other = om.problem("bbob-noisy", 101, 2)
        memory.observe(other)
        stop = threading.Event()

        def work():
            while not stop.is_set():
                problem(x)
                if other.evaluations < 20_000:
                    other(x[:3])

        threads = [threading.Thread(target=work) for _ in range(3)]
        for thread in threads:
            thread.start()
        for _ in range(100):
            child = os.fork()
            if child == 0:
                problem.evaluations, other(x[0]), len(memory.runs), om.problem("bbob", 1, 2)(x[0])
                os._exit(0)
            assert os.waitpid(child, 0)[1] == 0
        stop.set()
        for thread in threads:
            thread.join()
        count = problem.evaluations
        observer.close()
        assert om.load(sys.argv[1], cache=False).evaluations.tolist() == [count]
        """,
        tmp_path / "x",
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.system
@pytest.mark.skipif(not LINUX, reason="forks")
def test_a_forked_child_that_ends_leaves_the_folder_alone(tmp_path: Path):
    done = python(
        """
        import os, sys
        import optimeter as om
        problem = om.problem("bbob", 1, 2)
        observer = om.Observer(sys.argv[1])
        observer.observe(problem)
        problem([0.0, 0.0])
        child = os.fork()
        if child == 0:
            sys.exit(0)  # with everything that happens at exit
        assert os.waitpid(child, 0)[1] == 0
        from optimeter.record import PROVENANCE_FILE
        assert '"finished": null' in open(sys.argv[1] + "/" + PROVENANCE_FILE).read()
        problem([0.0, 0.0])
        """,
        tmp_path / "x",
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert om.load(tmp_path / "x", cache=False).evaluations.tolist() == [2]


@pytest.mark.system
@pytest.mark.skipif(not LINUX, reason="limits the size of files")
@pytest.mark.parametrize("format", ["coco", "ioh"])
def test_a_full_disk_is_told_at_the_next_occasion(tmp_path: Path, format: str):
    """The problem of the lost run is gone; `observe` tells, not only `close`."""
    done = python(
        """
        import resource, signal, sys
        import optimeter as om
        from optimeter.exceptions import FileError
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        observer = om.Observer(sys.argv[1], format=sys.argv[2])
        suite = om.Suite("bbob", functions=1, dimensions=2, instances=range(1, 6))
        told = []
        for number, problem in enumerate(suite):
            if number == 2:
                resource.setrlimit(resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
            if number == 4:
                resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
            try:
                observer.observe(problem)
            except FileError:
                told.append(f"observe {number}")
                observer.observe(problem)
            try:
                problem([0.1, 0.2])
            except FileError:
                told.append(f"evaluate {number}")
            del problem
        try:
            observer.close()
        except FileError:
            told.append("close")
        print(*told, sep=",")
        """,
        tmp_path / "x",
        format,
    )
    assert (done.returncode, done.stderr) == (0, "")
    told = done.stdout.strip().split(",")
    assert told[-1] == "close"
    assert told[0] in {"observe 3", "evaluate 3"}
    loaded = om.load(tmp_path / "x", cache=False)
    assert {1, 2, 5} <= set(loaded.instance.tolist())


@pytest.mark.system
def test_the_landscape_of_a_large_problem_can_be_interrupted():
    """It takes half a minute of a processor; after an interrupt the problem is as before."""
    done = python(
        """
        import signal, time
        import optimeter as om
        problem = om.problem("bbob", 10, 3000)
        signal.signal(signal.SIGALRM, signal.default_int_handler)
        for _ in range(2):
            signal.setitimer(signal.ITIMER_REAL, 0.3)
            begin = time.process_time()
            try:
                problem(problem.initial_solution)
            except KeyboardInterrupt:
                print(time.process_time() - begin < 5, problem.evaluations)
        """
    )
    assert done.stdout.split() == ["True", "0"] * 2


def test_the_class_says_how_problems_are_made():
    with pytest.raises(InvalidTypeError, match="from_callable"):
        om.Problem("bbob", 1, 2)
