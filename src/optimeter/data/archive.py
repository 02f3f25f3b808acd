"""Data archives: a folder or a web address with a list of published data sets.

The official archive of the field is the default; ``OPTIMETER_ARCHIVE`` names another one (a folder
or a URL). A data set is fetched once, verified, and from then on available offline, also as
``"archive:NAME"`` in `optimeter.load`. Nothing is fetched before it is asked for.

::

    optimeter.archive.search("CMA")
    path = optimeter.archive.fetch("BIPOP-CMA-ES_hansen_noiseless", progress=True)
"""

import ast
import fnmatch
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path, PurePosixPath
from urllib.parse import quote

from optimeter._arguments import unknown_name
from optimeter._files import write_atomically
from optimeter._packages import package
from optimeter._store import cache_folder
from optimeter.exceptions import ArchiveError, UnknownNameError

__all__ = [
    "DEFAULT_URL",
    "ArchiveEntry",
    "DataArchive",
    "create",
    "default",
    "fetch",
    "fetch_all",
    "resolve",
    "search",
]

DEFAULT_URL = "https://numbbo.github.io/data-archive/data-archive"
LISTING = "coco_archive_definition.txt"
SUFFIXES = (".tgz", ".tar.gz", ".tar", ".zip")
SIZE_LIMIT = 1 << 32  # bytes, of a data set whose size is not listed


_LONGEST = 240  # bytes of a name, which has room for an ending


@dataclass(frozen=True, slots=True)
class ArchiveEntry:
    """One data set of an archive.

    Attributes
    ----------
    path : str
        Relative path, such as ``bbob/2009/BIPOP-CMA-ES_hansen_noiseless.tgz``.
    sha256 : str or None
    kilobytes : int or None
        Size in units of 1000 bytes, rounded down.
    """

    path: str
    sha256: str | None = None
    kilobytes: int | None = None

    @property
    def name(self) -> str:
        """File name without the ending of an archive."""
        name = PurePosixPath(self.path).name
        return next((name.removesuffix(s) for s in SUFFIXES if name.endswith(s)), name)


