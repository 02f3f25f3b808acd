"""Figures as descriptions: complete, plain, and drawn alike by every back end."""

import dataclasses
import json

import numpy as np
import pytest

import optimeter as om
from optimeter.data.runs import Runs
from optimeter.exceptions import DataError, OptimeterError, UnknownNameError
from optimeter.measures import (
    attainment_surfaces,
    front_quality,
    front_summary,
    runtime_ratios,
    scaling,
)
from optimeter.measures.complementarity import complementarity_of
from optimeter.measures.of_parts import SCALING
from optimeter.measures.of_suites import (
    CLUSTERS,
    FRONTS,
    LEADERS,
    LOSS_SUMMARY,
    PAIR_AREAS,
    REFERENCE_SCALING,
)
from optimeter.reports import FIGURES, report_data
from optimeter.reports.analysis.computing import compute_one
from optimeter.reports.analysis.options import ReportOptions
from optimeter.reports.analysis.words import number
from optimeter.reports.figures import draw_mpl, draw_plotly
from optimeter.reports.figures.arrangement import columns_of
from optimeter.reports.figures.captions import captions
from optimeter.reports.figures.description import (
    Axis,
    Figure,
    Line,
    Panel,
    Points,
    Ranges,
    Series,
    Text,
)
from optimeter.reports.figures.kinds import describe_figure, figure_kind
from optimeter.reports.page.encoding import coded_figure, written
from optimeter.reports.page.payload_curves import problems_payload
from tests.reports.helpers import OF_ALL, make_fronts, make_runs


@pytest.fixture(scope="module")
def suite(data):
    return data.suites[0]


@pytest.fixture(scope="module", params=OF_ALL)
def figure(suite, request):
    return describe_figure(suite, request.param)


@pytest.mark.contract
def test_every_mark_belongs_to_a_series_of_the_figure(figure, suite):
    keys = [series.key for series in figure.series]
    assert len(set(keys)) == len(keys)
    marks = list(figure.marks())
    assert marks
    assert {mark.series for mark in marks} <= set(keys)
    assert figure.caption in captions(suite).values()
    named = [series.key for series, _ in figure.legend()]
    assert set(named) <= {mark.series for mark in marks}  # nothing in the legend is not drawn


@pytest.mark.contract
def test_the_page_gets_json_with_named_fields(figure):
    for panel in figure.panels:
        single = dataclasses.replace(figure, panels=(panel,))
        payload = json.loads(written(coded_figure(single)))
        assert payload["x"]["title"] == panel.x.title
        drawn = [m for m in panel.marks if len(getattr(m, "x", getattr(m, "at", [0.0])))]
        kinds = [type(mark).__name__.lower() for mark in drawn]
        assert [mark["mark"] for mark in payload["marks"]] == kinds
        assert [mark["series"] for mark in payload["marks"]] == [m.series for m in drawn]


@pytest.mark.contract
def test_back_ends_draw_the_same_curves(figure):
    drawn = draw_mpl.draw(figure, FIGURES[figure.kind].size)
    interactive = draw_plotly.draw(figure)
    assert len(drawn.axes) == len(figure.panels)
    for place, panel in enumerate(figure.panels):
        axis = "x" if place == 0 else f"x{place + 1}"
        traces = [t for t in interactive.data if t.xaxis == axis]
        lines = drawn.axes[place].lines
        for mark in panel.marks:
            if isinstance(mark, Line | Points) and np.size(mark.x):
                expected = np.asarray(mark.x), np.asarray(mark.y)
                found = [(np.asarray(t.x), np.asarray(t.y)) for t in traces]
                assert any(_same(expected, xy) for xy in found)
                assert any(_same(expected, line.get_data(orig=True)) for line in lines)


def _same(one, other):
    return all(np.array_equal(a, b, equal_nan=True) for a, b in zip(one, other, strict=True))


@pytest.mark.contract
def test_both_legends_name_the_same_series(figure):
    named = [series.label for series, _ in figure.legend()]
    interactive = draw_plotly.draw(figure)
    assert sorted(t.name for t in interactive.data if t.showlegend) == sorted(named)


def test_a_legend_shows_what_is_drawn():
    series = [Series("algorithm", name, "#000000") for name in "abcd"]
    marks = (
        Line("algorithm/a", [1], [1]),
        Points("algorithm/a", [1], [1], marker="x-thin"),
        Line("algorithm/b", [1], [1], markers=True),
        Points("algorithm/c", [1], [1]),
    )
    panel = Panel("", Axis("x", 1, 10), Axis("y", 1, 10), marks)
    samples = {s.label: sample for s, sample in Figure("", tuple(series), (panel,)).legend()}
    assert samples == {"a": "line", "b": "line+marker", "c": "marker"}


