"""Paper figures by name: drawn one at a time, or the set a paper needs."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from optimeter._arguments import known_name, unknown_name
from optimeter.exceptions import DataError, InvalidValueError
from optimeter.reports.analysis.model import BUDGET, ReportData, SuiteReport
from optimeter.reports.analysis.names import file_prefix
from optimeter.reports.analysis.parallel import mapped, paused_collection
from optimeter.reports.figures import (
    mpl_distributions,
    mpl_pairs,
    mpl_problems,
    mpl_profiles,
    mpl_scaling,
    mpl_speed,
)
from optimeter.reports.figures.mpl_canvas import Size, paper_style

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["FIGURES", "FORMATS", "PaperFigure", "draw_figure", "paper_figures", "render_figures"]

FORMATS = ("pdf", "svg", "png")


@dataclass(frozen=True, slots=True)
class FigureKind:
    """A kind of figure.

    Attributes
    ----------
    draw : callable
    options : tuple of str
        The options it takes, of ``dimension``, ``group``, ``function``, ``targets``, ``target``,
        ``budget``, ``pair``, ``bands``, ``algorithm``.
    size : {"one", "two"}
        Usual size.
    about : str
    """

    draw: Callable[..., "Figure"]
    options: tuple[str, ...]
    size: Size
    about: str


def _groups(suite: SuiteReport, **options: Any) -> "Figure":
    sets = [*suite.of_kind("all"), *suite.of_kind("group")]
    return mpl_profiles.profile_panels(suite, sets, **options)


def _functions(suite: SuiteReport, **options: Any) -> "Figure":
    sets = list(suite.of_kind("function"))
    return mpl_profiles.profile_panels(suite, sets, columns=4 if len(sets) > 6 else 3, **options)


def _dimensions(suite: SuiteReport, *, algorithm: str | None = None, **options: Any) -> "Figure":
    name = suite.featured[0] if algorithm is None else algorithm
    known_name(name, suite.algorithms, "algorithm")
    return mpl_profiles.profile_dimensions(suite, name, **options)


FIGURES: dict[str, FigureKind] = {
    "ecdf": FigureKind(
        mpl_profiles.profile_figure,
        ("dimension", "group", "targets", "bands"),
        "one",
        "runtime profiles of a set of functions",
    ),
    "ecdf-groups": FigureKind(
        _groups, ("dimension", "targets", "bands"), "two", "runtime profiles by group of functions"
    ),
    "ecdf-functions": FigureKind(
        _functions, ("dimension", "targets", "bands"), "two", "runtime profiles of every function"
    ),
    "ecdf-dimensions": FigureKind(
        mpl_profiles.profile_all_dimensions,
        ("group", "targets", "bands"),
        "two",
        "runtime profiles in every dimension",
    ),
    "ecdf-algorithm": FigureKind(
        _dimensions, ("algorithm", "targets"), "two", "one algorithm, a curve per dimension"
    ),
    "convergence": FigureKind(
        mpl_problems.convergence_figure,
        ("dimension", "function", "bands"),
        "one",
        "quality against budget",
    ),
    "convergence-functions": FigureKind(
        mpl_problems.convergence_panels,
        ("dimension", "bands"),
        "two",
        "quality against budget on every function",
    ),
    "ert": FigureKind(
        mpl_problems.ert_figure,
        ("dimension", "function", "bands"),
        "one",
        "expected runtime against target",
    ),
    "ert-functions": FigureKind(
        mpl_problems.ert_panels,
        ("dimension", "bands"),
        "two",
        "expected runtime against target on every function",
    ),
    "scaling": FigureKind(
        mpl_scaling.scaling_figure,
        ("function", "target", "bands"),
        "one",
        "scaling on one function",
    ),
    "scaling-functions": FigureKind(
        mpl_scaling.scaling_panels, ("target",), "two", "scaling on every function"
    ),
    "speed": FigureKind(
        mpl_speed.speed_figure,
        ("dimension", "pair"),
        "one",
        "how many times faster, by dimension and group",
    ),
    "scatter": FigureKind(
        mpl_pairs.scatter_figure,
        ("dimension", "pair"),
        "one",
        "expected runtimes of two algorithms",
    ),
    "scatter-functions": FigureKind(
        mpl_pairs.scatter_panels, ("pair",), "two", "the same, a panel per function"
    ),
    "ratios": FigureKind(
        mpl_pairs.ratio_figure,
        ("dimension", "pair", "bands"),
        "one",
        "runtime ratios of two algorithms",
    ),
    "run-lengths": FigureKind(
        mpl_distributions.run_length_figure,
        ("dimension", "group", "target", "bands"),
        "one",
        "run-length distributions",
    ),
    "quality": FigureKind(
        mpl_distributions.quality_figure,
        ("dimension", "group", "budget", "bands"),
        "one",
        "distribution of the quality at a budget",
    ),
    "budget-ecdf": FigureKind(
        mpl_distributions.budget_profile_figure,
        ("dimension", "group", "bands"),
        "one",
        "ECDF over budgets",
    ),
    "loss": FigureKind(
        mpl_distributions.loss_figure, ("dimension",), "one", "loss ratios against the reference"
    ),
    "winners": FigureKind(
        mpl_distributions.winners_figure, ("dimension",), "two", "who leads at which budget"
    ),
}


def figure_kind(name: str) -> FigureKind:
    """Return a kind of figure by name.

    Raises
    ------
    UnknownNameError
        Naming the nearest known name.
    """
    return FIGURES[known_name(name, FIGURES, "figure")]


def draw_figure(
    suite: SuiteReport, name: str, *, size: Size | None = None, **options: Any
) -> "Figure":
    """Draw one figure with matplotlib.

    Parameters
    ----------
    suite : SuiteReport
    name : str
        A key of `FIGURES`.
    size : {"one", "two", "slide"}, optional
        Columns; the usual size of the figure when not given.
    **options
        What the figure takes; ``dimension`` defaults to the main one, ``function`` to the first.

    Raises
    ------
    UnknownNameError
        For an unknown figure, group, function or algorithm.
    InvalidValueError
        For an option the figure does not take, or a dimension without data.
    """
    kind = figure_kind(name)
    given = {key: value for key, value in options.items() if value is not None}
    strange = [key for key in given if key not in kind.options and given[key] is not False]
    if strange:
        message = f"figure {name!r} takes no {strange[0]}; it takes {', '.join(kind.options)}"
        raise InvalidValueError(message)
    given = {key: value for key, value in given.items() if key in kind.options}
    check_options(suite, given)
    if "dimension" in kind.options:
        given.setdefault("dimension", suite.main_dimension)
    if "function" in kind.options:
        given.setdefault("function", suite.functions[0])
    chosen = size or kind.size
    with paper_style(chosen):
        return kind.draw(suite, size=chosen, **given)


def check_options(suite: SuiteReport, given: dict[str, Any]) -> None:
    """Refuse what the data do not hold."""
    dimension, function, group = (given.get(k) for k in ("dimension", "function", "group"))
    if dimension is not None and dimension not in suite.dimensions:
        message = f"no data in dimension {dimension}; dimensions are {list(suite.dimensions)}"
        raise InvalidValueError(message)
    if function is not None and function not in suite.functions:
        message = f"no data for function {function}; functions are {list(suite.functions)}"
        raise InvalidValueError(message)
    if group is not None and suite.function_set(group) is None:
        keys = [entry.key for entry in suite.sets if entry.kind != "function"]
        raise unknown_name(group, keys, "group")
    known_name(given.get("targets", "fixed"), suite.target_labels, "targets")


def rendered(suite: SuiteReport, name: str, form: str, **options: Any) -> bytes:
    """Return one figure as the content of a file; the same results give the same bytes."""
    return rendered_in(suite, name, (form,), **options)[0]


def rendered_in(suite: SuiteReport, name: str, forms: Sequence[str], **options: Any) -> list[bytes]:
    """Return one figure in several formats."""
    for form in forms:
        known_name(form, FORMATS, "format")
    size = options.pop("size", None) or figure_kind(name).size
    contents = []
    with paused_collection(), paper_style(size):
        figure = draw_figure(suite, name, size=size, **options)
        # Settle the layout once: with a layout engine every saving would lay out anew.
        engine = figure.get_layout_engine()
        if engine is not None:
            engine.execute(figure)
            figure.set_layout_engine(None)
        for form in forms:
            buffer = BytesIO()
            date = {"pdf": {"CreationDate": None}, "svg": {"Date": None}}.get(form)
            figure.savefig(buffer, format=form, metadata=date, dpi=200)
            contents.append(buffer.getvalue())
    return contents


# ------------------------------------------------------------------ the set of a paper


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
    grouped = any(True for _ in suite.of_kind("group"))
    shown = [d for d in suite.settings.table_dimensions if d in suite.dimensions]
    for d in shown or [suite.main_dimension]:
        if grouped:
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
    if len(suite.dimensions) > 1:
        yield PaperFigure("scaling", "scaling-functions", {})
    if len(suite.algorithms) == 1:
        yield PaperFigure("profile_dimensions", "ecdf-algorithm", {})
        return
    for d in shown or [suite.main_dimension]:
        yield PaperFigure(f"winners_D{d:02d}", "winners", {"dimension": d})
        if suite.comparison.speed is not None:
            yield PaperFigure(f"speed_D{d:02d}", "speed", {"dimension": d})
    if len(suite.algorithms) == 2 and suite.comparison.speed is not None:
        yield PaperFigure("pair", "scatter-functions", {})
        for d in shown or [suite.main_dimension]:
            yield PaperFigure(f"ratios_D{d:02d}", "ratios", {"dimension": d})


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
    tasks = [
        (suite, entry, tuple(formats), size, file_prefix(suite.name, names))
        for suite in data.suites
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
        contents = rendered_in(suite, entry.name, formats, size=size, **entry.options)
    except DataError:
        return {}  # nothing to draw: two algorithms without a common problem, say
    return {
        f"{prefix}{entry.stem}.{form}": content
        for form, content in zip(formats, contents, strict=True)
    }


def write_figure(path: Path, suite: SuiteReport, name: str, **options: Any) -> Path:
    """Write one figure to a file; the ending decides the format."""
    form = path.suffix.lstrip(".").lower()
    content = rendered(suite, name, form, **options)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path
