"""Runs of one problem are repetitions, whatever their instance; instances weigh the same by name."""

import numpy as np
import pytest

from optimeter.exceptions import UnknownNameError
from optimeter.measures import ecdf, ert
from tests.measures.helpers import runs_of

# Instance 1 was run three times, with success after 10; instance 2 once, without, for 50.
RUNS = runs_of([[10], [10], [10], [np.inf]], [10, 10, 10, 50], instance=[1, 1, 1, 2])


def test_successes_of_runs_are_the_success_rate():
    row = ert(RUNS, [1]).to_dicts()[0]
    assert (row["successes"], row["runs"], row["success_rate"]) == (3, 4, 0.75)
    assert row["ert"] == pytest.approx((3 * 10 + 50) / 3)
    assert ecdf(RUNS, [1], restarts=False)[0].solved == 0.75


def test_instances_weigh_the_same_by_name():
    row = ert(RUNS, [1], weights="instances").to_dicts()[0]
    assert row["success_rate"] == 0.5
    assert row["ert"] == pytest.approx(10 + 50)  # one success for every failure
    assert ecdf(RUNS, [1], restarts=False, weights="instances")[0].solved == 0.5
    with pytest.raises(UnknownNameError, match="trials"):
        ert(RUNS, [1], weights="trials")
