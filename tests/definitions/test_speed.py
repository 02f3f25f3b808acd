"""How many times faster: on what both solve, and with failures counted."""

import numpy as np
import pytest

from optimeter.data.runs import Runs
from optimeter.measures import speed_factors
from tests.measures.helpers import runs_of

INF = np.inf


def compared(a, b, lengths_a, lengths_b):
    parts = [runs_of(a, lengths_a, algorithm="A"), runs_of(b, lengths_b, algorithm="B")]
    table = speed_factors(Runs.concatenate(parts), [1, 0.1, 0.01])
    return table.to_dicts()[0], table.sentences()[0]


def test_failures_count_with_all_evaluations_spent(said):
    # Both reach the first target (10 and 40), A alone the second at 50, where B spent 2 x 400;
    # nobody the third.
    row, sentence = compared([[10, 50, INF]], [[40, INF, INF]] * 2, [60], [400, 400])
    assert (row["faster"], row["both"], row["faster_only"]) == ("A", 1 / 3, 1 / 3)
    assert row["factor"] == pytest.approx(4)
    assert row["factor_either"] == pytest.approx((4 * 16) ** 0.5)
    for number in ("4×", "67 %", "8×"):
        assert number in sentence
    assert sentence == said


def test_failures_may_turn_the_order_round(said):
    # A is twice as fast where both succeed; B alone solves the second, where A spent 32 times more.
    row, sentence = compared([[10, INF, INF]], [[20, 50, INF]], [1600], [60])
    assert row["faster"] == "A"
    assert row["factor_either"] == pytest.approx((2 / 32) ** 0.5)
    assert "4×" in sentence
    assert sentence == said  # no claim without an interval


def test_who_gives_up_early_is_not_faster(said):
    # A is twice as fast where both succeed. B alone solves the second at 800, where A gave up at 20:
    # nothing is known of A there, so it counts as no faster than B.
    row, sentence = compared([[10, INF, INF]], [[20, 800, INF]], [20], [900])
    assert row["factor_either"] == pytest.approx(2**0.5)
    assert "1.4×" in sentence
    told = {"both": sentence}
    # Where they have nothing in common but what one solves alone, that one is not slower.
    row, told["one alone"] = compared([[INF, INF, INF]], [[800, INF, INF]], [20], [900])
    assert row["factor_either"] == 1
    assert "33 %" in told["one alone"]
    assert told == said


def test_without_failures_there_is_one_factor():
    row, sentence = compared([[10, 10, 10]], [[30, 30, 30]], [10], [30])
    assert row["factor_either"] == pytest.approx(row["factor"]) == pytest.approx(3)
    assert "failures" not in sentence
