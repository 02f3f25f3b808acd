"""The reference implementation, and points at which to compare with it."""

from collections.abc import Iterator

import cocoex
import numpy as np

import optimeter as om


def pairs(suite: str, dimensions: list[int], instances: list[int]) -> Iterator[tuple]:
    """Each problem of the reference beside ours."""
    reference = cocoex.Suite(
        suite,
        "instances: " + ",".join(map(str, instances)),
        "dimensions: " + ",".join(map(str, dimensions)),
    )
    yield from zip(
        reference, om.Suite(suite, dimensions=dimensions, instances=instances), strict=True
    )


def points(problem: om.Problem, seed: int = 1) -> np.ndarray:
    """Points inside and outside the box, far away, at the optimum and near it."""
    rng = np.random.default_rng([seed, problem.function, problem.dimension, problem.instance])
    d = problem.dimension
    lower, upper = problem.lower_bounds, problem.upper_bounds
    best = problem.reveal().x_opt
    boxed = problem.suite == "bbob-boxed"
    near = [best + 10.0**e * rng.standard_normal(d) for e in (-9, -6, -3, -1)]
    rows = [rng.uniform(lower, upper, (3, d)), best[None], np.array(near), lower[None], upper[None]]
    if not boxed:
        rows += [rng.uniform(-8, 8, (2, d)), rng.uniform(-100, 100, (1, d))]
    x = np.vstack(rows)
    return np.clip(x, -5, 5) if boxed else x


def relative_error(theirs: np.ndarray, ours: np.ndarray, f_opt: float) -> np.ndarray:
    """|difference| / max(|f|, f - f_opt), 0 where both are the same."""
    with np.errstate(all="ignore"):
        scale = np.maximum(np.abs(theirs), theirs - f_opt)
        error = np.abs(theirs - ours) / scale
    same = (theirs == ours) | (np.isnan(theirs) & np.isnan(ours))
    return np.where(same, 0.0, error)
