"""The global methods of `scipy.optimize`."""

from collections.abc import Mapping
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
        from scipy import optimize  # noqa: PLC0415 - heavy

        scaled = Scaled.of(problem)
        method = getattr(optimize, self.method)
        arguments = self._arguments(scaled, scaled.point(start), rng)
        return method(**arguments, **random_argument(method, rng))

    def _arguments(
        self, problem: Scaled, start: NDArray[np.float64], rng: np.random.Generator
    ) -> dict[str, Any]:
        """Return what scipy's function is called with."""
        options = {"func": problem, "bounds": problem.bounds(), **self.options}
        match self.method:
            case "differential_evolution":
                options |= {"func": lambda columns: problem(columns.T), "vectorized": True}
                options |= {"maxiter": _MANY, "tol": 0, "polish": False, "updating": "deferred"}
                options["x0"] = start
            case "dual_annealing":
                options["x0"] = start
            case "shgo":
                # Deterministic: only another number of points makes a restart another search.
                options["n"] = int(rng.integers(32, 128)) * len(start)
            case "direct":
                # Memory is taken for all evaluations at the beginning.
                most = min(10_000 * len(start), 400_000)
                options |= {"maxfun": most, "maxiter": most, "vol_tol": 0}
            case "basinhopping":
                del options["bounds"]
                options |= {"x0": start, "niter": 10**7, "stepsize": options.pop("step") * WIDTH}
                options["minimizer_kwargs"] = {"method": "L-BFGS-B"}
        return options
