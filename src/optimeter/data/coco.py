"""COCO data of every generation since 2009, from their files to `Runs`."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from optimeter._core import parsers
from optimeter.data import _notes, _ragged
from optimeter.data._blocks import pair_blocks
from optimeter.data._build import coded, trials
from optimeter.data._decode import decode
from optimeter.data.detect import DATA_SUFFIXES
from optimeter.data.runs import Runs
from optimeter.data.unpack import Files

__all__ = ["IndexEntry", "parse_indices", "read_coco"]

# Columns of blocks whose header does not tell; the numbers are those of the parser.
OLD, NEW, BIOBJECTIVE, REFERENCE = 1, 2, 3, 4
FORMAT_KINDS = {"bbob-new": NEW, "bbob-new2": NEW, "bbob": OLD, "bbob-old": OLD}
GRID, BIOBJECTIVE_GRID = 5, 10  # targets per decade on which runtimes are compared
FORMER_SUITE_NAMES = {"sbox-cost": "bbob-boxed"}
PROVENANCE_KEYS = ("coco_version", "logger", "data_format", "settings", "reference_values_hash")


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """One data line of an index file, with its header."""

    index: str
    line: int
    keys: dict[str, str]
    comment: str
    double_quotes: bool
    files: list[tuple[str, list[tuple[int, bool, int, float, bytes]]]]

    def get(self, *names: str) -> str | None:
        """Return the value of the first of the keys that is there."""
        return next((self.keys[name] for name in names if name in self.keys), None)


def parse_indices(paths: Iterable[str], files: Files) -> list[IndexEntry]:
    """Parse text index files, in the order of their paths."""
    entries = []
    for path in sorted(paths):
        found, notes = parsers.parse_index(files.contents[path])
        for _, line, rule, count in notes:
            files.findings.append(_notes.finding(path, line, rule, count))
        for line, keys, comment, double_quotes, named in found:
            entries.append(
                IndexEntry(
                    path,
                    line,
                    {decode(key): decode(value).strip() for key, value in keys.items()},
                    decode(comment),
                    double_quotes,
                    [(decode(name), runs) for name, runs in named],
                )
            )
    return entries


@dataclass(slots=True)
class _DataFile:
    """A pair of data files with all the runs that index entries list for it, in order."""

    stem: str
    kind: int
    instances: list[int] = field(default_factory=list)
    finished: list[bool] = field(default_factory=list)
    evaluations: list[int] = field(default_factory=list)
    entries: list[int] = field(default_factory=list)


def read_coco(
    entries: list[IndexEntry], files: Files, *, name: str, orphans: bool = False
) -> Runs | None:
    """Build the table of the runs that COCO index entries list.

    Parameters
    ----------
    entries : list of IndexEntry
    files : Files
        Where the data files are; findings are added to it.
    name : str
        Stands in for a missing algorithm name.
    orphans : bool
        Also return runs found in data files that no index lists, with instance 0 if unknown.

    Returns
    -------
    Runs or None
        None if there is no run.
    """
    usable = [entry for entry in entries if _identity(entry, files) is not None]
    data_files = _collect(usable, files)
    parsed = _parse(data_files, files)
    table = _pair(data_files, parsed, usable, files)
    _report_orphans(data_files, parsed, table, files)
    if orphans:
        _add_orphans(data_files, parsed, table, usable, files)
    return _build(table, parsed, usable, name, files)


# ------------------------------------------------------------------------------------ index side


def _identity(entry: IndexEntry, files: Files | None = None) -> tuple[str, int, int] | None:
    """Return suite, function and dimension of an entry; None and a finding if they are missing."""
    function = _integer(entry.get("funcId", "function"))
    dimension = _integer(entry.get("DIM", "dim"))
    if function is None or dimension is None:
        if files is not None:
            message = "entry without function or dimension; its runs are lost"
            files.note(entry.index, "R10", "error", message, entry.line)
        return None
    suite = entry.get("suite")
    if not suite:
        suite = "bbob-biobj" if "indicator" in entry.keys else "bbob"
        if function > 100 and suite == "bbob":
            suite = "bbob-noisy"
    return FORMER_SUITE_NAMES.get(suite, suite), function, dimension


def _integer(text: str | None) -> int | None:
    try:
        value = int(text or "")
    except ValueError:
        return None
    return value if 0 <= value < 2**31 else None


def _collect(entries: list[IndexEntry], files: Files) -> dict[str, _DataFile]:
    """Gather, for every data file, the runs listed for it in all entries."""
    data_files: dict[str, _DataFile] = {}
    for number, entry in enumerate(entries):
        kind = FORMAT_KINDS.get(entry.get("data_format") or "", OLD)
        if "indicator" in entry.keys:
            kind = BIOBJECTIVE
        for path, runs in entry.files:
            stem = _resolve(entry, path, files)
            if not runs:
                files.note(entry.index, "R11", "note", f"no runs listed for {path}", entry.line)
            if stem is None:
                if runs:
                    message = f"data file {path} is missing; {len(runs)} run(s) lost"
                    files.note(entry.index, "R8", "error", message, entry.line)
                continue
            data = data_files.setdefault(stem, _DataFile(stem, kind))
            for instance, finished, evaluations, _, _ in runs:
                data.instances.append(instance)
                data.finished.append(finished)
                data.evaluations.append(evaluations)
                data.entries.append(number)
            if open_runs := [run[0] for run in runs if not run[1]]:
                shown = ", ".join(map(str, open_runs[:10])) + (" …" if len(open_runs) > 10 else "")
                message = f"unfinished run(s) of {path}: instance {shown}"
                files.note(entry.index, "Q7", "incomplete", message, entry.line)
    return data_files


def _resolve(entry: IndexEntry, path: str, files: Files) -> str | None:
    """Return the path of a data file without its ending; None if there is no such file."""
    folder = str(PurePosixPath(entry.index).parent)
    bases = [path]
    if "folder" in entry.keys:
        bases.append(f"{entry.keys['folder']}/{path}")
    bases.append(PurePosixPath(path).name)
    for base in bases:
        stem = _normalised(f"{folder}/{base}")
        stem = stem[: -len(PurePosixPath(stem).suffix)] if PurePosixPath(stem).suffix else stem
        if f"{stem}.dat" in files.contents or f"{stem}.tdat" in files.contents:
            return stem
    return None


def _normalised(path: str) -> str:
    """Resolve `.` and `..` within the source; what leads out of it becomes a name that is not there."""
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            if not parts:
                return "../"
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


# ------------------------------------------------------------------------------------- data side


@dataclass(frozen=True, slots=True)
class _Parsed:
    """Blocks of all data files; `first_block` gives each file's first block and their number."""

    columns: dict[str, Any]
    first_block: dict[str, tuple[int, int]]

    def blocks(self, path: str) -> range:
        first, count = self.first_block.get(path, (0, 0))
        return range(first, first + count)


