"""Kernels of the measures."""

import numpy as np
from numpy.typing import NDArray

def restart_atoms(
    times: NDArray[np.float64],
    lengths: NDArray[np.float64],
    weights: NDArray[np.float64],
    atoms: int,
    lattice: int,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...
def restart_areas(
    times: NDArray[np.float64],
    lengths: NDArray[np.float64],
    weights: NDArray[np.float64],
    low: float,
    high: float,
    unit: float,
    atoms: int,
    lattice: int,
) -> NDArray[np.float64]: ...
def mean_differences(rows: NDArray[np.float64]) -> NDArray[np.float64]: ...
def target_sums(
    times: NDArray[np.float64],
    lengths: NDArray[np.float64],
    weights: NDArray[np.float64],
    starts: NDArray[np.int64],
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]: ...
def cumulated(
    values: NDArray[np.float64], masses: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...
def restart_quantiles(
    times: NDArray[np.float64],
    lengths: NDArray[np.float64],
    weights: NDArray[np.float64],
    probabilities: NDArray[np.float64],
    atoms: int,
    lattice: int,
) -> NDArray[np.float64]: ...
def solved_targets(
    times: NDArray[np.float64],
    lengths: NDArray[np.float64],
    weights: NDArray[np.float64],
    budgets: NDArray[np.float64],
    restarts: bool,
) -> NDArray[np.float64]: ...
def resampled_ratios(
    spent: NDArray[np.float64], success: NDArray[np.float64], draws: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...
def profile_spreads(
    solved: NDArray[np.float64],
    rows: NDArray[np.int64],
    starts: NDArray[np.int64],
    pairs: NDArray[np.float64],
    widths: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...
def rank_sum_counts(size: int, ties: NDArray[np.int64], sums: int) -> NDArray[np.float64]: ...
