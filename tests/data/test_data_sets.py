"""Which folders and files are data sets: all that `load` reads, and nothing else."""

import errno
import json
import shutil
from pathlib import Path

import pytest

import optimeter as om
from optimeter.data.convert import FORMATS, convert
from optimeter.data.data_sets import data_sets_below
from optimeter.exceptions import DataError


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    suite = om.Suite("bbob", functions=1, dimensions=2, instances=[1, 2])
    folder = tmp_path_factory.mktemp("recorded")
    return om.load(om.run("random-search", suite, budget=20, folder=folder / "x"))


def names_below(folder):
    return [path.relative_to(folder).as_posix() for path in data_sets_below(folder)]


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_that_we_write(runs, tmp_path, format):
    convert(runs, tmp_path / "deep" / "mine", to=format)
    assert names_below(tmp_path) == ["deep/mine"]
    assert om.load(*data_sets_below(tmp_path)).algorithms == runs.algorithms
    both = om.Runs.concatenate([runs, runs.rename({"random-search": "other"})])
    convert(both, tmp_path / "two", to=format)
    assert set(om.load(*data_sets_below(tmp_path / "two")).algorithms) == {"random-search", "other"}


@pytest.mark.parametrize("kind", [name for name, _ in shutil.get_archive_formats()])
@pytest.mark.parametrize("format", FORMATS)
def test_every_archive(runs, tmp_path, format, kind):
    made = convert(runs, tmp_path / "made", to=format)
    packed = shutil.make_archive(str(tmp_path / "all" / "mine"), kind, made)
    assert [str(path) for path in data_sets_below(tmp_path / "all")] == [packed]
    assert om.load(packed).algorithms == runs.algorithms


def test_other_files_are_none(tmp_path):
    (tmp_path / "notes.txt").write_text("nothing")
    (tmp_path / "package.json").write_text(json.dumps({"version": "1", "algorithm": "x"}))
    (tmp_path / "table.csv").write_text("name,number\n")
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "x.info").write_text("suite = 'bbob'")
    assert names_below(tmp_path) == []


def test_what_should_be_an_index_is_one(tmp_path):
    for name in ("a/x.info", "b/IOHprofiler_f1_Sphere.json", "c/provenance.yaml"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text("cut")
    assert names_below(tmp_path) == ["a", "b", "c"]
    assert names_below(tmp_path / "a") == ["."]


def test_what_a_report_wrote_is_none(runs, tmp_path):
    convert(runs, tmp_path / "mine", to="csv")
    report = tmp_path / "report"
    (report / "data").mkdir(parents=True)
    shutil.copy(tmp_path / "mine" / "runs.csv", report / "data" / "ert.csv")
    manifest = {"schema": 1, "optimeter": "1", "files": ["data/ert.csv"]}
    (report / "manifest.json").write_text(json.dumps(manifest))
    assert names_below(tmp_path) == ["mine"]


def test_folders_that_are_not_looked_into_and_circles(runs, tmp_path):
    for name in ("one", "two"):
        convert(runs, tmp_path / name, to="coco")
    (tmp_path / "zero").symlink_to(tmp_path)
    assert [path.name for path in data_sets_below(tmp_path)] == ["one", "two"]
    left = data_sets_below(tmp_path, apart_from=[tmp_path / "one"])
    assert [path.name for path in left] == ["two"]


def test_unreadable(tmp_path, said, refused, monkeypatch):
    (tmp_path / "closed").mkdir()
    listed = Path.iterdir

    def denied(path):  # as to a user who may not read it; root may read everything
        if path.name == "closed":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return listed(path)

    monkeypatch.setattr(Path, "iterdir", denied)
    with refused(DataError):
        list(data_sets_below(tmp_path))
    assert refused.messages == said
