"""The type stub of `optimeter.plot`: its functions are made from the table of figures."""

from inspect import signature

from optimeter.reports import plot
from optimeter.reports.figures.kinds import FIGURES

HEAD = '''\
"""Single figures of recorded runs, for own use."""

# Made by scripts/plot_stub.py (make docs-parts) from the table of figures.
from typing import Literal, overload

from matplotlib.figure import Figure
from plotly.graph_objects import Figure as PlotlyFigure

from optimeter._arguments import Selection
from optimeter.measures.choosing import ReferenceSource
from optimeter.measures.targets import TargetsLike
from optimeter.reports.analysis.families import FamilyLike
from optimeter.reports.analysis.sources import Source
from optimeter.reports.figures.draw_mpl import AxesLike
from optimeter.reports.figures.mpl_canvas import Size
'''
COMMON = {
    "functions": "Selection",
    "dimensions": "Selection",
    "targets": "TargetsLike",
    "reference": "ReferenceSource",
    "family": "FamilyLike",
    "sweep": "str",
    "suite": "str",
}
# What tells the engine, and what it draws: alone, none is plotly; Axes are matplotlib's.
ENGINES = [
    (['engine: Literal["plotly"] | None = ...'], "PlotlyFigure"),
    (
        ['engine: Literal["matplotlib"]', "size: Size | None = ...", "ax: AxesLike | None = ..."],
        "Figure",
    ),
    (
        ['engine: Literal["matplotlib"] | None = ...', "size: Size | None = ...", "ax: AxesLike"],
        "Figure",
    ),
]


def stub() -> str:
    """Return the text of the stub."""
    names = "\n".join(f'    "{name}",' for name in sorted(plot.__all__))
    parts = [HEAD, f"\n__all__ = [\n{names}\n]\n\n"]
    for name in plot.__all__:
        taken = signature(getattr(plot, name)).parameters
        for engine, drawn in ENGINES:
            choice = [f"{key}: {_type(key, name)} = ..." for key in taken if _shown(key)]
            body = "\n".join(f"    {line}," for line in ["runs: Source", "*", *choice, *engine])
            parts.append(f"@overload\ndef {name}(\n{body}\n) -> {drawn}: ...\n")
    return "".join(parts)


def _shown(key: str) -> bool:
    return key not in ("runs", "engine", "size", "ax")


def _type(key: str, name: str) -> str:
    if key in ("reference", "sweep"):  # have a value of their own
        return COMMON[key]
    if key in COMMON:
        return f"{COMMON[key]} | None"
    annotation = signature(FIGURES[name.replace("_", "-")].describe).parameters[key].annotation
    text = annotation.__name__ if isinstance(annotation, type) else str(annotation)
    return text if "None" in text else f"{text} | None"
