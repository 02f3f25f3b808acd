"""CMA-ES from pycma, with the restart strategies of the field."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from optimeter._arguments import choice, integer, real
from optimeter.experiment.optimizers._quiet import quiet, require
from optimeter.experiment.options import bracketed, changed_options
from optimeter.experiment.seeds import random_start
from optimeter.problems import Problem

__all__ = ["CmaEs"]


@dataclass(frozen=True, slots=True)
class CmaEs:
    """CMA-ES; each generation is one batch.

    Constraints are handled by pycma's augmented Lagrangian (Atamna, Auger and Hansen, FOGA 2017).

    Parameters
    ----------
    restarts
        ``"independent"``: one descent, restarts are up to `om.run`. ``"ipop"``: each restart has
        twice the population (Auger and Hansen, CEC 2005). ``"bipop"``: beside these, restarts with
        small populations and small steps that together use about as many evaluations (Hansen,
        GECCO 2009).
    sigma
        The initial step size, as a part of the width of the region of interest.
    popsize
        The population of the first descent; by default 4 + ⌊3 ln n⌋ in dimension n.
    """

    restarts: Literal["independent", "ipop", "bipop"] = "independent"
    sigma: float = 0.2
    popsize: int | None = None

    def __post_init__(self) -> None:
        """Raise for values that are none of these."""
        choice(self.restarts, ("independent", "ipop", "bipop"), "restarts of CMA-ES")
        real(self.sigma, "sigma of CMA-ES", above=0)
        if self.popsize is not None:
            integer(self.popsize, "popsize of CMA-ES", least=2)

    @property
    def name(self) -> str:
        """The name of the optimizer."""
        base = "cma" if self.restarts == "independent" else f"cma-{self.restarts}"
        changed = changed_options(self)
        changed.pop("restarts", None)
        return base + bracketed(changed)

    @property
    def handles(self) -> frozenset[str]:
        """What problems it is for."""
        return frozenset({"single-objective", "constraints"})

    @quiet
    def __call__(
        self, problem: Problem, start: NDArray[np.float64], rng: np.random.Generator
    ) -> None:
        """Minimize from `start`."""
        strategies = {"independent": _one, "ipop": _ipop, "bipop": _bipop}
        for factor, shrink in strategies[self.restarts](problem, rng):
            if problem.evaluations and self.restarts != "independent":
                problem.signal_restart()
                start = random_start(problem, rng)
            self._descend(problem, start, rng, factor, shrink)

    def _descend(
        self,
        problem: Problem,
        start: NDArray[np.float64],
        rng: np.random.Generator,
        factor: float,
        shrink: float,
    ) -> None:
        cma = require("cma", extra="cma")
        width = problem.upper_bounds - problem.lower_bounds
        first = self.popsize or 4 + int(3 * np.log(problem.dimension))
        options: dict[str, Any] = {
            "popsize": max(int(factor * first), 2),
            "CMA_stds": width / width.mean(),
            "maxiter": np.inf,
            "tolfun": 1e-12,
            "seed": int(rng.integers(1, 2**31)),
            "verbose": -9,
            "verb_log": 0,
            "verb_disp": 0,
        }
        sigma = self.sigma * float(width.mean()) * shrink
        strategy = cma.CMAEvolutionStrategy(start, sigma, options)
        merit = _Merit(cma, problem)
        while not strategy.stop():
            points = strategy.ask()
            strategy.tell(points, merit(np.array(points)))
            merit.update(strategy)


def _without_files(cma: Any) -> Any:
    """Return pycma's augmented Lagrangian such that it opens no log files."""

    class Silent(cma.constraints_handler.AugmentedLagrangian):  # type: ignore[misc]
        def _init_(self) -> None:
            self.logging = 0
            super()._init_()

    return Silent


class _Merit:
    """What CMA-ES minimizes: the objective, with constraints an augmented Lagrangian."""

    def __init__(self, cma: Any, problem: Problem) -> None:
        self._problem = problem
        self._lagrangian: Any = None
        if problem.number_of_constraints:
            self._lagrangian = _without_files(cma)(problem.dimension)

    def __call__(self, points: NDArray[np.float64]) -> list[float]:
        """Evaluate a generation."""
        if self._lagrangian is None:
            values: list[float] = self._problem(points).tolist()
            return values
        f, g = self._problem.evaluate_all(points)
        objectives = np.asarray(f)
        self._lagrangian.set_coefficients(objectives.tolist(), g.tolist())
        penalties = [float(np.sum(self._lagrangian(row))) for row in g]
        merits: list[float] = (objectives + penalties).tolist()
        return merits

    def update(self, strategy: Any) -> None:
        """Adapt the coefficients to the values at the present mean."""
        if self._lagrangian is not None:
            f, g = self._problem.evaluate_all(strategy.mean)
            self._lagrangian.update(f, g)


Descents = Iterator[tuple[float, float]]
"""For each descent the factors of the default population and of the initial step size."""


def _one(problem: Problem, rng: np.random.Generator) -> Descents:  # noqa: ARG001
    yield 1.0, 1.0


def _ipop(problem: Problem, rng: np.random.Generator) -> Descents:  # noqa: ARG001
    factor = 1.0
    while True:
        yield factor, 1.0
        factor = min(2 * factor, 2**9)


def _bipop(problem: Problem, rng: np.random.Generator) -> Descents:
    large = 1.0
    spent_large = spent_small = 0
    while True:
        before = problem.evaluations
        if spent_small < spent_large:
            factor = (large / 2) ** (rng.random() ** 2)
            yield factor, 10 ** (-2 * rng.random())
            spent_small += problem.evaluations - before
        else:
            yield large, 1.0
            if large > 1.0:  # the first descent has the default population and counts for neither
                spent_large += problem.evaluations - before
            large = min(2 * large, 2**9)
