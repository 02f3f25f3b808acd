"""The set of figures a paper needs."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from optimeter._parallel import mapped
from optimeter.exceptions import DataError
from optimeter.reports.analysis.model import BUDGET, ReportData, SuiteReport
from optimeter.reports.analysis.names import file_prefix
from optimeter.reports.analysis.styles import in_colour
from optimeter.reports.figures.files import rendered
from optimeter.reports.figures.mpl_canvas import Size
from optimeter.reports.figures.scaling import families

__all__ = ["PaperFigure", "paper_figures", "render_figures"]


@dataclass(frozen=True, slots=True)
class PaperFigure:
    """A figure of the set: file name without ending, kind, options."""

    stem: str
    name: str
    options: dict[str, Any] = field(default_factory=dict)


def paper_figures(suite: SuiteReport) -> Iterator[PaperFigure]:
    """Iterate over the figures written for a paper.

    Names say what a figure shows: ``profile_all_D05``, ``profile_groups_D20``, ``scaling`` …
    """
    for d in suite.dimensions:
        yield PaperFigure(f"profile_all_D{d:02d}", "ecdf", {"dimension": d})
    shown = [d for d in suite.settings.table_dimensions if d in suite.dimensions]
    for d in shown or [suite.main_dimension]:
        yield from _in_dimension(suite, d)
    if len(suite.dimensions) > 1:
        yield PaperFigure("scaling", "scaling-functions", {})
    if len(suite.competing) == 1:
        yield PaperFigure("profile_dimensions", "ecdf-algorithm", {})
        return
    for d in shown or [suite.main_dimension]:
        yield PaperFigure(f"winners_D{d:02d}", "winners", {"dimension": d})
        if suite.comparison.speed is not None:
            yield PaperFigure(f"speed_D{d:02d}", "speed", {"dimension": d})
    if len(suite.competing) == 2 and suite.comparison.speed is not None:
        yield PaperFigure("pair", "scatter-functions", {})
        for d in shown or [suite.main_dimension]:
            yield PaperFigure(f"ratios_D{d:02d}", "ratios", {"dimension": d})


def _in_dimension(suite: SuiteReport, d: int) -> Iterator[PaperFigure]:
    """Iterate over the figures of a dimension that tables show, of any number of algorithms."""
    if any(True for _ in suite.of_kind("group")):
        yield PaperFigure(f"profile_groups_D{d:02d}", "ecdf-groups", {"dimension": d})
    yield PaperFigure(f"profile_functions_D{d:02d}", "ecdf-functions", {"dimension": d})
    if BUDGET in suite.target_labels:
        options = {"dimension": d, "targets": BUDGET}
        yield PaperFigure(f"profile_budget_D{d:02d}", "ecdf", options)
    if suite.comparison.loss_summary is not None:
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
        replace(suite, featured=in_colour(suite.algorithms, suite.featured, word))
        for suite in data.suites
    )
    tasks = [
        (suite, entry, tuple(formats), size, file_prefix(suite.name, names))
        for suite in suites
        for entry in paper_figures(suite)
    ]
    # Large figures first, so that no core ends alone with one of them.
    tasks.sort(key=lambda task: not task[1].name.endswith("-functions"))
    found: dict[str, bytes] = {}
    for done, files in enumerate(mapped(_render, tasks), start=1):
        found.update(files)
        if progress is not None:
            progress("figures for a paper", done, len(tasks))
    yield from sorted(found.items())


def _render(task: Any) -> dict[str, bytes]:
    suite, entry, formats, size, prefix = task
    try:
        contents = rendered(suite, entry.name, formats, size=size, **entry.options)
    except DataError:
        return {}  # nothing to draw: two algorithms without a common problem, say
    return {
        f"{prefix}{entry.stem}.{form}": content
        for form, content in zip(formats, contents, strict=True)
    }
