"""`optimeter figure`: draw one figure of the report into a file."""

from pathlib import Path
from typing import Annotated

import typer

from optimeter.cli._common import (
    CostOption,
    Dimensions,
    FamilyOption,
    Functions,
    Instances,
    NamedData,
    SweepOption,
    family_of,
)
from optimeter.cli._echo import echo, tell_errors
from optimeter.cli._quality import Maximize, Optimum, OwnInstances
from optimeter.cli.report import progress_bar
from optimeter.reports.analysis.computing import compute_one
from optimeter.reports.analysis.sources import prepared
from optimeter.reports.figures.choosing import choose
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
    dimensions: Dimensions = None,
    functions: Functions = None,
    instances: Instances = None,
    targets: Annotated[
        str | None,
        typer.Option(
            help="fixed, budget, or as for the report, such as 10,1; one, where the figure draws one.",
            show_default=False,
        ),
    ] = None,
    target: Annotated[
        float | None,
        typer.Option(help="The one of the targets that is drawn.", show_default=False),
    ] = None,
    budget: Annotated[
        float | None, typer.Option(help="Budget, per dimension.", show_default=False)
    ] = None,
    pair: Annotated[
        tuple[str, str] | None, typer.Option(help="Two algorithms.", show_default=False)
    ] = None,
    algorithm: Annotated[
        str | None, typer.Option(help="Of figures of one algorithm.", show_default=False)
    ] = None,
    statistic: Annotated[
        str | None,
        typer.Option(help="Of convergence: median, mean, geometric-mean.", show_default=False),
    ] = None,
    parameter: Annotated[
        str | None, typer.Option(help="Of parameters: what was logged.", show_default=False)
    ] = None,
    tolerance: Annotated[
        float | None,
        typer.Option(help="Of performance, data and log-ratio profiles.", show_default=False),
    ] = None,
    returned: Annotated[
        bool, typer.Option("--returned", help="Judge these by the point that a run ends with.")
    ] = False,
    relative: Annotated[
        bool, typer.Option("--relative", help="Of positions: deviations from the optimum.")
    ] = False,
    bands: Annotated[bool, typer.Option("--bands", help="Draw 95 % bands.")] = False,
    size: Annotated[
        Size | None, typer.Option(help="One or two columns, or a slide.", show_default=False)
    ] = None,
    family: FamilyOption = None,
    sweep: SweepOption = "",
    reference: Annotated[
        str, typer.Option(help="As for the report: a word, a name, or DATA.")
    ] = "suite",
    background: Annotated[
        list[str] | None,
        typer.Option(help="Data drawn light behind the others; repeatable.", show_default=False),
    ] = None,
    resamples: Annotated[int, typer.Option(help="Bootstrap resamples of intervals.")] = 200,
    seed: Annotated[int, typer.Option(help="Seed of the resampling.")] = 1,
    maximize: Maximize = None,
    optimum: Optimum = None,
    own_instances: OwnInstances = None,
    cost: CostOption = None,
) -> None:
    """Draw one figure of the report for a paper."""
    kind = figure_kind(name)
    options = {
        "target": target,
        "budget": budget,
        "pair": pair,
        "algorithm": algorithm,
        "statistic": statistic,
        "parameter": parameter,
        "tolerance": tolerance,
        "returned": returned,
        "relative": relative,
        "bands": bands,
    }
    runs, settings = prepared(
        *data,
        instances=instances,
        reference=reference,
        background=background or (),
        family=family_of(family),
        sweep=sweep,
        resamples=resamples,
        seed=seed,
        maximize=maximize,
        optimum=optimum,
        own_instances=own_instances,
        cost=cost,
    )
    tell_errors(runs)
    settings, chosen = choose(
        name,
        runs,
        settings,
        suite=suite,
        functions=functions,
        dimensions=dimensions,
        targets=targets,
        target=target,
    )
    options |= chosen
    with progress_bar() as progress:
        scope = kind.scope(options)
        results = compute_one(runs, settings, suite=suite, scope=scope, progress=progress)
    write_figure(output, results, name, size=size, **options)
    echo(str(output))
