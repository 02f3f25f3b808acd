"""Whatever is cut off recorded data: the data are equal, or there is a finding."""

import shutil
from pathlib import Path

import numpy as np
import pytest

import optimeter as om
from optimeter.exceptions import DataError

RECORDED = Path(__file__).parent / "recorded"
FOLDERS = ("coco/cocoex/bbob", "coco/history/2009-matlab", "ioh/HC", "ioh/RS")
SUFFIXES = (".info", ".json", ".dat", ".tdat")
MOST = 12  # cuts of one file


def files():
    return [
        pytest.param(folder, path.relative_to(RECORDED / folder), id=f"{folder}/{path.name}")
        for folder in FOLDERS
        for path in sorted((RECORDED / folder).rglob("*"))
        if path.suffix in SUFFIXES
    ]


def same(runs, whole):
    """Say whether run lengths, final values and the runtimes to all targets are equal."""
    targets = 10.0 ** (np.arange(10, -41, -1) / 5)
    return (
        len(runs) == len(whole)
        and np.array_equal(runs.evaluations, whole.evaluations)
        and np.array_equal(runs.final, whole.final)
        and np.array_equal(runs.runtimes(targets), whole.runtimes(targets))
    )


def silent_cuts(root, path):
    """Yield the numbers of lines after which a file can be cut without any sign of it."""
    whole = om.load(root, cache=False)
    known = set(whole.findings)
    lines = path.read_bytes().splitlines(keepends=True)
    for count in range(0, len(lines), -(-len(lines) // MOST)):
        path.write_bytes(b"".join(lines[:count]))
        try:
            runs = om.load(root, cache=False)
        except DataError:
            continue
        told = any(f.severity != "note" for f in set(runs.findings) - known)
        if not told and not same(runs, whole):
            yield count


@pytest.mark.parametrize(("folder", "file"), files())
def test_cut_at_lines(folder, file, tmp_path):
    shutil.copytree(RECORDED / folder, tmp_path / "data")
    assert list(silent_cuts(tmp_path / "data", tmp_path / "data" / file)) == []


def test_an_emptied_ioh_index_is_told(tmp_path):
    shutil.copytree(RECORDED / "ioh" / "HC", tmp_path / "data")
    (tmp_path / "data" / "IOHprofiler_f1_Sphere.json").write_bytes(b"")
    (finding,) = om.load(tmp_path / "data", cache=False).findings
    assert (finding.rule, finding.severity) == ("Q9", "incomplete")
    assert finding.file.endswith("IOHprofiler_f1_DIM2.dat")
