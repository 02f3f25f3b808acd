"""Downloads that survive broken connections: resumed, verified, one writer at a time."""

import contextlib
import http.client
import os
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

from optimeter._files import lock
from optimeter.data.archive import digest_of
from optimeter.exceptions import ArchiveError

__all__ = ["Received", "download", "read_url"]

Received = Callable[[int], None]  # called with the number of bytes just received

ATTEMPTS = 4
TIMEOUT = 30.0  # seconds without any answer
TOTAL_SECONDS = 120.0  # for a file, and besides
SLOWEST = 10_000.0  # bytes a second: what comes more slowly is given up
CHUNK = 1 << 16
LISTING_LIMIT = 1 << 24
NETWORK_ERRORS = (urllib.error.URLError, http.client.HTTPException, OSError)


def read_url(url: str) -> bytes:
    """Return the content of a small file.

    Raises
    ------
    ArchiveError
        If it cannot be read.
    """
    try:
        with _open(url) as answer:
            pieces = list(_pieces(answer, time.monotonic() + TOTAL_SECONDS, LISTING_LIMIT))
    except NETWORK_ERRORS as error:
        message = f"cannot read {url}: {_reason(error)}"
        raise ArchiveError(message) from error
    return b"".join(pieces)


def download(url: str, path: Path, *, digest: str | None, limit: int, progress: Received) -> None:
    """Download a file to `path`, which exists afterwards as a whole and verified, or not at all.

    What a broken connection leaves behind is kept beside it and resumed. A server that dribbles is
    given up when the file could long be there.

    Parameters
    ----------
    url : str
    path : Path
    digest : str or None
        SHA-256 the content must have, in hexadecimal digits.
    limit : int
        Bytes the file may have at most.
    progress : callable

    Raises
    ------
    ArchiveError
        If the file cannot be fetched or is not what it should be.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    try:
        _download(url, path, part, digest=digest, limit=limit, progress=progress)
    finally:
        with contextlib.suppress(OSError):
            if path.exists() or not part.stat().st_size:  # nothing to be resumed
                part.unlink()


def _download(
    url: str, path: Path, part: Path, *, digest: str | None, limit: int, progress: Received
) -> None:
    failure = ""
    deadline = time.monotonic() + TOTAL_SECONDS + limit / SLOWEST
    with part.open("ab") as file:
        lock(file.fileno(), wait=True)  # until the file is closed
        if path.exists():
            return  # another process was faster, and this may be the very file that it renamed
        for _ in range(ATTEMPTS):
            try:
                _receive(url, file, limit, progress, deadline)
            except NETWORK_ERRORS as error:
                failure = _reason(error)
                if isinstance(error, urllib.error.HTTPError) and error.code in (403, 404, 410):
                    break
                if time.monotonic() > deadline:
                    break
                continue
            file.flush()
            os.fsync(file.fileno())
            if digest is None or digest_of(part) == digest:
                part.replace(path)
                return
            failure = "its SHA-256 is not the one in the listing"
            file.truncate(0)
    message = f"cannot fetch {url}: {failure}"
    raise ArchiveError(message)


def _receive(url: str, file: IO[bytes], limit: int, progress: Received, deadline: float) -> None:
    """Append what is missing; the file is complete afterwards, as far as the server tells."""
    have = file.seek(0, os.SEEK_END)
    try:
        answer = _open(url, have)
    except urllib.error.HTTPError as error:
        if error.code != http.HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE or not have:
            raise
        # Nothing is missing, or what is there is longer than the file: the checksum will tell.
        error.close()
        return
    with answer:
        if have and answer.status != http.HTTPStatus.PARTIAL_CONTENT:
            file.truncate(0)
            file.seek(0)
            have = 0
        expected = answer.headers.get("Content-Length")
        received = 0
        for piece in _pieces(answer, deadline, limit - have):
            received += len(piece)
            file.write(piece)
            progress(len(piece))
        if expected is not None and received < int(expected):
            message = f"connection closed after {received} of {expected} bytes"
            raise OSError(message)


def _pieces(answer: Any, deadline: float, limit: int) -> Iterator[bytes]:
    """Read an answer, as it comes; raise when it takes too long or is too long."""
    while piece := answer.read1(CHUNK):
        limit -= len(piece)
        if limit < 0:
            message = "longer than the listing says, or than a listing may be"
            raise OSError(message)
        if time.monotonic() > deadline:
            message = "the server is too slow"
            raise OSError(message)
        yield piece


def _open(url: str, start: int = 0) -> Any:
    if not url.startswith(("http://", "https://")):
        message = f"cannot read {url!r}: accepted are http:// and https://"
        raise ArchiveError(message)
    request = urllib.request.Request(url, headers={"User-Agent": "optimeter"})
    if start:
        request.add_header("Range", f"bytes={start}-")
    return urllib.request.urlopen(request, timeout=TIMEOUT)


def _reason(error: BaseException) -> str:
    return str(getattr(error, "reason", None) or error) or type(error).__name__
