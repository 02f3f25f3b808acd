"""CMA-ES from pycma, with the restart strategies of the field."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from optimeter._arguments import choice, integer, real
from optimeter._packages import package
from optimeter.experiment.optimizers._quiet import quiet, sign_of
from optimeter.experiment.options import bracketed, changed_options
from optimeter.experiment.seeds import random_start
from optimeter.problems import Problem

__all__ = ["CmaEs"]

_LARGEST = 2.0**9
"""Times the default population."""


@dataclass(frozen=True, slots=True)
class CmaEs:
    """CMA-ES; each generation is one batch, and may be a checkpoint.

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
        if problem.restored is None:
            descents: _Descents = _DESCENTS[self.restarts]()
        else:
            descents, strategy, merit = problem.restored
            self._descend(problem, descents, strategy, merit)
        while size := descents.next(problem, rng):
            if problem.evaluations and self.restarts != "independent":
                problem.signal_restart()
                start = random_start(problem, rng)
            strategy = self._begin(problem, start, rng, size)
            self._descend(problem, descents, strategy, _Merit(problem))

    @staticmethod
    def _descend(problem: Problem, descents: "_Descents", strategy: Any, merit: "_Merit") -> None:
        while not strategy.stop():
            problem.checkpoint((descents, strategy, merit))
            points = strategy.ask()
            strategy.tell(points, merit(np.array(points)))
            merit.update(strategy)

    def _begin(
        self,
        problem: Problem,
        start: NDArray[np.float64],
        rng: np.random.Generator,
        size: "_Size",
    ) -> Any:
        cma = package("cma", "this optimizer")
        width = problem.upper_bounds - problem.lower_bounds
        first = self.popsize or 4 + int(3 * np.log(problem.dimension))
        options: dict[str, Any] = {
            "popsize": max(int(size.population * first), 2),
            "CMA_stds": width / width.mean(),
            "maxiter": np.inf,
            "tolfun": 1e-12,
            "seed": int(rng.integers(1, 2**31)),
            "verbose": -9,
            "verb_log": 0,
            "verb_disp": 0,
        }
        sigma = self.sigma * float(width.mean()) * size.step
        return cma.CMAEvolutionStrategy(start, sigma, options)


def _augmented_lagrangian(dimension: int) -> Any:
    """Return pycma's augmented Lagrangian such that it opens no log files."""
    cma: Any = package("cma", "this optimizer")

    class Silent(cma.constraints_handler.AugmentedLagrangian):  # type: ignore[misc]
        def _init_(self) -> None:
            self.logging = 0
            super()._init_()

    return Silent(dimension)


class _Merit:
    """What CMA-ES minimizes: the objective, with constraints an augmented Lagrangian."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._lagrangian: Any = None
        if problem.number_of_constraints:
            self._lagrangian = _augmented_lagrangian(problem.dimension)

    def __reduce__(self) -> tuple[Any, ...]:
        """Keep what the Lagrangian knows; its class has no name of its own."""
        known = None if self._lagrangian is None else vars(self._lagrangian)
        return _Merit, (self._problem,), known

    def __setstate__(self, known: dict[str, Any]) -> None:
        """Put it back."""
        vars(self._lagrangian).update(known)

    def __call__(self, points: NDArray[np.float64]) -> list[float]:
        """Evaluate a generation."""
        if self._lagrangian is None:
            values: list[float] = (sign_of(self._problem) * self._problem(points)).tolist()
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


class _Size(NamedTuple):
    """Of a descent, as factors: of the default population and of the initial step size."""

    population: float
    step: float


class _Independent:
    """One descent."""

    def __init__(self) -> None:
        self._over = False

    def next(self, problem: Problem, rng: np.random.Generator) -> _Size | None:  # noqa: ARG002
        """Return the size of the next descent when the one before is over; None if it was the last."""
        over, self._over = self._over, True
        return None if over else _Size(1.0, 1.0)


class _Ipop:
    """Descents with twice the population each."""

    def __init__(self) -> None:
        self._population = 0.5

    def next(self, problem: Problem, rng: np.random.Generator) -> _Size:  # noqa: ARG002
        """Double the population, up to a limit."""
        self._population = min(2 * self._population, _LARGEST)
        return _Size(self._population, 1.0)


class _Bipop:
    """Descents with twice the population each, and others with small ones that cost as much."""

    def __init__(self) -> None:
        self._large = 0.5
        self._small = False
        self._before = 0
        self._spent = {True: 0, False: 0}  # evaluations of small descents, and of large ones

    def next(self, problem: Problem, rng: np.random.Generator) -> _Size:
        """Choose the kind that has used less."""
        if self._small or self._large > 1.0:  # the first descent counts for neither
            self._spent[self._small] += problem.evaluations - self._before
        self._before = problem.evaluations
        self._small = self._spent[True] < self._spent[False]
        if self._small:
            large = min(2 * self._large, _LARGEST)  # of the next large one
            population = (large / 2) ** (rng.random() ** 2)
            return _Size(population, 10 ** (-2 * rng.random()))
        self._large = min(2 * self._large, _LARGEST)
        return _Size(self._large, 1.0)


_Descents = _Independent | _Ipop | _Bipop

_DESCENTS: Mapping[str, type[_Descents]] = {
    "independent": _Independent,
    "ipop": _Ipop,
    "bipop": _Bipop,
}
