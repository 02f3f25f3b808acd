"""Figures of data in which little or nothing is solved: a figure, or one line that says why not."""

import pytest

import optimeter as om
from optimeter.data.runs import Runs
from optimeter.exceptions import DataError, InvalidValueError
from optimeter.measures.of_parts import PROFILES
from optimeter.reports import draw_figure, report
from optimeter.reports.analysis.computing import compute_one
from optimeter.reports.figures.arrangement import arrange
from optimeter.reports.figures.description import Axis, Figure, Line, Panel, Points, Text
from optimeter.reports.figures.kinds import describe_figure
from tests.reports.helpers import make_runs
from tests.sentences import refusal


def unsolved(algorithms=("a", "b"), functions=(1, 2), dimensions=(2, 5)):
    """Return runs that reach no target of bbob."""
    keys = [(a, f, d) for a in algorithms for f in functions for d in dimensions]
    names, numbers, sizes = (list(column) for column in zip(*keys, strict=True))
    return Runs.from_arrays(
        algorithm=names,
        function=numbers,
        dimension=sizes,
        suite="bbob",
        offsets=range(len(keys) + 1),
        step_evaluations=[1] * len(keys),
        step_precision=[1e6] * len(keys),
        evaluations=50,
    )


@pytest.mark.parametrize("kind", ["ecdf", "ecdf-functions", "ecdf-groups", "ecdf-dimensions"])
def test_a_reference_that_solves_nothing_ends_at_zero(kind):
    plot = getattr(om.plot, kind.replace("-", "_"))
    figure = plot(unsolved(), reference="best", engine="matplotlib")
    assert figure.axes


def test_a_report_with_a_reference_that_solves_nothing_is_written(tmp_path):
    assert report(unsolved(), reference="best", folder=tmp_path).page.is_file()


def test_precisions_of_zero_and_below_are_refused(said, refused):
    for targets in [0, [1, -1], "10,0"]:
        with refused(InvalidValueError, "targets", "0"):
            om.plot.ecdf(make_runs(), targets=targets)
    assert refused.messages == said


def test_a_suite_with_negative_indicators_has_such_targets():
    runs = make_runs(functions=[1, 2], suite="bbob-biobj")
    assert om.plot.ecdf(runs, targets=[1e-5, 0, -1e-5]).data


def test_an_axis_without_length_is_drawn():
    axis = Axis("x", 3.0, 3.0, "linear", (3.0,), ("3",))
    marks = (Text("guide/g", [3.0, 3.0], [0.5, 0.5], ("one", "two")),)
    assert arrange(Figure("", (), (Panel("", axis, axis, marks),)), "one").frames


def test_figures_of_successes_are_refused_where_there_are_none(said):
    kinds = ("portfolio", "winners", "clusters", "ert", "ert-functions", "runtime-density",
             "runtime-histogram")  # fmt: skip
    results = compute_one(unsolved())
    told = {kind: refusal(DataError, draw_figure, results, kind, dimension=5) for kind in kinds}
    assert told == said


def test_profiles_of_problems_without_targets_are_refused(said, refused):
    suite = compute_one(make_runs(functions=[1], dimensions=[5], suite="mgh"))
    with refused(DataError):
        describe_figure(suite, "ecdf")
    assert refused.messages == said


def test_profiles_of_single_functions_are_dashed_beyond_their_runs(said):
    suite = compute_one(make_runs())
    figure = describe_figure(suite, "ecdf-group-functions", dimension=5)
    runs = suite.results[PROFILES].where(algorithm=suite.featured[0])
    ends = {p.group: p.budget for p in runs if p.dimension == 5}
    marks = figure.panels[0].marks
    sure = [mark for mark in marks if isinstance(mark, Line) and not mark.dash]
    assert max(max(mark.x) for mark in sure) <= max(ends.values())
    assert any(isinstance(mark, Line) and mark.dash for mark in marks)
    assert any(isinstance(mark, Points) and mark.marker == "x-thin" for mark in marks)
    assert figure.caption == said
