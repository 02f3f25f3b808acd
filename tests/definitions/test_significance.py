"""When two algorithms differ: the rank-sum test on runtimes, and the rule of published tables."""

from math import comb

import numpy as np
import pytest

from optimeter.data.runs import Runs
from optimeter.measures import pairwise_tests
from tests.measures.helpers import runs_of

INF = np.inf


def test(a, b, **options):
    runs = Runs.concatenate(
        [
            runs_of([[t] for t in times], [1000] * len(times), algorithm=name)
            for name, times in (("a", a), ("b", b))
        ]
    )
    return pairwise_tests(runs, [1], **options).to_dicts()[0]


test.__test__ = False  # a helper, by its name of the field


def test_four_of_fifteen_successes_against_none_are_not_significant():
    """The four successes all fall to one side in C(26, 11) of C(30, 15) choices, either side."""
    row = test([10, 20, 30, 40] + [INF] * 11, [INF] * 15)
    assert row["p"] == pytest.approx(2 * comb(26, 11) / comb(30, 15))
    assert row["p"] == pytest.approx(0.0996, abs=5e-5)


def test_five_of_fifteen_successes_against_none_are_significant():
    row = test([10, 20, 30, 40, 50] + [INF] * 10, [INF] * 15)
    assert row["p"] == pytest.approx(2 * comb(25, 10) / comb(30, 15))
    assert row["p"] < 0.05


def test_all_against_none():
    """The clearest result there is, whatever was spent: one choice of C(30, 15) on either side."""
    row = test(list(range(10, 25)), [INF] * 15)
    assert row["p"] == pytest.approx(2 / comb(30, 15))
    assert (row["effect"], row["z"] > 0) == (1, True)


def test_none_against_none_tells_nothing():
    assert test([INF] * 15, [INF] * 15)["p"] == 1


def test_the_published_rule_is_there_by_name():
    """Between algorithms that never succeed it ranks the values reached."""
    a, b = (
        Runs.from_arrays(
            function=1, dimension=1, algorithm=name, offsets=range(16), evaluations=100,
            step_evaluations=[1] * 15, step_precision=np.arange(15) + start,
        )
        for name, start in (("a", 2), ("b", 20))
    )  # fmt: skip
    runs = Runs.concatenate([a, b])
    published = pairwise_tests(runs, [1], rule="published").to_dicts()[0]
    z = (15 * 15 / 2) / np.sqrt(15 * 15 * 31 / 12)
    assert published["z"] == pytest.approx(z)
    assert published["p"] == pytest.approx(3e-6, rel=0.05)
    assert pairwise_tests(runs, [1]).p.tolist() == [1]
