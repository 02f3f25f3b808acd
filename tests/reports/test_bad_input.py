"""Odd, poor and hostile data: each gives a correct page or one clear message."""

import json

import pytest

from optimeter.exceptions import DataError
from optimeter.measures.of_suites import SPEEDS, TESTS
from optimeter.reports import report
from optimeter.reports.analysis.words import headline
from tests.reports.helpers import HOSTILE, ODD, embedded, make_runs
from tests.reports.reading import text_of


def test_hostile_names_inject_nothing(tmp_path, undrawn):
    written = report(*ODD["hostile names"](), folder=tmp_path / "out", paper=True)
    page = written.page.read_text("utf-8")
    for name in HOSTILE:
        assert name not in page
    assert "<img src=x" not in page
    assert "<script>alert" not in page
    assert [a["name"] for a in embedded(page)["suites"][0]["algorithms"]] == list(HOSTILE)
    assert all(".." not in name and name.count("/") <= 1 for name in written.files)
    assert {path.name for path in tmp_path.iterdir()} == {"out"}
    assert "\\input{/etc" not in (tmp_path / "out" / "tex" / "article.tex").read_text()
    assert "<script>alert" not in written._repr_html_()


def test_different_suites_are_shown_apart(tmp_path, undrawn):
    parts = [make_runs(("a",), functions=[1], dimensions=[2], suite=s) for s in ("bbob", "mine")]
    written = report(*parts, folder=tmp_path, paper=True)
    assert [s.name for s in written.data.suites] == ["bbob", "mine"]
    assert written.data.title in written.page.read_text("utf-8")
    for suite in ("bbob", "mine"):
        assert (tmp_path / "fig" / f"{suite}_profile_all_D02.pdf").read_text().startswith(suite)


def test_nothing_in_common_is_compared_with_nobody(results):
    found = results("nothing in common").suites[0].results
    assert SPEEDS not in found
    assert TESTS not in found


@pytest.mark.parametrize("case", ODD)
def test_odd_data_give_a_page(case, results, page_of, said):
    page = page_of(case).read_text("utf-8")
    assert "NaN" not in json.dumps(embedded(page))
    for suite in results(case).suites:
        assert all(headline(suite, d) for d in suite.dimensions)
    assert text_of(page, "summary", captions=False) == said


def test_missing_functions_count_as_unsolved(results):
    suite = results("a function missing").suites[0]
    profiles = {p.algorithm: p for p in suite.profiles(dimension=2)}
    assert profiles["half"].missing == (2,)
    assert profiles["half"].solved == pytest.approx(profiles["full"].solved / 2)


def test_names_of_suites_do_not_become_paths(tmp_path, undrawn):
    suites = ("../../evil", "/etc/a_b <script>")
    parts = [make_runs(("x",), functions=[1], dimensions=[2], suite=name) for name in suites]
    written = report(*parts, folder=tmp_path / "out", paper=True)
    assert {p.name for p in tmp_path.iterdir()} == {"out"}
    assert all(".." not in name and name.count("/") <= 1 for name in written.files)
    assert "fig/evil_profile_all_D02.pdf" in {*written.files}
    assert suites[1] not in written.page.read_text("utf-8")


def test_no_runs_write_nothing(tmp_path, said, refused):
    runs = make_runs(("a",), functions=[1], dimensions=[2])
    with refused(DataError):
        report(runs[:0], folder=tmp_path / "out")
    assert not (tmp_path / "out").exists()
    assert refused.messages == said


@pytest.mark.system
@pytest.mark.parametrize(
    "case", ["different suites", "nothing in common", "one run", "all failed", "hostile names"]
)
def test_the_page_of_odd_data_works_in_a_browser(case, results, page_of, opened):
    entry = opened(page_of(case))
    for suite, part in enumerate(results(case).suites):
        if suite:
            entry.page.select_option("#suite", str(suite))
        for dimension in part.dimensions:
            entry.page.click(f'#dimensions button[data-dimension="{dimension}"]')
            entry.draw_everything()
            entry.page.wait_for_selector("#ert-table tbody tr", state="attached")
    assert "NaN" not in entry.text("body")
    assert "undefined" not in entry.text("body")
    assert entry.page.locator("img[src=x]").count() == 0
    if case == "hostile names":
        ends = entry.page.locator("#plot-headline .annotation-text").all_text_contents()
        assert any("../../evil/path {braces} %{x}" in text.replace("\xa0", " ") for text in ends)
        entry.page.click("#algorithms-button")
        labels = entry.page.locator("#algorithm-list span").all_inner_texts()
        assert sorted(labels) == sorted(" ".join(name.split()) for name in HOSTILE)
    entry.keep(f"odd-{case.replace(' ', '-')}")
