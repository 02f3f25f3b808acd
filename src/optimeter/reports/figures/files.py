"""Figures by name: drawn with matplotlib, as files for papers."""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from optimeter._arguments import known_name
from optimeter._output import write_owned
from optimeter._parallel import paused_collection
from optimeter.reports.analysis.model import SuiteReport
from optimeter.reports.figures import draw_mpl
from optimeter.reports.figures.description import Figure as Description
from optimeter.reports.figures.kinds import describe_figure, figure_kind
from optimeter.reports.figures.mpl_canvas import Size, paper_style

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["FORMATS", "draw_figure", "file_contents", "write_figure"]

FORMATS = ("pdf", "svg", "png")


def draw_figure(
    suite: SuiteReport, name: str, *, size: Size | None = None, **options: Any
) -> "Figure":
    """Draw one figure with matplotlib; the usual size of its kind when none is given.

    Further options and errors are those of `describe_figure`.
    """
    return draw_mpl.draw(describe_figure(suite, name, **options), size or figure_kind(name).size)


def file_contents(description: Description, forms: Sequence[str], size: Size) -> list[bytes]:
    """Return a figure that is described as the content of a file in each format.

    The same description gives the same bytes.
    """
    for form in forms:
        known_name(form, FORMATS, "format")
    contents = []
    with paused_collection(), paper_style(size):
        figure = draw_mpl.draw(description, size)
        for form in forms:
            buffer = BytesIO()
            date = {"pdf": {"CreationDate": None}, "svg": {"Date": None}}.get(form)
            figure.savefig(buffer, format=form, metadata=date, dpi=200)
            contents.append(buffer.getvalue())
    return contents


def write_figure(
    path: Path,
    suite: SuiteReport,
    name: str,
    *,
    size: Size | None = None,
    force: bool = False,
    **options: Any,
) -> Path:
    """Write one figure to a file; the ending decides the format.

    A file of others there is an error; with `force` it is kept as ``NAME.1.bak``.
    """
    form = path.suffix.lstrip(".").lower()
    figure = describe_figure(suite, name, **options)
    (content,) = file_contents(figure, (form,), size or figure_kind(name).size)
    write_owned(path, content, force=force)
    return path
