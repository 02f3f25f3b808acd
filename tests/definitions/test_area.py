"""The area under a runtime profile and the geometric mean runtime are one number in two forms."""

import math

import pytest

from optimeter.measures import ecdf
from tests.measures.helpers import runs_of


def test_the_geometric_mean_is_that_of_the_runtimes():
    # Two pairs, solved at 0.5 D and 8 D: the mean is 2 D, though a window may begin at 1 D.
    curve = ecdf(runs_of([[1, 16]], [16], dimension=2), [1, 0.1])[0]
    assert curve.x.tolist() == [0.5, 8]
    assert curve.geometric_mean() == pytest.approx(2)
    assert curve.steps.moments(0, 7)[1] == pytest.approx(2)


def test_area_and_mean_agree_where_the_window_holds_all_runtimes():
    curve = ecdf(runs_of([[1, 16]], [16], dimension=2), [1, 0.1])[0]
    low, high = -1, 3
    assert 10 ** (high - curve.auc(low, high) * (high - low)) == pytest.approx(2)
    # By hand: the mean of 3 - log10(0.5) and 3 - log10(8), over the width 4.
    area = (2 * 3 - math.log10(0.5) - math.log10(8)) / 2 / 4
    assert curve.auc(low, high) == pytest.approx(area)
    assert curve.steps.moments(low, high)[0] == pytest.approx(area)


def test_pairs_solved_before_the_window_count_from_its_left_end():
    curve = ecdf(runs_of([[1, 16]], [16], dimension=2), [1, 0.1])[0]
    area = (2 * 3 - 0 - math.log10(8)) / 2 / 3
    assert curve.auc(0, 3) == pytest.approx(area)
    assert curve.steps.moments(0, 3)[0] == pytest.approx(area)
