"""Single runs: their convergence, and the mass and density of their runtimes and values."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, ClassVar

import numpy as np

from optimeter.data.runs import Runs
from optimeter.exceptions import DataError
from optimeter.measures._problems import Dimensions, Functions, key_columns, problems
from optimeter.measures._table import Bool, Float, Int, Names, RunTable
from optimeter.measures.coded import Ragged, decoded, repeated, tiled
from optimeter.measures.curves import Curves, ShownCurve
from optimeter.measures.density import (
    Density,
    Histogram,
    ProbabilityMass,
    histogram,
    kernel_density,
    probability_mass,
)
from optimeter.measures.distributions import distribution_budgets
from optimeter.measures.fixed_budget import Budgets, checked_budgets, values_by_problem
from optimeter.measures.targets import TargetsLike

__all__ = [
    "DensityCurve",
    "RunValues",
    "SampleDensities",
    "common_edges",
    "run_values",
    "runtime_density",
    "value_density",
]

POINTS = 96  # of a density


@dataclass(frozen=True, slots=True, repr=False)
class RunValues(RunTable):
    """The best value of every run at budgets: its convergence; one row per run and budget.

    Attributes
    ----------
    algorithm, suite, function, dimension, instance, trial : (r,)
    budget : (r,) float64
        Evaluations per dimension.
    value : (r,) float64
        Best value so far; infinitely bad before the first record.
    ended : (r,) bool
        Whether the run had ended before; its last value stands.
    """

    budget: Float
    value: Float
    ended: Bool


def run_values(
    runs: Runs,
    budgets: Budgets | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
) -> RunValues:
    """Follow every single run: its best value at budgets.

    Parameters
    ----------
    runs, budgets, functions, dimensions
        As for `value_statistics`, which summarises what is listed here.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=1, offsets=[0, 2, 3], instance=[1, 2],
    ...     evaluations=[20, 5], step_evaluations=[1, 10, 1], step_precision=[9, 2, 8])
    >>> table = run_values(runs, [5, 10])
    >>> list(zip(table.instance.tolist(), table.value.tolist(), table.ended.tolist()))
    [(1, 9.0, False), (1, 2.0, False), (2, 8.0, False), (2, 8.0, True)]
    """
    at = checked_budgets(budgets, runs)
    parts = []
    for part, _, _, values in values_by_problem(runs, at, functions, dimensions):
        n, k = values.shape
        parts.append(
            RunValues(
                **key_columns(part, slice(None), k),
                instance=repeated(part.instance.astype(np.int64), k),
                trial=repeated(part.trial.astype(np.int64), k),
                budget=tiled(at, n),
                value=(-values if part.maximized[0] else values).reshape(-1),
                ended=(at * part.dimension[:, None] > part.evaluations[:, None]).reshape(-1),
            )
        )
    return RunValues.concatenate(parts)


@dataclass(frozen=True, slots=True, repr=False)
class DensityCurve(ShownCurve):
    """How the runs of one problem are spread, in runtime to a target or in value at a budget.

    Attributes
    ----------
    algorithm, suite : str
    function, dimension : int
    at : float
        The target, or the budget (inf: the end of the runs).
    sample : (runs,) float64
        One number for each run, in order; runs that failed are at infinity. Runtimes are in
        evaluations per dimension.
    """

    algorithm: str
    suite: str
    function: int
    dimension: int
    at: float
    sample: Float

    @property
    def runs(self) -> int:
        """Number of runs."""
        return len(self.sample)

    @property
    def mass(self) -> ProbabilityMass:
        """The distinct numbers and the share of all runs with each."""
        return probability_mass(self.sample)

    @property
    def has_density(self) -> bool:
        """Whether at least two numbers are finite, positive and different."""
        first, last = self.sample.searchsorted(0.0, "right"), self.sample.searchsorted(np.inf) - 1
        return bool(first < last and self.sample[first] < self.sample[last])

    @property
    def density(self) -> Density | None:
        """Kernel density of log10 of the positive numbers, None without one.

        Its integral over decades is their share of all runs.
        """
        if not self.has_density:
            return None
        shown = np.where(self.sample > 0, self.sample, np.inf)
        return kernel_density(shown, points=POINTS, scale="log")

    def histogram(self, edges: Float | None = None) -> Histogram:
        """Count the positive numbers in bins of the logarithm; those of `common_edges` by default.

        Raises
        ------
        DataError
            If none of them is positive and finite.
        """
        bounds = common_edges([self]) if edges is None else edges
        return histogram(np.where(self.sample > 0, self.sample, np.inf), edges=bounds)

    def summary(self) -> dict[str, Any]:
        """Return the numbers of the curve."""
        density = self.density
        return self._told("algorithm", "suite", "function", "dimension", "at", "runs") | {
            "share": float(np.isfinite(self.sample).mean()),
            "smallest": float(self.sample[0]),
            "mode": np.inf if density is None else float(density.x[np.argmax(density.y)]),
        }


_FEWEST_BINS, _MOST_BINS = 5, 30


def common_edges(curves: Sequence[DensityCurve]) -> Float:
    """Return bins for histograms that are to be compared: equal in width on the log scale.

    Their width is that of Freedman and Diaconis for all positive numbers together; there are 5 to
    30 of them.

    Raises
    ------
    DataError
        If no number is positive and finite.

    Examples
    --------
    >>> curve = DensityCurve("a", "s", 1, 2, 1e-8, np.array([1.0, 10.0, 100.0]))
    >>> common_edges([curve]).round(1).tolist()
    [1.0, 2.5, 6.3, 15.8, 39.8, 100.0]
    """
    together = np.concatenate([curve.sample for curve in curves] or [np.empty(0)])
    shown = np.log10(together[(together > 0) & np.isfinite(together)])
    if not len(shown):
        message = "a histogram needs a finite positive number; there is none"
        raise DataError(message)
    low, high = float(shown.min()), float(shown.max())
    if high == low:
        low, high = low - 0.05, high + 0.05
    # Counted here, not by numpy, which would make all the bins that a far outlier asks for.
    width = 2 * float(np.subtract(*np.percentile(shown, [75, 25]))) / len(shown) ** (1 / 3)
    bins = _FEWEST_BINS if width == 0 else ceil(min((high - low) / width, _MOST_BINS))
    edges: Float = 10.0 ** np.linspace(low, high, max(bins, _FEWEST_BINS) + 1)
    edges[0], edges[-1] = 10.0**low * (1 - 1e-12), 10.0**high * (1 + 1e-12)
    return edges


@dataclass(frozen=True, slots=True, repr=False)
class SampleDensities(Curves[DensityCurve]):
    """Mass and density functions of algorithms and problems."""

    kind: ClassVar[Any] = DensityCurve

    algorithm: Names
    suite: Names
    function: Int
    dimension: Int
    at: Float
    sample: Ragged


def runtime_density(
    runs: Runs,
    targets: TargetsLike | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
) -> SampleDensities:
    """Compute mass and density functions of the runtimes to single targets, problem by problem.

    Parameters
    ----------
    runs : Runs
    targets : sequence of float or Targets, optional
        Those of the suite's scaling figures when not given.
    functions, dimensions
        As for `optimeter.ert`.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=2, offsets=range(5), evaluations=90,
    ...     step_evaluations=[20, 20, 40, 1], step_precision=[1, 1, 1, 9])
    >>> curve = runtime_density(runs, [1])[0]
    >>> curve.mass.value.tolist(), curve.mass.share.tolist()
    ([10.0, 20.0, inf], [0.5, 0.25, 0.25])
    """
    curves: list[DensityCurve] = []
    for block in problems(runs, targets, use="scaling", functions=functions, dimensions=dimensions):
        times = block.runtimes / block.spread(block.dimension)[:, None]
        for row, key in enumerate(zip(*map(decoded, block.keys(1).values()), strict=True)):
            curves += _densities(key, block.targets[row], times[block.runs_of(row)])
    return SampleDensities.of(curves)


def _densities(key: tuple[Any, ...], at: Float, sample: Float) -> Iterator[DensityCurve]:
    """Yield the curves of one problem: of each column of a sample, (runs, k)."""
    algorithm, suite, function, dimension = key
    for one, column in zip(at.tolist(), sample.T, strict=True):
        yield DensityCurve(algorithm, suite, int(function), int(dimension), one, np.sort(column))


def value_density(
    runs: Runs,
    budgets: Budgets | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
) -> SampleDensities:
    """Compute mass and density functions of the best values at budgets, problem by problem.

    Parameters
    ----------
    runs : Runs
    budgets : float or sequence of float, optional
        As for `quality_distribution`.
    functions, dimensions
        As for `optimeter.ert`.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=2, offsets=range(4),
    ...     step_evaluations=[1, 1, 1], step_precision=[1, 1, 4])
    >>> curve = value_density(runs, [5])[0]
    >>> curve.mass.value.tolist(), curve.density is not None
    ([1.0, 4.0], True)
    """
    at = distribution_budgets(runs) if budgets is None else checked_budgets(budgets, runs)
    curves: list[DensityCurve] = []
    for part, starts, counts, reached in values_by_problem(runs, at, functions, dimensions):
        values = -reached if part.maximized[0] else reached  # in the direction of the data
        keys = zip(*map(decoded, key_columns(part, starts, 1).values()), strict=True)
        for key, start, n in zip(keys, starts.tolist(), counts.tolist(), strict=True):
            curves += _densities(key, at, values[start : start + n])
    return SampleDensities.of(curves)
