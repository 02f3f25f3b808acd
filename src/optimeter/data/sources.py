"""Folders and archives as one flat mapping of paths to bytes; nothing is ever extracted to disk."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from optimeter._arguments import nearest
from optimeter._manifest import Listed, listed
from optimeter.data._unfinished import assembled
from optimeter.data.detect import HEAD, file_kind
from optimeter.data.findings import Finding
from optimeter.data.report_files import without_reports
from optimeter.data.unpack import (
    DATA_SUFFIXES,
    MEMBER,
    SIDE_SUFFIXES,
    Allowance,
    Buffer,
    Files,
    add_file,
    is_archive,
    is_hidden,
    is_skipped,
    suffix_of,
)
from optimeter.exceptions import DataError
from optimeter.record.files import DESCRIPTION_FILE, MANIFEST_FILE, WORK_FOLDER

__all__ = ["Source", "open_source"]

MIN_EXPANDED = 1 << 28  # bytes any source may expand to …
MAX_RATIO = 50  # … and how many times its own size beyond that; text packs to a tenth, not less …
MAX_EXPANDED = 1 << 32  # … but never to more than this, unless the caller says so


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
    known : mapping of path to Listed
        Sizes and checksums of the files of a folder; a file that was not read has no checksum.
    partial : bool
        One index file was given; what it does not list belongs to others.
    outside : tuple of str
        Links to folders elsewhere, which are not followed.
    unfinished : tuple of Finding
        Experiments of which only some runs are over: `contents` hold the data of these.
    """

    path: str
    name: str
    digest: str
    contents: dict[str, Buffer]
    is_folder: bool
    side: frozenset[str] = frozenset()
    known: Mapping[str, Listed] = field(default_factory=dict)
    partial: bool = False
    outside: tuple[str, ...] = ()
    unfinished: tuple[Finding, ...] = ()

    def files(self, max_expanded: int | None = None) -> Files:
        """Return the files with all archives among them opened.

        `max_expanded` is how many bytes they may expand to, in place of the usual limits.
        """
        findings = list(self.unfinished)
        files = Files(side=self.side, partial=self.partial, findings=findings, known=self.known)
        for link in self.outside:
            message = "link to a folder elsewhere; not followed, give that folder itself"
            files.note(link, "R28", "error", message)
        usual = MIN_EXPANDED + MAX_RATIO * sum(map(len, self.contents.values()))
        budget = Allowance(min(usual, MAX_EXPANDED) if max_expanded is None else max_expanded)
        for path, content in self.contents.items():
            inner = f"{path}{MEMBER}" if self.is_folder else ""
            add_file(files, path, content, inner=inner, budget=budget)
        files.contents = without_reports(files.contents)
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
    outside: tuple[str, ...] = ()
    unfinished: tuple[Finding, ...] = ()
    known: dict[str, Listed] = {}
    try:
        if root.is_dir():
            contents, outside, sizes = _walk(root, side)
            contents = without_reports(contents)
            unfinished = _add_finished_runs(root, contents, side)
            known = _known(contents, sizes)
        elif root.suffix.lower() in (".info", ".json"):
            return _open_index(root, side)
        elif root.exists() and not root.is_file():
            message = f"cannot read {str(root)!r}: neither a file nor a folder"
            raise DataError(message)  # a pipe or a device may never end
        else:
            contents = {root.name: _read(root)[0]}
    except OSError as error:
        message = f"cannot read {str(root)!r}: {error.strerror or error}{_hint(root)}"
        raise DataError(message) from error
    return Source(
        str(path),
        _stem(root),
        _digest(contents, known, outside),
        contents,
        root.is_dir(),
        side,
        known,
        outside=outside,
        unfinished=unfinished,
    )


def _add_finished_runs(
    root: Path, contents: dict[str, Buffer], side: frozenset[str]
) -> tuple[Finding, ...]:
    """Add the data of finished runs of experiments that are not, and say how many runs they are."""
    findings = []
    for place, folder, finding in assembled(root, contents.keys()):
        prefix = "" if place == "." else f"{place}/"
        runs = _walk(folder, side)[0]
        if runs:
            contents.pop(
                f"{prefix}{MANIFEST_FILE}", None
            )  # of a finished one, on the point of being so
        contents.update({prefix + path: data for path, data in runs.items()})
        findings.append(finding)
    return tuple(findings)


