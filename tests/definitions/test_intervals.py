"""An estimate lies in its interval."""

import numpy as np
import pytest

from optimeter.data.runs import Runs
from optimeter.measures import speed_factors
from tests.measures.helpers import runs_of

INF = np.inf


def pair(a, b, length, **columns):
    return Runs.concatenate(
        [
            runs_of([[t] for t in times], [length] * len(times), algorithm=name, **columns)
            for name, times in (("a", a), ("b", b))
        ]
    )


def test_single_runs_leave_nothing_to_resample():
    row = speed_factors(pair([10], [40], 90), [1]).to_dicts()[0]
    assert (row["low"], row["factor"], row["high"]) == pytest.approx((4, 4, 4))


def test_a_factor_lies_in_its_interval_where_hard_problems_drop_out_of_resamples():
    """Function 1 is solved by all runs, functions 2 to 6 by one of ten runs of the second.

    Expected runtimes are 10 against 10 on the first, and 10 against (10 + 9 · 1000) on the others:
    the factor is 901^(5/6). Of resamples, (9/10)^10 = 35 % lack the success on a hard function, so
    that nearly all compare fewer of them than the data do, and find smaller factors.
    """
    functions = np.repeat(np.arange(6) + 1, 10)
    hard = ([10.0] + [INF] * 9) * 5
    runs = pair([10.0] * 60, [10.0] * 10 + hard, 1000, function=functions)
    row = speed_factors(runs, [1]).to_dicts()[0]
    assert row["factor"] == pytest.approx(901 ** (5 / 6))
    assert row["low"] <= row["factor"] <= row["high"]
    assert row["low"] < row["high"]