@pytest.mark.contract
def test_points_of_algorithms_have_the_marker_that_legends_show(figure):
    own = {
        mark.marker
        for mark in figure.marks()
        if isinstance(mark, Points) and mark.series.startswith("algorithm/") and mark.marker
    }
    assert own <= {"x-thin", "star"}  # where runs end, and sure leads: captions say so


@pytest.mark.parametrize("kind", ["instances", "runtime-density", "runtime-histogram"])
def test_axes_name_the_target(suite, kind):
    figure = describe_figure(suite, kind, dimension=5, function=1, target=1e-5)
    (panel,) = figure.panels
    titles = {panel.x.title, panel.y.title}
    assert any(title.endswith("/ dimension to target 1e-5") for title in titles)


def test_axes_name_the_budget(suite):
    for budget, words in ((None, "end of runs"), (10.0, "after 10·D")):
        figure = describe_figure(suite, "value-density", dimension=5, function=1, budget=budget)
        assert figure.panels[0].x.title == f"best precision, {words}"


@pytest.mark.parametrize("kind", ["portfolio", "clusters", "scatter", "ratios", "loss"])
def test_titles_name_the_functions_that_the_data_are_restricted_to(runs, kind):
    def title(functions):
        options = ReportOptions(functions=functions, resamples=20)
        suite = compute_one(runs, options, **figure_kind(kind).work({}))
        return describe_figure(suite, kind).title

    assert title((1, 2)) == "bbob, functions 1, 2, D = 5"
    assert title((1, 2, 3, 4, 5)) == "bbob, separable functions, D = 5"


def test_a_portfolio_of_many_is_drawn_alone(said, refused):
    runs = make_runs([f"a{k}" for k in range(14)], functions=[1, 2], dimensions=[2], runs=3)
    figure = om.plot.portfolio(runs, engine="matplotlib")
    assert len(figure.axes[0].get_yticklabels()) == 14
    many = make_runs([f"a{k}" for k in range(41)], functions=[1], dimensions=[2], runs=1)
    with refused(DataError, "40", "41"):
        om.plot.portfolio(many)
    assert refused.messages == said


def test_what_more_algorithms_share_is_named():
    (fast,) = (make_runs(["fast"], functions=[1], dimensions=[2], runs=9, solved=2.0),)
    copies = [dataclasses.replace(fast, algorithms=(f"copy {k}",)) for k in range(6)]
    drawn = draw_mpl.draw(_winners(Runs.concatenate(copies)), "two")
    assert [text.get_text() for text in drawn.legends[0].get_texts()] == ["shared by more"]


def _winners(runs, **options):
    (suite,) = report_data(runs, resamples=40, **options).suites
    return describe_figure(suite, "winners", dimension=2)


def test_who_leads_is_as_sure_as_its_interval():
    fast = make_runs(["fast"], functions=[1, 8], dimensions=[2], runs=9, solved=2.0)
    twin = dataclasses.replace(fast, algorithms=("twin",))
    slow = dataclasses.replace(
        fast, algorithms=("slow",), step_evaluations=400 * fast.step_evaluations
    )
    bars = {
        mark.series: mark
        for mark in _winners(Runs.concatenate([fast, slow])).panels[0].marks
        if mark.row == 0
    }
    assert bars["algorithm/fast"].alpha.max() == 1  # alone until both have solved everything
    assert bars["algorithm/fast"].alpha[-1] < 1
    assert bars["algorithm/slow"].alpha.max() < 1
    tied = _winners(Runs.concatenate([fast, twin, slow])).panels[0].marks
    assert {mark.series for mark in tied} >= {"algorithm/fast", "algorithm/twin"}
    for mark in tied:
        assert (np.asarray(mark.alpha) < 1).all()
        parts = 1 / (np.asarray(mark.bottom) - np.asarray(mark.top))
        assert set(np.round(parts)) <= {2, 3}  # two of them, and in the end all three


def test_background_never_leads_and_one_algorithm_neither(runs, said, refused):
    alpha, beta = (runs.select(algorithms=name) for name in runs.algorithms[:2])
    with refused(DataError):
        _winners(alpha)
    with refused(DataError):
        _winners(alpha, background=[beta])
    assert refused.messages == said


