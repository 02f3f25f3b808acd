"""Runs of two data files in one: what COCO's `.dat` and `.tdat` hold, as IOHprofiler's lines.

COCO records a run twice: when it reaches targets, and at evaluation counts. Runtimes to targets are
read from the first file, values at budgets from both. IOHprofiler has one file for a run. The lines of
both go there, with a column that says why each was written; and what else COCO's data sets state of
a run (`RUN_ATTRIBUTES`) goes to the index. So reading such files gives the same runs again, and other
readers see columns of logged attributes.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from optimeter.data.runs import Runs

__all__ = ["RUN_ATTRIBUTES", "WRITTEN_AT", "is_from_two_files", "joined_lines", "restored"]

WRITTEN_AT = "written_at"
AT_TARGET, AT_BUDGET, AT_BOTH = 1, 2, 3  # 0: the end of the run
"""Why a line was written."""

RUN_ATTRIBUTES: Mapping[str, str] = {
    "finalized": "finalized",
    "final_precision": "final_target",
    "grid": "grid",
    "is_reference": "is_reference",
}
"""Columns of `Runs` that IOHprofiler does not know, by the names of the run attributes for them."""


def is_from_two_files(runs: Runs) -> bool:
    """Whether runtimes and values at budgets of the runs come from lists of their own."""
    return bool(len(runs.budget_evaluations) or runs.grid.any())


def joined_lines(
    runs: Runs, row: int, columns: list[str]
) -> tuple[NDArray[np.int64], NDArray[np.float64], list[NDArray[np.float64]]]:
    """Return counts, values and cells of the lines of one run; the column `WRITTEN_AT` comes last.

    A line of both lists is one line, unless they state different values. The end of the run follows
    where neither reaches it.
    """
    lists = []
    for flag, prefix, name in ((AT_TARGET, "", "step"), (AT_BUDGET, "budget_", "budget")):
        chosen = slice(*getattr(runs, f"{prefix}offsets")[row : row + 2])
        extra = getattr(runs, f"{name}_extra")
        counts = getattr(runs, f"{name}_evaluations")[chosen]
        cells = [
            extra[title][chosen] if title in extra else np.full(len(counts), np.nan)
            for title in columns
        ]
        values = getattr(runs, f"{name}_precision")[chosen]
        lists.append((counts, values, [*cells, np.full(len(counts), float(flag))]))
    counts = np.concatenate([part[0] for part in lists])
    values = np.concatenate([part[1] for part in lists])
    cells = [np.concatenate(parts) for parts in zip(*(part[2] for part in lists), strict=True)]
    order = np.lexsort((cells[-1], -values, counts))
    counts, values, cells = counts[order], values[order], [cell[order] for cell in cells]
    double = np.zeros(len(counts), dtype=bool)
    double[1:] = (counts[1:] == counts[:-1]) & (values[1:] == values[:-1])
    cells[-1][np.flatnonzero(double) - 1] = AT_BOTH
    counts, values, cells = counts[~double], values[~double], [cell[~double] for cell in cells]
    if len(counts) == 0 or counts[-1] < runs.evaluations[row]:
        last = [runs.extra[title][row] if title in runs.extra else np.nan for title in columns]
        counts = np.append(counts, runs.evaluations[row])
        values = np.append(values, values[-1] if len(values) else np.inf)
        cells = [np.append(cell, end) for cell, end in zip(cells, [*last, 0.0], strict=True)]
    return counts, values, cells


def restored(runs: Runs) -> Runs:
    """Return runs read from IOHprofiler's files with the two lists that `joined_lines` joined."""
    written = runs.records[WRITTEN_AT]
    titles = [title for title in runs.records if title != WRITTEN_AT][1:]  # the first is the value
    sign = np.where(np.repeat(runs.maximized, np.diff(runs.record_offsets)), -1.0, 1.0)
    values = sign * next(iter(runs.records.values()))
    fields: dict[str, Any] = {}
    for flag, prefix, name in ((AT_TARGET, "", "step"), (AT_BUDGET, "budget_", "budget")):
        kept = np.flatnonzero((written == flag) | (written == AT_BOTH))
        fields[f"{prefix}offsets"] = np.searchsorted(kept, runs.record_offsets)
        fields[f"{name}_evaluations"] = runs.record_evaluations[kept]
        fields[f"{name}_precision"] = values[kept]
        fields[f"{name}_extra"] = {title: runs.records[title][kept] for title in titles}
    extra = dict(runs.extra)
    for title, column in RUN_ATTRIBUTES.items():
        if title in extra:
            known = extra.pop(title)
            fields[column] = np.where(np.isnan(known), getattr(runs, column), known)
    return replace(
        runs,
        extra=extra,
        record_offsets=np.zeros(len(runs) + 1, dtype=np.int64),
        record_evaluations=np.zeros(0, dtype=np.int64),
        records={},
        **fields,
    )
