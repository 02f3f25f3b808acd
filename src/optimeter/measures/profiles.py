"""Data profiles, performance profiles and log-ratio profiles.

Moré and Wild 2009; Dolan and Moré 2002; Morales 2002.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from optimeter._arguments import known_name
from optimeter.data.runs import Runs
from optimeter.exceptions import InvalidValueError
from optimeter.measures._problems import Dimensions, Functions
from optimeter.measures._steps import Steps, steps_of
from optimeter.measures._table import Float, Int, Names, Table, constant_column
from optimeter.measures.best import ert_cube
from optimeter.measures.coded import Ragged
from optimeter.measures.curves import Curves, ShownCurve
from optimeter.measures.relative_costs import RelativeCosts, relative_costs
from optimeter.measures.targets import TargetsLike

__all__ = [
    "LogRatios",
    "ProfileCurve",
    "ProfileKind",
    "Profiles",
    "data_profile",
    "log_ratios",
    "log_ratios_of",
    "performance_profile",
    "profiles_of",
]

ProfileKind = Literal["performance", "data"]

TOLERANCE = 1e-4  # of a log-ratio profile for which none is given


@dataclass(frozen=True, slots=True, repr=False)
class ProfileCurve(ShownCurve):
    """Share of problems, or of (function, target) pairs, solved with an effort of at most x.

    Attributes
    ----------
    algorithm : str
    dimension : int
        0 where problems of all dimensions are counted together.
    steps : Steps
        x is cost/(D + 1) in a data profile, cost over the smallest cost in a performance profile.
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
            "dimension": self.dimension or "pooled",
            **{f"share_at_{x}": float(self.steps.at(x)) for x in (1, 10, 100)},
            "solved": self.steps.limit,
            "pairs": self.pairs,
        }


@dataclass(frozen=True, slots=True, repr=False)
class Profiles(Curves[ProfileCurve]):
    """Profiles of several algorithms and dimensions."""

    kind: ClassVar[Any] = ProfileCurve
    inner: ClassVar[Mapping[str, Any]] = {"steps": Steps}

    algorithm: Names
    dimension: Int
    steps_x: Ragged
    steps_y: Ragged
    pairs: Int


def data_profile(
    runs: Runs,
    targets: TargetsLike | None = None,
    *,
    tolerance: float | None = None,
    returned: bool = False,
    functions: Functions = None,
    dimensions: Dimensions = None,
) -> Profiles:
    """Compute the share of problems with a cost of at most x·(D + 1).

    D + 1 evaluations are what a simplex takes. See `performance_profile` for the parameters.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=1, offsets=[0, 2],
    ...                         step_evaluations=[10, 40], step_precision=[1, 0.1])
    >>> data_profile(runs, [1, 0.1])[0].at([5, 20]).tolist()
    [0.5, 1.0]
    """
    choice = {"functions": functions, "dimensions": dimensions}
    return _profile("data", runs, targets, choice, tolerance=tolerance, returned=returned)


def performance_profile(
    runs: Runs,
    targets: TargetsLike | None = None,
    *,
    tolerance: float | None = None,
    returned: bool = False,
    functions: Functions = None,
    dimensions: Dimensions = None,
) -> Profiles:
    """Compute the share of problems with a cost of at most x times that of the best algorithm.

    The best is that of the compared algorithms, so a profile changes with the set.

    Parameters
    ----------
    runs : Runs
    targets : sequence of float or Targets, optional
        A problem is a pair of a function and a target, its cost the ERT; by default the targets of
        the suite.
    tolerance : float, optional
        In place of targets: each function is one problem, solved when f <= f_best + tolerance
        (f_0 − f_best); see `relative_costs`. Sets in which each function has one dimension are
        pooled over dimensions; the suites that have dimensions never are.
    returned : bool
        With `tolerance`: judge each run by what it ended with, at the cost of all its evaluations,
        instead of by the first evaluated point that is good enough.
    functions, dimensions
        Restrict the data.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=1, offsets=[0, 2, 4], algorithm=["a", "b"],
    ...     step_evaluations=[10, 40, 20, 25], step_precision=[1, 0.1, 1, 0.1])
    >>> [curve.at([1, 2]).tolist() for curve in performance_profile(runs, [1, 0.1])]
    [[0.5, 1.0], [0.5, 1.0]]
    """
    choice = {"functions": functions, "dimensions": dimensions}
    return _profile("performance", runs, targets, choice, tolerance=tolerance, returned=returned)


def _profile(
    kind: ProfileKind,
    runs: Runs,
    targets: TargetsLike | None,
    choice: dict[str, Any],
    *,
    tolerance: float | None,
    returned: bool,
) -> Profiles:
    if tolerance is not None:
        if targets is not None:
            message = f"give either targets or a tolerance; got {targets!r} and {tolerance!r}"
            raise InvalidValueError(message)
        costs = relative_costs(runs, tolerance, **choice)
        return profiles_of(costs, kind, tolerance, returned=returned)
    if returned:
        message = "returned=True judges by a tolerance, such as tolerance=1e-4; got none"
        raise InvalidValueError(message)
    cube = ert_cube(runs, targets, **choice)
    width = cube.ert.shape[2]
    ert = cube.ert.reshape(len(cube.algorithms), -1)
    return Profiles.of(_curves(kind, cube.algorithms, np.repeat(cube.dimension, width), ert))


