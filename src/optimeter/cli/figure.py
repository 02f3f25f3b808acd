"""`optimeter figure`: draw one figure of the report into a file."""

from pathlib import Path
from typing import Annotated

import typer

from optimeter._arguments import known_name
from optimeter._output import refuse_foreign_file
from optimeter.cli._common import (
    Dimensions,
    Force,
    Functions,
    Instances,
    Maximize,
    NamedData,
    Optimum,
    OwnInstances,
)
from optimeter.cli._echo import echo, tell_errors
from optimeter.cli._measuring import (
    Background,
    CostOption,
    FamilyOption,
    OneSuite,
    Pair,
    Reference,
    Relative,
    Resamples,
    Returned,
    Seed,
    SweepOption,
    Tolerance,
    family_of,
)
from optimeter.cli.report import progress_bar
from optimeter.measures.choosing import SUITE_REFERENCE
from optimeter.reports.analysis.computing import compute_one
from optimeter.reports.analysis.sources import prepared
from optimeter.reports.figures.choosing import choose
from optimeter.reports.figures.files import FORMATS, write_figure
from optimeter.reports.figures.kinds import FIGURES, given_options
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
    suite: OneSuite = None,
    dimensions: Dimensions = None,
    functions: Functions = None,
    instances: Instances = None,
    targets: Annotated[
        str | None,
        typer.Option(
            help="fixed, budget, or as for the report, such as 10,1; one, where the figure draws one."
        ),
    ] = None,
    target: Annotated[
        float | None, typer.Option(help="The one of the targets that is drawn.")
    ] = None,
    budget: Annotated[float | None, typer.Option(help="Budget, per dimension.")] = None,
    pair: Pair = None,
    algorithm: Annotated[str | None, typer.Option(help="Of figures of one algorithm.")] = None,
    statistic: Annotated[
        str | None, typer.Option(help="Of convergence: median, mean, geometric-mean.")
    ] = None,
    parameter: Annotated[str | None, typer.Option(help="Of parameters: what was logged.")] = None,
    tolerance: Tolerance = None,
    returned: Returned = False,
    relative: Relative = False,
    bands: Annotated[bool, typer.Option("--bands", help="Draw 95 % bands.")] = False,
    size: Annotated[Size | None, typer.Option(help="One or two columns, or a slide.")] = None,
    family: FamilyOption = None,
    sweep: SweepOption = "",
    reference: Reference = SUITE_REFERENCE,
    background: Background = None,
    resamples: Resamples = 200,
    seed: Seed = 1,
    maximize: Maximize = None,
    optimum: Optimum = None,
    own_instances: OwnInstances = None,
    cost: CostOption = None,
    force: Force = False,
) -> None:
    """Draw one figure of the report for a paper."""
    known_name(output.suffix.lstrip(".").lower(), FORMATS, "format")
    refuse_foreign_file(output, force=force)
    given = {
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
    options = given_options(name, given)  # refused before anything is read
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
        work = FIGURES[name].work(options)
        results = compute_one(runs, settings, suite=suite, **work, progress=progress)
    write_figure(output, results, name, size=size, force=force, **options)
    echo(str(output))
