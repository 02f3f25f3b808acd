"""COCO data of every generation since 2009, from their files to `Runs`."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import compress, islice, zip_longest
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from optimeter._core import COCO_PRECISION, parsers
from optimeter.data import _notes, ragged
from optimeter.data._blocks import pair_blocks
from optimeter.data._build import coded, distinct, of_suites, trials
from optimeter.data._coco_index import (
    BlockKind,
    DataFile,
    IndexEntry,
    adopt,
    collect,
    identity,
    unlisted,
)
from optimeter.data._decode import decode
from optimeter.data._options import DEFAULT_OPTIONS, ReadOptions
from optimeter.data._places import Block, Place
from optimeter.data._side import restart_counts
from optimeter.data.findings import Severity
from optimeter.data.runs import Runs
from optimeter.data.unpack import Files

__all__ = ["BIOBJECTIVE_GRID", "GRID", "read_coco"]

GRID, BIOBJECTIVE_GRID = 5, 10  # targets per decade on which runtimes are compared
UNKNOWN_OPTIMUM = b"Fref ("  # where the header of a block has "Fopt (" else
PROVENANCE_KEYS = ("coco_version", "logger", "data_format", "settings", "reference_values_hash")


def read_coco(
    entries: list[IndexEntry],
    files: Files,
    *,
    name: str,
    options: ReadOptions = DEFAULT_OPTIONS,
    places: list[Place] | None = None,
) -> Runs | None:
    """Build the table of the runs that COCO index entries list.

    Parameters
    ----------
    entries : list of IndexEntry
    files : Files
        Where the data files are; findings are added to it.
    name : str
        Stands in for a missing algorithm name.
    options : ReadOptions
        Orphans get instance 0 if it is unknown.
    places : list of Place, optional
        Where every run is on record is added to it, in the order of the table.

    Returns
    -------
    Runs or None
        None if there is no run.
    """
    usable = [entry for entry in entries if identity(entry, files) is not None]
    data_files = collect(usable, files)
    for stem in unlisted(data_files, files):
        files.note(f"{stem}.dat", "Q9", "incomplete", "data file that no index lists")
        if options.orphans and (entry := adopt(stem, usable)):
            data_files[stem] = DataFile(stem, entry.kind, owner=len(usable))
            usable.append(entry)
    parsed = _parse(data_files, files, recommendations=options.recommendations)
    rows = _pair(data_files, parsed, files)
    _report_gaps(data_files, parsed, rows, files)
    if options.orphans:
        rows += _orphans(data_files, parsed, rows, files)
    else:
        _report_orphans(data_files, parsed, rows, files)
    if places is not None:
        places += _places(rows, parsed, usable)
    return _build(rows, parsed, usable, name, files, recommendations=options.recommendations)


# ------------------------------------------------------------------------------------- data side


@dataclass(frozen=True, slots=True)
class _Parsed:
    """Blocks of all data files; `first_block` gives each file's first block and their number."""

    columns: parsers.CocoBlocks
    first_block: dict[str, tuple[int, int]]

    def blocks(self, path: str) -> range:
        first, count = self.first_block.get(path, (0, 0))
        return range(first, first + count)

    def located(self) -> dict[int, Block]:
        """Return where every block is."""
        columns = self.columns
        lines, kinds = columns.line.tolist(), columns.kind.tolist()
        references = columns.reference.tolist()
        return {
            block: Block(path, lines[block], end, BlockKind(kinds[block]), references[block])
            for path, (first, count) in self.first_block.items()
            for block, end in zip(
                range(first, first + count), [*lines[first + 1 : first + count], 0], strict=False
            )
        }


