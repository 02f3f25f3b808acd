"""The points that the data files of a run hold: columns x0, x1 … of IOHprofiler, x1, x2 … of COCO."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from optimeter._core import parsers
from optimeter.data import _notes
from optimeter.data._coco_index import BlockKind
from optimeter.data._decode import decode
from optimeter.data._places import Block, ListedBest
from optimeter.data.findings import Finding

__all__ = ["Lines", "Points", "block_points", "joined_points", "listed_point"]

Lines = Callable[[str], tuple[list[bytes], bool]]
"""Returns the lines of a file, and whether the last one has its line end."""

Float = NDArray[np.float64]
VARIABLE = "@"  # begins the titles of variables here: the parser passes over x0, x1 …
_TITLE = re.compile(rb'(?<!\S)"?x(\d{1,9})"?(?!\S)')
_COMMENT = (b"%", b"#")
MOST = 2.0**53  # evaluations of constraints that a number in the files can be
LEAD = 5  # columns of COCO's lines before the variables; in 2018 one more


@dataclass(frozen=True, slots=True)
class Points:
    """Recorded points: counts (s,), their own values (s,) and variables (s, d).

    `held` says whether there are columns of variables at all; `findings` what was noticed.
    """

    evaluations: NDArray[np.int64]
    values: Float
    variables: Float
    held: bool
    findings: tuple[Finding, ...] = ()


def _none(dimension: int) -> Points:
    return Points(np.zeros(0, np.int64), np.zeros(0), np.zeros((0, dimension)), held=False)


def block_points(block: Block, lines: Lines, dimension: int) -> Points:
    """Return the points of one block of a data file, by evaluation count.

    A line that lacks one of the variables is lost; so is the last line of a file that lacks its line
    end, as the number in it may be the beginning of another one.
    """
    every, ended = lines(block.path)
    own = every[block.line - 1 : block.end - 1 if block.end else None]
    findings = []
    if not block.end and not ended and own and not own[-1].lstrip().startswith(_COMMENT):
        findings.append(_notes.finding(block.path, block.line + len(own) - 1, "R6", 1))
        own = own[:-1]
    text = _coco_text(own, dimension) if block.kind is not None else _ioh_text(own)
    if text is None:
        return _none(dimension)
    (data,) = parsers.parse_ioh([text], [False])
    columns = {decode(title): values for title, values in data.columns}
    if not 0 < dimension <= len(columns):  # what an index says may be damaged
        return _none(dimension)
    base = int(f"{VARIABLE}0" not in columns)
    titles = [f"{VARIABLE}{number + base}" for number in range(dimension)]
    if not set(titles) <= set(columns):
        return _none(dimension)
    variables = np.stack([columns[title] for title in titles], axis=1)
    constraints = columns["c1"] if block.kind == BlockKind.NEW else np.zeros(len(variables))
    counted = (constraints >= 0) & (constraints < MOST)
    kept = counted & ~np.isnan(variables).any(axis=1)
    if lost := int((~kept).sum()):
        findings.append(_notes.finding(block.path, block.line, "A1", lost))
    counts = data.evaluations + np.where(counted, constraints, 0).astype(np.int64)
    values = _own_values(block, data.value, columns)
    return Points(counts[kept], values[kept], variables[kept], True, tuple(findings))


def _ioh_text(lines: Sequence[bytes]) -> bytes | None:
    """Return a block of IOHprofiler's with titles of variables that the parser keeps."""
    head = _TITLE.sub(VARIABLE.encode() + rb"\1", lines[0]) if lines else b""
    return b"\n".join([head, *lines[1:], b""]) if VARIABLE.encode() in head else None


def _coco_text(lines: Sequence[bytes], dimension: int) -> bytes | None:
    """Return a block of COCO's as one of IOHprofiler's; None if its lines hold no variables."""
    rows = [line for line in lines if line.strip() and not line.lstrip().startswith(_COMMENT)]
    head = b"".join(line for line in lines if line.lstrip().startswith(b"%"))
    fields = [field.strip() for field in head.split(b"|")]
    between = b"x1" in fields and fields.index(b"x1") == LEAD + 1
    lead = LEAD + between
    if not any(len(row.split()) >= lead + dimension for row in rows):
        return None
    titles = ["evaluations", *("raw_y" if at == 2 else f"c{at}" for at in range(1, lead))]
    titles += [f"{VARIABLE}{number}" for number in range(dimension)]
    body = b"\n".join([*rows, b""])
    if b"," in body and b"." not in body:  # decimal commas, rule R19
        body = body.replace(b",", b".")
    return " ".join(titles).encode() + b"\n" + body


def _own_values(block: Block, best: Float, columns: dict[str, Float]) -> Float:
    """Return the value of each point itself; NaN where a line tells only the best so far.

    COCO's lines at targets are of the best point. Those at evaluation counts are of the point just
    evaluated: until 2018 with its precision, since then with its value, which with constraints is
    not what is judged.
    """
    if block.kind is None:
        return columns.get("current f(x)", best)
    if block.kind != BlockKind.NEW:
        return columns["c1"]
    if "c5" in columns:  # of 2018: precision and value of the point
        return columns["c3"]
    if block.path.endswith(".dat"):
        return best
    value, so_far = columns["c3"], columns["c4"]
    told = np.isclose(so_far, best + block.reference, rtol=1e-8, atol=1e-8)
    own = np.where(value == so_far, best, value - block.reference)
    return np.where(told, own, np.nan)


def joined_points(parts: Sequence[Points], dimension: int) -> Points:
    """Return the points of several blocks in one order; one that two of them hold is there once."""
    held = [part for part in parts if part.held]
    if not held:
        return _none(dimension)
    findings = tuple(finding for part in held for finding in part.findings)
    counts, values, variables = (
        np.concatenate([getattr(part, name) for part in held])
        for name in ("evaluations", "values", "variables")
    )
    order = np.lexsort((np.isnan(values), counts))  # with the value where one of them tells it
    if len(held) > 1 and len(counts):
        rows = np.column_stack([counts, variables])[order]
        _, first = np.unique(rows, axis=0, return_index=True)
        order = order[np.sort(first)]
    return Points(counts[order], values[order], variables[order], True, findings)


def listed_point(points: Points, best: ListedBest | None, dimension: int) -> tuple[Points, bool]:
    """Return points with the best one that an index tells, if no line is of its evaluation.

    And whether there is nothing else.
    """
    if best is None or len(best.point) != dimension or best.evaluations < 1:
        return points, False
    if np.isnan([best.value, *best.point]).any() or best.evaluations in points.evaluations:
        return points, False
    at = int(np.searchsorted(points.evaluations, best.evaluations))
    added = Points(
        np.insert(points.evaluations, at, best.evaluations),
        np.insert(points.values, at, best.value),
        np.insert(points.variables, at, best.point, axis=0),
        True,
        points.findings,
    )
    return added, not points.held
