"""Files below all rooms: whole or not at all; one holder at a time."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

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


def test_a_failure_leaves_the_old_content(tmp_path, monkeypatch):
    path = tmp_path / "file"
    write_atomically(path, b"old")
    monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError("disk full")))
    with pytest.raises(FileError, match=f"cannot write {path}: disk full"):
        write_atomically(path, b"new")
    monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["file"]


def test_threads_do_not_mix_their_content(tmp_path):
    path = tmp_path / "file"
    contents = [bytes([number]) * 10_000 for number in range(40)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda content: write_atomically(path, content, durable=False), contents))
    assert path.read_bytes() in contents
    assert names(tmp_path) == ["file"]


def test_json(tmp_path):
    path = tmp_path / "file"
    write_json(path, {"b": [1], "a": "ä"})
    assert path.read_text(encoding="utf-8") == '{\n "b": [\n  1\n ],\n "a": "ä"\n}\n'
    assert read_json(path) == {"b": [1], "a": "ä"}
    for text in ("{", "[1]"):
        path.write_text(text)
        with pytest.raises(FileError, match=f"{path} is damaged"):
            read_json(path)
    with pytest.raises(FileError, match=f"cannot read {path}x: No such file"):
        read_json(tmp_path / "filex")


@pytest.mark.skipif(sys.platform == "win32", reason="files held there cannot be read")
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
