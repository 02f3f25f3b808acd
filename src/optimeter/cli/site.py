"""`optimeter site`: an index page of many data sets and reports."""

from pathlib import Path
from typing import Annotated

import typer

from optimeter.cli._common import Folder, Force, Maximize, Optimum, OwnInstances
from optimeter.cli._echo import echo
from optimeter.cli._measuring import Resamples
from optimeter.cli.report import progress_bar
from optimeter.reports.site import site

__all__ = ["command"]


def command(
    results: Annotated[
        list[str], typer.Argument(help="Folders in which data sets and reports lie.")
    ],
    *,
    folder: Folder = Path("public"),
    title: Annotated[str, typer.Option(help="Title of the index.")] = "Results",
    reports: Annotated[bool, typer.Option(help="Write a report on each suite.")] = True,
    resamples: Resamples = 200,
    maximize: Maximize = None,
    optimum: Optimum = None,
    own_instances: OwnInstances = None,
    force: Force = False,
) -> None:
    """Write a site of results for any web host.

    Its index lists all data sets, who is faster than whom, and reports; it needs no server and no
    network.
    """
    with progress_bar() as progress:
        written = site(
            *results,
            folder=folder,
            title=title,
            reports=reports,
            resamples=resamples,
            maximize=maximize,
            optimum=optimum,
            own_instances=own_instances,
            force=force,
            progress=progress,
        )
    for text in written.left_out:
        echo(f"left out: {text}")
    count = len(written.data_sets)
    echo(f"{written.page}  ({count} data sets, {len(written.reports)} reports)")
