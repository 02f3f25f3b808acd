"""The layout of paper figures, measured by the renderer: no overlaps, nothing cut, axes high enough."""

from itertools import combinations

import pytest

from optimeter.exceptions import DataError
from optimeter.reports.analysis.computing import compute_one
from optimeter.reports.analysis.options import ReportOptions
from optimeter.reports.figures.arrangement import text_width, wrapped
from optimeter.reports.figures.files import draw_figure
from optimeter.reports.figures.kinds import FIGURES
from optimeter.reports.figures.mpl_canvas import paper_style
from optimeter.reports.writing import report_data
from tests.reports.helpers import make_runs
from tests.reports.page.test_layout import algorithms

LOWEST, LOWEST_OF_MANY, ROW = 38.0, 20.0, 3.5  # millimetres
SLACK = 0.5  # points that letters do not fill


def runs_of(count):
    return make_runs(algorithms(count), functions=(1, 8, 17, 24), dimensions=(2, 20), runs=2)


@pytest.fixture(scope="module")
def suites():
    """Return the results of a number of algorithms; each is computed once."""
    made = {}

    def suite(count):
        if count not in made:
            (made[count],) = report_data(runs_of(count), resamples=20).suites
        return made[count]

    return suite


def boxes_of(figure):
    """Return every written text with its box in points, less what letters never fill."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.text import Text

    renderer = FigureCanvasAgg(figure).get_renderer()
    scale = 72 / figure.dpi
    found = []
    for text in figure.findobj(Text):
        if not text.get_visible() or not text.get_text().strip():
            continue
        box = text.get_window_extent(renderer)
        left, bottom, right, top = (scale * v for v in box.extents)
        less = 0.0 if text.get_rotation() else 0.12 * text.get_fontsize()
        found.append((text.get_text(), left, bottom + less, right, top - less))
    return found


def faults(figure, size):
    """Return what is wrong with a figure, as sentences."""
    with paper_style(size):
        figure.draw_without_rendering()
        boxes = boxes_of(figure)
    width, height = (72 * v for v in figure.get_size_inches())
    found = [
        f"{text!r} is cut"
        for text, left, bottom, right, top in boxes
        if min(left, bottom, width - right, height - top) < -SLACK
    ]
    for (text, *one), (other, *two) in combinations(boxes, 2):
        wide = min(one[2], two[2]) - max(one[0], two[0])
        high = min(one[3], two[3]) - max(one[1], two[1])
        if wide > SLACK and high > 2 * SLACK:
            found.append(f"{text!r} over {other!r}")
    lowest = LOWEST if len(figure.axes) == 1 else LOWEST_OF_MANY
    for axes in figure.axes:
        box = axes.get_window_extent()
        rows = len(axes.get_yticks()) if axes.yaxis_inverted() else 0
        high = box.height / figure.dpi * 25.4
        if high < (ROW * rows or lowest):
            found.append(f"the axis is {high:.0f} mm high")
        if box.width / figure.dpi * 25.4 < 20:
            found.append(f"the axis is {box.width / figure.dpi * 25.4:.0f} mm wide")
    return found


def check(suite, names, sizes):
    for name in names:
        for size in sizes:
            try:
                figure = draw_figure(suite, name, size=size)
            except DataError:
                continue  # one algorithm competes with nobody
            assert not faults(figure, size or FIGURES[name].size), (name, size)


@pytest.mark.parametrize("count", [3, 12])
@pytest.mark.parametrize("name", ["ecdf", "ecdf-groups", "loss", "speed", "run-lengths"])
def test_texts_of_figures_are_clear_of_each_other(suites, name, count):
    check(suites(count), [name], (None,))


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 2, 3, 9, 12, 40])
def test_texts_of_all_figures_are_clear_of_each_other(suites, count):
    check(suites(count), FIGURES, (None, "slide"))


@pytest.mark.parametrize("dimension", [2, 20])
def test_texts_of_panels_by_constraints_are_clear_of_each_other(dimension):
    functions = [1, 2, 4, 5, 7, 20, 26]
    runs = make_runs(
        algorithms(9), functions=functions, dimensions=[dimension], suite="bbob-constrained"
    )
    work = FIGURES["scaling-constraints"].work({"dimension": dimension})
    suite = compute_one(runs, ReportOptions(), **work)
    check(suite, ["scaling-constraints"], (None, "slide"))


def alone(name, count):
    """Return what a kind of figure shows of so many algorithms, and nothing else."""
    return compute_one(runs_of(count), ReportOptions(), **FIGURES[name].work({}))


def test_names_beside_curves_are_in_the_order_of_their_ends():
    figure = draw_figure(alone("ecdf", 9), "ecdf", size="two")
    texts = {text: bottom for text, _, bottom, _, _ in boxes_of(figure) if "%" in text}
    assert len(texts) == 10  # with the reference
    shares = [float(text.split(" %")[0].split()[-1]) for text in sorted(texts, key=texts.get)]
    assert shares == sorted(shares)


def test_the_crowd_is_named_once():
    figure = draw_figure(alone("ecdf-groups", 40), "ecdf-groups")
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()][-1] == "and 32 more, in grey"


def test_lines_are_as_wide_as_their_room():
    text = "runtime of EvoSpace-PSO-GA_Garcia-Valdez / runtime of another, D = 20"
    for room in (60, 90, 150):
        lines = wrapped(text, room, 7)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")
        assert max(text_width(line, 7) for line in lines) <= room


@pytest.mark.parametrize("name", ["ecdf-groups", "ecdf-group-functions"])
def test_titles_of_many_groups_are_told_in_full(name):
    runs = make_runs(["a", "b"], functions=range(1, 56), dimensions=[5], runs=1, suite="bbob-biobj")
    suite = compute_one(runs, ReportOptions(), **FIGURES[name].work({}))
    for size in ("one", "two"):
        figure = draw_figure(suite, name, size=size)
        assert not faults(figure, size)
        if name == "ecdf-groups" or size == "two":
            assert not [text for text, *_ in boxes_of(figure) if "…" in text]
