"""Threads through all rooms at once. `make sanitize-threads` runs these under the thread sanitizer.

Each scenario shares what users share between threads (a problem, an observer, an experiment, data),
begins at the same moment in all threads, and compares with the same work done one after the other.
"""

import pickle
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import optimeter as om

THREADS = 4


def together(*works: Callable[[], object]) -> list[object]:
    """Do all at once; pass the first exception on."""
    barrier = threading.Barrier(len(works))

    def begin(work: Callable[[], object]) -> object:
        barrier.wait()
        return work()

    with ThreadPoolExecutor(len(works)) as pool:
        return [future.result() for future in [pool.submit(begin, work) for work in works]]


def points(dimension: int, count: int = 200) -> np.ndarray:
    return np.random.default_rng(dimension).uniform(-5, 5, (count, dimension))


@pytest.fixture
def four_threads() -> Iterator[None]:
    om.set_threads(THREADS)
    yield
    om.set_threads(0)


def test_one_problem(four_threads: None) -> None:
    """Singles, batches, copies and questions at once; foreign and own randomness too."""
    for suite, function in (("bbob", 21), ("bbob-noisy", 107), ("bbob-biobj", 20)):
        problem = om.problem(suite, function, 5)
        x = points(5)

        def single(problem=problem, x=x) -> None:
            for row in x:
                problem(row)

        def batch(problem=problem, x=x) -> None:
            for _ in range(5):
                problem(x)

        def ask(problem=problem) -> None:
            for _ in range(100):
                assert problem.evaluations >= 0
                assert isinstance(problem.final_target_hit, bool)
                repr(problem)

        def copy(problem=problem, x=x) -> None:
            for _ in range(5):
                pickle.loads(pickle.dumps(problem))(x)

        together(single, batch, ask, copy, single)
        assert problem.evaluations == 7 * len(x)


def test_large_batches(four_threads: None) -> None:
    """The engine's own threads, called from several of ours."""
    x = points(20, 8_000)
    problems = [om.problem("bbob", function, 20) for function in (8, 16, 21, 24)]
    results = together(*(lambda problem=problem: problem(x) for problem in problems))
    for problem, values in zip(problems, results, strict=True):
        np.testing.assert_array_equal(values[::1000], [problem(row) for row in x[::1000]])


def content(folder: Path) -> dict[str, bytes]:
    return {
        path.name: path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix in {".dat", ".tdat", ".adat", ".info"}
    }


@pytest.mark.parametrize(
    ("format", "suite"), [("coco", "bbob"), ("coco", "bbob-biobj"), ("ioh", "bbob")]
)
def test_one_observer(tmp_path: Path, format: str, suite: str) -> None:
    """Each thread takes every fourth problem; the runs are those of one thread."""

    def record(name: str, threads: int) -> Path:
        chosen = om.Suite(suite, functions=[1, 8], dimensions=2, instances=[1, 2, 3, 4])
        problems = list(chosen)
        with om.Observer(tmp_path / name, algorithm="a", format=format) as observer:

            def work(first: int) -> None:
                for problem in problems[first::threads]:
                    observer.observe(problem)
                    for row in points(2):
                        problem(row)

            together(*(lambda first=first: work(first) for first in range(threads)))
            folder = observer.folder
        assert folder is not None
        return folder

    alone = om.load(record("alone", 1), cache=False)
    shared = om.load(record("shared", THREADS), cache=False)
    assert len(shared) == 8
    np.testing.assert_array_equal(np.sort(alone.final), np.sort(shared.final))
    np.testing.assert_array_equal(alone.evaluations, shared.evaluations)


def walk(problem: om.Problem, start: np.ndarray, rng: np.random.Generator) -> None:
    while True:
        problem(start + rng.standard_normal(start.size))


@pytest.mark.system
def test_one_experiment(tmp_path: Path) -> None:
    """Runs by the threads of an executor, with a time limit on watch: the bytes of one worker."""
    suite = om.Suite("bbob", functions=[1, 8], dimensions=[2, 3], instances=[1, 2, 3])
    options = {"budget": 100, "seed": 1, "time_limit": 60.0}
    om.run(walk, suite, folder=tmp_path / "alone", **options)
    with ThreadPoolExecutor(THREADS) as pool:
        result = om.run(walk, suite, folder=tmp_path / "shared", executor=pool, **options)
    assert result.complete
    assert content(tmp_path / "shared") == content(tmp_path / "alone")


def test_data_and_measures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Several sources at once, and one table measured by all threads."""
    monkeypatch.setenv("OPTIMETER_CACHE", str(tmp_path / "cache"))
    suite = om.Suite("bbob", functions=[1, 8], dimensions=2, instances=[1, 2, 3])
    folders = [tmp_path / name for name in "abcd"]
    for seed, folder in enumerate(folders):
        om.run(walk, suite, budget=100, folder=folder, seed=seed, algorithm=folder.name)
    alone = om.load(*folders, cache=False)

    def measure() -> tuple[object, object]:
        runs = om.load(*folders)
        return om.ert(runs, targets=[10.0, 1.0]).to_dicts(), om.ecdf(runs).to_dicts()

    expected = (om.ert(alone, targets=[10.0, 1.0]).to_dicts(), om.ecdf(alone).to_dicts())
    assert together(*[measure] * THREADS) == [expected] * THREADS


def test_runs_in_memory(four_threads: None) -> None:
    """One thread asks for the runs while others evaluate, observe anew and drop problems."""
    x = points(3)
    observer = om.Observer(format="memory")
    problem = om.problem("bbob", 1, 3)
    observer.observe(problem)

    def evaluate() -> None:
        for _ in range(5):
            problem(x)
            problem(x[0])

    def come_and_go() -> None:
        for instance in range(1, 6):
            other = om.problem("bbob", 8, 3, instance)
            observer.observe(other)
            other(x)

    def ask() -> None:
        for _ in range(20):
            for run in observer.runs:
                assert len(run.values) == len(run.points) == run.total_evaluations

    together(evaluate, evaluate, come_and_go, ask)
    observer.close()
    assert sorted(run.total_evaluations for run in observer.runs) == [200] * 5 + [402 * 5]


def test_a_budget_of_a_function() -> None:
    """Foreign code runs without the lock of its problem; the budget holds all the same."""

    def function(x: np.ndarray) -> float:
        return float(x @ x)

    problem = om.Problem.from_callable(function, [-5] * 3, [5] * 3)
    problem._limit(100)
    x = points(3)

    def evaluate() -> None:
        with pytest.raises(om.Stop):
            for row in x:
                problem(row)

    together(*[evaluate] * THREADS)
    assert problem.evaluations == 100


def test_closing_while_problems_go_away(tmp_path: Path) -> None:
    """What holds problems weakly meets their end at any moment."""
    for number in range(3):
        observer = om.Observer(tmp_path / str(number))
        problems = list(om.Suite("bbob", functions=[1, 8], dimensions=2, instances=range(1, 6)))
        for problem in problems:
            observer.observe(problem)
        del problem

        def drop(problems: list[om.Problem] = problems) -> None:
            while problems:
                try:
                    problems.pop()(points(2))
                except IndexError:
                    return

        together(drop, drop, observer.close)
