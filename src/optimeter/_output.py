"""What Optimeter writes into folders of users: it replaces its own files and touches no others.

A list of files with their checksums lies in every folder that something was written to. A file that
is listed, and that nobody changed since, is replaced. Any other file in the way stops the command
before it writes; with `force` that file is renamed and stays beside. Below all layers.
"""

import errno
import json
import os
import platform
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from optimeter._files import (
    file_error,
    lock,
    named_errors,
    remove_file,
    remove_tree,
    write_atomically,
)
from optimeter._manifest import (
    Listed,
    listed,
    listed_file,
    manifest_text,
    read_manifest,
    set_aside,
)
from optimeter.exceptions import FileError

__all__ = [
    "HIDDEN",
    "refuse_foreign",
    "refuse_foreign_file",
    "refuse_full",
    "staged",
    "write_owned",
]

HIDDEN = ".optimeter-files.json"
"""The list in folders that others read, or that hold other files as well."""

_STAGE = ".optimeter-"
_NOT_IN_FIRST_LISTS = "tex/"  # of lists without checksums: authors edited what lies there


@dataclass(frozen=True, slots=True)
class _List:
    """What a list says: the checksums by which each file is known as ours.

    Lists of schema 1 had none: `unchecked` names the files of these.
    """

    ours: bool = False  # the list itself; also where there is none
    entries: dict[str, Listed] = field(default_factory=dict)
    before: dict[str, Listed] = field(default_factory=dict)
    unchecked: frozenset[str] = frozenset()

    def owns(self, name: str, there: Listed) -> bool:
        return name in self.unchecked or there in (self.entries.get(name), self.before.get(name))

    @property
    def names(self) -> Collection[str]:
        return {*self.entries, *self.before, *self.unchecked}


def refuse_foreign(
    folder: Path, names: Iterable[str], *, force: bool = False, manifest: str = HIDDEN
) -> None:
    """Raise if files of these names may not be replaced: asked before long work.

    Raises
    ------
    FileError
        It names the file, and the ways out.
    """
    if force:
        return
    with named_errors(folder):
        fresh = dict.fromkeys(names)
        known = _read(folder / manifest)
        _refuse(folder, _conflicts(folder, manifest, fresh, known, _there(folder, fresh)))


@contextmanager
def staged(
    folder: Path,
    *,
    force: bool = False,
    manifest: str = HIDDEN,
    facts: Mapping[str, object] | None = None,
    once: Collection[str] = (),
    replace: bool = True,
) -> Iterator[Path]:
    """Give an empty folder to write to; at the end its files take their places, or none does.

    Parameters
    ----------
    folder
        Where the files are to be.
    force
        Rename what is in the way, to ``NAME.1.bak`` or the next number that is free.
    manifest
        Name of the list of files.
    facts
        What the list says besides.
    once
        Files that are the user's as soon as they were changed: then they stay, and nothing is said.
    replace
        Remove what an earlier call wrote, nobody changed, and this one does not write.

    Raises
    ------
    FileError
        If a file is in the way, or the disk fails. Nothing in the folder was changed then.
    """
    whole = not os.path.lexists(folder)
    place = folder.parent if whole else folder
    stage = place / f"{_STAGE}{platform.node()}-{os.getpid()}-{os.urandom(3).hex()}.part"
    with named_errors(folder, "write"):
        place.mkdir(parents=True, exist_ok=True)
        _remove_left(place)
        stage.mkdir()
        try:
            with _named(stage, folder):
                yield stage
            fresh = _files_below(stage)
            if whole:  # it appears with everything in it
                text = manifest_text(fresh, **(facts or {}))
                write_atomically(stage / manifest, text, durable=False)
                stage.rename(folder)
                return
            with _held(folder):
                _put(folder, stage, fresh, manifest, facts or {},
                     force=force, once=once, replace=replace)  # fmt: skip
        finally:
            remove_tree(stage)


