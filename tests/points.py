"""The points at which functions are compared with a peer's: every oracle test leaves the domain."""

import numpy as np

FAR = 1e3
"""How far outside points lie; there some functions depend on digits that no double has."""


def everywhere(rng: np.random.Generator, best: np.ndarray, half: float = 5.0) -> np.ndarray:
    """Return points in the box, at its bounds, outside, far outside, near the optimum and at it."""
    d = len(best)
    corner = np.where(np.arange(d) % 2 == 0, half, -half)
    near = best + 10.0 ** np.array([[-9], [-6], [-3], [-1]]) * rng.standard_normal((4, d))
    return np.vstack([
        rng.uniform(-half, half, (5, d)),
        near,
        best[None],
        np.full((1, d), half), np.full((1, d), -half), corner[None],
        np.full((1, d), 1.3 * half), rng.uniform(-2 * half, 2 * half, (5, d)),
        np.full((1, d), FAR), np.full((1, d), -FAR), rng.uniform(-FAR, FAR, (2, d)),
    ])  # fmt: skip


def nowhere(d: int) -> np.ndarray:
    """Return points with coordinates that are not finite."""
    rows = np.ones((4, d))
    rows[0] = np.inf
    rows[1, -1] = -np.inf
    rows[2] = np.nan
    rows[3, 0] = np.nan
    return rows


def bits(rng: np.random.Generator, best: np.ndarray) -> np.ndarray:
    """Return strings of bits: drawn ones, the optimum, its neighbours, all 0 and all 1."""
    d = len(best)
    neighbours = (best.astype(int) + np.eye(d, dtype=int)[:3]) % 2
    drawn = rng.integers(0, 2, (20, d))
    ends = np.array([np.zeros(d, int), np.ones(d, int)])
    return np.vstack([drawn, best[None].astype(int), neighbours, ends])