class DataArchive:
    """A data archive at a folder or URL.

    Parameters
    ----------
    location : str or path
        Where ``coco_archive_definition.txt`` is.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "mine.tgz").write_bytes(b"not yet data")
    >>> archive = create(folder)
    >>> [entry.name for entry in archive.search("min")]
    ['mine']
    >>> archive.fetch("mine").name
    'mine.tgz'
    """

    def __init__(self, location: str | os.PathLike[str]) -> None:
        self.location = os.fspath(location).rstrip("/")
        self.is_remote = self.location.startswith(("http://", "https://"))

    def __repr__(self) -> str:
        return f"DataArchive({self.location!r})"

    def entries(self, *, refresh: bool = False) -> tuple[ArchiveEntry, ...]:
        """Return all data sets, in the order of the listing.

        Parameters
        ----------
        refresh : bool
            Fetch the listing of a remote archive again; otherwise the one that was fetched first
            serves, also offline.

        Raises
        ------
        ArchiveError
            If there is no listing, or it cannot be understood.
        """
        return parse_listing(self._listing(refresh=refresh), self.location)

    def search(self, pattern: str = "") -> tuple[ArchiveEntry, ...]:
        """Return the data sets whose path contains a text or fits a pattern with ``*`` and ``?``.

        Upper and lower case are the same.
        """
        wanted = pattern.lower()
        if not any(c in wanted for c in "*?["):
            return tuple(entry for entry in self.entries() if wanted in entry.path.lower())
        matches = re.compile(fnmatch.translate(f"*{wanted}*"))
        return tuple(entry for entry in self.entries() if matches.match(entry.path.lower()))

    def get(self, name: str) -> ArchiveEntry:
        """Return the one data set meant by a name.

        A name is a path, a file name with or without its ending, or part of one; a trailing ``!``
        takes the first of several.

        Raises
        ------
        UnknownNameError
            If no data set fits, or several do.
        """
        text, first_of_several = name.removesuffix("!"), name.endswith("!")
        entries = self.entries()
        exact = [e for e in entries if text in (e.path, PurePosixPath(e.path).name, e.name)]
        found = exact or list(self.search(text))
        if len(found) == 1 or (found and first_of_several):
            return found[0]
        if found:
            shown = ", ".join(entry.path for entry in found[:5]) + (" …" if len(found) > 5 else "")
            message = f"{name!r} means {len(found)} data sets: {shown}; add '!' for the first"
            raise UnknownNameError(message)
        names = [entry.name for entry in entries]
        where = f" in {self.location}"
        raise unknown_name(name, names, "data set", where=where, suggestions=3)

    def local_path(self, entry: ArchiveEntry) -> Path:
        """Return where a data set is, or will be once it is fetched."""
        path = self._folder() / _safe(entry.path, self.location)
        flat = self._folder() / path.name
        # Copies of a part of an archive often lack its folders by year.
        return flat if not self.is_remote and not path.exists() and flat.exists() else path

    def fetch(self, name: str | ArchiveEntry, *, progress: bool = False) -> Path:
        """Make one data set available and return its path.

        Parameters
        ----------
        name : str or ArchiveEntry
            As for `get`.
        progress : bool
            Show a bar while downloading.

        Raises
        ------
        UnknownNameError
            If the name does not mean exactly one data set.
        ArchiveError
            If the data set cannot be fetched, or is not what the listing says.
        """
        entry = name if isinstance(name, ArchiveEntry) else self.get(name)
        return self._fetch_all([entry], progress=progress)[0]

    def fetch_all(self, pattern: str = "", *, progress: bool = False) -> list[Path]:
        """Make all data sets that fit a pattern available and return their paths."""
        return self._fetch_all(list(self.search(pattern)), progress=progress)

    def _fetch_all(self, entries: list[ArchiveEntry], *, progress: bool) -> list[Path]:
        missing = [entry for entry in entries if not self.local_path(entry).exists()]
        if missing and not self.is_remote:
            message = f"{self.local_path(missing[0])} is in the listing but does not exist"
            raise ArchiveError(message)
        total = 1000 * sum(entry.kilobytes or 0 for entry in missing)
        with _bar(total, enabled=progress and bool(missing)) as advance:
            for entry in missing:
                self._download(entry, advance)
        for entry in entries:
            if not self.is_remote:
                self._verify(entry)
        return [self.local_path(entry) for entry in entries]

    def _download(self, entry: ArchiveEntry, progress: Callable[[int], None]) -> None:
        from optimeter.data._download import download  # noqa: PLC0415

        limit = SIZE_LIMIT if entry.kilobytes is None else 1000 * (entry.kilobytes + 1)
        url = f"{self.location}/{quote(entry.path)}"
        path = self.local_path(entry)
        download(url, path, digest=entry.sha256, limit=limit, progress=progress)

    def _verify(self, entry: ArchiveEntry) -> None:
        path = self.local_path(entry)
        if entry.sha256 is not None and digest_of(path) != entry.sha256:
            message = f"{path} is damaged: its SHA-256 is not the one in the listing"
            raise ArchiveError(message)

    def _folder(self) -> Path:
        """Return the folder of the data: the archive itself, or its place in the cache."""
        if not self.is_remote:
            return Path(self.location)
        cache = cache_folder()
        if cache is None:
            message = f"data of {self.location} need a cache folder, but OPTIMETER_CACHE is off"
            raise ArchiveError(message)
        return cache / "archive" / re.sub(r"[^\w.-]+", "_", self.location.split("://", 1)[1])

    def _listing(self, *, refresh: bool) -> str:
        path = self._folder() / LISTING
        if not self.is_remote:
            try:
                return path.read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError) as error:
                message = f"no data archive at {self.location!r}: {error}"
                raise ArchiveError(message) from error
        if path.exists() and not refresh:
            return path.read_text(encoding="utf-8")
        from optimeter.data._download import read_url  # noqa: PLC0415

        content = read_url(f"{self.location}/{LISTING}").decode(errors="replace")
        parse_listing(content, self.location)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, content)
        return content


