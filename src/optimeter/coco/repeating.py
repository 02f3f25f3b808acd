"""Repeated sweeps over a suite, and its division into batches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from optimeter.exceptions import InvalidTypeError, InvalidValueError

if TYPE_CHECKING:
    from optimeter.coco.problem import Problem

__all__ = ["BatchScheduler", "ExperimentRepeater"]

Key = tuple[int, int]
Trials = list[tuple[int, bool]]


class ExperimentRepeater:
    """Decides which problems are run once more: until successes are many or the budget is used.

    Parameters
    ----------
    budget_multiplier
        The budget of each problem, all sweeps together, by its dimension.
    min_successes
        How many successes of a function in a dimension are enough; 11 by default.
    max_sweeps
        How often the suite is gone through at most; 20 by default.

    Notes
    -----
    A problem is asked for by itself or by a tuple (function, dimension[, instance]).

    Examples
    --------
    >>> import optimeter.coco as cocoex
    >>> suite = cocoex.Suite("bbob", "instances: 1-2", "dimensions: 2 function_indices: 1")
    >>> repeater = cocoex.ExperimentRepeater(budget_multiplier=2)
    >>> while not repeater.done(message=False):
    ...     for problem in suite:
    ...         if not repeater.done(problem):
    ...             value = problem(repeater.initial_solution_proposal(problem))
    ...             repeater.track(problem)
    >>> repeater.sweep, repeater.evaluations((1, 2))
    (4, [4, 4])
    """

    min_successes_default = 11
    max_sweeps_default = 20

    def __init__(
        self,
        budget_multiplier: float,
        min_successes: float | None = None,
        max_sweeps: float | None = None,
    ) -> None:
        self.params = {
            "budget_multiplier": budget_multiplier,
            "min_successes": min_successes,
            "max_sweeps": max_sweeps,
        }
        self.min_successes = self.min_successes_default if min_successes is None else min_successes
        self.max_sweeps = self.max_sweeps_default if max_sweeps is None else max_sweeps
        self._multiplier = budget_multiplier
        self._data: dict[Key, dict[int, Trials]] = {}
        self._sweeps = 0

    @property
    def sweep(self) -> int:
        """The number of the present sweep; 0 before the first."""
        return self._sweeps

    def problem_to_ids(self, problem: Any) -> tuple[int, int, int | None]:
        """Return function, dimension and instance; None for an instance that is not given."""
        if isinstance(problem, tuple | list):
            function, dimension, *instance = problem
            return function, dimension, instance[0] if instance else None
        if "invalid" in problem.info:
            raise InvalidValueError(problem.info)
        function, dimension, number = problem.id_triple
        return function, dimension, number

    def track(self, problem: Problem) -> None:
        """Note the evaluations of a run and whether it reached the final target."""
        function, dimension, instance = self.problem_to_ids(problem)
        runs = self._data.setdefault((function, dimension), {})
        runs.setdefault(int(instance or 0), []).append(
            (problem.evaluations, problem.final_target_hit)
        )

    def data(self, problem: Any) -> dict[int, Trials]:
        """Return (evaluations, hit) of all runs by instance."""
        function, dimension, _ = self.problem_to_ids(problem)
        return self._data.get((function, dimension), {})

    def data_of_instance(self, problem: Any) -> Sequence[tuple[int, bool]]:
        """Return (evaluations, hit) of the runs on this instance."""
        instance = self.problem_to_ids(problem)[2]
        return () if instance is None else self.data(problem).get(instance, ())

    def instances(self, problem: Any) -> list[int]:
        """Return the instances that were run, ascending."""
        return sorted(self.data(problem))

    def trials(self, problem: Any, instance: int | None = None) -> list[int] | int:
        """Return the number of runs by instance, or of one instance."""
        data = self.data(problem)
        if instance is not None:
            return len(data.get(instance, ()))
        return [len(data[one]) for one in self.instances(problem)]

    def evaluations(self, problem: Any) -> list[int]:
        """Return the evaluations by instance."""
        data = self.data(problem)
        return [sum(count for count, _ in data[one]) for one in self.instances(problem)]

    def successes(self, problem: Any) -> list[int]:
        """Return the number of runs by instance that reached the final target."""
        data = self.data(problem)
        return [sum(bool(hit) for _, hit in data[one]) for one in self.instances(problem)]

    def all(self, method: Callable[[Key], Any] | str) -> dict[Key, Any]:
        """Return what a method, or the one of that name, says of each (function, dimension)."""
        ask = getattr(self, method) if isinstance(method, str) else method
        return {key: ask(key) for key in self._data}

    @property
    def n_problems(self) -> int:
        """The number of (function, dimension) that were run."""
        return len(self._data)

    def n_problem_instances(self, problem: Any = None) -> int:
        """Return the number of instances that were run, in all or of a problem."""
        keys = self._data if problem is None else [problem]
        return sum(len(self.instances(key)) for key in keys)

    def n_trials(self, problem: Any = None) -> int:
        """Return the number of runs, in all or of a problem."""
        keys = self._data if problem is None else [problem]
        return sum(len(runs) for key in keys for runs in self.data(key).values())

    def budget_from_dimension(self, problem: Any) -> float:
        """Return the budget of a problem, or of a dimension."""
        dimension = problem if isinstance(problem, int | float) else self.problem_to_ids(problem)[1]
        return dimension * self._multiplier

    def budget_exhausted(self, problem: Any) -> bool:
        """Say whether all instances together have used their budgets."""
        spent = sum(self.evaluations(problem))
        return spent >= max(1, len(self.instances(problem))) * self.budget_from_dimension(problem)

    def succeeded(self, problem: Any) -> bool:
        """Say whether there are enough successes."""
        return sum(self.successes(problem)) >= self.min_successes

    def missing_trials(self, problem: Any) -> int:
        """Return how many runs this instance is behind the one with most."""
        counts = [len(runs) for runs in self.data(problem).values()]
        return max([1, *counts]) - len(self.data_of_instance(problem))

    def remaining_problems(self, suite: Iterable[Problem] | None = None) -> list[Any]:
        """Return (function, dimension, instance) of what is to be run again: of all that were run.

        With a suite, or any problems, it is what of them is to be run, or to be run again.
        """
        if suite is not None:
            return [self.problem_to_ids(one) for one in suite if not self.done(one)]
        every = [(*key, instance) for key in self._data for instance in self.instances(key)]
        return [one for one in every if not self.done(one)]

    def done(self, problem: Any = None, message: bool = True) -> bool:
        """Say whether a problem is done or, without one, whether all are; the latter is a new sweep.

        Unless `message` is false, the end of a sweep prints what it achieved.
        """
        if problem is not None:
            missing = self.missing_trials(problem)
            return (
                self._sweeps > 1
                and missing <= 0
                and (self.succeeded(problem) or self.budget_exhausted(problem))
            )
        if message:
            print(self.message_sweep(), end="")
        self._sweeps += 1
        over = (
            self._sweeps > self.max_sweeps
            or (self._sweeps > 1 and not self._data)
            or (bool(self._data) and not self.remaining_problems())
        )
        if over:
            self._sweeps -= 1
        return over

    def message_sweep(self) -> str:
        """Return what the last sweep achieved; nothing before there are data."""
        if not self._data:
            return ""
        successes = [sum(self.successes(key)) for key in self._data]
        exhausted = [key for key in self._data if self.budget_exhausted(key)]
        least = self.min_successes
        return (
            f"\nSweep {self._sweeps} done ({_counted(sum(successes), 'success', 'es')} on "
            f"{_counted(self.n_problems, 'problem', 's')} where "
            f"{sum(one >= 1 for one in successes)} had >= 1 success and "
            f"{sum(one >= least for one in successes)} had >= {least} successes and "
            f"{sum(not self.succeeded(key) for key in exhausted)} exhausted the budget)\n"
        )

    def initial_solution_proposal(
        self, problem: Problem, nonzero_odds: int = 14
    ) -> NDArray[np.float64]:
        """Propose a start: the initial solution in one of `nonzero_odds` + 1 runs, else random."""
        try:
            odds = index(nonzero_odds)
        except TypeError:
            odds = int(nonzero_odds)
            if odds != nonzero_odds:
                message = f"nonzero_odds must be an integer; got {nonzero_odds!r}"
                raise InvalidValueError(message) from None
        trials = self.n_trials(problem)
        if odds == 0:
            return problem.initial_solution_proposal(trials + 1)
        return problem.initial_solution_proposal(trials if trials % (odds + 1) else 0)


def _counted(number: int, word: str, ending: str) -> str:
    return f"{number} {word}{ending if number != 1 else ''}"


class BatchScheduler:
    """Divides a suite into batches, by function and dimension.

    Parameters
    ----------
    number_of_batches
    batch_to_execute
        From 0; with one batch it may be left out.

    Examples
    --------
    >>> import optimeter.coco as cocoex
    >>> suite = cocoex.Suite("bbob", "instances: 1-2", "dimensions: 2 function_indices: 1-3")
    >>> batcher = cocoex.BatchScheduler(2, 0)
    >>> [problem.id for problem in suite if batcher.is_in_batch(problem)][::2]
    ['bbob_f001_i01_d02', 'bbob_f003_i01_d02']
    """

    def __init__(self, number_of_batches: int, batch_to_execute: int | None = None) -> None:
        batch = batch_to_execute
        if number_of_batches == 1 and batch in {0, 1, None}:
            print("number_of_batches == 1: the whole suite is run")
            batch = 0
        if batch is None:
            message = f"batch_to_execute must be an integer below {number_of_batches}; got None"
            raise InvalidTypeError(message)
        if not 0 <= batch < number_of_batches:
            message = f"batch_to_execute must be from 0 to {number_of_batches - 1}; got {batch}"
            raise InvalidValueError(message)
        self.params = {"number_of_batches": number_of_batches, "batch_to_execute": batch}
        self.first_problem: tuple[int | None, int] | None = None
        self.current_problem: tuple[int | None, int] | None = None
        self.current_batch = -1

    def is_in_batch(self, problem: Problem) -> bool:
        """Say whether a problem belongs to the batch; to be asked for each, in the suite's order."""
        group = (problem.id_function, problem.dimension)
        if group != self.current_problem:
            if self.first_problem is None:
                self.first_problem = group
            self.current_batch = 0 if group == self.first_problem else self.current_batch + 1
            self.current_problem = group
        batches, batch = self.params["number_of_batches"], self.params["batch_to_execute"]
        return self.current_batch % batches == batch
