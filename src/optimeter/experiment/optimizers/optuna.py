"""Samplers of optuna (extra ``optuna``)."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from optimeter.experiment.optimizers._quiet import quiet, require
from optimeter.experiment.optimizers.adapter import Adapter
from optimeter.problems import Problem

__all__ = ["Optuna"]


@dataclass(frozen=True, slots=True)
class Optuna(Adapter):
    """A study of optuna with one of its samplers.

    Parameters
    ----------
    method
        The sampler: its class without the word Sampler.
    """

    package: ClassVar[str] = "optuna"
    method: str = "TPE"

    @quiet
    def __call__(
        self, problem: Problem, start: NDArray[np.float64], rng: np.random.Generator
    ) -> None:
        """Minimize within the region of interest."""
        optuna = require("optuna", extra="optuna")
        sampler = getattr(optuna.samplers, f"{self.method}Sampler")(seed=int(rng.integers(2**31)))
        verbosity = optuna.logging.get_verbosity()
        optuna.logging.set_verbosity(optuna.logging.ERROR)
        try:
            study = optuna.create_study(sampler=sampler)
        finally:
            optuna.logging.set_verbosity(verbosity)
        names = [f"x{i}" for i in range(problem.dimension)]
        space = {
            name: optuna.distributions.FloatDistribution(low, high)
            for name, low, high in zip(
                names, problem.lower_bounds, problem.upper_bounds, strict=True
            )
        }
        study.enqueue_trial(dict(zip(names, start.tolist(), strict=True)))
        while True:
            trial = study.ask(space)
            study.tell(trial, problem([trial.params[name] for name in names]))
