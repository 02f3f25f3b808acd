"""A finished folder is held to its list: what is damaged is restored by the same call, or told."""

import errno
import json
import logging
import os
import platform
import random
import shutil
from contextlib import suppress
from pathlib import Path

import pytest
from tests.experiment.test_all_suites import small, walk

import optimeter as om
from optimeter._manifest import listed, manifest_text, read_manifest, set_aside
from optimeter.cli.check import check
from optimeter.exceptions import DifferentExperimentError, FileError, OptimeterError
from optimeter.experiment import experiment_status, merge
from optimeter.record import PROVENANCE_FILE

KINDS = [
    ("bbob", "coco"), ("bbob", "ioh"), ("bbob-noisy", "coco"), ("bbob-noisy", "ioh"),
    ("bbob-biobj", "coco"), ("bbob-constrained", "coco"), ("bbob-constrained", "ioh"),
    ("bbob-mixint", "coco"), ("bbob-mixint", "ioh"), ("pbo", "coco"), ("pbo", "ioh"),
    ("own", "coco"), ("own", "ioh"), ("own-objectives", "coco"), ("own-constraints", "ioh"),
]  # fmt: skip


TELLING = {"manifest", "experiment"}  # rules


def run(kind, format, folder, **options):
    return om.run(
        walk, small(kind), budget=5, folder=folder, format=format, progress=False, **options
    )


def finished(kind, format, folder):
    run(kind, format, folder)
    return folder


def contents(folder):
    """All files but the provenance and what was set aside."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != PROVENANCE_FILE and path.suffix != ".bak"
    }


def remove(file, other, draw):
    file.unlink()


def cut(file, other, draw):
    content = file.read_bytes()
    file.write_bytes(content[: draw.randrange(max(len(content), 1))])


def exchange(file, other, draw):
    one, two = file.read_bytes(), other.read_bytes() if other.exists() else b""
    file.write_bytes(two)
    other.write_bytes(one)


def edit(file, other, draw):
    content = bytearray(file.read_bytes() or b"0")
    place = draw.randrange(len(content))
    content[place] = draw.choice(b"0123456789") if draw.random() < 0.7 else draw.randrange(256)
    file.write_bytes(content)


def lose_a_line(file, other, draw):
    lines = file.read_bytes().splitlines(keepends=True) or [b""]
    lines.pop(draw.randrange(len(lines)))
    file.write_bytes(b"".join(lines))


WAYS = (remove, cut, exchange, edit, lose_a_line)


def damage(folder, draw):
    """Damage one to three files; say how."""
    done = []
    for _ in range(draw.choice((1, 1, 2, 3))):
        files = [folder / name for name in contents(folder)]
        file, way = draw.choice(files), draw.choice(WAYS)
        other = draw.choice(files)
        way(file, other, draw)
        done.append(f"{way.__name__} {file.relative_to(folder)} ({other.relative_to(folder)})")
    return done


def told(folder):
    """Whether whoever looks at the data is told that something is wrong."""
    found = check([str(folder)])
    said = bool(found.unreadable) or any(one.missing for one in found.experiments)
    return said or any(one.rule in TELLING for one in found.findings)


def fate(kind, format, whole, folder, draw):
    """Damage a copy and give the same call again; raise if anybody could be deceived."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(whole, folder)
    before, expected = contents(folder), om.load(whole)
    how = damage(folder, draw)
    if contents(folder) == before:
        return "untouched"
    assert honest(folder, expected), f"load says nothing: {how}"
    assert told(folder) or differing(folder, before) == {"units.zlib"}, f"check says nothing: {how}"
    try:
        run(kind, format, folder)
    except OptimeterError:
        return "refused"
    changed = differing(folder, before)
    if not changed:
        return "restored"
    assert honest(folder, expected), f"load says nothing after the call: {how}"
    assert told(folder) or changed == {"units.zlib"}, f"neither restored nor told: {how}"
    return "told"


def honest(folder, expected):
    """Whether loading gives the data as they were, or a finding."""
    try:
        runs = om.load(folder)
    except OptimeterError:
        return True
    return runs.equals(expected) or any(one.rule in TELLING for one in runs.findings)


def differing(folder, before):
    after = contents(folder)
    return {name for name in before if after.get(name) != before[name]}


@pytest.mark.parametrize(("kind", "format"), KINDS)
def test_damage_is_restored_or_told(kind, format, tmp_path, caplog):
    caplog.set_level(logging.ERROR, logger="optimeter")
    whole = finished(kind, format, tmp_path / "whole")
    draw = random.Random(f"{kind} {format}")
    for _ in range(2):
        fate(kind, format, whole, tmp_path / "copy", draw)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "format"), KINDS)