def profiles_of(
    costs: RelativeCosts,
    kind: ProfileKind,
    tolerance: float,
    *,
    returned: bool = False,
    dimension: int | None = None,
) -> Profiles:
    """Compute the profiles of known costs at one tolerance, of all dimensions or of one.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=2, offsets=[0, 3, 5], algorithm=["a", "b"],
    ...     step_evaluations=[1, 8, 20, 1, 5], step_precision=[101, 11, 1, 101, 2])
    >>> [curve.at([1, 2]).tolist() for curve in profiles_of(relative_costs(runs), "performance", 0.1)]
    [[0.0, 1.0], [1.0, 1.0]]
    """
    known_name(kind, get_args(ProfileKind), "profile")
    names, dimensions, matrix = costs.costs(tolerance, returned=returned)
    if dimension is not None:
        matrix, dimensions = matrix[:, dimensions == dimension], dimensions[dimensions == dimension]
    pooled = costs.pooled and dimension is None
    return Profiles.of(_curves(kind, names, dimensions, matrix, pooled=pooled))


def _curves(
    kind: ProfileKind,
    algorithms: tuple[str, ...],
    dimension: Int,
    costs: Float,
    *,
    pooled: bool = False,
) -> Iterator[ProfileCurve]:
    """Yield the curves of costs, (a, p), of problems of some dimensions, (p,)."""
    if kind == "data":
        efforts = costs / (dimension + 1)
    else:
        best = costs.min(axis=0)
        with np.errstate(invalid="ignore"):
            efforts = np.where(np.isfinite(costs), costs / best, np.inf)
    every = np.ones(len(dimension), dtype=bool)
    sets = {0: every} if pooled else {d: dimension == d for d in np.unique(dimension).tolist()}
    for d, members in sets.items():
        for name, row in zip(algorithms, efforts[:, members], strict=True):
            yield ProfileCurve(name, d, steps_of(row, 1 / len(row)), len(row))


@dataclass(frozen=True, slots=True, repr=False)
class LogRatios(Table):
    """How many times more one algorithm needs than another, one row per problem, ascending.

    Attributes
    ----------
    suite, function, dimension, instance : (r,)
    algorithm, other : (r,)
    tolerance : (r,) float64
    log_ratio : (r,) float64
        log2 of the cost of `algorithm` over that of `other`: negative where the first is faster,
        −inf where it alone solves the problem, inf where only `other` does. Problems that neither
        solves are left out.
    """

    suite: Names
    function: Int
    dimension: Int
    instance: Int
    algorithm: Names
    other: Names
    tolerance: Float
    log_ratio: Float


def log_ratios(
    runs: Runs,
    algorithm: str,
    other: str,
    tolerance: float = TOLERANCE,
    *,
    returned: bool = False,
    functions: Functions = None,
    dimensions: Dimensions = None,
) -> LogRatios:
    """Compute log2 of the ratio of the costs of two algorithms, problem by problem.

    Costs are those of `relative_costs`, with f_best of all algorithms in `runs`.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=[1, 2, 1, 2], dimension=2, offsets=[0, 2, 4, 6, 8],
    ...     algorithm=["a", "a", "b", "b"], step_evaluations=[1, 8, 1, 20, 1, 32, 1, 5],
    ...     step_precision=[9, 1, 9, 1, 9, 1, 9, 1])
    >>> log_ratios(runs, "a", "b").log_ratio.tolist()
    [-2.0, 2.0]
    """
    costs = relative_costs(runs, tolerance, functions=functions, dimensions=dimensions)
    return log_ratios_of(costs, algorithm, other, tolerance, returned=returned)


def log_ratios_of(
    costs: RelativeCosts, algorithm: str, other: str, tolerance: float, *, returned: bool = False
) -> LogRatios:
    """Compute the log-ratios of known costs; see `log_ratios`.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=2, offsets=[0, 2, 4], algorithm=["a", "b"],
    ...     step_evaluations=[1, 8, 1, 16], step_precision=[9, 1, 9, 1])
    >>> log_ratios_of(relative_costs(runs), "a", "b", 0.1).log_ratio.tolist()
    [-1.0]
    """
    column = "returned" if returned else "evaluations"
    found: dict[tuple[Any, ...], list[float]] = {}
    for place, name in enumerate((algorithm, other)):
        known_name(name, dict.fromkeys(costs.algorithm.tolist()), "algorithm")
        rows = costs.select(algorithm=name, tolerance=tolerance)
        keys = zip(
            rows.suite.tolist(), rows.function.tolist(), rows.dimension.tolist(),
            rows.instance.tolist(), strict=True,
        )  # fmt: skip
        for key, cost in zip(keys, getattr(rows, column).tolist(), strict=True):
            found.setdefault(key, [np.inf, np.inf])[place] = cost
    solved = {key: pair for key, pair in found.items() if np.isfinite(pair).any()}
    pairs = np.array(list(solved.values())).reshape(-1, 2)
    with np.errstate(divide="ignore"):
        ratio = np.log2(pairs[:, 0] / pairs[:, 1])
    order = np.argsort(ratio, kind="stable")
    problems = [list(solved)[k] for k in order.tolist()]
    suite, *numbers = zip(*problems, strict=True) if problems else ((), (), (), ())
    function, dimension, instance = (np.array(part, dtype=np.int64) for part in numbers)
    return LogRatios(
        suite=np.array(suite, dtype=object),
        function=function,
        dimension=dimension,
        instance=instance,
        algorithm=constant_column(algorithm, len(problems)),
        other=constant_column(other, len(problems)),
        tolerance=np.full(len(problems), float(tolerance)),
        log_ratio=ratio[order],
    )
