"""What users choose for figures: said in the title, or refused in one line that helps."""

import re
from types import SimpleNamespace

import numpy as np
import pytest

import optimeter as om
from optimeter.exceptions import (
    DataError,
    InvalidTypeError,
    InvalidValueError,
    UnknownNameError,
)
from optimeter.reports import draw_figure, report
from optimeter.reports.analysis.computing import compute_one
from optimeter.reports.analysis.options import ReportOptions
from optimeter.reports.analysis.styles import assign_styles
from optimeter.reports.figures.arrangement import arrange
from optimeter.reports.figures.draw_svg import profile_svg
from optimeter.reports.figures.kinds import FIGURES, describe_figure
from optimeter.reports.live import first_results
from tests.reports.helpers import make_runs


@pytest.fixture(scope="module")
def many():
    """Return the results of more algorithms than are coloured."""
    names = [f"algorithm {i}" for i in range(14)]
    return compute_one(make_runs(names, functions=[1, 2], dimensions=[2, 5], runs=3))


@pytest.mark.parametrize(
    "kind", ["convergence", "ert", "scaling", "scaling-functions", "loss", "quality"]
)
def test_titles_say_how_many_of_the_algorithms_are_drawn(many, kind):
    assert describe_figure(many, kind).title.endswith(", 8 of 14 algorithms")


@pytest.mark.parametrize("kind", ["ecdf", "speed", "scatter", "winners", "clusters"])
def test_other_titles_name_no_number_of_algorithms(many, kind):
    assert "algorithms" not in describe_figure(many, kind).title


def test_titles_name_targets_that_are_not_those_of_the_suite(runs):
    titles = {
        str(targets): om.plot.ecdf(runs, targets=targets, dimensions=5).layout.title.text
        for targets in (None, "fixed", "budget", [10, 1], [10, 1, 0.1, 0.01, 1e-8])
    }
    assert titles["[10, 1, 0.1, 0.01, 1e-08]"] == f"{titles['None']}, 5 targets from 10 to 1e-8"
    assert titles["None"] == titles["fixed"]
    assert titles["[10, 1]"] == f"{titles['None']}, 2 targets: 10, 1"
    assert titles["budget"].startswith(f"{titles['None']}, ")


@pytest.mark.parametrize("suite", ["bbob", "bbob-biobj", "bbob-constrained", "bbob-mixint", "own"])
def test_titles_do_not_name_the_targets_of_the_suite(suite):
    runs = make_runs(functions=[1], dimensions=[5], runs=2, suite=suite)
    assert "target" not in describe_figure(compute_one(runs), "ecdf").title


def test_axes_that_differ_have_titles_of_their_own(data):
    figure = describe_figure(data.suites[0], "run-lengths-quality", dimension=5)
    titles = [" ".join(lines) for lines in arrange(figure, "two").x_titles]
    assert titles == [panel.x.title for panel in figure.panels]
    drawn = draw_figure(data.suites[0], "run-lengths-quality", dimension=5)
    for title, axes in zip(titles, drawn.axes, strict=True):
        (text,) = (one for one in drawn.texts if one.get_text().replace("\n", " ") == title)
        box = axes.get_position()
        middle = text.get_position()[0] / 72 / drawn.get_figwidth()
        assert middle == pytest.approx((box.x0 + box.x1) / 2)


def test_numbers_of_few_algorithms_are_left_out_of_plotly_too():
    names = [f"a{i}" for i in range(9)]
    for count, shown in ((2, True), (9, False)):
        runs = make_runs(names[:count], functions=[1, 7, 11], dimensions=[5], solved=0.4)
        modes = {trace.mode for trace in om.plot.loss(runs, dimensions=5).data}
        assert ("text" in modes) == shown


def test_panels_of_groups_have_whole_names():
    runs = make_runs(functions=range(1, 56), dimensions=[5], runs=1, suite="bbob-biobj")
    figure = describe_figure(compute_one(runs), "ecdf-groups", dimension=5)
    titles = arrange(figure, "two").panel_titles
    assert "separable – ill-conditioned" in titles
    assert not any(title.endswith("…") for title in titles)


def test_bars_of_one_colour_differ_in_their_hatching():
    names = [f"a{i}" for i in range(30)]
    for styles in (assign_styles(names), assign_styles(names[:8], names[8:])):
        assert len({(style.colour, style.dash) for style in styles.values()}) == 30
    runs = make_runs(names[:12], functions=[1, 2], dimensions=[2])
    figure = om.plot.portfolio(runs, engine="matplotlib")
    figure.draw_without_rendering()
    bars = [bar for bar in figure.axes[0].collections if len(bar.get_facecolor())]
    looks = {(tuple(bar.get_facecolor()[0, :3]), bar.get_hatch()) for bar in bars}
    assert len(looks) == 12
    traces = [trace for trace in om.plot.portfolio(runs).data if trace.type == "bar"]
    assert len({(t.marker.color, t.marker.pattern.shape) for t in traces}) == 12