def _parse(data_files: dict[str, _DataFile], files: Files) -> _Parsed:
    paths, kinds = [], []
    for data in data_files.values():
        for suffix, rule in ((".dat", "R8"), (".tdat", "R7")):
            path = data.stem + suffix
            if path in files.contents:
                paths.append(path)
                kinds.append(data.kind)
            else:
                message = f"file is missing; the runs are read from the other one, {data.stem}.*"
                files.note(path, rule, "repair", message)
    columns = parsers.parse_coco([files.contents[path] for path in paths], kinds)
    for number, line, rule, count in columns["notes"]:
        files.findings.append(_notes.finding(paths[number], line, rule, count))
    counts = columns["blocks"]
    firsts = np.cumsum(counts) - counts
    return _Parsed(
        columns,
        {p: (int(f), int(c)) for p, f, c in zip(paths, firsts, counts, strict=True)},
    )


@dataclass(slots=True)
class _Table:
    """One row a run: where it is listed and which blocks hold it (-1: none)."""

    entry: list[int] = field(default_factory=list)
    instance: list[int] = field(default_factory=list)
    finished: list[bool] = field(default_factory=list)
    listed: list[int] = field(default_factory=list)
    target_block: list[int] = field(default_factory=list)
    budget_block: list[int] = field(default_factory=list)


