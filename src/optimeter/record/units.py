"""Units: each run is a file of its own, and a result folder is put together from such files.

This is what makes experiments safe against anything. The contract:

* `record_unit` records one run of one problem. Nothing but a temporary file beside `path` exists
  until the run is finished; then the file is written, flushed to the disk and renamed to `path`: it
  is there complete or not at all. A run that was broken off by an exception is finished like any
  other, as far as it came. A run without a single evaluation gives a unit with
  ``evaluations == 0``, which leaves no trace in a folder.
* A unit holds no time and no trace of the machine: the same run gives the same bytes.
* `read_unit` tells the facts of a unit (for journals, resuming, checks) and raises `FileError` for
  a file that is damaged.
* A `Recording` keeps the finished run for a committer, which writes the units of short runs together
  to one file, a pack.
* `assemble` writes the folder, in COCO's or IOHprofiler's format, from units in the given order:
  that of the experiment's plan. Same units in the same order, same bytes; by whom and when they
  were made does not matter. It reads one unit at a time, writes each file beside its place and
  renames it, and may be called again when there are more units.
"""

from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import Self

from optimeter import _core
from optimeter._core import CocoOptions, Problem, Recording, Unit, UnitPlace
from optimeter.exceptions import FileError, InvalidValueError
from optimeter.record.options import RecordOptions

__all__ = [
    "Recording",
    "Unit",
    "UnitPlace",
    "UnitRecording",
    "assemble",
    "read_unit",
    "record_unit",
    "recover",
]


class UnitRecording:
    """One run on its way to become a unit; made by `record_unit`.

    As a context manager it finishes the run at the end of the block, also after an exception.
    """

    def __init__(
        self,
        problem: Problem,
        path: Path,
        options: RecordOptions,
        *,
        sync: bool,
    ) -> None:
        self._problem = problem
        self._path = path
        self._sync = sync
        self._native = Recording(problem, path.parent, options)
        self._open = True

    @property
    def problem(self) -> Problem:
        """The problem that is recorded."""
        return self._problem

    @property
    def path(self) -> Path:
        """Where the unit appears."""
        return self._path

    def end(self) -> None:
        """End the run and write the unit."""
        if not self._open:
            message = f"the recording of {self._path} is over"
            raise InvalidValueError(message)
        self._open = False
        self._native.end()
        self._native.save(self._path, sync=self._sync)

    def finish(self) -> Unit:
        """End the run, write the unit and return its facts."""
        self.end()
        return read_unit(self._path)

    def abandon(self) -> None:
        """End the run without writing anything. After `finish` this has no effect."""
        if self._open:
            self._open = False
            self._native.abandon()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *details: object) -> None:
        if self._open:
            self.finish()


def record_unit(
    problem: Problem,
    path: str | PathLike[str],
    options: RecordOptions | None = None,
    *,
    sync: bool = True,
) -> UnitRecording:
    """Record one run of a problem as a unit.

    Parameters
    ----------
    problem
        Recorded from now on; a recording that is under way is finished first.
    path
        Where the unit appears when the run is finished. Its folder must exist.
    options
        :class:`optimeter.record.CocoOptions` or :class:`optimeter.record.IohOptions`.
    sync
        Whether the unit is flushed to the disk before it gets its name.

    Examples
    --------
    >>> import tempfile
    >>> import optimeter as om
    >>> problem = om.problem("bbob", function=1, dimension=2)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     recording = record_unit(problem, Path(folder, "first"))
    ...     value = problem([0, 0])
    ...     unit = recording.finish()
    >>> unit.problem, unit.evaluations, round(unit.best, 8)
    ('bbob_f001_i01_d02', 1, 1.40209408)
    """
    chosen = CocoOptions() if options is None else options
    return UnitRecording(problem, Path(path).absolute(), chosen, sync=sync)


def read_unit(path: str | PathLike[str] | UnitPlace) -> Unit:
    """Read the facts of a unit.

    Raises
    ------
    FileError
        If the file is missing, no unit, cut off or damaged.

    Examples
    --------
    >>> read_unit("nowhere")
    Traceback (most recent call last):
        ...
    optimeter.exceptions.FileError: cannot read nowhere: No such file or directory
    """
    return _core.read_unit(_place(path))


def _place(unit: str | PathLike[str] | UnitPlace) -> UnitPlace:
    return unit if isinstance(unit, UnitPlace) else UnitPlace(Path(unit))


def assemble(
    units: Iterable[str | PathLike[str] | UnitPlace],
    folder: str | PathLike[str],
    *,
    sync: bool = False,
) -> list[str]:
    """Write the result folder of the given units, in this order.

    Parameters
    ----------
    units
        Finished units of one format: their paths, or places in packs.
    folder
        The result folder; made if it does not exist. Files that it has in common with the result
        are replaced, others are left alone.
    sync
        Whether each file is flushed to the disk before it gets its name.

    Returns
    -------
    list of str
        The names of all files, relative to the folder.

    Examples
    --------
    >>> import tempfile
    >>> import optimeter as om
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with record_unit(om.problem("bbob", 1, 2), Path(folder, "unit")) as recording:
    ...         value = recording.problem([0, 0])
    ...     names = assemble([recording.path], Path(folder, "result"))
    ...     print(Path(folder, "result/bbobexp_f1.info").read_text().splitlines()[-1])
    data_f1/bbobexp_f1_DIM2.dat, 1:1|1.4e+00
    """
    return _core.assemble([_place(unit) for unit in units], Path(folder), sync)


def recover(folder: str | PathLike[str]) -> Path | None:
    """Put the runs together that a killed process had finished but not yet added to its files.

    This concerns only observers that had several problems under way at once: their finished runs
    wait in the folder ``.runs`` until none is observed any more. All other finished runs are in the
    files already.

    Parameters
    ----------
    folder
        The result folder of the observer. It is not changed.

    Returns
    -------
    Path or None
        A new result folder beside it, its name ending in ``-recovered``, with the missing runs in
        suite order; None if nothing is missing.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     print(recover(folder))
    None
    """
    root = Path(folder)
    waiting = []
    for path in (root / ".runs").glob("*.run"):
        unit = read_unit(path)
        waiting.append((unit.dimension, unit.function, unit.instance, int(path.stem), path))
    if not waiting:
        return None
    target = root.with_name(f"{root.name}-recovered")
    if target.exists():
        message = f"cannot recover {root}: {target} exists already"
        raise FileError(message)
    assemble([path for *_, path in sorted(waiting)], target)
    return target
