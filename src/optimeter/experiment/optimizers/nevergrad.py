"""Optimizers of nevergrad (extra ``nevergrad``)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from optimeter._packages import package
from optimeter.experiment.optimizers._quiet import quiet
from optimeter.experiment.optimizers.adapter import Adapter
from optimeter.problems import Problem

__all__ = ["Nevergrad", "NevergradBits"]


@dataclass(frozen=True, slots=True)
class Nevergrad(Adapter):
    """An optimizer from nevergrad's registry.

    Parameters
    ----------
    method
        Its name there.
    settings
        ``horizon``: evaluations that it is told to have, as a multiple of the dimension; many of its
        optimizers adapt to that. Afterwards it is started anew.
    """

    package: ClassVar[str] = "nevergrad"

    def defaults(self) -> Mapping[str, Any]:
        """Return the options with their default values."""
        return {"horizon": 1000}

    @quiet
    def __call__(
        self, problem: Problem, start: NDArray[np.float64], rng: np.random.Generator
    ) -> None:
        """Minimize within the region of interest."""
        nevergrad = package("nevergrad", "this optimizer")
        space = nevergrad.p.Array(
            init=start, lower=problem.lower_bounds, upper=problem.upper_bounds
        )
        space.random_state = np.random.RandomState(rng.integers(2**32))  # its own interface
        budget = self.options["horizon"] * problem.dimension
        optimizer = nevergrad.optimizers.registry[self.method](space, budget=budget)
        for _ in range(budget):
            candidate = optimizer.ask()
            optimizer.tell(candidate, problem(candidate.value))


@dataclass(frozen=True, slots=True)
class NevergradBits(Nevergrad):
    """A discrete optimizer from nevergrad's registry, on strings of bits."""

    @property
    def handles(self) -> frozenset[str]:
        """What problems it is for."""
        return frozenset({"bits"})

    @quiet
    def __call__(
        self, problem: Problem, start: NDArray[np.float64], rng: np.random.Generator
    ) -> None:
        """Optimize from the string `start`."""
        nevergrad = package("nevergrad", "this optimizer")
        first = [int(bit) for bit in start > 0.5]
        space = nevergrad.p.TransitionChoice([0, 1], repetitions=problem.dimension)
        space.random_state = np.random.RandomState(rng.integers(2**32))  # its own interface
        budget = self.options["horizon"] * problem.dimension
        optimizer = nevergrad.optimizers.registry[self.method](space, budget=budget)
        optimizer.suggest(tuple(first))
        sign = -1.0 if problem.maximize else 1.0
        for _ in range(budget):
            candidate = optimizer.ask()
            value = problem(np.array(candidate.value, dtype=np.float64))
            optimizer.tell(candidate, sign * value)
