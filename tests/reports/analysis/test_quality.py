"""Reports on data of every kind of quality: what they say is true, and nothing is said in silence."""

import csv
import json
import re
from dataclasses import replace

import numpy as np
import pytest

import optimeter as om
from optimeter import measures
from optimeter.exceptions import DataError, InvalidValueError, UnknownNameError
from optimeter.measures.of_parts import ERT, PLAIN_TABLE, SCALING
from optimeter.measures.of_suites import (
    ADVICE,
    DEEP_RANKING,
    DISTANCES,
    LEADERS,
    RATINGS,
    SPEEDS,
    TABLE,
    TESTS,
)
from optimeter.reports.analysis.words import headline, number
from optimeter.reports.figures.captions import captions
from optimeter.reports.figures.kinds import describe_figure
from optimeter.reports.page.payload import chunks, overview
from optimeter.reports.writing import report_data
from tests.measures.test_quality import FINE, runs_of
from tests.reports.helpers import make_runs
from tests.reports.reading import text_of


def suite_of(runs, **options):
    (suite,) = report_data(runs, resamples=20, **options).suites
    return suite


def maximised():
    """Two algorithms on a function to be maximised; b stops short of the best value, 100."""
    steps = [[-10, -60, -100], [-20, -40, -70], [-30, -80, -100], [-20, -50, -60]]
    return runs_of(steps, maximized=True, dimension=1, suite="own",
                   function_names=[("own", 1, "profit")])  # fmt: skip


def test_profiles_and_words_of_values(tmp_path, said):
    written = om.report(maximised(), folder=tmp_path, resamples=20)
    (suite,) = written.data.suites
    a, b = suite.profiles(dimension=1)
    assert a.at([1]) == pytest.approx((0 + 0.125) / 2, abs=0.02)  # 20 is poor; 30 is 1/8 of the way
    assert (a.solved, b.solved) == (1, pytest.approx(0.62))
    text = written.page.read_text("utf-8")
    told = {"page": text_of(text, "summary", "method", captions=False)}
    assert re.search(
        r"<td>f1 profit</td><td>1</td><td>20</td><td>100</td><td>a</td><td>4</td>", text
    )
    assert "solve" not in " ".join(headline(suite, 1))
    with (tmp_path / "data" / "value_ranges.csv").open() as file:
        (row,) = csv.DictReader(file)
    assert (row["poor"], row["best"], row["algorithm"]) == ("20.0", "100.0", "a")
    about = json.loads((tmp_path / "manifest.json").read_text())["suites"]["own"]
    told |= {"quality": about["quality"], "targets": about["targets"]}
    for value in ("50", "0.98"):
        assert value in told["targets"]["fixed"]
    assert told == said


def test_values_are_drawn_as_large_as_they_are():
    suite = suite_of(maximised())
    figure = describe_figure(suite, "convergence", function=1, dimension=1)
    (panel,) = figure.panels
    assert panel.y.title == "best value"
    assert panel.y.scale == "linear"
    heights = [mark.y for mark in panel.marks if type(mark).__name__ == "Line"]
    assert heights[0][-1] == 100
    assert "Higher is better" in figure.caption
    assert "the best value that any" in captions(suite)["ecdf"]


def test_single_runs_are_drawn_as_large_as_they_are():
    figure = describe_figure(suite_of(maximised()), "single-runs", function=1, dimension=1)
    ends = {float(np.nanmax(mark.y)) for mark in figure.panels[0].marks}
    assert ends == {70, 100}  # the best of each algorithm


def test_values_far_apart_are_drawn_by_their_logarithm():
    suite = suite_of(runs_of(FINE, shift=1e-3))
    figure = describe_figure(suite, "convergence", function=1, dimension=2)
    assert figure.panels[0].y.scale == "log"
    assert "Lower is better" in figure.caption


def test_own_targets_of_values():
    suite = suite_of(maximised(), targets=[40, 70, 100])
    a, b = suite.profiles(dimension=1)
    assert b.solved == pytest.approx(2 / 3)
    assert a.at([2, 4]).tolist() == [pytest.approx(0.5), 1]  # 60 and 80; then 100
    assert [suite.target_text(t) for t in suite.settings.comparison_targets] == ["40", "70", "100"]
    assert suite.target_labels["fixed"] == "3 targets: 40, 70, 100"
    table = suite.results[TABLE].select(algorithm="b")
    assert table.ert[0] == 2
    assert np.isinf(table.ert[-1])
    assert "the targets were given" in captions(suite)["ecdf"]
    same = suite_of(maximised(), targets=[100, 70, 40])  # hardest first
    assert same.target_labels == suite.target_labels


