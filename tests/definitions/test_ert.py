"""The expected runtime of restarts, and what it is made of."""

import numpy as np
import pytest

from optimeter.data.runs import Runs
from optimeter.measures import ert, ert_interval
from tests.measures.helpers import runs_of

INF = np.inf
# Two of five runs reach the target, after 91916 and 51330; the others end after these lengths.
TIMES = [91916, 51330, INF, INF, INF]
LENGTHS = [91916, 51330, 100125, 100039, 100061]
ROW = ert(runs_of([[t] for t in TIMES], LENGTHS), [1]).to_dicts()[0]


def test_all_evaluations_until_success_divided_by_successes():
    assert ROW["ert"] == (91916 + 51330 + 100125 + 100039 + 100061) / 2 == 221735.5


def test_the_success_rate_is_successes_by_runs():
    assert (ROW["successes"], ROW["runs"], ROW["success_rate"]) == (2, 5, 2 / 5)


def test_it_is_the_mean_of_a_success_plus_the_failures_expected_before_it():
    """RT_S + (1 - p)/p RT_US, with the mean lengths of successful and unsuccessful runs."""
    p, success, failure = 2 / 5, (91916 + 51330) / 2, (100125 + 100039 + 100061) / 3
    assert ROW["ert"] == pytest.approx(success + (1 - p) / p * failure)


def test_it_is_the_average_number_of_evaluations_over_the_success_rate():
    assert ROW["average_evaluations"] == pytest.approx(88694.2)
    assert ROW["ert"] == pytest.approx(88694.2 / (2 / 5))


def test_sp1_charges_failures_the_mean_of_successes():
    assert ROW["sp1"] == pytest.approx((91916 + 51330) / 2 / (2 / 5)) == pytest.approx(179057.5)


def test_without_success_it_is_infinite():
    row = ert(runs_of([[INF], [INF]], [10, 20]), [1]).to_dicts()[0]
    assert (row["ert"], row["success_rate"], row["average_evaluations"]) == (INF, 0, 15)


def test_if_all_succeed_it_is_the_mean():
    assert ert(runs_of([[10], [20], [60]], [10, 20, 60]), [1]).ert.tolist() == [30]


def test_runs_on_all_instances_are_repetitions_of_one_problem():
    one = ert(runs_of([[10], [INF]], [10, 50], instance=[1, 2]), [1]).ert
    other = ert(runs_of([[10], [INF]], [10, 50], instance=[1, 1]), [1]).ert
    assert one.tolist() == other.tolist() == [60]


def test_other_algorithms_change_nothing():
    a = runs_of([[10], [INF]], [10, 50], algorithm="a")
    b = runs_of([[5], [900]], [5, 900], algorithm="b")
    both = ert(Runs.concatenate([a, b]), [1])
    assert both.select(algorithm="a").ert.tolist() == ert(a, [1]).ert.tolist()


def test_the_interval_of_a_success_rate_is_wilsons():
    """(p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) / (1 + z²/n) with z = 1.96."""
    z, p, n = 1.959963984540054, 2 / 5, 5
    middle, scale = p + z * z / (2 * n), 1 + z * z / n
    half = z * np.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    assert ROW["success_low"] == pytest.approx((middle - half) / scale)
    assert ROW["success_high"] == pytest.approx((middle + half) / scale)


def test_an_interval_is_open_where_resamples_may_hold_no_success():
    """One success of three: (2/3)³ = 30 % of resamples have none, so the upper end is infinite."""
    row = ert_interval(runs_of([[10], [INF], [INF]], [10, 50, 50]), [1]).to_dicts()[0]
    assert row["low"] <= row["ert"] <= row["high"] == INF