def _pair(
    data_files: dict[str, _DataFile], parsed: _Parsed, entries: list[IndexEntry], files: Files
) -> _Table:
    """Assign blocks to the runs listed for each data file."""
    table = _Table()
    columns = parsed.columns
    for data in data_files.values():
        targets, budgets = parsed.blocks(f"{data.stem}.dat"), parsed.blocks(f"{data.stem}.tdat")
        target_blocks = pair_blocks(data.instances, data.evaluations, targets, columns)
        same_count = len(targets) == len(budgets)
        budget_blocks = pair_blocks(data.instances, data.evaluations, budgets, columns)
        if same_count and -1 not in budget_blocks and data.kind != BIOBJECTIVE:
            shift = targets.start - budgets.start
            target_blocks = [block + shift for block in budget_blocks]
        table.entry += data.entries
        table.instance += data.instances
        table.finished += data.finished
        table.listed += data.evaluations
        table.target_block += target_blocks
        table.budget_block += budget_blocks
        _report_lost(data, target_blocks, budget_blocks, columns, entries, files)
    return table


def _report_lost(
    data: _DataFile,
    target_blocks: list[int],
    budget_blocks: list[int],
    columns: dict[str, Any],
    entries: list[IndexEntry],
    files: Files,
) -> None:
    lines = columns["lines"]
    lost: dict[int, list[int]] = {}
    for row, (target, budget) in enumerate(zip(target_blocks, budget_blocks, strict=True)):
        if (target < 0 or not lines[target]) and (budget < 0 or not lines[budget]):
            lost.setdefault(data.entries[row], []).append(data.instances[row])
    for number, instances in lost.items():
        entry = entries[number]
        message = (
            f"{len(instances)} run(s) without data in {data.stem}.*: instance {instances[0]}"
            f"{' …' if len(instances) > 1 else ''}"
        )
        files.note(entry.index, "R4", "error", message, entry.line)


def _report_orphans(
    data_files: dict[str, _DataFile], parsed: _Parsed, table: _Table, files: Files
) -> None:
    used = set(table.target_block) | set(table.budget_block)
    for data in data_files.values():
        blocks = parsed.blocks(f"{data.stem}.dat") or parsed.blocks(f"{data.stem}.tdat")
        if extra := [block for block in blocks if block not in used]:
            message = f"{len(extra)} run(s) that the index does not list"
            line = int(parsed.columns["line"][extra[0]])
            files.note(f"{data.stem}.dat", "R5", "incomplete", message, line)
    for stem in _unlisted(data_files, files):
        files.note(f"{stem}.dat", "Q9", "incomplete", "data file that no index lists")


def _unlisted(data_files: dict[str, _DataFile], files: Files) -> list[str]:
    stems = {
        path[: path.rindex(".")]
        for path in files.contents
        if path.lower().endswith(DATA_SUFFIXES[:2])
    }
    return sorted(stems - data_files.keys())


_NAME = re.compile(r"_f0*(\d+)_.*?(?:DIM|d)0*(\d+)")


def _add_orphans(
    data_files: dict[str, _DataFile],
    parsed: _Parsed,
    table: _Table,
    entries: list[IndexEntry],
    files: Files,
) -> None:
    """Append the blocks no index lists; blocks of unlisted files are not among the parsed ones."""
    used = set(table.target_block) | set(table.budget_block)
    del files
    for data in data_files.values():
        targets, budgets = parsed.blocks(f"{data.stem}.dat"), parsed.blocks(f"{data.stem}.tdat")
        for position in range(max(len(targets), len(budgets))):
            target = targets[position] if position < len(targets) else -1
            budget = budgets[position] if position < len(budgets) else -1
            if target in used or budget in used or not entries or not data.entries:
                continue
            known = max(int(parsed.columns["instance"][b]) for b in (target, budget) if b >= 0)
            table.entry.append(data.entries[0])
            table.instance.append(max(known, 0))
            table.finished.append(False)
            table.listed.append(0)
            table.target_block.append(target)
            table.budget_block.append(budget)


