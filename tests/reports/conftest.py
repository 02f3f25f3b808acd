"""Fixtures of report tests: one small data set, computed once."""

import shutil

import pytest

from optimeter.reports import compute, report
from tests.reports.browsing import Visit
from tests.reports.helpers import make_runs
from tests.system_parts import need


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


@pytest.fixture(scope="session")
def browser():
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    need("chromium")
    with api.sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        instance = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=arguments
        )
        yield instance
        instance.close()


@pytest.fixture
def visit(browser, written):
    entry = Visit(browser, written.page)
    yield entry
    entry.end()
