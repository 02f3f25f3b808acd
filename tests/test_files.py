"""Files below all rooms: whole or not at all; one holder at a time."""

import ctypes
import errno
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

import optimeter as om
from optimeter import _files
from optimeter._files import is_locked, lock, read_json, write_atomically, write_json
from optimeter.exceptions import FileError


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("durable", [True, False])
def test_content_is_replaced(tmp_path, durable):
    path = tmp_path / "file"
    for content in (b"old", "new \N{GREEK SMALL LETTER ALPHA}\n"):
        write_atomically(path, content, durable=durable)
    assert path.read_bytes() == "new \N{GREEK SMALL LETTER ALPHA}\n".encode()
    assert names(tmp_path) == ["file"]


def test_a_failure_leaves_the_old_content(tmp_path, monkeypatch, said, refused):
    path = tmp_path / "file"
    write_atomically(path, b"old")
    monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError("disk full")))
    with refused(FileError, path):
        write_atomically(path, b"new")
    monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["file"]
    assert refused.messages == said


def test_threads_do_not_mix_their_content(tmp_path):
    path = tmp_path / "file"
    contents = [bytes([number]) * 10_000 for number in range(40)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda content: write_atomically(path, content, durable=False), contents))
    assert path.read_bytes() in contents
    assert names(tmp_path) == ["file"]


def test_json(tmp_path, said, refused):
    path = tmp_path / "file"
    write_json(path, {"b": [1], "a": "ä"})
    assert path.read_text(encoding="utf-8") == '{\n "b": [\n  1\n ],\n "a": "ä"\n}\n'
    assert read_json(path) == {"b": [1], "a": "ä"}
    for text in ("{", "[1]", "[" * 100_000):
        path.write_text(text)
        with pytest.raises(FileError, match=str(path)):
            read_json(path)
    with refused(FileError, path):
        read_json(tmp_path / "filex")
    assert refused.messages == said


@pytest.mark.system
def test_a_lock_ends_with_its_process(tmp_path):
    path = tmp_path / "file"
    script = (
        "import os, sys; from optimeter._files import lock; "
        "lock(os.open(sys.argv[1], os.O_RDWR | os.O_CREAT), wait=False); print('held'); "
        "sys.stdout.flush(); sys.stdin.read()"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", script, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"held\n"
    with path.open("rb") as file:
        with pytest.raises(BlockingIOError):
            lock(file.fileno(), wait=False)
        assert is_locked(path)
        holder.kill()
        holder.wait()
        assert not is_locked(path)
        lock(file.fileno(), wait=True)
    holder.stdin.close()
    holder.stdout.close()


class WindowsLocks(SimpleNamespace):
    """What Windows has in place of ``fcntl``: locks of single bytes, held by a handle."""

    LK_UNLCK, LK_NBLCK = 0, 2

    def locking(self, handle, mode, count):
        assert count == 1
        byte = (os.fstat(handle).st_ino, os.lseek(handle, 0, os.SEEK_CUR))
        if mode == self.LK_UNLCK:
            del self.held[byte]
        elif self.held.setdefault(byte, handle) != handle:
            raise PermissionError


def test_locks_without_fcntl(tmp_path, monkeypatch, said, refused):
    system = WindowsLocks(held={})
    monkeypatch.setitem(sys.modules, "msvcrt", system)
    monkeypatch.setattr(_files, "fcntl", None)
    path = tmp_path / "file"
    path.write_bytes(b"facts")
    assert not is_locked(path)
    with path.open("r+b", buffering=0) as first, path.open("rb", buffering=0) as second:
        lock(first.fileno(), wait=False)
        assert first.tell() == 0  # the next bytes go where they would have gone
        assert is_locked(path)
        assert min(byte for _, byte in system.held) > 1_000_000, "the content can be read"
        with refused(BlockingIOError):
            lock(second.fileno(), wait=False)
        threading.Timer(0.1, system.held.clear).start()
        lock(second.fileno(), wait=True)
        assert list(system.held.values()) == [second.fileno()]
    assert refused.messages == said


@pytest.mark.system
def test_the_package_imports_without_what_windows_lacks():
    script = (
        "import sys\n"
        "for name in ('fcntl', 'resource', 'pwd', 'grp', 'termios'): sys.modules[name] = None\n"
        "import optimeter, os, pkgutil, importlib\n"
        "place = os.path.dirname(optimeter.__file__)\n"  # others hold what is built, or the examples
        "for found in pkgutil.walk_packages([place], 'optimeter.'):\n"
        "    if not found.name.endswith('__main__'): importlib.import_module(found.name)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_where_nothing_can_be_written_nothing_is_computed(tmp_path, said, refused):
    for make in ["report", "figures", "site"]:
        (tmp_path / "file").write_text("")
        places = [tmp_path / "file", tmp_path / "file/below", tmp_path / ("x" * 300)]
        call = {"report": om.report, "figures": om.figures, "site": om.reports.site}[make]
        for place in places:
            with refused(FileError):
                call("there are no such data", folder=place)
    assert refused.messages == said


@pytest.mark.parametrize("sync", [_files.sync_folder, _files.sync_tree])
def test_a_disk_that_fails_is_told(sync, tmp_path, monkeypatch):
    def fails(*_):
        ctypes.set_errno(errno.EIO)
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    class Library:
        @staticmethod
        def syncfs(handle):
            ctypes.set_errno(errno.EIO)
            return -1

    monkeypatch.setattr(os, "fsync", fails)
    monkeypatch.setattr(ctypes, "CDLL", lambda *_, **__: Library)
    with pytest.raises(FileError) as caught:
        sync(tmp_path)
    assert caught.value.errno == errno.EIO
    assert str(tmp_path) in str(caught.value)


@pytest.mark.parametrize("sync", [_files.sync_folder, _files.sync_tree])
def test_what_flushes_no_folders_is_left_alone(sync, tmp_path, monkeypatch):
    def cannot(*_):
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))

    class Library:
        @staticmethod
        def syncfs(handle):
            ctypes.set_errno(errno.ENOSYS)
            return -1

    flushed = []
    monkeypatch.setattr(os, "fsync", cannot)
    monkeypatch.setattr(os, "sync", lambda: flushed.append("all"))
    monkeypatch.setattr(ctypes, "CDLL", lambda *_, **__: Library)
    sync(tmp_path)
    assert flushed == (["all"] if sync is _files.sync_tree else [])