def refuse_full(folder: Path, *, force: bool = False) -> None:
    """Raise if a folder holds anything that is not from Optimeter or was changed since."""
    if force:
        return
    with named_errors(folder):
        known = _read(folder / HIDDEN)
        for path in folder.rglob("*"):
            name = path.relative_to(folder).as_posix()
            if not name.startswith(".") and not path.is_dir() and name not in known.names:
                message = (
                    f"{path} is not from Optimeter: choose another folder, or give force=True "
                    "(--force), which writes beside it and keeps what is in the way"
                )
                raise FileError(message)
    refuse_foreign(folder, known.names)


def refuse_foreign_file(path: Path, *, force: bool = False) -> None:
    """Raise if a single file may not be replaced."""
    with named_errors(path, "write"):
        if path.parent.exists() and not path.parent.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path))
        is_stream = _is_stream(path)
    if not is_stream:
        refuse_foreign(path.parent, [path.name], force=force)


def write_owned(path: Path, content: str | bytes, *, force: bool = False) -> None:
    """Write one file where the user wants it; a file of others there is not replaced.

    Raises
    ------
    FileError
        If a file is in the way, or the disk fails.
    """
    with named_errors(path, "write"):
        if _is_stream(path):
            path.write_bytes(content.encode() if isinstance(content, str) else content)
            return
    with staged(path.parent, force=force, replace=False) as stage:
        write_atomically(stage / path.name, content, durable=False)


def _is_stream(path: Path) -> bool:
    """Whether a path is a pipe or a device, such as ``/dev/stdout``."""
    if path.is_relative_to("/dev"):
        return True
    return path.exists() and not path.is_file() and not path.is_dir()


def _put(
    folder: Path,
    stage: Path,
    fresh: Mapping[str, Listed],
    manifest: str,
    facts: Mapping[str, object],
    *,
    force: bool,
    once: Collection[str],
    replace: bool,
) -> None:
    """Move files to their places; whenever that is broken off, the list knows what is there."""
    before = _read(folder / manifest)
    there = _there(folder, {*fresh, *before.names})
    conflicts = _conflicts(folder, manifest, fresh, before, there)
    kept = set()
    if not force:
        kept = {name for name in conflicts if name in once and name in before.entries}
        _refuse(folder, {name: why for name, why in conflicts.items() if name not in kept})
    now = {**fresh, **{name: before.entries[name] for name in kept}}
    if not replace:
        now = {**before.entries, **now}
    old = {name: entry for name, entry in there.items() if before.owns(name, entry)}
    for name in conflicts.keys() - kept:
        set_aside(_obstacle(folder, name) or folder / name)
    final = manifest_text(now, **facts)
    is_new = listed_file(folder / manifest) != listed(final.encode())
    if is_new:
        both = {name: [*entry] for name, entry in sorted(old.items()) if now.get(name) != entry}
        begun = manifest_text(now, **facts, before=both)
        write_atomically(folder / manifest, begun, durable=False)
    for name in fresh.keys() - kept:
        if there.get(name) != fresh[name]:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (stage / name).replace(folder / name)
    if replace:
        _remove(folder, old.keys() - now.keys())
    if is_new:
        write_atomically(folder / manifest, final, durable=False)


def _there(folder: Path, names: Iterable[str]) -> dict[str, Listed]:
    """Return what a list would say of those of the files that are there and no links."""
    found = {name: listed_file(folder / name) for name in names if not _obstacle(folder, name)}
    return {name: entry for name, entry in found.items() if entry is not None}


def _files_below(folder: Path) -> dict[str, Listed]:
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and (entry := listed_file(path)) is not None:
            found[path.relative_to(folder).as_posix()] = entry
    return found


def _remove(folder: Path, names: Iterable[str]) -> None:
    """Remove files, and folders that are empty without them."""
    for name in names:
        remove_file(folder / name)
        for parent in PurePosixPath(name).parents:
            with suppress(OSError):  # it is not empty
                (folder / parent).rmdir()


