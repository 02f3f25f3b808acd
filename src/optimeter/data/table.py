"""Plain tables of runs, CSV or Parquet: one row per recorded value."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from optimeter._arrow import ArrowTable, Lists, read_stream
from optimeter._core import parsers
from optimeter._packages import package
from optimeter._text import text_of_cell
from optimeter.data._cells import (
    CellColumn,
    CodedColumn,
    Column,
    CountColumn,
    NumberColumn,
    number_of,
)
from optimeter.data._decode import decode
from optimeter.data._options import DEFAULT_OPTIONS, ReadOptions
from optimeter.data.frames import is_own, runs_of_table
from optimeter.data.quality import suite_quality
from optimeter.data.runs import Runs
from optimeter.data.unpack import Files
from optimeter.problems import known_suite

__all__ = ["COLUMN_NAMES", "read_csv", "read_frame", "read_parquet", "runs_from_columns"]

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
    "optimum": ("optimum", "f_opt", "fopt", "optimal_value"),
    "optimum_known": ("optimum_known",),
    "own_instances": ("own_instances",),
    "objectives": ("objectives",),
    "label": ("function_name",),
    "finalized": ("finalized",),
    "final_precision": ("final_precision",),
    "grid": ("grid",),
    "is_reference": ("is_reference",),
}  # fmt: skip
CellKind = parsers.CellKind
NEVERGRAD = {"optimizer_name", "budget", "loss"}  # columns of its tables of final losses
TRUE = ("true", "1", "t", "yes")


def read_csv(
    path: str, files: Files, *, name: str, options: ReadOptions = DEFAULT_OPTIONS
) -> Runs | None:
    """Read a CSV table (separated by comma, semicolon or tab); None if it is none of runs."""
    content = bytes(files.contents[path]).removeprefix(b"\xef\xbb\xbf")
    head = content.lstrip().split(b"\n", 1)[0]
    delimiter = max(",;\t", key=lambda mark: head.count(mark.encode()))
    titles = [decode(title) for title in parsers.csv_titles(content, delimiter)]
    kinds = _kinds(titles)
    lower = [title.lower() for title in titles]
    read = [title for title, kind in zip(lower, kinds, strict=True) if kind != CellKind.SKIP]
    if twice := [title for title in read if lower.count(title) > 1]:
        files.note(path, "table", "error", f"two columns are called {twice[0]!r}; not read", 1)
        return None
    columns, notes = parsers.parse_csv(content, delimiter, kinds)
    for _, line, _, count in notes:
        message = f"{count} row(s) with a wrong number of cells dropped"
        files.note(path, "A1", "error", message, line)
    found: dict[str, Column] = {}
    for title, kind, (numbers, counts, codes, texts) in zip(titles, kinds, columns, strict=True):
        if kind == CellKind.NUMBER:
            found[title] = NumberColumn(numbers)
        elif kind == CellKind.COUNT:
            found[title] = CountColumn(counts)
        else:
            found[title] = CodedColumn(codes, [text_of_cell(decode(text)) for text in texts])
    return runs_from_columns(
        found | _read_again(content, delimiter, titles, kinds, found, path, files),
        path,
        files,
        name=name,
        options=options,
    )


def _read_again(  # noqa: PLR0917
    content: bytes,
    delimiter: str,
    titles: Sequence[str],
    kinds: Sequence[CellKind],
    found: Mapping[str, Column],
    path: str,
    files: Files,
) -> dict[str, Column]:
    """Return the columns of numbers in which something was none; commas may be decimal ones."""
    doubtful = [
        kind in (CellKind.NUMBER, CellKind.COUNT) and bool(np.isnan(found[title].numbers()).any())
        for title, kind in zip(titles, kinds, strict=True)
    ]
    if not any(doubtful):
        return {}
    texts = [CellKind.TEXT if doubt else CellKind.SKIP for doubt in doubtful]
    columns, _ = parsers.parse_csv(content, delimiter, texts)
    again: dict[str, Column] = {}
    for title, doubt, (_, _, codes, cells) in zip(titles, doubtful, columns, strict=True):
        if not doubt:
            continue
        words = [decode(cell).strip() for cell in cells]
        if any(DECIMAL_COMMA.fullmatch(word) for word in words) and "." not in "".join(words):
            words = [word.replace(",", ".") for word in words]
            files.note(path, "R19", "repair", f"decimal commas of {title} read as decimal points")
        again[title] = CodedColumn(codes, words)
    return again


DECIMAL_COMMA = re.compile(r"[-+]?[0-9]+,[0-9]+(?:[eE][-+]?[0-9]+)?")
NO_VALUE = frozenset({"", "nan", "na", "n/a", "null", "none"})  # what stands for a missing value


def _kinds(titles: Sequence[str]) -> list[CellKind]:
    """Say how to read each column; those that nothing asks for are skipped."""
    number, text = CellKind.NUMBER, CellKind.TEXT
    of_meaning = {"evaluations": CellKind.COUNT, "value": number, "optimum": number}
    wanted = {
        title: of_meaning.get(meaning, text)
        for meaning, names in COLUMN_NAMES.items()
        if (title := _first_title(titles, names)) is not None
    }
    attributes = {title: number for title in titles if title.startswith(("extra:", "step:"))}
    attributes |= {title: text for title in titles if title in ("step:source", *NEVERGRAD)}
    return [(attributes | wanted).get(title, CellKind.SKIP) for title in titles]


def read_parquet(
    path: str, files: Files, *, name: str, options: ReadOptions = DEFAULT_OPTIONS
) -> Runs | None:
    """Read a Parquet file: a table of `Runs`, or one row per recorded value."""
    arrow, parquet = package("pyarrow"), package("pyarrow.parquet")
    try:
        table = read_stream(parquet.read_table(arrow.BufferReader(files.contents[path])))
        return read_frame(table, path, files, name=name, options=options)
    except (
        arrow.ArrowException,
        OSError,
        LookupError,
        ValueError,
        TypeError,
        RecursionError,
    ) as error:
        files.note(path, "table", "error", f"no readable Parquet file: {error}")
        return None


def read_frame(
    table: ArrowTable,
    path: str,
    files: Files,
    *,
    name: str,
    options: ReadOptions = DEFAULT_OPTIONS,
) -> Runs | None:
    """Read a table of another library: one of `Runs`, or one row per recorded value."""
    if is_own(table):
        return runs_of_table(table)
    columns: dict[str, Column] = {
        title: CellColumn(column.tolist() if isinstance(column, np.ndarray) else column)
        for title, column in table.columns.items()
        if not isinstance(column, Lists)
    }
    return runs_from_columns(columns, path, files, name=name, options=options)


def runs_from_columns(
    columns: Mapping[str, Column],
    path: str,
    files: Files,
    *,
    name: str,
    options: ReadOptions = DEFAULT_OPTIONS,
) -> Runs | None:
    """Build runs from columns of cells; the columns are found by their names."""
    found = {
        meaning: columns[title]
        for meaning, names in COLUMN_NAMES.items()
        if (title := _first_title(columns, names)) is not None
    }
    if not {"evaluations", "value"} <= found.keys():
        files.note(path, "table", "error", _missing_columns(columns))
        return None
    if "function" not in found and len(files.contents) > 1:
        message = "no column says which function; not taken for a table of runs among other files"
        files.note(path, "table", "note", message)
        return None
    counts = found["evaluations"].counts()
    n = len(counts)
    usable = counts >= 1
    _refuse(path, files, found["evaluations"], usable, "evaluations", "a whole number from 1 on")
    for meaning, good in _sound(found):
        _refuse(path, files, found[meaning], good | ~usable, meaning, ACCEPTED[meaning])
        usable &= good
    if not usable.any():
        return None
    if missing := int(np.isnan(found["value"].numbers()[usable]).sum()):
        files.note(path, "R15", "note", f"{missing} row(s) without a value; no improvement")
    identity = [
        found[key].codes() if key in found else np.zeros(n, dtype=np.int64)
        for key in ("algorithm", "suite", "function", "dimension", "instance", "run")
    ]
    if columns.keys() >= NEVERGRAD:
        identity[-1] = np.arange(n)  # final losses at budgets: every row is a run of its own
    key = np.stack(identity, axis=1)[usable]
    rows = np.flatnonzero(usable)
    run = _numbered(key)
    order = np.lexsort((np.arange(len(rows)), counts[rows], run))
    rows, run = rows[order], run[order]
    told: set[bool | None] = {None}
    if "maximization" in found:
        told = {str(cell).lower() in TRUE for cell in found["maximization"].cells(rows)}
    maximize = [options.direction(one, path) for one in told]
    title = _first_title(columns, COLUMN_NAMES["value"]) or ""
    about = _Known(name, maximize=maximize == [True], precise=title.lower() == "precision")
    if endless := _endless(found, rows, about):
        message = (
            f"{endless} row(s) with an infinitely good value, which nobody measured; no improvement"
        )
        files.note(path, "R15", "incomplete", message)
    return _assemble(found, columns, rows, run, counts, about)


def _endless(found: Mapping[str, Column], rows: NDArray[np.intp], about: "_Known") -> int:
    """Count the rows whose value is better than all values that can be."""
    values = found["value"].numbers()[rows]
    endless = rows[np.isinf(values)]
    if "maximization" in found:
        told = [str(cell).lower() in TRUE for cell in found["maximization"].cells(endless)]
        maximized = np.array(told, dtype=np.bool_)
    else:
        maximized = np.full(len(endless), about.maximize)
    return int(((values[np.isinf(values)] > 0) == maximized).sum())


ACCEPTED = {
    "value": "a number",
    "function": "a whole number from 1 to 2147483647 (0 too if it has a name), or all are names",
    "dimension": "a whole number from 0, which is unknown, to 2147483647",
    "instance": "a whole number",
}


def _sound(found: Mapping[str, Column]) -> Iterator[tuple[str, NDArray[np.bool_]]]:
    """Say for each column which of its cells can be used; nothing is rounded or cut to size."""
    values = found["value"]
    good = ~np.isnan(values.numbers())
    doubtful = np.flatnonzero(~good)
    missing = [str(cell).strip().lower() in NO_VALUE for cell in values.cells(doubtful)]
    good[doubtful[missing]] = True
    yield "value", good
    for meaning in ("function", "dimension", "instance"):
        if meaning not in found:
            continue
        numbers = found[meaning].numbers()
        if meaning == "function" and np.isnan(numbers).any():
            continue  # names
        good = np.isfinite(numbers) & (numbers == np.floor(numbers)) & (np.abs(numbers) < 2**62)
        if meaning != "instance":
            unnamed = meaning == "function" and "label" not in found
            good &= (numbers >= unnamed) & (numbers < 2**31)
        yield meaning, good


def _refuse(  # noqa: PLR0917
    path: str, files: Files, column: Column, good: NDArray[np.bool_], meaning: str, accepted: str
) -> None:
    """Tell of the rows that are left out: how many, the first of them and what is wrong with it."""
    bad = np.flatnonzero(~good)
    if len(bad):
        (cell,) = column.cells(bad[:1])
        message = (
            f"{len(bad)} row(s) left out: {meaning} must be {accepted}; got {cell!r} in row "
            f"{bad[0] + 1} below the titles"
        )
        files.note(path, "A1", "error", message)


def _numbered(key: NDArray[np.int64]) -> NDArray[np.intp]:
    """Give the different rows of a table numbers, in the order of their appearance."""
    changed = np.ones(len(key), dtype=bool)
    changed[1:] = (key[1:] != key[:-1]).any(axis=1)
    # Runs lie together: only where a row differs from the one above can something new begin.
    _, first, code = np.unique(key[changed], axis=0, return_index=True, return_inverse=True)
    number = np.argsort(np.argsort(first))[code.reshape(-1)]
    result: NDArray[np.intp] = number[np.cumsum(changed) - 1]
    return result


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of a table beside its cells."""

    name: str  # stands in for that of the algorithm
    maximize: bool  # where no column tells
    precise: bool  # the column of values says that they are distances to the optimum


