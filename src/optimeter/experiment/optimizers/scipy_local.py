"""The local methods of `scipy.optimize.minimize`."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from optimeter.experiment.optimizers._quiet import quiet
from optimeter.experiment.optimizers.adapter import Adapter
from optimeter.experiment.optimizers.scaled import WIDTH, Scaled
from optimeter.problems import Problem

__all__ = ["ScipyLocal"]

_MANY = 10**9  # the budget ends a run, not the method

_LIMITS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "Nelder-Mead": {"maxiter": _MANY, "maxfev": _MANY},
        "Powell": {"maxiter": _MANY, "maxfev": _MANY},
        "CG": {"maxiter": _MANY},
        "BFGS": {"maxiter": _MANY},
        "L-BFGS-B": {"maxiter": _MANY, "maxfun": _MANY},
        "TNC": {"maxfun": 10**8},
        "COBYLA": {"maxiter": 10**8},
        "COBYQA": {"maxiter": _MANY, "maxfev": _MANY},
        "SLSQP": {"maxiter": _MANY},
    }
)
"""Large enough never to matter."""

_EPS = 2.0**-26  # of finite differences: the root of the precision of numbers

_DEFAULTS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "Nelder-Mead": {"step": 0.1, "adaptive": False, "xatol": 1e-11, "fatol": 1e-11},
        "Powell": {"step": 0.1, "xtol": 1e-9, "ftol": 1e-11},
        "CG": {"gtol": 1e-9, "eps": _EPS},
        "BFGS": {"gtol": 1e-9, "eps": _EPS},
        "L-BFGS-B": {"maxcor": 10, "ftol": 1e-14, "gtol": 1e-9, "eps": _EPS},
        "TNC": {"ftol": 1e-14, "gtol": 1e-9, "eps": _EPS},
        "COBYLA": {"step": 0.2, "tol": 1e-9},
        "COBYQA": {"step": 0.1, "final_tr_radius": 1e-9},
        "SLSQP": {"ftol": 1e-14, "eps": _EPS},
    }
)
"""Tolerances small enough for the final target of 1e-8; `step` is the first one, as a part of the
width of the region of interest."""

_CONSTRAINED = frozenset({"COBYLA", "COBYQA", "SLSQP"})


@dataclass(frozen=True, slots=True)
class ScipyLocal(Adapter):
    """One call of `scipy.optimize.minimize`; restarts are up to `om.run`.

    The method sees a region of interest of width 10 in every variable, so that its steps and
    tolerances fit, however large the region is. Gradients, where a method wants them, are finite
    differences and cost evaluations. Constraints are passed on to the methods that know them:
    COBYLA, COBYQA and SLSQP.
    """

    package: ClassVar[str] = "scipy"

    @property
    def handles(self) -> frozenset[str]:
        """What problems it is for."""
        kinds = {"single-objective"}
        return frozenset(kinds | {"constraints"} if self.method in _CONSTRAINED else kinds)

    def defaults(self) -> Mapping[str, Any]:
        """Return the options of the method with their default values."""
        return _DEFAULTS[self.method]

    @quiet
    def __call__(
        self,
        problem: Problem,
        start: NDArray[np.float64],
        rng: np.random.Generator,  # noqa: ARG002 - deterministic
    ) -> None:
        """Minimize from `start`."""
        from scipy.optimize import NonlinearConstraint, minimize  # noqa: PLC0415 - heavy

        scaled = Scaled.of(problem)
        begin = scaled.point(start)
        constraints: Any = ()
        if problem.number_of_constraints and self.method in _CONSTRAINED:
            constraints = NonlinearConstraint(scaled.constraint, -np.inf, 0.0)
        minimize(
            scaled,
            begin,
            method=self.method,
            constraints=constraints,
            options=self._options(begin, scaled.inward(begin)),
        )

    def _options(self, start: NDArray[np.float64], inward: NDArray[np.float64]) -> dict[str, Any]:
        """Return scipy's options; the first steps go towards the middle of the region."""
        options = {**_LIMITS[self.method], **self.options}
        if "step" not in options:
            return options
        step = options.pop("step") * WIDTH
        match self.method:
            case "Nelder-Mead":
                corners = np.diag(step * inward)
                options["initial_simplex"] = start + np.vstack([np.zeros_like(start), corners])
            case "Powell":
                options["direc"] = np.diag(step * inward)
            case "COBYLA":
                options["rhobeg"] = step
            case "COBYQA":
                options["initial_tr_radius"] = step
        return options