def test_bars_at_their_names_need_no_legend(many):
    assert describe_figure(many, "winners").legend()
    figure = om.plot.portfolio(make_runs(functions=[1, 2], dimensions=[2]), engine="matplotlib")
    assert not figure.legends


def test_the_drawing_of_a_page_names_both_shares(data):
    suite = data.suites[0]
    drawing = profile_svg(suite, 5)
    ends = [
        mark
        for mark in describe_figure(suite, "ecdf", dimension=5).marks()
        if hasattr(mark, "text")
    ]
    shares = [end.text.partition("  ")[0] for end in ends]
    assert any("→" in share for share in shares)
    assert all(f">{share}</tspan>" in drawing for share in shares)


# ------------------------------------------------------------------ dimensions, pairs


def test_speed_is_drawn_of_the_chosen_dimensions(runs, said, refused):
    def rows(**options):
        return om.plot.speed(runs, pair=("alpha", "beta"), **options).layout.yaxis.ticktext

    def drawn(**options):
        return {int(re.search(r"D = (\d+)", row)[1]) for row in rows(**options)}

    assert drawn() == {2, 5}
    assert drawn(dimensions=2) == {2}
    assert drawn(dimensions=[2, 5]) == {2, 5}
    with refused(DataError, "dimensions", "7", "1-6"):
        rows(dimensions=7)
    assert refused.messages == said


@pytest.mark.contract
@pytest.mark.parametrize("kind", [n for n, kind in FIGURES.items() if "pair" in kind.options])
@pytest.mark.parametrize("pair", [("alpha", "alpha"), "alpha", ["alpha"], 3])
def test_a_pair_is_two_different_algorithms(runs, kind, pair):
    with pytest.raises(InvalidValueError, match=r"\bpair\b"):
        getattr(om.plot, kind.replace("-", "_"))(runs, pair=pair)


# ------------------------------------------------------------------ targets, functions


def test_targets_that_are_none_are_answered_with_what_is_accepted(runs, tmp_path, said, refused):
    for targets in ["foo", "nan", "inf", "", "10,x", [np.inf, 1]]:
        with refused(
            (InvalidValueError, UnknownNameError),
            "'fixed'",
            "'budget'",
            "'linear', 'log', 'relative'",
        ):
            om.plot.ecdf(runs, targets=targets)
        with refused(
            (InvalidValueError, UnknownNameError), "10,0.1,1e-8", "'linear', 'log', 'relative'"
        ):
            report(runs, targets=targets, folder=tmp_path)
    assert refused.messages == said


def test_options_know_their_targets(said, refused):
    with refused((InvalidValueError, UnknownNameError), "'linear'", "'log'", "'relative'", "'foo'"):
        ReportOptions(targets="foo")
    assert refused.messages == said


def test_words_for_targets_of_figures_that_take_numbers(runs, said, refused):
    with refused(InvalidValueError, "'speed'", "targets", "'budget'"):
        om.plot.speed(runs, targets="budget")
    with refused(InvalidValueError, "'loss'", "targets"):
        om.plot.loss(runs, targets="budget")
    assert refused.messages == said


def test_a_function_without_data_is_answered_with_those_there_are(runs, said, refused):
    with refused(InvalidValueError, "99", "functions", "1-6"):
        om.plot.ecdf(runs, functions=99)
    suite = compute_one(runs)
    with refused(UnknownNameError, "'seperable'", "1-6"):
        describe_figure(suite, "ecdf", group="seperable")
    assert refused.messages == said


def test_a_choice_without_runs_is_named_as_it_was_made(runs, tmp_path, said, refused):
    with refused(DataError, "functions", "9", "dimensions", "3"):
        report(runs, functions=9, dimensions=3, folder=tmp_path)
    assert refused.messages == said


# ------------------------------------------------------------------ other input


def test_a_reference_is_checked(runs, said, refused):
    with refused(InvalidTypeError, "reference", "3"):
        om.plot.ecdf(runs, reference=3)
    assert refused.messages == said


def test_an_optimum_is_a_number(tmp_path, said, refused):
    for optimum in ["nan", float("nan"), "inf", {1: float("nan")}, "1=nan"]:
        with refused(InvalidValueError):
            om.load(tmp_path, optimum=optimum)
    assert refused.messages == said


def test_a_name_of_data_is_not_empty(said, refused):
    for source in ["=data", " =data", "name="]:
        with refused(InvalidValueError):
            om.load(source)
    assert refused.messages == said


def test_plots_are_listed():
    assert dir(om.plot) == sorted(om.plot.__all__)


def test_a_page_of_a_running_experiment_says_where_curves_are_dashed(tmp_path, said):
    with om.Observer(tmp_path / "data", algorithm="a") as observer:
        for problem in om.Suite("bbob", functions=1, dimensions=2, instances=1):
            observer.observe(problem)
            problem([0.0, 0.0])
    found = first_results(SimpleNamespace(over=1, folder=observer.folder))
    assert found.picture
    assert found.note == said
