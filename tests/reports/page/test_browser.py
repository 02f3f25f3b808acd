"""The page in a real browser: opened from disk, used with mouse and keyboard, printed."""

import re
import subprocess

import pytest

from optimeter import measures
from optimeter.measures.of_suites import SPEEDS, TABLE
from optimeter.reports import report
from tests.reports.browsing import ARTIFACTS, Visit
from tests.reports.helpers import make_runs
from tests.system_parts import need

pytestmark = pytest.mark.system


def test_the_page_opens_and_says_the_answer(visit, data):
    sentence = visit.text("#headline p")
    assert "faster than" in sentence
    assert "95 % interval" in sentence
    row = data.suites[0].results[SPEEDS].select(group="all", dimension=5).to_dicts()[0]
    assert sentence.startswith("In dimension 5")
    assert row["faster"] in sentence
    assert visit.page.evaluate("window.optimeterReady") < 20_000  # two seconds on an idle machine
    visit.keep("report-top")


def test_switch_dimension_and_group(visit, data):
    visit.page.click('#dimensions button[data-dimension="2"]')
    visit.wait("document.querySelector('#headline p').textContent.startsWith('In dimension 2')")
    visit.page.select_option("#set", "separable")
    visit.page.evaluate("document.getElementById('profiles').scrollIntoView()")
    visit.draw_everything()  # an older drawing may be there already
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
    for curve in measures.ecdf(runs, dimensions=5):
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
    for curve in measures.ecdf(runs, dimensions=5):
        assert areas[curve.algorithm] == f"{curve.auc():.3f}"


def test_figures_offer_only_what_works_without_a_network(visit):
    visit.draw_everything()
    offered = visit.page.evaluate(
        "[...document.querySelectorAll('.modebar-btn')].map(button => button.dataset.title)"
    )
    assert {title.lower() for title in offered} == {
        "download plot", "zoom", "pan", "zoom in", "zoom out", "reset axes",
    }  # fmt: skip


def test_hide_an_algorithm(visit):
    visit.page.click("#algorithms-button")
    visit.page.fill("#algorithm-search", "bet")
    assert visit.page.locator("#algorithm-list li").count() == 1
    visit.page.uncheck('#algorithm-list input[data-algorithm="1"]')
    visit.wait("document.getElementById('plot-headline').data.filter(t => t.name).length === 2")
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
    visit.draw_everything()
    point = visit.settled(POINT)
    visit.page.mouse.move(point["x"] - 3, point["y"] - 3)
    visit.page.mouse.move(point["x"], point["y"])
    visit.wait("document.getElementById('readout-headline').textContent")
    readout = visit.text("#readout-headline")
    name = runs.algorithms[point["a"]]
    assert name in readout
    assert re.search(r"[\d.]+ %.*·D", readout)
    visit.page.wait_for_selector("#plot-headline .hoverlayer text")
    hover = visit.page.text_content("#plot-headline .hoverlayer")
    assert re.search(r"[\d.]+ %.*[\d.e]+·D", hover)
    visit.keep("report-hover")


def test_the_horizontal_distance_is_that_of_the_profiles(visit, data):
    visit.draw_everything()
    point = visit.settled(POINT)
    visit.page.mouse.move(point["x"] - 3, point["y"] - 3)
    visit.page.mouse.move(point["x"], point["y"])
    visit.wait("document.getElementById('readout-headline').textContent")
    readout = visit.text("#readout-headline")
    profiles = {p.algorithm: p for p in data.suites[0].profiles(dimension=5)}
    own, share = re.match(r"(\w+) solves ([\d.]+) %", readout).groups()
    height = float(share) / 100 - 0.0006  # as written, rounded
    mine = profiles[own].steps.inverse([height])[0]
    for name, times in re.findall(r"(\w+) needs ([\d.e+]+)× as many", readout):
        other = profiles[name].steps.inverse([height])[0]
        assert float(times) == pytest.approx(other / mine, rel=0.25)


def test_sort_and_filter_the_table(visit, data):
    visit.page.evaluate("document.getElementById('tables').scrollIntoView()")
    visit.page.wait_for_selector("#ert-table tbody tr")
    visit.page.click("#ert-table thead th:nth-child(3) button")
    assert visit.page.get_attribute("#ert-table thead th:nth-child(3)", "aria-sort") == "ascending"
    shown = visit.page.locator("#ert-table tbody td:nth-child(3)").all_inner_texts()
    values = [float(re.match(r"[\d.e]+|∞", text).group().replace("∞", "inf")) for text in shown]
    assert values == sorted(values)
    table = data.suites[0].results[TABLE].select(dimension=5, target=10.0)
    assert len(values) == len(table)
    assert values[0] == pytest.approx(table.ratio.min(), rel=0.06)
    assert "sort=2.0" in visit.page.url
    visit.page.fill("#table-filter", "f1 sphere alpha")
    assert visit.page.locator("#ert-table tbody tr").count() == 1
    visit.keep("report-table")


