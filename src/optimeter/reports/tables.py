"""Every table of a report as CSV and JSON, with full precision."""

import csv
import gzip
import io
import json
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from optimeter._text import no_formula, printable
from optimeter.measures import ErtTable, Scaling, Table
from optimeter.reports.analysis.model import AlgorithmPart, Profile, ReportData, SuiteReport

__all__ = ["file_makers", "report_tables"]

LONG = 200_000  # rows beyond which a table is written as packed CSV only
Columns = dict[str, Any]  # arrays or lists of one length


def report_tables(data: ReportData) -> Iterator[tuple[str, list[Table | Columns]]]:
    """Iterate over the tables of a report: name, and the parts that follow each other in it.

    ``ert`` holds the entries of the ERT tables, ``ert_all_targets`` the expected runtimes to all
    targets of the profiles with their intervals, ``profiles`` the numbers of every runtime
    profile, and so on; the column ``suite`` says where a row belongs.
    """
    suites = data.suites
    parts = [part for suite in suites for part in suite.parts.values()]
    sure = all(part.ert_interval is not None for part in parts)
    compared = [suite.comparison for suite in suites]
    tables: dict[str, list[Any]] = {
        "profiles": [_profiles(suite) for suite in suites],
        "value_ranges": [suite.ranges for suite in suites],
        "ert": _with_spread([c.table for c in compared], "p10", "p90"),
        "ert_budget_targets": _with_spread(
            [c.budget_table for c in compared if c.budget_table is not None], "p10", "p90"
        ),
        "ert_all_targets": [_with_interval(part) if sure else part.ert for part in parts],
        "scaling": _with_spread([part.scaling for part in parts], "p25", "p50", "p75"),
        "values": [part.values for part in parts],
        "loss": [part.losses for part in parts],
        "loss_summary": [c.loss_summary for c in compared],
        "speed_factors": [columns for suite in suites for columns in _speed(suite)],
        "tests": [c.tests for c in compared],
        "kolmogorov_smirnov": [c.distances for c in compared],
        "deep_ranking": [c.deep_ranking for c in compared],
        "ratings": [c.ratings for c in compared],
        "aocc": [part.areas for part in parts],
        "portfolio": [c.complementarity for c in compared],
        "clusters": [c.clusters for c in compared],
        "fronts": [c.fronts for c in compared],
        "fastest": [c.leaders for c in compared],
        "leaders": [
            {"targets": [targets] * len(table), **_columns(table)}
            for suite in suites
            for targets, table in suite.winners.items()
        ],
        "advice": [
            {"targets": [targets] * len(table), **_columns(table)}
            for suite in suites
            for targets, table in suite.advice.items()
        ],
        "cover": [table for suite in suites for table in suite.covers],
        "contributions": [
            {
                "suite": [suite.name] * len(table),
                "targets": [targets] * len(table),
                **_columns(table),
            }
            for suite in suites
            for targets, table in suite.comparison.contributions.items()
        ],
    }
    for name, found in tables.items():
        present = [table for table in found if table is not None]
        if present:
            yield name, present


