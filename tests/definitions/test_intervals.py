"""An estimate lies in its interval, an interval holds the truth, and nothing is claimed without it."""

import numpy as np
import pytest

from optimeter.data.runs import Runs
from optimeter.measures import ecdf, ert, ert_interval, speed_factors
from optimeter.measures.words import not_surely_lower
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


@pytest.mark.parametrize("seed", range(12))
def test_estimates_lie_in_their_intervals(seed):
    """Random data, from single runs to many, from no success to all."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 9)) * 4
    times = np.ceil(np.exp(rng.normal(4, 1.5, (2, n))))
    times[rng.random((2, n)) > rng.random()] = INF
    runs = pair(times[0], times[1], 10**5, function=np.repeat(np.arange(4) + 1, n // 4))
    table = ert_interval(runs, [1], resamples=200)
    assert np.all((table.low <= table.ert) & (table.ert <= table.high))
    for curve in ecdf(runs, [1], resamples=200):
        low, high = curve.band.at(curve.band.x)
        at = curve.at(curve.band.x)
        assert np.all((low <= at + 1e-12) & (at <= high + 1e-12))
        assert curve.band.auc[0] <= curve.auc() + 1e-12
        assert curve.auc() <= curve.band.auc[1] + 1e-12
    for row in speed_factors(runs, [1], resamples=200).to_dicts():
        assert row["low"] <= row["factor"] * (1 + 1e-12)
        assert row["factor"] <= row["high"] * (1 + 1e-12)


@pytest.mark.parametrize(("runs", "solved"), [(15, 1.0), (15, 0.7), (8, 1.0)])
def test_intervals_of_ert_hold_the_truth_in_95_of_100_cases(runs, solved):
    """Log-normal runtimes, failures of 300 evaluations; 800 problems that are alike."""
    rng = np.random.default_rng(7)
    problems = np.repeat(np.arange(800) + 1, runs)
    times = 100 * np.exp(0.5 * rng.standard_normal(len(problems)))
    times = np.where(rng.random(len(problems)) < solved, np.ceil(times), INF)
    lengths = np.where(np.isfinite(times), times, 300)
    data = runs_of(times[:, None].tolist(), lengths.tolist(), function=problems)
    table = ert_interval(data, [1], resamples=400)
    truth = 100 * np.exp(0.5**2 / 2) + 0.5 + (1 - solved) / solved * 300
    held = np.mean((table.low <= truth) & (truth <= table.high))
    assert 0.92 <= held <= 0.98
    assert ert(data, [1]).ert.mean() == pytest.approx(truth, rel=0.1)


def test_an_interval_does_not_vanish_where_all_runs_agree():
    """15 of 15 runs solved within 10: Wilson's interval of 15/15 begins at 0.8, or below for few runs."""
    band = ecdf(runs_of([[10]] * 15, [10] * 15), [1], resamples=100)[0].band
    assert band.at(100)[0] == pytest.approx(15 / (15 + 1.96**2), abs=0.05)
    assert band.at(100)[1] == 1


def test_leads_that_intervals_do_not_support_are_not_claimed(said):
    areas = [("A", 0.4200, (0.40, 0.44)), ("B", 0.4197, (0.40, 0.44)), ("C", 0.2, (0.1, 0.3))]
    assert not_surely_lower(areas) == ["A", "B"]
    assert not_surely_lower([("A", 0.42, (0.41, 0.43)), ("B", 0.3, (0.29, 0.31))]) == ["A"]
    close = speed_factors(pair([10, 40, 90, 20], [12, 50, 70, 30], 100), [1])
    assert close.low[0] <= 1
    told = {"close": close.sentences()}
    clear = speed_factors(pair([10, 11, 12, 13], [70, 71, 72, 73], 100), [1])
    assert clear.low[0] > 1
    told["clear"] = clear.sentences()
    assert "6.2×" in told["clear"][0]
    assert told == said
