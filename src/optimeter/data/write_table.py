"""Write `Runs` as a plain CSV table: one row per recorded value."""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from optimeter._text import no_formula
from optimeter.data.runs import Runs

__all__ = ["write_csv"]


def write_csv(runs: Runs, path: Path) -> None:
    """Write a table from which `optimeter.load` makes the same runs again (without records).

    Rows of kind ``step`` and ``budget`` are improvements, the row of kind ``end`` closes a run.
    """
    titles = ["algorithm", "suite", "function", "dimension", "instance", "run", "kind",
              "evaluations", "value", "maximization", "finalized", "final_precision", "grid",
              "is_reference", "optimum_known", "objectives", "own_instances",
              "function_name"]  # fmt: skip
    titles += [f"extra:{name}" for name in runs.extra]
    titles += [f"step:{name}" for name in dict.fromkeys([*runs.step_extra, *runs.budget_extra])]
    with path.open("w", encoding="utf-8", errors="backslashreplace", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(titles)
        for row in range(len(runs)):
            writer.writerows(_rows(runs, row))


def _rows(runs: Runs, row: int) -> Iterator[list[Any]]:
    sign = -1.0 if runs.maximized[row] else 1.0
    head = [
        no_formula(runs.algorithms[runs.algorithm_codes[row]]),
        no_formula(runs.suites[runs.suite_codes[row]]),
        int(runs.function[row]),
        int(runs.dimension[row]),
        int(runs.instance[row]),
        row,
    ]
    tail = [
        bool(runs.maximized[row]),
        bool(runs.finalized[row]),
        float(runs.final_target[row]),
        int(runs.grid[row]),
        bool(runs.is_reference[row]),
        bool(runs.optimum_known[row]),
        int(runs.objectives[row]),
        bool(runs.own_instances[row]),
        no_formula(runs.function_name(runs.suites[runs.suite_codes[row]], int(runs.function[row]))),
        *(float(values[row]) for values in runs.extra.values()),
    ]
    names = dict.fromkeys([*runs.step_extra, *runs.budget_extra])
    for kind, prefix in (("step", ""), ("budget", "budget_")):
        chosen = slice(*getattr(runs, f"{prefix}offsets")[row : row + 2])
        extra = getattr(runs, f"{kind}_extra")
        missing = np.full(chosen.stop - chosen.start, np.nan)
        columns = [extra[name][chosen] if name in extra else missing for name in names]
        if "source" in names:
            columns[list(names).index("source")] = _source_names(runs, extra, chosen)
        for count, value, *cells in zip(
            getattr(runs, f"{kind}_evaluations")[chosen].tolist(),
            getattr(runs, f"{kind}_precision")[chosen].tolist(),
            *(column.tolist() for column in columns),
            strict=True,
        ):
            yield [*head, kind, count, sign * value, *tail, *cells]
    end = [*head, "end", int(runs.evaluations[row]), sign * float(runs.final[row]), *tail]
    yield end + ["" if name == "source" else np.nan for name in names]


def _source_names(runs: Runs, extra: Any, chosen: slice) -> Any:
    """Return the names that reference algorithms' source codes mean; '' where there is none."""
    names = np.array([*runs.reference_names, ""], dtype=object)
    codes = extra["source"][chosen] if "source" in extra else np.full(0, np.nan)
    return names[np.where(np.isnan(codes), len(names) - 1, codes).astype(int)]
