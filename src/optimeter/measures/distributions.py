"""Distributions of run lengths and of quality, over the runs of a set of functions."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, product
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from optimeter.data.runs import Runs
from optimeter.measures._problems import Dimensions, Functions, Problems, problems
from optimeter.measures._steps import Steps, steps_of
from optimeter.measures._table import Bool, Float, Int, Names
from optimeter.measures.coded import Ragged
from optimeter.measures.curves import Curves, ShownCurve
from optimeter.measures.ert import wilson
from optimeter.measures.fixed_budget import Budgets, budget_grid, checked_budgets, values_by_problem
from optimeter.measures.targets import TargetsLike

__all__ = [
    "QualityCurve",
    "QualityDistribution",
    "RunLengthCurve",
    "RunLengthDistribution",
    "budget_ecdf",
    "distribution_budgets",
    "qualities_by_set",
    "quality_distribution",
    "run_length_distribution",
    "run_lengths_by_set",
]

FunctionSets = Mapping[str, Sequence[int] | None]  # by name; None: all functions
ALL: FunctionSets = {"": None}


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
    group : str
        Set of functions, where several were asked for by name.
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
    group: str = ""

    def at(self, x: Sequence[float] | Float) -> Float:
        """Return the share of runs that reached the target within x evaluations per dimension."""
        return self.steps.at(x)

    def interval(self) -> tuple[Float, Float]:
        """Return the ends of the pointwise 95 % interval (Wilson) of the share at every step."""
        return wilson(self.steps.y, self.runs)

    def summary(self) -> dict[str, Any]:
        """Return the numbers of the curve."""
        share = {"share": self.steps.limit}
        counts = self._told("solved", "functions", "runs", "longest_run")
        return self._told("algorithm", "suite", "dimension", "target") | share | counts


@dataclass(frozen=True, slots=True, repr=False)
class RunLengthDistribution(Curves[RunLengthCurve]):
    """Run-length distributions of algorithms, dimensions and targets."""

    kind: ClassVar[Any] = RunLengthCurve
    inner: ClassVar[Mapping[str, Any]] = {"steps": Steps}

    algorithm: Names
    suite: Names
    dimension: Int
    target: Float
    number: Int
    steps_x: Ragged
    steps_y: Ragged
    runs: Int
    functions: Int
    solved: Int
    longest_run: Float
    group: Names


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
    return run_lengths_by_set(runs, targets, ALL, functions=functions, dimensions=dimensions)


def run_lengths_by_set(
    runs: Runs,
    targets: TargetsLike | None,
    sets: FunctionSets,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
) -> RunLengthDistribution:
    """Compute `run_length_distribution` of several sets of functions, for little more than one.

    None stands for all functions; `group` is the name of a curve's set.
    """
    curves: dict[str, list[RunLengthCurve]] = {name: [] for name in sets}
    for block in problems(
        runs, targets, use="distribution", functions=functions, dimensions=dimensions
    ):
        solved = block.sum(np.isfinite(block.runtimes)) > 0
        for rows in block.curves():
            for name, members in sets.items():
                chosen = rows if members is None else rows[np.isin(block.function[rows], members)]
                if len(chosen):
                    curves[name] += _run_lengths(block, chosen, solved[chosen], name)
    return RunLengthDistribution.of(chain.from_iterable(curves.values()))


def _run_lengths(
    block: Problems, rows: NDArray[np.intp], solved: Bool, group: str
) -> Iterator[RunLengthCurve]:
    """Yield the curves of some problems of an algorithm in a dimension, target by target."""
    first, d = rows[0], int(block.dimension[rows[0]])
    inside = np.zeros(len(block), dtype=bool)
    inside[rows] = True
    members = np.repeat(inside, block.counts)
    times = block.runtimes[members] / d
    longest = float(block.lengths[members].max() / d)
    for k in range(times.shape[1]):
        yield RunLengthCurve(
            algorithm=block.algorithms[int(block.algorithm_codes[first])],
            suite=block.suite,
            dimension=d,
            target=float(block.targets[first, k]),
            number=k,
            steps=steps_of(times[:, k], 1 / len(times)),
            runs=len(times),
            functions=len(rows),
            solved=int(solved[:, k].sum()),
            longest_run=longest,
            group=group,
        )


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
    group : str
        Set of functions, where several were asked for by name.
    """

    algorithm: str
    suite: str
    dimension: int
    budget: float
    steps: Steps
    runs: int
    maximize: bool = False
    group: str = ""

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
        about = self._told("algorithm", "suite", "dimension", "budget")
        return about | {"p25": p25, "p50": p50, "p75": p75, "runs": self.runs}


@dataclass(frozen=True, slots=True, repr=False)
class QualityDistribution(Curves[QualityCurve]):
    """Quality distributions of algorithms, dimensions and budgets."""

    kind: ClassVar[Any] = QualityCurve
    inner: ClassVar[Mapping[str, Any]] = {"steps": Steps}

    algorithm: Names
    suite: Names
    dimension: Int
    budget: Float
    steps_x: Ragged
    steps_y: Ragged
    runs: Int
    maximize: Bool
    group: Names


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
    wanted = distribution_budgets(runs) if budgets is None else budgets
    return qualities_by_set(runs, wanted, ALL, functions=functions, dimensions=dimensions)


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
    wanted = budget_grid(runs) if budgets is None else budgets
    chosen: dict[str, Any] = {"functions": functions, "dimensions": dimensions}
    return qualities_by_set(runs, wanted, ALL, over_budgets=True, **chosen)


def qualities_by_set(
    runs: Runs,
    budgets: Budgets,
    sets: FunctionSets,
    *,
    over_budgets: bool = False,
    functions: Functions = None,
    dimensions: Dimensions = None,
) -> QualityDistribution:
    """Compute distributions of values on several sets of functions, for little more than one.

    `quality_distribution` at every budget, or `budget_ecdf` over all of them. None stands for all
    functions; `group` is the name of a curve's set.
    """
    wanted = checked_budgets(budgets, runs)
    curves: dict[str, list[QualityCurve]] = {name: [] for name in sets}
    for part, _, _, reached in values_by_problem(runs, wanted, functions, dimensions):
        algorithm = part.algorithms[int(part.algorithm_codes[0])]
        suite, up = part.suites[int(part.suite_codes[0])], bool(part.maximized[0])
        for d, (name, members) in product(np.unique(part.dimension).tolist(), sets.items()):
            inside = members is None or np.isin(part.function, members)
            values = reached[(part.dimension == d) & inside]
            if not len(values):
                continue
            each = zip(wanted, values.T, strict=True)
            columns = [(wanted[-1], values)] if over_budgets else each
            curves[name] += [
                QualityCurve(
                    algorithm, suite, d, float(budget), _steps(column, up=up), len(values), up, name
                )
                for budget, column in columns
            ]
    return QualityDistribution.of(chain.from_iterable(curves.values()))


def distribution_budgets(runs: Runs) -> Float:
    """Return the budgets of quality distributions: small ones, decades, the end of the runs (inf)."""
    longest = float(np.max(runs.evaluations / runs.dimension, initial=1.0))
    powers = 10.0 ** np.arange(1, max(2, int(np.floor(np.log10(longest)) + 1)))
    return np.array([0.5, 1.0, 1.2, 3.0, *powers[powers <= max(longest, 10.0)], np.inf])


def _steps(values: Float, *, up: bool) -> Steps:
    """Return the distribution of values as they are; a run without any reaches none."""
    return steps_of(np.where(np.isfinite(values) & up, -values, values), 1 / values.size)
