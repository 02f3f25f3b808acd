"""The page in a real browser: opened from disk, used with mouse and keyboard, printed."""

import json
import os
import re
import shutil
from pathlib import Path

import pytest

from optimeter import measures
from optimeter.reports import report
from tests.reports.helpers import HOSTILE, make_runs

pytestmark = pytest.mark.browser

# Screenshots are kept for looking at; CI collects the folder.
ARTIFACTS = Path(os.environ.get("OPTIMETER_ARTIFACTS", Path(__file__).parents[2] / "artifacts"))
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
TIMEOUT = 60_000


@pytest.fixture(scope="module")
def browser():
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if path is None:
        pytest.skip("no chromium: install Debian's package chromium")
    with api.sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        instance = playwright.chromium.launch(executable_path=path, args=arguments)
        yield instance
        instance.close()


class Visit:
    """An open page with everything the browser complained about or asked for."""

    def __init__(self, browser, path, fragment="", **options):
        self.page = browser.new_page(viewport={"width": 1280, "height": 900}, **options)
        self.page.set_default_timeout(TIMEOUT)
        self.messages, self.requests = [], []
        self.page.on("console", lambda m: self.messages.append(f"{m.type}: {m.text}"))
        self.page.on("pageerror", lambda e: self.messages.append(f"error: {e}"))
        self.page.on("request", lambda r: self.requests.append(r.url))
        self.page.goto(f"{path.resolve().as_uri()}{fragment}")
        if options.get("java_script_enabled", True):
            self.page.wait_for_function("window.optimeterReady")
            self.page.wait_for_selector("#plot-headline .main-svg")

    def text(self, selector):
        return self.page.inner_text(selector)

    def keep(self, name):
        ARTIFACTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=ARTIFACTS / f"{name}.png")

    def end(self):
        """Close; nothing may have been complained about or fetched."""
        problems = [m for m in self.messages if m.startswith(("error", "warning"))]
        outside = [r for r in self.requests if not r.startswith(("file:", "data:", "blob:"))]
        self.page.close()
        assert not problems
        assert not outside


@pytest.fixture
def visit(browser, written):
    entry = Visit(browser, written.page)
    yield entry
    entry.end()


def test_the_page_opens_and_says_the_answer(visit, data):
    sentence = visit.text("#headline p")
    assert "faster than" in sentence
    assert "95 % interval" in sentence
    row = data.suites[0].comparison.speed.select(dimension=5).to_dicts()[0]
    assert sentence.startswith("In dimension 5")
    assert row["faster"] in sentence
    assert visit.page.evaluate("window.optimeterReady") < 20_000  # two seconds on an idle machine
    visit.keep("report-top")


def test_switch_dimension_and_group(visit, data):
    visit.page.click('#dimensions button[data-dimension="2"]')
    assert visit.text("#headline p").startswith("In dimension 2")
    visit.page.select_option("#set", "separable")
    visit.page.evaluate("document.getElementById('profiles').scrollIntoView()")
    visit.page.wait_for_selector("#plot-profile .main-svg")
    assert visit.text("#profile-heading") == "separable functions, dimension 2"
    assert "d=2" in visit.page.url
    assert "f=separable" in visit.page.url
    ends = visit.page.evaluate(
        "document.getElementById('plot-profile').data.filter(t => t.name)"
        ".map(t => [t.meta, Math.max(...t.y)])"
    )
    assert len(ends) == 3
    visit.keep("report-groups")


def test_drawn_curves_equal_measures(visit, runs):
    visit.page.evaluate("window.optimeterDrawEverything()")
    drawn = visit.page.evaluate(
        "document.getElementById('plot-headline').data.filter(t => t.meta !== undefined)"
        ".map(t => [t.meta, Math.max(...t.y)])"
    )
    for curve in measures.ecdf(runs, dimension=5):
        code = runs.algorithms.index(curve.algorithm)
        height = max(y for a, y in drawn if a == code)
        assert height == pytest.approx(float(curve.at(1e7)), abs=1e-4)
    visit.page.wait_for_selector("#summary-table td")
    areas = dict(
        zip(
            [
                cell.strip()
                for cell in visit.page.locator("#summary-table tbody th").all_inner_texts()
            ],
            visit.page.locator("#summary-table tbody td:nth-child(2)").all_inner_texts(),
            strict=True,
        )
    )
    for curve in measures.ecdf(runs, dimension=5):
        assert areas[curve.algorithm] == f"{curve.auc():.3f}"


