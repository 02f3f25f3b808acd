"""Single runs: followed at budgets, and spread over runtimes and values."""

import numpy as np
import pytest

from optimeter import measures
from optimeter.data.runs import Runs
from optimeter.measures import run_values, runtime_density, value_density, value_statistics
from tests.measures.helpers import runs_of

INF = np.inf
TIMES = [[10], [10], [40], [INF]]
RUNS = runs_of(TIMES, [10, 10, 40, 90], dimension=2, instance=[1, 2, 3, 4])


def test_every_run_is_followed_to_its_end():
    table = run_values(RUNS, [1, 5, 20, 45])
    assert table.value.reshape(4, 4).tolist() == [
        [1e6, 1, 1, 1], [1e6, 1, 1, 1], [1e6, 1e6, 1, 1], [1e6] * 4
    ]  # fmt: skip
    assert table.ended.reshape(4, 4)[:, 2].tolist() == [True, True, False, False]
    median = value_statistics(RUNS, [1, 5, 20, 45]).median
    assert np.median(table.value.reshape(4, 4), axis=0).tolist() == median.tolist()


def test_masses_of_runtimes_are_shares_of_all_runs():
    (curve,) = runtime_density(RUNS, [1])
    assert curve.mass.value.tolist() == [5, 20, INF]
    assert curve.mass.share.tolist() == [0.5, 0.25, 0.25]
    assert curve.summary()["share"] == 0.75


def test_a_density_integrates_over_decades_to_the_success_rate():
    rng = np.random.default_rng(2)
    times = [[t] for t in np.ceil(100 * np.exp(rng.standard_normal(30))).tolist()] + [[INF]] * 10
    (curve,) = runtime_density(runs_of(times, [10**5] * 40), [1])
    area = np.trapezoid(curve.density.y, np.log10(curve.density.x))
    assert area == pytest.approx(0.75, abs=0.01)


def test_values_at_a_budget_and_at_the_end():
    curves = value_density(RUNS, [5, INF])
    assert [curve.at for curve in curves] == [5, INF]
    assert curves[0].mass.value.tolist() == [1, 1e6]
    assert curves[0].mass.share.tolist() == [0.5, 0.5]
    assert curves[1].mass.share.tolist() == [0.75, 0.25]


def test_what_has_no_spread_has_no_density():
    same = runs_of([[10], [10]], [10, 10])
    assert runtime_density(same, [1])[0].density is None
    nobody = runs_of([[INF], [INF]], [10, 10])
    assert runtime_density(nobody, [1])[0].density is None


def test_values_of_zero_have_mass_but_no_place_on_a_logarithmic_scale():
    runs = Runs.from_arrays(function=1, dimension=1, offsets=range(5), step_evaluations=[1] * 4,
                            step_precision=[0, 0, 1, 100])  # fmt: skip
    (curve,) = value_density(runs, INF)
    assert curve.mass.value.tolist() == [0, 1, 100]
    assert np.trapezoid(curve.density.y, np.log10(curve.density.x)) == pytest.approx(0.5, abs=0.01)


def curve_of(sample):
    return measures.DensityCurve("a", "s", 1, 2, 1e-8, np.array(sample, dtype=float))


@pytest.mark.parametrize("size", [3, 40, 1000])
def test_common_edges_are_those_of_freedman_and_diaconis(size):
    sample = 10 ** np.random.default_rng(size).normal(size=size)
    bins = len(np.histogram_bin_edges(np.log10(sample), "fd")) - 1
    edges = measures.common_edges([curve_of(sample)])
    assert len(edges) - 1 == min(max(bins, 5), 30)
    assert np.histogram(sample, edges)[0].sum() == size


def test_a_far_outlier_does_not_ask_for_millions_of_bins():
    sample = [*(1 + 1e-12 * np.arange(50)), 1e8]  # by the rule some 10^13 bins
    assert len(measures.common_edges([curve_of(sample)])) == 31
    assert len(measures.common_edges([curve_of([2.0] * 50 + [1e8])])) == 6
