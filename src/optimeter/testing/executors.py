"""The contract of an executor: a place where the runs of an experiment are made."""

import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from optimeter.experiment import ExperimentResult, Status, run
from optimeter.problems import Problem, Suite
from optimeter.testing.contract import content, expect

__all__ = ["ExecutorContract"]

BUDGET = 20


class ExecutorContract:
    """Tests of an executor; inherit, say how to make one, and let pytest or unittest collect it.

    Its workers must be able to import this package and to see a temporary folder of this machine.

    Examples
    --------
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from optimeter.testing import ExecutorContract
    >>> class TestThreads(ExecutorContract):
    ...     def executor(self):
    ...         return ThreadPoolExecutor(2)
    >>> TestThreads().test_same_bytes_as_one_worker()
    """

    def executor(self) -> AbstractContextManager[Any]:
        """Return a new executor that ends with its context."""
        raise NotImplementedError

    def test_same_bytes_as_one_worker(self) -> None:
        """The finished folder does not tell who made the runs."""
        with _folder() as folder, self.executor() as executor:
            _run(walk, folder / "one")
            result = _run(walk, folder / "many", executor=executor)
            expect(result.complete, f"{result.done} of {result.runs} runs are done")
            expect(
                content(folder / "one") == content(folder / "many"),
                "the data differ from those of one worker",
            )

    def test_goes_on_where_another_stopped(self) -> None:
        """Runs that are there already are not repeated."""
        with _folder() as folder, self.executor() as executor:
            _run(walk, folder / "one")
            _run(walk, folder / "many", executor=executor)
            again = _run(walk, folder / "many", executor=executor)
            expect(again.resumed == again.runs, f"repeated {again.runs - again.resumed} runs")
            expect(content(folder / "one") == content(folder / "many"), "the data have changed")

    def test_a_failing_run_costs_only_itself(self) -> None:
        """An exception in the optimizer is the outcome of that run; the others are made."""
        with _folder() as folder, self.executor() as executor:
            result = _run(fails_on_the_second, folder / "x", executor=executor)
            failed = [one for one in result.outcomes if one.status is Status.FAILED]
            expect(len(failed) == 2, f"{len(failed)} runs failed instead of 2")
            expect("on purpose" in failed[0].message, f"the reason is lost: {failed[0].message!r}")
            expect(result.done == result.runs - 2, f"{result.done} of {result.runs} runs are done")

    def test_belongs_to_its_maker(self) -> None:
        """An experiment does not shut the executor down."""
        with _folder() as folder, self.executor() as executor:
            for name in ("first", "second"):
                expect(_run(walk, folder / name, executor=executor).complete, f"{name} run")
            expect(content(folder / "first") == content(folder / "second"), "the data differ")


@contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def _run(optimizer: Any, folder: Path, **options: Any) -> ExperimentResult:
    suite = Suite("bbob", functions=[1, 8], dimensions=[2, 5], instances=[1, 2, 3])
    result: ExperimentResult = run(
        optimizer, suite, budget=BUDGET, folder=folder, seed=1, progress=False, **options
    )
    return result


def walk(problem: Problem, start: NDArray[np.float64], rng: np.random.Generator) -> None:
    """Evaluate around the start; in a module of its own, so that every executor can pickle it."""
    while True:
        problem(start + rng.standard_normal(start.size))


def fails_on_the_second(
    problem: Problem, start: NDArray[np.float64], rng: np.random.Generator
) -> None:
    """Raise in the middle of the runs on instance 2 in dimension 2."""
    for _ in range(5):
        problem(start)
    if (problem.dimension, problem.instance) == (2, 2):
        message = "on purpose"
        raise RuntimeError(message)
    walk(problem, start, rng)
