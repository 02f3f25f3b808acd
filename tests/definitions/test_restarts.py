"""Simulated restarts: the runtime of an algorithm that draws recorded runs until one succeeds."""

import functools

import numpy as np
import pytest

from optimeter.measures import ecdf
from tests.measures.helpers import runs_of

INF = np.inf
SUCCESSES = [9, 9, 11, 11, 11, 11, 11]
FAILURES = [5, 7, 9, 9, 9, 9, 13, 13]


@functools.cache
def solved_within(budget):
    """G(y) = (1/n) [ number of T_i <= y + sum over failures of G(y - B_j) ], term by term."""
    if budget < 0:
        return 0.0
    direct = sum(time <= budget for time in SUCCESSES)
    return (direct + sum(solved_within(budget - length) for length in FAILURES)) / 15


def test_the_profile_with_restarts_is_that_of_the_recursion_at_every_whole_budget():
    times = [*SUCCESSES, *[INF] * len(FAILURES)]
    curve = ecdf(runs_of([[t] for t in times], [*SUCCESSES, *FAILURES], dimension=2), [1])[0]
    assert curve.dimension == 2
    # G(20) = (7 + G(15) + G(13) + 4 G(11) + 2 G(7)) / 15 with G(7) = 0, G(11) = G(13) = 7/15 and
    # G(15) = (7 + G(10)) / 15, G(10) = 2/15.
    by_hand = (7 + (7 + 2 / 15) / 15 + 5 * 7 / 15) / 15
    assert curve.at(10.0) == pytest.approx(by_hand, abs=1e-12)
    assert by_hand == pytest.approx(0.654, abs=5e-4)
    for budget in range(61):
        assert curve.at(budget / 2) == pytest.approx(solved_within(budget), abs=1e-12)


def test_the_profile_ends_at_one_where_any_run_succeeds():
    times = [*SUCCESSES, *[INF] * len(FAILURES)]
    curve = ecdf(runs_of([[t] for t in times], [*SUCCESSES, *FAILURES], dimension=2), [1])[0]
    assert curve.solved == 1.0
    # The mean of the restarted runtime is the ERT: (73 + 74) / 7 evaluations.
    mean = np.diff(curve.y, prepend=0.0) @ curve.x * 2
    assert mean == pytest.approx((sum(SUCCESSES) + sum(FAILURES)) / 7, rel=1e-6)