def _parse(data_files: dict[str, DataFile], files: Files, *, recommendations: bool) -> _Parsed:
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
        if recommendations and data.kind == BlockKind.BIOBJECTIVE:
            message = "recommendations of bi-objective data have no indicator values; not read"
            files.note(f"{data.stem}.mdat", "A11", "incomplete", message)
        elif recommendations and f"{data.stem}.mdat" in files.contents:
            paths.append(f"{data.stem}.mdat")
            kinds.append(data.kind)
        elif recommendations:
            files.note(f"{data.stem}.mdat", "A11", "incomplete", "no recommendations on record")
    columns = parsers.parse_coco([files.contents[path] for path in paths], kinds)
    for number, line, rule, count in columns.notes:
        files.findings.append(_notes.finding(paths[number], line, rule, count))
    counts = columns.blocks
    firsts = np.cumsum(counts) - counts
    return _Parsed(
        columns,
        {p: (int(f), int(c)) for p, f, c in zip(paths, firsts, counts, strict=True)},
    )


class _Row(NamedTuple):
    """A run: where it is listed and which blocks hold it (-1: none)."""

    entry: int
    instance: int
    finished: bool
    listed: int  # evaluations
    target: int
    budget: int
    recommended: int
    restarts: float
    known: bool  # whether values are distances to the optimum


def _optimum_known(data: DataFile, files: Files) -> bool:
    """Say whether the values of a data file are distances to the optimum, by its first header."""
    texts = (
        bytes(files.contents.get(data.stem + suffix, b"")[:256]) for suffix in (".dat", ".tdat")
    )
    return not any(UNKNOWN_OPTIMUM in text.split(b"\n", 1)[0] for text in texts)


def _pair(data_files: dict[str, DataFile], parsed: _Parsed, files: Files) -> list[_Row]:
    """Assign blocks to the runs listed for each data file."""
    rows: list[_Row] = []
    restarts = iter(restart_counts(data_files, files))
    for data in data_files.values():
        suffixes = (".dat", ".tdat", ".mdat")
        targets, budgets, advice = (parsed.blocks(data.stem + suffix) for suffix in suffixes)
        paired = [
            pair_blocks(data.instances, data.evaluations, blocks, parsed.columns)
            for blocks in (targets, budgets, advice)
        ]
        same_count = len(targets) == len(budgets)
        if same_count and -1 not in paired[1] and data.kind != BlockKind.BIOBJECTIVE:
            shift = targets.start - budgets.start
            paired[0] = [block + shift for block in paired[1]]
        listed = (data.entries, data.instances, data.finished, data.evaluations)
        known = _optimum_known(data, files)
        each = zip(*listed, *paired, strict=True)
        rows += [_Row._make((*row, next(restarts), known)) for row in each]
    return rows


def _used(rows: list[_Row]) -> set[int]:
    """Return the blocks that are those of a run."""
    return {block for row in rows for block in (row.target, row.budget)}


def _report_orphans(
    data_files: dict[str, DataFile], parsed: _Parsed, rows: list[_Row], files: Files
) -> None:
    used = _used(rows)
    for data in data_files.values():
        blocks = parsed.blocks(f"{data.stem}.dat") or parsed.blocks(f"{data.stem}.tdat")
        if extra := [block for block in blocks if block not in used]:
            message = f"{len(extra)} run(s) that the index does not list"
            line = int(parsed.columns.line[extra[0]])
            files.note(f"{data.stem}.dat", "R5", "incomplete", message, line)


def _report_gaps(
    data_files: dict[str, DataFile], parsed: _Parsed, rows: list[_Row], files: Files
) -> None:
    """Tell of listed runs that are in one of the two data files only: the other was cut."""
    lines = np.append(parsed.columns.lines, 0)  # block -1 has no lines
    remaining = iter(rows)
    for data in data_files.values():
        held = [
            (lines[row.target], lines[row.budget]) for row in islice(remaining, len(data.instances))
        ]
        for place, (suffix, rule) in enumerate(((".dat", "R8"), (".tdat", "R7"))):
            lost = sum(pair[place] == 0 < pair[1 - place] for pair in held)
            if lost and data.stem + suffix in files.contents:
                message = f"{lost} listed run(s) are only in the other data file"
                files.note(data.stem + suffix, rule, "incomplete", message)


