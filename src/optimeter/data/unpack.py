"""Archives in memory: tar, zip and compressed streams, nested, guarded, never extracted to disk."""

import bz2
import io
import lzma
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import PurePosixPath
from typing import Any

from optimeter._core import parsers
from optimeter._manifest import Listed
from optimeter.data._decode import decode
from optimeter.data.findings import Finding, Severity

__all__ = [
    "DATA_SUFFIXES",
    "MEMBER",
    "SIDE_SUFFIXES",
    "Allowance",
    "Buffer",
    "Files",
    "add_file",
    "is_archive",
    "is_hidden",
    "is_skipped",
    "suffix_of",
]

Buffer = bytes | memoryview

MAX_NESTING = 4  # archives inside archives
CHUNK = 1 << 20
# What the standard library raises on damaged zip files, besides its own exception.
ZIP_ERRORS = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, OSError, EOFError,
              ValueError, LookupError, RuntimeError)  # fmt: skip
STREAMS: Mapping[bytes, Callable[[], Any]] = {
    b"\x1f\x8b": partial(zlib.decompressobj, wbits=31),
    b"BZh": bz2.BZ2Decompressor,
    b"\xfd7zXZ\0": lzma.LZMADecompressor,
}
"""What decompresses a stream, by its first bytes."""
MEMBER = "!/"  # between the name of an archive and that of a member

# Data files are named by an index; their own content says how to read them, not that they are data.
DATA_SUFFIXES = frozenset({".dat", ".tdat", ".idat", ".cdat"})
# Files beside the runs: archives of non-dominated points, recommendations, restarts. They can be
# large, so their bytes are kept only where they are asked for.
SIDE_SUFFIXES = frozenset({".adat", ".mdat", ".rdat"})
# Never opened: pictures, programs, other platforms' caches, and data this reader has no use for.
SKIPPED_SUFFIXES = frozenset(
    {".rds", ".pickle", ".pkl", ".log", ".md", ".rst", ".bak"}
    | {".m", ".py", ".pyc", ".c", ".h", ".cpp", ".java", ".r", ".js", ".exe", ".dll", ".so"}
    | {".pdf", ".png", ".jpg", ".svg", ".eps", ".html", ".css", ".tex", ".bib"}
)


@dataclass(slots=True)
class Files:
    """The files of one source, by normalised relative path, and what was noticed on the way."""

    contents: dict[str, Buffer] = field(default_factory=dict)
    side: frozenset[str] = frozenset()  # side files to be read; the others are listed, empty
    partial: bool = False  # one index was asked for: other data files belong to other indices
    findings: list[Finding] = field(default_factory=list)
    claimed: set[str] = field(default_factory=set)  # data files that belong to some index
    opened: dict[bytes, str] = field(default_factory=dict)  # archives by digest
    known: Mapping[str, Listed] = field(default_factory=dict)  # on disk; no checksum if not read

    def note(self, file: str, rule: str, severity: Severity, message: str, line: int = 0) -> None:
        """Add a finding; what two layers of an archive notice one after the other counts once."""
        found = Finding(file, line, rule, severity, message)
        if self.findings[-1:] != [found]:
            self.findings.append(found)

    def leaves_out(self, name: str) -> bool:
        """Say whether the content of a file is of no interest, only that it is there."""
        suffix = suffix_of(name)
        return suffix in SIDE_SUFFIXES and suffix not in self.side


def is_hidden(name: str) -> bool:
    """Say whether a file or folder is not meant to be seen."""
    return name.startswith(".") or name == "__MACOSX"


def is_skipped(name: str) -> bool:
    """Say whether a file has nothing for this reader, judged by its ending."""
    return suffix_of(name) in SKIPPED_SUFFIXES


def suffix_of(name: str) -> str:
    """Return the ending of a file's name, in lower case."""
    return "." + name.rpartition(".")[2].lower()


class _TooLargeError(Exception):
    """The data expand to more than the limit."""


class Allowance:
    """Bytes that may still be expanded; a guard against archives made to exhaust the memory."""

    def __init__(self, most: int) -> None:
        self.most = self.left = most

    def spend(self, size: int) -> None:
        """Count bytes just expanded."""
        self.left -= size
        if self.left < 0:
            raise _TooLargeError