def test_five_hundred_damaged_folders(kind, format, tmp_path):
    whole = finished(kind, format, tmp_path / "whole")
    draw = random.Random(f"many {kind} {format}")
    fates = [
        fate(kind, format, whole, tmp_path / "copy", draw) for _ in range(-(-500 // len(KINDS)))
    ]
    counts = {one: fates.count(one) for one in sorted(set(fates))}
    assert counts.get("restored", 0) > len(fates) // 2, counts


@pytest.fixture
def folder(tmp_path):
    return finished("bbob", "coco", tmp_path / "x")


def test_removed_data_come_back(folder):
    before = contents(folder)
    (folder / "bbobexp_f1.info").unlink()
    shutil.rmtree(folder / "data_f1")
    lost = om.load(folder).findings
    assert [(one.rule, one.severity) for one in lost] == [("manifest", "incomplete")]
    assert run("bbob", "coco", folder).complete
    assert contents(folder) == before
    assert om.load(folder).findings == ()


def test_what_was_edited_is_kept_beside(folder):
    index = folder / "bbobexp_f1.info"
    before, edited = contents(folder), index.read_bytes().replace(b"walk", b"mine")
    index.write_bytes(edited)
    assert {one.rule for one in om.load(folder).findings} == {"manifest"}
    run("bbob", "coco", folder)
    assert contents(folder) == before
    assert (folder / "bbobexp_f1.info.1.bak").read_bytes() == edited
    assert om.load(folder).findings == ()


def test_without_units_damage_is_told_and_nothing_is_touched(folder, caplog):
    (folder / "units.zlib").unlink()
    assert om.load(folder).findings == ()
    assert not told(folder)
    (folder / "data_f1" / "bbobexp_f1_DIM2.dat").write_bytes(b"mine")
    damaged = contents(folder)
    run("bbob", "coco", folder)
    assert contents(folder) == damaged
    assert [one.levelname for one in caplog.records] == ["WARNING"]
    assert told(folder)


def test_other_line_ends_are_a_note(folder):
    for path in folder.rglob("*.dat"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    severities = {one.severity for one in om.load(folder).findings if one.rule == "manifest"}
    assert severities == {"note"}
    assert {one.severity for one in check([str(folder)]).findings if one.rule == "manifest"} == {
        "note"
    }


def test_archives_are_compared_too(folder, tmp_path):
    whole = shutil.make_archive(str(tmp_path / "whole"), "gztar", tmp_path, "x")
    assert om.load(whole).findings == ()
    (folder / "data_f1" / "bbobexp_f1_DIM2.tdat").unlink()
    part = shutil.make_archive(str(tmp_path / "part"), "gztar", tmp_path, "x")
    assert "manifest" in {one.rule for one in om.load(part).findings}


def test_one_index_is_compared_with_what_it_names(folder):
    index = folder / "bbobexp_f1.info"
    assert om.load(index).findings == ()
    file = folder / "data_f1" / "bbobexp_f1_DIM2.dat"
    file.write_bytes(file.read_bytes().replace(b"1", b"2"))
    assert "manifest" in {one.rule for one in om.load(index).findings}


def test_what_no_reader_opens_is_compared_by_check(folder):
    plan = folder / "plan.tsv"
    plan.write_bytes(plan.read_bytes() + b"\n")
    assert [one.severity for one in om.load(folder).findings] == ["error"]  # by its size
    run("bbob", "coco", folder)
    units = bytearray((folder / "units.zlib").read_bytes())
    units[-1] ^= 1
    (folder / "units.zlib").write_bytes(units)
    assert [one.file for one in check([str(folder)]).findings] == [str(folder / "units.zlib")]


def test_folders_without_a_list_are_as_they_were(folder):
    journal = folder / "journal.jsonl"
    (folder / "manifest.yaml").unlink()
    journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:-1]))
    provenance = json.loads((folder / PROVENANCE_FILE).read_bytes())
    del provenance["files"]
    (folder / PROVENANCE_FILE).write_text(json.dumps(provenance))
    before = contents(folder)
    assert om.load(folder).findings == ()
    assert not told(folder)
    assert run("bbob", "coco", folder).resumed == 4
    assert contents(folder) == before


def test_the_list_comes_back(folder):
    before = contents(folder)
    (folder / "manifest.yaml").write_bytes(b"{")
    (folder / "data_f1" / "bbobexp_f1_DIM2.dat").unlink()
    assert told(folder)
    run("bbob", "coco", folder)
    assert contents(folder) == before


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("experiment.yaml", b"Keep to", b"Kept by"),  # of the source of the optimizer
        ("experiment.yaml", b'"seed": 1', b'"seed":  1'),
        ("plan.tsv", b"\n", b"\r\n"),
    ],
)
def test_bytes_that_mean_the_same_come_back_without_a_list(name, old, new, folder):
    before = contents(folder)
    (folder / name).write_bytes(before[name].replace(old, new))
    (folder / "manifest.yaml").unlink()
    run("bbob", "coco", folder)
    assert contents(folder) == before


