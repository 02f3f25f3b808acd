"""`Runs` as a line of text and as rows of a small table, for consoles and notebooks."""

from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from optimeter.data.runs import Runs

__all__ = ["first_rows", "summary"]


def summary(runs: "Runs") -> str:
    """Return the contents in one line."""
    algorithms = ", ".join(runs.algorithms[:3]) + (", …" if len(runs.algorithms) > 3 else "")
    functions, dimensions = np.unique(runs.function), np.unique(runs.dimension)
    return (
        f"{len(runs)} runs of {len(runs.algorithms)} algorithm"
        f"{'' if len(runs.algorithms) == 1 else 's'} ({algorithms}); "
        f"{len(functions)} functions, dimensions {', '.join(map(str, dimensions))}; "
        f"{len(runs.findings)} findings{_losses(runs)}"
    )


def _losses(runs: "Runs") -> str:
    """Say that data were lost."""
    lost = [entry for entry in runs.findings if entry.severity == "error"]
    return f", {len(lost)} of lost data, as {lost[0].message!r}" if lost else ""


def first_rows(runs: "Runs", most: int) -> tuple[list[dict[str, Any]], int]:
    """Return rows, one for each algorithm and suite, and how many there are in all."""
    rows = [
        {
            "algorithm": key.algorithm,
            "suite": key.suite,
            "functions": len(np.unique(group.function)),
            "dimensions": ", ".join(map(str, np.unique(group.dimension))),
            "instances": len(np.unique(group.instance)),
            "runs": len(group),
            "evaluations": int(group.evaluations.sum()),
        }
        for key, group in islice(runs.groups(("algorithm", "suite")), most)
    ]
    return rows, len(runs.group_index(("algorithm", "suite"))[0])