def test_single_runs_are_drawn_to_their_ends(runs, suite):
    figure = describe_figure(suite, "single-runs", dimension=5, function=3)
    lines = {mark.series: mark for mark in figure.panels[0].marks}
    part = runs.select(algorithms="alpha", functions=3, dimensions=5)
    drawn = lines["algorithm/alpha"]
    assert np.isnan(drawn.y).sum() >= len(part) - 1  # between runs
    assert np.nanmin(drawn.y) == pytest.approx(max(part.final.min(), 1e-8))  # the floor
    density = describe_figure(suite, "runtime-density", dimension=5, function=3)
    points = [mark for mark in density.panels[0].marks if type(mark).__name__ == "Points"]
    hit = part.runtimes([1e-8])[:, 0]
    alpha = next(mark for mark in points if mark.series == "algorithm/alpha")
    assert sorted(alpha.x) == pytest.approx(np.unique(hit[np.isfinite(hit)]) / 5)


def test_figures_of_single_runs_show_every_run(runs, suite):
    part = runs.select(algorithms="alpha", functions=3, dimensions=5)
    figure = describe_figure(suite, "instances", dimension=5, function=3, target=1e-8)
    mine = [mark for mark in figure.marks() if mark.series == "algorithm/alpha"]
    hit = part.runtimes([1e-8])[:, 0]
    spent = np.where(np.isfinite(hit), hit, part.run_lengths()) / 5
    drawn = {
        round(float(x)): float(y) for mark in mine for x, y in zip(mark.x, mark.y, strict=True)
    }
    assert [drawn[k] for k in range(len(part))] == pytest.approx(spent[np.argsort(part.instance)])
    assert sum(mark.filled * len(mark.x) for mark in mine) == np.isfinite(hit).sum()
    with pytest.raises(DataError, match="accepted: 10, 1"):
        describe_figure(suite, "instances", dimension=5, function=3, target=7.0)
    bars = describe_figure(suite, "runtime-histogram", dimension=5, function=3, target=1e-8)
    shares = [float(np.sum(mark.y)) for mark in bars.marks() if mark.series == "algorithm/alpha"]
    assert shares == pytest.approx([np.isfinite(hit).mean()])
    levels = describe_figure(suite, "attainment", dimension=5, function=3)
    middle = next(m for m in levels.marks() if m.series == "algorithm/alpha" and not m.dash)
    finals = np.sort(np.maximum(part.final, 1e-8))
    assert middle.y[-1] == pytest.approx(finals[(len(part) - 1) // 2])
    sigma = describe_figure(suite, "parameters", dimension=5, function=3)
    assert sigma.panels[0].y.title == "sigma"
    assert "sigma" in sigma.title


def test_a_group_stands_beside_its_functions_and_quality_continues_run_lengths(suite):
    figure = describe_figure(suite, "ecdf-group-functions", dimension=5, algorithm="beta")
    panel = figure.panels[0]
    assert panel.title == "separable functions, f1–5"
    lines = {mark.series: mark for mark in panel.marks if isinstance(mark, Line)}
    ends = [lines[f"function/{k}. function"].y[-1] for k in range(1, 6)]
    assert lines["group/the group"].y[-1] == pytest.approx(np.mean(ends), abs=1e-3)
    joint = describe_figure(suite, "run-lengths-quality", dimension=5)
    left, right = joint.panels
    budgets = [entry.label for entry in joint.series if entry.role == "budget"]
    assert budgets[:3] == ["1·D", "10·D", "100·D"]
    for mark in left.marks:
        if isinstance(mark, Line):
            beside = next(m for m in right.marks if m.series == mark.series)
            at_one = np.asarray(beside.y)[np.asarray(beside.x) <= 1 + 1e-9]
            assert at_one[-1] == pytest.approx(mark.y[-1])


def test_means_and_exact_zeros_are_drawn(runs):
    twice = Runs.from_arrays(
        function=1, dimension=2, suite="bbob", algorithm="a", offsets=[0, 2, 4],
        step_precision=[8.0, 2.0, 8.0, 0.0], step_evaluations=[1, 10, 1, 10], evaluations=100,
    )  # fmt: skip
    (suite,) = report_data(twice, resamples=20).suites
    for statistic, value in (("mean", 1.0), ("geometric-mean", 1e-8)):  # zero is on the floor
        (line,) = describe_figure(suite, "convergence", statistic=statistic).marks()
        assert line.y[-1] == pytest.approx(value)
    with pytest.raises(UnknownNameError, match="statistic"):
        describe_figure(suite, "convergence", statistic="mode")
    for kind in ("value-density", "value-histogram"):
        figure = describe_figure(suite, kind)
        (points,) = (mark for mark in figure.marks() if isinstance(mark, Points))
        axis = figure.panels[0].x
        zero = axis.ticks[axis.labels.index("0")]
        assert dict(zip(points.x, points.y, strict=True))[zero] == 0.5


def test_background_is_drawn_behind_run_lengths(runs):
    front, behind = (runs.select(algorithms=name) for name in ("alpha", "beta"))
    (suite,) = report_data(front, background=[behind], resamples=20).suites
    figure = describe_figure(suite, "run-lengths", dimension=5)
    assert "crowd/beta" in {mark.series for mark in figure.marks()}


def test_figures_of_two_algorithms_obey_their_order(runs, suite):
    """Left of 1 the first is faster, whichever is first; the counts in the legend turn, too."""
    for first, second in (("alpha", "beta"), ("beta", "alpha")):
        figure = describe_figure(suite, "ratios", dimension=5, pair=(first, second))
        (panel,) = figure.panels
        assert panel.x.title == f"runtime of {first} / runtime of {second}"
        lines = [mark for mark in panel.marks if isinstance(mark, Line)]
        expected = runtime_ratios(runs.select(dimensions=5), first, second)
        for line, series, curve in zip(lines, figure.series, expected, strict=False):
            before_one = np.asarray(line.y)[np.asarray(line.x) < 1].max()
            assert before_one == pytest.approx(float(curve.at(1 - 1e-9)), abs=0.02)
            assert series.label.endswith(f": {curve.solved}/{curve.other_solved}")
        speed = describe_figure(suite, "speed", dimension=5, pair=(first, second)).panels[0]
        assert speed.x.title == f"times that {first} is faster than {second}"
        scatter = describe_figure(suite, "scatter", dimension=5, pair=(first, second)).panels[0]
        assert (scatter.x.title, scatter.y.title) == (f"ERT of {first}", f"ERT of {second}")


def test_runs_that_reach_zero_stand_on_the_floor_of_the_axis(said):
    """A logarithmic axis cannot show zero, and whoever gets there is best, not absent."""
    slow, exact = ([50, 3, 0.02], [10, 40, 900]), ([50, 3, 0.0], [10, 35, 47])
    runs = Runs.from_arrays(
        function=1,
        dimension=2,
        suite="bbob",
        algorithm=["slow", "exact"],
        offsets=[0, 3, 6],
        step_precision=slow[0] + exact[0],
        step_evaluations=slow[1] + exact[1],
        evaluations=1000,
    )
    (suite,) = report_data(runs, resamples=20).suites
    for kind in ("convergence", "convergence-functions", "single-runs"):
        (panel,) = describe_figure(suite, kind).panels
        lines = {mark.series: mark for mark in panel.marks if isinstance(mark, Line)}
        for line in lines.values():
            assert line.steps
        exact = lines["algorithm/exact"]
        assert np.nanmin(exact.y) == 1e-8
        assert panel.y.labels[0] == "≤ 10⁻⁸"
        assert panel.y.low < panel.y.ticks[0] == 1e-8
    (panel,) = describe_figure(suite, "convergence").panels
    assert panel.y.title == "best precision (≤ 10⁻⁸: solved)"
    line = next(m for m in panel.marks if isinstance(m, Line) and m.series == "algorithm/exact")
    # each step is within a twenty-fifth of a decade of where it was recorded, and never before
    for evaluations, value in zip([10, 35, 47], [50, 3, 1e-8], strict=True):
        at = 2 * float(np.asarray(line.x)[np.asarray(line.y) <= value][0])
        assert evaluations <= at < evaluations * 10**0.04
    assert line.notes[-1] == said
    assert "1e-8 or less, which is solved" in describe_figure(suite, "convergence").caption


@pytest.mark.parametrize("count", [3, 9])
def test_losses_stand_at_their_budgets_and_not_beyond_the_runs(count):
    runs = make_runs([f"a{i}" for i in range(count)], dimensions=[5], functions=[1, 2, 3])
    (suite,) = report_data(runs, resamples=20).suites
    figure = describe_figure(suite, "loss", dimension=5)
    (panel,) = figure.panels
    summary = suite.results[LOSS_SUMMARY]
    longest = (runs.evaluations / 5).max()
    assert summary.budget.max() <= longest < 10 * summary.budget.max()
    assert not any(isinstance(mark, Line) for mark in panel.marks)  # nothing between budgets
    for mark in panel.marks:
        if isinstance(mark, Points):
            name = mark.series.removeprefix("algorithm/")
            table = summary.select(algorithm=name)
            assert len(mark.x) == np.isfinite(table.geometric_mean).sum()
            places = np.round(mark.x)
            assert np.abs(mark.x - places).max() < 0.5  # each within its budget, which is labelled
            labels = {f"{number(float(budget))}·D" for budget in table.budget}
            assert {panel.x.labels[int(k)] for k in places} <= labels
    boxes = [mark for mark in panel.marks if isinstance(mark, Ranges)]
    assert len(boxes) == 2 * count
    assert "boxes: quartiles" in figure.caption
    sides = {mark.series: float(mark.x[0]) for mark in panel.marks if isinstance(mark, Points)}
    assert len(set(sides.values())) == count  # side by side


def test_titles_name_the_functions_there_are(said, refused):
    def titles(functions):
        (suite,) = report_data(
            make_runs(functions=functions, dimensions=[2]), resamples=20, dimensions=[2]
        ).suites
        return describe_figure(suite, "ecdf").title, suite

    assert titles(range(1, 25))[0] == "bbob, all functions, D = 2"
    assert titles([1])[0] == "bbob, f1 Sphere, D = 2"
    assert titles([1, 2, 3, 7])[0] == "bbob, functions 1–3, 7, D = 2"
    title, suite = titles(range(1, 6))
    assert title == "bbob, separable functions, D = 2"
    assert describe_figure(suite, "ecdf", group="separable").title == title
    assert [panel.title for panel in describe_figure(suite, "ecdf-groups").panels] == [
        "separable functions"
    ]
    with refused(UnknownNameError, "group"):
        describe_figure(suite, "ecdf", group="moderate")
    assert refused.messages == said


def test_titles_name_the_functions_of_incomplete_groups():
    runs = make_runs(functions=range(1, 7), dimensions=[5], suite="bbob-mixint", runs=2)
    (suite,) = report_data(runs, resamples=20).suites
    titles = ["functions 1–6", "separable functions", "moderate functions (f6)"]
    assert [panel.title for panel in describe_figure(suite, "ecdf-groups").panels] == titles
    assert describe_figure(suite, "winners").panels[0].y.labels == tuple(titles)
    single = describe_figure(suite, "ecdf", group="moderate")
    assert single.title == "bbob-mixint, moderate functions (f6), D = 5"
    members = describe_figure(suite, "ecdf-group-functions").panels
    assert [panel.title for panel in members] == ["separable functions, f1–5", titles[2]]


def test_groups_of_the_same_functions_are_drawn_once():
    runs = make_runs(functions=range(1, 9), dimensions=[2], suite="bbob-constrained", runs=2)
    (suite,) = report_data(runs, resamples=20).suites
    titles = [panel.title for panel in describe_figure(suite, "ecdf-groups").panels]
    assert titles[:2] == ["functions 1–8", "separable functions, 1 constraint (f1, 7)"]
    assert len(titles) == 7
    assert describe_figure(suite, "winners").panels[0].y.labels == tuple(titles)
    other = describe_figure(suite, "ecdf", group="all-constraints-1")
    assert other.title == "bbob-constrained, all functions, 1 constraint (f1, 7), D = 2"


def test_scaling_figures_show_the_reference_long_runs_and_sure_leads(suite):
    figure = describe_figure(suite, "scaling", function=1, target=1e-8)
    (panel,) = figure.panels
    (line,) = (mark for mark in panel.marks if mark.series == "reference/best2009-bbob")
    best = suite.results[REFERENCE_SCALING].select(function=1, target=1e-8)
    assert line.y.tolist() == best.ert_per_dimension.tolist()
    for name in suite.algorithms:
        table = suite.results[SCALING].select(algorithm=name, function=1, target=1e-8)
        mine = [m for m in panel.marks if m.series == f"algorithm/{name}" and type(m) is Points]
        lengths = [y for m in mine if not m.filled for y in np.asarray(m.y).tolist()]
        assert sorted(lengths) == sorted(table.longest_run.tolist())
    leaders = suite.results[LEADERS]
    for function in suite.functions:
        stars = {
            (mark.series.removeprefix("algorithm/"), int(d))
            for mark in describe_figure(suite, "scaling", function=function, target=1).marks()
            if isinstance(mark, Points) and mark.marker == "star"
            for d in mark.x
        }
        sure = leaders.select(function=function, target=1.0)
        sure = sure.take(sure.p_bonferroni < 0.01)
        assert stars == set(zip(sure.algorithm, sure.dimension.tolist(), strict=True))
    assert "Stars" in figure.caption


def test_successes_stand_where_some_runs_fail(suite):
    seen = {"some": 0, "all": 0}
    for function in suite.functions:
        for target in (10, 0.1, 1e-8):
            figure = describe_figure(suite, "scaling", function=function, target=target)
            texts = {
                (mark.series.removeprefix("algorithm/"), int(d), text)
                for mark in figure.marks()
                if isinstance(mark, Text)
                for d, text in zip(mark.x, mark.text, strict=True)
            }
            expected = set()
            for name in suite.algorithms:
                table = suite.results[SCALING].select(
                    algorithm=name, function=function, target=target
                )
                for row in table.to_dicts():
                    seen["all"] += row["successes"] == row["runs"]
                    if 0 < row["successes"] < row["runs"]:
                        expected.add((name, row["dimension"], str(row["successes"])))
            assert texts == expected
            seen["some"] += len(expected)
    assert min(seen.values()) > 0


def test_captions_say_what_is_drawn(suite):
    scaling = describe_figure(suite, "scaling", function=1, target=1e-8)
    assert "target 1e-8" in scaling.title
    assert "target in the title" in scaling.caption
    assert "Numbers give" in scaling.caption
    assert any(isinstance(mark, Text) for mark in scaling.marks())
    small = describe_figure(suite, "scaling-functions")
    assert "Numbers" not in small.caption
    assert not any(isinstance(mark, Text) for mark in small.marks())


@pytest.mark.parametrize("kind", ["performance-profile", "data-profile"])
def test_captions_of_tolerances_follow_the_direction_of_values(suite, kind):
    assert "when f ≤ f_best + τ (f₀ − f_best)" in describe_figure(suite, kind).caption
    own = report_data(make_values(maximized=True), resamples=20).suites[0]
    assert "when f ≥ f_best − τ (f_best − f₀)" in describe_figure(own, kind).caption


@pytest.mark.parametrize("kind", ["performance-profile", "data-profile"])
def test_profiles_of_costs_rise_from_nothing(kind):
    poor = Runs.from_arrays(
        algorithm="c",
        suite="own",
        function=[1, 2],
        dimension=2,
        offsets=[0, 1, 2],
        step_evaluations=[1, 1],
        step_precision=[20, 20],
        optimum_known=False,
    )
    (suite,) = report_data(Runs.concatenate([make_values(), poor]), resamples=20).suites
    figure = describe_figure(suite, kind, tolerance=1e-4)
    x = figure.panels[0].x
    lines = {mark.series: mark for mark in figure.marks() if isinstance(mark, Line)}
    starts = {(line.x[0], line.y[0], line.x[-1]) for line in lines.values()}
    assert starts == {(x.low, 0, x.high)}
    ends = {key: float(line.y[-1]) for key, line in lines.items()}
    assert ends == {"algorithm/a": 0.5, "algorithm/b": 1, "algorithm/c": 0}


def test_log_ratios_have_ticks_at_problems():
    (suite,) = report_data(make_values(), resamples=20).suites
    x = describe_figure(suite, "log-ratio", pair=("a", "b")).panels[0].x
    assert (x.ticks, x.labels) == ((1, 2), ("1", "2"))


@pytest.mark.parametrize("kind", ["value-density", "value-histogram", "runtime-histogram"])
def test_points_at_all_runs_are_not_cut(suite, kind):
    figure = describe_figure(suite, kind, function=1)
    assert figure.panels[0].y.high > 1
    (axes,) = draw_mpl.draw(figure, "one").axes
    assert axes.get_ylim() == (0, figure.panels[0].y.high)
    assert draw_plotly.draw(figure).layout.yaxis.range == (0, figure.panels[0].y.high)


def test_the_table_of_quality_has_words_of_its_own(suite, said):
    own = report_data(make_values(maximized=True), resamples=20).suites[0]
    told = [captions(one)["table_quality"] for one in (suite, own)]
    assert told[0] != told[1]
    assert told == said


def test_it_is_said_where_there_is_no_geometric_mean(suite, said):
    own = report_data(make_values(maximized=True), resamples=20).suites[0]
    figure = describe_figure(own, "convergence", statistic="geometric-mean")
    assert not list(figure.marks())
    usual = describe_figure(suite, "convergence").caption
    assert {"title": figure.title, "caption": figure.caption, "usual": usual} == said


def test_shapley_values_sum_up_to_the_portfolio(suite):
    figure = describe_figure(suite, "portfolio", dimension=5)
    table = complementarity_of(suite.results[PAIR_AREAS].select(dimension=5))
    bars = [mark for mark in figure.marks() if type(mark).__name__ == "Bars"]
    assert sum(float(mark.right[0]) for mark in bars) == pytest.approx(table.portfolio[0])
    assert {mark.series for mark in bars} == {f"algorithm/{name}" for name in suite.algorithms}


def make_values(**columns):
    """Return runs of two algorithms on two functions whose optimum is not known."""
    return Runs.from_arrays(
        algorithm=["a", "a", "b", "b"],
        suite="own",
        function=[1, 2, 1, 2],
        dimension=2,
        offsets=[0, 2, 4, 6, 8],
        step_evaluations=[1, 9, 1, 12, 1, 20, 1, 30],
        step_precision=[20, 3, 20, 5, 20, 3, 20, 4],
        optimum_known=False,
        **columns,
    )


def test_similar_algorithms_are_joined_where_they_are_alike(suite):
    figure = describe_figure(suite, "clusters", dimension=5)
    table = suite.results[CLUSTERS].select(dimension=5)
    assert figure.panels[0].y.labels == tuple(table.algorithm)
    lines = [mark for mark in figure.marks() if type(mark).__name__ == "Line"]
    reached = np.concatenate([np.asarray(mark.x) for mark in lines])
    assert sorted({*reached[np.isfinite(reached)]} - {1.0}) == sorted({*table.joins[1:]})


def test_closest_algorithms_share_a_row_where_they_are_many():
    names = [f"a{i:02d}" for i in range(45)]
    runs = make_runs(names, functions=(1, 2), dimensions=(2,), runs=2)
    suite = compute_one(runs, **FIGURES["clusters"].work({}))
    figure = describe_figure(suite, "clusters")
    table = suite.results[CLUSTERS]
    labels = figure.panels[0].y.labels
    assert len(labels) == 40
    more = [int(label.split()[-2]) for label in labels if label.endswith("more")]
    assert len(labels) + sum(more) == 45
    lines = [mark for mark in figure.marks() if type(mark).__name__ == "Line"]
    joined = np.concatenate([np.asarray(mark.x) for mark in lines if mark.width == 1])
    drawn = {*joined[np.isfinite(joined)].tolist()} - {1.0}
    assert {*np.sort(table.joins)[-40:-1].tolist()} <= drawn


def test_attainment_surfaces_are_those_measured():
    runs = make_fronts(["alpha"], functions=[1], dimensions=[2])
    suite = report_data(runs).suites[0]
    lines = list(describe_figure(suite, "attainment-surface", dimension=2, function=1).marks())
    (curve,) = attainment_surfaces(runs)
    for line, level in zip(lines, (0.1, 0.5, 0.9), strict=True):
        of = curve.surface.select(level=level)
        assert np.isin(of.first, line.x).all()
        assert np.isin(of.second, line.y).all()


def test_fronts_over_time_are_those_measured():
    runs = make_fronts(["alpha"], functions=[1], dimensions=[2])
    figure = describe_figure(report_data(runs).suites[0], "front-quality", dimension=2, function=1)
    table = front_summary(front_quality(runs, 10.0))
    for panel, name in zip(figure.panels, ("hypervolume", "igd_plus", "epsilon"), strict=True):
        (line,) = panel.marks
        (at,) = np.flatnonzero(np.isclose(line.x, 10.0))
        assert line.y[at] == getattr(table, name)[0]


def test_fronts_over_time_end_with_the_runs():
    runs = make_fronts(functions=[1], dimensions=[2])
    figure = describe_figure(report_data(runs).suites[0], "front-quality")
    longest = float(np.max(runs.evaluations / runs.dimension))
    for panel in figure.panels:
        assert panel.x.high == pytest.approx(longest)
        assert {mark.x[-1] for mark in panel.marks} == {longest}


def test_fronts_over_time_are_on_the_page_by_indicator(runs):
    fronts = make_fronts(functions=[1], dimensions=[2])
    suite = report_data(fronts, resamples=20).suites[0]
    found = json.loads(written(problems_payload(suite, 2)["f1"]["front-quality"]))
    table = suite.results[FRONTS].select(algorithm="alpha", function=1)
    table = table.take(np.isfinite(table.budget) & (table.points > 0))
    assert list(found) == ["hypervolume", "igd_plus", "epsilon"]
    for name, figure in found.items():
        (line,) = [mark for mark in figure["marks"] if mark["series"] == "algorithm/alpha"]
        assert line["y"] == pytest.approx(getattr(table, name).tolist(), rel=1e-4)
        assert figure["y"]["title"].endswith(", median over runs")
    plain = report_data(runs.select(functions=1, dimensions=2), resamples=20).suites[0]
    assert "front-quality" not in problems_payload(plain, 2)["f1"]


def test_surfaces_within_a_budget(said, refused):
    runs = make_fronts(functions=[1], dimensions=[2])
    given = {"dimension": 2, "function": 1, "budget": 3.0}
    work = FIGURES["attainment-surface"].work(given)
    suite = compute_one(runs, ReportOptions(), **work)
    assert "3·D" in describe_figure(suite, "attainment-surface", **given).title
    with refused(DataError, "function", "1"):
        describe_figure(suite, "attainment-surface", dimension=2, function=1)
    assert refused.messages == said


def test_one_objective_has_no_attainment_surface(suite, said, refused):
    with refused(DataError):
        describe_figure(suite, "front-quality")
    with refused(DataError):
        describe_figure(suite, "attainment-surface")
    assert refused.messages == said


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("scaling", {"function": 1, "target": 0.05}),
        ("run-lengths", {"dimension": 5, "target": 0.05}),
        ("instances", {"dimension": 5, "function": 1, "target": 0.05}),
        ("runtime-density", {"dimension": 5, "function": 1, "target": 0.05}),
        ("quality", {"dimension": 5, "budget": 33.0}),
        ("value-histogram", {"dimension": 5, "function": 1, "budget": 33.0}),
    ],
)
def test_any_target_and_budget_is_drawn(runs, suite, kind, given):
    figure = describe_figure(
        compute_one(runs, ReportOptions(), **FIGURES[kind].work(given)), kind, **given
    )
    assert {mark.series for mark in figure.marks()} >= {f"algorithm/{a}" for a in suite.featured}
    assert ("0.05" if "target" in given else "33·D") in figure.title
    with pytest.raises(OptimeterError, match=r"(10|0.5|∞), "):
        describe_figure(suite, kind, **given)  # of what was computed without it


