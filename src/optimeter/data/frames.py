"""`Runs` as data frames and Parquet files."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from optimeter._arrow import ArrowTable, Lists, export_stream, read_stream
from optimeter._packages import package
from optimeter.data._build import of_suites
from optimeter.data._columns import RAGGED, RUN_COLUMNS, RUN_DTYPES
from optimeter.data.findings import Finding
from optimeter.data.runs import Runs
from optimeter.exceptions import DataError

if TYPE_CHECKING:
    import pandas
    import polars

__all__ = [
    "export_runs",
    "from_parquet",
    "is_own",
    "runs_of_table",
    "to_pandas",
    "to_parquet",
    "to_polars",
]

FORMAT_KEY = "optimeter"
FORMAT_VERSION = 1


def _columns(runs: Runs) -> dict[str, Any]:
    """Return the whole table, one row per run, with ragged parts as lists."""
    columns: dict[str, Any] = {}
    for name, names, codes in (
        ("algorithm", runs.algorithms, runs.algorithm_codes),
        ("suite", runs.suites, runs.suite_codes),
    ):
        columns[name] = np.array([*names, ""], dtype=object)[codes]
    for name, _, _ in RUN_COLUMNS:
        if not name.endswith("_codes"):
            columns[name] = getattr(runs, name)
    columns["source"] = runs.source_codes
    for key, values in runs.extra.items():
        columns[f"extra:{key}"] = values
    for offsets, evaluations, values_name, mapping in RAGGED:
        bounds = getattr(runs, offsets)
        for name in filter(None, (evaluations, values_name)):
            columns[name] = Lists(bounds, getattr(runs, name))
        for key, values in getattr(runs, mapping).items():
            columns[f"{mapping}:{key}"] = Lists(bounds, values)
    return columns


def export_runs(runs: Runs) -> object:
    """Return the whole table as an Arrow stream, from which `runs_of_table` makes the same again."""
    about = {
        "version": FORMAT_VERSION,
        "algorithms": runs.algorithms,
        "suites": runs.suites,
        "reference_names": runs.reference_names,
        "function_names": runs.function_names,
        "provenance": [dict(entry) for entry in runs.provenance],
        "findings": [asdict(entry) for entry in runs.findings],
    }
    return export_stream(_columns(runs), {FORMAT_KEY: json.dumps(about)})


def is_own(table: ArrowTable) -> bool:
    """Tell whether a table was made by `export_runs`."""
    return FORMAT_KEY in table.metadata


def runs_of_table(table: ArrowTable) -> Runs:
    """Return the runs of a table made by `export_runs`.

    Raises
    ------
    DataError
        If the table was made by something else, or by a later version.
    """
    if not is_own(table):
        message = "the file holds no table written by Runs.to_parquet; optimeter.load reads others"
        raise DataError(message)
    about = json.loads(table.metadata[FORMAT_KEY])
    if about["version"] > FORMAT_VERSION:
        message = f"version {about['version']} of the table is newer than {FORMAT_VERSION}"
        raise DataError(message)
    values: dict[str, Any] = {}
    for name, names in (("algorithm", "algorithms"), ("suite", "suites")):
        position = {label: code for code, label in enumerate(about[names])}
        labels = table.columns[name]
        values[f"{name}_codes"] = np.array([position[label] for label in labels], dtype=np.int32)
    for name in RUN_DTYPES:
        if not name.endswith("_codes") and name in table.columns:
            values[name] = table.columns[name]
    for name in set(RUN_DTYPES) - set(values) - {"source_codes"}:  # written before it was there
        values[name] = of_suites(name, about["suites"])[values["suite_codes"]]
    values["source_codes"] = table.columns["source"]
    values["extra"] = _marked(table, "extra:")
    for offsets, evaluations, values_name, mapping in RAGGED:
        values[offsets] = table.columns[evaluations].offsets
        for name in filter(None, (evaluations, values_name)):
            values[name] = table.columns[name].values
        attributes = _marked(table, f"{mapping}:")
        values[mapping] = {key: lists.values for key, lists in attributes.items()}
    return Runs(
        algorithms=tuple(about["algorithms"]),
        suites=tuple(about["suites"]),
        reference_names=tuple(about["reference_names"]),
        function_names=tuple(
            (suite, int(number), name) for suite, number, name in about.get("function_names", ())
        ),
        provenance=tuple(about["provenance"]),
        findings=tuple(Finding(**entry) for entry in about["findings"]),
        **values,
    )


def _marked(table: ArrowTable, prefix: str) -> dict[str, Any]:
    return {
        name.removeprefix(prefix): column
        for name, column in table.columns.items()
        if name.startswith(prefix)
    }


def to_parquet(runs: Runs, path: str | Path) -> None:
    """Write the whole table to one Parquet file (extra ``frames``)."""
    table = package("pyarrow").table(runs)
    package("pyarrow.parquet").write_table(table, Path(path))


def from_parquet(path: str | Path) -> Runs:
    """Read a table written by `to_parquet`."""
    return runs_of_table(read_stream(package("pyarrow.parquet").read_table(Path(path))))


def to_polars(runs: Runs) -> "polars.DataFrame":
    """Return the table as a polars frame."""
    frame: polars.DataFrame = package("polars").DataFrame(runs)
    return frame


def to_pandas(runs: Runs) -> "pandas.DataFrame":
    """Return the table as a pandas frame; each list is an array."""
    columns = {
        name: np.split(column.values, column.offsets[1:-1]) if isinstance(column, Lists) else column
        for name, column in _columns(runs).items()
    }
    frame: pandas.DataFrame = package("pandas").DataFrame(columns)
    return frame
