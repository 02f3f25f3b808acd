"""The set of figures a paper needs."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from optimeter._parallel import mapped
from optimeter.exceptions import DataError
from optimeter.measures.of_suites import LOSS_SUMMARY, SPEEDS
from optimeter.measures.scope import BUDGET
from optimeter.reports.analysis.model import ReportData, SuiteReport
from optimeter.reports.analysis.names import file_prefix
from optimeter.reports.analysis.styles import in_colour
from optimeter.reports.figures.description import Figure
from optimeter.reports.figures.files import file_contents
from optimeter.reports.figures.kinds import describe_figure, figure_kind
from optimeter.reports.figures.mpl_canvas import Size
from optimeter.reports.figures.scaling import families

__all__ = ["PaperFigure", "paper_figures", "render_figures"]


PANELS = 24  # of a figure at most: more are too small to be read on a page
COLUMNS = 4


@dataclass(frozen=True, slots=True)
class PaperFigure:
    """A figure of the set: file name without ending, kind, options.

    One with many panels comes in `parts`; this is the `part`-th of them, from 1 on, with so many
    `panels`.
    """

    stem: str
    name: str
    options: dict[str, Any] = field(default_factory=dict)
    part: int = 1
    parts: int = 1
    panels: int = PANELS

    def of(self, figure: Figure) -> Figure:
        """Return the panels of the part alone."""
        if self.parts == 1:
            return figure
        first = (self.part - 1) * self.panels
        title = f"{figure.title}, part {self.part} of {self.parts}"
        return replace(figure, title=title, panels=figure.panels[first : first + self.panels])


def paper_figures(suite: SuiteReport) -> Iterator[PaperFigure]:
    """Iterate over the figures written for a paper, those of many functions in parts.

    Names say what a figure shows: ``profile_all_D05``, ``profile_groups_D20``, ``scaling`` …;
    parts have their number at the end.
    """
    for entry in _whole_figures(suite):
        parts = math.ceil(len(suite.functions) / PANELS) if _by_function(entry) else 1
        if parts == 1:
            yield entry
            continue
        rows = math.ceil(len(suite.functions) / parts / COLUMNS)
        for part in range(1, parts + 1):
            stem = f"{entry.stem}_{part}"
            yield replace(entry, stem=stem, part=part, parts=parts, panels=rows * COLUMNS)


def _by_function(entry: PaperFigure) -> bool:
    """Say whether a figure has a panel for every function."""
    return entry.name.endswith("-functions")


def _whole_figures(suite: SuiteReport) -> Iterator[PaperFigure]:
    for d in suite.dimensions:
        yield PaperFigure(f"profile_all_D{d:02d}", "ecdf", {"dimension": d})
    for d in suite.table_dimensions:
        yield from _in_dimension(suite, d)
    if len(suite.dimensions) > 1:
        yield PaperFigure("scaling", "scaling-functions", {})
    if len(suite.competing) == 1:
        yield PaperFigure("profile_dimensions", "ecdf-algorithm", {})
        return
    for d in suite.table_dimensions:
        yield PaperFigure(f"winners_D{d:02d}", "winners", {"dimension": d})
        if len(suite.results[SPEEDS].where(group="all")):
            yield PaperFigure(f"speed_D{d:02d}", "speed", {"dimension": d})
    if len(suite.competing) == 2 and len(suite.results[SPEEDS].where(group="all")):
        yield PaperFigure("pair", "scatter-functions", {})
        for d in suite.table_dimensions:
            yield PaperFigure(f"ratios_D{d:02d}", "ratios", {"dimension": d})


def _in_dimension(suite: SuiteReport, d: int) -> Iterator[PaperFigure]:
    """Iterate over the figures of a dimension that tables show, of any number of algorithms."""
    if any(True for _ in suite.of_kind("group")):
        yield PaperFigure(f"profile_groups_D{d:02d}", "ecdf-groups", {"dimension": d})
    yield PaperFigure(f"profile_functions_D{d:02d}", "ecdf-functions", {"dimension": d})
    if BUDGET in suite.target_labels:
        options = {"dimension": d, "targets": BUDGET}
        yield PaperFigure(f"profile_budget_D{d:02d}", "ecdf", options)
    if LOSS_SUMMARY in suite.results:
        yield PaperFigure(f"loss_D{d:02d}", "loss", {"dimension": d})
    yield PaperFigure(f"run_lengths_D{d:02d}", "run-lengths", {"dimension": d})
    yield PaperFigure(f"quality_D{d:02d}", "quality", {"dimension": d})
    yield PaperFigure(f"budget_ecdf_D{d:02d}", "budget-ecdf", {"dimension": d})
    if families(suite):
        yield PaperFigure(f"scaling_constraints_D{d:02d}", "scaling-constraints", {"dimension": d})


def render_figures(
    data: ReportData,
    formats: Sequence[str] = ("pdf", "svg"),
    *,
    size: Size | None = None,
    progress: Callable[[str, int, int], None] | None = None,
) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of every file of the paper set, drawn on all cores.

    With several suites the names begin with the suite's.
    """
    import matplotlib.backends.backend_pdf  # noqa: PLC0415 - once, before forking
    import matplotlib.backends.backend_svg  # noqa: F401, PLC0415

    names = [suite.name for suite in data.suites]
    word = data.options.sweep
    suites = (
        suite.showing(featured=in_colour(suite.algorithms, suite.featured, word))
        for suite in data.suites
    )
    tasks = [
        (suite, entry, tuple(formats), size, file_prefix(suite.name, names))
        for suite in suites
        for entry in paper_figures(suite)
    ]
    # Large figures first, so that no core ends alone with one of them.
    tasks.sort(key=lambda task: not _by_function(task[1]))
    found: dict[str, bytes] = {}
    for done, files in enumerate(mapped(_render, tasks), start=1):
        found.update(files)
        if progress is not None:
            progress("figures for a paper", done, len(tasks))
    yield from sorted(found.items())


def _render(task: Any) -> dict[str, bytes]:
    suite, entry, formats, size, prefix = task
    try:
        figure = entry.of(describe_figure(suite, entry.name, **entry.options))
    except DataError:
        return {}  # nothing to draw: two algorithms without a common problem, say
    contents = file_contents(figure, formats, size or figure_kind(entry.name).size)
    return {
        f"{prefix}{entry.stem}.{form}": content
        for form, content in zip(formats, contents, strict=True)
    }
