"""A single figure is computed from what it needs, and shows what the whole report would."""

import pytest

import optimeter as om
from optimeter.cli import main
from optimeter.data.runs import Runs
from optimeter.exceptions import InvalidValueError
from optimeter.measures.of_parts import PROFILES
from optimeter.reports import FIGURES, compute
from optimeter.reports.analysis.computing import compute_one
from optimeter.reports.figures.kinds import describe_figure
from tests.reports.helpers import OF_ALL, make_runs, plain

CHOICES = [
    {},
    {"dimension": 2},
    {"bands": True},
    {"group": "separable", "bands": True},
    {"group": "f6"},
    {"function": 3, "bands": True},
    {"targets": "budget"},
    {"pair": ("gamma", "beta")},
    {"algorithm": "beta"},
    {"target": 0.1},
    {"budget": 3.0},
]


def _cases():
    for name in OF_ALL:
        kind = FIGURES[name]
        for given in CHOICES:
            single = given.get("group") == "f6" and PROFILES not in kind.needs
            if set(given) <= set(kind.options) and not single:
                words = [f"{key}={value}" for key, value in given.items()]
                yield pytest.param(name, given, id="-".join([name, *words]))


@pytest.mark.parametrize(("name", "given"), list(_cases()))
def test_a_figure_alone_is_that_of_the_whole_report(runs, data, name, given):
    alone = compute_one(runs, **FIGURES[name].work(given))
    drawn = describe_figure(alone, name, **given)
    whole = describe_figure(data.suites[0], name, **given)
    assert plain(drawn) == plain(whole)


@pytest.mark.parametrize("name", ["ecdf", "convergence", "scaling", "scatter", "winners", "loss"])
def test_of_many_algorithms_the_same_are_featured(name):
    many = make_runs([f"a{i:02d}" for i in range(14)], functions=[1, 8], dimensions=[2, 5], runs=3)
    given = {"dimension": 2} if "dimension" in FIGURES[name].options else {}
    alone = compute_one(many, **FIGURES[name].work(given))
    whole = compute(many).suites[0]
    assert alone.featured == whole.featured
    drawn, expected = (describe_figure(suite, name, **given) for suite in (alone, whole))
    assert plain(drawn) == plain(expected)


@pytest.mark.parametrize("name", ["speed", "ratios", "log-ratio"])
def test_of_many_algorithms_any_two_are_compared(name):
    """The page gives the command for pairs that it does not hold."""
    names = [f"a{i:02d}" for i in range(14)]
    many = make_runs(names, functions=[1, 8], dimensions=[2], runs=3)
    pair = ("a12", "a13")
    suite = compute_one(many, **FIGURES[name].work({"pair": pair, "dimension": 2}))
    assert not {*pair} & {*suite.featured}
    assert describe_figure(suite, name, pair=pair, dimension=2).panels[0].marks


def test_an_algorithm_without_runs_in_the_dimension_is_known():
    runs = Runs.concatenate(
        [
            make_runs(["alpha"], functions=[1], dimensions=[2, 5], runs=3),
            make_runs(["beta"], functions=[1], dimensions=[2], runs=3),
        ]
    )
    suite = compute_one(runs, **FIGURES["convergence"].work({"dimension": 5}))
    assert suite.algorithms == ("alpha", "beta")
    figure = describe_figure(suite, "convergence", dimension=5)
    assert [series.label for series, _ in figure.legend()] == ["alpha"]


def test_one_curve_does_not_cost_a_report(runs):
    """A figure calls no measure but its own."""
    suite = compute_one(runs, **FIGURES["ecdf"].work({"dimension": 5}))
    assert {*suite.results.tables} == {"profiles", "reference_profiles"}
    assert suite.results[PROFILES].entries("dimension") == [5]
    assert suite.results[PROFILES].entries("group") == ["all"]


@pytest.fixture
def two_suites():
    return Runs.concatenate(
        [
            make_runs(["alpha"], functions=[1], dimensions=[2], runs=3),
            make_runs(["alpha"], functions=[101], dimensions=[2], runs=3, suite="bbob-noisy"),
        ]
    )


def test_several_suites_need_a_choice(two_suites, said, refused):
    with refused(InvalidValueError, "bbob-noisy"):
        om.plot.ecdf(two_suites)
    with refused(InvalidValueError, "'bbob-boxed'"):
        om.plot.ecdf(two_suites, suite="bbob-boxed")
    figure = om.plot.ecdf(two_suites, suite="bbob-noisy")
    assert figure.layout.title.text.startswith("bbob-noisy")
    assert refused.messages == said


def test_the_command_needs_a_choice_among_suites(tmp_path, capsys):
    lines = ["algorithm,suite,function,dimension,instance,run,evaluations,value"]
    for suite, function in (("bbob", 1), ("bbob-noisy", 101)):
        for step, value in enumerate((100, 1, 1e-9)):
            lines.append(f"fast,{suite},{function},2,1,0,{1 + 20 * step},{value}")
    path = tmp_path / "runs.csv"
    path.write_text("\n".join(lines) + "\n")
    target = tmp_path / "ecdf.svg"
    assert main(["figure", "ecdf", str(path), "-o", str(target)]) == 2
    assert "several suites: bbob, bbob-noisy" in capsys.readouterr().err
    assert main(["figure", "ecdf", str(path), "-o", str(target), "--suite", "bbob-noisy"]) == 0
    assert target.is_file()
