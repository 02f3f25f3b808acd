"""Algorithms of pymoo (extra ``pymoo``), for one and for several objectives."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from optimeter._packages import package
from optimeter.experiment.optimizers._quiet import plain_parameters, quiet, sign_of
from optimeter.experiment.optimizers.adapter import Adapter
from optimeter.problems import Problem

__all__ = ["Pymoo"]

_HOMES = {
    "GA": "soo.nonconvex.ga",
    "DE": "soo.nonconvex.de",
    "PSO": "soo.nonconvex.pso",
    "CMAES": "soo.nonconvex.cmaes",
    "NelderMead": "soo.nonconvex.nelder",
    "NSGA2": "moo.nsga2",
    "SMSEMOA": "moo.sms",
}

_FROM_START = frozenset({"CMAES", "NelderMead"})
"""Those that begin at a point; the others begin with a random population."""

_IGNORES_CONSTRAINTS = frozenset({"NelderMead"})


@dataclass(frozen=True, slots=True)
class Pymoo(Adapter):
    """An algorithm of pymoo; each generation is one batch.

    Parameters
    ----------
    method
        The name of its class.
    settings
        Parameters of that class, such as ``pop_size``.
    """

    package: ClassVar[str] = "pymoo"

    def defaults(self) -> Mapping[str, Any]:
        """Return the parameters of the class with their default values."""
        return plain_parameters(self._kind(), without={"x0", "output", "display", "verbose"})

    def _kind(self) -> Any:
        home = f"pymoo.algorithms.{_HOMES[self.method]}"
        return getattr(package(home, "this optimizer"), self.method)

    @property
    def handles(self) -> frozenset[str]:
        """What problems it is for."""
        kinds = {
            "multi-objective" if _HOMES[self.method].startswith("moo.") else "single-objective"
        }
        return frozenset(kinds if self.method in _IGNORES_CONSTRAINTS else kinds | {"constraints"})

    @quiet
    def __call__(
        self, problem: Problem, start: NDArray[np.float64], rng: np.random.Generator
    ) -> None:
        """Minimize within the region of interest."""
        base: Any = package("pymoo.core.problem", "this optimizer").Problem

        class Space(base):  # type: ignore[misc]
            def _evaluate(self, x: NDArray[np.float64], out: dict[str, Any]) -> None:
                if problem.number_of_constraints:
                    out["F"], out["G"] = problem.evaluate_all(x)
                else:
                    out["F"] = sign_of(problem) * problem(x)

        space = Space(
            n_var=problem.dimension,
            n_obj=problem.number_of_objectives,
            n_ieq_constr=problem.number_of_constraints,
            xl=problem.lower_bounds,
            xu=problem.upper_bounds,
        )
        from_start = {"x0": start} if self.method in _FROM_START else {}
        package("pymoo.optimize", "this optimizer").minimize(
            space,
            self._kind()(**from_start, **self.settings),
            ("n_gen", 10**9),
            seed=int(rng.integers(2**31)),
            verbose=False,
            copy_algorithm=False,
        )
