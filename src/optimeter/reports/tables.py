"""Every table of a report as CSV and JSON, with full precision."""

import csv
import gzip
import io
import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from optimeter._core import number_lists
from optimeter._text import no_formula, printable
from optimeter.measures import Aocc, Ert, ErtInterval, ErtTable, Scaling, Table
from optimeter.measures.complementarity import complementarity_of
from optimeter.measures.fixed_budget import PERCENTILES
from optimeter.measures.of_parts import AREAS, ERT, ERT_INTERVAL, LOSSES, PROFILES, SCALING, VALUES
from optimeter.measures.of_suites import (
    ADVICE,
    BUDGET_TABLE,
    CLUSTERS,
    CONTRIBUTIONS,
    COVERS,
    DEEP_RANKING,
    DISTANCES,
    FRONTS,
    LEADERS,
    LOSS_SUMMARY,
    PAIR_AREAS,
    RATINGS,
    SPEEDS,
    TABLE,
    TESTS,
    WINNERS,
)
from optimeter.measures.registry import Result
from optimeter.measures.thinning import Profile
from optimeter.reports.analysis.model import ReportData, SuiteReport

__all__ = ["file_makers", "report_tables"]

LONG = 200_000  # rows beyond which a table is written as packed CSV only
Columns = dict[str, Any]  # arrays or lists of one length

# Columns in which infinity says that there was nothing to compute: such cells are empty.
COMPUTED: dict[str, frozenset[str]] = {
    "profiles": frozenset({"budget", "geometric_mean"}),
    "scaling": frozenset({"median_success"}),
    "values": frozenset({"mean", "median", "geometric_mean", "sd", *PERCENTILES}),
    "loss": frozenset({"target"}),
    "loss_summary": frozenset({"geometric_mean"}),
    "speed_factors": frozenset({"factor", "low", "high", "factor_either"}),
    "clusters": frozenset({"joins", "factor"}),
    "contributions": frozenset({"common_runtime"}),
}


def report_tables(data: ReportData) -> Iterator[tuple[str, list[Table | Columns]]]:
    """Iterate over the tables of a report: name, and the parts that follow each other in it.

    ``ert`` holds the entries of the ERT tables, ``ert_all_targets`` the expected runtimes to all
    targets of the profiles with their intervals, ``profiles`` the numbers of every runtime
    profile, and so on; the column ``suite`` says where a row belongs.
    """
    suites = data.suites

    def of(row: Result[Any, Any]) -> list[Any]:
        return [suite.results[row] for suite in suites if row in suite.results]

    tables: dict[str, list[Any]] = {
        "profiles": [_profiles(suite) for suite in suites],
        "value_ranges": [suite.ranges for suite in suites],
        "ert": _with_reference(
            _with_spread(of(TABLE), "p10", "p90"),
            known=any(suite.reference for suite in suites),
        ),
        "ert_budget_targets": _with_spread(of(BUDGET_TABLE), "p10", "p90"),
        "ert_all_targets": _with_intervals(of(ERT), of(ERT_INTERVAL)),
        "scaling": _with_spread(of(SCALING), "p25", "p50", "p75"),
        "values": of(VALUES),
        "loss": of(LOSSES),
        "loss_summary": of(LOSS_SUMMARY),
        "speed_factors": [_first("functions", "group", table) for table in of(SPEEDS)],
        "tests": of(TESTS),
        "kolmogorov_smirnov": of(DISTANCES),
        "deep_ranking": of(DEEP_RANKING),
        "ratings": of(RATINGS),
        "aocc": of(AREAS) or [Aocc.concatenate([])],
        "portfolio": list(map(complementarity_of, of(PAIR_AREAS))),
        "clusters": of(CLUSTERS),
        "fronts": of(FRONTS),
        "fastest": of(LEADERS),
        "leaders": [_first("targets", "targets", table) for table in of(WINNERS)],
        "advice": [_first("targets", "targets", table) for table in of(ADVICE)],
        "cover": of(COVERS),
        "contributions": [
            {
                "suite": [suite.name] * len(suite.results[CONTRIBUTIONS]),
                **_first("targets", "targets", suite.results[CONTRIBUTIONS]),
            }
            for suite in suites
        ],
    }
    for name, found in tables.items():
        present = [table for table in found if table is not None]
        if present:
            yield name, [_with_empty(table, COMPUTED.get(name)) for table in present]


