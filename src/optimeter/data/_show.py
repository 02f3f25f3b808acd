"""`Runs` as a line of text and as a small HTML table, for consoles and notebooks."""

import html
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from optimeter.data.runs import Runs

__all__ = ["summary", "to_html"]


def summary(runs: "Runs") -> str:
    """Return the contents in one line."""
    algorithms = ", ".join(runs.algorithms[:3]) + (", …" if len(runs.algorithms) > 3 else "")
    functions, dimensions = np.unique(runs.function), np.unique(runs.dimension)
    return (
        f"{len(runs)} runs of {len(runs.algorithms)} algorithm"
        f"{'' if len(runs.algorithms) == 1 else 's'} ({algorithms}); "
        f"{len(functions)} functions, dimensions {', '.join(map(str, dimensions))}; "
        f"{len(runs.findings)} findings"
    )


def to_html(runs: "Runs") -> str:
    """Return a small table: one row per algorithm and suite."""
    titles = ("algorithm", "suite", "functions", "dimensions", "instances", "runs", "evaluations")
    rows = []
    for key, group in runs.groups(("algorithm", "suite")):
        cells = (
            key.algorithm,
            key.suite,
            len(np.unique(group.function)),
            ", ".join(map(str, np.unique(group.dimension))),
            len(np.unique(group.instance)),
            len(group),
            f"{group.evaluations.sum():,}",
        )
        rows.append("".join(f"<td>{html.escape(str(cell))}</td>" for cell in cells))
    head = "".join(f"<th>{title}</th>" for title in titles)
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