def _orphans(
    data_files: dict[str, DataFile], parsed: _Parsed, rows: list[_Row], files: Files
) -> Iterator[_Row]:
    """Yield the runs that no index lists; the instance is 0 unless the block names it."""
    used = _used(rows)
    for data in data_files.values():
        pairs = zip_longest(
            parsed.blocks(f"{data.stem}.dat"), parsed.blocks(f"{data.stem}.tdat"), fillvalue=-1
        )
        for target, budget in pairs:
            if target in used or budget in used:
                continue
            named = max(int(parsed.columns.instance[b]) for b in (target, budget) if b >= 0)
            known = _optimum_known(data, files)
            blocks = (target, budget, -1)
            yield _Row(data.owner, max(named, 0), False, 0, *blocks, np.nan, known)


def _places(rows: list[_Row], parsed: _Parsed, entries: list[IndexEntry]) -> list[Place]:
    """Return where the runs of the result are on record, those with data."""
    lines, located = parsed.columns.lines.tolist(), parsed.located()
    found = []
    for row in rows:
        filled = [block for block in (row.target, row.budget) if block >= 0 and lines[block]]
        if filled:
            blocks = tuple(located[block] for block in filled)
            found.append(Place(entries[row.entry].index, blocks, evaluations=row.listed))
    return found


# ---------------------------------------------------------------------------------------- result


def _build(
    rows: list[_Row],
    parsed: _Parsed,
    entries: list[IndexEntry],
    name: str,
    files: Files,
    *,
    recommendations: bool,
) -> Runs | None:
    columns = parsed.columns
    lines = np.append(columns.lines, 0)  # block -1 has no lines
    filled = [bool(lines[row.target] or lines[row.budget]) for row in rows]
    note = EntryNotes(entries, files)
    empty = [row.entry for row, there in zip(rows, filled, strict=True) if not there]
    note.add(np.array(empty, dtype=np.intp), "R4", "error", "{count} run(s) without data")
    kept = list(compress(rows, filled))
    if not kept:
        return None
    columns_of = zip(_Row._fields, zip(*kept, strict=True), strict=True)
    of: dict[str, NDArray[Any]] = {name: np.array(column) for name, column in columns_of}
    entry_codes, target, budget, known = (of[n] for n in ("entry", "target", "budget", "known"))
    # Runtimes come from the file written at targets; the other stands in where there is none.
    steps = np.where(lines[target] > 0, target, budget)
    reference = columns.kind[steps] == BlockKind.REFERENCE
    budgets = np.where((steps == budget) | reference, -1, budget)
    biobjective = np.array(["indicator" in e.keys for e in entries])[entry_codes]
    last, best = np.append(columns.last, 0), np.append(columns.best, np.inf)
    both = np.flatnonzero(budgets >= 0)
    precision = np.array([_precision(e) for e in entries])[entry_codes]
    differs = _disagree(last, best, steps[both], budgets[both])
    at_targets = ~biobjective[both] & known[both]
    differs |= _is_cut(best, steps[both], budgets[both], precision[both]) & at_targets
    message = "files written at targets and at evaluations disagree in {count} run(s); both used"
    note.add(entry_codes[both[differs]], "Q13", "incomplete", message)
    identities = [identity(entry) for entry in entries]
    algorithms, algorithm_codes = coded([_algorithm(e, name) for e in entries], len(entries))
    suites, suite_codes = coded([i[0] if i else "" for i in identities], len(entries))
    provenance, source_codes = distinct(map(_provenance, entries))
    result: dict[str, Any] = {
        "algorithm_codes": algorithm_codes[entry_codes],
        "suite_codes": suite_codes[entry_codes],
        "function": np.array([i[1] if i else 0 for i in identities])[entry_codes],
        "dimension": np.array([i[2] if i else 0 for i in identities])[entry_codes],
        "instance": of["instance"],
        "evaluations": np.maximum(last[target], last[budget]),
        "final": np.minimum(best[target], best[budget]),
        "finalized": of["finished"],
        "final_target": np.where(biobjective | ~known, -np.inf, precision),
        "grid": np.where(known, np.where(biobjective, BIOBJECTIVE_GRID, GRID), 0),
        "is_reference": reference,
        **_quality(entries, suites, suite_codes, entry_codes, known),
        "source_codes": source_codes[entry_codes],
    }
    result["trial"] = trials(result)
    listed, g = of["listed"], np.append(columns.last_g, 0)
    constraints = np.maximum(g[steps], g[budget])
    spent = result["evaluations"] - constraints
    message = "evaluation counts of {count} run(s) differ from the data; the data are taken"
    # More than the index knows may be a run under way; less was lost.
    finalized = result["finalized"]
    note.add(entry_codes[finalized & (spent > listed)], "R21a", "note", message)
    note.add(entry_codes[finalized & (spent < listed)], "R21a", "incomplete", message)
    if recommendations:
        advice = of["recommended"]
        result["final"] = best[advice]
        _add_steps(result, columns, advice, np.full(len(kept), -1))
    else:
        _add_steps(result, columns, steps, budgets)
    extra = {
        "constraint_evaluations": (constraints.astype(float), len(columns.step_g) > 0),
        "reference_value": (ref := columns.reference[steps], not np.isnan(ref).all()),
        "restarts": (times := of["restarts"], bool(np.any(times > 0))),
    }
    result["extra"] |= {name: values for name, (values, there) in extra.items() if there}
    return Runs(
        algorithms=algorithms,
        suites=suites,
        provenance=provenance,
        reference_names=tuple(decode(source) for source in columns.sources),
        record_offsets=np.zeros(len(kept) + 1, dtype=np.int64),
        record_evaluations=np.zeros(0, dtype=np.int64),
        **result,
    )._without_unused_names()


