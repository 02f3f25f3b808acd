"""Formats, titles, styles, LaTeX escapes."""

import re
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import optimeter as om
from optimeter.exceptions import InvalidValueError
from optimeter.reports import report_data
from optimeter.reports.analysis.names import set_title
from optimeter.reports.analysis.styles import PALETTE, assign_styles, in_colour, sweep_styles, swept
from optimeter.reports.analysis.words import _restarted, factor, number, percent, ranges, ratio
from optimeter.reports.latex_text import escape_latex, latex_text
from tests.reports.helpers import HOSTILE, make_runs


@pytest.mark.parametrize(
    ("value", "text"),
    [(263.2, "263"), (0.1, "0.1"), (1e-8, "1e-8"), (99999, "1e5"), (9999.6, "1e4"), (0, "0")],
)
def test_number(value, text):
    assert number(value) == text


@pytest.mark.parametrize(("end", "first", "second"), [
    (1000, "", "beyond 1000·D"), (10, "", "beyond 1000·D"), (5, "beyond 5·D", "beyond 1000·D"),
    (0.5, "runs end at 0.5·D", "beyond 1000·D"),
])  # fmt: skip
def test_restarts_are_named_at_budgets_of_the_leader_alone(end, first, second):
    """The lead of the first ends before that of the second begins, at 100."""
    leads = SimpleNamespace(
        budget=np.array([1.0, 10.0, 100.0, 1e4]), stretches=lambda: [("a", 1.0), ("b", 100.0)]
    )
    notes = _restarted(leads, {"a": end, "b": 1000.0})
    for note, words in zip(notes, (first, second), strict=True):
        assert words in note
        assert bool(words) == bool(note)


@given(st.floats(1e-12, 1e12))
def test_number_keeps_three_digits(value):
    assert float(number(value)) == pytest.approx(value, rel=5.1e-3)


@given(st.floats(1e-6, 1e9))
def test_ratio_keeps_two_digits(value):
    assert float(ratio(value)) == pytest.approx(value, rel=5.1e-2)


@pytest.mark.parametrize(
    ("value", "text"),
    [(1.0, "1"), (2.34, "2.3"), (9.96, "10"), (0.996, "1.0"), (99.6, "100"), (3e4, "3e4")],
)
def test_ratio(value, text):
    assert ratio(value) == text


@given(st.floats(0, 1))
def test_percent_never_claims_all_or_nothing(share):
    text = percent(share)
    assert (text == "100 %") == (share == 1)
    assert (text == "0 %") == (share == 0)


def test_factor_and_ranges():
    assert factor(3.44) == "3.4"
    assert ranges([40, 2, 3, 5, 4]) == "2–5, 40"
    assert set_title("f24", "bbob") == "f24 Lunacek bi-Rastrigin"
    assert set_title("f30", "bbob") == "f30"


@given(st.lists(st.text(min_size=1, max_size=8), unique=True, min_size=1, max_size=36))
def test_styles_are_unique_and_do_not_depend_on_the_order(names):
    styles = assign_styles(names)
    assert len({(style.colour, style.dash) for style in styles.values()}) == len(names)
    assert assign_styles(names[::-1]) == styles
    assert len({style.marker for style in styles.values()}) == min(len(names), 12)


def test_algorithms_of_a_sweep_are_in_its_order_and_colours():
    names = ["s=0.5 pop=1e2", "BFGS", "s=0.5 pop 20", "s=2 pop-40"]
    assert swept(names, "pop") == ["s=0.5 pop 20", "s=2 pop-40", "s=0.5 pop=1e2"]
    assert swept(names, "s") == ["s=0.5 pop=1e2", "s=0.5 pop 20", "s=2 pop-40"]
    runs = make_runs(names, functions=[1], dimensions=[2], runs=3)
    (suite,) = report_data(runs, sweep="pop").suites
    (plain,) = report_data(runs).suites
    assert suite.algorithms == suite.featured == (*swept(names, "pop"), "BFGS")
    light = [_lightness(suite.styles[name].colour) for name in suite.algorithms[:3]]
    assert light == sorted(light)
    assert len({style.marker for style in suite.styles.values()}) == 4
    assert suite.styles["BFGS"].colour in PALETTE
    areas = [{p.algorithm: p.auc for p in one.profiles(dimension=2)} for one in (suite, plain)]
    assert areas[0] == areas[1]


