"""The local methods of `scipy.optimize.minimize`."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from optimeter.experiment.optimizers._quiet import quiet
from optimeter.experiment.optimizers.adapter import Adapter
from optimeter.problems import Problem

__all__ = ["ScipyLocal"]

_MANY = 10**9  # the budget ends a run, not the method

_OPTIONS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "Nelder-Mead": {"maxiter": _MANY, "maxfev": _MANY, "xatol": 1e-11, "fatol": 1e-11},
        "Powell": {"maxiter": _MANY, "maxfev": _MANY, "xtol": 1e-9, "ftol": 1e-11},
        "CG": {"maxiter": _MANY, "gtol": 1e-9},
        "BFGS": {"maxiter": _MANY, "gtol": 1e-9},
        "L-BFGS-B": {"maxiter": _MANY, "maxfun": _MANY, "ftol": 1e-14, "gtol": 1e-9},
        "TNC": {"maxfun": 10**8, "ftol": 1e-14, "gtol": 1e-9},
        "COBYLA": {"maxiter": 10**8, "rhobeg": 2.0, "tol": 1e-9},
        "COBYQA": {"maxiter": _MANY, "maxfev": _MANY, "final_tr_radius": 1e-9},
        "SLSQP": {"maxiter": _MANY, "ftol": 1e-14},
    }
)
"""Tolerances small enough for the final target of 1e-8, limits large enough never to matter."""

_CONSTRAINED = frozenset({"COBYLA", "COBYQA", "SLSQP"})


@dataclass(frozen=True, slots=True)
class ScipyLocal(Adapter):
    """One call of `scipy.optimize.minimize`; restarts are up to `om.run`.

    Gradients, where a method wants them, are finite differences and cost evaluations. Constraints
    are passed on to the methods that know them: COBYLA, COBYQA and SLSQP.
    """

    package: ClassVar[str] = "scipy"

    @property
    def handles(self) -> frozenset[str]:
        """What problems it is for."""
        kinds = {"single-objective"}
        return frozenset(kinds | {"constraints"} if self.method in _CONSTRAINED else kinds)

    @quiet
    def __call__(
        self,
        problem: Problem,
        start: NDArray[np.float64],
        rng: np.random.Generator,  # noqa: ARG002 - deterministic
    ) -> object:
        """Minimize from `start`."""
        from scipy.optimize import NonlinearConstraint, minimize  # noqa: PLC0415 - heavy

        constraints: Any = ()
        if problem.number_of_constraints and self.method in _CONSTRAINED:
            constraints = NonlinearConstraint(problem.constraint, -np.inf, 0.0)
        return minimize(
            problem,
            start,
            method=self.method,
            constraints=constraints,
            options=dict(_OPTIONS[self.method]),
        )
