"""Shared tools of the tests of recording: walks over problems, and the files they leave."""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from optimeter.record import PROVENANCE_FILE

Step = tuple[str, np.ndarray | None]


def make_walk(
    evaluate: Callable[[np.ndarray], float], start: np.ndarray, seed: int, length: int
) -> Iterator[Step]:
    """Yield the steps of a small evolution strategy that has seen the values of `evaluate`.

    It improves over many decades, restarts, recommends points and now and then leaves the numbers.
    """
    rng = np.random.default_rng(seed)
    incumbent = np.array(start, dtype=float)
    yield "evaluate", incumbent
    best = evaluate(incumbent)
    sigma = 1.0
    for k in range(1, length):
        point = incumbent + 2 * sigma * rng.normal(size=incumbent.size)
        if k % 97 == 50:
            point[0] = np.nan if k % 2 else np.inf
        yield "evaluate", point
        value = evaluate(point)
        if value < best:
            best, incumbent, sigma = value, point, 1.5 * sigma
        else:
            sigma *= 0.9
        if k % 70 == 30:
            yield "restart", None
        if k % 90 == 80:
            sigma = 1.0
        if k % 40 == 17:
            yield "recommend", incumbent if k % 80 == 17 else point


def read_files(folder: Path) -> dict[str, str]:
    """Return the content of all files below a folder, the provenance excepted."""
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="ascii")
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != PROVENANCE_FILE
    }


@pytest.fixture
def walk() -> Callable[..., Iterator[Step]]:
    return make_walk


@pytest.fixture
def files() -> Callable[[Path], dict[str, str]]:
    return read_files
