"""Fixtures of report tests: one small data set, computed once."""

import pytest

from optimeter.reports import compute, report
from tests.reports.helpers import make_runs


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory, monkeypatch):
    """Keep the user's cache out of the tests."""
    monkeypatch.setenv("OPTIMETER_CACHE", "off")


@pytest.fixture(scope="session")
def runs():
    return make_runs(("alpha", "beta", "gamma"))


@pytest.fixture(scope="session")
def data(runs):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OPTIMETER_CACHE", "off")
        return compute(runs)


@pytest.fixture(scope="session")
def written(runs, tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OPTIMETER_CACHE", "off")
        return report(runs, folder=tmp_path_factory.mktemp("report") / "out", paper=True)


@pytest.fixture(scope="session")
def bbob_archives(shared_data):
    """Three data sets of the public archive."""
    names = ("DIRECT_posik_noiseless", "EvoSpace-PSO-GA_Garcia-Valdez", "R-SHADE-10e2_Tanabe")
    return [shared_data / "coco" / "bbob" / f"{name}.tgz" for name in names]