def test_targets_per_problem():
    runs = maximised()
    suite = suite_of(runs, targets=measures.recorded_targets(runs, 5))
    assert [suite.target_text(t) for t in suite.settings.comparison_targets][-1] == "5. of 5"
    assert suite.profiles(dimension=1)[0].solved == 1
    known = runs_of(FINE, optimum_known=True)
    suite = suite_of(known, targets=measures.recorded_targets(known, 5))
    assert suite.target_labels["fixed"].startswith("5 targets per problem")


def test_scales_by_name(said, refused):
    assert "50 gap targets" in suite_of(maximised(), targets="log").target_labels["fixed"]
    relative = suite_of(maximised(), targets="relative").target_labels["fixed"]
    assert [word for word in relative.split() if word[0].isdigit()] == ["10", "0.1", "1e-10"]
    with pytest.raises(UnknownNameError, match="linear"):
        suite_of(maximised(), targets="linar")
    with refused(DataError):
        suite_of(runs_of(FINE, optimum_known=True), targets="linear")
    assert refused.messages | {"targets": relative} == said


def test_targets_in_any_order(said, refused):
    easiest_first = suite_of(maximised(), targets=[1, 2, 3]).target_labels
    assert suite_of(maximised(), targets=[1, 3, 2]).target_labels == easiest_first
    with refused(InvalidValueError, "targets"):
        suite_of(maximised(), targets=[])
    assert refused.messages == said


def test_what_is_told_belongs_to_what_is_read(said, refused):
    with refused(InvalidValueError, "maximize"):
        om.report(maximised(), maximize=True)
    assert refused.messages == said


def test_instances_of_their_own(tmp_path, said):
    steps = [[100, 0], [1000, 900], [100, 50], [1000, 500]]
    runs = runs_of(steps, own_instances=True, instance=[1, 2, 1, 2], dimension=1,
                   algorithm=["a", "a", "b", "b"])  # fmt: skip
    written = om.report(runs, folder=tmp_path, resamples=20)
    (suite,) = written.data.suites
    assert suite.profiles(dimension=1)[0].solved == pytest.approx(0.6)
    assert suite.value_word == "gap"  # values of different instances are never averaged
    text = written.page.read_text("utf-8")
    assert text_of(text, "summary", "advice", captions=False) == said
    assert suite.results[ADVICE].select(targets="fixed").simulated.any()  # beyond the runs
    orders = chunks(written.data)["0-1-advice"]()["orders"]["fixed"]["all"].values()
    assert not any(any(order["simulated"]) for order in orders)
    assert len(suite.ranges) == 2


def test_a_reference_from_other_data_needs_an_optimum(said, refused):
    with refused(DataError):
        suite_of(maximised(), reference=maximised().rename({"a": "other"}))
    assert suite_of(maximised(), reference="best").reference == "best of 2"
    assert suite_of(maximised(), reference="a").reference == "a"
    assert refused.messages == said


def test_several_objectives(tmp_path):
    from tests.data.test_quality import several

    rng = np.random.default_rng(2)
    for name, shift in (("a", 0.0), ("b", 0.5)):
        several(tmp_path / name, (rng.random((60, 2)) + shift).round(5), name)
    written = om.report(tmp_path / "a", tmp_path / "b", folder=tmp_path / "out", resamples=20)
    (suite,) = written.data.suites
    assert suite.value_word == "1 − hypervolume"
    a, b = suite.profiles(dimension=4)
    assert a.solved == 1 > b.solved
    assert a.at([0.25]) < 0.5
    text = written.page.read_text("utf-8")
    assert "judged by the hypervolume" in text
    (region,) = suite.regions
    assert len(region.reference) == 2
    assert f"{region.reference[0]:.4g}" in text


def test_names_of_the_data_are_kept():
    titles = [entry.title for entry in suite_of(maximised()).sets]
    assert titles == ["all functions", "f1 profit"]


def test_relative_targets_say_whose_best_value_it_is(tmp_path, said):
    known = runs_of(FINE, optimum_known=True, suite="bbob")
    written = om.report(known, folder=tmp_path, targets="relative", resamples=20)
    suite = written.data.suites[0]
    assert suite.target_labels["fixed"] == said(name="targets")
    assert suite.reference == ""  # published runtimes are to other targets
    assert suite.value_word == "precision"
    (row,) = suite.ranges.to_dicts()
    page = written.page.read_text(encoding="utf-8")
    assert text_of(page, "summary", "method", captions=False) == said(name="page")
    assert f"<td>{row['algorithm']}</td><td>{row['evaluations']}</td>" in page


