"""The points that runs of one source hold, run by run."""

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from optimeter._show import ShownRow
from optimeter.data._grouping import facts
from optimeter.data._options import DEFAULT_OPTIONS
from optimeter.data._places import Place
from optimeter.data._points import Lines, Points, block_points, joined_points, listed_point
from optimeter.data.findings import Finding
from optimeter.data.load import read_files
from optimeter.data.runs import Runs
from optimeter.data.sources import Source, open_source
from optimeter.data.unpack import Files
from optimeter.exceptions import DataError

__all__ = ["Opened", "Positions", "opened_source", "points_of_runs", "why_none"]

HOW = (
    "IOHprofiler's files hold them where they were recorded with positions=True "
    "(om.Observer(..., format='ioh', positions=True), in ioh store_positions=True), COCO's in fewer "
    "than 7 dimensions (before version 2.8.2: 22)"
)
ELSEWHERE = ("Q9",)  # what no index lists concerns all runs, as it is nobody's
FINAL_LINES = (2, 6, 99)  # since this version of COCO a run ends with a line in both of its files


@dataclass(frozen=True, slots=True, repr=False)
class Positions(ShownRow):
    """The points of one run that are on record.

    Attributes
    ----------
    algorithm, suite : str
    function, dimension, instance, trial : int
        As in `Runs`.
    evaluations : (s,) int64
        When each point was recorded, not decreasing. COCO's files end with the best point again.
    values : (s,) float64
        The value of each point itself: its precision where the optimum is known, else as measured.
        NaN where a line tells only the best value so far.
    variables : (s, d) float64
        The points.
    optimum_known, maximized : bool
        How the values are judged, as in `Runs`.
    final_only : bool
        Only the best point of the run is on record, in the index.
    name : str
        Of the function, as IOHprofiler's data give it; else empty.
    findings : tuple of Finding
        What the reader noticed in the files of the run, and what was lost elsewhere.
    """

    algorithm: str
    suite: str
    function: int
    dimension: int
    instance: int
    trial: int
    evaluations: NDArray[np.int64]
    values: NDArray[np.float64]
    variables: NDArray[np.float64]
    optimum_known: bool = True
    maximized: bool = False
    final_only: bool = False
    name: str = ""
    findings: tuple[Finding, ...] = ()

    def _row(self) -> dict[str, Any]:
        names = ("algorithm", "suite", "function", "dimension", "instance", "trial")
        return {**{name: getattr(self, name) for name in names}, "points": len(self)}

    def __len__(self) -> int:
        return len(self.evaluations)


@dataclass(frozen=True, slots=True)
class Opened:
    """One source with its runs and where they are on record."""

    source: Source
    files: Files
    runs: Runs
    places: list[Place]

    def lines(self, path: str) -> tuple[list[bytes], bool]:
        """Return the lines of a file, and whether the last one has its line end."""
        content = bytes(self.files.contents[path])
        return content.splitlines(), content.endswith((b"\n", b"\r"))


def opened_source(path: str | os.PathLike[str]) -> Opened:
    """Open a source as `load` does."""
    source = open_source(path, DEFAULT_OPTIONS.side)
    files, places = source.files(), list[Place]()
    runs = read_files(files, name=source.name, places=places)
    if not len(runs):
        message = f"no recorded runs in {str(path)!r}"
        raise DataError(message)
    found = [replace(entry, file=source.place(entry.file)) for entry in runs.findings]
    return Opened(source, files, replace(runs, findings=tuple(found)), places)


def points_of_runs(opened: Opened, rows: Sequence[int]) -> Iterator[tuple[int, Positions]]:
    """Yield the points of those among the runs that have any and one objective, with their rows."""
    lines = lru_cache(maxsize=4)(opened.lines)
    for row in rows:
        if opened.runs.objectives[row] == 1:
            one = _positions(opened, row, lines)
            if one is not None:
                yield row, one


def why_none(opened: Opened, rows: Sequence[int]) -> str:
    """Say why there are no points."""
    path = str(opened.source.path)
    if not rows:
        held = (np.unique(getattr(opened.runs, name)) for name in ("function", "dimension"))
        functions, dimensions = (numbers.tolist() for numbers in held)
        return (
            f"no such runs in {path!r}; it holds functions {functions} in dimensions {dimensions}"
        )
    if (opened.runs.objectives[list(rows)] > 1).all():
        return (
            f"the runs in {path!r} have several objectives, and no best point; "
            "optimeter.data.read_fronts reads the points of COCO's archives"
        )
    sizes = np.unique(opened.runs.dimension[list(rows)]).tolist()
    return f"no positions on record in {path!r} in dimensions {sizes}; {HOW}"


def _positions(opened: Opened, row: int, lines: Lines) -> Positions | None:
    """Return the points of one run; None if there are none on record."""
    runs, place = opened.runs, opened.places[row]
    dimension = int(runs.dimension[row])
    parts = [block_points(block, lines, dimension) for block in place.blocks]
    points, final_only = listed_point(joined_points(parts, dimension), place.best, dimension)
    if not points.held:
        return None
    about = runs.provenance[int(runs.source_codes[row])]
    return Positions(
        **facts(runs, row),
        evaluations=points.evaluations,
        values=points.values,
        variables=points.variables,
        optimum_known=bool(runs.optimum_known[row]),
        maximized=bool(runs.maximized[row]),
        final_only=final_only,
        name=about.get("function_name", ""),
        findings=_findings(opened, row, points, parts),
    )


def _findings(
    opened: Opened, row: int, points: Points, parts: Sequence[Points]
) -> tuple[Finding, ...]:
    """Return what concerns a run: what was noticed in its files, and what is lost altogether."""
    place, source = opened.places[row], opened.source
    held = {source.place(block.path).rpartition(".")[0] for block in place.blocks}
    index = source.place(place.index)
    found = [
        entry
        for entry in opened.runs.findings
        if entry.severity == "error"
        or entry.rule in ELSEWHERE
        or entry.file == index
        or entry.file.rpartition(".")[0] in held  # in a file of the run, or in one beside it
    ]
    found += [replace(entry, file=source.place(entry.file)) for entry in points.findings]
    version = opened.runs.provenance[int(opened.runs.source_codes[row])].get("coco_version", "")
    numbers = tuple(map(int, re.findall("[0-9]{1,9}", version)[:3]))
    for block, part in zip(place.blocks, parts, strict=True):
        last = int(part.evaluations[-1]) if len(part.evaluations) else 0
        ends = block.kind is None or block.path.endswith(".tdat") or numbers >= FINAL_LINES
        if part.held and ends and last < place.evaluations:
            message = f"lines end at evaluation {last} of {place.evaluations}"
            file = source.place(block.path)
            found.append(Finding(file, block.line, "R21a", "incomplete", message))
    return tuple(dict.fromkeys(found))
