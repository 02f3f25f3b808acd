"""Logged parameters of algorithms, aligned by target or by budget."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from optimeter._arguments import unknown_name
from optimeter.data import ragged
from optimeter.data.runs import Runs
from optimeter.measures._problems import (
    Dimensions,
    Functions,
    OnScale,
    choose,
    grouped,
    key_columns,
)
from optimeter.measures._summary import padded, summarise
from optimeter.measures._table import Float, Int, Names, ProblemTable
from optimeter.measures.coded import compact
from optimeter.measures.fixed_budget import Budgets, checked_budgets
from optimeter.measures.quantiles import QuantileMethod
from optimeter.measures.targets import TargetsLike

__all__ = [
    "LoggedParameters",
    "ParameterStatistics",
    "parameter_names",
    "parameters_at_budgets",
    "parameters_at_targets",
]


@dataclass(frozen=True, slots=True, repr=False)
class ParameterStatistics(ProblemTable):
    """Statistics of a logged parameter, one row per problem and target (or budget).

    Attributes
    ----------
    algorithm, suite, function, dimension : (r,)
    at : (r,) float64
        The target, or the budget in evaluations per dimension.
    runs : (r,) int64
        Runs with a value there.
    mean, median, sd, p02, …, p98 : (r,) float64
        Of those runs; inf where undefined.
    """

    at: Float
    runs: Int
    mean: Float
    median: Float
    sd: Float
    p02: Float
    p05: Float
    p10: Float
    p25: Float
    p50: Float
    p75: Float
    p90: Float
    p95: Float
    p98: Float


@dataclass(frozen=True, slots=True, repr=False)
class LoggedParameters(ParameterStatistics):
    """Statistics of several logged parameters, which `parameter` names."""

    parameter: Names


def parameter_names(runs: Runs) -> tuple[str, ...]:
    """Return the names of the logged parameters; the objectives of a problem are none.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=2, offsets=[0, 2],
    ...     step_evaluations=[1, 10], step_precision=[5, 0.1], step_extra={"sigma": [3.0, 0.5]})
    >>> parameter_names(runs)
    ('sigma',)
    """
    objectives = set(list(runs.records)[: int(runs.objectives.max(initial=1))])
    if runs.objectives.max(initial=1) == 1:
        objectives = {"raw_y"}
    names = dict.fromkeys([*runs.records, *runs.step_extra])
    return tuple(name for name in names if name not in objectives | {"source"})


def parameters_at_targets(
    runs: Runs,
    parameter: str,
    targets: TargetsLike | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
    method: QuantileMethod = "linear",
) -> ParameterStatistics:
    """Summarise a logged parameter at the moment each run first reached a target.

    Parameters
    ----------
    runs : Runs
        With logged attributes (``runs.records`` or ``runs.step_extra``).
    parameter : str
        Name of the attribute.
    targets, functions, dimensions
        As for `optimeter.ert`; the targets default to those of the suite's tables.
    method : {"linear", "hazen", "nearest-even"}

    Raises
    ------
    UnknownNameError
        If no run holds the attribute.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=2, offsets=[0, 2],
    ...     step_evaluations=[1, 10], step_precision=[5, 0.1], step_extra={"sigma": [3.0, 0.5]})
    >>> parameters_at_targets(runs, "sigma", [5, 1]).mean.tolist()
    [3.0, 0.5]
    """
    parts = []
    for chosen in choose(runs, functions, dimensions):
        scaled = OnScale.of(chosen, targets, "table")
        for part, starts, counts in grouped(scaled.runs):
            values = scaled.targets.for_problems(
                part.function[starts].astype(np.int64), part.dimension[starts].astype(np.int64)
            )
            sign = -1.0 if part.maximized[0] else 1.0
            times = part.runtimes(sign * np.repeat(values, counts, axis=0))
            limits = np.where(np.isfinite(times), times, -1.0)
            found = _values(part, parameter, limits)
            parts.append(_statistics(part, starts, counts, values, found, method))
    return ParameterStatistics.concatenate(parts)


def parameters_at_budgets(
    runs: Runs,
    parameter: str,
    budgets: Budgets | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
    method: QuantileMethod = "linear",
) -> ParameterStatistics:
    """Summarise a logged parameter at budgets: the last record of each run within it.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=2, offsets=[0, 2],
    ...     step_evaluations=[1, 10], step_precision=[5, 0.1], step_extra={"sigma": [3.0, 0.5]})
    >>> parameters_at_budgets(runs, "sigma", [1, 100]).mean.tolist()
    [3.0, 0.5]
    """
    wanted = checked_budgets(budgets, runs)
    parts = []
    for part, starts, counts in grouped(runs, functions=functions, dimensions=dimensions):
        found = _values(part, parameter, wanted * part.dimension[:, None])
        values = np.broadcast_to(wanted, (len(starts), len(wanted)))
        parts.append(_statistics(part, starts, counts, values, found, method))
    return ParameterStatistics.concatenate(parts)


def _series(runs: Runs) -> Iterator[tuple[Mapping[str, Float], Int, Int]]:
    yield runs.records, runs.record_offsets, runs.record_evaluations
    yield runs.step_extra, runs.offsets, runs.step_evaluations


def _values(runs: Runs, parameter: str, limits: Float) -> Float:
    """Return the parameter at the last record within each limit, (n, k); NaN where none is."""
    known: dict[str, None] = {}
    for columns, offsets, evaluations in _series(runs):
        if isinstance(parameter, str) and parameter in columns:
            positions, found = ragged.last_at_most(offsets, evaluations, limits)
            column = columns[parameter]
            result = np.full(limits.shape, np.nan)
            result[found] = column[positions[found]]
            return result
        known |= dict.fromkeys(columns)
    raise unknown_name(parameter, known, "logged parameter")


def _statistics(  # noqa: PLR0917
    part: Runs, starts: Int, counts: Int, at: Float, values: Float, method: QuantileMethod
) -> ParameterStatistics:
    sample = padded(values, starts, counts)
    columns = {"runs": (~np.isnan(sample)).sum(axis=0), **summarise(sample, method)}
    return ParameterStatistics(
        **key_columns(part, starts, at.shape[1]),
        at=compact(at.reshape(-1)),
        **{name: column.reshape(-1) for name, column in columns.items()},
    )
