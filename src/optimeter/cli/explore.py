"""`optimeter explore`: open the interactive page on recorded data."""

from typing import Annotated

import typer

from optimeter.cli._common import Maximize, NamedData, Optimum, OwnInstances
from optimeter.cli._echo import echo
from optimeter.cli.report import progress_bar
from optimeter.reports.writing import explore

__all__ = ["command"]


def command(
    data: NamedData,
    *,
    maximize: Maximize = None,
    optimum: Optimum = None,
    own_instances: OwnInstances = None,
    browser: Annotated[bool, typer.Option(help="Open a browser; else print the address.")] = True,
) -> None:
    """Open the interactive page on recorded data, without writing to the working folder."""
    with progress_bar() as progress:
        written = explore(
            *data,
            maximize=maximize,
            optimum=optimum,
            own_instances=own_instances,
            progress=progress,
        )
    if not (browser and written.show()):
        echo(written.page.resolve().as_uri())
