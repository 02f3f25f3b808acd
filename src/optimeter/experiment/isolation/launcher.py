"""Puts itself where nothing of the caller can be reached, and becomes another program there.

It is executed as a file by a Python without packages, with the path of a JSON file as its argument, so
it imports nothing but the standard library. What fails is told in the last line of the error stream,
beginning with `FAILED`; the exit code is then `FAILURE`.
"""

import contextlib
import ctypes
import errno
import json
import os
import signal
import sys
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

FAILED = "cannot be isolated: "
FAILURE = 97
RAISED = 96
"""The exit code after an exception; the last line of the error stream says which."""

_NEW_MOUNTS, _NEW_UTS, _NEW_IPC = 0x00020000, 0x04000000, 0x08000000
_NEW_USER, _NEW_PROCESSES, _NEW_NETWORK = 0x10000000, 0x20000000, 0x40000000
_PRIVATE, _RECURSIVE, _BIND = 1 << 18, 1 << 14, 1 << 12
_NO_SUID, _NO_DEVICES, _DETACH = 2, 4, 2
_SET_ATTRIBUTES, _PIVOT = 442, {"x86_64": 155, "aarch64": 41}
_AT_CURRENT, _AT_RECURSIVE = -100, 0x8000
_READ_ONLY = 1 | 2 | 4  # and without set-uid bits and devices
_DEATH_SIGNAL, _DUMPABLE, _NO_NEW_PRIVILEGES = 1, 4, 38
_DEVICES = ("null", "zero", "full", "random", "urandom")
_FIRST_FREE_USER = 1 << 30  # as root: users that nobody has, one for each process


@cache
def _library() -> Any:
    """Return the library of the system, on systems that have one of C."""
    library = ctypes.CDLL(None, use_errno=True)
    library.syscall.restype = ctypes.c_long
    return library


class StepError(Exception):
    """One step failed: which, and why."""

    def __init__(self, what: str, why: str) -> None:
        super().__init__(f"{what}: {why}")


def _call(what: str, name: str, *arguments: Any) -> None:
    """Call the system; an error says what could not be done."""
    if getattr(_library(), name)(*arguments) == -1:
        raise StepError(what, os.strerror(ctypes.get_errno()))


def _mount(source: str, target: str, kind: str | None, flags: int, data: str = "") -> None:
    words = (source.encode(), target.encode(), None if kind is None else kind.encode())
    _call(f"mounting {target}", "mount", *words, ctypes.c_ulong(flags), data.encode())


def _separate(user: bool) -> None:
    """Enter namespaces of mounts, processes, network and the rest; as a user, first one of users."""
    flags = _NEW_MOUNTS | _NEW_PROCESSES | _NEW_NETWORK | _NEW_IPC | _NEW_UTS
    owner, group = os.geteuid(), os.getegid()
    _call("namespaces", "unshare", flags | (_NEW_USER if user else 0))
    if user:
        try:
            for name, text in (
                ("setgroups", "deny"),
                ("uid_map", f"{owner} {owner} 1"),
                ("gid_map", f"{group} {group} 1"),
            ):
                Path(f"/proc/self/{name}").write_text(text, encoding="ascii")
        except OSError as error:
            raise StepError(name, str(error.strerror)) from None


def _build_root(spec: dict[str, Any]) -> None:
    """Make a root of its own in memory that holds what the program needs, read-only."""
    root = Path(spec["root"])
    _mount("none", "/", None, _PRIVATE | _RECURSIVE)
    size = f"size={spec['file_size'] * 4},mode=755"
    _mount("tmpfs", str(root), "tmpfs", _NO_SUID | _NO_DEVICES, size)
    for path in spec["read_only"]:
        _show(Path(path), root / path[1:])
    for name in _DEVICES:
        _bind(Path("/dev", name), root / "dev" / name)
    for name in ("tmp", "proc", "old", "dev/shm"):
        (root / name).mkdir(parents=True, exist_ok=True)
    for name in ("tmp", "dev/shm"):
        (root / name).chmod(0o1777)
    for path in spec["hidden"]:
        if (root / path[1:]).is_dir():
            _mount("tmpfs", str(root / path[1:]), "tmpfs", _NO_SUID | _NO_DEVICES, "size=4k")