def _assemble(  # noqa: PLR0917
    found: Mapping[str, Column],
    columns: Mapping[str, Column],
    rows: NDArray[np.intp],
    run: NDArray[np.intp],
    counts: NDArray[np.int64],
    about: _Known,
) -> Runs:
    """Build the table from rows sorted by run and evaluation."""
    n = int(run[-1]) + 1
    first = rows[np.searchsorted(run, np.arange(n))]
    values = found["value"].numbers()[rows]
    kind = np.array([str(cell) for cell in found["kind"].cells(rows)]) if "kind" in found else None

    def per_run(key: str, default: Any) -> list[Any]:
        return found[key].cells(first) if key in found else [default] * n

    def numbers(key: str, default: float) -> NDArray[np.float64]:
        return np.array([number_of(cell) for cell in per_run(key, default)])

    def flags(key: str, default: bool) -> list[bool]:
        return [str(cell).lower() in TRUE for cell in per_run(key, default)]

    ends = np.searchsorted(run, np.arange(n), side="right") - 1
    maximized = np.array(flags("maximization", about.maximize))
    signed = np.where(maximized[run], -values, values)
    names = [str(cell or "") for cell in per_run("suite", "")]
    functions, function_names = _functions(per_run("function", 0), per_run("label", ""), names)
    known, shift = _optima(numbers("optimum", np.nan), maximized, names, precise=about.precise)
    signed[np.isneginf(signed)] = np.nan  # better than all that can be: measured it was not
    signed -= shift[run]
    if "optimum_known" in found:
        known = np.array(flags("optimum_known", True))
    parts: dict[str, Any] = {}
    for part, prefix in (("step", ""), ("budget", "budget_")):
        member = np.ones(len(rows), dtype=bool) if kind is None else kind == part
        if kind is None and part == "budget":
            continue
        parts[f"{prefix}offsets"] = np.searchsorted(run[member], np.arange(n + 1))
        parts[f"{part}_evaluations"] = counts[rows[member]]
        parts[f"{part}_precision"] = signed[member]
        parts[f"{part}_extra"] = _attributes(columns, "step:", rows[member])
    references, sources = _source_names(columns.get("step:source"), rows)
    if references:
        codes = sources if kind is None else sources[kind == "step"]
        parts["step_extra"] = parts["step_extra"] | {"source": codes}
    return Runs.from_arrays(
        reference_names=references,
        function_names=function_names,
        algorithm=[str(cell or about.name) for cell in per_run("algorithm", about.name)],
        suite=names,
        function=functions,
        dimension=np.maximum(_whole(numbers("dimension", 0)), 1),
        instance=_whole(numbers("instance", 0)),
        evaluations=counts[rows[ends]],
        maximized=maximized & np.isnan(numbers("optimum", np.nan)),
        optimum_known=known,
        **_told(found, flags, numbers),
        finalized=flags("finalized", True),
        final_target=numbers("final_precision", -np.inf),
        grid=_whole(numbers("grid", 0)).clip(0, 1000),
        is_reference=flags("is_reference", False),
        extra=_attributes(columns, "extra:", first),
        provenance=[{"format": "table"}],
        **parts,
    )