def test_that_there_was_a_list_is_known_without_the_end_of_the_journal(folder):
    before = contents(folder)
    (folder / "manifest.yaml").unlink()
    (folder / "journal.jsonl").write_bytes(before["journal.jsonl"][:99])
    index = folder / "bbobexp_f1.info"
    index.write_bytes(before[index.name].replace(b"walk", b"mine"))
    assert told(folder)
    assert {one.rule for one in om.load(folder).findings} == {"manifest"}
    run("bbob", "coco", folder)
    assert contents(folder) == before


def test_nothing_grows_from_foreign_units(folder, tmp_path):
    other = tmp_path / "other"
    run("bbob", "coco", other, seed=5)
    shutil.copy(other / "units.zlib", folder)
    more = om.Suite("bbob", functions=[1, 24], dimensions=2, instances=[1, 2, 3])
    with pytest.raises(DifferentExperimentError, match=r"units\.zlib"):
        om.run(walk, more, budget=5, folder=folder, progress=False)


@pytest.mark.system
def test_merged_sharded_grown_and_parallel_folders_have_one_list(tmp_path):
    whole = contents(finished("bbob", "coco", tmp_path / "whole"))
    for shard in ("1/2", "2/2"):
        run("bbob", "coco", tmp_path / "parts", shard=shard)
    merge(tmp_path / "parts", into=tmp_path / "merged")
    run("bbob", "coco", tmp_path / "two", workers=2)
    om.run(walk, small("bbob")[:2], budget=5, folder=tmp_path / "grown", progress=False)
    run("bbob", "coco", tmp_path / "grown")
    for name in ("merged", "two", "grown"):
        assert contents(tmp_path / name)["manifest.yaml"] == whole["manifest.yaml"], name


def test_a_damaged_shard_is_restored_as_well(tmp_path):
    run("bbob", "coco", tmp_path / "parts", shard="1/2")
    part = tmp_path / "parts" / "shard-1-of-2"
    part = part if part.exists() else next((tmp_path / "parts").iterdir())
    before = contents(part)
    for name in before:
        if name.endswith(".dat"):
            (part / name).unlink()
    assert told(part)
    run("bbob", "coco", tmp_path / "parts", shard="1/2")
    assert contents(part) == before


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"files": 1, "sha256": ""}', "[" * 100_000])
def test_no_list_is_an_error(text):
    with pytest.raises(ValueError, match="list"):
        read_manifest(text.encode())


def test_a_list_is_read_as_it_was_written():
    files = {"ä/b": listed(b"1"), "a": listed(b"")}
    text = manifest_text(files, optimeter="0")
    assert read_manifest(text.encode()) == files
    with pytest.raises(ValueError, match="checksum"):
        read_manifest(text.replace('"size": 1', '"size": 2').encode())


def test_a_list_never_leads_out_of_its_folder(folder, tmp_path):
    (tmp_path / "secret").write_bytes(b"1")
    files = {"../secret": listed(b"1")}
    (folder / "manifest.yaml").write_text(manifest_text(files))
    findings = [one for one in check([str(folder)]).findings if one.rule == "manifest"]
    assert [one.severity for one in findings] == ["incomplete"]


def test_files_are_set_aside_under_free_names(tmp_path):
    path = tmp_path / "a"
    assert set_aside(path) is None
    for number in (1, 2):
        path.write_text(str(number))
        assert set_aside(path) == Path(f"{path}.{number}.bak")
    assert (tmp_path / "a.1.bak").read_text() == "1"


@pytest.mark.parametrize("function", ["replace", "rename", "mkdir", "open", "fsync", "unlink"])
def test_every_call_of_restoring_fails_once(function, folder, tmp_path, monkeypatch):
    before, original = contents(folder), getattr(os, function)
    for number in range(60):
        copy = tmp_path / f"{number}"
        shutil.copytree(folder, copy)
        shutil.rmtree(copy / "data_f1")
        (copy / "journal.jsonl").write_bytes(b"")
        calls = 0

        def wrapper(*args, number=number, **kwargs):
            nonlocal calls
            calls += 1
            if calls == number + 1:
                raise OSError(errno.ENOSPC, "No space left on device")
            return original(*args, **kwargs)

        with monkeypatch.context() as patch:
            patch.setattr(os, function, wrapper)
            with suppress(FileError):
                run("bbob", "coco", copy)
        run("bbob", "coco", copy)
        assert contents(copy) == before
        if calls <= number:
            return
    pytest.fail("it never ended")


def test_a_lock_may_name_any_process(folder):
    (folder / "experiment.lock").write_text(json.dumps({"host": platform.node(), "pid": 2**200}))
    assert experiment_status(folder).holder == ""
    assert run("bbob", "coco", folder).complete