def _show(path: Path, target: Path) -> None:
    """Show a file or folder of the caller, read-only."""
    if path.is_symlink():
        target.parent.mkdir(parents=True, exist_ok=True)
        if not os.path.lexists(target):
            target.symlink_to(path.readlink())
        return
    _bind(path, target)
    attributes = (ctypes.c_uint64 * 4)(_READ_ONLY, 0, 0, 0)
    where = ctypes.c_char_p(str(target).encode())
    pointer, length = ctypes.byref(attributes), ctypes.c_size_t(ctypes.sizeof(attributes))
    number, flags = ctypes.c_long(_SET_ATTRIBUTES), ctypes.c_uint(_AT_RECURSIVE)
    _call(
        f"showing {path} read-only", "syscall", number, _AT_CURRENT, where, flags, pointer, length
    )


def _bind(path: Path, target: Path) -> None:
    if path.is_dir():
        target.mkdir(parents=True, exist_ok=True)
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.touch()
    _mount(str(path), str(target), None, _BIND | _RECURSIVE)


def _enter_root(root: str) -> None:
    """Let the new root be the only one."""
    number = _PIVOT.get(os.uname().machine)
    if number is None:
        raise StepError(os.uname().machine, os.strerror(errno.ENOSYS))
    os.chdir(root)
    here, old = ctypes.c_char_p(b"."), ctypes.c_char_p(b"old")
    _call("a private root", "syscall", ctypes.c_long(number), here, old)
    _call("leaving the old root", "umount2", b"/old", _DETACH)
    Path("/old").rmdir()


def _limit(limits: dict[str, int]) -> None:
    """Set the limits; those of the system that are lower stay."""
    import resource  # noqa: PLC0415 - Windows has none, and nothing else of this module either

    for name, wanted in limits.items():
        number = getattr(resource, name)
        most = resource.getrlimit(number)[1]
        free = most == resource.RLIM_INFINITY
        amount = wanted if free else min(wanted, most)
        # The signal that tells about processor time comes before the one that kills.
        above = int(free and name == "RLIMIT_CPU")
        try:
            resource.setrlimit(number, (amount, amount + above))
        except (ValueError, OSError):
            if sys.platform == "linux":  # macOS has no limit of memory
                raise


def _become(spec: dict[str, Any], user: int | None) -> NoReturn:
    """Give up what is left of privileges, and become the program."""
    if user is not None:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    _limit(spec["limits"])
    if sys.platform == "linux":
        _library().prctl(_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
        _library().prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    os.chdir("/tmp" if spec["separate"] else spec["folder"])
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    os.execve(spec["command"][0], spec["command"], spec["environment"])


def _pass_on(child: int) -> NoReturn:
    """Wait for a child and for what others left behind; end as the child ended."""
    _library().prctl(_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    _library().prctl(_DUMPABLE, 0, 0, 0, 0)  # nobody looks into this process
    while (ended := os.wait())[0] != child:
        pass
    code = os.waitstatus_to_exitcode(ended[1])
    os._exit(code if code >= 0 else 128 - code)


def main() -> None:
    """Do what the file says."""
    os.umask(0o022)
    spec = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    try:
        if not spec["separate"]:
            _become(spec, None)
        is_root = os.geteuid() == 0
        _separate(user=not is_root)
        _build_root(spec)
        child = os.fork()  # the first of the new namespace of processes
        if child:
            _pass_on(child)
        with contextlib.suppress(StepError):  # without it nothing is shown that should not be
            _mount("proc", f"{spec['root']}/proc", "proc", _NO_SUID | _NO_DEVICES)
        _enter_root(spec["root"])
        child = os.fork()  # the first ignores most signals
        if child:
            _pass_on(child)
        _become(spec, _FIRST_FREE_USER + spec["number"] if is_root else None)
    except (StepError, OSError) as error:
        what = str(error) if isinstance(error, StepError) else f"{error.filename}: {error.strerror}"
        sys.stderr.write(f"\n{FAILED}{what}\n")
        sys.stderr.flush()
        os._exit(FAILURE)


if __name__ == "__main__":
    main()
