import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optimeter.data.runs import Runs
from optimeter.exceptions import DataError, InvalidValueError, UnknownNameError
from optimeter.measures import (
    aocc,
    attainment,
    attainment_ecdf,
    attainment_levels,
    budget_ecdf,
    budget_grid,
    cumulative_difference,
    ecdf,
    histogram,
    kernel_density,
    parameters_at_budgets,
    parameters_at_targets,
    quality_distribution,
    run_length_distribution,
    run_values,
    value_statistics,
)
from tests.measures.helpers import runs_of
from tests.measures.peer_rules import iohinspector_aocc

INF = np.inf


def constant(values, **columns) -> Runs:
    n = len(values)
    return Runs.from_arrays(
        offsets=range(n + 1),
        step_evaluations=[1] * n,
        step_precision=values,
        **{"function": 1, "dimension": 1, **columns},
    )


def test_value_statistics_example():
    row = value_statistics(constant([1, 10, 100, 1000]), [1], method="linear").to_dicts()[0]
    assert row["mean"] == 277.75
    assert row["median"] == 55
    assert row["geometric_mean"] == pytest.approx(31.6228, abs=1e-3)
    assert row["sd"] == pytest.approx(483.6, abs=0.05)
    assert (row["p25"], row["p75"]) == (7.75, 325)


def test_geometric_mean_of_zero_and_negative_values():
    assert value_statistics(constant([0, 4]), [1]).geometric_mean.tolist() == [0]
    assert np.isnan(value_statistics(constant([-1, 4]), [1]).geometric_mean).all()
    rounded = constant([-2e-14, 4])  # a known optimum was reached: the algorithm has solved it
    assert value_statistics(rounded, [1]).geometric_mean.tolist() == [0]
    values = dataclasses.replace(rounded, optimum_known=np.zeros(2, dtype=bool))
    assert np.isnan(value_statistics(values, [1]).geometric_mean).all()


def test_a_run_that_ended_keeps_its_last_value():
    runs = runs_of([[5, 20]], [20], targets=[1, 0.1])
    table = value_statistics(runs, [1, 5, 1000])
    assert table.mean.tolist() == [1e6, 1, 0.1]
    assert table.ended.tolist() == [0, 0, 1]


def test_a_run_that_goes_on_after_its_final_target_has_not_ended():
    runs = Runs.from_arrays(
        function=1,
        dimension=1,
        offsets=[0, 2],
        step_evaluations=[1, 30],
        step_precision=[8, 0],
        evaluations=99,
        final_target=1e-8,
    )
    budgets = [20, 50, 99, 100]
    assert value_statistics(runs, budgets).ended.tolist() == [0, 0, 0, 1]
    assert run_values(runs, budgets).ended.tolist() == [False, False, False, True]


def test_before_the_first_record_nothing_is_known():
    runs = Runs.from_arrays(
        function=1, dimension=1, offsets=[0, 1], step_evaluations=[10], step_precision=[3]
    )
    assert value_statistics(runs, [5, 10]).mean.tolist() == [INF, 3]


def test_budgets_count_per_dimension(said, refused):
    runs = runs_of([[10]], [10], dimension=5)
    assert value_statistics(runs, [1, 2]).mean.tolist() == [1e6, 1]
    assert budget_grid(runs, 1).tolist() == [1, 10]
    with refused(InvalidValueError, "0"):
        value_statistics(runs, [-1])
    assert refused.messages == said


def test_attainment_example():
    runs = constant([1, 0.1, 10])
    assert attainment(runs, [100], [1]).share[0] == pytest.approx(2 / 3)
    assert attainment_ecdf(runs, [100]).share[0] == pytest.approx(0.2)


@settings(derandomize=True, max_examples=30, deadline=None)
@given(st.lists(st.floats(1e-9, 1e3), min_size=1, max_size=12))
def test_levels_invert_attainment(values):
    runs = constant(values)
    levels = [0.1, 0.5, 0.9, 1.0]
    lines = attainment_levels(runs, [1], levels=levels).value
    for level, value in zip(levels, lines, strict=True):
        assert attainment(runs, [1], [value]).share[0] >= level - 1e-9
        below = np.nextafter(value, -INF)
        assert attainment(runs, [1], [below]).share[0] < level


def test_attainment_profile_is_the_limit_of_many_targets():
    rng = np.random.default_rng(3)
    runs = constant(10 ** rng.uniform(-8, 2, 9))
    targets = np.logspace(2, -8, 4001)
    profile = ecdf(runs, targets, restarts=False)[0].at(1)
    assert attainment_ecdf(runs, [1]).share[0] == pytest.approx(float(profile), abs=1e-3)


def test_area_over_the_convergence_curve():
    runs = Runs.from_arrays(
        function=1,
        dimension=1,
        offsets=[0, 2, 4],
        evaluations=10,
        step_evaluations=[1, 4, 1, 10],
        step_precision=[10, 0.01, 10, 1],
    )
    assert aocc(runs, 10).aocc[0] == pytest.approx(0.21)
    peer = [
        iohinspector_aocc([1, 4], [10, 0.01], 10, -8, 2),
        iohinspector_aocc([1, 10], [10, 1], 10, -8, 2),
    ]
    assert np.mean(peer) == pytest.approx(0.19)