def test_deep_link(opened, written):
    entry = opened(written.page, "#d=2&f=f3&t=budget&a=0.1&fn=f3&st=10&rt=10&q=alpha")
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
    entry.draw_everything()
    entry.wait("document.getElementById('scaling-target').value === '10'")
    entry.wait("document.getElementById('rld-target').value === '10'")
    assert {row[1] for row in entry.rows("ert-table")} == {"alpha"}
    page.uncheck("#bands")
    entry.wait("document.getElementById('plot-headline').data.every(t => t.fill !== 'toself')")
    assert "band=0" in page.url
    address = page.url
    page.evaluate("location.hash = '#d=5&f=nonsense&a=99&pair=1.1&t=x&st=7&at=evil'")
    entry.wait("document.querySelector('#headline p').textContent.includes('dimension 5')")
    assert page.input_value("#set") == "all"
    again = opened(written.page, "#" + address.partition("#")[2])
    assert again.page.url == address
    assert not again.page.is_checked("#bands")


def test_a_link_to_a_section_keeps_the_choice(opened, written):
    entry = opened(written.page)
    entry.page.click('#dimensions button[data-dimension="2"]')
    entry.page.click('nav a[href="#pairs"]')
    assert "d=2" in entry.page.url
    assert "at=pairs" in entry.page.url
    address = entry.page.url
    again = opened(written.page, "#" + address.partition("#")[2])
    again.wait("Math.abs(document.getElementById('pairs').getBoundingClientRect().top) < 300")
    again.page.wait_for_selector("#plot-speed .main-svg")
    again.keep("report-pairs")


def test_switch_targets_and_pair(visit, data):
    visit.page.select_option("#targets", "budget")
    visit.wait("location.hash.includes('t=budget')")
    assert "just fails to reach" in visit.text("#summary figcaption")
    visit.wait("document.getElementById('headline').textContent.includes('budget-based targets')")
    assert "budget-based targets" in visit.text("#summary-table caption")
    visit.draw_everything()
    visit.wait("document.querySelector('#ert-table caption').textContent.includes('budget-based')")
    profiles = {p.algorithm: p for p in data.suites[0].profiles(dimension=5, targets="budget")}
    for name, y in visit.traces("headline", "t => t.name", "t => [t.name, Math.max(...t.y)]"):
        profile = profiles[name]
        assert y <= profile.steps.y.max() + 1e-4
    visit.draw_everything()
    visit.page.select_option("#pair-a", "2")
    visit.wait("document.getElementById('pair-sentence').textContent.includes('gamma')")
    assert "--pair gamma" in visit.page.text_content("#pairs figcaption code")


def test_every_curve_shows_its_uncertainty(visit):
    visit.draw_everything()
    for plot in (
        "headline",
        "profile",
        "convergence",
        "ert",
        "ratios",
        "runs",
        "quality",
        "budgets",
    ):
        assert visit.traces(plot, "t => t.fill === 'toself'", "t => 1"), plot
    assert visit.traces("scaling", "t => t.mode === 'lines' && t.meta === undefined", "t => 1")
    assert visit.traces("speed", "t => t.mode === 'lines'", "t => 1")
    visit.page.wait_for_selector("#groups .mini path[opacity='0.18']", state="attached")


def test_bands_enclose_their_curves(visit):
    """The profile of the page lies within the band drawn around it."""
    for plot in ("headline", "profile"):
        visit.draw_everything()
        bands = visit.traces(plot, "t => t.fill === 'toself'", "t => [t.x, t.y]")
        curves = visit.traces(plot, "t => t.name", "t => [t.x, t.y]")
        assert len(bands) == len(curves) == 3
        for (x, y), (at, height) in zip(bands, curves, strict=True):
            half = len(x) // 2
            high, low = y[:half], y[half:][::-1]
            assert all(a >= b for a, b in zip(high, low, strict=True))
            for position, value in zip(at[:-1], height[:-1], strict=True):
                place = min(range(half), key=lambda i, p=position: abs(x[i] - p))
                around = slice(max(0, place - 1), place + 2)
                assert min(low[around]) - 0.02 <= value <= max(high[around]) + 0.02