def test_hide_an_algorithm(visit):
    visit.page.click("#algorithms-button")
    visit.page.fill("#algorithm-search", "bet")
    assert visit.page.locator("#algorithm-list li").count() == 1
    visit.page.uncheck('#algorithm-list input[data-algorithm="1"]')
    visit.page.wait_for_function(
        "document.getElementById('plot-headline').data.filter(t => t.name).length === 2"
    )
    assert "a=0.2" in visit.page.url
    assert visit.text("#algorithms-button") == "Algorithms (2/3)"
    visit.page.keyboard.press("Escape")
    assert visit.page.is_hidden("#algorithms-panel")


POINT = """() => {
  const node = document.getElementById("plot-headline");
  node.scrollIntoView({ block: "center", behavior: "instant" });
  const trace = node.data.find((t) => t.name && t.x.length > 6);
  const i = Math.floor(trace.x.length / 2), box = node.querySelector(".nsewdrag").getBoundingClientRect();
  const { xaxis, yaxis } = node._fullLayout;
  return { x: box.x + xaxis.d2p(trace.x[i]), y: box.y + yaxis.d2p(trace.y[i]), a: trace.meta };
}"""


def test_hover_tells_share_and_distance(visit, runs):
    visit.page.wait_for_timeout(300)
    point = visit.page.evaluate(POINT)
    visit.page.wait_for_timeout(300)
    point = visit.page.evaluate(POINT)
    visit.page.mouse.move(point["x"] - 3, point["y"] - 3)
    visit.page.mouse.move(point["x"], point["y"])
    visit.page.wait_for_function("document.getElementById('readout-headline').textContent")
    readout = visit.text("#readout-headline")
    name = runs.algorithms[point["a"]]
    assert re.search(rf"{name} solves [\d.]+ % of the problems within .*·D evaluations", readout)
    assert "× as many" in readout or "never gets there" in readout


def test_sort_and_filter_the_table(visit, data):
    visit.page.evaluate("document.getElementById('tables').scrollIntoView()")
    visit.page.wait_for_selector("#ert-table tbody tr")
    visit.page.click("#ert-table thead th:nth-child(3) button")
    assert visit.page.get_attribute("#ert-table thead th:nth-child(3)", "aria-sort") == "ascending"
    shown = visit.page.locator("#ert-table tbody td:nth-child(3)").all_inner_texts()
    values = [float(re.match(r"[\d.e]+|∞", text).group().replace("∞", "inf")) for text in shown]
    assert values == sorted(values)
    table = data.suites[0].comparison.table.select(dimension=5, target=10.0)
    assert len(values) == len(table)
    assert values[0] == pytest.approx(table.ratio.min(), rel=0.06)
    assert "sort=2.0" in visit.page.url
    visit.page.fill("#table-filter", "f1 sphere alpha")
    assert visit.page.locator("#ert-table tbody tr").count() == 1
    visit.keep("report-table")


def test_deep_link(browser, written):
    entry = Visit(browser, written.page, "#d=2&f=f3&t=budget&band=1&a=0.1&fn=f3")
    page = entry.page
    assert page.get_attribute('#dimensions [data-dimension="2"]', "aria-checked") == "true"
    assert page.input_value("#set") == "f3"
    assert page.input_value("#targets") == "budget"
    assert page.is_checked("#bands")
    assert entry.text("#algorithms-button") == "Algorithms (2/3)"
    names = page.evaluate(
        "document.getElementById('plot-headline').data.filter(t => t.fill === 'toself').length"
    )
    assert names == 2  # a band for each curve
    page.evaluate("location.hash = '#d=5&f=nonsense&a=99&pair=1.1&t=x'")
    page.wait_for_function(
        "document.querySelector('#headline p').textContent.includes('dimension 5')"
    )
    assert page.input_value("#set") == "all"
    entry.end()


def test_keyboard(visit):
    visit.page.focus("#dimensions [aria-checked=true]")
    visit.page.keyboard.press("ArrowLeft")
    assert visit.text("#headline p").startswith("In dimension 2")
    assert visit.page.evaluate("document.activeElement.dataset.dimension") == "2"


