"""Every table of a report as CSV and JSON, with full precision."""

import csv
import gzip
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from optimeter._text import no_formula, printable
from optimeter.measures import ErtTable, Scaling, Table
from optimeter.reports.analysis.model import AlgorithmPart, ReportData, SuiteReport

__all__ = ["data_files", "report_tables"]

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
        "profiles": [_profiles(suites)],
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
        "ratings": [c.ratings for c in compared],
        "leaders": [
            {"targets": [targets] * len(table), **_columns(table)}
            for suite in suites
            for targets, table in suite.winners.items()
        ],
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


def data_files(data: ReportData) -> Iterator[tuple[str, bytes]]:
    """Yield ``name.csv`` and ``name.json`` of every table.

    Infinity is ``inf`` in CSV and null in JSON. Tables of hundreds of algorithms that are too long
    for a spreadsheet become ``name.csv.gz``.
    """
    for name, parts in report_tables(data):
        rows = sum(_length(part) for part in parts)
        if rows <= LONG:
            yield f"{name}.csv", to_csv(parts)
            yield f"{name}.json", to_json(parts)
        else:
            yield f"{name}.csv.gz", gzip.compress(to_csv(parts), 5, mtime=0)


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


def _profiles(suites: tuple[SuiteReport, ...]) -> dict[str, list[Any]]:
    rows = [
        {
            "suite": suite.name,
            "algorithm": profile.algorithm,
            "dimension": profile.dimension,
            "functions": profile.group,
            "targets": profile.targets,
            "pairs": profile.pairs,
            "missing_functions": len(profile.missing),
            "solved": profile.solved,
            "solved_low": profile.solved_interval[0],
            "solved_high": profile.solved_interval[1],
            "recorded": profile.recorded,
            "recorded_low": profile.recorded_interval[0],
            "recorded_high": profile.recorded_interval[1],
            "auc": profile.auc,
            "auc_low": profile.auc_interval[0],
            "auc_high": profile.auc_interval[1],
            "window_low": profile.window[0],
            "window_high": profile.window[1],
            "geometric_mean": profile.geometric_mean,
            "budget": profile.budget,
        }
        for suite in suites
        for part in suite.parts.values()
        for profile in part.profiles
    ]
    return {name: [row[name] for row in rows] for name in rows[0]}


def to_csv(parts: Iterable[Table | Columns]) -> bytes:
    """Return a table as CSV; floats are written so that reading gives the same number."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    for position, part in enumerate(parts):
        columns = _columns(part)
        if not position:
            writer.writerow(columns)
        writer.writerows(zip(*(_safe(column) for column in columns.values()), strict=True))
    return buffer.getvalue().encode()


def to_json(parts: Iterable[Table | Columns]) -> bytes:
    """Return a table as JSON: a list for every column, null for what is not finite."""
    joined: dict[str, list[Any]] = {}
    for part in parts:
        for name, column in _columns(part).items():
            joined.setdefault(name, []).extend(_finite(column))
    return json.dumps(joined, separators=(",", ":"), allow_nan=False, ensure_ascii=False).encode()


def _safe(column: Any) -> list[Any]:
    """Return the cells; only columns of text can hold what a spreadsheet takes for a formula."""
    values = _listed(column)
    if isinstance(column, np.ndarray) and column.dtype.kind not in "OU":
        return values
    return [no_formula(printable(one)) if isinstance(one, str) else one for one in values]


def _listed(column: Any) -> list[Any]:
    return column.tolist() if isinstance(column, np.ndarray) else list(column)


def _finite(column: Any) -> list[Any]:
    """Return a column with None for infinity and what is undefined."""
    values = _listed(column)
    array = np.asarray(column)
    if array.dtype.kind == "f":
        for place in np.flatnonzero(~np.isfinite(array)).tolist():
            values[place] = None
    return values
