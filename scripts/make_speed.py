"""Write docs/speed.md from the times that benchmarks/evaluate.py and suites.py measured.

Run from the root of the repository:

    python benchmarks/evaluate.py --json times.json
    python benchmarks/suites.py --json suites.json
    python scripts/make_speed.py times.json suites.json
"""

import json
import sys
from pathlib import Path
from statistics import geometric_mean
from string import Template
from textwrap import wrap
from typing import Any

from regions import table

ROOT = Path(__file__).parents[1]
DIMENSIONS = (2, 3, 5, 10, 20, 40)


def ratio_table(cells: list[dict[str, Any]]) -> str:
    """Return the ratios of a grid: a row per function, a column per dimension."""
    ratios = {(cell["function"], cell["dimension"]): cell["ratio"] for cell in cells}
    rows = ((f, *(f"{ratios[f, d]:.1f}" for d in DIMENSIONS)) for f in range(1, 25))
    return table(" | ".join(["f:", *(f"{d}-D:" for d in DIMENSIONS)]), rows)


def overview(times: dict[str, Any]) -> str:
    """Return the table of means and worst cases."""
    rows = []
    titles = {
        "single": "`problem(x)`",
        "recording": "`problem(x)` while an observer records",
        "batch": f"`problem(X)`, {times['effort']['batch']:,} points, a point",
    }
    for key, title in titles.items():
        part = times[key]
        ours = [cell["seconds"]["optimeter"] * 1e9 for cell in part["cells"]]
        mean, worst = f"{part['geometric_mean']:.1f} ×", f"{part['worst']:.1f} ×"
        rows.append((title, mean, worst, f"{min(ours):.0f} to {max(ours):.0f} ns"))
    for key, title in (
        ("construction", "construction of the 2160 problems of `bbob`"),
        ("construction and evaluation", "the same with one evaluation of each"),
    ):
        part = times[key]
        ours_ms = part["seconds"]["optimeter"] * 1e3
        rows.append((title, f"{part['ratio']:.1f} ×", "", f"{ours_ms:.1f} ms"))
    return table("work | geometric mean: | worst: | our time", rows)


def with_lists(cells: list[dict[str, Any]], ours: str) -> str:
    """Return the geometric mean of the ratios to ioh when that gets lists."""
    ratios = [cell["seconds"]["ioh, lists"] / cell["seconds"][ours] for cell in cells]
    return f"{geometric_mean(ratios):.1f}"


def import_table(times: dict[str, Any]) -> str:
    """Return the table of import times."""
    seconds = times["import"]["seconds"]
    return table("statement | ms:", ((name, f"{s * 1e3:.0f}") for name, s in seconds.items()))


def suites_table(figures: dict[str, Any]) -> str:
    """Return the table of the noisy, bi-objective and constrained suites."""
    keys = ("recorded", "recorded_least", "batch", "batch_least")
    rows = (
        (f"`{suite}`", *(f"{part[key]:.1f} ×" for key in keys))
        for suite, part in figures.items()
        if suite != "archive"
    )
    return table("suite | recorded single calls: | worst: | batches: | worst:", rows)


def archive_text(archive: dict[str, float]) -> str:
    """Return what is to be said about the archive."""
    return (
        f"With {archive['points']:,.0f} points in the archive, adding one and updating the "
        f"hypervolume takes {archive['ours'] * 1e9:.0f} ns, {archive['ratio']:.1f} times less than "
        f"in `cocoex`, and a point takes {archive['bytes']:.1f} bytes."
    )


def main() -> None:
    """Write the page."""
    suites = json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))
    times = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    template = Template((ROOT / "scripts/speed.md.in").read_text(encoding="utf-8"))
    text = template.substitute(
        overview=overview(times),
        machine=", ".join(f"{name} {value}" for name, value in times["machine"].items()),
        recording=ratio_table(times["recording"]["cells"]),
        batch=ratio_table(times["batch"]["cells"]),
        imports=import_table(times),
        lists=with_lists(times["recording"]["cells"], "optimeter"),
        both_lists=with_lists(times["recording"]["cells"], "optimeter, lists"),
        suites=suites_table(suites),
        archive="\n".join(wrap(archive_text(suites["archive"]), 100)),
    )
    (ROOT / "docs/speed.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
