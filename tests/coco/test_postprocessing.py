"""The calls of cocopp that programs make beside `main`, with the numbers of cocopp."""

import subprocess
import sys
import warnings
from types import SimpleNamespace

import numpy as np
import pytest
from tests.peers import need_peer
from tests.recorded import RECORDED

import optimeter as om
from optimeter.coco import postprocessing as ours
from optimeter.coco.postprocessing import archiving, genericsettings
from optimeter.exceptions import InvalidValueError

TARGETS = [1e3, 10, 1, 0.05, 1e-2, 1e-8]
FOLDER = RECORDED / "coco" / "cocoex" / "bbob"
EXACT = ("funcId", "dim", "algId", "instancenumbers", "suite_name", "comment", "isFinalized")
NUMBERS = (
    "evals",
    "funvals",
    "target",
    "ert",
    "maxevals",
    "maxfgevals",
    "finalfunvals",
    "max_eval",
)
CALLS = ("detERT", "detSuccesses", "detSuccessRates", "detAverageEvals")


@pytest.fixture
def settings():
    """Restore the settings that a test changes."""
    before = dict(vars(genericsettings))
    yield genericsettings
    vars(genericsettings).clear()
    vars(genericsettings).update(before)


@pytest.mark.oracle
def test_numbers_of_data_sets_are_those_of_cocopp():
    peer = need_peer("cocopp")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = sorted(peer.load(str(FOLDER)), key=lambda one: (one.dim, one.funcId))
        mine = sorted(ours.load(str(FOLDER)), key=lambda one: (one.dim, one.funcId))
        assert len(mine) == len(theirs) > 1
        for a, b in zip(mine, theirs, strict=True):
            for name in EXACT:
                assert getattr(a, name) == getattr(b, name), name
            for name in NUMBERS:
                np.testing.assert_allclose(getattr(a, name), getattr(b, name), rtol=1e-6)
            for name in CALLS:
                expected = getattr(b, name)(TARGETS)
                np.testing.assert_allclose(getattr(a, name)(TARGETS), expected, rtol=1e-9)
            for one, other in zip(a.detEvals(TARGETS), b.detEvals(TARGETS), strict=True):
                np.testing.assert_array_equal(one, other)
            assert (a.nbRuns(), a.mMaxEvals()) == (b.nbRuns(), b.mMaxEvals())


def test_data_sets_are_sorted_out(capsys):
    found = ours.load([str(FOLDER)])
    assert {*found.dictByDim()} == {one.dim for one in found}
    assert found.dictByFunc()[1] == [one for one in found if one.funcId == 1]
    assert [*found.dictByAlg()] == [("bbob", "%")]
    dimension = found[0].dim
    assert found.dictByDimFunc()[dimension][1] == found.by("dim")[dimension].by("funcId")[1]
    removed = found.remove_if(lambda one: one.funcId == 1)
    assert {one.funcId for one in removed} == {1}
    assert 1 not in found.dictByFunc()
    ours.info(removed)
    assert capsys.readouterr().out.splitlines()[0] == f"{len(removed)} data set(s)"
    with pytest.raises(AttributeError, match="bootstrap_sample_size"):
        found[0].bootstrap_sample_size()


def test_several_algorithms_come_by_dimension_and_source(tmp_path):
    second = tmp_path / "second"
    suite = om.Suite("bbob", functions=[1], dimensions=[2], instances=[1])
    om.run("random-search", suite, budget=20, folder=second)
    both = ours.load2([str(FOLDER), str(second)], remove=lambda one: one.funcId != 1)
    assert [*both[2]] == [str(FOLDER), str(second)]
    assert {one.funcId for some in both[2].values() for one in some} == {1}
    flat = ours.load2(f"{FOLDER} {second}", flat_list=True)
    assert {one.algId for one in flat} == {"bbob", "second"}
    assert [one.funcId for one in ours.load2(str(second), keep=lambda one: one.dim == 2)] == [1]


