"""A site of results: the index of many data sets, all against all, and reports."""

import json
import re
import shutil

import pytest

import optimeter as om
from optimeter.cli import main
from optimeter.data.convert import FORMATS, convert
from optimeter.exceptions import DataError
from optimeter.measures import speed_factors
from optimeter.reports import site
from tests.reports.browsing import TIMEOUT
from tests.reports.helpers import make_runs
from tests.reports.reading import text_of
from tests.sentences import refusal

NELDER_MEAD = "scipy:Nelder-Mead"


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """Data sets at several depths, an archive, a report, and what is none of these."""
    root = tmp_path_factory.mktemp("site") / "results"
    chosen = {"functions": [1, 2, 8], "dimensions": [2, 3], "runs": 3}
    for name, place, format in (
        ("random search", root / "2026" / "random", "coco"),
        (NELDER_MEAD, root / "nm", "ioh"),
        ("cma", root.parent / "cma", "coco"),
    ):
        convert(make_runs([name], **chosen, seed=len(name)), place, to=format)
    shutil.make_archive(str(root / "cma"), "gztar", root.parent / "cma")
    bits = make_runs(["random search"], functions=[1], dimensions=[16], runs=2, suite="pbo")
    convert(bits, root / "bits", to="coco")
    om.report(root / "nm", folder=root / "page", resamples=20, title="Only <nm>")
    (root / "notes.txt").write_text("nothing")
    (root / "broken").mkdir()
    (root / "broken" / "x.info").write_text("nothing")
    return root


@pytest.fixture(scope="module")
def written(results):
    folder = results / "public"  # inside of what it is about
    for _ in range(2):  # it does not take itself for results
        found = site(results, folder=folder, title="All of <us>", resamples=20)
    return found


def test_everything_is_found(written, results):
    names = {(one.algorithm, one.suite) for one in written.data_sets}
    assert names == {
        ("random search", "bbob"),
        (NELDER_MEAD, "bbob"),
        ("cma", "bbob"),
        ("random search", "pbo"),
    }
    assert written.reports == ("reports/copied-page", "reports/bbob", "reports/pbo")
    for name in written.reports:
        assert (written.folder / name / "index.html").is_file()
    assert len(written.left_out) == 1
    assert written.left_out[0].startswith("broken: ")
    assert str(results) not in written.page.read_text(encoding="utf-8")
    assert (results / "page" / "index.html").is_file()  # copied, not moved


def test_it_asks_for_nothing_outside(written):
    text = written.page.read_text(encoding="utf-8")
    assert "://" not in text
    assert "All of &lt;us&gt;" in text
    assert "<nm>" not in text


def test_nothing_to_show(tmp_path, capsys, said):
    place, public = tmp_path / "data", tmp_path / "public"
    place.mkdir()
    told = {
        "an empty folder": refusal(DataError, site, place, folder=public),
        "no folder": refusal(DataError, site, tmp_path / "nowhere"),
    }
    (place / "x.info").write_text("nothing")
    assert main(["site", str(place), "-o", str(public)]) == 2
    told["nothing that can be read"] = capsys.readouterr().err
    assert {what: text.replace(f"{tmp_path}/", "") for what, text in told.items()} == said
    assert not public.exists()


def test_command(results, tmp_path, capsys):
    arguments = ["site", str(results / "nm"), str(results / "bits"), "--no-reports"]
    assert main([*arguments, "-o", str(tmp_path / "public")]) == 0
    assert re.findall(r"\d+ [a-z ]+", capsys.readouterr().out) == ["2 data sets", "0 reports"]
    assert 'class="matrix-card' not in (tmp_path / "public" / "index.html").read_text()


@pytest.mark.parametrize("format", FORMATS)
def test_every_format(results, tmp_path, format):
    convert(om.load(results / "nm"), tmp_path / "all" / "nm", to=format)
    shutil.make_archive(str(tmp_path / "all" / "packed"), "tar", results / "bits")
    found = site(tmp_path / "all", folder=tmp_path / "public", reports=False)
    assert {one.algorithm for one in found.data_sets} == {NELDER_MEAD, "random search"}
    assert not found.left_out


def test_what_it_says(written, said):
    assert text_of(written.page.read_text(encoding="utf-8")) == said


@pytest.mark.system
def test_in_the_browser(written, browser):
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.set_default_timeout(TIMEOUT)
    said, asked = [], []
    page.on("console", lambda m: said.append(m.text))
    page.on("pageerror", lambda e: said.append(str(e)))
    page.on("request", lambda r: asked.append(r.url))
    page.goto(written.page.resolve().as_uri())
    rows = "document.querySelectorAll('#sets tbody tr:not([hidden])')"
    shown = f"[...{rows}].map(row => row.dataset.name)"
    assert len(page.evaluate(shown)) == 4

    # The matrix has what the measure says, on both sides of the diagonal.
    cells = page.evaluate(
        """() => {
          const card = document.querySelector('.matrix-card:not([hidden])');
          const names = [...card.querySelectorAll('thead th[data-name]')].map(h => h.dataset.name);
          const rows = [...card.querySelectorAll('tbody tr')];
          const cells = rows.flatMap(row => [...row.querySelectorAll('td')].map(
            (cell, column) => [row.dataset.name, names[column], cell.textContent]));
          return {dimension: card.dataset.dimension, cells};
        }"""
    )
    runs = om.load(written.folder.parent, cache=False).select(suites="bbob")
    factors = speed_factors(runs, resamples=20, dimensions=int(cells["dimension"])).to_dicts()
    for row in factors:
        told = {(a, b): text for a, b, text in cells["cells"]}
        assert float(told[row["faster"], row["slower"]].rstrip("×")) == pytest.approx(
            row["factor"], rel=0.06
        )
        assert told[row["slower"], row["faster"]].startswith("1/")

    page.fill("#search", "nelder")
    assert page.evaluate(shown) == [NELDER_MEAD]
    assert re.findall(r"\d+", page.inner_text("#count")) == ["1", "4"]
    visible = (
        "document.querySelectorAll('.matrix-card:not([hidden]) tbody tr:not([hidden])').length"
    )
    assert page.evaluate(visible) == 1
    page.fill("#search", "")
    page.click("#sets thead th:nth-child(5) button")
    assert page.evaluate(shown)[0] == "random search"
    page.select_option("#dimension", "3")
    cards = "[...document.querySelectorAll('.matrix-card:not([hidden])')]"
    assert page.evaluate(f"{cards}.map(card => card.dataset.dimension)") == ["3"]
    page.click("#report-list a >> nth=1")
    page.wait_for_selector("#plot-headline .main-svg", state="attached")
    assert page.url.endswith("reports/bbob/index.html")
    page.close()
    assert not said
    assert all(address.startswith(("file:", "data:", "blob:")) for address in asked)


def test_manifest_without_title_is_called_by_its_folder(results, tmp_path):
    copy = tmp_path / "results"
    shutil.copytree(results / "nm", copy / "nm")
    (copy / "page").mkdir()
    (copy / "page" / "index.html").write_text("<p>")
    (copy / "page" / "manifest.json").write_text(json.dumps({}))
    found = site(copy, folder=tmp_path / "public", reports=False)
    assert found.reports == ("reports/copied-page",)
