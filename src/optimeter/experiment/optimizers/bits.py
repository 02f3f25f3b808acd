"""Optimizers of bit strings: the usual baselines of pseudo-Boolean optimization.

Problems are maximised or minimised as they say. Each of these runs until `om.Stop`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from optimeter._arguments import choice, integer, real
from optimeter.experiment.optimizers._quiet import sign_of
from optimeter.problems import Problem

__all__ = ["CrossoverGa", "OnePlusOneEa", "Umda"]

Bits = NDArray[np.bool_]

HANDLES = frozenset({"bits"})

_TAIL = 1.5
"""Exponent of the heavy-tailed distribution of mutation strengths."""


def _fitness(problem: Problem) -> Callable[[Bits], float]:
    """Return the value of a string as something to be maximised."""
    sign = -sign_of(problem)
    return lambda bits: sign * problem(bits.astype(np.float64))


def _flipped(bits: Bits, strength: int, rng: np.random.Generator) -> Bits:
    """Return the string with `strength` different positions flipped."""
    child = bits.copy()
    if strength == 1:
        child[rng.integers(len(bits))] ^= True
    else:
        child[rng.choice(len(bits), strength, replace=False, shuffle=False)] ^= True
    return child


@cache
def _heavy_tail(dimension: int) -> NDArray[np.float64]:
    """Return the distribution function of the power law on 1 … dimension / 2."""
    weights = np.arange(1, max(1, dimension // 2) + 1, dtype=float) ** -_TAIL
    return np.cumsum(weights / weights.sum())


@dataclass(frozen=True, slots=True)
class OnePlusOneEa:
    """The (1+1) evolutionary algorithm: a mutant that is not worse replaces its parent.

    Parameters
    ----------
    mutation
        How many bits are flipped: ``"standard"``, every one with probability 1/n, at least one;
        ``"fast"``, a number from a power law, in [1, n/2]; ``"one"``, exactly one, which is
        randomized local search.
    """

    handles: ClassVar[frozenset[str]] = HANDLES

    mutation: str = "standard"

    @property
    def name(self) -> str:
        """The name of the optimizer."""
        return {"standard": "ea", "fast": "ea-fast", "one": "rls"}[self.mutation]

    def __call__(
        self,
        problem: Problem,
        start: NDArray[np.float64],  # noqa: ARG002 - a random string is usual
        rng: np.random.Generator,
    ) -> None:
        """Optimize from a random string."""
        fitness = _fitness(problem)
        parent = rng.random(problem.dimension) < 0.5
        best = fitness(parent)
        while True:
            child = _flipped(parent, self._strength(problem.dimension, rng), rng)
            value = fitness(child)
            if value >= best:
                parent, best = child, value

    def __post_init__(self) -> None:
        """Raise for another word."""
        choice(self.mutation, ("standard", "fast", "one"), "mutation")

    def _strength(self, dimension: int, rng: np.random.Generator) -> int:
        if self.mutation == "one":
            return 1
        if self.mutation == "fast":
            return 1 + int(np.searchsorted(_heavy_tail(dimension), rng.random()))
        while not (strength := int(rng.binomial(dimension, 1.0 / dimension))):
            pass
        return strength


@dataclass(frozen=True, slots=True)
class CrossoverGa:
    """The (1+(λ,λ)) genetic algorithm with λ adapted by the one-fifth rule.

    λ mutants of one strength, of which the best is crossed with the parent λ times; a child that is
    not worse than the parent replaces it.
    """

    name: ClassVar[str] = "ga-lambda-lambda"
    handles: ClassVar[frozenset[str]] = HANDLES

    factor: float = 1.5

    def __call__(
        self,
        problem: Problem,
        start: NDArray[np.float64],  # noqa: ARG002
        rng: np.random.Generator,
    ) -> None:
        """Optimize from a random string."""
        dimension = problem.dimension
        fitness = _fitness(problem)
        parent = rng.random(dimension) < 0.5
        best = fitness(parent)
        size = 1.0
        while True:
            count = max(1, round(size))
            strength = max(1, int(rng.binomial(dimension, min(1.0, size / dimension))))
            mutants = [_flipped(parent, strength, rng) for _ in range(count)]
            values = [fitness(one) for one in mutants]
            mutant = mutants[int(np.argmax(values))]
            children = [
                np.where(rng.random(dimension) < 1.0 / size, mutant, parent) for _ in range(count)
            ]
            found = [fitness(one) for one in children]
            winner = int(np.argmax(found))
            child, value = children[winner], found[winner]
            if max(values) > value:
                child, value = mutant, max(values)
            better = value > best
            if value >= best:
                parent, best = child, value
            size = max(1.0, size / self.factor) if better else size * self.factor**0.25
            if size > dimension:
                size = 1.0

    def __post_init__(self) -> None:
        """Raise for a factor that does not enlarge."""
        real(self.factor, "factor", above=1)


@dataclass(frozen=True, slots=True)
class Umda:
    """The univariate marginal distribution algorithm.

    Parameters
    ----------
    population
        Number of strings in a generation, of which the better half is kept.
    """

    name: ClassVar[str] = "umda"
    handles: ClassVar[frozenset[str]] = HANDLES

    population: int = 50

    def __call__(
        self,
        problem: Problem,
        start: NDArray[np.float64],  # noqa: ARG002
        rng: np.random.Generator,
    ) -> None:
        """Optimize from the uniform distribution."""
        dimension = problem.dimension
        sign = sign_of(problem)
        shares = np.full(dimension, 0.5)
        while True:
            strings = (rng.random((self.population, dimension)) < shares).astype(np.float64)
            order = np.argsort(sign * problem(strings), kind="stable")
            better = strings[order[: self.population // 2]]
            # Margins keep every string possible.
            shares = np.clip(better.mean(axis=0), 1.0 / dimension, 1.0 - 1.0 / dimension)

    def __post_init__(self) -> None:
        """Raise for less than two."""
        integer(self.population, "population", least=2)
