"""One rule for all resampling: what is drawn, on what it depends, and how intervals are read."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optimeter._core.measures import profile_spreads
from optimeter.data.runs import Runs
from optimeter.exceptions import DataError, InvalidValueError
from optimeter.measures import aocc, ecdf, ert_interval, ert_table, speed_factors
from optimeter.measures._bootstrap import Bootstrap
from optimeter.measures.speed import speed_by_set
from tests.measures.examples import example_runs
from tests.measures.helpers import runs_of

INF = np.inf


def test_counts_are_those_of_drawing_with_replacement():
    """Each of n runs is drawn once on average, with variance 1 − 1/n and covariance −1/n."""
    counts = Bootstrap(20_000).counts(5, "suite", "a", 1, 2)
    assert counts.shape == (20_000, 5)
    assert np.all(counts.sum(axis=1) == 5)
    assert counts.mean(axis=0) == pytest.approx(np.ones(5), abs=0.03)
    expected = np.eye(5) - 1 / 5
    assert np.cov(counts.T) == pytest.approx(expected, abs=0.03)


def test_draws_depend_on_what_is_resampled_and_on_the_seed():
    bootstrap = Bootstrap(50)
    own = bootstrap.counts(7, "s", "a", 1, 2)
    assert np.array_equal(own, Bootstrap(50).counts(7, "s", "a", 1, 2))
    others = [("s", "b", 1, 2), ("s", "a", 2, 2), ("s", "a", 1, 3), ("t", "a", 1, 2)]
    for other in others:
        assert not np.array_equal(own, bootstrap.counts(7, *other))
    assert not np.array_equal(own, Bootstrap(50, seed=2).counts(7, "s", "a", 1, 2))


def test_ends_are_ranks():
    samples = np.append(np.arange(40.0)[::-1], INF)  # 41 resamples, ranks 0 … 40
    assert Bootstrap(41, 1, 0.9).ends(samples) == (2.0, 38.0)
    assert Bootstrap(41, 1, 0.95).ends(samples) == (1.0, 39.0)
    # Around an estimate: the distances 18 from the median 20 to both ends are kept.
    assert Bootstrap(41, 1, 0.9).ends(samples, around=7.0) == (-11.0, 25.0)


@pytest.mark.parametrize(
    "wrong", [{"confidence": 0}, {"confidence": 1}, {"resamples": 0}, {"seed": -1}]
)
def test_what_cannot_be_resampled_is_refused(wrong):
    with pytest.raises(InvalidValueError, match=next(iter(wrong))):
        Bootstrap(**wrong)


MEASURES = {
    "ert_interval": lambda runs: ert_interval(runs, resamples=100),
    "ert_table": lambda runs: ert_table(runs, resamples=100),
    "aocc": lambda runs: aocc(runs, 100, resamples=100),
    "ecdf": lambda runs: ecdf(runs, resamples=100),
    "speed_factors": lambda runs: speed_factors(runs, resamples=100),
}


@pytest.mark.contract
@pytest.mark.parametrize("name", MEASURES)
def test_neither_order_nor_other_algorithms_change_an_interval(name):
    runs = example_runs()
    keys = ("faster", "slower") if name == "speed_factors" else ("algorithm",)

    def intervals(part):
        return {
            tuple(row[k] for k in (*keys, "dimension", *({"function", "target"} & set(row)))): (
                row.get("low", row.get("auc_low")),
                row.get("high", row.get("auc_high")),
            )
            for row in MEASURES[name](part).to_dicts()
        }

    both = runs.select(algorithms=["a", "b"])
    alone = intervals(both)
    together = intervals(runs)
    assert {key: together[key] for key in alone} == alone
    turned = Runs.concatenate([both.select(algorithms=letter) for letter in "ba"])
    assert intervals(turned) == alone


def test_two_algorithms_are_resampled_independently():
    """An algorithm against a copy of itself: as fast, but not known to be so for certain."""
    times = [[10.0], [20], [40], [80], [160]]
    runs = Runs.concatenate([runs_of(times, [200] * 5, algorithm=name) for name in ("a", "copy")])
    row = speed_factors(runs, [1]).to_dicts()[0]
    assert row["factor"] == 1
    assert row["low"] < 0.7
    assert row["high"] > 1.4


@settings(derandomize=True, max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 6), st.integers(1, 3), st.floats(0.1, 1))
def test_a_speed_factor_lies_in_its_interval(seed, count, functions, success):
    rng = np.random.default_rng(seed)
    size = count * functions
    parts = []
    for name in "ab":
        times = np.sort(rng.integers(1, 10_000, (size, 3)), axis=1).astype(float)
        times[rng.random(size) > success] = INF
        parts.append(
            runs_of(
                times.tolist(),
                [20_000] * size,
                algorithm=name,
                function=np.repeat(np.arange(functions) + 1, count),
            )
        )
    row = speed_factors(Runs.concatenate(parts), [1, 0.1, 0.01], resamples=50).to_dicts()[0]
    assert row["low"] <= row["factor"] <= row["high"]


def test_speed_factors_of_sets_made_together_are_those_made_alone(some):
    rarely = some[~((some.algorithm_codes == 0) & (some.function % 2 == 0))]  # f2, f4 … of two only
    sets = {"all": None, "odd": (1, 3, 5), "even": (2, 4), "nothing": (99,)}
    for runs in (some, rarely):
        found = speed_by_set(runs, [10, 0.1], sets, resamples=40, seed=3)
        assert list(found) == ["all", "odd", "even"]
        for name, table in found.items():
            chosen = runs.select(functions=sets[name])
            alone = speed_factors(chosen, [10, 0.1], resamples=40, seed=3)
            assert table.to_dicts() == alone.to_dicts()


@pytest.mark.parametrize("samples", [1, 7, 60, 200, 300])
def test_the_spread_of_a_profile_is_that_of_its_resamples(samples):
    rng = np.random.default_rng(samples)
    solved, widths = rng.random((5, 9, samples)), rng.random(8)
    sets, pairs = ([0], [1, 3, 4], [4, 2, 0, 1, 3]), np.array([7.0, 3.0, 20.0])
    variance, areas = profile_spreads(
        solved, np.concatenate(sets), np.array([0, 1, 4]), pairs, widths
    )
    for place, rows in enumerate(sets):
        total = sum(solved[row] for row in rows) / pairs[place]
        assert variance[place] == pytest.approx(total.var(axis=1), rel=1e-13, abs=1e-30)
        trapezoids = widths[:, None] * (total[1:] + total[:-1]) / 2
        assert areas[place] == pytest.approx(trapezoids.sum(axis=0), rel=1e-14)


def test_the_spread_of_a_profile_needs_functions_that_there_are(said, refused):
    solved, widths, one = np.zeros((2, 3, 4)), np.zeros(2), np.ones(1)
    for rows in ([], [2], [-1]):
        with pytest.raises(DataError, match="function"):
            profile_spreads(solved, np.array(rows, dtype=np.int64), np.array([0]), one, widths)
    for starts in ([0, 1], [0, 0], [-1, 1]):
        with refused(DataError):
            profile_spreads(solved, np.array([0]), np.array(starts), np.ones(2), widths)
    with pytest.raises(DataError, match="starts"):
        profile_spreads(solved, np.array([0]), np.array([0]), np.ones(2), widths)
    with pytest.raises(DataError, match="widths"):
        profile_spreads(solved, np.array([0]), np.array([0]), one, widths[1:])
    assert refused.messages == said


@pytest.mark.parametrize("count", [3, 5, 7, 15])
def test_a_band_does_not_vanish_where_all_runs_did_the_same(count):
    """Shares of resamples that differ in their last digits only are equal."""
    times = [[3.0, 40.0, INF]] * count
    band = ecdf(runs_of(times, [90] * count), [1, 0.1, 0.01], resamples=60, restarts=False)[0].band
    low, high = band.at(50)
    assert low < 2 / 3 - 0.5 / count
    assert high > 2 / 3 + 0.5 / count


@pytest.mark.parametrize("count", [5, 15])
def test_a_band_is_no_wider_where_runs_agree_than_where_one_differs(count):
    def width(first):
        times = [[3.0, 40.0, INF]] * (count - 1) + [first]
        runs = runs_of(times, [90] * count)
        low, high = ecdf(runs, [1, 0.1, 0.01], resamples=60, restarts=False)[0].band.at(50)
        return high - low

    assert width([3.0, 40.0, INF]) <= 1.05 * width([3.0, INF, INF])


def test_the_ends_of_a_band_grow_with_the_budget_and_areas_stay_in_range():
    rng = np.random.default_rng(5)
    for count in (1, 2, 5):
        times = np.sort(rng.integers(1, 4000, (count, 6)), axis=1).astype(float)
        times[rng.random((count, 6)) < 0.3] = INF
        times = np.sort(times, axis=1)
        runs = runs_of(times.tolist(), [5000] * count)
        curve = ecdf(runs, [10.0**-k for k in range(6)], resamples=40)[0]
        low, high = curve.band.low, curve.band.high
        assert (np.diff(low) >= 0).all()
        assert (np.diff(high) >= 0).all()
        assert (low <= curve.at(curve.band.x)).all()
        assert (curve.at(curve.band.x) <= high).all()
        assert 0 <= curve.band.auc[0] <= curve.auc() <= curve.band.auc[1] <= 1


def test_the_interval_of_an_expected_runtime_is_bounded_by_what_runs_took():
    # Resamples without the long run are nearly equal: measured by their error, they are far off.
    runs = runs_of([[54.0], [69.0], [71.0], [336.0], [68.0]], [400] * 5)
    row = ert_interval(runs, [1], resamples=200).to_dicts()[0]
    assert 54 <= row["low"] <= row["ert"] <= row["high"] <= 2 * 336


def test_what_runs_solve_is_told_apart_from_what_restarts_would():
    # Two of three runs reach the second target; the longest failure is far beyond the others.
    times, lengths = [[3.0, 40.0], [5.0, INF], [4.0, 700.0]], [40, 20, 700]
    curve = ecdf(runs_of(times, lengths), [1, 0.1])[0]
    assert curve.recorded == pytest.approx(5 / 6)
    assert curve.solved == 1
    assert ecdf(runs_of(times, lengths), [1, 0.1], restarts=False)[0].solved == curve.recorded