def test_all_of_a_long_sweep_are_in_colour_on_paper():
    names = [f"pop={k}" for k in range(10, 25)]
    runs = make_runs([*names, "DE"], functions=[1], dimensions=[2], runs=3)
    figure = om.plot.ecdf(runs, sweep="pop", engine="matplotlib")
    lines = {line.get_color() for axes in figure.axes for line in axes.get_lines()}
    assert {style.colour.lower() for style in sweep_styles(names, "pop").values()} <= {
        str(colour).lower() for colour in lines
    }
    (suite,) = report_data(runs, sweep="pop").suites
    assert len(suite.featured) == 8  # of a page, where the reader chooses
    assert in_colour(suite.algorithms, suite.featured, "pop")[:15] == tuple(names)


def _lightness(colour):
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_a_sweep_needs_numbers_after_its_word(said, refused):
    with refused(InvalidValueError, "'pop'", "'pop=10'", "'lambda'", "'a=1'"):
        report_data(make_runs(["a=1", "a=2"], functions=[1], dimensions=[2]), sweep="lambda")
    assert refused.messages == said


def test_an_algorithm_keeps_its_colour_without_a_rival():
    alone = assign_styles(["CMA-ES"])["CMA-ES"]
    assert alone == assign_styles(["CMA-ES"])["CMA-ES"]
    assert assign_styles(f"a{i}" for i in range(300))["a7"].colour.startswith("#")


@given(st.text())
def test_escaped_text_has_no_live_latex(text):
    out = escape_latex(text)
    for safe in (
        r"\textbackslash{}", r"\textasciitilde{}", r"\textasciicircum{}", r"\textless{}",
        r"\textgreater{}", r"\textbar{}", r"\textquotedbl{}", r"\textquotesingle{}",
        r"\textasciigrave{}", r"\dots{}", r"$-$", r"\,",
    ):  # fmt: skip
        out = out.replace(safe, "")
    out = re.sub(r"\$(\\[A-Za-z]+|[_^]\{[-+0-9kn]+\})\$", "", out)  # symbols, raised, lowered
    for special in "{}$&#%_":
        out = out.replace("\\" + special, "")
    assert not set(out) & set("\\{}$&#%_^~")


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_harmless_in_latex(name):
    assert "\\input" not in latex_text(name)


def test_names_of_the_field_are_on_the_page_and_in_the_glossary(data):
    """Whoever looks for a word of COCO or IOHprofiler finds it."""
    from optimeter.reports.figures.captions import captions
    from optimeter.reports.figures.second_names import SECOND_NAMES, page_captions

    suite = data.suites[0]
    shown, plain = page_captions(suite), captions(suite)
    assert SECOND_NAMES.keys() <= plain.keys() == shown.keys()
    glossary = (Path(__file__).parents[3] / "docs/develop/glossary.md").read_text("utf-8")
    for key, names in SECOND_NAMES.items():
        for name in filter(None, (names.coco, names.ioh)):
            assert name in shown[key]
            assert name in glossary
            assert name not in plain[key]  # captions of papers have our names only
    assert "data profile" in shown["ecdf"]


def test_an_unnamed_suite_is_not_its_own_feature():
    runs = om.Runs.from_arrays(
        function=1, dimension=2, offsets=[0, 2, 4], algorithm=["a", "b"], optimum_known=False,
        step_evaluations=[1, 40, 1, 30], step_precision=[8, 0.5, 8, 0.4])  # fmt: skip
    assert report_data(runs).changes == ()