# ---------------------------------------------------------------------------------------- result


def _build(
    table: _Table, parsed: _Parsed, entries: list[IndexEntry], name: str, files: Files
) -> Runs | None:
    columns = parsed.columns
    lines = np.append(columns["lines"], 0)  # block -1 has no lines
    target, budget = (np.array(b, dtype=np.intp) for b in (table.target_block, table.budget_block))
    kept = np.flatnonzero((lines[target] > 0) | (lines[budget] > 0))
    if not len(kept):
        return None
    target, budget = target[kept], budget[kept]
    # Runtimes come from the file written at targets; the other stands in where there is none.
    steps = np.where(lines[target] > 0, target, budget)
    kinds = columns["kind"][steps]
    reference = kinds == REFERENCE
    budgets = np.where((steps == budget) | reference, -1, budget)
    entry_codes = np.array(table.entry, dtype=np.intp)[kept]
    biobjective = np.array(["indicator" in e.keys for e in entries])[entry_codes]
    last, best = np.append(columns["last"], 0), np.append(columns["best"], np.inf)
    _report_disagreement(steps, budgets, entry_codes, columns, entries, files)
    identities = [_identity(entry) for entry in entries]
    algorithms, algorithm_codes = coded([_algorithm(e, name) for e in entries], len(entries))
    suites, suite_codes = coded([i[0] if i else "" for i in identities], len(entries))
    provenance, source_codes = _provenance(entries)

    def of_entry(values: Any, dtype: Any) -> NDArray[Any]:
        return np.asarray(values, dtype=dtype)[entry_codes]

    result: dict[str, Any] = {
        "algorithm_codes": algorithm_codes[entry_codes],
        "suite_codes": suite_codes[entry_codes],
        "function": of_entry([i[1] if i else 0 for i in identities], np.int32),
        "dimension": of_entry([i[2] if i else 0 for i in identities], np.int32),
        "instance": np.array(table.instance, dtype=np.int64)[kept],
        "evaluations": np.maximum(last[target], last[budget]),
        "final": np.minimum(best[target], best[budget]),
        "finalized": np.array(table.finished, dtype=bool)[kept],
        "precision": np.where(
            biobjective, -np.inf, of_entry([_precision(e) for e in entries], float)
        ),
        "grid": np.where(biobjective, BIOBJECTIVE_GRID, GRID),
        "is_reference": reference,
        "maximized": np.zeros(len(kept), dtype=bool),
        "source_codes": source_codes[entry_codes],
    }
    result["trial"] = trials(result)
    _report_counts(table, kept, result, columns, steps, budget, entries, files)
    _add_steps(result, columns, steps, budgets)
    return Runs(
        algorithms=algorithms,
        suites=suites,
        provenance=provenance,
        reference_names=tuple(decode(source) for source in columns["sources"]),
        record_offsets=np.zeros(len(kept) + 1, dtype=np.int64),
        record_evaluations=np.zeros(0, dtype=np.int64),
        **result,
    )._without_unused_names()


