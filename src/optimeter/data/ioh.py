"""IOHprofiler data, JSON or text index, from their files to `Runs`."""

import re
from dataclasses import dataclass, replace
from functools import cache
from pathlib import PurePosixPath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from optimeter._core import parsers
from optimeter.data import _notes, ragged
from optimeter.data._build import coded, distinct
from optimeter.data._coco_index import normalised
from optimeter.data._decode import decode
from optimeter.data._ioh_index import ListedRun, Scenario, is_listed
from optimeter.data._join import joined
from optimeter.data._places import Block, ListedBest, Place
from optimeter.data._two_files import RUN_ATTRIBUTES, WRITTEN_AT, restored
from optimeter.data.quality import Quality, suite_quality
from optimeter.data.runs import Runs
from optimeter.data.unpack import Files
from optimeter.problems import suite_info

__all__ = ["data_path", "is_bbob", "read_ioh"]

DECIMALS = 10  # of a value in a data file
PREFERENCE = (".dat", ".tdat", ".cdat", ".idat")


def read_ioh(
    scenarios: list[Scenario],
    files: Files,
    *,
    name: str,
    orphans: bool = False,
    places: list[Place] | None = None,
) -> Runs | None:
    """Build the table of the runs that IOHprofiler index files list, as `read_coco` does.

    With `orphans`, runs in data files that the index does not list have instance 0.
    """
    found = []
    for scenario in scenarios:
        path = data_path(scenario, files)
        if path is None:
            message = f"data file {scenario.path} is missing; {len(scenario.runs)} run(s) lost"
            files.note(scenario.index, "R8", "error", message, scenario.line)
        else:
            found.append((scenario, path))
    found = _without_copies(found, files)
    paths = list(dict.fromkeys((path, scenario.maximize) for scenario, path in found))
    parsed = parsers.parse_ioh([files.contents[p] for p, _ in paths], [m for _, m in paths])
    for (path, _), data in zip(paths, parsed, strict=True):
        for _, line, rule, count in data.notes:
            files.findings.append(_notes.finding(path, line, rule, count))
    members: dict[tuple[str, bool], list[Scenario]] = {}
    for scenario, path in found:
        members.setdefault((path, scenario.maximize), []).append(scenario)
    parts = []
    for key, data in zip(paths, parsed, strict=True):
        blocks = _Blocks(key[0], data)
        rows = _rows(blocks, members[key], files, orphans=orphans)
        if rows:
            parts.append(_build(blocks, rows, name))
        if places is not None:
            places += _places(blocks, rows)
    return Runs(**joined(parts, same_source=True)) if parts else None


def _without_copies(found: list[tuple[Scenario, str]], files: Files) -> list[tuple[Scenario, str]]:
    """Leave out data files that lie in the source twice, byte for byte, listed alike."""
    kept: list[tuple[Scenario, str]] = []
    alike: dict[str, list[str]] = {}
    for scenario, path in found:
        content = files.contents[path]
        about = replace(scenario, index="", line=0, path="")
        others = alike.setdefault(f"{about}{len(content)}", [])
        first = next((o for o in others if o != path and files.contents[o] == content), None)
        if first is None:
            others.append(path)
            kept.append((scenario, path))
        else:
            message = f"{len(scenario.runs)} run(s), the same as in {first}; counted once"
            files.note(path, "Q17", "incomplete", message)
    return kept


def data_path(scenario: Scenario, files: Files) -> str | None:
    """Return the path of a scenario's data file; None if there is no such file."""
    folder = str(PurePosixPath(scenario.index).parent)
    for base in (scenario.path, PurePosixPath(scenario.path).name):
        path = normalised(f"{folder}/{base}")
        if path in files.contents:
            return path
        stem = path.removesuffix(PurePosixPath(path).suffix)
        for suffix in PREFERENCE:
            if stem + suffix in files.contents:
                return stem + suffix
    return None


@dataclass(frozen=True, slots=True)
class _Blocks:
    """The blocks of one data file."""

    path: str
    data: parsers.IohBlocks

    def __len__(self) -> int:
        return len(self.data.row_ends)

    def rows(self, block: int) -> slice:
        ends = self.data.row_ends
        return slice(int(ends[block - 1]) if block else 0, int(ends[block]))

    def last(self, block: int) -> int:
        rows = self.rows(block)
        return int(self.data.evaluations[rows.stop - 1]) if rows.stop > rows.start else 0

    def agrees(self, block: int, run: ListedRun, *, maximize: bool) -> bool:
        """Say whether a block shows what the index tells of a run."""
        if run.evaluations and self.last(block) != run.evaluations:
            return False
        rows = self.rows(block)
        at = np.searchsorted(self.data.evaluations[rows], run.best_evaluations)
        if at >= rows.stop - rows.start or np.isnan(run.best):
            return bool(run.evaluations)
        value = self.data.value[rows][at] * (-1 if maximize else 1)
        return bool(abs(value - run.best) <= 1.1 * 10.0**-DECIMALS + 1e-5 * abs(run.best))