def file_makers(data: ReportData, folder: str = "") -> list[Callable[[], list[tuple[str, bytes]]]]:
    """Return how ``name.csv`` and ``name.json`` of each table are made, the longest table first.

    Their names begin with the folder. Infinity, as an expected runtime is where no run succeeded, is
    ``inf`` in CSV and null in JSON; what was not computed is an empty cell, and null. Tables of
    hundreds of algorithms that are too long for a spreadsheet become ``name.csv.gz``.
    """
    tables = sorted(report_tables(data), key=lambda table: -sum(map(_length, table[1])))
    return [partial(_written, f"{folder}{name}", parts) for name, parts in tables]


def _written(name: str, parts: list[Table | Columns]) -> list[tuple[str, bytes]]:
    """Return the files of one table."""
    if sum(_length(part) for part in parts) > LONG:
        return [(f"{name}.csv.gz", to_packed_csv(parts))]
    as_csv, as_json = to_csv_and_json(parts)
    return [(f"{name}.csv", as_csv), (f"{name}.json", as_json)]


def _length(part: Table | Columns) -> int:
    return len(next(iter(part.values()))) if isinstance(part, dict) else len(part)


def _columns(part: Table | Columns) -> Columns:
    return part if isinstance(part, dict) else part.columns()


def _with_empty(part: Table | Columns, names: frozenset[str] | None) -> Table | Columns:
    """Return a table in which the named columns are NaN where they are not finite."""
    if names is None:
        return part
    return {
        name: _finite(column) if name in names else column
        for name, column in _columns(part).items()
    }


def _finite(column: Any) -> NDArray[np.float64]:
    numbers = np.asarray(column, dtype=np.float64)
    return np.where(np.isfinite(numbers), numbers, np.nan)


def _with_spread(tables: Sequence[ErtTable | Scaling], *percentiles: str) -> list[Any]:
    """Return tables of expected runtimes without percentiles of runtimes that were not computed.

    They are finite where an expected runtime is, if they were.
    """
    known = (
        np.isfinite(getattr(table, percentiles[0])[np.isfinite(table.ert)]) for table in tables
    )
    if all(found.all() for found in known):
        return list(tables)
    return [
        {name: column for name, column in table.columns().items() if name not in percentiles}
        for table in tables
    ]


def _with_reference(tables: Sequence[Table | Columns], *, known: bool) -> list[Any]:
    """Return tables of expected runtimes without what they are divided by, where there is none."""
    if known:
        return list(tables)
    left = ("reference_ert", "ratio", "beats_reference")
    return [
        {name: column for name, column in _columns(table).items() if name not in left}
        for table in tables
    ]


def _with_intervals(tables: Sequence[Ert], intervals: Sequence[ErtInterval]) -> list[Any]:
    """Return the expected runtimes to all targets with their intervals, where all have some."""
    if len(intervals) < len(tables):
        return list(tables)
    return [
        {**table.columns(), "low": sure.low, "high": sure.high}
        for table, sure in zip(tables, intervals, strict=True)
    ]


def _first(name: str, key: str, table: Table) -> Columns:
    """Return the columns of a table, one of them in front under another name."""
    columns = table.columns()
    return {name: columns.pop(key), **columns}


def _known(value: float) -> float | None:
    """Return a number; nothing for one that was not computed."""
    return None if math.isnan(value) else value


PROFILE_COLUMNS: dict[str, Callable[[Profile], Any]] = {
    "algorithm": lambda one: one.algorithm,
    "dimension": lambda one: one.dimension,
    "functions": lambda one: one.group,
    "targets": lambda one: one.targets,
    "pairs": lambda one: one.pairs,
    "missing_functions": lambda one: len(one.missing),
    "solved": lambda one: one.solved,
    "solved_low": lambda one: _known(one.solved_interval[0]),
    "solved_high": lambda one: _known(one.solved_interval[1]),
    "recorded": lambda one: one.recorded,
    "recorded_low": lambda one: _known(one.recorded_interval[0]),
    "recorded_high": lambda one: _known(one.recorded_interval[1]),
    "auc": lambda one: one.auc,
    "auc_low": lambda one: _known(one.auc_interval[0]),
    "auc_high": lambda one: _known(one.auc_interval[1]),
    "window_low": lambda one: one.window[0],
    "window_high": lambda one: one.window[1],
    "geometric_mean": lambda one: one.geometric_mean,
    "budget": lambda one: one.budget,
}