def add_file(
    files: Files, path: str, content: Buffer, *, inner: str, budget: Allowance, depth: int = 0
) -> None:
    """Add one file; an archive is replaced by its members, their paths prefixed with `inner`."""
    if files.leaves_out(path):
        files.contents[path] = b""
        return
    opener = _opener(content)
    if opener is None:
        files.contents[path] = content
        return
    if depth >= MAX_NESTING:
        files.note(path, "R28", "error", f"archives nested more than {MAX_NESTING} deep; ignored")
        return
    first = files.opened.setdefault(sha256(content).digest(), path) if depth or inner else path
    if first != path:
        files.note(path, "Q17", "note", f"same content as {first}; counted once")
        return
    try:
        for name, member in opener(files, path, content, budget):
            safe = _safe_name(name)
            if safe is None:
                message = f"member {name!r} points outside of the archive; ignored"
                files.note(path, "R28", "error", message)
            elif safe and not is_skipped(safe):
                prefix = f"{inner}{safe}{MEMBER}"
                add_file(files, inner + safe, member, inner=prefix, budget=budget, depth=depth + 1)
    except _TooLargeError:
        message = (
            f"expands to far more than real data would (over {budget.most >> 20} MiB); the rest of it "
            "is ignored. If you trust it, unpack it or load it with max_expanded=BYTES"
        )
        files.note(path, "R28", "error", message)


Opener = Callable[[Files, str, Buffer, Allowance], Iterator[tuple[str, Buffer]]]


def is_archive(head: Buffer) -> bool:
    """Say whether a file is an archive or packed, by its first 512 bytes."""
    return _opener(head) is not None


def _opener(content: Buffer) -> Opener | None:
    """Recognise an archive by its first bytes."""
    head = bytes(content[:8])
    for beginning, new in STREAMS.items():
        if head.startswith(beginning):
            return partial(_open_stream, new=new)
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _open_zip
    if parsers.is_tar(content[:512]):
        return _open_tar
    return None


def _open_tar(
    files: Files, path: str, content: Buffer, _budget: Allowance
) -> Iterator[tuple[str, Buffer]]:
    members, links, truncated = parsers.list_tar(content)
    view = memoryview(content)
    for link in links:
        message = f"link {decode(link)!r} is not followed"
        files.note(path, "R28", "error", message)
    if truncated:
        files.note(path, "R28", "error", "the archive ends early; read up to there")
    for name, offset, size in members:
        yield decode(name), view[offset : offset + size]


def _open_stream(
    files: Files, path: str, content: Buffer, budget: Allowance, new: Callable[[], Any]
) -> Iterator[tuple[str, Buffer]]:
    """Decompress a stream (or several end to end); what it holds may itself be an archive."""
    data = bytearray()  # grows in place, where joined pieces would be copied once more
    rest: Buffer = memoryview(content)
    try:
        while rest:
            stream = new()
            while not stream.eof:
                part = stream.decompress(rest, CHUNK)
                rest = getattr(stream, "unconsumed_tail", b"")
                budget.spend(len(part))
                data += part
                if not part and not rest and not stream.eof:
                    files.note(path, "R28", "error", "the archive ends early; read up to there")
                    break
            rest = stream.unused_data if stream.eof else b""
            if bytes(rest[:1]) in (b"\0", b""):
                break  # padding after the stream
    except (zlib.error, OSError, lzma.LZMAError, EOFError) as error:
        files.note(path, "R28", "error", f"damaged archive, read up to the damage: {error}")
    if parsers.is_tar(data[:512]):
        yield from _open_tar(files, path, memoryview(data), budget)
    else:
        name = PurePosixPath(path).name
        yield name.removesuffix(".gz").removesuffix(".bz2").removesuffix(".xz"), memoryview(data)


def _open_zip(
    files: Files, path: str, content: Buffer, budget: Allowance
) -> Iterator[tuple[str, Buffer]]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for info in archive.infolist():
                if info.is_dir():
                    continue
                if stat.S_ISLNK(info.external_attr >> 16):
                    files.note(path, "R28", "error", f"link {info.filename!r} is not followed")
                    continue
                if info.flag_bits & 1:
                    files.note(path, "R28", "error", f"{info.filename!r} is encrypted; ignored")
                    continue
                if files.leaves_out(info.filename):
                    yield info.filename, b""
                elif not is_skipped(info.filename):
                    try:
                        content = _read_zipped(archive, info, budget)
                    except ZIP_ERRORS as error:  # the others can still be found
                        message = f"{info.filename!r} is damaged and left out: {error}"
                        files.note(path, "R28", "error", message)
                    else:
                        yield info.filename, content
    except ZIP_ERRORS as error:
        files.note(path, "R28", "error", f"damaged archive, read up to the damage: {error}")


def _read_zipped(archive: zipfile.ZipFile, info: zipfile.ZipInfo, budget: Allowance) -> bytes:
    """Read a member in pieces: the size it claims is not to be trusted."""
    parts = []
    with archive.open(info) as member:
        while part := member.read(CHUNK):
            budget.spend(len(part))
            parts.append(part)
    return b"".join(parts)


def _safe_name(name: str) -> str | None:
    """Return a member's normalised path, '' if it is to be ignored, None if it is a trick."""
    text = name.replace("\\", "/")
    parts = [part for part in text.split("/") if part not in ("", ".")]
    if text.startswith("/") or "\0" in text or ".." in parts or (parts and parts[0][1:2] == ":"):
        return None
    if any(is_hidden(part) for part in parts):
        return ""
    return "/".join(parts)
