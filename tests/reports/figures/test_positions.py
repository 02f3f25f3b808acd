"""Positions in parallel coordinates: what is drawn, said and refused."""

import csv
import io

import matplotlib.figure
import numpy as np
import plotly.graph_objects
import pytest

import optimeter as om
from optimeter.cli import main
from optimeter.data import positions_of
from optimeter.exceptions import DataError, InvalidValueError
from optimeter.measures import positions_at
from optimeter.measures.of_suites import POSITIONS
from optimeter.reports import FIGURES, report_data
from optimeter.reports.analysis.computing import compute_one
from optimeter.reports.analysis.words import number
from optimeter.reports.figures.description import Line, Rule
from optimeter.reports.figures.files import draw_figure
from optimeter.reports.figures.kinds import describe_figure
from tests.reports.helpers import make_positions, make_runs, write_positions
from tests.reports.paper.test_paper_layout import faults

NINE = tuple(f"algorithm {k}" for k in range(9))


def described(runs, **options):
    work = FIGURES["positions"].work(options)
    return describe_figure(compute_one(runs, **work), "positions", **options)


def lines_of(panel):
    return [mark for mark in panel.marks if isinstance(mark, Line)]


def test_a_line_a_run_and_the_median(said):
    runs = make_positions()
    figure = described(runs, dimension=5, function=1)
    table = positions_at(positions_of(runs))
    (panel,) = figure.panels
    thin, medians = lines_of(panel)[:2], lines_of(panel)[2:]
    for name, line, median in zip(("alpha", "beta"), thin, medians, strict=True):
        here = table.select(algorithm=name)
        assert line.series == median.series == f"algorithm/{name}"
        drawn = np.asarray(line.y).reshape(len(here), 6)
        np.testing.assert_array_equal(drawn[:, :5], here.x)
        assert np.isnan(drawn[:, 5]).all()  # one run does not go on in the next
        np.testing.assert_array_equal(median.y, np.median(here.x, axis=0))
        assert line.alpha < median.alpha
        assert line.notes[0].endswith(f"after {here.evaluations[0]} evaluations")
    (rule,) = [mark for mark in panel.marks if isinstance(mark, Rule)]
    assert np.asarray(rule.at).tolist() == [-5, 5]
    assert panel.y.low < -5 < 5 < panel.y.high
    assert panel.x.labels == ("1", "2", "3", "4", "5")
    assert figure.title.startswith("bbob f1 Sphere, D = 5, ")
    assert [figure.title, figure.caption] == said


def test_budgets_and_targets_are_those_of_the_title(said, refused):
    runs = make_positions()
    early = described(runs, dimension=5, function=1, budget=2.0)
    assert "D = 5" in early.title
    assert "2·D" in early.title
    # What half of the runs of each algorithm reach.
    target = float(f"{np.median(positions_at(positions_of(runs)).value):.1g}")
    reached = described(runs, dimension=5, function=1, target=target)
    count = len(positions_at(positions_of(runs), target))
    assert 0 < count < len(runs)
    assert number(target) in reached.title
    assert f"{count} of " in reached.title
    with refused(DataError, "function", "1", "dimension", "5"):
        described(runs, dimension=5, function=1, target=1e-30)
    assert refused.messages | {"early": early.title} == said


def test_who_has_no_points_is_named():
    runs = make_positions()
    hardest = float(positions_at(positions_of(runs)).select(algorithm="alpha").value.min())
    figure = described(runs, dimension=5, function=1, target=hardest)
    assert figure.title.endswith(" beta")
    assert [series.label for series, _ in figure.legend()] == ["alpha"]


def test_deviations_have_an_axis_of_both_signs():
    runs = make_positions()
    (panel,) = described(runs, dimension=5, function=1, relative=True).panels
    table = positions_at(positions_of(runs), relative=True).select(algorithm="alpha")
    y = np.asarray(lines_of(panel)[0].y).reshape(-1, 6)[:, :5]
    assert np.array_equal(np.sign(y), np.sign(table.x))
    assert np.array_equal(np.argsort(y.ravel()), np.argsort(table.x.ravel()))
    assert panel.y.low == -panel.y.high
    assert "0" in panel.y.labels
    assert panel.y.title == "deviation from the optimum"
    for tick, label in zip(panel.y.ticks, panel.y.labels, strict=True):
        assert np.sign(tick) == (-1 if label[0] == "−" else int(label != "0"))


