"""`optimeter figure`: draw one figure of the report into a file."""

from pathlib import Path
from typing import Annotated

import typer

from optimeter.cli._common import NamedData
from optimeter.cli._echo import echo
from optimeter.cli._quality import Maximize, Optimum, OwnInstances
from optimeter.cli.report import progress_bar, target_list
from optimeter.reports.analysis.computing import compute_one
from optimeter.reports.analysis.sources import prepared
from optimeter.reports.figures.files import FORMATS, write_figure
from optimeter.reports.figures.kinds import FIGURES, figure_kind
from optimeter.reports.figures.mpl_canvas import Size

__all__ = ["command"]

_NAMES = ", ".join(FIGURES)


def command(
    name: Annotated[str, typer.Argument(help=f"One of {_NAMES}.")],
    data: NamedData,
    *,
    output: Annotated[
        Path, typer.Option("-o", "--output", help=f"File to write: {', '.join(FORMATS)}.")
    ],
    suite: Annotated[
        str | None, typer.Option(help="Of data that hold several.", show_default=False)
    ] = None,
    dimension: Annotated[int | None, typer.Option(help="Dimension.", show_default=False)] = None,
    group: Annotated[
        str | None, typer.Option(help="Group of functions.", show_default=False)
    ] = None,
    function: Annotated[int | None, typer.Option(help="Function.", show_default=False)] = None,
    functions: Annotated[
        str | None, typer.Option(help="Restrict the data, such as 1-5,8.", show_default=False)
    ] = None,
    targets: Annotated[
        str | None,
        typer.Option(help="fixed, budget, or own targets such as 10,1.", show_default=False),
    ] = None,
    target: Annotated[float | None, typer.Option(help="Target.", show_default=False)] = None,
    budget: Annotated[
        float | None, typer.Option(help="Budget, per dimension.", show_default=False)
    ] = None,
    pair: Annotated[
        tuple[str, str] | None, typer.Option(help="Two algorithms.", show_default=False)
    ] = None,
    algorithm: Annotated[
        str | None, typer.Option(help="Algorithm of ecdf-algorithm.", show_default=False)
    ] = None,
    tolerance: Annotated[
        float | None,
        typer.Option(help="Of performance, data and log-ratio profiles.", show_default=False),
    ] = None,
    returned: Annotated[
        bool, typer.Option("--returned", help="Judge these by the point that a run ends with.")
    ] = False,
    bands: Annotated[bool, typer.Option("--bands", help="Draw 95 % bands.")] = False,
    size: Annotated[
        Size | None, typer.Option(help="One or two columns, or a slide.", show_default=False)
    ] = None,
    reference: Annotated[
        str, typer.Option(help="As for the report: a word, a name, or DATA.")
    ] = "suite",
    maximize: Maximize = None,
    optimum: Optimum = None,
    own_instances: OwnInstances = None,
) -> None:
    """Draw one figure of the report for a paper."""
    kind = figure_kind(name)
    own = targets not in (None, "fixed", "budget")
    chosen = None if function is None else f"f{function}"
    if chosen is not None and "function" not in kind.options and group is None:
        group, function = chosen, None  # a profile of a single function
    options = {
        "dimension": dimension,
        "group": group,
        "function": function,
        "targets": None if own else targets,
        "target": target,
        "budget": budget,
        "pair": pair,
        "algorithm": algorithm,
        "tolerance": tolerance,
        "returned": returned,
        "bands": bands,
    }
    runs, settings = prepared(
        *data,
        functions=functions,
        targets=target_list(targets) if own else None,
        reference=reference,
        maximize=maximize,
        optimum=optimum,
        own_instances=own_instances,
    )
    with progress_bar() as progress:
        scope = kind.scope(options)
        results = compute_one(runs, settings, suite=suite, scope=scope, progress=progress)
    write_figure(output, results, name, size=size, **options)
    echo(str(output))
