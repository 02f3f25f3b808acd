"""Runs in memory, as arrays."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from optimeter._core import NativeMemoryRun
from optimeter._show import ShownRow

__all__ = ["MemoryRun"]


@dataclass(frozen=True, slots=True, repr=False)
class MemoryRun(ShownRow):
    """A recorded run. Row i of each array belongs to one recorded evaluation.

    Attributes
    ----------
    suite, problem, function, dimension, instance
        Which problem; `problem` is its id.
    maximize
        Whether larger values are better.
    finished
        False for a run that is still being observed.
    total_evaluations
        All evaluations that were made, recorded or not.
    optimal_value
        The optimal value of the problem, one entry an objective; empty if it is not known.
    evaluations
        Number of the evaluation, (n,) uint64.
    evaluations_constraints
        Constraint evaluations up to then, (n,) uint64.
    values
        Noise-free objective values, (n,), or (n, m) for m objectives.
    points
        The points, (n, d); (0, d) if they were not kept.
    attributes
        Columns of the optimizer by name, (n,) each, NaN where nothing was set.
    restarts
        Evaluations made before each restart.
    """

    suite: str
    problem: str
    function: int
    dimension: int
    instance: int
    maximize: bool
    finished: bool
    total_evaluations: int
    optimal_value: NDArray[np.float64]
    evaluations: NDArray[np.uint64]
    evaluations_constraints: NDArray[np.uint64]
    values: NDArray[np.float64]
    points: NDArray[np.float64]
    attributes: dict[str, NDArray[np.float64]]
    restarts: NDArray[np.uint64]

    def _row(self) -> dict[str, Any]:
        return {
            "problem": self.problem,
            "evaluations": self.total_evaluations,
            "recorded": len(self.evaluations),
            "restarts": len(self.restarts),
            "finished": self.finished,
        }

    @property
    def best(self) -> NDArray[np.float64]:
        """The best recorded value so far, (n,); single-objective runs only."""
        return (np.fmax if self.maximize else np.fmin).accumulate(self.values)

    @classmethod
    def of(cls, run: NativeMemoryRun, names: tuple[str, ...]) -> "MemoryRun":
        """Copy the present state of a run of the engine."""
        native: Any = run  # its arrays have no types
        shape = (-1,) if native.objectives == 1 else (-1, native.objectives)
        return cls(
            suite=native.suite,
            problem=native.problem,
            function=native.function,
            dimension=native.dimension,
            instance=native.instance,
            maximize=native.maximize,
            finished=native.finished,
            total_evaluations=native.total_evaluations,
            optimal_value=native.optimal_value,
            evaluations=native.counts,
            evaluations_constraints=native.constraints_counts,
            values=native.values.reshape(shape),
            points=native.points.reshape(-1, native.dimension),
            attributes=dict(zip(names, native.attributes, strict=True)),
            restarts=native.restarts,
        )