def test_more_than_three_algorithms_have_panels_of_their_own():
    figure = described(make_positions(NINE, instances=3), dimension=5, function=1)
    assert [panel.title for panel in figure.panels] == list(NINE)
    for panel, name in zip(figure.panels, NINE, strict=True):
        assert {mark.series for mark in lines_of(panel)} == {f"algorithm/{name}"}
        assert panel.y == figure.panels[0].y


def test_few_runs_have_no_median():
    figure = described(make_positions(("alpha",), instances=2), dimension=5, function=1)
    assert len(lines_of(figure.panels[0])) == 1


@pytest.mark.parametrize(
    "dimension", [2, *(pytest.param(d, marks=pytest.mark.slow) for d in (5, 20)), 40]
)
@pytest.mark.parametrize("names", [NINE[:1], NINE[:3], NINE])
@pytest.mark.parametrize("relative", [False, True])
def test_texts_are_clear_of_each_other(names, relative, dimension):
    runs = make_positions(names, instances=3, dimension=dimension)
    options = {"dimension": dimension, "function": 1, "relative": relative}
    options |= {"target": 1.0, "budget": 100.0}  # the title is long
    suite = compute_one(runs, **FIGURES["positions"].work(options))
    for size in ("one", "two", "slide"):
        assert not faults(draw_figure(suite, "positions", size=size, **options), size), size


@pytest.mark.parametrize("engine", ["plotly", "matplotlib"])
@pytest.mark.parametrize("relative", [False, True])
def test_both_engines_draw_them(engine, relative):
    drawn = om.plot.positions(make_positions(), engine=engine, relative=relative, budget=5)
    kinds = {"plotly": plotly.graph_objects.Figure, "matplotlib": matplotlib.figure.Figure}
    assert isinstance(drawn, kinds[engine])
    if engine == "plotly":
        assert "instance 1" in drawn.data[1].text[0]
        named = [trace for trace in drawn.data if trace.showlegend]
        assert [trace.name for trace in named] == ["alpha", "beta"]
        assert all("median" in trace.text[0] for trace in named)  # not the pale lines of runs


@pytest.mark.parametrize("format", ["coco", "ioh"])
def test_the_commands(tmp_path, capsys, format):
    folder = str(write_positions(tmp_path / "walk", format=format))
    chosen = [folder, "--functions", "1", "--dimensions", "5", "--relative"]
    for ending in ("pdf", "svg", "png"):
        path = tmp_path / f"figure.{ending}"
        assert main(["figure", "positions", *chosen, "--targets", "1", "-o", str(path)]) == 0
        assert path.stat().st_size > 1000
    capsys.readouterr()
    assert main(["table", "-m", "positions", *chosen, "--budget", "4", "-f", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    expected = positions_at(positions_of(om.load(folder)), budgets=4, relative=True)
    assert [float(row["x5"]) for row in rows] == expected.x[:, 4].tolist()
    assert main(["table", "-m", "positions", *chosen, "-f", "latex"]) == 0
    assert r"\toprule" in capsys.readouterr().out
    assert main(["table", "-m", "ert", *chosen]) == 2
    assert "--relative" in capsys.readouterr().err
    assert main(["figure", "ecdf", folder, "--relative", "-o", str(path)]) == 2
    assert "relative" in capsys.readouterr().err


def test_data_without_points_say_how_to_record_them(tmp_path, capsys, said, refused):
    folder = str(write_positions(tmp_path / "walk", format="coco", dimension=10))
    assert main(["figure", "positions", folder, "-o", str(tmp_path / "x.pdf")]) == 2
    assert "positions=True" in capsys.readouterr().err
    with refused(DataError):
        om.plot.positions(make_runs())
    with refused(InvalidValueError, "7", "functions"):
        om.plot.positions(make_positions(), functions=7)
    assert refused.messages == said


def test_a_report_reads_no_points(said, refused):
    runs = make_positions()
    (suite,) = report_data(runs).suites
    assert POSITIONS not in suite.results
    with refused(DataError):
        describe_figure(suite, "positions")
    assert refused.messages == said
