"""Folders and archives: any nesting, nothing extracted, tricks refused."""

import bz2
import gzip
import io
import lzma
import os
import stat
import tarfile
import zipfile
from pathlib import Path

import pytest

import optimeter as om
from optimeter.data import unpack
from optimeter.data.sources import open_source
from optimeter.exceptions import DataError


def tar(files: dict[str, bytes], **options) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", **options) as archive:
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return buffer.getvalue()


def zipped(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


@pytest.fixture
def files(folder):
    root = folder.write()
    return {
        path.relative_to(root.parent).as_posix(): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file()
    }


def check(path, rules=()):
    """Two runs come out, and nothing was written beside the data."""
    before = sorted(path.parent.iterdir())
    runs = om.load(path)
    assert runs.evaluations.tolist() == [200, 300]
    assert {entry.rule for entry in runs.findings} == set(rules)
    assert sorted(path.parent.iterdir()) == before
    return runs


PACKED = {
    "x.tgz": lambda files: gzip.compress(tar(files)),
    "x.tar.gz": lambda files: gzip.compress(tar(files)),
    "x.tar": tar,
    "x.tar.bz2": lambda files: bz2.compress(tar(files)),
    "x.tar.xz": lambda files: lzma.compress(tar(files)),
    "x.zip": zipped,
    "archive-without-ending": lambda files: gzip.compress(tar(files)),
    "zip-named.tgz": zipped,
    "pax.tar": lambda files: tar(files, format=tarfile.PAX_FORMAT),
    "gnu.tar": lambda files: tar(files, format=tarfile.GNU_FORMAT),
    "zip-in.tgz": lambda files: gzip.compress(tar({"a/inner.zip": zipped(files)})),
    "tgz-in.zip": lambda files: zipped({"b/inner.tgz": gzip.compress(tar(files))}),
    "three-deep.zip": lambda files: zipped({"1.zip": zipped({"2.tgz": gzip.compress(tar(files))})}),
}


@pytest.mark.parametrize("name", PACKED)
def test_archives_of_every_kind(files, tmp_path, name):
    (tmp_path / "packed").mkdir()
    path = tmp_path / "packed" / name
    path.write_bytes(PACKED[name](files))
    check(path)


def test_archive_inside_a_folder(files, tmp_path):
    (tmp_path / "outer" / "deep").mkdir(parents=True)
    (tmp_path / "outer" / "deep" / "x.tgz").write_bytes(gzip.compress(tar(files)))
    runs = check(tmp_path / "outer")
    assert runs.provenance[0]["path"] == str(tmp_path / "outer")


@pytest.mark.parametrize("variant", [tarfile.GNU_FORMAT, tarfile.PAX_FORMAT, tarfile.USTAR_FORMAT])
def test_long_member_names(files, tmp_path, variant):
    prefix = "/".join(["a" * 40] * 3) + "/"
    path = tmp_path / "long.tar"
    path.write_bytes(tar({prefix + name: data for name, data in files.items()}, format=variant))
    check(path)


def test_read_only_folder_stays_untouched(folder):
    root = folder.write()
    for path in [root, *root.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        check(root)
    finally:
        for path in [root, *root.rglob("*")]:
            path.chmod(0o755)


def test_single_index_file(folder):
    root = folder.write()
    (root / "other.info").write_text(folder.index.replace("funcId = 3", "funcId = 4"))
    runs = om.load(root / "bbobexp_f3.info")
    assert set(runs.function.tolist()) == {3}


def test_single_index_file_leaves_its_neighbours_alone(folder):
    root = folder.write()
    (root / "table.csv").write_text("function,evaluations,value\n1,1,5\n")
    (root / "bomb.gz").write_bytes(b"\x1f\x8bnot really")
    for suffix in (".dat", ".tdat"):  # of another function, whose index is not asked for
        (root / "data_f3" / f"bbobexp_f4_DIM2{suffix}").write_text(folder.dat)
    runs = om.load(root / "bbobexp_f3.info", strict=True)
    assert runs.algorithms == ("myalg",)
    assert len(om.load(root).algorithms) == 2
    for name in ("table.csv", "bomb.gz"):
        (root / name).unlink()
    # The same files, asked for in two ways: the cache keeps what was noticed apart.
    assert [entry.rule for entry in om.load(root).findings] == ["Q9"]
    assert om.load(root / "bbobexp_f3.info").findings == ()


def test_same_content_twice_counts_once(files, tmp_path):
    content = gzip.compress(tar(files), mtime=0)
    (tmp_path / "p").mkdir()
    for name in ("a.tgz", "b.tgz"):
        (tmp_path / "p" / name).write_bytes(content)
    runs = om.load(tmp_path / "p" / "a.tgz", tmp_path / "p" / "b.tgz")
    assert len(runs) == 2
    assert {entry.rule for entry in runs.findings} == {"Q17"}
    check(tmp_path / "p", {"Q17"})


def test_names_given_with_paths(folder, said, refused):
    path = folder.write()
    assert om.load(f"mine={path}").algorithms == ("mine",)
    both = om.load(f"one={path}", f"other={path}", path)
    assert both.algorithms == ("one", "other", "myalg")
    assert len(both) == 6  # what is named differently is not the same data set
    with refused(DataError, "'A'"):
        om.load(f"A={path}", f"A={path.parent}")
    assert refused.messages == said


def test_a_path_with_an_equals_sign_is_a_path(folder, tmp_path):
    folder.root = tmp_path / "a=b"
    assert om.load(folder.write()).algorithms == ("myalg",)


def test_the_result_of_an_experiment_stands_for_its_folder(tmp_path):
    suite = om.Suite("bbob", functions=1, dimensions=2, instances=1)
    result = om.run("random-search", suite, budget=10, folder=tmp_path / "rs", seed=1)
    assert om.load(result).equals(om.load(tmp_path / "rs"))


def test_one_name_in_two_sources(folder, tmp_path):
    first = folder.write()
    folder.root = tmp_path / "second"
    folder.dat = folder.tdat = folder.dat.replace("15 0", "16 0")
    second = folder.write()
    runs = om.load(first, second)
    assert runs.algorithms == ("myalg", "myalg (second)")
    folder.index = folder.index.replace(" 1:", " 3:").replace(" 2:", " 4:")
    other_instances = om.load(first, folder.write())
    assert other_instances.algorithms == ("myalg",)


TRICKS = ["../evil.info", "/etc/evil.info", "a/../../evil.info", "C:/evil.info", "..\\evil.info"]


@pytest.mark.parametrize("name", TRICKS)
@pytest.mark.parametrize("pack", [tar, zipped])
def test_paths_that_lead_out_of_the_archive(files, tmp_path, name, pack):
    (tmp_path / "p").mkdir()
    path = tmp_path / "p" / "x.bin"
    path.write_bytes(pack(files | {name: files["data/bbobexp_f3.info"]}))
    check(path, {"R28"})


def test_links_are_not_followed(files, tmp_path):
    buffer = io.BytesIO(tar(files))
    with tarfile.open(fileobj=buffer, mode="a") as archive:
        for kind, name in ((tarfile.SYMTYPE, "s.info"), (tarfile.LNKTYPE, "h.info")):
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, "/etc/passwd"
            archive.addfile(info)
    (tmp_path / "p").mkdir()
    path = tmp_path / "p" / "x.tar"
    path.write_bytes(buffer.getvalue())
    check(path, {"R28"})
    zip_buffer = io.BytesIO(zipped(files))
    with zipfile.ZipFile(zip_buffer, "a") as archive:
        info = zipfile.ZipInfo("link.info")
        info.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(info, "/etc/passwd")
    path.write_bytes(zip_buffer.getvalue())
    check(path, {"R28"})


def test_index_that_points_out_of_the_folder(folder, tmp_path, said, refused):
    (tmp_path / "secret.dat").write_text(folder.HEADER + folder.BLOCKS[0])
    folder.index = folder.INDEX_HEADER + folder.COMMENT + "../secret.dat, 1:200|1.0e-01"
    with refused(DataError):
        om.load(folder.write())
    assert refused.messages == said


def test_links_in_folders_do_not_lead_in_circles(folder):
    root = folder.write()
    (root / "loop").symlink_to(root, target_is_directory=True)
    check(root)


def test_links_do_not_lead_out_of_a_folder(folder, tmp_path):
    root = folder.write()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "runs.csv").write_text("evaluations,value\n1,5\n")
    check(root)  # and is kept in the cache
    (root / "all").symlink_to("/", target_is_directory=True)
    (root / "out").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    found = check(root, {"R28"}).findings
    assert [Path(entry.file).name for entry in found] == ["all", "out"]
    assert om.load(root / "out", cache=False).evaluations.tolist() == [1]  # asked for: read


def test_unrelated_files_are_not_read_whole(folder, said, refused):
    root = folder.write()
    for name in ("model.bin", "x.info"):
        with (root / name).open("wb") as file:
            file.write(b"\1" * 10)
            file.truncate(1 << 31)
    contents = open_source(root).contents
    assert sum(map(len, contents.values())) < 1 << 16
    (root / "x.info").unlink()
    check(root)
    with refused(DataError):
        om.load(root / "model.bin")
    assert refused.messages == said


def test_the_limit_of_archives_is_absolute_and_can_be_raised(
    files, tmp_path, monkeypatch, said, refused
):
    monkeypatch.setattr("optimeter.data.sources.MAX_EXPANDED", 1 << 16)
    path = tmp_path / "x.tgz"
    path.write_bytes(gzip.compress(tar(files | {"z.txt": bytes(1 << 20)}), mtime=0))
    with refused(DataError, "max_expanded"):
        om.load(path)
    assert om.load(path, max_expanded=1 << 22).evaluations.tolist() == [200, 300]
    assert refused.messages == said


def bombs(files):
    zeros = bytes(1 << 18)
    many = gzip.compress(zeros * 100)
    yield "bomb.gz", many
    yield "bomb.tgz", gzip.compress(tar(files | {"z.info": zeros * 100}))
    yield "bomb.zip", zipped({f"{i}.info": zeros for i in range(100)})
    yield "nested.zip", zipped({"a.zip": zipped({"b.gz": many})})


def test_archives_made_to_exhaust_the_memory(files, tmp_path, monkeypatch, said, refused):
    for number in range(4):
        monkeypatch.setattr("optimeter.data.sources.MIN_EXPANDED", 1 << 20)
        monkeypatch.setattr("optimeter.data.sources.MAX_RATIO", 1)
        name, content = list(bombs(files))[number]
        (tmp_path / name).write_bytes(content)
        with refused(DataError):
            om.load(tmp_path / name)
    assert refused.messages == said


def test_endless_nesting_is_refused(files, tmp_path, said, refused):
    content = zipped(files)
    for _ in range(unpack.MAX_NESTING + 2):
        content = zipped({"inner.zip": content})
    (tmp_path / "x.zip").write_bytes(content)
    with refused(DataError):
        om.load(tmp_path / "x.zip")
    assert refused.messages == said


@pytest.mark.parametrize("name", ["x.tgz", "x.zip", "x.tar", "x.tar.xz"])
def test_truncated_archives_never_crash(files, tmp_path, name):
    whole = PACKED[name](files).rstrip(b"\0")
    path = tmp_path / name
    outcomes = set()
    for part in range(1, 12):
        path.write_bytes(whole[: len(whole) * part // 12])
        try:
            runs = om.load(path)
        except DataError as error:
            outcomes.add("R28" in str(error) or "no recorded runs" in str(error))
        else:
            outcomes.add("R28" in {entry.rule for entry in runs.findings})
    assert outcomes == {True}


def test_random_damage_to_archives_never_crashes(files, tmp_path):
    import numpy as np

    rng = np.random.default_rng(1)
    for name in ("x.tgz", "x.zip", "x.tar"):
        whole = PACKED[name](files)
        for _ in range(25):
            content = bytearray(whole)
            for position in rng.integers(0, len(content), 4):
                content[position] = int(rng.integers(0, 256))
            (tmp_path / name).write_bytes(content)
            try:
                om.load(tmp_path / name, cache=False)
            except DataError:
                continue


def test_hopeless_sources(tmp_path, said, refused):
    for name, make in {
        "missing.tgz": lambda path: None,
        "folder.tgz": lambda path: path.mkdir(),
        "empty.tgz": lambda path: path.write_bytes(b""),
        "bytes.tgz": lambda path: path.write_bytes(bytes(range(256)) * 9),
    }.items():
        make(tmp_path / name)
        with refused(DataError, name):
            om.load(tmp_path / name)
    assert refused.messages == said


def test_pipes_and_devices_are_not_read(tmp_path, folder, said, refused):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", "/dev/zero"):
        with refused(DataError):
            om.load(path)
    root = folder.write()
    os.mkfifo(root / "pipe.info")
    assert len(om.load(root)) == 2
    assert refused.messages == said


def test_the_name_says_nothing(files, tmp_path):
    """Archives and index files are known by their content."""
    (tmp_path / "archive.bin").write_bytes(PACKED["x.tgz"](files))
    assert len(om.load(tmp_path / "archive.bin")) == 2
    (tmp_path / "picture.png").write_bytes(PACKED["x.zip"](files))
    assert len(om.load(tmp_path / "picture.png")) == 2
    renamed = {name.replace(".info", ".words"): text for name, text in files.items()}
    (tmp_path / "y").write_bytes(PACKED["x.tar"](renamed))
    assert len(om.load(tmp_path / "y")) == 2


def test_wrong_columns(folder, said, refused):
    for lines in ["1\n2\n", "a b c d e f\n", "1 0\n5 0\n", "; ; ;\n", "1,0,8\n"]:
        folder.dat = folder.tdat = folder.HEADER + lines + folder.HEADER + lines
        with refused(DataError):
            om.load(folder.write())
    assert refused.messages == said


def test_no_source_at_all(said, refused):
    with refused(DataError):
        om.load()
    assert refused.messages == said


def test_data_files_without_an_index(folder, said, refused):
    folder.index = "nothing"
    with refused(DataError):
        om.load(folder.write())
    assert refused.messages == said


def test_the_end_of_a_cut_archive_is_told_once(files, tmp_path):
    packed = gzip.compress(tar(files))
    path = tmp_path / "cut.tgz"
    for part in (3, 2, 1.2):
        path.write_bytes(packed[: int(len(packed) / part)])
        found = [entry for entry in open_source(path).files().findings if entry.rule == "R28"]
        assert len(found) == len(set(found)) == 1
