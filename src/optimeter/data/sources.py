"""Folders and archives as one flat mapping of paths to bytes; nothing is ever extracted to disk."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from optimeter.data.unpack import (
    DATA_SUFFIXES,
    MEMBER,
    SIDE_SUFFIXES,
    Allowance,
    Buffer,
    Files,
    add_file,
    is_hidden,
    is_skipped,
    suffix_of,
)
from optimeter.exceptions import DataError

__all__ = ["Source", "open_source"]

MIN_EXPANDED = 1 << 28  # bytes any source may expand to …
MAX_RATIO = 200  # … and how many times its own size beyond that


@dataclass(frozen=True, slots=True)
class Source:
    """One opened argument of `load`: its bytes, and a digest of them that names its cache entry.

    Attributes
    ----------
    path : str
        As given.
    name : str
        File name without the endings of archives; stands in where data carry no algorithm name.
    digest : str
        SHA-256 of the content.
    contents : mapping of path to bytes
        Files of a folder, or the one file given under its own name.
    is_folder : bool
    side : frozenset of str
        Endings of the side files whose content was read; of others only the names are known.
    partial : bool
        One index file was given; what it does not list belongs to others.
    """

    path: str
    name: str
    digest: str
    contents: dict[str, Buffer]
    is_folder: bool
    side: frozenset[str] = frozenset()
    partial: bool = False

    def files(self) -> Files:
        """Return the files with all archives among them opened."""
        files = Files(side=self.side, partial=self.partial)
        budget = Allowance(MIN_EXPANDED + MAX_RATIO * sum(map(len, self.contents.values())))
        for path, content in self.contents.items():
            inner = f"{path}{MEMBER}" if self.is_folder else ""
            add_file(files, path, content, inner=inner, budget=budget)
        return files

    def place(self, file: str) -> str:
        """Return the full path of a file of this source, for messages."""
        if self.is_folder:
            return f"{self.path}/{file}" if file else self.path
        return self.path if file in ("", Path(self.path).name) else f"{self.path}{MEMBER}{file}"


def open_source(path: str | os.PathLike[str], side: frozenset[str] = frozenset()) -> Source:
    """Read a folder, an archive or a single file into memory.

    Parameters
    ----------
    path : path
    side : frozenset of str
        Endings of the side files to read (such as ``".rdat"``).

    Raises
    ------
    DataError
        If there is no such path, or it cannot be read.
    """
    root = Path(path)
    try:
        if root.is_dir():
            contents: dict[str, Buffer] = dict(_walk(root, side))
        elif root.suffix.lower() in (".info", ".json"):
            return _open_index(root, side)
        elif root.exists() and not root.is_file():
            message = f"cannot read {str(root)!r}: neither a file nor a folder"
            raise DataError(message)  # a pipe or a device may never end
        else:
            contents = {root.name: root.read_bytes()}
    except OSError as error:
        message = f"cannot read {str(root)!r}: {error.strerror or error}"
        raise DataError(message) from error
    return Source(str(path), _stem(root), _digest(contents), contents, root.is_dir(), side)


def _open_index(root: Path, side: frozenset[str]) -> Source:
    """Open one index file together with the data files below its folder."""
    contents = {
        path: content
        for path, content in _walk(root.parent, side)
        if path == root.name or suffix_of(path) in DATA_SUFFIXES | SIDE_SUFFIXES
    }
    if root.name not in contents:
        raise FileNotFoundError(2, os.strerror(2))
    return Source(
        str(root.parent), _stem(root), _digest(contents), contents, True, side, partial=True
    )


def _walk(root: Path, side: frozenset[str]) -> Iterator[tuple[str, Buffer]]:
    """Yield the files below a folder in the order of their paths; links never lead in circles."""
    pending = [(root, "")]
    visited = {root.resolve()}
    found = []
    while pending:
        folder, prefix = pending.pop()
        with os.scandir(folder) as entries:
            for entry in entries:
                if is_hidden(entry.name):
                    continue
                if not entry.is_dir():
                    if not is_skipped(entry.name) and entry.is_file():
                        found.append((prefix + entry.name, entry.path))
                elif (real := Path(entry.path).resolve()) not in visited:
                    visited.add(real)
                    pending.append((Path(entry.path), f"{prefix}{entry.name}/"))
    unread = Files(side=side)
    for path, place in sorted(found):
        yield path, b"" if unread.leaves_out(path) else Path(place).read_bytes()


def _digest(contents: dict[str, Buffer]) -> str:
    if len(contents) == 1:
        return sha256(next(iter(contents.values()))).hexdigest()
    digest = sha256()
    for path, content in contents.items():
        digest.update(f"{path}\0{len(content)}\0".encode("utf-8", "surrogateescape"))
        digest.update(content)
    return digest.hexdigest()


def _stem(path: Path) -> str:
    name = path.resolve().name
    for suffix in (".tar.gz", ".tar.bz2", ".tar.xz", ".tgz", ".tar", ".zip", ".gz"):
        if name.lower().endswith(suffix):
            return name[: -len(suffix)]
    return path.stem if path.is_file() else name