def parse_listing(text: str, location: str) -> tuple[ArchiveEntry, ...]:
    """Read a listing: a Python literal, a list of (path, SHA-256, kilobytes).

    Raises
    ------
    ArchiveError
        If the text is something else.
    """
    try:
        rows = ast.literal_eval(text.strip())
        entries = [ArchiveEntry(str(row[0]), *_typed(row[1:])) for row in rows if row[0] != "_url_"]
    except (ValueError, SyntaxError, TypeError, IndexError, MemoryError, RecursionError) as error:
        message = f"the listing of {location} is no list of (path, SHA-256, size): {error}"
        raise ArchiveError(message) from error
    for entry in entries:
        _safe(entry.path, location)
    return tuple(entries)


def create(folder: str | os.PathLike[str]) -> DataArchive:
    """Make a folder of archives a data archive: write its listing.

    Parameters
    ----------
    folder : path
        All ``.tgz``, ``.tar.gz``, ``.tar`` and ``.zip`` files below it are listed.
    """
    root = Path(folder)
    rows = [
        (path.relative_to(root).as_posix(), digest_of(path), path.stat().st_size // 1000)
        for path in sorted(root.rglob("*"))
        if path.name.endswith(SUFFIXES) and path.is_file()
    ]
    lines = ",\n".join(map(repr, rows))
    write_atomically(root / LISTING, f"[\n{lines}]\n")
    return DataArchive(root)


def default() -> DataArchive:
    """Return the archive that ``OPTIMETER_ARCHIVE`` names, else the official one."""
    return DataArchive(os.environ.get("OPTIMETER_ARCHIVE") or DEFAULT_URL)


def search(pattern: str = "") -> tuple[ArchiveEntry, ...]:
    """Search the default archive; see `DataArchive.search`."""
    return default().search(pattern)


def fetch(name: str, *, progress: bool = False) -> Path:
    """Fetch a data set of the default archive; see `DataArchive.fetch`."""
    return default().fetch(name, progress=progress)


def fetch_all(pattern: str = "", *, progress: bool = False) -> list[Path]:
    """Fetch all data sets of the default archive that match; see `DataArchive.fetch_all`."""
    return default().fetch_all(pattern, progress=progress)


def resolve(name: str) -> list[Path]:
    """Return the paths of the data meant by a name or pattern, fetched if not there yet.

    Of a local copy of an archive, a pattern means the data sets that are there.
    """
    archive = default()
    if not any(c in name for c in "*?["):
        return [archive.fetch(name)]
    found = archive.search(name)
    held = [e for e in found if archive.is_remote or archive.local_path(e).exists()]
    if not held:
        message = f"none of the {len(found)} data sets that fit {name!r} is in {archive.location}"
        raise ArchiveError(message)
    return [archive.fetch(entry) for entry in held]


def digest_of(path: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal digits."""
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _typed(rest: tuple[object, ...]) -> tuple[str | None, int | None]:
    digest, size = (*rest, None, None)[:2]
    if not isinstance(digest, str | None) or not isinstance(size, int | None):
        message = f"wrong kind of entry {rest!r}"
        raise TypeError(message)
    return digest.lower() if digest else None, size


def _safe(path: str, location: str) -> str:
    parts = PurePosixPath(path).parts
    if not parts or path.startswith(("/", "\\")) or ".." in parts or ":" in parts[0]:
        message = f"the listing of {location} names {path!r}, which leads out of the archive"
        raise ArchiveError(message)
    # What no file can be called, a folder, the listing itself, and what downloads leave beside files.
    odd = "\\" in path or not path.isprintable() or path.endswith(("/", ".part"))
    if odd or path == LISTING or any(len(part.encode()) > _LONGEST for part in parts):
        message = f"the listing of {location} names {path!r}, which is no name of a data set"
        raise ArchiveError(message)
    return path


@contextmanager
def _bar(total: int, *, enabled: bool) -> Iterator[Callable[[int], None]]:
    """Provide a function that advances a progress bar; without a bar it does nothing."""
    if not enabled:
        yield lambda _: None
        return
    package("rich", "a progress bar")
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import Progress as Bar  # noqa: PLC0415

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("fetching", total=total or None)
        yield lambda size: bar.advance(task, size)
