"""Other costs of runs than evaluations: seconds and batches, where they were recorded."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from optimeter._arguments import known_name
from optimeter.data import ragged
from optimeter.data._grouping import facts
from optimeter.data.unpack import Files
from optimeter.exceptions import DataError
from optimeter.record import COSTS_FILE

if TYPE_CHECKING:
    from optimeter.data.runs import Runs

__all__ = [
    "COSTS_FILE",
    "Cost",
    "cost_of",
    "cost_word",
    "costing",
    "counted",
    "with_costs",
]

Cost = Literal["evaluations", "batches", "seconds"]
"""What a run costs: evaluations; batches, which are calls with any number of points; or seconds."""

RECORDED = ("batches", "seconds")  # columns of `Runs.extra`, `step_extra` and `budget_extra`
COUNTED = "cost"  # column of `Runs.extra`: which of the costs is counted in place of evaluations
MICROSECONDS = 1_000_000

Float = NDArray[np.float64]
Int = NDArray[np.int64]


def costing(runs: "Runs", cost: Cost) -> "Runs":
    """Return the runs with another cost in place of evaluations; see `Runs.costing`."""
    known_name(cost, get_args(Cost), "cost")
    if cost == cost_of(runs):
        return runs
    _require(runs, cost)
    scale = MICROSECONDS if cost == "seconds" else 1
    changes: dict[str, Any] = {"evaluations": _ticks(runs.extra[cost], scale)}
    for part, evaluations, precision, columns in (
        ("offsets", "step_evaluations", "step_precision", "step_extra"),
        ("budget_offsets", "budget_evaluations", "budget_precision", "budget_extra"),
    ):
        offsets, extra = getattr(runs, part), getattr(runs, columns)
        spent = _ticks(extra[cost], scale) if cost in extra else np.zeros(0, dtype=np.int64)
        # Of what came together the last one is the best.
        owner = ragged.owners(offsets)
        last = np.ones(len(spent), dtype=bool)
        last[:-1] = (spent[1:] != spent[:-1]) | (owner[1:] != owner[:-1])
        kept = np.flatnonzero(last)
        changes[part] = np.searchsorted(kept, offsets)
        changes[evaluations] = spent[kept]
        changes[precision] = getattr(runs, precision)[kept]
        changes[columns] = {name: column[kept] for name, column in extra.items()}
    changes["record_offsets"] = np.zeros(len(runs) + 1, dtype=np.int64)
    changes["record_evaluations"] = np.zeros(0, dtype=np.int64)
    changes["records"] = {name: column[:0] for name, column in runs.records.items()}
    code = float(get_args(Cost).index(cost))
    changes["extra"] = {**runs.extra, COUNTED: np.full(len(runs), code)}
    return replace(runs, **changes)


def cost_of(runs: "Runs") -> Cost:
    """Say what the runs count.

    Raises
    ------
    DataError
        If some runs count one thing and some another.
    """
    if COUNTED not in runs.extra or not len(runs):
        return "evaluations"
    found = np.unique(np.nan_to_num(runs.extra[COUNTED], nan=0.0)).astype(int).tolist()
    names: list[Cost] = [get_args(Cost)[code] for code in found]
    if len(names) > 1:
        message = f"the runs count different costs, {' and '.join(names)}; choose one for all"
        raise DataError(message)
    return names[0]


def counted(runs: "Runs", cost: Cost | None) -> tuple["Runs", float]:
    """Return the runs with their cost counted, and how much of it one count is.

    Seconds are counted in microseconds. Without a cost the runs are taken as they are.
    """
    unit = 1 / MICROSECONDS if cost == "seconds" else 1.0
    return (runs if cost is None else costing(runs, cost)), unit


def cost_word(runs: "Runs") -> str:
    """Say what is counted, as figures and sentences have it."""
    cost = cost_of(runs)
    return "microseconds" if cost == "seconds" else cost


def _require(runs: "Runs", cost: Cost) -> None:
    """Raise if a run has no such cost on record, naming its data set."""
    if cost_of(runs) != "evaluations" or cost == "evaluations":
        message = f"the runs count {cost_of(runs)}; take {cost} of the runs as they were loaded"
        raise DataError(message)
    missing = np.isnan(runs.extra[cost]) if cost in runs.extra else np.ones(len(runs), dtype=bool)
    if not missing.any():
        return
    row = int(np.flatnonzero(missing)[0])
    algorithm = runs.algorithms[int(runs.algorithm_codes[row])]
    source = runs.provenance[int(runs.source_codes[row])] if runs.provenance else {}
    where = f" ({source['path']})" if source.get("path") else ""
    count = int((missing & (runs.algorithm_codes == runs.algorithm_codes[row])).sum())
    message = (
        f"no {cost} on record of {algorithm!r}{where}: {count} run(s) without; they are recorded by "
        f"om.run(…, costs=True), optimeter run --costs or om.Observer(…, costs=True), in {COSTS_FILE} "
        "beside the data"
    )
    raise DataError(message)


def _ticks(values: Float, scale: int) -> Int:
    """Return whole numbers, at least one."""
    counted: Int = np.maximum(np.rint(values * scale), 1).astype(np.int64)
    return counted


# ------------------------------------------------------------------------------------- reading


def with_costs(runs: "Runs", paths: Iterable[str], files: Files) -> "Runs":
    """Return the runs with the costs that files of a source tell, NaN where none does."""
    lines: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    several = {"algorithm": len(runs.algorithms) > 1, "suite": len(runs.suites) > 1}
    for path in paths:
        for number, text in enumerate(bytes(files.contents[path]).splitlines(), start=1):
            try:
                line = json.loads(text)
                key = _key(line, several)
                _checked(line)
            except (ValueError, KeyError, TypeError, RecursionError) as error:
                message = f"no costs of a run, ignored: {error!r}"
                files.note(path, "R26", "error", message, number)
            else:
                lines.setdefault(key, []).append(line)
    if not lines:
        return runs
    columns = {
        part: {name: np.full(size, np.nan) for name in RECORDED}
        for part, size in (
            ("extra", len(runs)),
            ("step_extra", len(runs.step_evaluations)),
            ("budget_extra", len(runs.budget_evaluations)),
        )
    }
    for row in range(len(runs)):
        found = lines.get(_key(facts(runs, row), several), [])
        trial = int(runs.trial[row])
        if trial >= len(found) or found[trial]["evaluations"][-1] < int(runs.evaluations[row]):
            continue  # of another run, or of one that was cut off
        for part, chosen, counts in (
            ("extra", slice(row, row + 1), runs.evaluations[row : row + 1]),
            *_segments(runs, row),
        ):
            spent = _costs_at(found[trial], counts)
            for name in RECORDED:
                columns[part][name][chosen] = spent[name]
    joined: dict[str, Any] = {part: {**getattr(runs, part), **columns[part]} for part in columns}
    return replace(runs, **joined)


def _segments(runs: "Runs", row: int) -> Iterable[tuple[str, slice, Int]]:
    """Return the parts of a run with steps: name of the columns, places, evaluations."""
    steps = slice(*runs.offsets[row : row + 2].tolist())
    budgets = slice(*runs.budget_offsets[row : row + 2].tolist())
    yield "step_extra", steps, runs.step_evaluations[steps]
    yield "budget_extra", budgets, runs.budget_evaluations[budgets]


def _key(about: Mapping[str, Any], several: Mapping[str, bool]) -> tuple[Any, ...]:
    """Return what tells a problem and its algorithm apart in a source."""
    names = [about[name] for name, wanted in several.items() if wanted]
    return (*names, about["function"], about["dimension"], about["instance"])


def _checked(line: Mapping[str, Any]) -> None:
    """Raise ValueError or TypeError unless the numbers of a line fit each other."""
    evaluations, seconds = (
        np.asarray(line[name], dtype=float) for name in ("evaluations", "seconds")
    )
    calls = np.asarray(line["batches"], dtype=float).reshape(-1, 3)
    rising = all((np.diff(column) >= 0).all() for column in (evaluations, seconds, calls[:, 0]))
    if len(evaluations) != len(seconds) or not len(seconds) or not rising or (calls < 0).any():
        message = "its numbers do not fit each other"
        raise ValueError(message)


def _costs_at(line: Mapping[str, Any], evaluations: Int) -> dict[str, Float]:
    """Return what a run had cost when so many evaluations were made."""
    noted = np.asarray(line["evaluations"], dtype=np.int64)
    seconds = np.asarray(line["seconds"], dtype=float)
    places = np.minimum(np.searchsorted(noted, evaluations), len(noted) - 1)
    calls = np.asarray(line["batches"], dtype=np.int64).reshape(-1, 3)
    return {"seconds": seconds[places], "batches": batches_at(calls, evaluations).astype(float)}


def batches_at(calls: Int, evaluations: Int) -> Int:
    """Return how many calls had begun when so many evaluations were made.

    Parameters
    ----------
    calls : (c, 3) int64
        Evaluations before, points of a call, and number of such calls in a row, in order. All other
        evaluations were calls of their own.
    evaluations : (k,) int64

    Examples
    --------
    >>> batches_at(np.array([[1, 10, 2]]), np.array([1, 2, 11, 12, 21, 22, 23])).tolist()
    [1, 2, 2, 3, 3, 4, 5]
    """
    if not len(calls):
        return evaluations
    before, size, count = calls.T
    saved = np.concatenate([[0], np.cumsum(count * (size - 1))])  # by the calls before each
    place = np.searchsorted(before, evaluations) - 1  # the last that begins before the evaluation
    known = np.maximum(place, 0)
    inside = np.minimum(evaluations - before[known], (size * count)[known])
    result = evaluations - saved[known] - (inside - -(-inside // size[known]))
    return np.where(place < 0, evaluations, result)