def test_runtime_profiles_are_drawn_for_all_data_sets(tmp_path, monkeypatch):
    drawn = []

    class Figure:
        def savefig(self, path):
            drawn.append(path.name)

    def ecdf(runs, *, dimensions, engine):
        drawn.append((len(runs), dimensions, engine))
        return Figure()

    monkeypatch.setattr(om.plot, "ecdf", ecdf)
    chosen = ours.load(str(FOLDER)).dictByDim()[2]
    ours.compall.pprldmany.main({"a": chosen}, outputdir=str(tmp_path / "new"), dimension=2)
    count = sum(one.nbRuns() for one in chosen)
    names = ["pprldmany_default.svg", "pprldmany_default.pdf"]
    assert drawn == [(count, 2, "matplotlib"), *names]


@pytest.mark.slow
def test_runtime_profiles_are_written(tmp_path):
    ours.compall.pprldmany.main(ours.load(str(FOLDER)), outputdir=str(tmp_path))
    assert {path.suffix for path in tmp_path.iterdir()} == {".svg", ".pdf"}


@pytest.fixture
def packed(tmp_path, monkeypatch):
    """Return an archive of two data sets in the place of the official one."""
    folder = tmp_path / "archive"
    for name in ("bbob/2009/BFGS_a.tgz", "bbob/2010/CMA_bfgs.tgz", "bbob-noisy/2009/X.tgz"):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(name.encode())
    archiving.create(folder)
    monkeypatch.setenv("OPTIMETER_ARCHIVE", str(folder))
    return folder


def test_archives(packed):
    archives = archiving.OfficialArchives()
    assert archives.bbob.names == ["2009/BFGS_a.tgz", "2010/CMA_bfgs.tgz"]
    assert archives.all("2009") == ["bbob/2009/BFGS_a.tgz", "bbob-noisy/2009/X.tgz"]
    assert archives.bbob.find("2009", "bfgs") == archives.bbob("20.*bfgs_a")
    assert archives.bbob.find_indices("cma") == [1]
    path = str(packed / "bbob/2009/BFGS_a.tgz")
    assert archives.bbob.get("bfgs!") == archives.bbob.get(0) == path
    assert archives.bbob.get_first(["bfgs"]) == archives.bbob.full_path("2009/BFGS_a.tgz") == path
    assert archives.bbob.get_first("nothing") is None
    assert len(archives.bbob.get_all("bfgs")) == len(archives.bbob.get_all()) == 2
    assert archives.all.get_extended(f"{FOLDER} bbob/20*") == [
        str(FOLDER),
        *archives.bbob.get_all(),
    ]
    assert archiving.get(packed).names == archives.all.names
    assert archives.names[:2] == ["all", "bbob"]
    with pytest.raises(InvalidValueError, match="2 data sets"):
        archives.bbob.get("bfgs")
    with pytest.raises(InvalidValueError, match="'x'"):
        archives.bbob.full_path("x")


def test_settings_that_have_no_effect_are_named(settings, capsys, monkeypatch, tmp_path):
    called = []

    def report(*runs, folder):
        called.append((len(runs), folder))
        return SimpleNamespace(page="page")

    monkeypatch.setattr(om, "report", report)
    settings.verbose = True
    settings.outputdir = str(tmp_path)
    ours.rungeneric.main([str(FOLDER)])
    assert "left out" not in capsys.readouterr().err
    settings.isFig, settings.xlimit_pprldmany = False, 1e4
    ours.main(f"-o out {FOLDER}")
    assert "isFig, xlimit_pprldmany" in capsys.readouterr().err
    assert called == [(1, str(tmp_path)), (1, "out")]


@pytest.mark.system
def test_modules_are_imported_by_the_names_of_cocopp():
    program = (
        "import optimeter.coco; optimeter.coco.stand_in()\n"
        "import cocopp, cocopp.genericsettings, cocopp.compall.pprldmany\n"
        "from cocopp import rungeneric1, archiving, bbob\n"
        "cocopp.compall.pprldmany.divide_by_dimension = False\n"
        "assert rungeneric1.main is cocopp.main\n"
        "try:\n    cocopp.ppfig\nexcept AttributeError as error:\n    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert "cocopp.ppfig" in done.stdout
