"""Parsed data are kept: same content, same runs; damage, crashes and concurrent use do no harm."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

import optimeter as om


def entries(folder):
    return sorted((folder / "runs").glob("*")) if (folder / "runs").exists() else []


def test_second_load_comes_from_the_cache(folder, private_cache, monkeypatch):
    root = folder.write()
    first = om.load(root)
    assert len(entries(private_cache)) == 1
    monkeypatch.setattr(sys.modules["optimeter.data.load"], "read_files", None)  # cannot parse now
    second = om.load(root)
    assert second.equals(first)
    assert second.provenance == first.provenance
    assert second.findings == first.findings
    assert sorted(p.name for p in root.iterdir()) == ["bbobexp_f3.info", "data_f3"]


def test_key_is_the_content_not_the_name(folder, tmp_path, private_cache):
    om.load(folder.write())
    folder.root = tmp_path / "elsewhere"
    runs = om.load(folder.write())
    assert len(entries(private_cache)) == 1
    assert runs.provenance[0]["path"] == str(tmp_path / "elsewhere")
    folder.dat = folder.dat.replace("15 0", "16 0")
    assert om.load(folder.write()).runtimes([1])[0, 0] == 16
    assert len(entries(private_cache)) == 2


def test_findings_name_the_present_path(folder, tmp_path):
    folder.index = folder.index.replace("1:200", "1:17")
    om.load(folder.write())
    folder.root = tmp_path / "moved"
    assert om.load(folder.write()).findings[0].file.startswith(str(tmp_path / "moved"))


@pytest.mark.parametrize("off", [lambda m: m.setenv("OPTIMETER_CACHE", "off"), None])
def test_cache_can_be_switched_off(folder, private_cache, monkeypatch, off):
    if off:
        off(monkeypatch)
    om.load(folder.write(), cache=off is not None)
    assert entries(private_cache) == []


@pytest.mark.parametrize("kept", [0, 1, 20, 100, 400, -1])
def test_damaged_entry_is_ignored_and_written_anew(folder, private_cache, kept):
    root = folder.write()
    first = om.load(root)
    (entry,) = entries(private_cache)
    whole = entry.read_bytes()
    entry.write_bytes(whole[:kept])
    assert om.load(root).equals(first)
    assert entry.read_bytes() == whole


def test_every_flipped_byte_is_noticed(folder, private_cache):
    root = folder.write()
    first = om.load(root)
    (entry,) = entries(private_cache)
    whole = entry.read_bytes()
    for position in range(0, len(whole), 37):
        damaged = bytearray(whole)
        damaged[position] ^= 0x40
        entry.write_bytes(damaged)
        assert om.load(root).equals(first)


def test_entry_of_other_code_is_ignored(folder, private_cache, monkeypatch):
    root = folder.write()
    first = om.load(root)
    (entry,) = entries(private_cache)
    whole = entry.read_bytes()
    monkeypatch.setattr("optimeter._store.code_digest", lambda: "of other code")
    assert om.load(root).equals(first)
    assert entry.read_bytes() != whole  # and takes its place


def test_unwritable_cache_is_no_error(folder, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("OPTIMETER_CACHE", str(tmp_path / "file"))
    assert len(om.load(folder.write())) == 2


def test_many_readers_and_writers_at_once(folder, private_cache):
    root = folder.write()
    expected = om.load(root, cache=False)
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda _: om.load(root), range(32)))
    assert all(runs.equals(expected) for runs in results)
    assert len(entries(private_cache)) == 1  # and no temporary file is left


@pytest.mark.system
def test_many_processes_at_once(folder, private_cache):
    root = folder.write()
    script = f"import optimeter as om; print(len(om.load({str(root)!r})))"
    tasks = [
        subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) for _ in range(4)
    ]
    assert [int(task.communicate()[0]) for task in tasks] == [2] * 4
    assert len(entries(private_cache)) == 1
