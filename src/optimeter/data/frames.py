"""`Runs` as data frames and Parquet files; needs the extra `frames`."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from optimeter._packages import package
from optimeter.data._build import of_suites
from optimeter.data._columns import RAGGED, RUN_COLUMNS, RUN_DTYPES
from optimeter.data.findings import Finding
from optimeter.data.runs import Runs
from optimeter.exceptions import DataError

if TYPE_CHECKING:
    import polars

__all__ = ["from_arrow", "from_parquet", "is_own", "to_arrow", "to_parquet", "to_polars"]

FORMAT_KEY = b"optimeter"
FORMAT_VERSION = 1


def to_arrow(runs: Runs) -> Any:
    """Return the whole table as a pyarrow table: one row per run, ragged parts as lists."""
    arrow = package("pyarrow")
    columns: dict[str, Any] = {}
    for name, names, codes in (
        ("algorithm", runs.algorithms, runs.algorithm_codes),
        ("suite", runs.suites, runs.suite_codes),
    ):
        columns[name] = arrow.DictionaryArray.from_arrays(codes, list(names)).dictionary_decode()
    for name, _, _ in RUN_COLUMNS:
        if not name.endswith("_codes"):
            columns[name] = arrow.array(getattr(runs, name))
    columns["source"] = arrow.array(runs.source_codes)
    for key, values in runs.extra.items():
        columns[f"extra:{key}"] = arrow.array(values)
    for offsets, evaluations, values_name, mapping in RAGGED:
        bounds = arrow.array(getattr(runs, offsets))
        for name in filter(None, (evaluations, values_name)):
            columns[name] = arrow.LargeListArray.from_arrays(bounds, getattr(runs, name))
        for key, values in getattr(runs, mapping).items():
            columns[f"{mapping}:{key}"] = arrow.LargeListArray.from_arrays(bounds, values)
    about = {
        "version": FORMAT_VERSION,
        "algorithms": runs.algorithms,
        "suites": runs.suites,
        "reference_names": runs.reference_names,
        "function_names": runs.function_names,
        "provenance": [dict(entry) for entry in runs.provenance],
        "findings": [asdict(entry) for entry in runs.findings],
    }
    return arrow.table(columns, metadata={FORMAT_KEY: json.dumps(about)})


def is_own(schema: Any) -> bool:
    """Say whether a pyarrow schema is that of `to_arrow`."""
    return FORMAT_KEY in (schema.metadata or {})


def from_arrow(table: Any) -> Runs:
    """Return the runs of a table made by `to_arrow`.

    Raises
    ------
    DataError
        If the table was made by something else, or by a later version.
    """
    if not is_own(table.schema):
        message = "the file holds no table written by Runs.to_parquet; optimeter.load reads others"
        raise DataError(message)
    about = json.loads(table.schema.metadata[FORMAT_KEY])
    if about["version"] > FORMAT_VERSION:
        message = f"version {about['version']} of the table is newer than {FORMAT_VERSION}"
        raise DataError(message)
    values: dict[str, Any] = {}
    for name, names in (("algorithm", "algorithms"), ("suite", "suites")):
        position = {label: code for code, label in enumerate(about[names])}
        labels = table.column(name).to_pylist()
        values[f"{name}_codes"] = np.array([position[label] for label in labels], dtype=np.int32)
    for name in RUN_DTYPES:
        if not name.endswith("_codes") and name in table.column_names:
            values[name] = table.column(name).to_numpy()
    for name in set(RUN_DTYPES) - set(values) - {"source_codes"}:  # written before it was there
        values[name] = of_suites(name, about["suites"])[values["suite_codes"]]
    values["source_codes"] = table.column("source").to_numpy()
    values["extra"] = _flat_columns(table, "extra:", ragged=False)
    for offsets, evaluations, values_name, mapping in RAGGED:
        lists = table.column(evaluations)
        lengths = np.array([0, *(len(item) for item in lists)], dtype=np.int64)
        values[offsets] = np.cumsum(lengths)
        for name in filter(None, (evaluations, values_name)):
            values[name] = _flat(table.column(name))
        values[mapping] = _flat_columns(table, f"{mapping}:", ragged=True)
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


def _flat(column: Any) -> Any:
    return column.combine_chunks().flatten().to_numpy()


def _flat_columns(table: Any, prefix: str, *, ragged: bool) -> dict[str, Any]:
    return {
        name.removeprefix(prefix): _flat(table.column(name))
        if ragged
        else table.column(name).to_numpy()
        for name in table.column_names
        if name.startswith(prefix)
    }


def to_parquet(runs: Runs, path: str | Path) -> None:
    """Write the whole table to one Parquet file."""
    package("pyarrow.parquet").write_table(to_arrow(runs), Path(path))


def from_parquet(path: str | Path) -> Runs:
    """Read a table written by `to_parquet`."""
    return from_arrow(package("pyarrow.parquet").read_table(Path(path)))


def to_polars(runs: Runs) -> "polars.DataFrame":
    """Return the table as a polars frame."""
    frame: polars.DataFrame = package("polars").from_arrow(to_arrow(runs))
    return frame
