"""Best values and points of experiments whose optimum nobody knows: what people want of a simulation."""

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import PurePosixPath
from typing import NamedTuple

from optimeter.data._unfinished import objects_in
from optimeter.data.runs import Runs
from optimeter.data.unpack import Files

__all__ = ["Best", "best_of_source", "with_best"]

_KEY = "best"


class Best(NamedTuple):
    """The best that an algorithm has found on a problem of one's own."""

    algorithm: str
    problem: str
    value: float
    point: tuple[float, ...]
    maximized: bool


def with_best(
    runs: Runs, journals: Iterable[str], provenances: Iterable[str], files: Files
) -> Runs:
    """Add to the provenance of runs what the journals of their experiments say of the best points."""
    names = {PurePosixPath(path).parent: path for path in provenances}
    maximized = bool(runs.maximized.any())
    found: list[Best] = []
    for path in journals:
        name = _algorithm(names.get(PurePosixPath(path).parent), files)
        found += _best(objects_in(bytes(files.contents[path])), name, maximized=maximized)
    if not found or not runs.provenance:
        return runs
    first, *others = runs.provenance
    return replace(runs, provenance=({**first, _KEY: json.dumps(found)}, *others))


def best_of_source(entry: Mapping[str, str]) -> list[Best]:
    """Read what an entry of the provenance says of the best points; nothing if it is damaged."""
    try:
        return [
            Best(str(name), str(problem), float(value), tuple(map(float, point)), bool(maximized))
            for name, problem, value, point, maximized in json.loads(entry.get(_KEY, "[]"))
        ]
    except (ValueError, TypeError, RecursionError):
        return []


def _best(lines: Iterable[Mapping[str, object]], name: str, *, maximized: bool) -> list[Best]:
    """Take the best of the runs on each problem."""
    best: dict[str, Best] = {}
    sign = -1 if maximized else 1
    for line in lines:
        problem, value, point = (line.get(key) for key in ("problem", "best_value", "best_x"))
        if not isinstance(value, int | float) or not isinstance(point, list):
            continue
        if not all(isinstance(one, int | float) for one in point) or not math.isfinite(value):
            continue
        before = best.get(str(problem))
        if before is None or sign * value < sign * before.value:
            best[str(problem)] = Best(name, str(problem), float(value), tuple(point), maximized)
    return list(best.values())


def _algorithm(path: str | None, files: Files) -> str:
    """Read the algorithm of an experiment from its provenance."""
    try:
        facts = json.loads(bytes(files.contents[path or ""]))
        return str(facts["experiment"]["algorithm"])
    except (KeyError, ValueError, TypeError, RecursionError):
        return ""