def _pair(blocks: _Blocks, runs: list[ListedRun], *, maximize: bool) -> list[int]:
    """Return the block of each run, or -1: in order, skipping blocks that do not agree."""
    if len(runs) == len(blocks):
        return list(range(len(runs)))
    result, at = [], 0
    for run in runs:
        matches = (b for b in range(at, len(blocks)) if blocks.agrees(b, run, maximize=maximize))
        block = next(matches, -1)
        result.append(block)
        at = block + 1 if block >= 0 else at
    if all(block < 0 for block in result):
        return [number if number < len(blocks) else -1 for number in range(len(runs))]
    return result


Row = tuple[Scenario, ListedRun, int, bool]
"""A run: what lists it, what that tells of it, its block, and whether it is listed at all."""


def _places(blocks: _Blocks, rows: list[Row]) -> list[Place]:
    """Return where runs are on record."""
    lines = [*blocks.data.line.tolist(), 0]
    found = []
    for scenario, run, block, _ in rows:
        best = ListedBest(run.best_evaluations, run.best, run.point) if run.point else None
        held = (Block(blocks.path, lines[block], lines[block + 1]),)
        found.append(Place(scenario.index, held, best, run.evaluations))
    return found


def _rows(blocks: _Blocks, scenarios: list[Scenario], files: Files, *, orphans: bool) -> list[Row]:
    """Find the runs of one data file, which several index entries may list parts of."""
    listed = [(scenario, run) for scenario in scenarios for run in scenario.runs]
    maximize = scenarios[0].maximize
    pairs = _pair(blocks, [run for _, run in listed], maximize=maximize)
    rows: list[Row] = [
        (scenario, run, block, True)
        for (scenario, run), block in zip(listed, pairs, strict=True)
        if block >= 0 and blocks.last(block)
    ]
    if lost := len(listed) - len(rows):
        message = f"{lost} run(s) without data in {blocks.path}"
        files.note(scenarios[0].index, "R4", "error", message, scenarios[0].line)
    cut = sum(
        scenario.index.endswith(".json") and run.best_evaluations > blocks.last(block)
        for scenario, run, block, _ in rows
    )
    if cut:
        message = f"{cut} run(s) end before the best value that the index knows of"
        files.note(blocks.path, "R21", "incomplete", message)
    if extra := [b for b in range(len(blocks)) if b not in pairs and blocks.last(b)]:
        line = int(blocks.data.line[extra[0]])
        message = f"{len(extra)} run(s) that the index does not list"
        files.note(blocks.path, "R35", "incomplete", message, line)
        if orphans:
            rows += [(scenarios[0], ListedRun(0), block, False) for block in extra]
    return rows


