"""Noise that is added to any problem, frozen in its first two coordinates.

The record keeps the values without noise.
"""

import math
import random
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from optimeter.exceptions import InvalidValueError

__all__ = ["Noisifier", "rand", "randc", "randn"]

_frozen_noise = True  # False: different noise at each call

Rand = Callable[..., float]


def _seed(x: ArrayLike, i: int) -> float:
    """Return the seed of a point, a number that need not be whole."""
    if not _frozen_noise:
        return random.uniform(1, 2**31)
    first, second = (float(value) for value in np.asarray(x, dtype=float)[:2])
    size = abs((i + 1) * (1 + 1.23468 * first + 2.34579 * second))
    seed = size + 1 / (size + 1.36247e-17)
    if not math.isfinite(seed):
        warnings.warn(f"no seed can be made of {x!r}; 1 is taken", stacklevel=3)
        return 1.0
    while seed > 1e21:
        seed /= 9
    return seed


def _uniform(seed: float, count: int) -> list[float]:
    """Return `count` numbers of the sequence of the legacy functions, without its first two."""
    count += 2
    state = seed + 1 if seed < 1 else seed
    table = [0.0] * 32
    for i in range(39, -1, -1):
        state = _next(state)
        if i < 32:
            table[i] = state
    last = table[0]
    numbers = []
    for _ in range(count):
        state = _next(state)
        place = math.floor(last / 67108865)
        last = table[place]
        table[place] = state
        numbers.append(last / 2.147483647e9 or 1e-99)
    return numbers[2:]


def _next(state: float) -> float:
    part = math.trunc(state / 127773)
    state = 16807 * (state - 127773 * part) - 2836 * part
    return state + 2147483647 if state < 0 else state


def _normal(first: float, second: float) -> float:
    return math.sqrt(-2 * math.log(first)) * math.cos(2 * math.pi * second)


def rand(x: ArrayLike, i: int = 0) -> float:
    """Return a number between 0 and 1 that belongs to the point.

    Examples
    --------
    >>> rand((1, 2))
    0.4755286006364264
    """
    return _uniform(_seed(x, i), 1)[0]


def randn(x: ArrayLike, i: int = 0) -> float:
    """Return a normally distributed number that belongs to the point."""
    return _normal(*_uniform(_seed(x, i), 2))


def randc(x: ArrayLike, i: int = 0) -> float:
    """Return a Cauchy distributed number that belongs to the point."""
    numbers = _uniform(_seed(x, i), 4)
    return _normal(*numbers[:2]) / max(1e-21, abs(_normal(*numbers[2:])))


class Noisifier:
    """Adds noise to a problem: ``Noisifier(...).noisify(problem)`` is called like the problem.

    Parameters
    ----------
    p_add
        How probable an added outlier is; 0.2 if nothing else is asked for, else 0.
    p_subtract
        How probable a subtracted one is.
    p_epsilon
        How probable normal noise is.
    epsilon
        Its size.
    rands
        Uniform, normal and heavy-tailed numbers of a point; what is subtracted is of the last kind.
    """

    p_add_single_default = 0.2

    def __init__(
        self,
        p_add: float | None = None,
        p_subtract: float = 0.0,
        p_epsilon: float = 0.0,
        epsilon: float = 1e-4,
        rands: tuple[Rand, ...] = (rand, randn, randc),
    ) -> None:
        if p_add is None:
            p_add = 0.0 if p_subtract or p_epsilon else self.p_add_single_default
        self.parameters = {
            "p_add": p_add,
            "p_subtract": p_subtract,
            "p_epsilon": p_epsilon,
            "epsilon": epsilon,
        }
        for name, value in self.parameters.items():
            if value < 0:
                message = f"{name} must be at least 0; got {value}"
                raise InvalidValueError(message)
        if p_add + p_subtract > 1:
            warnings.warn(f"p_add + p_subtract is {p_add + p_subtract}, above 1", stacklevel=2)
        if p_epsilon > 0 and epsilon == 0:
            warnings.warn("epsilon is 0: there is no normal noise", stacklevel=2)
        self.rands = rands

    def noisify(self, problem: Any) -> "Noisifier":
        """Take the problem in; return this object, which is now called like it."""
        self._problem = problem
        return self

    def __getattr__(self, name: str) -> Any:
        if name == "_problem":
            message = "there is no problem yet: call noisify(problem) first"
            raise AttributeError(message)
        return getattr(self._problem, name)

    def noise(self, x: ArrayLike) -> float:
        """Return the noise at a point."""
        p_add, p_subtract, p_epsilon, epsilon = self.parameters.values()
        rand, randn, outlier = self.rands[0], self.rands[1], self.rands[2]
        noise = 0.0
        if p_epsilon > 0 and rand(x, 3) < p_epsilon:
            noise = epsilon * randn(x, 1)
        if p_add <= 0 and p_subtract <= 0:
            return noise
        drawn = rand(x, 2)
        if drawn < p_add:
            return noise + math.pi / 2 * abs(outlier(x, 4))
        if 1 - drawn < p_subtract:
            return noise - math.pi / 2 * abs(self.rands[-1](x, 5))
        return noise

    def __call__(self, x: ArrayLike) -> Any:
        """Evaluate the problem and add the noise."""
        value = self._problem(x)
        first, second = (float(one) for one in np.asarray(x, dtype=float)[:2])
        if np.ndim(value) == 0:
            return value + self.noise((first, second))
        shifted = [self.noise((first + 1.001 * k, second)) for k in range(len(value))]
        return value + np.array(shifted)

    def constraint(self, x: ArrayLike) -> NDArray[np.float64] | None:
        """Evaluate the constraints and add the noise."""
        values = self._problem.constraint(x)
        if values is None:
            return None
        point = np.asarray(x, dtype=float)
        noise = [self.noise((point[k % 2], value)) for k, value in enumerate(values)]
        return np.asarray(values + np.array(noise))
