"""Targets: fixed lists per suite, lists of the user, or one list per problem."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from optimeter._arguments import Numbers, integer, known_name, reals, unknown_name
from optimeter._show import ShownRow
from optimeter.data.runs import Runs
from optimeter.exceptions import DataError
from optimeter.measures._table import Float, Int
from optimeter.measures.suites import SuiteSettings, suite_settings

__all__ = [
    "TargetUse",
    "Targets",
    "TargetsLike",
    "recorded_targets",
    "resolve_targets",
    "suite_targets",
]

SPREAD = 100.0  # between the extremes, from which on logarithms are taken
FLOOR = 1e-12

TargetUse = Literal["ecdf", "table", "comparison", "scaling", "distribution", "scatter"]


@dataclass(frozen=True, slots=True, repr=False)
class Targets(ShownRow):
    """A list of k targets, the same for every problem or another one for each.

    Attributes
    ----------
    label : str
        What the list is, in words for captions.
    values : (k,) or (p, k) float64
        Target values; with two axes, row i belongs to (function[i], dimension[i]).
    function, dimension : (p,) int64
        Empty for targets that are the same for every problem.

    Examples
    --------
    >>> Targets.fixed([1e-1, 1e-8]).for_problems([1, 2], [5, 5]).tolist()
    [[0.1, 1e-08], [0.1, 1e-08]]
    """

    label: str
    values: Float
    function: Int
    dimension: Int

    def _row(self) -> dict[str, Any]:
        return {
            "label": self.label,
            "targets": len(self),
            "largest": float(self.values.max()),
            "smallest": float(self.values.min()),
            "problems": len(self.function) or "all",
        }

    @classmethod
    def fixed(cls, values: Numbers | NDArray[np.floating], label: str = "") -> "Targets":
        """Make a list that is the same for every problem: a number, several, or ``"10,0.1"``."""
        array = np.array(reals(values, "targets"))
        none = np.empty(0, dtype=np.int64)
        return cls(label or f"{len(array)} targets", array, none, none)

    def __len__(self) -> int:
        return int(self.values.shape[-1])

    def for_problems(self, function: Sequence[int] | Int, dimension: Sequence[int] | Int) -> Float:
        """Return the targets of the given problems, one row each.

        Raises
        ------
        DataError
            If the list holds no targets for one of them.
        """
        functions = np.asarray(function, dtype=np.int64)
        dimensions = np.asarray(dimension, dtype=np.int64)
        if self.values.ndim == 1:
            return np.broadcast_to(self.values, (len(functions), len(self)))
        rows, found = find_problems(self.function, self.dimension, functions, dimensions)
        if not np.all(found):
            first = int(np.argmin(found))
            message = (
                f"{self.label}: no targets for function {functions[first]} "
                f"in dimension {dimensions[first]}"
            )
            raise DataError(message)
        return self.values[rows]


TargetsLike = Numbers | NDArray[np.floating] | Targets


def find_problems(
    function: Int, dimension: Int, wanted_function: Int, wanted_dimension: Int
) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Find the rows of (function, dimension) pairs in a list of pairs.

    Returns
    -------
    rows : (w,) int
        Meaningless where not found.
    found : (w,) bool
    """
    scale = 1 + max(int(np.max(dimension, initial=0)), int(np.max(wanted_dimension, initial=0)))
    known, wanted = function * scale + dimension, wanted_function * scale + wanted_dimension
    order = np.argsort(known, kind="stable")
    place = np.minimum(np.searchsorted(known[order], wanted), max(len(known) - 1, 0))
    if len(known) == 0:
        return np.zeros(len(wanted), dtype=np.intp), np.zeros(len(wanted), dtype=bool)
    rows = order[place]
    return rows, known[rows] == wanted


def suite_targets(suite: str | SuiteSettings, use: TargetUse = "ecdf") -> Targets:
    """Return the fixed targets a suite, by name or settings, uses for a purpose.

    Examples
    --------
    >>> suite_targets("bbob", "distribution").values.tolist()
    [10.0, 0.1, 0.0001, 1e-08]
    """
    settings = suite_settings(suite) if isinstance(suite, str) else suite
    if use == "ecdf":
        values = settings.grid.values()
    elif use in get_args(TargetUse):
        values = np.array(getattr(settings, f"{use}_targets"))
    else:
        raise unknown_name(use, get_args(TargetUse), "use of targets")
    finite = values[np.isfinite(values)]
    kind = "gap targets per problem" if settings.gaps else "targets"
    label = f"{len(values)} {kind} from {finite[0]:.3g} to {finite[-1]:.3g}"
    return Targets.fixed(values, label)


def resolve_targets(
    targets: TargetsLike | None, suite: str | SuiteSettings, use: TargetUse = "ecdf"
) -> Targets:
    """Return the given targets as `Targets`, or those of the suite for None."""
    if targets is None:
        return suite_targets(suite, use)
    return targets if isinstance(targets, Targets) else Targets.fixed(targets)


def recorded_targets(
    runs: Runs, count: int = 60, *, scale: Literal["auto", "log", "linear"] = "auto"
) -> Targets:
    """Spread targets between the worst and the best recorded value of each problem.

    Such targets change with the data that are loaded; prefer the fixed ones of the suite where the
    optimum is known.

    Parameters
    ----------
    runs : Runs
    count : int
        Targets per problem.
    scale : {"auto", "log", "linear"}
        Spacing; values below 1e-12 are raised to it on the logarithmic scale, which needs values
        that are not negative. ``"auto"`` takes it where they are not and spread over two decades at
        least. Of values to be maximised the targets are as large as the values.

    Raises
    ------
    DataError
        If a problem holds no value, or negative ones on the logarithmic scale.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=2, offsets=[0, 3],
    ...                         step_evaluations=[1, 2, 5], step_precision=[100, 10, 1])
    >>> recorded_targets(runs, 3).values.tolist()
    [[100.0, 10.0, 1.0]]
    """
    keys, codes = runs.group_index(("function", "dimension"))
    low, high = np.full(len(keys), np.inf), np.full(len(keys), -np.inf)
    step_codes = np.repeat(codes, np.diff(runs.offsets))
    finite = np.isfinite(runs.step_precision)
    np.minimum.at(low, step_codes[finite], runs.step_precision[finite])
    np.maximum.at(high, step_codes[finite], runs.step_precision[finite])
    if np.any(low > high):
        message = "a problem holds no recorded value to choose targets from"
        raise DataError(message)
    known_name(scale, ("auto", "log", "linear"), "scale")
    part = np.linspace(0.0, 1.0, integer(count, "count", least=1))
    sign = np.where(np.bincount(codes, runs.maximized) > 0, -1.0, 1.0)
    worst, best = sign * high, sign * low
    smaller, larger = np.minimum(worst, best), np.maximum(worst, best)
    log = (smaller >= 0) & (scale != "linear")
    if scale == "log" and not log.all():
        first = keys[int(np.argmin(log))]
        message = (
            f"function {first['function']} in dimension {first['dimension']} has negative values; "
            "choose scale='linear'"
        )
        raise DataError(message)
    if scale == "auto":
        log &= larger >= SPREAD * np.maximum(smaller, FLOOR)
    ends = [np.where(log, np.log10(np.maximum(v, FLOOR)), v) for v in (worst, best)]
    values = ends[0][:, None] + part * (ends[1] - ends[0])[:, None]
    with np.errstate(over="ignore"):
        values = np.where(log[:, None], 10.0**values, values)
    return Targets(
        f"{count} targets per problem between its recorded extremes",
        values,
        keys["function"].astype(np.int64),
        keys["dimension"].astype(np.int64),
    )
