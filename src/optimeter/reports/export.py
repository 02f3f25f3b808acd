"""The one writer of results: for people, for other programs, and as the files of a report.

One rule says how cells without a number are written. Infinity, as an expected runtime is where no run
succeeded, is ∞ for people and ``inf`` in CSV; JSON has none, so it is the text "inf" in rows and null
in the files of a report. What was not computed is – for people, "nan" in rows, and an empty cell or
null in the files of a report.
"""

import csv
import gzip
import io
import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from optimeter._core import number_lists
from optimeter._show import cell, html_table, text_table
from optimeter._text import no_formula, printable
from optimeter.measures import Table
from optimeter.measures.coded import Coded
from optimeter.measures.of_parts import PART_RESULTS
from optimeter.measures.of_suites import SUITE_RESULTS
from optimeter.measures.registry import Columns, Result
from optimeter.reports.analysis.model import ReportData
from optimeter.reports.latex_text import escape_latex

__all__ = ["FORMS", "as_csv", "file_makers", "markdown_lines", "report_tables", "tabular"]

LONG = 200_000  # rows beyond which a table is written as packed CSV only
BLOCK = 20_000  # rows that are written at a time: as text they take much memory

Rows = Sequence[Mapping[str, Any]]

# --------------------------------------------------------------------------------------------- rows


def as_csv(rows: Rows) -> str:
    """Write comma-separated values with all digits."""
    columns = {
        name: ["nan" if row[name] != row[name] else row[name] for row in rows]
        for name in (rows[0] if rows else ())
    }
    return b"".join(_csv([_cells(columns)])).decode().rstrip("\n")


def as_json(rows: Rows) -> str:
    """Write one JSON document, an object for each row."""
    plain = [{name: _json_value(value) for name, value in row.items()} for row in rows]
    return json.dumps(plain, indent=1, ensure_ascii=False)


def _json_value(value: Any) -> Any:
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def as_latex(rows: Rows) -> str:
    """Write a `booktabs` table."""
    layout = "".join("l" if left else "r" for left in _left(rows))
    lines = [" & ".join(escape_latex(text) for text in line) + r" \\" for line in _cells_of(rows)]
    return "\n".join(tabular(layout, lines[0], lines[1:]))


def tabular(layout: str, head: str, body: Iterable[str]) -> list[str]:
    """Return the lines of a `booktabs` table."""
    return [
        *(rf"\begin{{tabular}}{{{layout}}}", r"\toprule", head, r"\midrule"),
        *body,
        *(r"\bottomrule", r"\end{tabular}"),
    ]


def as_markdown(rows: Rows) -> str:
    """Write a table in Markdown."""
    head, *body = _cells_of(rows)
    return "\n".join(markdown_lines(head, _left(rows), body))


def markdown_lines(
    head: Sequence[str], left: Sequence[bool], body: Iterable[Sequence[str]]
) -> Iterator[str]:
    r"""Yield the lines of a table in Markdown; columns are aligned to the left, or else to the right.

    Examples
    --------
    >>> print("\n".join(markdown_lines(["name", ""], [True, False], [["a|b", "1"]])))
    | name | |
    | --- | ---: |
    | a\|b | 1 |
    """
    yield "".join(f"| {text}".rstrip() + " " for text in head) + "|"
    yield "".join("| --- " if to_left else "| ---: " for to_left in left) + "|"
    for line in body:
        yield "".join("| {} ".format(text.replace("|", "\\|")) for text in line) + "|"


def _left(rows: Rows) -> list[bool]:
    """Say of every column whether it holds text."""
    return [isinstance(value, str) for value in (rows[0].values() if rows else ())]


def _cells_of(rows: Rows) -> list[list[str]]:
    """Return the names of the columns, and the cells of all rows as people read them."""
    names = list(rows[0]) if rows else []
    return [list(map(cell, names)), *([cell(row[name]) for name in names] for row in rows)]


FORMS: Mapping[str, Callable[[Rows], str]] = {
    "text": text_table,
    "csv": as_csv,
    "json": as_json,
    "latex": as_latex,
    "markdown": as_markdown,
    "html": html_table,
}
"""How rows are written, by the name of the form."""

# ------------------------------------------------------------------------------------------- tables


def report_tables(data: ReportData) -> Iterator[tuple[str, "list[Written]"]]:
    """Iterate over the tables of a report: name, and what each suite has for it.

    These are the results whose rows of the registry have `columns`, by the name of their file; the
    column ``suite`` says where a row belongs.
    """
    rows: tuple[Result[Any, Any], ...] = (*PART_RESULTS, *SUITE_RESULTS)
    for result in rows:
        if result.columns is not None:
            found = _of_suites(result, result.columns, data)
            if found:
                yield result.columns.file, found


