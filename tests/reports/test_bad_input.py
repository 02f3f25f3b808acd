"""Odd, poor and hostile data: each gives a correct page or one clear message."""

import json

import pytest

from optimeter.data.runs import Runs
from optimeter.exceptions import DataError
from optimeter.reports import report
from optimeter.reports.analysis.words import headline
from tests.reports.browsing import Visit
from tests.reports.helpers import HOSTILE, embedded, make_runs


def test_hostile_names_inject_nothing(tmp_path):
    runs = make_runs(HOSTILE, functions=[1, 2], dimensions=[2])
    written = report(runs, folder=tmp_path / "out", paper=True)
    page = written.page.read_text("utf-8")
    for name in HOSTILE:
        assert name not in page
    assert "<img src=x" not in page
    assert "<script>alert" not in page
    assert [a["name"] for a in embedded(page)["suites"][0]["algorithms"]] == list(HOSTILE)
    assert all(".." not in name and name.count("/") <= 1 for name in written.files)
    assert "\\input{/etc" not in (tmp_path / "out" / "tex" / "article.tex").read_text()
    assert "<script>alert" not in written._repr_html_()


def test_different_suites_are_shown_apart(tmp_path):
    parts = [make_runs(("a",), functions=[1], dimensions=[2], suite=s) for s in ("bbob", "mine")]
    written = report(*parts, folder=tmp_path, paper=True)
    assert [s.name for s in written.data.suites] == ["bbob", "mine"]
    assert "different suites" in written.page.read_text("utf-8")
    assert "fig/mine_profile_all_D02.pdf" in written.files


def test_nothing_in_common(tmp_path):
    parts = [
        make_runs(("a",), functions=[1], dimensions=[2]),
        make_runs(("b",), functions=[2], dimensions=[5]),
    ]
    written = report(*parts, folder=tmp_path)
    suite = written.data.suites[0]
    assert suite.comparison.speed is None
    assert suite.comparison.tests is None
    page = written.page.read_text("utf-8")
    assert "a has no data in dimension 5" in page


@pytest.mark.parametrize("case", ["one run", "all failed", "all solved", "tiny budget"])
def test_extreme_data_give_a_page(case, tmp_path):
    runs = {
        "one run": lambda: make_runs(functions=[1], dimensions=[2], runs=1),
        "all failed": lambda: Runs.from_arrays(
            function=1, dimension=2, algorithm=["a", "b"], suite="bbob", offsets=[0, 1, 2],
            step_evaluations=[1, 1], step_precision=[1e6, 1e6], evaluations=50,
        ),
        "all solved": lambda: make_runs(functions=[1], dimensions=[2], solved=2.0),
        "tiny budget": lambda: Runs.from_arrays(
            function=1, dimension=40, algorithm="a", suite="bbob", offsets=[0, 1],
            step_evaluations=[1], step_precision=[1.0],
        ),
    }[case]()  # fmt: skip
    written = report(runs, folder=tmp_path, paper=case in ("one run", "all failed"))
    text = written.page.read_text("utf-8")
    assert "NaN" not in json.dumps(embedded(text))
    first = written.data.suites[0]
    assert all(headline(first, d, "all") for d in first.dimensions)
    assert ("one run per problem" in text) == (case in ("one run", "all failed", "tiny budget"))


def test_missing_functions_count_as_unsolved_and_are_said(tmp_path):
    full = make_runs(("full",), functions=[1, 2], dimensions=[2], solved=2.0)
    half = make_runs(("half",), functions=[1], dimensions=[2], solved=2.0)
    written = report(full, half, folder=tmp_path)
    profiles = {p.algorithm: p for p in written.data.suites[0].profiles(dimension=2)}
    assert profiles["half"].missing == (2,)
    assert profiles["half"].solved == pytest.approx(profiles["full"].solved / 2)
    assert "half has no data for f2 in dimension 2" in written.page.read_text("utf-8")


def test_missing_dimensions_are_said_once_for_all(tmp_path):
    names = [f"a{i}" for i in range(5)]
    full = make_runs(("full",), functions=[1], dimensions=[2, 5])
    small = make_runs(names, functions=[1], dimensions=[2])
    page = report(full, small, folder=tmp_path).page.read_text("utf-8")
    assert "a0, a1 and 3 others have no data in dimension 5 of bbob." in page


def test_names_of_suites_do_not_become_paths(tmp_path):
    suites = ("../../evil", "/etc/a_b <script>")
    parts = [make_runs(("x",), functions=[1], dimensions=[2], suite=name) for name in suites]
    written = report(*parts, folder=tmp_path / "out", paper=True)
    assert {p.name for p in tmp_path.iterdir()} == {"out"}
    assert all(".." not in name and name.count("/") <= 1 for name in written.files)
    assert "fig/evil_profile_all_D02.pdf" in written.files
    assert "/etc/a_b <script>" not in written.page.read_text("utf-8")


def test_no_runs_is_a_message(tmp_path):
    runs = make_runs(("a",), functions=[1], dimensions=[2])
    with pytest.raises(DataError, match="no runs to report on"):
        report(runs[:0], folder=tmp_path / "out")
    assert not (tmp_path / "out").exists()


CASES = {
    "different suites": lambda: [
        make_runs(("a",), functions=[1], dimensions=[2], suite="bbob"),
        make_runs(("a", "b"), functions=[1], dimensions=[2], suite="bbob-biobj"),
    ],
    "nothing in common": lambda: [
        make_runs(("a",), functions=[1], dimensions=[2]),
        make_runs(("b",), functions=[2], dimensions=[5]),
    ],
    "one run": lambda: [make_runs(functions=[1], dimensions=[2], runs=1)],
    "all failed": lambda: [make_runs(functions=[1, 2], dimensions=[2], solved=-9.0)],
    "hostile names": lambda: [make_runs(HOSTILE, functions=[1, 2], dimensions=[2])],
}


@pytest.mark.browser
@pytest.mark.parametrize("case", CASES)
def test_the_page_of_odd_data_works_in_a_browser(case, browser, tmp_path):
    written = report(*CASES[case](), folder=tmp_path)
    entry = Visit(browser, written.page)
    for suite, part in enumerate(written.data.suites):
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
    entry.end()
