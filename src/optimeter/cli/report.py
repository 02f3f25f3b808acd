"""`optimeter report`: write the page, the numbers and the figures for a paper."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from optimeter.cli._common import (
    Dimensions,
    Folder,
    Force,
    Functions,
    Instances,
    Maximize,
    NamedData,
    Optimum,
    OwnInstances,
)
from optimeter.cli._echo import echo
from optimeter.cli._measuring import (
    Background,
    CostOption,
    Reference,
    Resamples,
    Seed,
    SweepOption,
)
from optimeter.measures.choosing import SUITE_REFERENCE
from optimeter.reports.analysis.words import headline
from optimeter.reports.figures.mpl_canvas import Size
from optimeter.reports.paper.article import Template
from optimeter.reports.results import Advance
from optimeter.reports.writing import Report, report

__all__ = ["command", "progress_bar"]


def command(
    data: NamedData,
    *,
    folder: Folder = Path("ppdata"),
    paper: Annotated[
        bool, typer.Option("--paper", help="Also PDF and SVG figures, LaTeX tables, an article.")
    ] = False,
    template: Annotated[
        Template, typer.Option(help="Class of the article: one column, or ACM's two.")
    ] = "plain",
    dimensions: Dimensions = None,
    functions: Functions = None,
    instances: Instances = None,
    targets: Annotated[
        str | None,
        typer.Option(
            help="Own targets, such as 10,1,1e-2; else the suite's or, without a known optimum, "
            "between recorded values: linear, log or relative.",
        ),
    ] = None,
    reference: Reference = SUITE_REFERENCE,
    background: Background = None,
    sweep: SweepOption = "",
    size: Annotated[Size | None, typer.Option(help="Size of all paper figures.")] = None,
    title: Annotated[str, typer.Option(help="Title of the page.", show_default=False)] = "",
    resamples: Resamples = 200,
    seed: Seed = 1,
    maximize: Maximize = None,
    optimum: Optimum = None,
    own_instances: OwnInstances = None,
    cost: CostOption = None,
    side_files: Annotated[
        bool, typer.Option("--side-files", help="Put plotly.js beside the page, not into it.")
    ] = False,
    force: Force = False,
) -> None:
    """Write the report on recorded data.

    The folder gets index.html, which opens by double click without network; data/ with all numbers
    as CSV and JSON; and with --paper fig/ and tex/.
    """
    with progress_bar() as progress:
        written = report(
            *data,
            folder=folder,
            paper=paper,
            template=template,
            dimensions=dimensions,
            functions=functions,
            instances=instances,
            targets=targets,
            reference=reference,
            background=background or (),
            sweep=sweep,
            size=size,
            title=title,
            resamples=resamples,
            seed=seed,
            maximize=maximize,
            optimum=optimum,
            own_instances=own_instances,
            cost=cost,
            single_file=not side_files,
            force=force,
            progress=progress,
        )
    for line in _summary(written):
        echo(line)


def _summary(written: Report) -> Iterator[str]:
    """Return what was done and the answer, in a few lines."""
    for suite in written.data.suites:
        yield from headline(suite, suite.main_dimension)
    yield from written.data.changes
    yield from written.data.unfinished
    findings = len(written.data.findings)
    if findings:
        word = "finding" if findings == 1 else "findings"
        yield f"{findings} {word} in the data; see the data section of the page."
    yield f"{written.page}  ({len(written.files)} files)"


@contextmanager
def progress_bar() -> Iterator[Advance]:
    """Show how far the work is, on a terminal only."""
    from rich.console import Console  # noqa: PLC0415
    from rich.markup import escape  # noqa: PLC0415
    from rich.progress import (  # noqa: PLC0415
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    # Refreshed by hand: a thread that does it would keep the work from being forked.
    bar = Progress(
        *columns,
        console=console,
        transient=True,
        auto_refresh=False,
        disable=not console.is_terminal,
    )
    with bar:
        task = bar.add_task("reading data", total=None)

        def update(what: str, done: int, everything: int) -> None:
            bar.update(
                task, description=escape(what), completed=done, total=everything, refresh=True
            )

        yield update
