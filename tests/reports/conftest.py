"""Fixtures of report tests: what many of them read is computed, written and opened once."""

import shutil
from functools import cache

import pytest

from optimeter.reports import compute, report, report_data
from optimeter.reports.page.rendering import page_files
from tests.peers import need_peer
from tests.reports.browsing import Visit
from tests.reports.helpers import DATA, make_runs
from tests.system_parts import need


@pytest.fixture(scope="session")
def runs():
    return make_runs(("alpha", "beta", "gamma"))


@pytest.fixture(scope="session")
def data(runs):
    return compute(runs)


@pytest.fixture(scope="session")
def written(runs, tmp_path_factory):
    """The page of three algorithms and its numbers."""
    return report(runs, folder=tmp_path_factory.mktemp("report") / "out")


@pytest.fixture(scope="session")
def paper(runs, tmp_path_factory):
    """Page, figures and article of the same, in one dimension."""
    folder = tmp_path_factory.mktemp("paper")
    return report(runs.select(dimensions=5), folder=folder, paper=True, resamples=20)


@pytest.fixture(scope="session")
def results():
    """Return the results of data by their name, computed once."""

    @cache
    def of(name):
        return report_data(*DATA[name](), resamples=20)

    return of


@pytest.fixture(scope="session")
def page_of(results, tmp_path_factory):
    """Return the page of data by their name, written once."""

    @cache
    def of(name):
        folder = tmp_path_factory.mktemp("page")
        for file, content in page_files(results(name)):
            (folder / file).write_bytes(content)
        return folder / "index.html"

    return of


@pytest.fixture
def undrawn(monkeypatch):
    """Write the titles of figures for a paper in place of their drawings."""
    monkeypatch.setattr(
        "optimeter.reports.paper.figures.file_contents",
        lambda figure, formats, _: [figure.title.encode() for _ in formats],
    )


@pytest.fixture(scope="session")
def bbob_archives(shared_data):
    """Two large data sets on bbob of the public archive."""
    names = ("DIRECT_posik_noiseless", "EvoSpace-PSO-GA_Garcia-Valdez")
    return [shared_data / "coco" / "bbob" / f"{name}.tgz" for name in names]


@pytest.fixture(scope="session")
def browser():
    api = need_peer("playwright.sync_api")
    need("chromium")
    with api.sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        instance = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=arguments
        )
        yield instance
        instance.close()


@pytest.fixture(scope="session")
def tab(browser):
    """A tab in which one test after the other opens its page: the script is compiled once."""
    page = browser.new_page()
    yield page
    page.close()


@pytest.fixture
def opened(tab):
    """Open a page in the tab, where another one may be open."""
    current = []

    def open_page(path, fragment="", **options):
        if current:
            current.pop().end()
        current.append(Visit(tab, path, fragment, **options))
        return current[0]

    yield open_page
    if current:
        current[0].end()


@pytest.fixture
def visit(opened, written):
    """The page of three algorithms, for a test that uses it."""
    return opened(written.page)


@pytest.fixture(scope="session")
def drawn(browser, written):
    """The page of three algorithms with every section drawn, for tests that only read it."""
    entry = Visit(browser.new_page(), written.page)
    entry.draw_everything()
    yield entry
    entry.end()