def _remove_left(folder: Path) -> None:
    """Remove what processes of this machine left that were killed while they wrote."""
    start = f"{_STAGE}{platform.node()}-"
    for path in folder.glob(f"{_STAGE}*.part"):
        number = path.name.removeprefix(start).partition("-")[0]
        if path.name.startswith(start) and number.isdecimal() and os.name == "posix":
            try:
                os.kill(int(number), 0)
            except (ProcessLookupError, OverflowError):
                remove_tree(path)
            except OSError:
                continue


def _conflicts(
    folder: Path,
    manifest: str,
    fresh: Mapping[str, Listed | None],
    known: _List,
    there: Mapping[str, Listed],
) -> dict[str, str]:
    """Say which files of these names are not ours, and why."""
    found = {}
    if not known.ours or _obstacle(folder, manifest):
        found[manifest] = "is not from Optimeter, or was changed since"
    for name, entry in fresh.items():
        if _obstacle(folder, name):
            found[name] = "is not from Optimeter"
        elif name in there and there[name] != entry and not known.owns(name, there[name]):
            changed = name in known.names
            found[name] = (
                "was changed since Optimeter wrote it" if changed else "is not from Optimeter"
            )
    return found


def _obstacle(folder: Path, name: str) -> Path | None:
    """Return what stands where a file or one of its folders should be: a link, or another kind."""
    path = folder
    *parents, last = PurePosixPath(name).parts
    for part in parents:
        path /= part
        if path.is_symlink() or (path.exists() and not path.is_dir()):
            return path
    path /= last
    return path if path.is_symlink() or (path.exists() and not path.is_file()) else None


def _refuse(folder: Path, conflicts: Mapping[str, str]) -> None:
    if not conflicts:
        return
    name = next(iter(conflicts))
    path = _obstacle(folder, name) or folder / name
    more = f" (and {len(conflicts) - 1} more)" if len(conflicts) > 1 else ""
    message = (
        f"{path} {conflicts[name]}{more}, and would be replaced: choose another place, or give "
        f"force=True (--force), which keeps it as {path.name}.1.bak"
    )
    raise FileError(message)


def _read(path: Path) -> _List:
    """Read the list of a folder; what is none owns nothing."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return _List(ours=True)
    except IsADirectoryError:
        return _List()
    except NotADirectoryError:
        return _List(ours=True)  # the folder is a file: writing says so
    except OSError as error:
        raise file_error(path, error, "read") from error
    try:
        manifest = json.loads(content)
        if manifest["schema"] == 1 and "optimeter" in manifest:
            names = (str(name) for name in manifest["files"])
            ours = frozenset(one for one in names if not one.startswith(_NOT_IN_FIRST_LISTS))
            return _List(ours=True, unchecked=frozenset(filter(_is_below, ours)))
        entries = {name: one for name, one in read_manifest(content).items() if _is_below(name)}
        before = manifest.get("before", {})
        return _List(
            ours=True,
            entries=entries,
            before={
                name: Listed(int(size), str(sha256))
                for name, (size, sha256) in before.items()
                if _is_below(name)
            },
        )
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return _List()


def _is_below(name: str) -> bool:
    path = PurePosixPath(name)
    return bool(path.parts) and not path.is_absolute() and ".." not in path.parts


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    """Let processes that write to one folder change its list one after the other."""
    handle = -1
    with suppress(OSError):  # Windows opens no folders, and some file systems have no locks
        handle = os.open(folder, os.O_RDONLY)
        lock(handle, wait=True)
    try:
        yield
    finally:
        if handle >= 0:
            os.close(handle)


@contextmanager
def _named(stage: Path, folder: Path) -> Iterator[None]:
    """Let errors name the files as they will be called."""
    try:
        yield
    except FileError as error:
        told = FileError(str(error).replace(str(stage), str(folder)))
        told.errno = error.errno
        raise told from error
