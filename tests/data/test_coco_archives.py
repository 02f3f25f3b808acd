"""Recorded data and real archives load; runtimes, run lengths, values at budgets are cocopp's."""

import os
import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import optimeter as om
from optimeter.exceptions import DataError
from tests.peers import peer_folder
from tests.recorded import ARCHIVES as ARCHIVE_FOLDER
from tests.recorded import PLACES, RECORDED

pytestmark = pytest.mark.oracle

DUMP = Path(__file__).with_name("cocopp_dump.py")


# Runs, algorithm, and how many findings of each rule.
ARCHIVES = {
    "bbob/DIRECT_posik_noiseless.tgz": (720, "DIRECT", {}),
    "bbob/EvoSpace-PSO-GA_Garcia-Valdez.tgz": (
        1800, "EvoSpace-PSO-GA", {"Q14": 110, "Q13": 77, "R21a": 73},
    ),
    "bbob/LHD-10xDefault-MATSuMoTo_Brockhoff.tgz": (1800, "LHD-10xDefault-MATSuMoTo", {}),
    "bbob/Ord-H-DTS-CMA-ES_Pitra.tgz": (1800, "Ord-H-DTS-CMA-ES", {}),
    "bbob/R-SHADE-10e2_Tanabe.tgz": (1800, "R-SHADE-10e2", {}),
    "bbob/BFGS-scipy-2019-f1-2D": (15, "BFGS-scipy-2019", {}),
    "bbob-biobj/MAT-DIRECT_Al-Dujaili_bbob-biobj.tgz": (2750, "MAT-DIRECT", {}),
    "bbob-biobj/MO-DIRECT-Rank_Wong_bbob-biobj.tgz": (2750, "MO-DIRECT-Rank", {}),
    "bbob-biobj/MultiGLODS_Brockhoff_bbob-biobj.tgz": (2750, "MultiGLODS", {"Q14": 2}),
    "bbob-biobj/RS-100.tgz": (3300, "RS-100", {}),
}  # fmt: skip
# How long cocopp takes decides which are compared by default.
SLOW = ("Ord-H", "MultiGLODS", "RS-100", "MO-DIRECT", "LHD")
# Pairs in which cocopp trusts a best value that increases, or, at the very end of two data sets of
# the reference, counts 4.0e-12 as below 3.2e-12 and 1.0e-12 as below 5.0e-13.
KNOWN_DIFFERENCES = {"bbob/EvoSpace-PSO-GA_Garcia-Valdez.tgz": 8, "best2016-bbob-biobj.tar.gz": 2}


# Runs of the reference algorithms of cocopp.
REFERENCES = {
    "best09-16-bbob-noisy.tar.gz": 180,
    "best09-16-bbob.tar.gz": 144,
    "best2009-bbob-noisy.tar.gz": 180,
    "best2009-bbob.tar.gz": 144,
    "best2016-bbob-biobj.tar.gz": 330,
    "best2019-bbob-largescale.tar.gz": 144,
}


@pytest.mark.parametrize("name", ARCHIVES)
def test_archive_loads(name, shared_data):
    count, algorithm, rules = ARCHIVES[name]
    path = shared_data / "coco" / name
    runs = om.load(path)
    assert len(runs) == count
    assert runs.algorithms == (algorithm,)
    assert Counter(entry.rule for entry in runs.findings) == rules
    assert om.load(path).equals(runs)  # from the cache


def reference(name):
    return peer_folder("cocopp") / "refalgs" / name


def test_all_reference_algorithms_are_read():
    there = {path.name for path in reference("").glob("*.tar.gz")}
    assert there == set(REFERENCES)


@pytest.mark.parametrize("name", REFERENCES)
def test_reference_algorithm_loads(name):
    runs = om.load(reference(name))
    assert runs.findings == ()
    assert runs.is_reference.all()
    assert not runs.instance.any()
    assert np.all(runs.step_extra["successes"] <= runs.step_extra["runs"])
    assert np.all(runs.step_extra["source"] < len(runs.reference_names))
    assert len(runs) == REFERENCES[name]


def test_everything_at_once(shared_data, said, refused):
    with refused(DataError):
        om.load(shared_data)
    runs = om.load([shared_data / "coco", shared_data / "ioh" / "SO_Data"])
    assert len(runs.algorithms) == 12
    assert set(runs.suites) == {"bbob", "bbob-biobj", "unknown_suite"}
    assert "Q9" not in {entry.rule for entry in runs.findings}
    assert refused.messages == said


