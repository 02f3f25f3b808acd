"""Profiles with restarts on a grid of budgets, in numpy."""

import numpy as np


def renewed(raw, lengths, weights, budgets):
    """Solve H(y) = raw(y) + Σ_j w_j H(y − B_j) on the grid of budgets, for all resamples at once.

    Between grid points H is interpolated linearly in log y.
    """
    result = raw.T.copy()  # (q, resamples)
    failures = np.ascontiguousarray(weights.T)  # (m, resamples)
    logs = np.log10(budgets)
    step = logs[1] - logs[0]
    rest = budgets[:, None] - lengths  # (q, m)
    place = np.clip((np.log10(np.maximum(rest, budgets[0])) - logs[0]) / step, 0, len(logs) - 1)
    low = np.floor(place).astype(np.intp)
    part = (place - low) * (rest >= budgets[0])
    for i in range(int(np.searchsorted(budgets, lengths.min())), len(budgets)):
        active = np.flatnonzero(rest[i] >= 0)
        rows, share = low[i, active], part[i, active][:, None]
        own = (rows + 1 == i)[:, None] * share  # the part that refers to this very point
        upper = result[np.minimum(rows + 1, i - 1)] * (share - own)
        known = result[np.minimum(rows, i - 1)] * (1 - share) + upper
        weight = failures[active]
        result[i] += np.einsum("mr,mr->r", weight, known)
        result[i] /= 1 - np.einsum("mr,mr->r", weight, np.broadcast_to(own, weight.shape))
    return result.T