def _hint(root: Path) -> str:
    """Name what is there and called alike, for a path that is not."""
    try:
        if root.exists():
            return ""
        names = [path.name for path in root.parent.iterdir() if not is_hidden(path.name)]
    except OSError:
        return ""
    near = nearest(root.name, names)
    return f"; did you mean {str(root.with_name(near[0]))!r}?" if near else ""


def _open_index(root: Path, side: frozenset[str]) -> Source:
    """Open one index file together with the data files below its folder."""

    def wanted(path: str) -> bool:
        kept = path in (root.name, MANIFEST_FILE)
        return kept or suffix_of(path) in DATA_SUFFIXES | SIDE_SUFFIXES

    contents, _, sizes = _walk(root.parent, side, wanted)
    if root.name not in contents:
        raise FileNotFoundError(2, os.strerror(2))
    known = _known(contents, sizes)
    digest = _digest(contents, known)
    return Source(str(root.parent), _stem(root), digest, contents, True, side, known, partial=True)


def _walk(
    root: Path, side: frozenset[str], wanted: Callable[[str], bool] = lambda _: True
) -> tuple[dict[str, Buffer], tuple[str, ...], dict[str, int]]:
    """Read the files below a folder in the order of their paths, and list the links out of it.

    The last of the results are the sizes of files that were not read as a whole.

    Links to folders never lead in circles, nor out of the folder: one to ``/`` would mean all files
    of the machine.
    """
    pending = [(root, "")]
    home = root.resolve()
    visited = {home}
    found, outside = [], []
    while pending:
        folder, prefix = pending.pop()
        with os.scandir(folder) as scanned:
            entries = list(scanned)
        # Where an experiment works, files come and go.
        busy = WORK_FOLDER if any(entry.name == DESCRIPTION_FILE for entry in entries) else ""
        for entry in entries:
            if is_hidden(entry.name) or entry.name == busy:
                continue
            if not entry.is_dir():
                if not is_skipped(entry.name) and entry.is_file():
                    found.append((prefix + entry.name, entry.path))
            elif not (real := Path(entry.path).resolve()).is_relative_to(home):
                outside.append(prefix + entry.name)
            elif real not in visited:
                visited.add(real)
                pending.append((Path(entry.path), f"{prefix}{entry.name}/"))
    unread = Files(side=side)
    contents: dict[str, Buffer] = {}
    sizes: dict[str, int] = {}
    for path, place in sorted(found):
        if not wanted(path):
            continue
        if unread.leaves_out(path):
            contents[path], size = b"", Path(place).stat().st_size
        else:
            contents[path], size = _read(Path(place))
        if size != len(contents[path]):
            sizes[path] = size
    return contents, tuple(sorted(outside)), sizes


def _read(path: Path) -> tuple[Buffer, int]:
    """Read a file; of one that is neither data nor an archive, only the head by which that is seen.

    The second result is its size.
    """
    with path.open("rb") as file:
        head = file.read(HEAD)
        if file_kind(path.name, head) == "unknown" and not is_archive(head):
            return head, os.fstat(file.fileno()).st_size
        content = head + file.read()
        return content, len(content)


def _known(contents: Mapping[str, Buffer], sizes: Mapping[str, int]) -> dict[str, Listed]:
    """Return the sizes of the files, and the checksums of those that were read as a whole."""
    return {
        path: Listed(sizes[path], "") if path in sizes else listed(content)
        for path, content in contents.items()
    }


def _digest(
    contents: dict[str, Buffer], known: Mapping[str, Listed], outside: tuple[str, ...] = ()
) -> str:
    if len(contents) == 1 and not outside:
        return sha256(next(iter(contents.values()))).hexdigest()
    digest = sha256()
    for path, content in contents.items():
        size, checksum = known[path]
        digest.update(f"{path}\0{size}\0{checksum}\0".encode("utf-8", "surrogateescape"))
        if not checksum:
            digest.update(content)
    for link in outside:
        digest.update(f"{link}\0link\0".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def _stem(path: Path) -> str:
    name = path.resolve().name
    for suffix in (".tar.gz", ".tar.bz2", ".tar.xz", ".tgz", ".tar", ".zip", ".gz"):
        if name.lower().endswith(suffix):
            return name[: -len(suffix)]
    return path.stem if path.is_file() else name
