"""`optimeter merge`: put the shards of an experiment together."""

from pathlib import Path
from typing import Annotated

import typer

from optimeter.cli.run import finish, results_of
from optimeter.experiment import merge as merge_shards

__all__ = ["command"]


def command(
    folders: Annotated[
        list[Path], typer.Argument(help="Folders of the shards, or the folder they lie in.")
    ],
    *,
    folder: Annotated[Path, typer.Option("-o", "--output", help="Folder of the whole experiment.")],
    partial: Annotated[
        bool, typer.Option("--partial", help="Make do with the runs that are there.")
    ] = False,
) -> None:
    """Put the parts of an experiment together, as if one process had made it all.

    The parts come from `optimeter run --shard i/n`; they are only read. Of several optimizers each
    experiment is put together in a folder of its own.
    """
    finish(*results_of(merge_shards(folders, into=folder, partial=partial)))
