"""A cache of parsed data, keyed by content, in the user's cache folder.

An entry is one file: a line with the format, the length of the header and a checksum; a header in
JSON; the raw arrays. Nothing in it is executable. Entries are written to a temporary file and
renamed, so that readers see a whole entry or none; whatever is wrong with an entry, it is
ignored and written anew.
"""

import json
import os
import sys
from contextlib import suppress
from dataclasses import asdict
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from optimeter._files import write_atomically
from optimeter.data._columns import MAPPINGS, RAGGED, RUN_DTYPES
from optimeter.data.findings import Finding
from optimeter.data.runs import Runs
from optimeter.exceptions import DataError

__all__ = ["cache_folder", "load_entry", "store_entry"]

MAGIC = b"optimeter runs"
# History: 1 first version; 2 number of restarts. Raise it whenever the readers or the columns of
# `Runs` change.
VERSION = 2
ALIGNMENT = 64
OFF = ("off", "0", "no", "none", "false")


def cache_folder() -> Path | None:
    """Return the folder for cached data, or None when ``OPTIMETER_CACHE`` is ``off``.

    The folder is what ``OPTIMETER_CACHE`` says, else the platform's folder for caches. It is not
    created here.

    Examples
    --------
    >>> import os
    >>> os.environ["OPTIMETER_CACHE"] = "off"
    >>> cache_folder() is None
    True
    >>> del os.environ["OPTIMETER_CACHE"]
    """
    setting = os.environ.get("OPTIMETER_CACHE", "").strip()
    if setting.lower() in OFF:
        return None
    if setting:
        return Path(setting).expanduser()
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    elif sys.platform == "darwin":
        base = "~/Library/Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "optimeter"


def load_entry(key: str) -> Runs | None:
    """Return the runs stored under a key; None if there is no sound entry."""
    folder = cache_folder()
    if folder is None:
        return None
    try:
        return _decoded(_path(folder, key).read_bytes())
    except (OSError, ValueError, KeyError, TypeError, OverflowError):
        return None


def store_entry(key: str, runs: Runs) -> None:
    """Store runs under a key. A cache that cannot be written is no error: nothing happens."""
    folder = cache_folder()
    if folder is None:
        return
    path = _path(folder, key)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, _encoded(runs), durable=False)


def _path(folder: Path, key: str) -> Path:
    return folder / "runs" / f"{key}-{VERSION}.runs"


def _arrays(runs: Runs) -> dict[str, Any]:
    names = list(RUN_DTYPES) + [name for part in RAGGED for name in part[:3] if name is not None]
    arrays = {name: getattr(runs, name) for name in names}
    for mapping in MAPPINGS:
        arrays |= {f"{mapping}:{key}": values for key, values in getattr(runs, mapping).items()}
    return arrays


def _encoded(runs: Runs) -> bytes:
    arrays = _arrays(runs)
    places, at = {}, 0
    for name, values in arrays.items():
        places[name] = (values.dtype.str, len(values), at)
        at += -(-values.nbytes // ALIGNMENT) * ALIGNMENT
    header = json.dumps(
        {
            "arrays": places,
            "algorithms": runs.algorithms,
            "suites": runs.suites,
            "reference_names": runs.reference_names,
            "provenance": [dict(entry) for entry in runs.provenance],
            "findings": [asdict(entry) for entry in runs.findings],
        }
    ).encode()
    body = bytearray(at)
    for name, values in arrays.items():
        start = places[name][2]
        body[start : start + values.nbytes] = values.tobytes()
    content = header + bytes(body)
    checksum = blake2b(content, digest_size=16).hexdigest()
    return MAGIC + f" {VERSION} {len(header)} {checksum}\n".encode() + content


def _decoded(entry: bytes) -> Runs:
    line, _, content = entry.partition(b"\n")
    version, length, checksum = line.removeprefix(MAGIC).split()
    if int(version) != VERSION or checksum.decode() != blake2b(content, digest_size=16).hexdigest():
        message = "damaged cache entry"
        raise DataError(message)
    header = json.loads(content[: int(length)])
    start = int(length)
    values: dict[str, Any] = {mapping: {} for mapping in MAPPINGS}
    for name, (dtype, size, at) in header["arrays"].items():
        array = np.frombuffer(content, dtype=np.dtype(dtype), count=size, offset=start + at)
        mapping, _, key = name.partition(":")
        if mapping in MAPPINGS:
            values[mapping][key] = array
        else:
            values[name] = array
    return Runs(
        algorithms=tuple(header["algorithms"]),
        suites=tuple(header["suites"]),
        reference_names=tuple(header["reference_names"]),
        provenance=tuple(header["provenance"]),
        findings=tuple(Finding(**entry) for entry in header["findings"]),
        **values,
    )
