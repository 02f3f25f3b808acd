"""Checked columns, steps and names from which `Runs` are built."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from optimeter._arguments import items, known_name, unknown_name
from optimeter.data import ragged
from optimeter.data._columns import RUN_COLUMNS, RUN_DTYPES
from optimeter.data.quality import Quality, suite_quality
from optimeter.exceptions import DataError

__all__ = [
    "StepColumns",
    "checked_column",
    "checked_fields",
    "checked_offsets",
    "coded",
    "codes_of",
    "distinct",
    "merged_names",
    "merged_sources",
    "of_suites",
    "same",
    "trials",
]

Column = NDArray[Any]

NOT_NEGATIVE = frozenset({"function", "dimension", "evaluations"})


@dataclass(frozen=True, slots=True)
class StepColumns:
    """One checked ragged list of improvements, with what its raw lines said about the end."""

    offsets: NDArray[np.int64]
    evaluations: NDArray[np.int64]
    values: NDArray[np.float64]
    columns: dict[str, NDArray[np.float64]]
    last: NDArray[np.int64]
    final: NDArray[np.float64]

    @classmethod
    def checked(
        cls,
        name: str,
        offsets: NDArray[np.int64],
        evaluations: ArrayLike,
        values: ArrayLike,
        columns: Mapping[str, ArrayLike],
    ) -> "StepColumns":
        size = int(offsets[-1])
        counts = checked_column(f"{name}_evaluations", evaluations, np.int64, size, scalar=False)
        qualities = checked_column(f"{name}_precision", values, np.float64, size, scalar=False)
        attributes = {
            key: checked_column(key, column, np.float64, size, scalar=False)
            for key, column in columns.items()
        }
        if size and counts.min() < 1:
            message = f"{name}_evaluations must be at least 1; got {counts.min()}"
            raise DataError(message)
        inner = np.ones(size, dtype=bool)
        inner[offsets[:-1][offsets[:-1] < size]] = False
        if np.any((np.diff(counts, prepend=0) < 0) & inner):
            message = f"{name}_evaluations decrease within a run; sort the lines of each run first"
            raise DataError(message)
        # Of lines with one count the best is the one that matters.
        order = np.lexsort((qualities, counts, ragged.owners(offsets)))
        keep = order[ragged.improvements(offsets, qualities[order])]
        ends = np.searchsorted(keep, offsets)
        return cls(
            ends.astype(np.int64),
            counts[keep],
            qualities[keep],
            {key: column[keep] for key, column in attributes.items()},
            ragged.last_of_each(offsets, counts, 0),
            ragged.last_of_each(ends, qualities[keep], np.inf),
        )


def checked_fields(
    columns: dict[str, Any],
    steps: Mapping[str, ArrayLike],
    *,
    names: Mapping[str, str | Sequence[str]],
    attributes: Mapping[str, Mapping[str, ArrayLike]],
) -> dict[str, Any]:
    """Return the fields of a table built from plain arrays; see `Runs.from_arrays`.

    `columns` are per run, or belong to the budget list; `steps` are the lines at targets.
    """
    bounds = checked_offsets("offsets", steps["offsets"])
    n = len(bounds) - 1
    budget_bounds = columns.pop("budget_offsets", np.zeros(n + 1, dtype=np.int64))
    budget_evaluations = columns.pop("budget_evaluations", ())
    budget_values = columns.pop("budget_precision", ())
    settable = sorted(set(RUN_DTYPES) - {"algorithm_codes", "suite_codes", "trial"})
    for name in columns:
        known_name(name, settable, "column")
    targets = StepColumns.checked(
        "step", bounds, steps["evaluations"], steps["precision"], attributes["step"]
    )
    budget_bounds = checked_offsets("budget_offsets", budget_bounds, n)
    budgets = StepColumns.checked(
        "budget", budget_bounds, budget_evaluations, budget_values, attributes["budget"]
    )
    algorithms, algorithm_codes = coded(names["algorithm"], n)
    suites, suite_codes = coded(names["suite"], n)
    values = {
        "evaluations": np.maximum(targets.last, budgets.last),
        "final": np.minimum(targets.final, budgets.final),
        **columns,
        "algorithm_codes": algorithm_codes,
        "suite_codes": suite_codes,
    }
    for name in ("optimum_known", "objectives", "own_instances"):
        if name not in columns:
            values[name] = of_suites(name, suites)[suite_codes]
    table: dict[str, Any] = {
        name: checked_column(name, values.get(name, default), dtype, n)
        for name, dtype, default in RUN_COLUMNS
    }
    return table | {
        "trial": trials(table),
        "algorithms": algorithms,
        "suites": suites,
        "offsets": targets.offsets,
        "step_evaluations": targets.evaluations,
        "step_precision": targets.values,
        "step_extra": targets.columns,
        "budget_offsets": budgets.offsets,
        "budget_evaluations": budgets.evaluations,
        "budget_precision": budgets.values,
        "budget_extra": budgets.columns,
        "record_offsets": np.zeros(n + 1, dtype=np.int64),
        "record_evaluations": np.zeros(0, dtype=np.int64),
    }


def of_suites(name: str, suites: Sequence[str]) -> NDArray[Any]:
    """Return what known suites say about the quality of their values; the usual for others."""
    return np.array([getattr(suite_quality(suite) or Quality(), name) for suite in suites])


def same(one: Column, other: Column) -> bool:
    """Say whether two arrays are equal; NaN equals NaN."""
    return np.array_equal(one, other, equal_nan=one.dtype.kind == "f")


def trials(table: Mapping[str, Column]) -> NDArray[np.int32]:
    """Count, in table order, the runs before each one that agree with it in every key column."""
    keys = ("algorithm_codes", "suite_codes", "function", "dimension", "instance")
    columns = [np.asarray(table[name]) for name in keys]
    n = len(columns[0])
    if n == 0:
        return np.zeros(0, dtype=np.int32)
    order = np.lexsort(columns[::-1])
    changed = np.zeros(n, dtype=bool)
    for column in columns:
        changed[1:] |= column[order][1:] != column[order][:-1]
    start = np.maximum.accumulate(np.where(changed, np.arange(n), 0))
    result = np.empty(n, dtype=np.int32)
    result[order] = np.arange(n) - start
    return result


def coded(names: str | Sequence[str], n: int) -> tuple[tuple[str, ...], NDArray[np.int32]]:
    """Return the distinct names in order of appearance and the code of each run."""
    if isinstance(names, str):
        return (names,), np.zeros(n, dtype=np.int32)
    if len(names) != n:
        message = f"got {len(names)} names for {n} runs"
        raise DataError(message)
    codes = {name: code for code, name in enumerate(dict.fromkeys(names))}
    return tuple(codes), np.array([codes[name] for name in names], dtype=np.int32)


def distinct(
    descriptions: Iterable[Mapping[str, str]],
) -> tuple[tuple[dict[str, str], ...], NDArray[np.int32]]:
    """Return the different descriptions of where runs come from, and the code of each one given."""
    codes: dict[tuple[tuple[str, str], ...], int] = {}
    numbers = [codes.setdefault(tuple(one.items()), len(codes)) for one in descriptions]
    return tuple(dict(key) for key in codes), np.array(numbers, dtype=np.int32)


def codes_of(wanted: str | Iterable[str], names: tuple[str, ...], kind: str) -> list[int]:
    chosen = list(items(wanted))
    for name in chosen:
        if name not in names:
            raise unknown_name(name, names, kind)
    return [names.index(name) for name in chosen]


def checked_offsets(name: str, values: ArrayLike, n: int | None = None) -> NDArray[np.int64]:
    offsets = np.asarray(values, dtype=np.int64)
    if offsets.ndim != 1 or len(offsets) == 0 or offsets[0] != 0 or np.any(np.diff(offsets) < 0):
        message = f"{name} must be a non-decreasing list that starts with 0; got {values!r}"
        raise DataError(message)
    if n is not None and len(offsets) != n + 1:
        message = f"{name} must have {n + 1} entries for {n} runs; got {len(offsets)}"
        raise DataError(message)
    return offsets


def checked_column(
    name: str, values: ArrayLike, dtype: Any, n: int, *, scalar: bool = True
) -> Column:
    try:
        given = np.asarray(values)
        with np.errstate(invalid="ignore"):
            array = given.astype(dtype, casting="unsafe")
    except (TypeError, ValueError, OverflowError) as error:
        message = f"column {name} must be numbers; got {values!r}"
        raise DataError(message) from error
    _check_exact(name, values, given, array)
    if scalar and array.ndim == 0:
        return np.full(n, array, dtype=dtype)
    if array.shape != (n,):
        message = f"column {name} has shape {array.shape}, expected ({n},)"
        raise DataError(message)
    return array


def _check_exact(name: str, values: ArrayLike, given: Column, array: Column) -> None:
    """Raise if a cell is masked, or a whole number was asked for and it is none that fits."""
    if np.ma.is_masked(values):
        place = int(np.flatnonzero(np.ma.getmaskarray(np.ma.asarray(values)))[0])
        message = f"column {name} must have a value in every place; the one at {place} is masked"
        raise DataError(message)
    if array.dtype.kind != "i":
        return
    wrong = array != given
    if name in NOT_NEGATIVE:
        wrong |= array < 0
    if np.any(wrong):
        place = int(np.flatnonzero(wrong)[0])
        bounds = np.iinfo(array.dtype)
        message = (
            f"column {name} must be whole numbers from {0 if name in NOT_NEGATIVE else bounds.min} "
            f"to {bounds.max}; got {given.reshape(-1)[place]} at {place}"
        )
        raise DataError(message)


def merged_names(
    parts: Sequence[tuple[tuple[str, ...], Column]],
) -> tuple[tuple[str, ...], NDArray[np.int32]]:
    """Join lists of names with their codes into one list without repetitions."""
    position = {name: 0 for names, _ in parts for name in names}
    position = {name: code for code, name in enumerate(position)}
    recoded = [
        np.array([position[name] for name in names], dtype=np.int32)[codes]
        for names, codes in parts
        if len(codes)
    ]
    return tuple(position), np.concatenate([np.zeros(0, np.int32), *recoded])


def merged_sources(
    parts: Sequence[tuple[tuple[str, ...], Mapping[str, NDArray[np.float64]]]],
) -> tuple[tuple[str, ...], list[dict[str, NDArray[np.float64]]]]:
    """Join the names of reference sources and renumber the step column that refers to them."""
    position: dict[str, int] = {}
    columns = []
    for names, step_extra in parts:
        extra = dict(step_extra)
        if names:
            recode = np.array(
                [position.setdefault(name, len(position)) for name in names], dtype=np.float64
            )
            codes = extra["source"]
            known = ~np.isnan(codes)
            extra["source"] = np.where(known, recode[np.where(known, codes, 0).astype(int)], np.nan)
        columns.append(extra)
    return tuple(position), columns
