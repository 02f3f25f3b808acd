"""Write `Runs` in the current IOHprofiler format."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np

from optimeter._core import IOH_VERSION
from optimeter.data._two_files import (
    RUN_ATTRIBUTES,
    WRITTEN_AT,
    is_from_two_files,
    joined_lines,
)
from optimeter.data.folders import slug
from optimeter.data.runs import Runs
from optimeter.data.value_ranges import logged
from optimeter.data.write_coco import exact, places
from optimeter.exceptions import DataError

__all__ = ["write_ioh"]

POSITION_LIMIT = 1.7976931348623157e308


def write_ioh(runs: Runs, folder: Path) -> None:
    """Write one folder of JSON and data files for each algorithm and suite.

    A data file holds every recorded improvement, or every logged line where the runs have those; of
    data that COCO records in two files, the lines of both, marked so that they can be told apart.

    Raises
    ------
    DataError
        For reference algorithms, which are expected runtimes and no runs.
    """
    if runs.is_reference.any():
        message = (
            "IOHprofiler's format has no place for reference algorithms, which hold expected "
            "runtimes in place of runs; accepted are coco, parquet, csv"
        )
        raise DataError(message)
    for key, group, place in places(runs, folder):
        for function_key, part in group.groups(("function",)):
            _write_function(part, key, function_key.function, place)


def _write_function(part: Runs, key: Any, function: int, place: Path) -> None:
    about = part.provenance[part.source_codes[0]] if part.provenance else {}
    name = part.function_name(key.suite, function) or about.get("function_name") or f"f{function}"
    stem = f"f{function}_{slug(name)}"
    columns = [title for title in part.records if title != _value_title(part)]
    double = not part.records and is_from_two_files(part)
    if double:
        columns = [*dict.fromkeys([*part.step_extra, *part.budget_extra]), WRITTEN_AT]
    columns = columns or list(part.step_extra)
    document: dict[str, Any] = {
        "version": IOH_VERSION,
        "suite": key.suite or "unknown_suite",
        "function_id": function,
        "function_name": name,
        "maximization": bool(part.maximized[0]),
        "algorithm": {"name": key.algorithm, "info": about.get("comment", "")},
    }
    quality = part.quality()
    note = quality.scale + (", own instances" if quality.own_instances else "")
    about = {**about, "experiment:quality": note}
    attributes = {k.partition(":")[2]: v for k, v in about.items() if k.startswith("experiment:")}
    if attributes:
        document["experiment_attributes"] = [{k: v} for k, v in sorted(attributes.items())]
    attributes_of_runs = [*logged(part.extra), *(RUN_ATTRIBUTES if double else ())]
    if attributes_of_runs:
        document["run_attributes"] = sorted(attributes_of_runs)
    document["attributes"] = ["evaluations", "raw_y", *columns]
    document["scenarios"] = []
    for dimension_key, runs in part.groups(("dimension",)):
        path = f"data_{stem}/IOHprofiler_f{function}_DIM{dimension_key.dimension}.dat"
        (place / f"data_{stem}").mkdir(exist_ok=True)
        with (place / path).open("w", encoding="utf-8", newline="\n") as file:
            for row in range(len(runs)):
                file.write(" ".join(["evaluations", "raw_y", *columns]) + "\n")
                file.writelines(_rows(runs, row, columns))
        document["scenarios"].append(
            {
                "dimension": dimension_key.dimension,
                "path": path,
                "runs": [_run(runs, row, double=double) for row in range(len(runs))],
            }
        )
    text = json.dumps(document, indent="\t", allow_nan=False) + "\n"
    (place / f"IOHprofiler_{stem}.json").write_text(text, encoding="utf-8", newline="\n")


def _value_title(runs: Runs) -> str:
    """Return the name of the column of records that holds the value."""
    return "raw_y" if "raw_y" in runs.records or not runs.records else next(iter(runs.records))


def _run(runs: Runs, row: int, *, double: bool) -> dict[str, Any]:
    """Return the JSON entry of a run."""
    end = int(runs.offsets[row + 1])
    if end > runs.offsets[row]:
        evaluations, value = int(runs.step_evaluations[end - 1]), float(runs.final[row])
    else:
        evaluations, value = 1, POSITION_LIMIT
    value = -min(value, POSITION_LIMIT) if runs.maximized[row] else min(value, POSITION_LIMIT)
    if runs.objectives[row] > 1 and runs.records:  # the value in the file is the first objective
        value = float(runs.step_extra[_value_title(runs)][end - 1])
    entry = {
        "instance": int(runs.instance[row]),
        "evals": int(runs.evaluations[row]),
        "best": {"evals": evaluations, "y": value, "x": []},
    }
    for name, values in logged(runs.extra).items():
        number = float(values[row])
        entry[name] = number if math.isfinite(number) else None
    if double:
        for name, column in RUN_ATTRIBUTES.items():
            number = float(getattr(runs, column)[row])
            entry[name] = number if math.isfinite(number) else None
    return entry


def _rows(runs: Runs, row: int, columns: list[str]) -> list[str]:
    """Return the lines of a run: all that were logged, or the improvements and the end."""
    sign = -1.0 if runs.maximized[row] else 1.0
    if runs.records:
        chosen = slice(*runs.record_offsets[row : row + 2])
        counts = runs.record_evaluations[chosen]
        values = runs.records[_value_title(runs)][chosen]
        cells = [runs.records[name][chosen] for name in columns]
        return _formatted(counts, values, cells)
    if WRITTEN_AT in columns:
        counts, values, cells = joined_lines(runs, row, columns[:-1])
        return _formatted(counts, sign * values, cells)
    chosen = slice(*runs.offsets[row : row + 2])
    counts, values = runs.step_evaluations[chosen], runs.step_precision[chosen]
    cells = [runs.step_extra[name][chosen] for name in columns]
    if len(counts) == 0 or counts[-1] < runs.evaluations[row]:
        counts = np.append(counts, runs.evaluations[row])
        values = np.append(values, values[-1] if len(values) else np.inf)
        cells = [np.append(column, np.nan) for column in cells]
    return _formatted(counts, sign * values, cells)


def _formatted(counts: Any, values: Any, cells: list[Any]) -> list[str]:
    texts = [_cell(value) for value in values.tolist()]
    columns = [[_cell(value) for value in column.tolist()] for column in cells]
    return [
        " ".join([str(count), *parts]) + "\n"
        for count, *parts in zip(counts.tolist(), texts, *columns, strict=True)
    ]


def _cell(value: float) -> str:
    if math.isnan(value):
        return "None"
    return exact(value, "%.10f") if math.isfinite(value) else repr(value)
