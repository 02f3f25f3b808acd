"""The columns of `Runs`: one table that building, selecting, joining and storing all follow."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["MAPPINGS", "RAGGED", "RUN_COLUMNS", "RUN_DTYPES", "frozen", "named_columns"]

# Per-run columns: name, dtype, value when none is given.
RUN_COLUMNS: tuple[tuple[str, type[np.generic], int | float | bool], ...] = (
    ("algorithm_codes", np.int32, 0),
    ("suite_codes", np.int32, 0),
    ("function", np.int32, 0),
    ("dimension", np.int32, 0),
    ("instance", np.int64, 0),
    ("trial", np.int32, 0),
    ("evaluations", np.int64, 0),
    ("final", np.float64, np.inf),
    ("finalized", np.bool_, True),
    ("final_target", np.float64, -np.inf),
    ("grid", np.int32, 0),
    ("is_reference", np.bool_, False),
    ("maximized", np.bool_, False),
    ("optimum_known", np.bool_, True),
    ("objectives", np.int32, 1),
    ("own_instances", np.bool_, False),
    ("source_codes", np.int32, 0),
)
RUN_DTYPES = {name: dtype for name, dtype, _ in RUN_COLUMNS}

# Ragged parts: offsets, evaluation counts, values (or None), mapping of named columns.
RAGGED: tuple[tuple[str, str, str | None, str], ...] = (
    ("offsets", "step_evaluations", "step_precision", "step_extra"),
    ("budget_offsets", "budget_evaluations", "budget_precision", "budget_extra"),
    ("record_offsets", "record_evaluations", None, "records"),
)

# All mappings of named columns.
MAPPINGS = ("extra", *(part[3] for part in RAGGED))


def frozen(values: Any, dtype: Any = None) -> NDArray[Any]:
    """Return a contiguous read-only array of the values, copied only when that is needed."""
    array = np.ascontiguousarray(values, dtype=dtype)
    if array.flags.writeable:
        array = array.view()
        array.setflags(write=False)
    return array


def named_columns(
    parts: list[dict[str, NDArray[np.float64]]], lengths: list[int]
) -> dict[str, NDArray[np.float64]]:
    """Join mappings of columns end to end; NaN where a part lacks a column."""
    names = dict.fromkeys(name for part in parts for name in part)
    return {
        name: np.concatenate(
            [
                part[name] if name in part else np.full(length, np.nan)
                for part, length in zip(parts, lengths, strict=True)
            ]
        )
        for name in names
    }
