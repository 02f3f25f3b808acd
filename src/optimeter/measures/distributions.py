"""Distributions of run lengths and of quality, over the runs of a set of functions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from optimeter.data.runs import Runs
from optimeter.measures._curves import CurveSet, ShownCurve
from optimeter.measures._problems import Dimensions, Functions, problems
from optimeter.measures._steps import Steps, steps_of
from optimeter.measures._table import Float
from optimeter.measures.ert import wilson
from optimeter.measures.fixed_budget import Budgets, checked_budgets, values_by_problem
from optimeter.measures.targets import TargetsLike

__all__ = [
    "QualityCurve",
    "QualityDistribution",
    "RunLengthCurve",
    "RunLengthDistribution",
    "budget_ecdf",
    "distribution_budgets",
    "quality_distribution",
    "run_length_distribution",
]


@dataclass(frozen=True, slots=True, repr=False)
class RunLengthCurve(ShownCurve):
    """Share of runs that reached one target within x evaluations per dimension.

    Attributes
    ----------
    algorithm, suite : str
    dimension : int
    target : float
        For targets that differ between problems, that of the first problem.
    number : int
        Position of the target in the list.
    steps : Steps
        No restarts: the curve ends at the share of successful runs.
    runs, functions, solved : int
        Runs and functions that count, and functions with at least one success.
    longest_run : float
        Per dimension.
    """

    algorithm: str
    suite: str
    dimension: int
    target: float
    number: int
    steps: Steps
    runs: int
    functions: int
    solved: int
    longest_run: float

    def at(self, x: Sequence[float] | Float) -> Float:
        """Return the share of runs that reached the target within x evaluations per dimension."""
        return self.steps.at(x)

    def interval(self) -> tuple[Float, Float]:
        """Return the ends of the pointwise 95 % interval (Wilson) of the share at every step."""
        return wilson(self.steps.y, self.runs)

    def summary(self) -> dict[str, Any]:
        """Return the numbers of the curve."""
        return {
            "algorithm": self.algorithm,
            "suite": self.suite,
            "dimension": self.dimension,
            "target": self.target,
            "share": self.steps.limit,
            "solved": self.solved,
            "functions": self.functions,
            "runs": self.runs,
            "longest_run": self.longest_run,
        }


class RunLengthDistribution(CurveSet[RunLengthCurve]):
    """Run-length distributions of algorithms, dimensions and targets."""

    __slots__ = ()


def run_length_distribution(
    runs: Runs,
    targets: TargetsLike | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
) -> RunLengthDistribution:
    """Compute, for single targets, the share of all runs that reached them, against evaluations.

    All runs of all chosen functions count once; failed runs stay at infinity.

    Parameters
    ----------
    runs : Runs
    targets : sequence of float or Targets, optional
        The suite's four when not given (10, 0.1, 1e-4, 1e-8 for ``bbob``). For targets that differ
        between problems, a curve takes the first, second, … of every problem, and its `target` is
        that of the first problem.
    functions, dimensions
        As for `optimeter.ecdf`.

    Examples
    --------
    >>> runs = Runs.from_arrays(
    ...     function=[1] * 5 + [2] * 5, dimension=10, offsets=range(11), evaluations=300,
    ...     step_evaluations=[100, 200, *[1] * 8], step_precision=[0, 0, *[9] * 8])
    >>> curve = run_length_distribution(runs, [1])[0]
    >>> curve.at([10, 20]).tolist(), curve.solved, curve.functions
    ([0.1, 0.2], 1, 2)
    """
    curves: list[RunLengthCurve] = []
    for block in problems(
        runs, targets, use="distribution", functions=functions, dimensions=dimensions
    ):
        names = block.algorithm_names()
        changed = (np.diff(block.algorithm_codes) != 0) | (np.diff(block.dimension) != 0)
        for rows in np.split(np.arange(len(block)), np.flatnonzero(changed) + 1):
            first, last = rows[0], rows[-1]
            members = slice(block.starts[first], block.starts[last] + block.counts[last])
            d = int(block.dimension[first])
            times = block.runtimes[members] / d
            hit = block.sum(np.isfinite(block.runtimes))[rows]
            curves.extend(
                RunLengthCurve(
                    algorithm=names[first],
                    suite=block.suite,
                    dimension=d,
                    target=float(block.targets[first, k]),
                    number=k,
                    steps=steps_of(times[:, k], 1 / len(times)),
                    runs=len(times),
                    functions=len(rows),
                    solved=int((hit[:, k] > 0).sum()),
                    longest_run=float(block.lengths[members].max() / d),
                )
                for k in range(times.shape[1])
            )
    return RunLengthDistribution(tuple(curves))


@dataclass(frozen=True, slots=True, repr=False)
class QualityCurve(ShownCurve):
    """Share of runs whose best value at a budget is v or better.

    Attributes
    ----------
    algorithm, suite : str
    dimension : int
    budget : float
        Evaluations per dimension; inf means the end of the runs. For `budget_ecdf` the largest.
    steps : Steps
        Cumulative distribution of the values as they are: y is the share of runs with a value of at
        most x, also where larger values are better.
    runs : int
    maximize : bool
        Whether larger values are better.
    """

    algorithm: str
    suite: str
    dimension: int
    budget: float
    steps: Steps
    runs: int
    maximize: bool = False

    def at(self, value: Sequence[float] | Float) -> Float:
        """Return the share of runs that reached `value`: theirs is as good or better."""
        if not self.maximize:
            return self.steps.at(value)
        worse = np.searchsorted(self.steps.x, np.asarray(value, dtype=np.float64), side="left")
        return self.steps.limit - np.append(0.0, self.steps.y)[worse]

    def interval(self) -> tuple[Float, Float]:
        """Return the ends of the pointwise 95 % interval (Wilson) of the share at every step.

        The number of runs counts, also for `budget_ecdf`: the budgets of a run are no independent
        trials, and the variance of the mean of shares is at most that of as many yes-or-no trials.
        """
        share = self.at(self.steps.x) if self.maximize else self.steps.y
        return wilson(share, self.runs)

    def summary(self) -> dict[str, Any]:
        """Return the numbers of the curve: the quartiles of the value."""
        p25, p50, p75 = self.steps.inverse([0.25, 0.5, 0.75]).tolist()
        return {
            "algorithm": self.algorithm,
            "suite": self.suite,
            "dimension": self.dimension,
            "budget": self.budget,
            "p25": p25,
            "p50": p50,
            "p75": p75,
            "runs": self.runs,
        }


class QualityDistribution(CurveSet[QualityCurve]):
    """Quality distributions of algorithms, dimensions and budgets."""

    __slots__ = ()


def quality_distribution(
    runs: Runs,
    budgets: Budgets | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
) -> QualityDistribution:
    """Compute the distribution of the best value at budgets, over all runs of some functions.

    Values are those of the data: distances to the optimum, or values as large as they are, also
    where they are to be maximised.

    Parameters
    ----------
    runs : Runs
    budgets : sequence of float, optional
        Evaluations per dimension; 0.5, 1, 1.2, 3, 10, 100, 1000, … up to the longest run and the
        end of the runs (inf) when not given.
    functions, dimensions
        As for `optimeter.ecdf`.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=1, offsets=[0, 2, 3],
    ...                         step_evaluations=[1, 10, 1], step_precision=[5, 0.1, 3])
    >>> curves = quality_distribution(runs, [1, 10])
    >>> [curve.at([3]).tolist() for curve in curves]
    [[0.5], [1.0]]
    """
    wanted = distribution_budgets(runs) if budgets is None else checked_budgets(budgets, runs)
    return QualityDistribution(
        tuple(
            QualityCurve(name, suite, d, float(budget), _steps(column, up=up), len(values), up)
            for name, suite, d, up, values in _pooled(runs, wanted, functions, dimensions)
            for budget, column in zip(wanted, values.T, strict=True)
        )
    )


def budget_ecdf(
    runs: Runs,
    budgets: Budgets | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
) -> QualityDistribution:
    """Compute the distribution of the best value over runs *and* budgets.

    The mirror image of the runtime profile: F(v) is the share of (run, budget) pairs with a best
    value of v or better at the budget.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=1, offsets=[0, 2, 3],
    ...                         step_evaluations=[1, 10, 1], step_precision=[5, 0.1, 3])
    >>> budget_ecdf(runs, [1, 10])[0].at([0.1, 3, 5]).tolist()
    [0.25, 0.75, 1.0]
    """
    wanted = checked_budgets(budgets, runs)
    return QualityDistribution(
        tuple(
            QualityCurve(name, suite, d, float(wanted[-1]), _steps(values, up=up), len(values), up)
            for name, suite, d, up, values in _pooled(runs, wanted, functions, dimensions)
        )
    )


def distribution_budgets(runs: Runs) -> Float:
    """Return the budgets of quality distributions: small ones, decades, the end of the runs (inf)."""
    longest = float(np.max(runs.evaluations / runs.dimension, initial=1.0))
    powers = 10.0 ** np.arange(1, max(2, int(np.floor(np.log10(longest)) + 1)))
    return np.array([0.5, 1.0, 1.2, 3.0, *powers[powers <= max(longest, 10.0)], np.inf])


def _steps(values: Float, *, up: bool) -> Steps:
    """Return the distribution of values as they are; a run without any reaches none."""
    return steps_of(np.where(np.isfinite(values) & up, -values, values), 1 / values.size)


def _pooled(
    runs: Runs, budgets: Float, functions: Functions, dimensions: Dimensions
) -> Iterator[tuple[str, str, int, bool, Float]]:
    """Yield the values at budgets of all runs of each algorithm and dimension, and if maximised."""
    for part, _, _, values in values_by_problem(runs, budgets, functions, dimensions):
        name = part.algorithms[int(part.algorithm_codes[0])]
        suite = part.suites[int(part.suite_codes[0])]
        for d in np.unique(part.dimension).tolist():
            yield name, suite, d, bool(part.maximized[0]), values[part.dimension == d]
