"""The time-complexity experiment: how long an evaluation takes, and the optimizer's part of it.

Following the field's procedure, the optimizer runs with restarts on the Rosenbrock function, f8,
for a few tens of seconds of processor time in each dimension; processor, language, versions and
compiler are part of the result.
"""

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from copy import copy
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from optimeter._arguments import Selection, integers, real
from optimeter._core import Guard
from optimeter._show import Shown, ShownRow, shown_rows
from optimeter.exceptions import ExperimentError, Stop
from optimeter.experiment.optimizers import resolve_optimizer
from optimeter.experiment.optimizers.asking import call_optimizer
from optimeter.experiment.seeds import (
    preserved_globals,
    random_start,
    run_seed,
    seed_globals,
)
from optimeter.experiment.setup import setup_facts
from optimeter.experiment.suitable import check_suitable
from optimeter.problems import Problem, suite_info
from optimeter.problems import problem as make_problem

__all__ = ["Timing", "TimingRow", "timing"]

PATIENCE = 20  # wall time, in multiples of the processor time asked for, after which it ends


@dataclass(frozen=True, slots=True, repr=False)
class TimingRow(ShownRow):
    """The times of one dimension, in seconds of processor time per evaluation."""

    dimension: int
    evaluations: int
    restarts: int
    seconds: float
    """Processor time of the measurement: of this process, all its threads."""
    wall: float
    """Wall time of the measurement."""
    per_evaluation: float
    """Everything: optimizer and function."""
    function: float
    """The part that the function took, the call from Python included."""
    optimizer: float
    """The rest."""

    def _row(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True, repr=False)
class Timing(Shown):
    """The result of the time-complexity experiment."""

    algorithm: str
    rows: tuple[TimingRow, ...]
    setup: Mapping[str, str]
    """What the times were measured with: processor, language, versions, compiler and its flags."""

    def _shown(self, most: int) -> tuple[list[dict[str, Any]], int]:
        return shown_rows(self.rows, most)

    def to_dicts(self) -> list[dict[str, float]]:
        """One dictionary for each dimension."""
        return [asdict(row) for row in self.rows]


def timing(
    optimizer: str | Callable[..., Any],
    *,
    dimensions: Selection | None = None,
    seconds: float = 30.0,
    suite: str = "bbob",
    function: int = 8,
    instance: int = 1,
    seed: int = 1,
) -> Timing:
    """Measure the time that an optimizer takes for an evaluation.

    Parameters
    ----------
    optimizer
        As for `om.run`.
    dimensions
        In which dimensions; those of the suite when not given.
    seconds
        How long to measure in each dimension, in processor time.
    suite, function, instance
        The problem; by default the one that the field uses.
    seed
        For the generator that the optimizer gets.

    Examples
    --------
    >>> from optimeter.experiment import timing
    >>> result = timing("random-search", dimensions=[2], seconds=0.1)
    >>> row = result.rows[0]
    >>> row.dimension, 0 < row.function < row.per_evaluation < 1e-3
    (2, True)
    """
    real(seconds, "seconds", above=0)
    chosen, name = resolve_optimizer(optimizer)
    rows = []
    published = suite_info(suite).dimensions if dimensions is None else dimensions
    for dimension in integers(published, "dimensions"):
        problem = make_problem(suite, function, dimension, instance)
        check_suitable(chosen, name, suite, [problem])
        rows.append(_measure(chosen, problem, seconds, seed))
    return Timing(name, tuple(rows), setup_facts(chosen))


class TimedProblem:
    """A problem that adds up the processor time of its evaluations, and refuses more at the end.

    Otherwise it is the problem itself.
    """

    def __init__(self, problem: Problem, end: float) -> None:
        self._problem = problem
        self._end = end
        self.seconds = 0.0
        self.calls = 0

    def __call__(self, x: ArrayLike) -> Any:
        return self._timed(self._problem, x)

    def constraint(self, x: ArrayLike) -> Any:
        return self._timed(self._problem.constraint, x)

    def evaluate_all(self, x: ArrayLike) -> Any:
        return self._timed(self._problem.evaluate_all, x)

    def _timed(self, evaluate: Callable[..., Any], x: ArrayLike) -> Any:
        begin = time.process_time()
        try:
            return evaluate(x)
        finally:
            now = time.process_time()
            self.seconds += now - begin
            self.calls += 1
            if now > self._end:
                done = self._problem.evaluations + self._problem.evaluations_constraints
                self._problem._limit(done)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._problem, name)


def _warm_up(optimizer: Callable[..., Any], problem: Problem) -> None:
    """Let everything be imported and prepared that the first evaluations need."""
    trial = copy(problem)
    trial._limit(2 * problem.dimension)
    with suppress(Stop):
        call_optimizer(optimizer, trial, problem.initial_solution, np.random.default_rng(1))


def _look() -> float:
    """Return the processor time that a look at the clock takes."""
    looks = 1000
    begin = time.process_time()
    for _ in range(looks):
        time.process_time()
    return (time.process_time() - begin) / (looks + 1)


def _measure(
    optimizer: Callable[..., Any], problem: Problem, seconds: float, seed: int
) -> TimingRow:
    _warm_up(optimizer, problem)
    look = _look()
    key = run_seed(seed, problem.id, 1)
    rng = np.random.default_rng(key)
    restarts = -1
    guard = Guard()
    start = problem.initial_solution
    with preserved_globals(), suppress(Stop):
        seed_globals(key)
        begin, wall = time.process_time(), time.perf_counter()
        timed = TimedProblem(problem, begin + seconds)
        guard.begin(problem, PATIENCE * seconds)
        try:
            while problem._refused == 0:
                before = problem.evaluations
                restarts += 1
                call_optimizer(optimizer, timed, start, rng)  # type: ignore[arg-type]
                if problem.evaluations == before:
                    message = f"the optimizer returned without a single evaluation on {problem.id}"
                    raise ExperimentError(message)
                start = random_start(problem, rng)
        finally:
            guard.end()
    # A call looks at the clock twice, and about one look falls between the two.
    elapsed = max(time.process_time() - begin - 2 * look * timed.calls, 0.0)
    wall = time.perf_counter() - wall
    inside = min(max(timed.seconds - look * timed.calls, 0.0), elapsed)
    evaluations = problem.evaluations
    if not evaluations:
        message = f"the optimizer made no evaluation on {problem.id} in {seconds:g} seconds"
        raise ExperimentError(message)
    return TimingRow(
        dimension=problem.dimension,
        evaluations=evaluations,
        restarts=max(restarts, 0),
        seconds=elapsed,
        wall=wall,
        per_evaluation=elapsed / evaluations,
        function=inside / evaluations,
        optimizer=(elapsed - inside) / evaluations,
    )
