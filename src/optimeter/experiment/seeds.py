"""Random numbers that depend on what is run, never on when, where or in which order."""

import hashlib
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from optimeter.problems import Problem

__all__ = [
    "global_generators",
    "noise_seed",
    "preserved_globals",
    "random_start",
    "run_seed",
    "seed_globals",
    "set_global_generators",
]


def run_seed(seed: int, problem: str, trial: int) -> np.random.SeedSequence:
    """Derive the seed of one run from the experiment's seed, the problem's id and the trial."""
    digest = hashlib.sha256(problem.encode()).digest()
    words = np.frombuffer(digest[:16], dtype="<u4").tolist()
    return np.random.SeedSequence(seed, spawn_key=(*words, trial))


def noise_seed(seed: np.random.SeedSequence) -> int:
    """Derive the seed of the noise of a run; it has nothing in common with the optimizer's."""
    child = np.random.SeedSequence(seed.entropy, spawn_key=(*seed.spawn_key, 0))
    return int(child.generate_state(1, np.uint64)[0])


@contextmanager
def preserved_globals() -> Iterator[None]:
    """Put the global generators of Python and numpy back afterwards."""
    before = global_generators()
    try:
        yield
    finally:
        set_global_generators(before)


def global_generators() -> Any:
    """Return where the global generators of Python and numpy stand."""
    return random.getstate(), np.random.get_state()  # noqa: NPY002


def set_global_generators(states: Any) -> None:
    """Put them back to where they stood."""
    random.setstate(states[0])
    np.random.set_state(states[1])  # noqa: NPY002


def seed_globals(seed: np.random.SeedSequence) -> None:
    """Seed the global generators of Python and numpy.

    An optimizer should use the generator it is given; many published ones use the global ones, and
    their runs are to be reproducible too.
    """
    word = int(seed.generate_state(1)[0])
    random.seed(word)
    np.random.seed(word)  # noqa: NPY002


def random_start(problem: Problem, rng: np.random.Generator) -> NDArray[np.float64]:
    """Draw a start uniformly from the region of interest; integer variables get integers."""
    lower, upper = problem.lower_bounds, problem.upper_bounds
    start = lower + rng.random(problem.dimension) * (upper - lower)
    count = problem.number_of_integer_variables
    if count:
        low = np.ceil(lower[:count]).astype(np.int64)
        high = np.floor(upper[:count]).astype(np.int64)
        start[:count] = rng.integers(low, high, endpoint=True)
    return start