def _profiles(suite: SuiteReport) -> Columns:
    """Return the numbers of all profiles of a suite."""
    profiles = suite.results[PROFILES].curves
    numbers = {name: [take(one) for one in profiles] for name, take in PROFILE_COLUMNS.items()}
    return {"suite": [suite.name] * len(profiles), **numbers}


def to_packed_csv(parts: Iterable[Table | Columns]) -> bytes:
    """Return a table as packed CSV."""
    content = io.BytesIO()
    with gzip.GzipFile(fileobj=content, mode="wb", compresslevel=3, mtime=0) as packing:
        for lines in _csv(map(_cells, parts)):
            packing.write(lines)
    return content.getvalue()


def to_csv_and_json(parts: Iterable[Table | Columns]) -> tuple[bytes, bytes]:
    """Return a table as CSV, and as JSON: a list for every column, null for what is not finite."""
    coded = [_cells(part) for part in parts]
    columns: dict[str, list[bytes]] = {}
    for part in coded:
        for name, cells in part.items():
            texts = columns.setdefault(name, [])
            if len(cells):
                texts.append(number_lists.cells(cells.written(_json_text)))
    found = (
        json.dumps(name).encode() + b":[" + b",".join(texts) + b"]"
        for name, texts in columns.items()
    )
    return b"".join(_csv(coded)), b"{" + b",".join(found) + b"}"


def _csv(parts: Iterable[Mapping[str, "Cells"]]) -> Iterator[bytes]:
    """Yield the lines of CSV part by part: as one text they would take much memory."""
    for position, columns in enumerate(parts):
        if not position:
            yield (",".join(map(_csv_text, columns)) + "\n").encode()
        rows = len(next(iter(columns.values()), ()))
        yield number_lists.csv([cells.written(_csv_text) for cells in columns.values()], rows)


@dataclass(frozen=True, slots=True)
class Cells:
    """A column to be written.

    Attributes
    ----------
    numbers : (n,) float64, int64 or int32
        Numbers; or which of the values each cell has.
    values : sequence, optional
        What repeats, row by row, is written once.
    """

    numbers: NDArray[Any]
    values: Sequence[Any] | None = None

    def __len__(self) -> int:
        return len(self.numbers)

    def written(self, text: Callable[[Any], str]) -> Any:
        """Return the column as the engine writes it, its values as texts."""
        if self.values is None:
            return self.numbers
        return self.numbers, [text(value).encode() for value in self.values]


def _cells(part: Table | Columns) -> dict[str, Cells]:
    return {name: _coded(column) for name, column in _columns(part).items()}


def _coded(column: Any) -> Cells:
    """Return the cells of a column of numbers, text, or anything."""
    if isinstance(column, np.ndarray) and column.dtype.kind in "fi":
        kind = np.float64 if column.dtype.kind == "f" else np.int64
        return Cells(np.ascontiguousarray(column, kind))
    values = column.tolist() if isinstance(column, np.ndarray) else list(column)
    kinds = set(map(type, values))
    if kinds == {float}:
        return Cells(np.array(values))
    # 1, 1.0 and True are equal, and so are 0.0 and -0.0.
    keys = values if kinds == {str} else [(type(one), one or str(one)) for one in values]
    distinct = dict(zip(keys, values, strict=True))
    place = {key: code for code, key in enumerate(distinct)}
    codes = np.array([place[key] for key in keys], dtype=np.int32)
    return Cells(codes, tuple(distinct.values()))


def _csv_text(value: Any) -> str:
    """Return a cell; only text can hold what a spreadsheet takes for a formula."""
    if isinstance(value, str):
        content = io.StringIO()
        csv.writer(content, lineterminator="").writerow([no_formula(printable(value)), ""])
        return content.getvalue()[:-1]
    return "" if value is None else str(value)


def _json_text(value: Any) -> str:
    if isinstance(value, float) and not math.isfinite(value):
        return "null"
    return json.dumps(value, ensure_ascii=False)
