"""The global methods of `scipy.optimize`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from optimeter.experiment.optimizers._quiet import quiet, random_argument
from optimeter.experiment.optimizers.adapter import Adapter
from optimeter.problems import Problem

__all__ = ["ScipyGlobal"]

_MANY = 10**9  # the budget ends a run, not the method


@dataclass(frozen=True, slots=True)
class ScipyGlobal(Adapter):
    """One of the global methods, within the region of interest."""

    package: ClassVar[str] = "scipy"

    @quiet
    def __call__(
        self, problem: Problem, start: NDArray[np.float64], rng: np.random.Generator
    ) -> object:
        """Minimize."""
        return _METHODS[self.method](problem, start, rng)


def _differential_evolution(
    problem: Problem, start: NDArray[np.float64], rng: np.random.Generator
) -> object:
    from scipy.optimize import differential_evolution  # noqa: PLC0415 - heavy

    return differential_evolution(
        lambda columns: problem(columns.T),
        _bounds(problem),
        maxiter=_MANY,
        tol=0,
        atol=1e-10,
        polish=False,
        updating="deferred",
        vectorized=True,
        x0=start,
        **random_argument(differential_evolution, rng),
    )


def _dual_annealing(
    problem: Problem, start: NDArray[np.float64], rng: np.random.Generator
) -> object:
    from scipy.optimize import dual_annealing  # noqa: PLC0415 - heavy

    # The temperature falls with the share of maxiter that is over, so this is a real choice.
    iterations = 1000
    return dual_annealing(
        problem,
        _bounds(problem),
        maxiter=iterations,
        x0=start,
        **random_argument(dual_annealing, rng),
    )


def _shgo(
    problem: Problem,
    start: NDArray[np.float64],  # noqa: ARG001
    rng: np.random.Generator,
) -> object:
    from scipy.optimize import shgo  # noqa: PLC0415 - heavy

    # Deterministic: only another number of points makes a restart another search.
    points = int(rng.integers(32, 128)) * problem.dimension
    return shgo(problem, _bounds(problem), n=points, iters=2, sampling_method="sobol")


def _direct(
    problem: Problem,
    start: NDArray[np.float64],  # noqa: ARG001
    rng: np.random.Generator,  # noqa: ARG001
) -> object:
    from scipy.optimize import direct  # noqa: PLC0415 - heavy

    # Memory is taken for all evaluations at the beginning.
    most = min(10_000 * problem.dimension, 400_000)
    return direct(
        problem, _bounds(problem), maxfun=most, maxiter=most, vol_tol=0, len_tol=1e-9, eps=1e-6
    )


def _basinhopping(problem: Problem, start: NDArray[np.float64], rng: np.random.Generator) -> object:
    from scipy.optimize import basinhopping  # noqa: PLC0415 - heavy

    width = float(np.mean(problem.upper_bounds - problem.lower_bounds))
    return basinhopping(
        problem,
        start,
        niter=10**7,
        stepsize=0.1 * width,
        minimizer_kwargs={"method": "L-BFGS-B"},
        **random_argument(basinhopping, rng),
    )


_METHODS: dict[str, Callable[[Problem, NDArray[np.float64], np.random.Generator], object]] = {
    "differential_evolution": _differential_evolution,
    "dual_annealing": _dual_annealing,
    "shgo": _shgo,
    "direct": _direct,
    "basinhopping": _basinhopping,
}


def _bounds(problem: Problem) -> list[tuple[float, float]]:
    return list(zip(problem.lower_bounds.tolist(), problem.upper_bounds.tolist(), strict=True))