def _quality(
    entries: list[IndexEntry],
    suites: tuple[str, ...],
    suite_codes: NDArray[np.int32],
    rows: NDArray[np.intp],
    known: NDArray[np.bool_],
) -> dict[str, NDArray[Any]]:
    """Return the columns that say how values are judged; `rows` are the entries of the runs."""
    several = np.array(["indicator" in e.keys for e in entries])
    objectives = np.maximum(of_suites("objectives", suites)[suite_codes], 2)
    told = np.array([e.get("instances") == "problems" for e in entries])
    return {
        "maximized": np.array([e.get("direction") == "max" for e in entries])[rows],
        "optimum_known": known,
        "objectives": np.where(several, objectives, 1)[rows],
        "own_instances": (told | of_suites("own_instances", suites)[suite_codes])[rows],
    }


def _add_steps(
    result: dict[str, Any], columns: parsers.CocoBlocks, steps: NDArray[Any], budgets: NDArray[Any]
) -> None:
    """Cut the steps of the chosen blocks out of the parsed ones."""
    bounds = np.concatenate([[0], columns.step_ends, columns.step_ends[-1:]])
    empty = len(bounds) - 2  # the block after the last
    steps = np.where(steps < 0, empty, steps)
    offsets, positions = ragged.gather(bounds, steps)
    budgets = np.where(
        (budgets < 0) | _equal_steps(bounds, columns, steps, budgets), empty, budgets
    )
    budget_offsets, budget_positions = ragged.gather(bounds, budgets)
    result |= {
        "offsets": offsets,
        "step_evaluations": columns.step_evaluations[positions],
        "step_precision": columns.step_value[positions],
        "step_extra": {},
        "budget_offsets": budget_offsets,
        "budget_evaluations": columns.step_evaluations[budget_positions],
        "budget_precision": columns.step_value[budget_positions],
        "budget_extra": {},
        "extra": {},
    }
    if len(columns.step_g):
        name = "constraint_evaluations"
        result["step_extra"][name] = columns.step_g[positions].astype(float)
        result["budget_extra"][name] = columns.step_g[budget_positions].astype(float)
    if len(columns.step_source):
        source = columns.step_source[positions].astype(float)
        result["step_extra"]["source"] = np.where(source < 0, np.nan, source)
        for key, column in (("successes", columns.step_successes), ("runs", columns.step_runs)):
            values = column[positions].astype(float)
            result["step_extra"][key] = np.where(source < 0, np.nan, values)


