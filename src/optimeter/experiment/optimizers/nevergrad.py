"""Optimizers of nevergrad (extra ``nevergrad``)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from optimeter._packages import package
from optimeter.experiment.optimizers._quiet import quiet
from optimeter.experiment.optimizers.adapter import Adapter
from optimeter.experiment.optimizers.asking import drive
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
        """Search within the region of interest, from `start`."""
        nevergrad = package("nevergrad", "this optimizer")
        space = self._space(nevergrad.p, problem, start)
        space.random_state = np.random.RandomState(rng.integers(2**32))  # its own interface
        budget = self.options["horizon"] * problem.dimension
        optimizer = nevergrad.optimizers.registry[self.method](space, budget=budget)
        self._suggest(optimizer, start)
        drive(problem, optimizer)

    def _space(self, kinds: Any, problem: Problem, start: NDArray[np.float64]) -> Any:
        return kinds.Array(init=start, lower=problem.lower_bounds, upper=problem.upper_bounds)

    def _suggest(self, optimizer: Any, start: NDArray[np.float64]) -> None:
        """Say where to begin, where the space does not."""


@dataclass(frozen=True, slots=True)
class NevergradBits(Nevergrad):
    """A discrete optimizer from nevergrad's registry, on strings of bits."""

    @property
    def handles(self) -> frozenset[str]:
        """What problems it is for."""
        return frozenset({"bits"})

    def _space(self, kinds: Any, problem: Problem, start: NDArray[np.float64]) -> Any:  # noqa: ARG002
        return kinds.TransitionChoice([0, 1], repetitions=problem.dimension)

    def _suggest(self, optimizer: Any, start: NDArray[np.float64]) -> None:
        optimizer.suggest(tuple(int(bit) for bit in start > 0.5))