def test_keyboard(visit):
    visit.page.focus("#dimensions [aria-checked=true]")
    visit.page.keyboard.press("ArrowLeft")
    visit.wait("document.querySelector('#headline p').textContent.startsWith('In dimension 2')")
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
    visit.draw_everything()
    content = visit.page.pdf(path=ARTIFACTS / "report-print.pdf", format="A4")
    assert content.startswith(b"%PDF")
    need("pdffonts")  # the package of pdftotext
    text = subprocess.run(
        ["pdftotext", "-layout", ARTIFACTS / "report-print.pdf", "-"],
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    for heading in (
        "Summary",
        "Runtime profiles",
        "Convergence",
        "Tables",
        "Two algorithms",
        "Data",
    ):
        assert heading in text
    assert "Skip to the results" not in text
    assert "best precision" in text  # an axis of a figure far below the first screen


def test_on_paper_headings_stand_with_what_they_name(visit, tmp_path):
    visit.for_paper()
    visit.page.pdf(path=tmp_path / "report.pdf", format="A4")
    need("pdffonts")  # the package of pdftotext
    text = subprocess.run(
        ["pdftotext", "-layout", tmp_path / "report.pdf", "-"],
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    pages = [page.strip().splitlines() for page in text.split("\f") if page.strip()]
    headings = {one.strip() for one in visit.page.locator("main h2, main h3").all_inner_texts()}
    assert not headings & {page[-1].strip() for page in pages}
    assert any("Runtime profiles (ECDF)" in line for line in pages[0])  # the first figure
    kept = visit.page.locator("#summary .card, #advice .card").evaluate_all(
        "nodes => nodes.map((node) => getComputedStyle(node).breakInside)"
    )
    assert {*kept} == {"avoid"}


def test_without_scripts_the_summary_is_there(browser, written):
    context = browser.new_context(java_script_enabled=False)
    entry = Visit(context.new_page(), written.page, scripts=False)
    assert entry.page.is_visible("#plot-headline svg.static")
    assert "faster than" in entry.text("#headline")
    assert entry.page.locator("#summary-table tbody tr").count() == 3
    assert entry.page.is_hidden("#bar")
    entry.end()
    context.close()


def test_many_algorithms_stay_usable(opened, tmp_path):
    names = [f"algorithm {i:03d}" for i in range(60)]
    runs = make_runs(names, functions=[1, 3], dimensions=[2], runs=2)
    written = report(runs, folder=tmp_path)
    entry = opened(written.page)
    page = entry.page
    assert entry.text("#algorithms-button") == "Algorithms (8/60)"
    traces = page.evaluate("document.getElementById('plot-headline').data.length")
    assert traces < 40  # the crowd is one trace
    page.click("#algorithms-button")
    page.fill("#algorithm-search", "042")
    page.check("#algorithm-list input")
    entry.wait("document.getElementById('algorithms-button').textContent === 'Algorithms (9/60)'")
    page.fill("#algorithm-search", "04, 031")
    page.click('[data-choose="found"]')
    entry.wait("document.getElementById('algorithms-button').textContent === 'Algorithms (12/60)'")
    entry.draw_everything()
    entry.wait("document.querySelectorAll('#summary-table tbody tr').length === 12")
    assert page.locator("#advice-table tbody tr").count() == 12
    assert page.input_value("#family") == "words:04, 031"
    page.select_option("#family", "")
    entry.wait("document.querySelectorAll('#summary-table tbody tr').length === 60")
    for table in ("#summary-table", "#data table"):  # what follows is not a long way off
        box = f"document.querySelector('{table}').closest('.scroll')"
        entry.wait(f"{box}.clientHeight < innerHeight && {box}.tabIndex === 0")
    entry.keep("report-many")


def test_results_too_large_for_one_file_are_loaded_on_demand(opened, runs, tmp_path, monkeypatch):
    monkeypatch.setattr("optimeter.reports.page.rendering.EMBEDDED_LIMIT", 1000)
    written = report(runs.select(functions=[1, 2]), folder=tmp_path)
    assert "data/0-5.js" in written.files
    assert "plotly.min.js" in written.files
    entry = opened(written.page)
    entry.page.click('#dimensions button[data-dimension="2"]')
    entry.wait("document.querySelector('#headline p').textContent.includes('dimension 2')")
    assert sum(url.endswith(".js") for url in entry.requests) >= 3


@pytest.mark.parametrize("width", [320, 1920])
def test_nothing_is_wider_than_the_screen(opened, written, width):
    entry = opened(written.page)
    entry.page.set_viewport_size({"width": width, "height": 900})
    entry.wait("document.documentElement.scrollWidth <= window.innerWidth")
    expected = 0 if width == 320 else 4  # a legend where names have no room beside
    entry.wait(
        f"document.querySelectorAll('#plot-headline .annotation-text').length === {expected}"
    )
    entry.keep(f"report-{width}")
