"""`optimeter convert`: change the format of recorded data."""

from pathlib import Path
from typing import Annotated

import typer

from optimeter.cli._common import Data, Force, Maximize, Optimum, OwnInstances
from optimeter.cli._echo import echo
from optimeter.data.convert import FORMATS, convert, not_carried
from optimeter.data.load import load

__all__ = ["command"]


def command(
    data: Data,
    *,
    to: Annotated[str, typer.Option("--to", help=f"The format to write: {', '.join(FORMATS)}.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="A folder of their own.")],
    maximize: Maximize = None,
    optimum: Optimum = None,
    own_instances: OwnInstances = None,
    force: Force = False,
) -> None:
    """Write the data in another format to a folder of their own."""
    runs = load(*data, maximize=maximize, optimum=optimum, own_instances=own_instances)
    folder = convert(runs, output, to=to, force=force)
    many = "" if len(runs.algorithms) == 1 else "s"
    echo(f"{len(runs)} runs of {len(runs.algorithms)} algorithm{many} written to {folder}")
    for line in not_carried(runs, to):
        echo(f"not kept, as the format has no place for it: {line}")
