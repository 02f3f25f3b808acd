"""Rules of the peers where they differ from ours, to show that nothing else differs."""

import numpy as np


def ioh_ert(times: np.ndarray, largest: float) -> float:
    """IOHanalyzer: every failed run costs the one largest budget of the data set."""
    hit = np.isfinite(times) & (times <= largest)
    return float((times[hit].sum() + (~hit).sum() * largest) / hit.sum()) if hit.any() else np.inf


def ioh_par(times: np.ndarray, largest: float, penalty: float) -> float:
    """IOHanalyzer: penalised average with one budget for all runs."""
    return float(np.where(np.isfinite(times) & (times <= largest), times, penalty * largest).mean())


def iohinspector_aocc(evaluations, values, budget: int, low: float, high: float) -> float:
    """IOHinspector: each record holds from its evaluation to the next, the first one from 0."""
    quality = (high - np.clip(np.log10(values), low, high)) / (high - low)
    edges = np.minimum(np.append(np.asarray(evaluations, float), budget), budget)
    edges[0] = 0.0
    return float((np.diff(edges) * quality).sum() / budget)


def coco_cross(runs, hardest: float) -> tuple[float, float, int]:
    """cocopp's two markers of a profile: × from effective budgets, + from 90 % lengths."""
    from optimeter.measures import quantile

    crosses, pluses = [], []
    for key, part in runs.groups(("function", "dimension")):
        times = part.runtimes([hardest])[:, 0]
        lengths = part.run_lengths().astype(float)
        if np.isfinite(times).all():
            continue
        solved = np.isfinite(part.runtimes([1e-8])[:, 0])
        effective = [
            lengths[part.instance == i].sum() / max(1, solved[part.instance == i].sum())
            for i in np.unique(part.instance)
        ]
        crosses.append(float(quantile(effective, 0.9)) / key.dimension)
        failed = lengths[~np.isfinite(times)]
        parts = [float(quantile(failed, 0.9))]
        if np.isfinite(times).any():
            parts.append(float(quantile(times[np.isfinite(times)], 0.9)))
        pluses.append(max(parts) / key.dimension)
    return float(np.median(crosses)), float(np.median(pluses)), len(crosses)


def coco_guard(z, ert, other_ert, spent, other_spent):
    """cocopp's effort guard: an infinite ERT is never recognised as such."""
    better, worse = (ert, other_ert) if z > 0 else (other_ert, ert)
    better_spent, worse_spent = (spent, other_spent) if z > 0 else (other_spent, spent)
    return better <= worse and better_spent < worse_spent


def strict_share(values: np.ndarray, targets: np.ndarray) -> float:
    """IOHanalyzer: a target counts as hit only if the value is strictly below it."""
    return float((values[:, None] < targets).mean())


def coco_float_grid(targets: np.ndarray, per_decade: int) -> np.ndarray:
    """cocopp answers a target by the easiest grid target that is not above it, as floats."""
    result = targets.copy()
    some = targets != 0
    sign = np.sign(targets[some])
    nearest = np.round(per_decade * np.log10(np.abs(targets[some])))
    below = targets[some] < sign * 10.0 ** (nearest / per_decade)
    result[some] = sign * 10.0 ** ((nearest - sign * below) / per_decade)
    return result


def coco_sample_size(numbers_of_runs: list[int], hurry: int = 1000) -> int:
    """cocopp: simulated runtimes per target in profiles, by the data sets that are loaded."""
    most = max(numbers_of_runs)
    return most * max(2, int((100 + 1000 / (1 + hurry)) / most))
