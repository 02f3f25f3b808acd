"""Runtime profiles: the share of (function, target) pairs solved within a budget."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from optimeter._arguments import functions_of, interval, items, known_name
from optimeter._core.measures import restart_atoms
from optimeter.data.costs import Cost, counted
from optimeter.data.runs import Runs
from optimeter.measures._band import Band, resampled_profiles
from optimeter.measures._bootstrap import Bootstrap
from optimeter.measures._problems import (
    Dimensions,
    Functions,
    Problems,
    WeightsOf,
    choose,
    problems,
)
from optimeter.measures._steps import Steps, steps_of
from optimeter.measures._table import Bool, Float, Int, Names
from optimeter.measures.coded import Ragged
from optimeter.measures.curves import Curves, ShownCurve
from optimeter.measures.suites import SuiteSettings, set_name, suite_settings
from optimeter.measures.targets import TargetsLike
from optimeter.problems import known_suite

__all__ = ["Ecdf", "EcdfCurve", "EcdfSplit", "ecdf"]

EcdfSplit = Literal["all", "group", "function"]

WINDOW = (0.0, 7.0)
ATOMS = 2_000  # sums of failures times successes enumerated before recursion takes over
LATTICE = 1 << 10  # budgets below which the recursion is exact


@dataclass(frozen=True, slots=True, repr=False)
class EcdfCurve(ShownCurve):
    """The runtime profile of one algorithm in one dimension over a set of functions.

    Attributes
    ----------
    algorithm, suite : str
    dimension : int
    group : str
        Name of the set of functions: ``"all"``, a group, ``"f6"``, or ``"chosen"``.
    functions, missing : tuple of int
        Functions that count, and those among them for which the algorithm has no data (unsolved).
    targets : str
        The targets in words.
    pairs : int
        Number of (function, target) pairs, the denominator.
    steps : Steps
        Share of pairs solved (y) within x evaluations per dimension; exact steps.
    recorded : float
        Share of pairs solved in the runs themselves, without simulated restarts: the mean success rate.
    budget : float
        Median length, per dimension, of the runs that missed their hardest target (the cross on
        the curve); inf when none did. Values beyond it rest on simulated restarts.
    shortest_failure : float
        Shortest such run: left of it the curve is the raw share of runs.
    window : tuple of two floats
        Range of log10 x over which the summary takes areas and means.
    band : Band or None
        Pointwise bootstrap band and intervals, if asked for.
    """

    algorithm: str
    suite: str
    dimension: int
    group: str
    functions: tuple[int, ...]
    missing: tuple[int, ...]
    targets: str
    pairs: int
    steps: Steps
    recorded: float
    budget: float
    shortest_failure: float
    window: tuple[float, float]
    band: Band | None = None

    @property
    def x(self) -> Float:
        """Evaluations per dimension at which the curve rises."""
        return self.steps.x

    @property
    def y(self) -> Float:
        """Share of pairs solved at and after each x."""
        return self.steps.y

    @property
    def solved(self) -> float:
        """Share of pairs solved in the end (the right end of the curve)."""
        return round(self.steps.limit, 12)  # a ratio of small integers, but for rounding

    def at(self, x: ArrayLike) -> Float:
        """Return the share of pairs solved within x evaluations per dimension."""
        return self.steps.at(x)

    def auc(self, low: float = 0.0, high: float = 7.0) -> float:
        """Return the area under the curve over log10 x from `low` to `high`, between 0 and 1.

        Pairs solved before the window count from its left end.
        """
        return self.steps.area(low, high)

    def geometric_mean(self, high: float = 7.0) -> float:
        """Return the geometric mean runtime per dimension of the pairs solved within 10^high."""
        return self.steps.geometric_mean(high)

    def summary(self) -> dict[str, Any]:
        """Return the numbers of the curve; area and mean over `window`."""
        low, high = self.window
        row: dict[str, Any] = {
            **self._told("algorithm", "suite", "dimension", "group"),
            "functions": len(self.functions),
            "missing": len(self.missing),
            **self._told("pairs", "recorded", "solved"),
            "window_low": low,
            "window_high": high,
            "auc": self.auc(low, high),
            "geometric_mean": self.geometric_mean(high),
            "budget": self.budget,
        }
        if self.band is not None:
            row |= {"auc_low": self.band.auc[0], "auc_high": self.band.auc[1]}
        return row


@dataclass(frozen=True, slots=True, repr=False)
class Ecdf(Curves[EcdfCurve]):
    """Runtime profiles, in the order suite, dimension, set of functions, algorithm.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=2, offsets=[0, 2],
    ...                         step_evaluations=[1, 10], step_precision=[5, 0.1])
    >>> curves = ecdf(runs, targets=[6, 1])
    >>> len(curves), curves[0].at([0.5, 5]).tolist()
    (1, [0.5, 1.0])
    """

    kind: ClassVar[Any] = EcdfCurve
    inner: ClassVar[Mapping[str, Any]] = {"steps": Steps, "band": Band}

    algorithm: Names
    suite: Names
    dimension: Int
    group: Names
    functions: Ragged
    missing: Ragged
    targets: Names
    pairs: Int
    steps_x: Ragged
    steps_y: Ragged
    recorded: Float
    budget: Float
    shortest_failure: Float
    window: Ragged
    band: Bool
    band_confidence: Float
    band_x: Ragged
    band_low: Ragged
    band_high: Ragged
    band_auc: Ragged
    band_solved: Ragged


def ecdf(
    runs: Runs,
    targets: TargetsLike | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
    by: EcdfSplit | Sequence[EcdfSplit] = "all",
    restarts: bool = True,
    weights: WeightsOf = "runs",
    resamples: int = 0,
    banded: Sequence[EcdfSplit] | None = None,
    confidence: float = 0.95,
    seed: int = 1,
    window: tuple[float, float] | None = None,
    cost: Cost | None = None,
) -> Ecdf:
    """Compute runtime profiles (ECDFs) over functions and targets.

    For every (function, target) pair the distribution of the runtime with simulated restarts is
    taken; the curve is their mean, over evaluations divided by the dimension. Pairs that were never
    solved, and functions without data, count in the denominator. Dimensions are never mixed.

    Parameters
    ----------
    runs : Runs
    targets : sequence of float or Targets, optional
        Those of the suite when not given (51 from 100 to 1e-8 for ``bbob``). Repeated targets count
        repeatedly.
    functions : str, int or iterable of int, optional
        A group of the suite or function numbers. Not given: all functions any of the algorithms
        has data for in the dimension.
    dimensions : int or iterable of int, optional
        One curve for each; all dimensions in the data when not given.
    by : {"all", "group", "function"}
        One curve over all chosen functions, one for each group of the suite, or one for each
        function; several of them at once cost little more than one.
    restarts : bool
        False: failed runs stay at infinity and the curve ends at the share of successful runs.
        Suites whose instances are not repetitions of one problem never use restarts.
    weights : {"runs", "instances"}
        What weighs the same: every run of a problem, or every instance.
    resamples : int
        Number of bootstrap resamples of the runs for `EcdfCurve.band`; 0 for none.
    banded : sequence of {"all", "group", "function"}, optional
        Which of the curves have a band, by the value of `by`; all of them when not given.
    confidence, seed
        Level of the band and seed of the resampling.
    window : tuple of two floats, optional
        Range of log10 x over which summaries take areas and means; (0, 7) when not given, of
        seconds (-6, 1).
    cost : {"evaluations", "batches", "seconds"}, optional
        What is counted, see `Runs.costing`; divided by the dimension like evaluations. Seconds come
        out as seconds.

    Returns
    -------
    Ecdf

    Examples
    --------
    >>> runs = Runs.from_arrays(
    ...     function=[1, 1], dimension=1, offsets=[0, 2, 3], evaluations=[40, 60],
    ...     step_evaluations=[10, 40, 20], step_precision=[1, 0.1, 1])
    >>> curve = ecdf(runs, [1, 0.1])[0]
    >>> curve.at([10, 20, 40, 100]).tolist()
    [0.25, 0.5, 0.75, 0.875]
    >>> curve.budget
    60.0
    """
    counting, unit = counted(runs, cost)
    shift = round(np.log10(unit))
    low, high = (end + shift for end in WINDOW) if window is None else interval(window, "window")
    inner = (low - shift, high - shift)  # over counts
    bootstrap = Bootstrap(resamples, seed, confidence) if resamples else None
    balance = known_name(weights, get_args(WeightsOf), "weights") == "instances"
    splits: list[EcdfSplit] = list(items(by))
    for split in (*splits, *(() if banded is None else items(banded))):
        known_name(split, get_args(EcdfSplit), "split")
    choice: dict[str, Any] = {"functions": functions, "dimensions": dimensions}
    sets = {
        part.suites[int(part.suite_codes[0])]: _function_sets(part, functions, splits)
        for part in choose(counting, **choice)
    }
    keyed: dict[tuple[str, int, int], list[EcdfCurve]] = {}
    for block in problems(counting, targets, balance=balance, **choice):
        failed, reached = _failed_lengths(block), _reached(block)
        for rows in block.curves():
            d = int(block.dimension[rows[0]])
            named = sets[block.suite][d]
            atoms_of = [problem_atoms(block, row, restarts=restarts) for row in rows.tolist()]
            found = {
                position: curve
                for position, (group, (members, _)) in enumerate(named.items())
                if (curve := _curve(block, rows, atoms_of, failed, reached, group, members, inner))
            }
            if bootstrap is not None:
                split_of = [split for _, split in named.values()]
                chosen = [at for at in found if banded is None or split_of[at] in banded]
                spans = [(found[at].functions, found[at].pairs, found[at].steps) for at in chosen]
                profiles = resampled_profiles(
                    block, rows, restarts=restarts, bootstrap=bootstrap, window=inner
                )
                for at, band in zip(chosen, profiles.bands(spans, inner), strict=True):
                    found[at] = replace(found[at], band=band)
            for position, curve in found.items():
                keyed.setdefault((block.suite, d, position), []).append(curve)
    suites = list(dict.fromkeys(suite for suite, _, _ in keyed))
    ordered = sorted(keyed, key=lambda key: (suites.index(key[0]), key[1], key[2]))
    curves = (curve for key in ordered for curve in keyed[key])
    return Ecdf.of(curves if unit == 1.0 else (_scaled(curve, unit) for curve in curves))


def _scaled(curve: EcdfCurve, unit: float) -> EcdfCurve:
    """Return a curve over counts as one over what they stand for."""
    shift = round(np.log10(unit))
    low, high = curve.window
    band = curve.band
    return replace(
        curve,
        steps=replace(curve.steps, x=curve.steps.x * unit),
        budget=curve.budget * unit,
        shortest_failure=curve.shortest_failure * unit,
        window=(low + shift, high + shift),
        band=None if band is None else replace(band, x=band.x * unit),
    )


def _function_sets(
    runs: Runs, functions: Functions, splits: list[EcdfSplit]
) -> dict[int, dict[str, tuple[tuple[int, ...], EcdfSplit]]]:
    """Return, for each dimension, the named sets of functions to draw curves over, and their split."""
    settings = suite_settings(runs.suites[int(runs.suite_codes[0])])
    chosen = functions_of(functions, settings.groups)
    name = set_name(functions, settings)
    info = known_suite(settings.name)
    result = {}
    for d in np.unique(runs.dimension).tolist():
        present = np.unique(runs.function[runs.dimension == d]).tolist()
        members = tuple(present) if chosen is None else chosen
        if info and info.one_dimension_each:  # a function does not lack the dimensions of others
            known = {function.number for function in info.functions}
            members = tuple(n for n in members if n not in known or info.has(n, d))
        result[d] = {
            key: (numbers, split)
            for split in splits
            for key, numbers in split_functions(name, members, settings, split).items()
        }
    return result


def split_functions(
    name: str, members: tuple[int, ...], settings: SuiteSettings, by: EcdfSplit
) -> dict[str, tuple[int, ...]]:
    """Return the named sets of functions of a split."""
    if by == "function":
        return {f"f{number}": (number,) for number in members}
    if by == "group":
        parts = {
            group: tuple(f for f in numbers if f in members)
            for group, numbers in settings.groups.items()
        }
        return {group: part for group, part in parts.items() if part}
    return {name: members}


def atoms(times: Float, lengths: Float, weights: Float, *, restarts: bool) -> tuple[Float, Float]:
    """Return the runtimes of one problem and their masses, one unit of mass per solved target.

    Parameters
    ----------
    times : (n, k) float64
        Runtimes; inf where a run did not reach a target.
    lengths, weights : (n,) float64
        Run lengths, and probabilities of drawing each run.
    restarts : bool
    """
    if restarts:
        return restart_atoms(np.ascontiguousarray(times), lengths, weights, ATOMS, LATTICE)
    hit = np.isfinite(times)
    return times[hit], np.broadcast_to(weights[:, None], times.shape)[hit]


def problem_atoms(
    block: Problems, row: int, *, restarts: bool, columns: Int | None = None
) -> tuple[Float, Float]:
    """Return the atoms of one problem of a block, for all or some of its targets."""
    runs = block.runs_of(row)
    times = block.runtimes[runs] if columns is None else block.runtimes[runs][:, columns]
    use_restarts = restarts and block.settings.uniform_instances
    return atoms(times, block.lengths[runs], block.shares_of(runs), restarts=use_restarts)


def _curve(  # noqa: PLR0917
    block: Problems,
    rows: NDArray[np.intp],
    found: Sequence[tuple[Float, Float]],
    failed_lengths: Sequence[Float],
    reached: Float,
    group: str,
    members: tuple[int, ...],
    window: tuple[float, float],
) -> EcdfCurve | None:
    """Return the curve over a set of functions; None if the algorithm has none of them."""
    present = block.function[rows].tolist()
    inside = [place for place, number in enumerate(present) if number in members]
    if not inside:
        return None
    d = int(block.dimension[rows[0]])
    pairs = len(members) * block.targets.shape[1]
    chosen = [found[i] for i in inside]
    values = np.concatenate([values for values, _ in chosen]) / d
    masses = np.concatenate([masses for _, masses in chosen]) / pairs
    failed = np.concatenate([failed_lengths[row] for row in rows[inside].tolist()]) / d
    failed.sort()
    return EcdfCurve(
        algorithm=block.algorithms[int(block.algorithm_codes[rows[0]])],
        suite=block.suite,
        dimension=d,
        group=group,
        functions=members,
        missing=tuple(number for number in members if number not in present),
        targets=block.label,
        pairs=pairs,
        steps=steps_of(values, masses),
        recorded=round(float(reached[rows[inside]].sum()) / pairs, 12),
        budget=float(failed[(len(failed) - 1) // 2] + failed[len(failed) // 2]) / 2
        if len(failed)
        else np.inf,
        shortest_failure=float(failed[0]) if len(failed) else np.inf,
        window=window,
    )


def _reached(block: Problems) -> Float:
    """Return, problem by problem, how many targets a run reaches in the mean."""
    hits = np.isfinite(block.runtimes).sum(axis=1) * block.weights
    sums = np.add.reduceat([hits, block.weights], block.starts, axis=1)
    mean: Float = sums[0] / sums[1]
    return mean


def _failed_lengths(block: Problems) -> list[Float]:
    """Return, problem by problem, the lengths of the runs that missed their hardest target."""
    missed = np.asarray(~np.isfinite(block.runtimes).all(axis=1))
    runs = map(block.runs_of, range(len(block)))
    return [block.lengths[own][missed[own]] for own in runs]
