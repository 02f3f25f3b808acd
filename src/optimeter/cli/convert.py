"""`optimeter convert`: change the format of recorded data."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from optimeter.cli._echo import echo
from optimeter.cli._quality import Maximize, Optimum, OwnInstances
from optimeter.data.convert import convert, not_carried
from optimeter.data.load import load

__all__ = ["command"]


class Format(StrEnum):
    """Formats that can be written."""

    coco = "coco"
    ioh = "ioh"
    parquet = "parquet"
    csv = "csv"


def command(
    data: Annotated[list[str], typer.Argument(help="Folders, archives, files or archive:NAME.")],
    *,
    to: Annotated[Format, typer.Option("--to", help="The format to write.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="A new folder.")],
    maximize: Maximize = None,
    optimum: Optimum = None,
    own_instances: OwnInstances = None,
) -> None:
    """Write the data in another format to a new folder."""
    runs = load(*data, maximize=maximize, optimum=optimum, own_instances=own_instances)
    folder = convert(runs, output, to=to.value)
    many = "" if len(runs.algorithms) == 1 else "s"
    echo(f"{len(runs)} runs of {len(runs.algorithms)} algorithm{many} written to {folder}")
    for line in not_carried(runs, to.value):
        echo(f"not kept, as the format has no place for it: {line}")
