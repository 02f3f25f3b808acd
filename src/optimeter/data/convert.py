"""Change the format of recorded data."""

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np

from optimeter._arguments import known_name, path_of
from optimeter._core import COCO_PRECISION
from optimeter._output import refuse_full, staged
from optimeter.data.runs import Runs
from optimeter.data.value_ranges import logged
from optimeter.data.write_coco import write_coco
from optimeter.data.write_ioh import write_ioh
from optimeter.data.write_table import write_csv
from optimeter.exceptions import FileError

__all__ = ["FORMATS", "convert", "not_carried"]

COCO_ATTRIBUTES = {"reference_value", "restarts", "constraint_evaluations", "source"}


FORMATS: dict[str, Callable[[Runs, Path], None]] = {
    "coco": write_coco,
    "ioh": write_ioh,
    "parquet": lambda runs, folder: runs.to_parquet(folder / "runs.parquet"),
    "csv": lambda runs, folder: write_csv(runs, folder / "runs.csv"),
}


def _refuse_inside(target: Path, runs: Runs) -> None:
    """Raise where the copy would be read as more of the data it was made from."""
    for place in {Path(entry["path"]) for entry in runs.provenance if "path" in entry}:
        if place.is_dir() and target.resolve().is_relative_to(place.resolve()):
            message = (
                f"{str(target)!r} is inside of the data {str(place)!r}, and would be read as part "
                "of them; give a folder elsewhere"
            )
            raise FileError(message)


def not_carried(runs: Runs, to: str) -> list[str]:
    """Return, in words, what of these runs a format has no place for; nothing if all is kept.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=2, offsets=[0, 1], suite="PBO",
    ...                         step_evaluations=[1], step_precision=[-8], maximized=True, grid=5)
    >>> not_carried(runs, "parquet"), not_carried(runs, "coco")[0]
    ([], 'that values are maximised, for other readers: they are written negated')
    """
    lines = ["logged lines that improve nothing"] if runs.records else []
    if to == "csv":
        return lines
    if to != "coco":
        return []
    if runs.maximized.any():
        lines.append("that values are maximised, for other readers: they are written negated")
    named = {*logged(runs.extra), *runs.step_extra, *runs.budget_extra} - COCO_ATTRIBUTES
    if named:
        lines.append(f"logged attributes: {', '.join(sorted(named))}")
    if ((runs.grid == 0) & runs.optimum_known).any():
        lines.append(
            "runtimes to any target: of COCO data they are known for five targets per decade"
        )
    open_end = ~np.isfinite(runs.final_target) & (runs.grid == 0) & runs.optimum_known
    if (open_end & (runs.final < COCO_PRECISION)).any():
        lines.append(f"values below {COCO_PRECISION:g}: targets beyond count as never reached")
    return sorted(lines)


def convert(runs: Runs, folder: str | os.PathLike[str], *, to: str, force: bool = False) -> Path:
    """Write runs in another format to a new folder.

    Parameters
    ----------
    runs : Runs
    folder : path
        Outside of the data. A new one appears complete or not at all; in another one, only what an
        earlier call wrote, and nobody changed, is replaced.
    to : {"coco", "ioh", "parquet", "csv"}
        `not_carried` tells what a format has no place for.
    force : bool
        Write to a folder that holds other files; those in the way are kept as ``NAME.1.bak``.

    Returns
    -------
    Path
        The folder.

    Raises
    ------
    UnknownNameError
        If the format is unknown.
    DataError
        If the format has no place for the runs.
    FileError
        If the folder holds something, or cannot be written.

    Examples
    --------
    >>> import tempfile, optimeter as om
    >>> runs = om.Runs.from_arrays(function=1, dimension=2, offsets=[0, 2], suite="bbob",
    ...                            step_evaluations=[1, 30], step_precision=[8, 0.5])
    >>> folder = convert(runs, tempfile.mkdtemp(), to="coco")
    >>> sorted(path.name for path in folder.iterdir())
    ['.optimeter-files.json', 'bbobexp_f1.info', 'data_f1']
    """
    known_name(to, FORMATS, "format")
    target = path_of(folder)
    refuse_full(target, force=force)
    _refuse_inside(target, runs)
    with staged(target, force=force) as stage:
        FORMATS[to](runs, stage)
    return target
