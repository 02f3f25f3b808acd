"""Files that are there complete or not at all."""

import json
import os
from pathlib import Path

from optimeter.exceptions import FileError

__all__ = ["file_error", "read_json", "sync_folder", "write_atomically", "write_json"]


def write_atomically(path: Path, text: str) -> None:
    """Write beside the place, flush to the disk, rename."""
    beside = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with beside.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise file_error(path, error) from error
    sync_folder(path.parent)


def write_json(path: Path, content: object) -> None:
    """Write JSON in a form that depends on nothing but the content."""
    write_atomically(path, json.dumps(content, indent=1, ensure_ascii=False) + "\n")


def read_json(path: Path) -> dict[str, object]:
    """Read a JSON object; a file that holds none is an error that names it."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise file_error(path, error) from error
    except ValueError as error:
        message = f"{path} is damaged: {error}"
        raise FileError(message) from error
    if not isinstance(content, dict):
        message = f"{path} is damaged: expected a JSON object"
        raise FileError(message)
    return content


def sync_folder(folder: Path) -> None:
    """Make renames in this folder durable, where the system can do that."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return  # e.g. Windows cannot open a folder
    try:
        os.fsync(handle)
    except OSError:
        pass  # some network file systems refuse; the content of the files was flushed
    finally:
        os.close(handle)


def file_error(path: Path, error: OSError) -> FileError:
    """Make the error that names the path and the reason."""
    reason = error.strerror or str(error)
    result = FileError(f"{path}: {reason}")
    result.errno = error.errno
    return result