def _attributes(
    columns: Mapping[str, Column], prefix: str, rows: NDArray[np.intp]
) -> dict[str, NDArray[np.float64]]:
    return {
        title.removeprefix(prefix): column.numbers()[rows]
        for title, column in columns.items()
        if title.startswith(prefix)
    }


def _source_names(
    column: Column | None, rows: NDArray[np.intp]
) -> tuple[tuple[str, ...], NDArray[np.float64]]:
    """Return the names of where a reference algorithm's targets are from, and codes for them."""
    if column is None:
        return (), np.zeros(0)
    position: dict[str, int] = {}
    codes = [
        float(position.setdefault(str(cell), len(position))) if cell else np.nan
        for cell in column.cells(rows)
    ]
    return tuple(position), np.array(codes)


def _first_title(columns: Iterable[str], names: Sequence[str]) -> str | None:
    by_lower = {title.lower(): title for title in reversed(list(columns))}
    return next((by_lower[name] for name in names if name in by_lower), None)


def _missing_columns(columns: Iterable[str]) -> str:
    wanted = [" or ".join(COLUMN_NAMES[key][:3]) for key in ("evaluations", "value")]
    return f"no table of runs: needs the columns {wanted}, has {list(columns)}"


def _whole(numbers: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return whole numbers; 0 for what is none, which only columns of our own have."""
    good = np.isfinite(numbers) & (numbers == np.floor(numbers)) & (np.abs(numbers) < 2**62)
    return np.where(good, numbers, 0).astype(np.int64)


def _told(found: Mapping[str, Column], flags: Any, numbers: Any) -> dict[str, Any]:
    """Return columns of quality that a table has; others follow from the suite."""
    told: dict[str, Any] = {}
    if "own_instances" in found:
        told["own_instances"] = flags("own_instances", False)
    if "objectives" in found:
        told["objectives"] = _whole(numbers("objectives", 1)).clip(1, 1000)
    return told


def _optima(
    optimum: NDArray[np.float64],
    maximized: NDArray[np.bool_],
    suites: Sequence[str],
    *,
    precise: bool,
) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Say where values are distances to the optimum, and what makes them so.

    They are if a column has the optimum, if theirs is called precision, or if the suite is a known
    one, whose values are recorded as distances.
    """
    told = ~np.isnan(optimum)
    judged = {suite: suite_quality(suite) for suite in dict.fromkeys(suites)}
    usual = {suite: one is not None and one.optimum_known for suite, one in judged.items()}
    known = told | precise | np.array([usual[suite] for suite in suites], dtype=bool)
    return known, np.where(told, np.where(maximized, -optimum, optimum), 0.0)


def _functions(
    cells: Sequence[Any], labels: Sequence[Any], suites: Sequence[str]
) -> tuple[NDArray[np.int32], tuple[tuple[str, int, str], ...]]:
    """Return function numbers and names; functions with names only are numbered from 1."""
    numbers = np.array([number_of(cell) for cell in cells])
    if np.all(np.isfinite(numbers) & (numbers == np.floor(numbers)) & (np.abs(numbers) < 2**31)):
        found = zip(suites, numbers.astype(int).tolist(), map(str, labels), strict=True)
        named = dict.fromkeys(entry for entry in found if entry[2] and not known_suite(entry[0]))
        return numbers.astype(np.int32), tuple(named)
    names = sorted({str(cell) for cell in cells})
    position = {label: number for number, label in enumerate(names, 1)}
    codes = np.array([position[str(cell)] for cell in cells], dtype=np.int32)
    return codes, tuple(dict.fromkeys(zip(suites, codes.tolist(), map(str, cells), strict=True)))
