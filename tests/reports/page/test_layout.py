"""The layout of the page, measured in a browser: no text lies over another one or is cut off."""

import dataclasses
from pathlib import Path

import pytest

from optimeter.reports import report
from tests.reports.helpers import make_fronts, make_runs

MEASURE = Path(__file__).with_name("measure_layout.js").read_text("utf-8")
NAMES = (
    "BIPOP-CMA-ES", "R-SHADE-10e2_Tanabe", "BFGS", "DIRECT_posik_noiseless",
    "EvoSpace-PSO-GA_Garcia-Valdez", "MCS", "lq-CMA-ES", "NELDERDOERR", "random search",
    "BrentSTEPqi_posik", "Powell with restarts", "iAMaLGaM",
)  # fmt: skip
COUNTS = (1, 2, 3, 9, 12, 40, 300)


def algorithms(count):
    """Return names as long as those of the archives."""
    return [*NAMES[:count], *(f"variant {i:03d} of a method" for i in range(13, count + 1))]


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Return the page of a number of algorithms; each is made once."""
    made = {}

    def page(count):
        if count not in made:
            functions = (1, 8, 24) if count <= 12 else (1, 24)
            runs = make_runs(algorithms(count), functions=functions, dimensions=(2, 20), runs=2)
            folder = tmp_path_factory.mktemp(f"layout-{count}")
            made[count] = report(runs, folder=folder, resamples=20).page
        return made[count]

    return page


def measured(opened, path, width, look, address=""):
    """Return what is wrong with a page in a window of a width, on screen or on paper."""
    scheme = "dark" if look == "dark" else "light"
    visit = opened(path, address, width=width, scheme=scheme)
    visit.draw_everything()
    if look == "print":
        visit.for_paper()
    visit.wait("!document.querySelector('.scroll:not([data-more])')")
    return visit.page.evaluate(MEASURE)


def assert_sound(found, width, look):
    assert found["texts"] > 300
    assert not found["overlaps"]
    assert not found["cut"]
    assert not found["low"]
    silent = [table["name"] for table in found["beyond"] if not table["told"]]
    assert not silent, "tables go on without a sign of it"
    if width >= 1400 or look == "print":
        assert not found["beyond"], "tables have room for all of their columns"


@pytest.mark.system
@pytest.mark.parametrize("width", [390, 1400])
@pytest.mark.parametrize("count", [3, 12])
def test_no_text_overlaps_or_is_cut(opened, pages, count, width):
    assert_sound(measured(opened, pages(count), width, "light"), width, "light")


@pytest.mark.system
def test_the_summary_has_room_on_a_small_screen(opened, pages):
    found = measured(opened, pages(3), 1024, "light")
    assert "summary-table" not in str(found["beyond"])


@pytest.mark.system
@pytest.mark.parametrize("width", [390, pytest.param(1400, marks=pytest.mark.slow)])
def test_a_group_and_a_budget_that_is_typed_fit(opened, pages, width):
    address = "#d=20&g=name:CMA-ES&ab=12345&au=evaluations"
    assert_sound(measured(opened, pages(12), width, "dark", address), width, "dark")


@pytest.mark.slow
@pytest.mark.system
def test_fronts_over_time_and_log_ratios_fit(opened, tmp_path):
    own = dataclasses.replace(make_fronts(algorithms(8), runs=2), suites=("my own",))
    page = report(own, folder=tmp_path, resamples=20).page
    for width, look in ((390, "dark"), (1400, "light")):
        assert_sound(measured(opened, page, width, look, "#d=5&ind=epsilon"), width, look)


@pytest.mark.slow
@pytest.mark.system
@pytest.mark.parametrize("count", COUNTS)
def test_no_text_overlaps_or_is_cut_anywhere(opened, pages, count):
    for width in (390, 1024, 1400):
        for look in ("light", "dark", "print"):
            found = measured(opened, pages(count), width, look)
            assert_sound(found, width, look)


PLANTED = """() => {
  const plant = (style, text, parent) => {
    const node = document.createElement("p");
    Object.assign(node.style, { margin: 0, whiteSpace: "nowrap", ...style });
    node.textContent = text;
    parent.append(node);
    return node;
  };
  const title = document.querySelector("h1");
  title.style.position = "relative";
  plant({ position: "absolute", top: "0" }, "planted over", title);
  plant({ width: "3rem", overflow: "hidden" }, "", document.body).append("planted and cut");
  plant({ position: "absolute", left: "95vw" }, "planted beyond the page", document.body);
  document.querySelector("#plot-headline .ytitle").setAttribute("transform", "translate(300 40)");
}"""


@pytest.mark.system
def test_the_measure_finds_what_is_wrong(opened, pages):
    visit = opened(pages(3))
    visit.draw_everything()
    visit.page.evaluate(PLANTED)
    found = visit.page.evaluate(MEASURE)
    assert any("planted over" in text for text in found["overlaps"])
    assert any("over the frame" in text for text in found["overlaps"])
    assert any("planted and cut" in text for text in found["cut"])
    assert any("beyond the page”" in text for text in found["cut"])
