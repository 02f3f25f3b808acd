"""Samplers of optuna (extra ``optuna``)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from optimeter._packages import package
from optimeter.experiment.optimizers._quiet import plain_parameters, quiet
from optimeter.experiment.optimizers.adapter import Adapter
from optimeter.experiment.optimizers.asking import drive
from optimeter.problems import Problem

__all__ = ["Optuna"]


@dataclass(frozen=True, slots=True)
class Optuna(Adapter):
    """A study of optuna with one of its samplers.

    Parameters
    ----------
    method
        The sampler: its class without the word Sampler.
    settings
        Parameters of that class.
    """

    package: ClassVar[str] = "optuna"

    def defaults(self) -> Mapping[str, Any]:
        """Return the parameters of the sampler's class with their default values."""
        return plain_parameters(self._sampler(), without={"seed"})

    def _sampler(self) -> Any:
        samplers = package("optuna.samplers", "this optimizer")
        return getattr(samplers, f"{self.method}Sampler")

    @quiet
    def __call__(
        self, problem: Problem, start: NDArray[np.float64], rng: np.random.Generator
    ) -> None:
        """Search within the region of interest."""
        optuna = package("optuna", "this optimizer")
        sampler = self._sampler()(seed=int(rng.integers(2**31)), **self.settings)
        verbosity = optuna.logging.get_verbosity()
        optuna.logging.set_verbosity(optuna.logging.ERROR)
        try:
            direction = "maximize" if problem.maximize else "minimize"
            study = optuna.create_study(sampler=sampler, direction=direction)
        finally:
            optuna.logging.set_verbosity(verbosity)
        names = [f"x{i}" for i in range(problem.dimension)]
        study.enqueue_trial(dict(zip(names, start.tolist(), strict=True)))
        drive(problem, study)