@dataclass(frozen=True, slots=True)
class Written:
    """The rows of a file that are about one suite.

    Attributes
    ----------
    suite : str
    table : Table
    row : Columns
        How it is written.
    left_out : collection of str
        Columns of the table that are not written.
    ends : Table, optional
        The intervals of the rows.
    """

    suite: str
    table: Table
    row: Columns
    left_out: frozenset[str]
    ends: Table | None

    def blocks(self) -> "Iterator[Written]":
        """Iterate over the same rows, not too many at a time."""
        for first in range(0, max(len(self.table), 1), BLOCK):
            rows = slice(first, first + BLOCK)
            ends = None if self.ends is None else self.ends.take(rows)
            yield replace(self, table=self.table.take(rows), ends=ends)

    def columns(self) -> dict[str, Any]:
        """Return the columns as they are written; some may be coded."""
        own = self.row.of(self.table)
        found = {name: own[name] for name in own if name not in self.left_out}
        if "suite" not in found:
            found = {"suite": [self.suite] * len(self.table), **found}
        for name in self.row.undefined:
            found[name] = _finite(found[name])
        if self.ends is not None:
            found |= {name: getattr(self.ends, name) for name in ("low", "high")}
        return found


def _of_suites(result: Result[Any, Any], row: Columns, data: ReportData) -> list[Written]:
    """Return what the suites have of a result."""
    found = [suite for suite in data.suites if result in suite.results]
    if row.empty and not found:
        return [Written("", result.kind.concatenate([]), row, frozenset(), None)]
    tables = [suite.results[result] for suite in found]
    left_out: list[str] = []
    if not all(_has_spread(table, row) for table in tables):
        left_out += row.spread
    if not any(suite.reference for suite in data.suites):
        left_out += row.divided
    ends = None if row.ends is None else row.ends
    sure = ends is not None and all(ends in suite.results for suite in found)
    return [
        Written(
            suite.name,
            table,
            row,
            frozenset(left_out),
            suite.results[ends] if ends is not None and sure else None,
        )
        for suite, table in zip(found, tables, strict=True)
    ]


def _has_spread(table: Any, row: Columns) -> bool:
    """Say whether percentiles of runtimes were computed: they are finite where a runtime is."""
    if not row.spread:
        return True
    return bool(np.isfinite(getattr(table, row.spread[0])[np.isfinite(table.ert)]).all())


# -------------------------------------------------------------------------------------------- files


def file_makers(data: ReportData, folder: str = "") -> list[Callable[[], list[tuple[str, bytes]]]]:
    """Return how ``name.csv`` and ``name.json`` of each table are made, the longest table first.

    Their names begin with the folder. Tables of hundreds of algorithms that are too long for a
    spreadsheet become ``name.csv.gz``.
    """
    tables = sorted(report_tables(data), key=lambda table: -_length(table[1]))
    return [partial(_written, f"{folder}{name}", parts) for name, parts in tables]


def _length(parts: Sequence[Written]) -> int:
    return sum(len(part.table) for part in parts)


def _written(name: str, parts: Sequence[Written]) -> list[tuple[str, bytes]]:
    """Return the files of one table."""
    columns = (block.columns() for part in parts for block in part.blocks())
    if _length(parts) > LONG:
        return [(f"{name}.csv.gz", to_packed_csv(columns))]
    both = zip(("csv", "json"), to_csv_and_json(columns), strict=True)
    return [(f"{name}.{form}", content) for form, content in both]


def to_packed_csv(parts: Iterable[Mapping[str, Any]]) -> bytes:
    """Return a table as packed CSV."""
    content = io.BytesIO()
    with gzip.GzipFile(fileobj=content, mode="wb", compresslevel=3, mtime=0) as packing:
        for lines in _csv(map(_cells, parts)):
            packing.write(lines)
    return content.getvalue()


def to_csv_and_json(parts: Iterable[Mapping[str, Any]]) -> tuple[bytes, bytes]:
    """Return a table as CSV, and as JSON: a list for every column."""
    columns: dict[str, list[bytes]] = {}
    lines: list[bytes] = []
    for part in map(_cells, parts):
        lines += _csv([part], head=not columns)
        for name, cells in part.items():
            texts = columns.setdefault(name, [])
            if len(cells):
                texts.append(number_lists.cells(cells.written(_json_text)))
    found = (
        json.dumps(name).encode() + b":[" + b",".join(texts) + b"]"
        for name, texts in columns.items()
    )
    return b"".join(lines), b"{" + b",".join(found) + b"}"


def _csv(parts: Iterable[Mapping[str, "Cells"]], *, head: bool = True) -> Iterator[bytes]:
    """Yield the lines of CSV part by part, after the names of the columns."""
    for position, columns in enumerate(parts):
        if head and not position:
            yield (",".join(map(_csv_text, columns)) + "\n").encode()
        rows = len(next(iter(columns.values()), ()))
        yield number_lists.csv([cells.written(_csv_text) for cells in columns.values()], rows)


# -------------------------------------------------------------------------------------------- cells


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


def _cells(columns: Mapping[str, Any]) -> dict[str, Cells]:
    return {name: _coded(column) for name, column in columns.items()}


def _finite(column: Any) -> NDArray[np.float64]:
    """Return numbers, NaN where they are not finite."""
    array = column.array() if isinstance(column, Coded) else column
    numbers = np.asarray(array, dtype=np.float64)
    return np.where(np.isfinite(numbers), numbers, np.nan)


def _coded(column: Any) -> Cells:
    """Return the cells of a column of numbers, text, or anything."""
    if isinstance(column, Coded):
        if column.levels.dtype == object:
            return Cells(np.ascontiguousarray(column.codes, np.int32), column.levels.tolist())
        column = column.array()
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