# Of every generation of columns and of the bi-objective files, one is enough for each.
SMALL = [
    *("bbob/NM.tgz", "bbob-biobj/RS-2.tgz", "cocoex/bbob", "cocoex/bbob-noisy.tgz"),
    *("history/2009-matlab", "history/2017.tgz", "history/2018.tgz", "history/2023.tgz"),
]


def cases():
    for name in SMALL:
        yield pytest.param(RECORDED / "coco", name)
    for name in ARCHIVES if "archives" in PLACES else ():
        slow = any(part in name for part in SLOW)
        yield pytest.param(ARCHIVE_FOLDER / "coco", name, marks=[pytest.mark.slow] if slow else [])
    for name in REFERENCES:
        slow = name != "best2009-bbob.tar.gz"
        yield pytest.param(None, name, marks=[pytest.mark.slow] if slow else [])


def of_cocopp(paths, folder):
    """Return what cocopp reads of each of these, all in one process."""
    pairs = []
    for number, path in enumerate(paths):
        copy = folder / str(number) / path.name
        if path.is_dir():
            shutil.copytree(path, copy)
        else:
            copy.parent.mkdir()
            shutil.copy(path, copy)
        copy.chmod(0o755)
        pairs += [copy, folder / f"{number}.npz"]
    command = [sys.executable, DUMP, *pairs]
    environment = os.environ | {"HOME": str(folder)}
    subprocess.run(command, check=True, capture_output=True, env=environment)
    return [np.load(result) for result in pairs[1::2]]


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cocopp")
    found = of_cocopp([RECORDED / "coco" / name for name in SMALL], folder)
    return dict(zip(SMALL, found, strict=True))


@pytest.mark.parametrize(("folder", "name"), list(cases()))
def test_numbers_equal_those_of_cocopp(folder, name, tmp_path, request):
    path = reference(name) if folder is None else folder / name
    if name in SMALL:
        theirs = request.getfixturevalue("small")[name]
    else:
        (theirs,) = of_cocopp([path], tmp_path)
    runs = om.load(path)
    data_sets = sum(key.endswith(":id") for key in theirs)
    assert len(list(runs.groups())) == data_sets
    different = 0
    for number in range(data_sets):
        function, dimension = theirs[f"{number}:id"].tolist()
        mine = runs.select(functions=function, dimensions=dimension)
        order = np.argsort(theirs[f"{number}:instances"], kind="stable")
        mine = mine[np.argsort(mine.instance, kind="stable")]
        assert mine.instance.tolist() == theirs[f"{number}:instances"][order].tolist()
        np.testing.assert_array_equal(mine.run_lengths(), theirs[f"{number}:lengths"][order])

        table = theirs[f"{number}:evals"]
        # cocopp adds one row below the final precision, which is not on the grid of targets.
        table = table[table[:, 0] >= mine.final_target[0] * (1 - 1e-9)]
        expected = np.nan_to_num(table[:, 1:][:, order].T, nan=np.inf)
        different += int(np.sum(mine.runtimes(table[:, 0]) != expected))
        if not mine.is_reference.any() and name not in KNOWN_DIFFERENCES:
            check_values(mine, theirs[f"{number}:funvals"], order)
    assert different == KNOWN_DIFFERENCES.get(name, 0)


def check_values(mine, table, order):
    """cocopp answers budgets from the file written at evaluations alone."""
    budgets, expected = table[:, 0], table[:, 1:][:, order].T
    own = np.diff(mine.budget_offsets) > 0
    alone = replace(
        mine,
        offsets=mine.budget_offsets,
        step_evaluations=mine.budget_evaluations,
        step_precision=mine.budget_precision,
        step_extra={},
    )
    values = np.where(own[:, None], alone.values_at(budgets), mine.values_at(budgets))
    # MultiGLODS: one value rises in its last digit, where we keep the minimum.
    np.testing.assert_allclose(values, expected, rtol=1e-9)


def test_golden_numbers(shared_data):
    """Runtimes and run lengths of DIRECT on f6, D = 5, target 0.1, as published."""
    runs = om.load(shared_data / "coco/bbob/DIRECT_posik_noiseless.tgz")
    chosen = runs.select(functions=6, dimensions=5)
    runtimes = chosen.runtimes([0.1])[:, 0]
    assert sorted(runtimes[np.isfinite(runtimes)].tolist()) == [51330, 91916]
    assert sorted(chosen.run_lengths()[np.isinf(runtimes)].tolist()) == [100039, 100061, 100125]
