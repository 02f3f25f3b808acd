"""Which folders and files below a folder are data sets: what `load` reads, one by one."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from optimeter.data.detect import HEAD, file_kind
from optimeter.data.report_files import MANIFEST, listed_in_manifest
from optimeter.data.unpack import is_archive, is_hidden, is_skipped
from optimeter.exceptions import DataError
from optimeter.record.files import DESCRIPTION_FILE, PROVENANCE_FILE

__all__ = ["data_sets_below"]

MADE_BY_US = (DESCRIPTION_FILE, PROVENANCE_FILE)
INDEX_NAMES = ("*.info", "IOHprofiler_*.json")


def data_sets_below(
    folder: str | os.PathLike[str], *, apart_from: Iterable[Path] = ()
) -> Iterator[Path]:
    r"""Yield the data sets at any depth, in the order of their names.

    A folder that holds an index or a table of runs is one data set, with everything below it. So is
    an archive that lies in no such folder; whether it holds runs is seen when it is loaded.

    Parameters
    ----------
    folder : path
    apart_from : iterable of Path
        Folders that are not looked into.

    Raises
    ------
    DataError
        If a folder or file cannot be read.

    Examples
    --------
    >>> import tempfile
    >>> place = Path(tempfile.mkdtemp())
    >>> (place / "mine").mkdir()
    >>> _ = (place / "mine" / "runs.csv").write_text("evaluations,value\n1,8.5\n")
    >>> [found.name for found in data_sets_below(place)]
    ['mine']
    """
    try:
        yield from _below(Path(folder), {path.resolve() for path in apart_from})
    except OSError as error:
        message = f"cannot read {error.filename!r}: {error.strerror}"
        raise DataError(message) from error


def _below(folder: Path, seen: set[Path]) -> Iterator[Path]:
    """Yield the data sets of a folder; `seen` are those places that are not looked at, or not again."""
    home = folder.resolve()
    if home in seen:
        return
    seen.add(home)  # links may lead in circles
    paths = [path for path in sorted(folder.iterdir()) if not is_hidden(path.name)]
    if (manifest := folder / MANIFEST) in paths:
        seen |= {home / name for name in listed_in_manifest(manifest.read_bytes())}
    files = [path for path in paths if path.is_file() and path.resolve() not in seen]
    if any(_makes_data_set(path) for path in files):
        yield folder
        return
    for path in paths:
        if path.is_dir():
            yield from _below(path, seen)
        elif path in files and not is_skipped(path.name) and is_archive(_head(path)):
            yield path


def _makes_data_set(path: Path) -> bool:
    """Whether a file makes its folder a data set: one that lists or holds runs, or should."""
    name = path.name
    # An index counts by its name alone, so that it can be told if it is damaged.
    if name in MADE_BY_US or any(map(path.match, INDEX_NAMES)):
        return True
    if is_skipped(name):
        return False
    kind = file_kind(name, _head(path))
    if kind == "json":  # other programs write such files as well, but list no scenarios
        return b'"scenarios"' in path.read_bytes()
    return kind in ("index", "csv", "parquet")


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(HEAD)
