"""Every table of a report as CSV and JSON, with full precision."""

import csv
import io
import json
import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from optimeter.measures import Ert, ErtTable, LossRatios, Scaling, Table, ValueStatistics
from optimeter.reports.model import ReportData, SuiteReport

__all__ = ["data_files", "report_tables"]

JSON_ROWS = 200_000


def report_tables(data: ReportData) -> Iterator[tuple[str, dict[str, list[Any]]]]:
    """Iterate over the tables of a report: name and columns.

    ``ert`` holds the entries of the ERT tables, ``ert_all_targets`` the expected runtimes to all
    targets of the profiles, ``profiles`` the numbers of every runtime profile, and so on; the
    column ``suite`` says where a row belongs.
    """
    suites = data.suites
    yield "profiles", _profiles(suites)
    yield "ert", _joined([s.comparison.table for s in suites], ErtTable)
    budget = [s.comparison.budget_table for s in suites if s.comparison.budget_table is not None]
    if budget:
        yield "ert_budget_targets", _joined(budget, ErtTable)
    parts = [part for suite in suites for part in suite.parts.values()]
    yield "ert_all_targets", _joined([part.ert for part in parts], Ert)
    yield "scaling", _joined([part.scaling for part in parts], Scaling)
    yield "values", _joined([part.values for part in parts], ValueStatistics)
    losses = [part.losses for part in parts if part.losses is not None]
    if losses:
        yield "loss", _joined(losses, LossRatios)
        summaries = [
            s.comparison.loss_summary for s in suites if s.comparison.loss_summary is not None
        ]
        yield "loss_summary", _joined(summaries, type(summaries[0]))
    for name in ("speed", "tests", "ratings"):
        found = [getattr(s.comparison, name) for s in suites]
        present = [table for table in found if table is not None]
        if present:
            yield {"speed": "speed_factors"}.get(name, name), _joined(present, type(present[0]))
    yield "leaders", _joined([s.winners for s in suites], type(suites[0].winners))
    contributions = []
    for suite in suites:
        columns = suite.comparison.contributions.columns()
        size = len(suite.comparison.contributions)
        contributions.append({"suite": [suite.name] * size, **_lists(columns)})
    yield "contributions", _stacked(contributions)


def data_files(data: ReportData) -> Iterator[tuple[str, bytes]]:
    """Yield ``name.csv`` and ``name.json`` of every table.

    Infinity is ``inf`` in CSV and null in JSON. Very long tables are written as CSV only.
    """
    for name, columns in report_tables(data):
        yield f"{name}.csv", to_csv(columns)
        if len(next(iter(columns.values()))) <= JSON_ROWS:
            yield f"{name}.json", to_json(columns)


def _joined(tables: list[Any], kind: type[Table]) -> dict[str, list[Any]]:
    return _lists(kind.concatenate(tables).columns())


def _lists(columns: dict[str, np.ndarray[Any, Any]]) -> dict[str, list[Any]]:
    return {name: column.tolist() for name, column in columns.items()}


def _stacked(parts: list[dict[str, list[Any]]]) -> dict[str, list[Any]]:
    return {name: [value for part in parts for value in part[name]] for name in parts[0]}


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


def to_csv(columns: dict[str, list[Any]]) -> bytes:
    """Return columns as CSV; floats are written so that reading gives the same number."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    return buffer.getvalue().encode()


def to_json(columns: dict[str, list[Any]]) -> bytes:
    """Return columns as JSON."""
    plain = {name: [_finite(value) for value in column] for name, column in columns.items()}
    return json.dumps(plain, separators=(",", ":"), allow_nan=False, ensure_ascii=False).encode()


def _finite(value: Any) -> Any:
    return None if isinstance(value, float) and not math.isfinite(value) else value