def file_makers(data: ReportData, folder: str = "") -> list[Callable[[], list[tuple[str, bytes]]]]:
    """Return how ``name.csv`` and ``name.json`` of each table are made, the longest table first.

    Their names begin with the folder. Infinity is ``inf`` in CSV and null in JSON. Tables of hundreds
    of algorithms that are too long for a spreadsheet become ``name.csv.gz``.
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


def _with_interval(part: AlgorithmPart) -> Table | Columns:
    """Return the expected runtimes to all targets with their intervals."""
    if part.ert_interval is None:
        return part.ert
    return {**part.ert.columns(), "low": part.ert_interval.low, "high": part.ert_interval.high}


def _speed(suite: SuiteReport) -> Iterator[Columns]:
    """Yield speed factors over all functions, then over every group."""
    overall = suite.comparison.speed
    if overall is None:
        return
    for key, table in {"all": overall, **suite.comparison.group_speed}.items():
        columns = _columns(table)
        yield {"functions": [key] * len(table), **columns}


PROFILE_COLUMNS: dict[str, Callable[[Profile], Any]] = {
    "algorithm": lambda one: one.algorithm,
    "dimension": lambda one: one.dimension,
    "functions": lambda one: one.group,
    "targets": lambda one: one.targets,
    "pairs": lambda one: one.pairs,
    "missing_functions": lambda one: len(one.missing),
    "solved": lambda one: one.solved,
    "solved_low": lambda one: one.solved_interval[0],
    "solved_high": lambda one: one.solved_interval[1],
    "recorded": lambda one: one.recorded,
    "recorded_low": lambda one: one.recorded_interval[0],
    "recorded_high": lambda one: one.recorded_interval[1],
    "auc": lambda one: one.auc,
    "auc_low": lambda one: one.auc_interval[0],
    "auc_high": lambda one: one.auc_interval[1],
    "window_low": lambda one: one.window[0],
    "window_high": lambda one: one.window[1],
    "geometric_mean": lambda one: one.geometric_mean,
    "budget": lambda one: one.budget,
}


def _profiles(suite: SuiteReport) -> Columns:
    """Return the numbers of all profiles of a suite."""
    profiles = [profile for part in suite.parts.values() for profile in part.profiles]
    numbers = {name: [take(one) for one in profiles] for name, take in PROFILE_COLUMNS.items()}
    return {"suite": [suite.name] * len(profiles), **numbers}


def to_packed_csv(parts: Iterable[Table | Columns]) -> bytes:
    """Return a table as packed CSV."""
    content = io.BytesIO()
    with gzip.GzipFile(fileobj=content, mode="wb", compresslevel=3, mtime=0) as packing:
        for lines in _csv(parts):
            packing.write(lines)
    return content.getvalue()


def _csv(
    parts: Iterable[Table | Columns], json_columns: dict[str, list[str]] | None = None
) -> Iterator[bytes]:
    """Yield the lines of CSV part by part: as one text they would take much memory.

    `json_columns` gets the same cells as JSON, by column: to write numbers takes the time here.
    """
    for position, part in enumerate(parts):
        columns = _columns(part)
        if not position:
            yield (",".join(map(_csv_text, columns)) + "\n").encode()
        cells = []
        for name, column in columns.items():
            values = _listed(column)
            texts = _texts(values)
            cells.append(texts)
            if json_columns is not None:
                json_columns.setdefault(name, []).extend(_as_json(values, texts))
        yield "".join(f"{line}\n" for line in map(",".join, zip(*cells, strict=True))).encode()


def to_csv_and_json(parts: Iterable[Table | Columns]) -> tuple[bytes, bytes]:
    """Return a table as CSV, and as JSON: a list for every column, null for what is not finite."""
    columns: dict[str, list[str]] = {}
    as_csv = b"".join(_csv(parts, columns))
    found = (f"{json.dumps(name)}:[{','.join(cells)}]" for name, cells in columns.items())
    return as_csv, f"{{{','.join(found)}}}".encode()


def _listed(column: Any) -> list[Any]:
    return column.tolist() if isinstance(column, np.ndarray) else list(column)


def _texts(values: list[Any]) -> list[str]:
    """Return cells as CSV; what repeats, row by row, is written once."""
    distinct = set(values)
    if (
        2 * len(distinct) > len(values) or 0.0 in distinct
    ):  # 0 and -0 are equal, and so are 0 and False
        plain = set(map(type, values)) <= {int, float, bool}
        return list(map(str if plain else _csv_text, values))
    known = {value: _csv_text(value) for value in distinct}
    return [known[value] for value in values]


def _csv_text(value: Any) -> str:
    """Return a cell; only text can hold what a spreadsheet takes for a formula."""
    if isinstance(value, str):
        content = io.StringIO()
        csv.writer(content, lineterminator="").writerow([no_formula(printable(value)), ""])
        return content.getvalue()[:-1]
    return "" if value is None else str(value)


def _as_json(values: list[Any], texts: list[str]) -> list[str]:
    """Return cells as JSON; numbers are written there as in CSV."""
    kinds = set(map(type, values))
    if kinds <= {int, float}:
        if all(map(math.isfinite, values)):
            return texts
        pairs = zip(values, texts, strict=True)
        return [text if math.isfinite(value) else "null" for value, text in pairs]
    known = {value: _json_text(value) for value in set(values)}
    return [known[value] for value in values]


def _json_text(value: Any) -> str:
    if isinstance(value, float) and not math.isfinite(value):
        return "null"
    return json.dumps(value, ensure_ascii=False)