def _build(blocks: _Blocks, rows: list[Row], name: str) -> Runs:
    data, n = blocks.data, len(rows)
    chosen = np.array([block for _, _, block, _ in rows], dtype=np.intp)
    step_bounds = np.concatenate([[0], data.step_ends])
    row_bounds = np.concatenate([[0], data.row_ends])
    offsets, positions = ragged.gather(step_bounds, chosen)
    step_rows = data.step_rows[positions]
    columns = {decode(title): values for title, values in data.columns}
    algorithms, algorithm_codes = coded([s.algorithm or name for s, _, _, _ in rows], n)
    suites, suite_codes = coded([s.suite for s, _, _, _ in rows], n)
    provenance, source_codes = distinct(scenario.provenance for scenario, _, _, _ in rows)
    maximize = rows[0][0].maximize
    table: dict[str, Any] = {
        "algorithm_codes": algorithm_codes,
        "suite_codes": suite_codes,
        "function": np.array([s.function for s, _, _, _ in rows]),
        "dimension": np.array([s.dimension for s, _, _, _ in rows]),
        "instance": np.array([r.instance for _, r, _, _ in rows]),
        "evaluations": np.array(
            [max(r.evaluations, r.best_evaluations, blocks.last(b)) for _, r, b, _ in rows]
        ),
        "final": ragged.last_of_each(offsets, data.value[step_rows], np.inf),
        "finalized": np.array([finished for _, _, _, finished in rows]),
        "final_target": np.full(n, -np.inf),
        "grid": np.zeros(n),
        "is_reference": np.zeros(n),
        "maximized": np.full(n, maximize),
        **_quality([scenario for scenario, _, _, _ in rows], list(columns)),
        "source_codes": source_codes,
        "trial": np.zeros(n),  # counted when the files are joined
    }
    record_offsets, record_rows = np.zeros(n + 1, dtype=np.int64), np.zeros(0, dtype=np.intp)
    if columns:
        record_offsets, record_rows = ragged.gather(row_bounds, chosen)
    records = {key: values[record_rows] for key, values in columns.items()}
    if columns:
        sign = -1.0 if maximize else 1.0
        first = {decode(data.value_title): sign * data.value[record_rows]}
        first |= {key: records[key] for key in objective_titles(rows[0][0], list(columns))}
        records = first | records
    attributes = dict.fromkeys(name for _, run, _, _ in rows for name in run.attributes)
    runs = Runs(
        algorithms=algorithms,
        suites=suites,
        offsets=offsets,
        step_evaluations=data.evaluations[step_rows],
        step_precision=data.value[step_rows],
        step_extra={key: values[step_rows] for key, values in columns.items()},
        budget_offsets=np.zeros(n + 1, dtype=np.int64),
        budget_evaluations=np.zeros(0, dtype=np.int64),
        budget_precision=np.zeros(0),
        record_offsets=record_offsets,
        record_evaluations=data.evaluations[record_rows],
        records=records,
        extra={
            name: np.array([run.attributes.get(name, np.nan) for _, run, _, _ in rows])
            for name in attributes
        },
        provenance=provenance,
        function_names=tuple(
            dict.fromkeys(
                (one.suite, one.function, one.name)
                for one, _, _, _ in rows
                if one.name not in ("", f"f{one.function}")
                and not is_listed(one.suite, one.function)
            )
        ),
        **table,
    )
    return (
        restored(runs) if WRITTEN_AT in records and set(RUN_ATTRIBUTES) <= set(runs.extra) else runs
    )


OBJECTIVE = re.compile(r"(?:f|y|obj(?:ective)?_?)(\d{1,3})", re.IGNORECASE)


def objective_titles(scenario: Scenario, columns: list[str]) -> list[str]:
    """Return the columns that hold further objectives: F2, F3 … or as many as the index tells."""
    found: list[str] = []
    for title in columns:
        match = OBJECTIVE.fullmatch(title)
        if match and int(match[1]) == len(found) + 2:
            found.append(title)
    if not found and scenario.objectives > 1:
        return columns[: scenario.objectives - 1]
    return found


def _quality(scenarios: list[Scenario], columns: list[str]) -> dict[str, NDArray[Any]]:
    """Return the columns that say how values are judged.

    Raw values of BBOB's functions and of their affine combinations are distances to the optimum,
    also where the logger did not know the suite; of others nothing is known.
    """
    found: dict[int, Quality] = {}
    for one in scenarios:
        if id(one) in found:
            continue
        noted = one.provenance.get("experiment:quality")
        suite = suite_quality(one.suite)
        objectives = 1 + len(objective_titles(one, columns))
        if objectives > 1 or suite is None:
            bbob = one.name == AFFINE or is_bbob(one.function, one.name)
            known = objectives == 1 and not one.maximize and bbob
            quality = Quality(one.maximize, known, objectives, one.name == AFFINE)
        else:
            quality = replace(suite, optimum_known=suite.optimum_known and not suite.maximize)
        if noted is not None:  # what `convert` wrote
            indicator = "indicator" in noted
            quality = replace(
                quality,
                optimum_known=indicator or "precision" in noted,
                objectives=max(quality.objectives, 1 + indicator),
                own_instances="own instances" in noted,
            )
        found[id(one)] = quality
    each = [found[id(one)] for one in scenarios]
    return {
        name: np.array([getattr(quality, name) for quality in each])
        for name in ("optimum_known", "objectives", "own_instances")
    }


AFFINE = "ManyAffine"  # MA-BBOB, as IOHprofiler calls it


def is_bbob(function: int, name: str) -> bool:
    """Say whether number and name are those of a function of BBOB in IOHprofiler's files.

    Its logger knows the suite only where it was attached to one.
    """
    return (function, name) in _bbob()


@cache
def _bbob() -> frozenset[tuple[int, str]]:
    """Return numbers and names of BBOB's functions in IOHprofiler's files."""
    return frozenset((one.number, one.ioh_name) for one in suite_info("bbob").functions)
