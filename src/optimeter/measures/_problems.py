"""Runs grouped by problem, with their runtimes: the common start of every fixed-target measure."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Literal, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from optimeter._arguments import Selection, functions_of, integers
from optimeter.data.runs import Runs
from optimeter.exceptions import DataError, InvalidTypeError
from optimeter.measures._summary import padded
from optimeter.measures._table import Float, Int, Names, Table, TargetTable, names_column
from optimeter.measures.coded import Coded, compact, repeated
from optimeter.measures.instances import instance_weights
from optimeter.measures.quantiles import quantile
from optimeter.measures.scale import on_scale
from optimeter.measures.suites import SuiteSettings, settings_of, suite_settings
from optimeter.measures.targets import Targets, TargetsLike, TargetUse, resolve_targets

__all__ = [
    "OnScale",
    "Problems",
    "choose",
    "grouped",
    "key_columns",
    "long_columns",
    "problems",
    "segments",
]

BLOCK = 2_000_000  # runtimes computed at a time, to bound memory
TYPICAL_TARGETS = 60

Functions = Selection | None
Dimensions = Selection | None
WeightsOf = Literal["runs", "instances"]
Rows = TypeVar("Rows", bound=Table)


@dataclass(frozen=True, slots=True)
class Problems:
    """Runs of one suite sorted by problem: algorithm, dimension, function.

    Attributes
    ----------
    source : Runs
        Runs in any order, with those of other blocks.
    order : (n,) int
        The n runs of this block sorted by problem: those of problem i are ``order[starts[i]]`` and the
        ``counts[i] - 1`` following. All per-run arrays below are in this order.
    settings : SuiteSettings
    algorithm_codes, dimension, function, starts, counts : (p,) int64
    instance : (p,) int64
        The instance where each is a problem of its own; 0 where runs on all instances are those of
        one problem.
    weights : (n,) float64
        Weight of each run: 1 unless instances were repeated unequally.
    lengths : (n,) float64
        Run lengths.
    label : str
        The targets in words.
    targets : (p, k) float64
        In the direction of the data; gaps where they come from the data.
    runtimes : (n, k) float64
    """

    source: Runs
    order: NDArray[np.intp]
    settings: SuiteSettings
    algorithm_codes: Int
    dimension: Int
    function: Int
    instance: Int
    starts: Int
    counts: Int
    weights: Float
    lengths: Float
    label: str
    targets: Float
    runtimes: Float

    def __len__(self) -> int:
        return len(self.starts)

    @property
    def suite(self) -> str:
        """Name of the suite as the data give it."""
        return self.source.suites[int(self.source.suite_codes[0])]

    @property
    def algorithms(self) -> tuple[str, ...]:
        """Names that `algorithm_codes` stand for."""
        return self.source.algorithms

    def algorithm_names(self) -> Names:
        """Return the algorithm of each problem."""
        return names_column(self.source.algorithms, self.algorithm_codes)

    def sum(self, values: NDArray[Any]) -> NDArray[Any]:
        """Sum per-run values, (n,) or (n, k), over the runs of each problem."""
        return np.add.reduceat(values, self.starts, axis=0)

    def spread(self, values: NDArray[Any]) -> NDArray[Any]:
        """Repeat per-problem values for every run of the problem."""
        return np.repeat(values, self.counts, axis=0)

    def curves(self) -> list[NDArray[np.intp]]:
        """Return the problems (rows of the block) of each algorithm and dimension."""
        changed = (np.diff(self.algorithm_codes) != 0) | (np.diff(self.dimension) != 0)
        return np.split(np.arange(len(self)), np.flatnonzero(changed) + 1)

    def runs_of(self, row: int) -> slice:
        """Return where the runs of a problem are."""
        return slice(int(self.starts[row]), int(self.starts[row] + self.counts[row]))

    def shares_of(self, runs: slice) -> Float:
        """Return the probabilities of drawing each of the runs of a problem."""
        weights = self.weights[runs]
        shares: Float = weights / weights.sum()
        return shares

    def median(self, values: Float) -> Float:
        """Return the medians over the runs of each problem of per-run values, (n, k); NaN is missing."""
        return quantile(padded(values, self.starts, self.counts), 0.5, method="median")

    def keys(self, columns: int) -> dict[str, Any]:
        """Return the key columns of a long table with `columns` rows per problem."""
        return key_columns(self.source, self.order[self.starts], columns)

    def table(self, kind: type[Rows], **columns: NDArray[Any]) -> Rows:
        """Return a table with a row per problem and target, given columns of (p, k) or (p, 1)."""
        width = self.targets.shape[1]
        keys = self.keys(width) | {"target": compact(self.targets.reshape(-1))}
        if issubclass(kind, TargetTable):
            keys["instance"] = repeated(self.instance, width)
        return kind(**keys, **long_columns(columns, self.targets.shape))


def _check_runs(runs: object) -> None:
    if not isinstance(runs, Runs):
        message = f"a measure is taken of runs, as om.load gives them; got {runs!r}"
        raise InvalidTypeError(message)


def choose(runs: Runs, functions: Functions, dimensions: Dimensions) -> list[Runs]:
    """Return the runs of each suite, restricted to functions, dimensions and its instances.

    Raises
    ------
    DataError
        If nothing is left.
    """
    _check_runs(runs)
    parts = []
    for code in np.unique(runs.suite_codes):
        part = runs[runs.suite_codes == code] if len(runs.suites) > 1 else runs
        settings = suite_settings(runs.suites[int(code)])
        # A group name belongs to a suite; on data of several suites each resolves its own.
        numbers = functions_of(functions, settings.groups)
        mask = np.ones(len(part), dtype=bool)
        if numbers is not None:
            mask &= np.isin(part.function, numbers)
        if dimensions is not None:
            mask &= np.isin(part.dimension, integers(dimensions, "dimensions"))
        if settings.instances is not None:
            mask &= np.isin(part.instance, (0, *settings.instances))
        if mask.any():
            parts.append(part if mask.all() else part[mask])
    if len(runs) == 0:
        message = "there are no runs to measure"
        raise DataError(message)
    if not parts:
        message = (
            f"no runs for functions {functions!r} and dimensions {dimensions!r}; the data hold "
            f"functions {np.unique(runs.function).tolist()} in dimensions "
            f"{np.unique(runs.dimension).tolist()}"
        )
        raise DataError(message)
    return parts


def segments(*columns: NDArray[Any]) -> tuple[NDArray[np.intp], Int, Int]:
    """Sort rows by columns, the first one most significant, and find the groups of equal rows.

    Returns
    -------
    order : (n,) int
    starts, counts : (g,) int64
        Groups as slices of the sorted rows.
    """
    order = np.lexsort(columns[::-1])
    changed = np.ones(len(order), dtype=bool)
    changed[1:] = False
    for column in columns:
        changed[1:] |= column[order][1:] != column[order][:-1]
    starts = np.flatnonzero(changed).astype(np.int64)
    return order, starts, np.diff(np.append(starts, len(order)))


def grouped(
    runs: Runs, *, functions: Functions = None, dimensions: Dimensions = None
) -> Iterator[tuple[Runs, Int, Int]]:
    """Yield, for each suite and algorithm, its runs sorted by problem with starts and counts."""
    for part in choose(runs, functions, dimensions):
        order, starts, counts = segments(part.algorithm_codes, part.dimension, part.function)
        codes = part.algorithm_codes[order[starts]]
        bounds = np.append(np.flatnonzero(np.diff(codes, prepend=-1)), len(starts))
        for first, last in pairwise(bounds.tolist()):
            begin = starts[first]
            members = order[begin : starts[last - 1] + counts[last - 1]]
            same = len(members) == len(part) and bool((np.diff(members) == 1).all())
            own = part if same else part[members]
            yield own, starts[first:last] - begin, counts[first:last]


@dataclass(frozen=True, slots=True)
class OnScale:
    """Runs of one suite on the scale of their targets, which all its algorithms have in common.

    Attributes
    ----------
    runs : Runs
        As measured, or gaps.
    settings : SuiteSettings
        With the quality of the data as measured.
    targets : Targets
    """

    runs: Runs
    settings: SuiteSettings
    targets: Targets

    @classmethod
    def of(cls, part: Runs, targets: TargetsLike | None, use: TargetUse) -> Self:
        """Decide on the scale of targets; the runs of all algorithms have a say in it."""
        seen, left = on_scale(part, targets)
        settings = replace(settings_of(seen), quality=part.quality())
        return cls(seen, settings, resolve_targets(left, settings, use))

    def problems(
        self,
        *,
        balance: bool = False,
        apart: bool = False,
        algorithms: Collection[str] | None = None,
    ) -> Iterator[Problems]:
        """Yield blocks of whole algorithms, as `problems` does; one for each of those that are named."""
        runs, own = self.runs, apart and self.settings.quality.own_instances
        for order, starts, counts in _blocks(runs, own=own, each=algorithms is not None):
            first = order[starts]
            codes = runs.algorithm_codes[first].astype(np.int64)
            if algorithms is not None and runs.algorithms[int(codes[0])] not in algorithms:
                continue
            function = runs.function[first].astype(np.int64)
            dimension = runs.dimension[first].astype(np.int64)
            values = self.targets.for_problems(function, dimension)
            instance = runs.instance[order]
            yield Problems(
                source=runs,
                order=order,
                settings=self.settings,
                algorithm_codes=codes,
                dimension=dimension,
                function=function,
                instance=runs.instance[first].astype(np.int64) * own,
                starts=starts,
                counts=counts,
                weights=_weights(instance, self.settings, starts, counts, balance=balance),
                lengths=runs.run_lengths()[order].astype(np.float64),
                label=self.targets.label,
                targets=values,
                runtimes=_runtimes(runs, order, self.targets, np.repeat(values, counts, axis=0)),
            )


def problems(
    runs: Runs,
    targets: TargetsLike | None = None,
    *,
    use: TargetUse = "ecdf",
    functions: Functions = None,
    dimensions: Dimensions = None,
    balance: bool = False,
    apart: bool = False,
) -> Iterator[Problems]:
    """Yield blocks of whole algorithms: runs sorted by problem, with runtimes to the targets.

    Blocks bound the memory; every problem lies in one block, and every algorithm of a suite too.
    All runs of a problem weigh the same, or with `balance` all its instances. With `apart`, what
    the data call problems of their own are problems: instances that repeat nothing.
    """
    for part in choose(runs, functions, dimensions):
        yield from OnScale.of(part, targets, use).problems(balance=balance, apart=apart)


def _runtimes(source: Runs, order: NDArray[np.intp], targets: Targets, values: Float) -> Float:
    """Return the runtimes in the given order; `values` are the targets of each run of it."""
    if len(order) < len(source):
        source, order = source[order], np.arange(len(order))
    sign = -1.0 if len(source) and source.maximized[0] else 1.0
    if targets.values.ndim == 1:
        return source.runtimes(sign * targets.values)[order]
    per_run = np.empty_like(values)
    per_run[order] = sign * values
    return source.runtimes(per_run)[order]


def key_columns(part: Runs, rows: NDArray[Any] | slice, repeat: int) -> dict[str, Any]:
    """Return the key columns of a long table: of some runs, each `repeat` times."""
    keys = {
        "algorithm": Coded.names(part.algorithms, part.algorithm_codes[rows]),
        "suite": Coded.names(part.suites, part.suite_codes[rows]),
        "function": part.function[rows].astype(np.int64),
        "dimension": part.dimension[rows].astype(np.int64),
    }
    return {name: repeated(column, repeat) for name, column in keys.items()}


def long_columns(columns: Mapping[str, NDArray[Any]], shape: tuple[int, ...]) -> dict[str, Any]:
    """Return columns of a long table with a row per problem and target, from (p, k), (p, 1) or ()."""
    found: dict[str, Any] = {}
    for name, column in columns.items():
        if column.ndim == 0:
            found[name] = repeated(column.reshape(1), shape[0] * shape[1])
        elif column.shape == (shape[0], 1):
            found[name] = repeated(column.reshape(-1), shape[1])
        else:
            found[name] = np.broadcast_to(column, shape).reshape(-1)
    return found


def _weights(
    instance: Int, settings: SuiteSettings, starts: Int, counts: Int, *, balance: bool
) -> Float:
    if not balance or not settings.uniform_instances:
        return np.ones(len(instance))
    return instance_weights(instance, starts, counts)


def _blocks(part: Runs, *, own: bool, each: bool) -> Iterator[tuple[NDArray[np.intp], Int, Int]]:
    """Yield order, starts and counts of runs of one suite: some algorithms at a time, or each one."""
    instance = [part.instance] * own
    order, starts, counts = segments(part.algorithm_codes, part.dimension, part.function, *instance)
    if not each and len(part) * TYPICAL_TARGETS <= BLOCK:
        yield order, starts, counts
        return
    codes = part.algorithm_codes[order[starts]]
    bounds = np.append(np.flatnonzero(np.diff(codes, prepend=-1)), len(starts))
    ends = np.append(starts, len(order))[bounds]  # runs at which algorithms begin
    first = 0
    for last in range(1, len(bounds)):
        full = last == len(bounds) - 1 or (ends[last + 1] - ends[first]) * TYPICAL_TARGETS > BLOCK
        if each or full:
            rows = slice(bounds[first], bounds[last])
            yield order[ends[first] : ends[last]], starts[rows] - ends[first], counts[rows]
            first = last
