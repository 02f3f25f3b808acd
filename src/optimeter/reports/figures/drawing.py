"""A figure of data in one call, for own use: see `optimeter.plot`."""

from typing import TYPE_CHECKING, Any, Literal, get_args

from optimeter._arguments import Selection, known_name
from optimeter.exceptions import InvalidValueError
from optimeter.measures.choosing import SUITE_REFERENCE, ReferenceSource
from optimeter.measures.targets import TargetsLike
from optimeter.reports.analysis.computing import compute_one
from optimeter.reports.analysis.families import FamilyLike
from optimeter.reports.analysis.sources import Source, prepared
from optimeter.reports.figures import draw_mpl, draw_plotly
from optimeter.reports.figures.choosing import choose
from optimeter.reports.figures.kinds import FIGURES, describe_figure, given_options
from optimeter.reports.figures.mpl_canvas import Size

if TYPE_CHECKING:
    from optimeter.reports.figures.draw_mpl import AxesLike

__all__ = ["COMMON", "Engine", "draw_kind"]

Engine = Literal["plotly", "matplotlib"]
COMMON = ("reference", "family", "sweep", "suite", "engine", "size", "ax")
"""What all kinds of figures take, beside the options of their own."""


def draw_kind(
    kind: str,
    runs: Source,
    *,
    functions: Selection | None = None,
    dimensions: Selection | None = None,
    targets: TargetsLike | None = None,
    reference: ReferenceSource = SUITE_REFERENCE,
    family: FamilyLike | None = None,
    sweep: str = "",
    suite: str | None = None,
    engine: Engine | None = None,
    size: Size | None = None,
    ax: "AxesLike | None" = None,
    **options: Any,
) -> Any:
    """Draw one figure; the arguments are those of `optimeter.plot`."""
    drawn_by = engine or ("plotly" if ax is None else "matplotlib")
    known_name(drawn_by, get_args(Engine), "engine")
    if ax is not None and drawn_by != "matplotlib":
        message = f"ax is for figures of matplotlib; got engine={engine!r}"
        raise InvalidValueError(message)
    given = given_options(kind, options, beside=COMMON)
    table, settings = prepared(runs, reference=reference, family=family, sweep=sweep)
    settings, chosen = choose(
        kind,
        table,
        settings,
        suite=suite,
        functions=functions,
        dimensions=dimensions,
        targets=targets,
        target=given.get("target"),
    )
    given = given_options(kind, given | chosen)
    results = compute_one(table, settings, suite=suite, **FIGURES[kind].work(given))
    description = describe_figure(results, kind, **given)
    if drawn_by == "plotly":
        return draw_plotly.draw(description)
    return draw_mpl.draw(description, size or FIGURES[kind].size, ax)
