"""Plain tables of runs, CSV or Parquet: one row per recorded value."""

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from optimeter.data._decode import decode
from optimeter.data.frames import from_arrow, is_own, package
from optimeter.data.runs import Runs
from optimeter.data.unpack import Buffer, Files

__all__ = ["COLUMN_NAMES", "read_csv", "read_parquet", "runs_from_columns"]

# What a column may be called; the first is what `convert` writes.
COLUMN_NAMES: Mapping[str, tuple[str, ...]] = {
    "evaluations": ("evaluations", "evaluation", "evals", "fevals", "nfev", "budget"),
    "value": ("value", "precision", "raw_y", "best", "loss", "fitness", "y", "f", "objective"),
    "algorithm": ("algorithm", "algorithm_name", "optimizer", "optimizer_name", "alg_name", "alg"),
    "suite": ("suite", "suite_name"),
    "function": ("function", "function_id", "fid", "problem", "function_name", "function_class",
                 "name"),
    "dimension": ("dimension", "dim", "d"),
    "instance": ("instance", "instance_id", "iid"),
    "run": ("run", "trial", "run_id", "repetition", "rep", "seed", "data_id"),
    "kind": ("kind",),
    "maximization": ("maximization", "maximize", "maximized"),
    "finalized": ("finalized",),
    "final_precision": ("final_precision",),
    "grid": ("grid",),
    "is_reference": ("is_reference",),
}  # fmt: skip
KINDS = ("step", "budget", "end")
TRUE = ("true", "1", "t", "yes")


def read_csv(path: str, files: Files, *, name: str) -> Runs | None:
    """Read a CSV table (separated by comma, semicolon or tab); None if it is none of runs."""
    text = decode(bytes(files.contents[path])).removeprefix("\ufeff")
    head = text[: text.find("\n")] if "\n" in text else text
    delimiter = max(",;\t", key=head.count)
    try:
        rows = [row for row in csv.reader(io.StringIO(text), delimiter=delimiter) if row]
    except csv.Error as error:
        files.note(path, "table", "error", f"no readable table: {error}")
        return None
    if not rows:
        return None
    titles = [title.strip() for title in rows[0]]
    whole = [row for row in rows[1:] if len(row) == len(titles)]
    if lost := len(rows) - 1 - len(whole):
        files.note(path, "A1", "repair", f"{lost} row(s) with a wrong number of cells dropped")
    cells = list(zip(*whole, strict=True)) if whole else [()] * len(titles)
    return runs_from_columns(dict(zip(titles, cells, strict=True)), path, files, name=name)


def read_parquet(path: str, content: Buffer, files: Files, *, name: str) -> Runs | None:
    """Read a Parquet file: a table of `Runs`, or one row per recorded value."""
    arrow, parquet = package("pyarrow"), package("pyarrow.parquet")
    try:
        table = parquet.read_table(arrow.BufferReader(content))
        if is_own(table.schema):
            return from_arrow(table)
        columns = {title: table.column(title).to_pylist() for title in table.column_names}
    except (arrow.ArrowException, OSError, KeyError, ValueError, TypeError) as error:
        files.note(path, "table", "error", f"no readable Parquet file: {error}")
        return None
    return runs_from_columns(columns, path, files, name=name)


def runs_from_columns(
    columns: Mapping[str, Sequence[Any]], path: str, files: Files, *, name: str
) -> Runs | None:
    """Build runs from columns of cells; the columns are found by their names."""
    found = {
        meaning: columns[title]
        for meaning, names in COLUMN_NAMES.items()
        for title in [_first_title(columns, names)]
        if title is not None
    }
    if not {"evaluations", "value"} <= found.keys():
        files.note(path, "table", "error", _missing_columns(columns))
        return None
    evaluations = _numbers(found["evaluations"])
    values = _numbers(found["value"])
    n = len(evaluations)
    usable = np.isfinite(evaluations) & (evaluations >= 1) & (evaluations < 2**63)
    if lost := int(n - usable.sum()):
        files.note(path, "A1", "repair", f"{lost} row(s) without an evaluation count dropped")
    if not usable.any():
        return None
    identity = [
        _codes(found[key]) if key in found else np.zeros(n, dtype=np.int64)
        for key in ("algorithm", "suite", "function", "dimension", "instance", "run")
    ]
    if {"optimizer_name", "budget", "loss"} <= columns.keys():
        identity[-1] = np.arange(n)  # final losses at budgets: every row is a run of its own
    key = np.stack(identity, axis=1)[usable]
    rows = np.flatnonzero(usable)
    _, first, run = np.unique(key, axis=0, return_index=True, return_inverse=True)
    run = np.argsort(np.argsort(first))[run.reshape(-1)]  # in order of appearance
    order = np.lexsort((np.arange(len(rows)), evaluations[rows], run))
    rows, run = rows[order], run[order]
    for title in ("dimension", "instance"):
        if title in found and len(_whole(found[title])[1]):
            files.note(path, "table", "repair", f"{title} is not always a whole number; 0 taken")
    return _assemble(found, columns, rows, run, values, evaluations, name)