@settings(derandomize=True, max_examples=40, deadline=None)
@given(
    st.dictionaries(st.integers(1, 40), st.floats(1e-10, 1e4), min_size=1, max_size=6),
    st.integers(1, 50),
)
def test_aocc_sums_evaluation_by_evaluation(steps, budget):
    evaluations = sorted(steps)
    values = [steps[e] for e in evaluations]
    runs = Runs.from_arrays(
        function=1,
        dimension=1,
        offsets=[0, len(steps)],
        step_evaluations=evaluations,
        step_precision=values,
    )
    total = 0.0
    for e in range(1, budget + 1):
        seen = [v for at, v in zip(evaluations, values, strict=True) if at <= e]
        quality = np.clip(np.log10(min(seen, default=1e2)), -8, 2)
        total += 1 - (quality + 8) / 10
    assert aocc(runs, budget).aocc[0] == pytest.approx(total / budget)


def test_area_is_that_under_the_attainment_profile():
    rng = np.random.default_rng(8)
    evaluations = np.sort(rng.choice(np.arange(2, 60), 5, replace=False))
    runs = Runs.from_arrays(
        function=1,
        dimension=1,
        offsets=[0, 6],
        step_evaluations=[1, *evaluations],
        step_precision=10.0 ** -np.arange(6),
    )
    budgets = np.arange(1, 81)
    assert aocc(runs, 80).aocc[0] == pytest.approx(attainment_ecdf(runs, budgets).share.mean())


def test_run_length_distribution_example():
    runs = runs_of(
        [[100], [200], [INF], [INF], [INF], *[[INF]] * 5],
        [300] * 10,
        function=[1] * 5 + [2] * 5,
        dimension=10,
    )
    curve = run_length_distribution(runs, [1])[0]
    assert curve.at([9.9, 10, 20]).tolist() == [0, 0.1, 0.2]
    assert (curve.solved, curve.functions, curve.longest_run) == (1, 2, 30)


def test_quality_and_run_length_panels_join():
    runs = runs_of([[5, 9], [7, INF], [INF, INF]], [9, 20, 20])
    right = quality_distribution(runs, [INF])[0]
    left = run_length_distribution(runs, [0.1])[0]
    assert right.at([0.1])[0] == pytest.approx(left.steps.limit)


def test_distribution_over_budgets_is_the_mean_over_budgets():
    runs = runs_of([[5, 9], [7, INF]], [9, 20])
    budgets = [5, 8, 30]
    single = [curve.at([1])[0] for curve in quality_distribution(runs, budgets)]
    assert budget_ecdf(runs, budgets)[0].at([1])[0] == pytest.approx(np.mean(single))


def test_density_counts_failures_as_missing(said, refused):
    density = kernel_density([1, 2, 3, 4, 5, INF, INF, INF, INF, INF])
    assert np.trapezoid(density.y, density.x) == pytest.approx(0.5, abs=0.01)
    assert density.missing == 5
    sample = np.array([1.0, 2, 3, 4, 5])
    sd, iqr = sample.std(ddof=1), 2.0
    assert density.bandwidth == pytest.approx(0.9 * min(sd, iqr / 1.34) * 5**-0.2)
    with refused(DataError, "2"):
        kernel_density([1.0, INF])
    assert refused.messages == said


def test_histogram_has_freedman_diaconis_bins():
    sample = np.arange(100.0)
    result = histogram(sample)
    q75, q25 = np.percentile(sample, [75, 25])
    bins = int(np.ceil(99 / (2 * (q75 - q25) * 100 ** (-1 / 3))))
    assert len(result.counts) == bins
    assert result.counts.sum() == 100


def test_cumulative_difference_counts_failures():
    result = cumulative_difference([10, 12, 14, 20, 40], [11, 30, 35, INF, INF], resamples=200)
    assert result.x.tolist() == [10, 11, 12, 14, 20, 30, 35, 40]
    assert result.difference.tolist() == pytest.approx([0.2, 0, 0.2, 0.4, 0.6, 0.4, 0.2, 0.4])
    assert np.all(result.low <= result.difference + 0.3)


def test_parameters_by_target_and_by_budget(said, refused):
    runs = Runs.from_arrays(
        function=1,
        dimension=1,
        offsets=[0, 2, 3],
        step_evaluations=[1, 10, 4],
        step_precision=[5, 0.1, 5],
        step_extra={"sigma": [3.0, 0.5, 1.0]},
    )
    by_target = parameters_at_targets(runs, "sigma", [5, 1])
    assert by_target.mean.tolist() == [2.0, 0.5]
    assert by_target.runs.tolist() == [2, 1]
    by_budget = parameters_at_budgets(runs, "sigma", [2, 100])
    assert by_budget.mean.tolist() == [3.0, 0.75]
    with refused(UnknownNameError, "sigma"):
        parameters_at_targets(runs, "rate", [1])
    assert refused.messages == said


def test_intervals_of_distributions_are_wilsons():
    from scipy.stats import binomtest

    runs = Runs.from_arrays(
        function=1,
        dimension=1,
        offsets=range(9),
        step_evaluations=[1, 2, 3, 4, 5, 6, 7, 8],
        step_precision=[0, 0, 0, 0, 0, 9, 9, 9],
        evaluations=20,
    )
    for curve in (run_length_distribution(runs, [1])[0], budget_ecdf(runs, [10])[0]):
        low, high = curve.interval()
        for share, left, right in zip(curve.steps.y, low, high, strict=True):
            expected = binomtest(round(8 * share), 8).proportion_ci(method="wilson")
            assert (left, right) == pytest.approx((expected.low, expected.high))


def test_area_of_no_evaluation_is_none():
    assert aocc(runs_of([[5]], [10], dimension=2), [0.4, 2]).aocc[0] == 0
