"""What is reached by a budget: values, attainment, area over the convergence curve, densities."""

import numpy as np
import pytest
from scipy.stats import norm

from optimeter.data.runs import Runs
from optimeter.measures import (
    aocc,
    attainment,
    attainment_ecdf,
    histogram,
    kernel_density,
    probability_mass,
    value_statistics,
)

INF = np.inf


def runs(*lists, evaluations=None):
    ends = np.cumsum([0] + [len(steps) for steps in lists])
    return Runs.from_arrays(
        function=1, dimension=1, offsets=ends,
        step_evaluations=[e for steps in lists for e, _ in steps],
        step_precision=[v for steps in lists for _, v in steps],
        **({} if evaluations is None else {"evaluations": evaluations}),
    )  # fmt: skip


def test_the_value_at_a_budget_is_the_last_one_recorded_until_then():
    data = runs([(1, 9.0), (10, 1.0)], evaluations=[12])
    table = value_statistics(data, [1, 9, 10, 100])
    assert table.mean.tolist() == [9, 9, 1, 1]  # a run that ended earlier keeps its last value


def test_attainment_is_the_share_of_runs_that_have_reached_a_value():
    data = runs([(100, 1.0)], [(100, 0.1)], [(100, 10.0)])
    assert attainment(data, [100], [1]).share.tolist() == pytest.approx([2 / 3])


def test_the_profile_of_infinitely_many_targets():
    """On the scale from 1e2 to 1e-8, values 1, 0.1, 10 have gone 0.2, 0.3, 0.1 of the way."""
    data = runs([(100, 1.0)], [(100, 0.1)], [(100, 10.0)])
    assert attainment_ecdf(data, [100]).share.tolist() == pytest.approx([0.2])


def test_the_area_over_the_convergence_curve_is_a_mean_over_evaluations():
    """3 evaluations at 10 and 7 at 0.01: (3·0.1 + 7·0.4)/10; 9 at 10 and 1 at 1: (9·0.1 + 0.2)/10."""
    data = runs([(1, 10.0), (4, 0.01)], [(1, 10.0), (10, 1.0)], evaluations=[10, 10])
    assert aocc(data, 10).aocc.tolist() == pytest.approx([(0.31 + 0.11) / 2])


def test_a_kernel_density_is_a_mean_of_normal_densities():
    """Bandwidth 0.9 min(sd, IQR/1.34) r^(-1/5), written out here with numpy's quartiles."""
    sample = np.array([10.0, 12, 14, 20, 40])
    found = kernel_density(sample)
    spread = min(sample.std(ddof=1), (np.percentile(sample, 75) - np.percentile(sample, 25)) / 1.34)
    assert found.bandwidth == pytest.approx(0.9 * spread * 5 ** (-1 / 5))
    by_hand = norm.pdf(found.x[:, None], sample, found.bandwidth).mean(axis=1)
    assert found.y == pytest.approx(by_hand)
    assert np.trapezoid(found.y, found.x) == pytest.approx(1, abs=0.01)


def test_the_mass_of_a_runtime_is_its_share_of_all_runs():
    """Failed runs keep their mass, at infinity: the finite ones add up to the success rate."""
    found = probability_mass([10, 10, 20, INF])
    assert (found.value.tolist(), found.share.tolist()) == ([10, 20, INF], [0.5, 0.25, 0.25])


def test_bins_follow_freedman_and_diaconis():
    """Width 2 IQR n^(-1/3)."""
    sample = np.arange(1.0, 65)
    found = histogram(sample)
    quartiles = np.percentile(sample, [25, 75])
    width = 2 * (quartiles[1] - quartiles[0]) * 64 ** (-1 / 3)
    assert len(found.counts) == int(np.ceil((sample[-1] - sample[0]) / width))
    assert found.counts.sum() == 64