def test_profiles_of_derivative_free_optimization_are_on_the_page(tmp_path, said, refused):
    own = runs_of(
        FINE, suite="mine", function=[1, 1, 2, 2], dimension=[2, 2, 3, 3], algorithm=list("abab")
    )
    written = om.report(own, folder=tmp_path, resamples=20)
    page = written.page.read_text(encoding="utf-8")
    assert '<select id="tolerance">' in page
    results = chunks(written.data)["0-costs"]()
    assert list(results) == ["all"]  # pooled
    assert list(results["all"]) == [number(10.0**-k) for k in range(1, 11)]
    entry = results["all"]["1e-4"]
    assert "1e-4" in entry["about"]
    assert sorted(entry["log-ratio"]) == ["0-1", "1-0"]
    shown = overview(written.data)["suites"][0]
    assert shown["pooled"]
    assert shown["held"] == {"2": [1], "3": [2]}
    figure = describe_figure(written.data.suites[0], "log-ratio", pair=("a", "b"), tolerance=0.1)
    assert figure.title.endswith("tolerance 0.1")
    single = describe_figure(written.data.suites[0], "data-profile", dimension=3, returned=True)
    assert "D = 3" in single.title
    assert "1e-4" in single.title
    told = {"about": entry["about"], "title": figure.title, "returned": single.title}
    with refused(InvalidValueError, "0.1", "0.01"):
        describe_figure(written.data.suites[0], "data-profile", tolerance=0.3)
    assert refused.messages | told == said


def test_profiles_are_not_on_the_page_of_a_suite_with_dimensions(tmp_path):
    known = runs_of(FINE, optimum_known=True, suite="bbob", algorithm=list("abab"))
    written = om.report(known, folder=tmp_path, resamples=20)
    assert '<select id="tolerance">' not in written.page.read_text(encoding="utf-8")
    assert "0-costs" not in chunks(written.data)


def test_own_targets_reach_tables_and_figures():
    runs = make_runs(["a", "b"], functions=[1, 2], dimensions=[2])
    (suite,) = report_data(runs, targets="10,1,1e-2", resamples=20).suites
    for row in (PLAIN_TABLE, SCALING, ERT):
        assert suite.results[row].entries("target") == [1e-2, 1.0, 10.0]
    assert suite.settings.final_target == 1e-2
    (usual,) = report_data(runs, resamples=20).suites
    assert usual.settings.final_target == 1e-8


PAIRS = {
    SPEEDS: lambda runs: measures.speed_factors(runs, "relative", resamples=20),
    TESTS: lambda runs: measures.pairwise_tests(runs, "relative", family="pair"),
    DISTANCES: lambda runs: measures.kolmogorov_smirnov(runs, "relative"),
    DEEP_RANKING: lambda runs: measures.deep_ranking(runs, "relative"),
    LEADERS: lambda runs: measures.leaders(runs, "relative"),
    RATINGS: lambda runs: measures.ratings(runs, "relative"),
}


@pytest.fixture(scope="module")
def unequal():
    """Three algorithms with a known optimum; each comes less close to it than the one before."""
    runs = make_runs(algorithms=("a", "b", "c"), functions=(1, 2, 3), runs=9)
    worse = 30.0**runs.algorithm_codes
    return replace(
        runs,
        step_precision=runs.step_precision * np.repeat(worse, np.diff(runs.offsets)),
        final=runs.final * worse,
    )


@pytest.fixture(scope="module")
def judged_together(unequal):
    return suite_of(unequal, targets="relative").results


@pytest.mark.parametrize("row", PAIRS, ids=lambda row: row.name)
def test_measures_of_pairs_judge_by_the_best_value_of_all(unequal, judged_together, row):
    """Each algorithm by its own best value would make the slowest look as good as the fastest."""
    together = judged_together[row]
    if row is SPEEDS:  # which are of groups of functions, too
        together = measures.SpeedFactors(*together.where(group="all").kept()[:-1])
    assert PAIRS[row](unequal).to_dicts() == together.to_dicts()


def test_ratios_of_two_algorithms_are_on_the_scale_of_all(unequal):
    named = measures.runtime_ratios(unequal, "b", "c", "relative")
    same = measures.runtime_ratios(unequal, targets="relative").select(algorithm="b").to_dicts()
    assert named.to_dicts() == same
    alone = measures.runtime_ratios(unequal.select(algorithms=["b", "c"]), "b", "c", "relative")
    assert alone.to_dicts() != same