def test_dark_mode_and_every_section(visit):
    visit.page.click("#theme")
    assert visit.page.get_attribute("html", "data-theme") == "dark"
    visit.page.evaluate("window.optimeterDrawEverything()")
    for name in ("profile", "convergence", "ert", "scaling", "scatter", "ratios", "loss", "runs",
                 "quality", "budgets"):  # fmt: skip
        visit.page.wait_for_selector(f"#plot-{name} .main-svg", state="attached")
    assert visit.page.locator("#function-minis .mini").count() == 6
    assert visit.page.locator("#scaling-minis .mini").count() == 6
    visit.keep("report-dark")


def test_print(visit):
    visit.page.emulate_media(media="print")
    assert visit.page.is_hidden("#bar")
    ARTIFACTS.mkdir(parents=True, exist_ok=True)
    content = visit.page.pdf(path=ARTIFACTS / "report-print.pdf", format="A4")
    assert content.startswith(b"%PDF")


def test_without_scripts_the_summary_is_there(browser, written):
    entry = Visit(browser, written.page, java_script_enabled=False)
    assert entry.page.is_visible("#plot-headline svg.static")
    assert "faster than" in entry.text("#headline")
    assert entry.page.locator("#summary-table tbody tr").count() == 3
    assert entry.page.is_hidden("#bar")
    entry.end()


def test_hostile_names_stay_text(browser, tmp_path):
    runs = make_runs(HOSTILE, functions=[1, 2], dimensions=[2])
    written = report(runs, folder=tmp_path)
    entry = Visit(browser, written.page)
    entry.page.on("dialog", lambda dialog: entry.messages.append(f"error: {dialog.message}"))
    entry.page.evaluate("window.optimeterDrawEverything()")
    entry.page.click("#algorithms-button")
    entry.page.wait_for_selector("#plot-runs .main-svg", state="attached")
    labels = entry.page.locator("#algorithm-list span").all_inner_texts()
    assert sorted(labels) == sorted(" ".join(name.split()) for name in HOSTILE)
    assert entry.page.locator("img[src=x]").count() == 0
    entry.end()


def test_many_algorithms_stay_usable(browser, tmp_path):
    names = [f"algorithm {i:03d}" for i in range(60)]
    runs = make_runs(names, functions=[1, 3], dimensions=[2], runs=2)
    written = report(runs, folder=tmp_path)
    entry = Visit(browser, written.page)
    page = entry.page
    assert entry.text("#algorithms-button") == "Algorithms (8/60)"
    traces = page.evaluate("document.getElementById('plot-headline').data.length")
    assert traces < 40  # the crowd is one trace
    page.click("#algorithms-button")
    page.fill("#algorithm-search", "042")
    page.check("#algorithm-list input")
    page.wait_for_function(
        "document.getElementById('algorithms-button').textContent === 'Algorithms (9/60)'"
    )
    entry.keep("report-many")
    entry.end()


def test_results_too_large_for_one_file_are_loaded_on_demand(browser, runs, tmp_path, monkeypatch):
    monkeypatch.setattr("optimeter.reports.page.EMBEDDED_LIMIT", 1000)
    written = report(runs.select(function=[1, 2]), folder=tmp_path)
    assert "data/0-5.js" in written.files
    assert "plotly.min.js" in written.files
    entry = Visit(browser, written.page)
    entry.page.click('#dimensions button[data-dimension="2"]')
    entry.page.wait_for_function(
        "document.querySelector('#headline p').textContent.includes('dimension 2')"
    )
    assert sum(url.endswith(".js") for url in entry.requests) >= 3
    entry.end()


@pytest.mark.parametrize("width", [320, 1920])
def test_nothing_is_wider_than_the_screen(browser, written, width):
    entry = Visit(browser, written.page)
    entry.page.set_viewport_size({"width": width, "height": 900})
    entry.page.wait_for_timeout(500)
    size = json.loads(
        entry.page.evaluate(
            "JSON.stringify([document.documentElement.scrollWidth, window.innerWidth])"
        )
    )
    assert size[0] <= size[1]
    entry.keep(f"report-{width}")
    entry.end()