def _assemble(  # noqa: PLR0917
    found: Mapping[str, Sequence[Any]],
    columns: Mapping[str, Sequence[Any]],
    rows: NDArray[np.intp],
    run: NDArray[np.intp],
    values: NDArray[np.float64],
    evaluations: NDArray[np.float64],
    name: str,
) -> Runs:
    """Build the table from rows sorted by run and evaluation."""
    n = int(run[-1]) + 1
    first = rows[np.searchsorted(run, np.arange(n))]
    kind = np.array([str(cell) for cell in found["kind"]])[rows] if "kind" in found else None

    def per_run(key: str, default: Any) -> list[Any]:
        return [found[key][row] for row in first] if key in found else [default] * n

    counts = _integers(found["evaluations"], evaluations)
    ends = np.searchsorted(run, np.arange(n), side="right") - 1
    maximized = np.array([str(cell).lower() in TRUE for cell in per_run("maximization", False)])
    signed = np.where(maximized[run], -values[rows], values[rows])
    functions, provenance = _functions(per_run("function", 0))
    parts: dict[str, Any] = {}
    for part, prefix in (("step", ""), ("budget", "budget_")):
        member = np.ones(len(rows), dtype=bool) if kind is None else kind == part
        if kind is None and part == "budget":
            continue
        parts[f"{prefix}offsets"] = np.searchsorted(run[member], np.arange(n + 1))
        parts[f"{part}_evaluations"] = counts[rows[member]]
        parts[f"{part}_precision"] = signed[member]
        parts[f"{part}_extra"] = _attributes(columns, "step:", rows[member])
    names, sources = _source_names(columns.get("step:source"), rows)
    if names:
        codes = sources if kind is None else sources[kind == "step"]
        parts["step_extra"] = parts["step_extra"] | {"source": codes}
    return Runs.from_arrays(
        reference_names=names,
        algorithm=[str(cell or name) for cell in per_run("algorithm", name)],
        suite=[str(cell or "") for cell in per_run("suite", "")],
        function=functions,
        dimension=_whole(per_run("dimension", 0))[0].clip(0, 2**31 - 1),
        instance=_whole(per_run("instance", 0))[0],
        evaluations=counts[rows[ends]],
        maximized=maximized,
        finalized=[str(cell).lower() in TRUE for cell in per_run("finalized", True)],
        precision=_numbers(per_run("final_precision", -np.inf)),
        grid=_whole(per_run("grid", 0))[0].clip(0, 1000),
        is_reference=[str(cell).lower() in TRUE for cell in per_run("is_reference", False)],
        extra=_attributes(columns, "extra:", first),
        provenance=[{"format": "table", **provenance}],
        **parts,
    )


def _attributes(
    columns: Mapping[str, Sequence[Any]], prefix: str, rows: NDArray[np.intp]
) -> dict[str, NDArray[np.float64]]:
    return {
        title.removeprefix(prefix): _numbers(cells)[rows]
        for title, cells in columns.items()
        if title.startswith(prefix)
    }


def _source_names(
    cells: Sequence[Any] | None, rows: NDArray[np.intp]
) -> tuple[tuple[str, ...], NDArray[np.float64]]:
    """Return the names of where a reference algorithm's targets are from, and codes for them."""
    if cells is None:
        return (), np.zeros(0)
    position: dict[str, int] = {}
    codes = [
        float(position.setdefault(str(cells[row]), len(position))) if cells[row] else np.nan
        for row in rows.tolist()
    ]
    return tuple(position), np.array(codes)


def _first_title(columns: Mapping[str, Sequence[Any]], names: Sequence[str]) -> str | None:
    by_lower = {title.lower(): title for title in reversed(list(columns))}
    return next((by_lower[name] for name in names if name in by_lower), None)


def _missing_columns(columns: Mapping[str, Sequence[Any]]) -> str:
    wanted = [" or ".join(COLUMN_NAMES[key][:3]) for key in ("evaluations", "value")]
    return f"no table of runs: needs the columns {wanted}, has {list(columns)}"


def _numbers(cells: Sequence[Any]) -> NDArray[np.float64]:
    """Return cells as numbers, NaN where there is none."""
    try:
        return np.array(cells, dtype=np.float64)
    except (TypeError, ValueError):
        return np.array([_number(cell) for cell in cells], dtype=np.float64)


def _number(cell: Any) -> float:
    try:
        return float(cell)
    except (TypeError, ValueError):
        return float("nan")


def _integers(cells: Sequence[Any], numbers: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return counts exactly, also beyond the integers a float holds."""
    result = np.where(np.isfinite(numbers) & (np.abs(numbers) < 2**63), numbers, 0)
    counts: NDArray[np.int64] = result.astype(np.int64)
    for position in np.flatnonzero(result >= 2**53).tolist():
        try:
            counts[position] = int(cells[position])
        except (ValueError, OverflowError):
            continue
    return counts


def _whole(cells: Sequence[Any]) -> tuple[NDArray[np.int64], NDArray[np.intp]]:
    """Return whole numbers, and the positions of cells that are none and became 0."""
    numbers = _numbers(cells)
    good = np.isfinite(numbers) & (numbers == np.floor(numbers)) & (np.abs(numbers) < 2**62)
    return np.where(good, numbers, 0).astype(np.int64), np.flatnonzero(~good)


def _codes(cells: Sequence[Any]) -> NDArray[np.int64]:
    position: dict[Any, int] = {}
    return np.array([position.setdefault(cell, len(position)) for cell in cells], dtype=np.int64)


def _functions(cells: Sequence[Any]) -> tuple[NDArray[np.int32], dict[str, str]]:
    """Return function numbers; functions with names are numbered from 1, the names noted."""
    numbers = _numbers(cells)
    if np.all(np.isfinite(numbers) & (numbers == np.floor(numbers)) & (np.abs(numbers) < 2**31)):
        return numbers.astype(np.int32), {}
    names = sorted({str(cell) for cell in cells})
    position = {label: number for number, label in enumerate(names, 1)}
    codes = np.array([position[str(cell)] for cell in cells], dtype=np.int32)
    return codes, {f"function:{number}": label for label, number in position.items()}