def _equal_steps(
    bounds: NDArray[Any], columns: parsers.CocoBlocks, one: NDArray[Any], other: NDArray[Any]
) -> NDArray[np.bool_]:
    """Say for each pair of blocks whether they hold the same steps; block -1 equals none."""
    lengths = np.diff(bounds)
    equal: NDArray[np.bool_] = (other >= 0) & (lengths[one] == lengths[other])
    pairs = np.flatnonzero(equal)
    offsets, left = ragged.gather(bounds, one[pairs])
    _, right = ragged.gather(bounds, other[pairs])
    same = (columns.step_evaluations[left] == columns.step_evaluations[right]) & (
        columns.step_value[left] == columns.step_value[right]
    )
    unequal = np.concatenate([[0], np.cumsum(~same)])
    equal[pairs] = unequal[offsets[1:]] == unequal[offsets[:-1]]
    return equal


def _disagree(
    last: NDArray[Any], best: NDArray[Any], one: NDArray[Any], other: NDArray[Any]
) -> NDArray[np.bool_]:
    """Say where lines at targets go beyond those at evaluations, which should end with the run."""
    result: NDArray[np.bool_] = (last[one] > last[other]) | (best[one] < best[other])
    return result


def _is_cut(
    best: NDArray[Any], one: NDArray[Any], other: NDArray[Any], precision: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Say where lines at targets lack a target that the lines at evaluations show as hit."""
    hit = _targets_hit(best[other], precision, -0.01)
    result: NDArray[np.bool_] = hit > _targets_hit(best[one], precision, 0.01)
    return result


def _targets_hit(
    best: NDArray[np.float64], precision: NDArray[np.float64], slack: float
) -> NDArray[np.float64]:
    """Count the targets of the grid down to the final one that a best value hits, up to an offset.

    A file written at targets has a line for each of them; `slack` leaves out close calls.
    """
    value = np.maximum(best, precision)
    exponent = np.full(len(value), -np.inf)
    np.log10(value, out=exponent, where=np.isfinite(value) & (value > 0))
    return np.where(np.isfinite(value), np.floor(slack - GRID * exponent), -np.inf)


def _algorithm(entry: IndexEntry, name: str) -> str:
    return entry.get("algId", "algorithm") or name


def _precision(entry: IndexEntry) -> float:
    try:
        return float(entry.get("Precision") or COCO_PRECISION)
    except ValueError:
        return COCO_PRECISION


def _provenance(entry: IndexEntry) -> dict[str, str]:
    """Return where the runs of an entry come from."""
    told = {key: entry.keys[key] for key in PROVENANCE_KEYS if key in entry.keys}
    return {"format": "coco", "comment": entry.comment, **told}


@dataclass(frozen=True, slots=True)
class EntryNotes:
    """Findings about runs, gathered into one for each index entry."""

    entries: list[IndexEntry]
    files: Files

    def add(self, codes: NDArray[Any], rule: str, severity: Severity, message: str) -> None:
        """Add one finding for each entry among `codes`; `message` may show the {count}."""
        for code, count in zip(*np.unique(codes, return_counts=True), strict=True):
            entry = self.entries[code]
            self.files.note(entry.index, rule, severity, message.format(count=count), entry.line)