def test_scaling_with_constraints_is_by_their_number():
    runs = make_runs(functions=[1, 2, 3, 4, 6, 7, 8], dimensions=(2, 10), suite="bbob-constrained")
    given = {"dimension": 10, "target": 1e-3}
    suite = compute_one(runs, ReportOptions(), **FIGURES["scaling-constraints"].work(given))
    figure = describe_figure(suite, "scaling-constraints", **given)
    assert [panel.title for panel in figure.panels] == [
        "f1–4, 6 Sphere",
        "f7, 8 Ellipsoid separable",
    ]
    assert figure.panels[0].x.labels == ("1", "3", "9", "16", "54")  # those that occur
    problems = om.Suite("bbob-constrained")
    for panel, functions in zip(figure.panels, ([1, 2, 3, 4, 6], [7, 8]), strict=True):
        counts = [problems.problem(f, 10, 1).number_of_constraints for f in functions]
        for name, line in zip(runs.algorithms, _lines(panel), strict=True):
            assert line.x.tolist() == counts
            found = scaling(
                runs.select(algorithms=name), [1e-3], functions=functions, dimensions=10
            )
            np.testing.assert_allclose(
                np.nan_to_num(line.y, nan=np.inf), found.ert_per_dimension, rtol=1e-12
            )


def _lines(panel):
    return [mark for mark in panel.marks if isinstance(mark, Line)]


def test_constraints_are_needed_to_scale_with_them(suite, said, refused):
    with refused(DataError, "constraints"):
        describe_figure(suite, "scaling-constraints")
    assert refused.messages == said


def test_scaling_to_any_target_is_measured(runs):
    given = {"function": 1, "target": 0.05}
    suite = compute_one(runs, ReportOptions(), **FIGURES["scaling"].work(given))
    figure = describe_figure(suite, "scaling", **given)
    name = suite.featured[0]
    line = next(
        m for m in figure.marks() if m.series == f"algorithm/{name}" and isinstance(m, Line)
    )
    found = scaling(runs.select(algorithms=name), [0.05], functions=1)
    assert np.asarray(line.y).tolist() == found.ert_per_dimension.tolist()


@pytest.mark.parametrize(
    ("panels", "size", "columns"), [(24, "one", 3), (24, "two", 6), (2, "one", 2), (2, "two", 2)]
)
def test_panels_stand_side_by_side_as_the_page_is_wide(panels, size, columns):
    axis = Axis("")
    figure = Figure("", (), (Panel("", axis, axis, ()),) * panels, columns=6)
    assert columns_of(figure, size) == columns
