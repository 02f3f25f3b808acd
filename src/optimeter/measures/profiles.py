"""Data profiles and performance profiles (Moré and Wild 2009; Dolan and Moré 2002)."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from optimeter.data.runs import Runs
from optimeter.measures._curves import CurveSet, ShownCurve
from optimeter.measures._problems import Dimensions, Functions
from optimeter.measures._steps import Steps, steps_of
from optimeter.measures._table import Float
from optimeter.measures.best import ert_cube
from optimeter.measures.targets import TargetsLike

__all__ = ["ProfileCurve", "Profiles", "data_profile", "performance_profile"]


@dataclass(frozen=True, slots=True, repr=False)
class ProfileCurve(ShownCurve):
    """Share of (function, target) pairs an algorithm solves with an effort of at most x.

    Attributes
    ----------
    algorithm : str
    dimension : int
    steps : Steps
        x is ERT/(D + 1) in a data profile, ERT over the best ERT in a performance profile.
    pairs : int
        The denominator.
    """

    algorithm: str
    dimension: int
    steps: Steps
    pairs: int

    def at(self, x: ArrayLike) -> Float:
        """Return the share of pairs at x."""
        return self.steps.at(x)

    def summary(self) -> dict[str, Any]:
        """Return the numbers of the curve."""
        return {
            "algorithm": self.algorithm,
            "dimension": self.dimension,
            "share_at_1": float(self.steps.at(1.0)),
            "solved": self.steps.limit,
            "pairs": self.pairs,
        }


class Profiles(CurveSet[ProfileCurve]):
    """Profiles of several algorithms and dimensions."""

    __slots__ = ()


def data_profile(
    runs: Runs,
    targets: TargetsLike | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
) -> Profiles:
    """Compute the share of (function, target) pairs with ERT/(D + 1) at most x.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=1, offsets=[0, 2],
    ...                         step_evaluations=[10, 40], step_precision=[1, 0.1])
    >>> data_profile(runs, [1, 0.1])[0].at([5, 20]).tolist()
    [0.5, 1.0]
    """
    cube = ert_cube(runs, targets, functions=functions, dimensions=dimensions)
    curves: list[ProfileCurve] = []
    for d in np.unique(cube.dimension).tolist():
        ert = cube.ert[:, cube.dimension == d].reshape(len(cube.algorithms), -1) / (d + 1)
        curves.extend(
            ProfileCurve(name, d, steps_of(row, 1 / len(row)), len(row))
            for name, row in zip(cube.algorithms, ert, strict=True)
        )
    return Profiles(tuple(curves))


def performance_profile(
    runs: Runs,
    targets: TargetsLike | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
) -> Profiles:
    """Compute the share of (function, target) pairs with an ERT of at most x times the best.

    The best is that of the compared algorithms, so a profile changes with the set. Pairs that no
    algorithm solves are left out of the denominator.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=1, offsets=[0, 2, 4], algorithm=["a", "b"],
    ...     step_evaluations=[10, 40, 20, 25], step_precision=[1, 0.1, 1, 0.1])
    >>> [curve.at([1, 2]).tolist() for curve in performance_profile(runs, [1, 0.1])]
    [[0.5, 1.0], [0.5, 1.0]]
    """
    cube = ert_cube(runs, targets, functions=functions, dimensions=dimensions)
    curves: list[ProfileCurve] = []
    for d in np.unique(cube.dimension).tolist():
        ert = cube.ert[:, cube.dimension == d].reshape(len(cube.algorithms), -1)
        best = ert.min(axis=0)
        solved = np.isfinite(best)
        ratios = ert[:, solved] / best[solved]
        curves.extend(
            ProfileCurve(name, d, steps_of(row, 1 / max(len(row), 1)), len(row))
            for name, row in zip(cube.algorithms, ratios, strict=True)
        )
    return Profiles(tuple(curves))