def _add_steps(
    result: dict[str, Any], columns: dict[str, Any], steps: NDArray[Any], budgets: NDArray[Any]
) -> None:
    """Cut the steps of the chosen blocks out of the parsed ones."""
    bounds = np.concatenate([[0], columns["step_ends"], columns["step_ends"][-1:]])
    for prefix, names, blocks in (
        ("", ("offsets", "step_evaluations", "step_precision"), steps),
        ("budget_", ("budget_offsets", "budget_evaluations", "budget_precision"), budgets),
    ):
        # Block -1 becomes the empty one after the last.
        chosen = np.where(blocks < 0, len(bounds) - 2, blocks)
        result[names[0]], positions = _ragged.gather(bounds, chosen)
        result[names[1]] = columns["step_evaluations"][positions]
        result[names[2]] = columns["step_value"][positions]
        if prefix:
            continue
        extra: dict[str, NDArray[np.float64]] = {}
        if len(columns["step_g"]):
            extra["constraint_evaluations"] = columns["step_g"][positions].astype(float)
        if len(columns["step_source"]):
            source = columns["step_source"][positions].astype(float)
            extra["source"] = np.where(source < 0, np.nan, source)
            for key in ("successes", "runs"):
                values = columns[f"step_{key}"][positions].astype(float)
                extra[key] = np.where(source < 0, np.nan, values)
        result["step_extra"] = extra
    per_run: dict[str, NDArray[np.float64]] = {}
    if not np.isnan(columns["reference"][steps]).all():
        per_run["reference_value"] = columns["reference"][steps]
    if len(columns["step_g"]):
        with_budget = np.where(budgets >= 0, budgets, steps)
        per_run["constraint_evaluations"] = columns["last_g"][with_budget].astype(float)
    result["extra"] = per_run


def _algorithm(entry: IndexEntry, name: str) -> str:
    return entry.get("algId", "algorithm") or name


def _precision(entry: IndexEntry) -> float:
    try:
        return float(entry.get("Precision") or "1e-8")
    except ValueError:
        return 1e-8


def _provenance(entries: list[IndexEntry]) -> tuple[tuple[dict[str, str], ...], NDArray[np.int32]]:
    """Return the distinct descriptions of where runs come from, and the code of each entry."""
    codes: dict[tuple[tuple[str, str], ...], int] = {}
    numbers = []
    for entry in entries:
        description = {"format": "coco", "comment": entry.comment}
        description |= {key: entry.keys[key] for key in PROVENANCE_KEYS if key in entry.keys}
        numbers.append(codes.setdefault(tuple(description.items()), len(codes)))
    return tuple(dict(key) for key in codes), np.array(numbers, dtype=np.int32)


def _report_disagreement(
    steps: NDArray[Any],
    budgets: NDArray[Any],
    entry_codes: NDArray[Any],
    columns: dict[str, Any],
    entries: list[IndexEntry],
    files: Files,
) -> None:
    """Note entries whose two data files tell different stories."""
    both = np.flatnonzero(budgets >= 0)
    one, other = steps[both], budgets[both]
    differs = (columns["last"][one] > columns["last"][other]) | (
        columns["best"][one] < columns["best"][other]
    )
    _note_entries(
        entry_codes[both[differs]],
        entries,
        files,
        "Q13",
        "the files written at targets and at evaluations disagree in {count} run(s); both are used",
    )


def _report_counts(
    table: _Table,
    kept: NDArray[Any],
    result: dict[str, Any],
    columns: dict[str, Any],
    steps: NDArray[Any],
    budget: NDArray[Any],
    entries: list[IndexEntry],
    files: Files,
) -> None:
    """Note entries whose index counts differ from the data."""
    g = np.append(columns["last_g"], 0)
    listed = np.array(table.listed, dtype=np.int64)[kept]
    differs = result["finalized"] & (
        listed != result["evaluations"] - np.maximum(g[steps], g[budget])
    )
    _note_entries(
        np.array(table.entry)[kept[differs]],
        entries,
        files,
        "R21a",
        "evaluation counts of {count} run(s) differ from the data; the data are taken",
    )


def _note_entries(
    codes: NDArray[Any], entries: list[IndexEntry], files: Files, rule: str, message: str
) -> None:
    for code, count in zip(*np.unique(codes, return_counts=True), strict=True):
        entry = entries[code]
        files.note(entry.index, rule, "note", message.format(count=count), entry.line)
