"""The key of this user: what is executed when it is read must be signed with it.

A checkpoint is a pickle, and a pickle runs code. It lies in the folder of the experiment, which may
come from somebody else; the key lies in the user's own folder, and leaves it never.
"""

import hashlib
import hmac
import logging
import os
import secrets
import stat
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

from optimeter.exceptions import FileError

__all__ = ["SIGNATURE_SIZE", "is_mine", "key_file", "sign"]

_log = logging.getLogger("optimeter")
_KEY_SIZE = 32
_NAME_SIZE = 8  # of the key: tells a foreign signature from a damaged one
SIGNATURE_SIZE = _NAME_SIZE + hashlib.sha256().digest_size


def key_file() -> Path:
    """Say where the key of this user is, or will be."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    else:
        base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(base).expanduser() / "optimeter" / "checkpoint.key"


def sign(content: bytes) -> bytes:
    """Return the signature of some content."""
    key = _key(str(key_file()))
    return _name(key) + hmac.digest(key, content, "sha256")


def is_mine(signature: bytes) -> bool:
    """Whether a signature was made with the key of this user, of whatever content."""
    return hmac.compare_digest(signature[:_NAME_SIZE], _name(_key(str(key_file()))))


def _name(key: bytes) -> bytes:
    return hashlib.sha256(b"optimeter key " + key).digest()[:_NAME_SIZE]


@cache
def _key(file: str) -> bytes:
    """Read the key, or make it; where none can be kept, one for this process alone."""
    path = Path(file)
    try:
        if (key := _read(path)) is None:
            _make(path)
            key = _read(path)
    except FileError:
        raise
    except (OSError, RuntimeError) as error:
        key = None
        _log.warning(
            "checkpoints are good for this process alone: their key cannot be kept in %s: %s",
            file,
            error,
        )
    return secrets.token_bytes(_KEY_SIZE) if key is None else key


def _read(path: Path) -> bytes | None:
    """Read a key that nobody else can have read or written; None if there is none."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
    except FileNotFoundError:
        return None
    with os.fdopen(handle, "rb") as file:
        if os.name == "posix":
            facts = os.fstat(file.fileno())
            if facts.st_uid != os.geteuid() or stat.S_IMODE(facts.st_mode) & 0o077:
                message = (
                    f"{path} signs checkpoints, and others may read or write it: remove it, and a new "
                    "one is made"
                )
                raise FileError(message)
        key = file.read()
    if len(key) != _KEY_SIZE:
        message = f"{path} is no key: remove it, and a new one is made"
        raise FileError(message)
    return key


def _make(path: Path) -> None:
    """Make a key; of several processes that do, one wins."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    beside = path.with_name(f"{path.name}.{os.getpid()}-{secrets.token_hex(4)}.part")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(secrets.token_bytes(_KEY_SIZE))
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(beside, path)
    finally:
        beside.unlink()
