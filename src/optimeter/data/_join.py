"""Several tables of runs end to end."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from optimeter.data._build import merged_names, merged_sources, trials
from optimeter.data._columns import RAGGED, RUN_DTYPES, named_columns

if TYPE_CHECKING:
    from optimeter.data.runs import Runs

__all__ = ["joined"]


def joined(tables: "Sequence[Runs]") -> dict[str, Any]:
    """Return the fields of the table that holds the runs of all tables, in order."""
    algorithms, algorithm_codes = merged_names([(p.algorithms, p.algorithm_codes) for p in tables])
    suites, suite_codes = merged_names([(p.suites, p.suite_codes) for p in tables])
    sources = np.cumsum([0] + [len(part.provenance) for part in tables])
    table: dict[str, Any] = {
        name: np.concatenate([np.zeros(0, dtype), *(getattr(p, name) for p in tables)])
        for name, dtype in RUN_DTYPES.items()
    }
    table["algorithm_codes"], table["suite_codes"] = algorithm_codes, suite_codes
    table["source_codes"] = np.concatenate(
        [
            np.zeros(0, np.int32),
            *(p.source_codes + start for p, start in zip(tables, sources, strict=False)),
        ]
    )
    table["trial"] = trials(table)
    names, step_extra = merged_sources([(p.reference_names, p.step_extra) for p in tables])
    for offsets, evaluations, values, columns in RAGGED:
        ends = np.cumsum([0] + [len(getattr(p, evaluations)) for p in tables])
        table[offsets] = np.concatenate(
            [[0], *(getattr(p, offsets)[1:] + e for p, e in zip(tables, ends, strict=False))]
        )
        for name, empty in ((evaluations, np.zeros(0, np.int64)), (values, np.zeros(0))):
            if name is not None:
                table[name] = np.concatenate([empty, *(getattr(p, name) for p in tables)])
        found = [dict(getattr(p, columns)) for p in tables]
        if columns == "step_extra":
            found = step_extra
        table[columns] = named_columns(found, list(np.diff(ends)))
    return table | {
        "algorithms": algorithms,
        "suites": suites,
        "extra": named_columns([dict(p.extra) for p in tables], [len(p) for p in tables]),
        "reference_names": names,
        "provenance": tuple(entry for p in tables for entry in p.provenance),
        "findings": tuple(entry for p in tables for entry in p.findings),
    }
