"""Single-objective algorithms of pymoo (extra ``pymoo``)."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from optimeter.experiment.optimizers._quiet import quiet, require
from optimeter.problems import Problem

__all__ = ["Pymoo"]

_HOMES = {
    "GA": "ga",
    "DE": "de",
    "PSO": "pso",
    "CMAES": "cmaes",
    "NelderMead": "nelder",
    "PatternSearch": "pattern",
}


@dataclass(frozen=True, slots=True)
class Pymoo:
    """An algorithm of pymoo; each generation is one batch.

    Parameters
    ----------
    method
        The name of its class.
    """

    method: str = "GA"

    @property
    def name(self) -> str:
        """The name of the optimizer."""
        return f"pymoo:{self.method}"

    @quiet
    def __call__(
        self, problem: Problem, start: NDArray[np.float64], rng: np.random.Generator
    ) -> None:
        """Minimize within the region of interest."""
        home = f"pymoo.algorithms.soo.nonconvex.{_HOMES[self.method]}"
        kind = getattr(require(home, extra="pymoo"), self.method)
        core = require("pymoo.core.problem", extra="pymoo").Problem
        static = require("pymoo.problems.static", extra="pymoo").StaticProblem
        evaluator = require("pymoo.core.evaluator", extra="pymoo").Evaluator()
        space = core(
            n_var=problem.dimension, n_obj=1, xl=problem.lower_bounds, xu=problem.upper_bounds
        )
        algorithm: Any = kind(**({"x0": start} if self.method in {"CMAES", "NelderMead"} else {}))
        algorithm.setup(
            space,
            termination=("n_gen", 10**9),
            seed=int(rng.integers(2**31)),
            verbose=False,
        )
        while algorithm.has_next():
            population = algorithm.ask()
            if population is None or len(population) == 0:
                return
            values = problem(np.atleast_2d(population.get("X")).astype(float))
            evaluator.eval(static(space, F=values[:, None]), population)
            algorithm.tell(infills=population)
