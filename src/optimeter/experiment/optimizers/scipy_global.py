"""The global methods of `scipy.optimize`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from optimeter.experiment.optimizers._quiet import quiet, random_argument
from optimeter.experiment.optimizers.adapter import Adapter
from optimeter.experiment.optimizers.scaled import WIDTH, Scaled
from optimeter.problems import Problem

__all__ = ["ScipyGlobal"]

_MANY = 10**9  # the budget ends a run, not the method

_DEFAULTS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "differential_evolution": {
            "strategy": "best1bin",
            "popsize": 15,
            "recombination": 0.7,
            "init": "latinhypercube",
            "atol": 1e-10,
        },
        # The temperature falls with the share of maxiter that is over, so this is a real choice.
        "dual_annealing": {
            "maxiter": 1000,
            "initial_temp": 5230.0,
            "restart_temp_ratio": 2e-5,
            "visit": 2.62,
            "accept": -5.0,
            "no_local_search": False,
        },
        "shgo": {"iters": 2, "sampling_method": "sobol"},
        # An improvement counts if it is larger than eps times the value, which is large where the
        # optimum is not 0: with scipy's 1e-4 the sphere is not solved.
        "direct": {"eps": 1e-13, "len_tol": 1e-9, "locally_biased": True},
        "basinhopping": {"step": 0.1, "T": 1.0, "interval": 50},
    }
)
"""`step` is a part of the width of the region of interest."""


@dataclass(frozen=True, slots=True)
class ScipyGlobal(Adapter):
    """One of the global methods, within the region of interest, which it sees with width 10."""

    package: ClassVar[str] = "scipy"

    def defaults(self) -> Mapping[str, Any]:
        """Return the options of the method with their default values."""
        return _DEFAULTS[self.method]

    @quiet
    def __call__(
        self, problem: Problem, start: NDArray[np.float64], rng: np.random.Generator
    ) -> object:
        """Minimize."""
        scaled = Scaled.of(problem)
        return _METHODS[self.method](scaled, scaled.point(start), rng, self.options)


Options = dict[str, Any]


def _differential_evolution(
    problem: Scaled, start: NDArray[np.float64], rng: np.random.Generator, options: Options
) -> object:
    from scipy.optimize import differential_evolution  # noqa: PLC0415 - heavy

    return differential_evolution(
        lambda columns: problem(columns.T),
        problem.bounds(),
        maxiter=_MANY,
        tol=0,
        polish=False,
        updating="deferred",
        vectorized=True,
        x0=start,
        **options,
        **random_argument(differential_evolution, rng),
    )


def _dual_annealing(
    problem: Scaled, start: NDArray[np.float64], rng: np.random.Generator, options: Options
) -> object:
    from scipy.optimize import dual_annealing  # noqa: PLC0415 - heavy

    return dual_annealing(
        problem,
        problem.bounds(),
        x0=start,
        **options,
        **random_argument(dual_annealing, rng),
    )


def _shgo(
    problem: Scaled,
    start: NDArray[np.float64],  # noqa: ARG001
    rng: np.random.Generator,
    options: Options,
) -> object:
    from scipy.optimize import shgo  # noqa: PLC0415 - heavy

    # Deterministic: only another number of points makes a restart another search.
    points = int(rng.integers(32, 128)) * len(problem.unit)
    return shgo(problem, problem.bounds(), n=points, **options)


def _direct(
    problem: Scaled,
    start: NDArray[np.float64],  # noqa: ARG001
    rng: np.random.Generator,  # noqa: ARG001
    options: Options,
) -> object:
    from scipy.optimize import direct  # noqa: PLC0415 - heavy

    # Memory is taken for all evaluations at the beginning.
    most = min(10_000 * len(problem.unit), 400_000)
    return direct(problem, problem.bounds(), maxfun=most, maxiter=most, vol_tol=0, **options)


def _basinhopping(
    problem: Scaled, start: NDArray[np.float64], rng: np.random.Generator, options: Options
) -> object:
    from scipy.optimize import basinhopping  # noqa: PLC0415 - heavy

    step = options.pop("step") * WIDTH
    return basinhopping(
        problem,
        start,
        niter=10**7,
        stepsize=step,
        minimizer_kwargs={"method": "L-BFGS-B"},
        **options,
        **random_argument(basinhopping, rng),
    )


_METHODS: Mapping[
    str, Callable[[Scaled, NDArray[np.float64], np.random.Generator, Options], object]
] = MappingProxyType(
    {
        "differential_evolution": _differential_evolution,
        "dual_annealing": _dual_annealing,
        "shgo": _shgo,
        "direct": _direct,
        "basinhopping": _basinhopping,
    }
)
