import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optimeter._core.measures import restart_areas
from optimeter.data.runs import Runs
from optimeter.exceptions import DataError, InvalidValueError, UnknownNameError
from optimeter.measures import (
    budget_ecdf,
    budget_winners,
    complementarity,
    ecdf,
    performance_profile,
    quality_distribution,
    run_length_distribution,
)
from optimeter.measures._steps import steps_of
from optimeter.measures.distributions import qualities_by_set, run_lengths_by_set
from optimeter.measures.ecdf import ATOMS, LATTICE, atoms
from tests.measures.helpers import runs_of
from tests.measures.peer_rules import strict_share
from tests.measures.test_ert import nested, times_strategy

INF = np.inf


def two_functions() -> Runs:
    f1 = runs_of([[10, 40], [20, INF]], [40, 60], function=1)
    f2 = runs_of([[5, INF], [5, INF]], [50, 50], function=2)
    return Runs.concatenate([f1, f2])


def test_tiny_example():
    curve = ecdf(two_functions(), [1, 0.1])[0]
    x = [5, 10, 20, 40, 100, 160]
    assert curve.at(x) == pytest.approx([0.25, 0.375, 0.5, 0.625, 0.6875, 0.71875])
    assert curve.solved == pytest.approx(3 / 4)
    assert (curve.pairs, curve.functions, curve.missing) == (4, (1, 2), ())
    assert curve.budget == 50  # median of 60, 50, 50
    assert curve.shortest_failure == 50


def test_without_restarts_the_curve_ends_at_the_share_of_runs():
    curve = ecdf(two_functions(), [1, 0.1], restarts=False)[0]
    assert curve.solved == pytest.approx(5 / 8)
    assert curve.at([40, 1e9]) == pytest.approx([5 / 8, 5 / 8])


def test_a_function_without_data_counts_as_unsolved():
    other = runs_of([[1, 1]], [1], function=3, algorithm="other")
    runs = Runs.concatenate([two_functions(), other])
    first, second = ecdf(runs, [1, 0.1])
    assert first.missing == (3,)
    assert first.solved == pytest.approx(3 / 6)
    assert second.missing == (1, 2)
    assert second.solved == pytest.approx(2 / 6)
    assert ecdf(runs, [1, 0.1], functions=range(1, 5))[0].solved == pytest.approx(3 / 8)


def test_splits_by_function_and_group(said, refused):
    runs = runs_of([[5], [6], [7]], [5, 6, 7], function=[1, 2, 8], suite="bbob", dimension=2)
    assert [curve.group for curve in ecdf(runs, [1], by="function")] == ["f1", "f2", "f8"]
    groups = ecdf(runs, [1], by="group")
    assert [(curve.group, curve.functions) for curve in groups] == [
        ("separable", (1, 2)),
        ("moderate", (8,)),
    ]
    assert ecdf(runs, [1], functions="separable")[0].functions == (1, 2, 3, 4, 5)
    with refused(UnknownNameError, "group", "function"):
        ecdf(runs, by="groups")
    assert refused.messages == said


def test_dimensions_are_never_mixed():
    runs = runs_of([[20], [30]], [20, 30], dimension=[2, 3])
    curves = ecdf(runs, [1])
    assert [curve.dimension for curve in curves] == [2, 3]
    assert [curve.x.tolist() for curve in curves] == [[10], [10]]
    assert len(ecdf(runs, [1], dimensions=3)) == 1


def test_repeated_targets_count_repeatedly():
    runs = runs_of([[10, INF]], [50])
    assert ecdf(runs, [1, 1, 1, 0.1])[0].solved == 0.75


def test_area_of_the_tiny_example(said, refused):
    steps = steps_of([10, 100, INF], 1 / 3)
    assert steps.area(0, 2) == pytest.approx(1 / 6)
    assert steps.geometric_mean(2) == pytest.approx(10**1.5)
    assert steps.limit == pytest.approx(2 / 3)
    assert 10 ** (2 - steps.area(0, 2) * 2 / steps.limit) == pytest.approx(10**1.5)
    with refused(InvalidValueError):
        steps.area(2, 2)
    assert refused.messages == said


def test_selection_of_curves_and_summaries(said, refused):
    curves = ecdf(two_functions(), [1, 0.1])
    assert len(curves.select(dimension=1)) == 1
    with refused(UnknownNameError, "'dim'"):
        curves.select(dim=1)
    row = curves.to_dicts()[0]
    assert row["solved"] == pytest.approx(0.75)
    assert row["auc"] == pytest.approx(curves[0].auc(0, 7))
    assert refused.messages == said


@settings(derandomize=True, max_examples=60, deadline=None)
@given(times_strategy, st.integers(1, 300))
def test_properties(rows, extra):
    times = nested(rows)
    lengths = [max([1, *(int(t) for t in row if np.isfinite(t))]) + extra for row in times]
    runs = runs_of(times, lengths)
    curve = ecdf(runs, [1, 0.1, 0.01])[0]
    assert np.all(np.diff(curve.x) > 0)
    assert np.all(np.diff(curve.y) >= -1e-12)
    # The right end is the share of targets with a success.
    solved = np.isfinite(np.array(times)).any(axis=0).mean()
    assert curve.solved == pytest.approx(solved)
    # Left of the shortest failure the curve is the raw share of runs.
    raw = np.array(times)
    for x in (1, 5, 50, 200):
        if x < curve.shortest_failure:
            assert curve.at(x) == pytest.approx((raw <= x).mean())
        assert ecdf(runs, [1, 0.1, 0.01], restarts=False)[0].at(x) == pytest.approx(
            (raw <= x).mean()
        )
    # The area is the mean of clamped logarithms.
    gains = np.diff(curve.y, prepend=0)
    logs = np.clip(np.log10(curve.x), 0, 3) if len(curve.x) else np.zeros(0)
    assert curve.auc(0, 3) == pytest.approx(float(gains @ (3 - logs)) / 3)
    fine = np.linspace(0, 3, 3001)
    integral = np.trapezoid(curve.at(10**fine), fine) / 3
    assert curve.auc(0, 3) == pytest.approx(integral, abs=2e-3)
    inside = curve.x <= 1e3
    if inside.any() and curve.x.min() >= 1:
        y = curve.at(1e3)
        assert curve.geometric_mean(3) == pytest.approx(10 ** (3 - curve.auc(0, 3) * 3 / y))


@settings(derandomize=True, max_examples=20, deadline=None)
@given(times_strategy, st.randoms(use_true_random=False))
def test_order_of_runs_does_not_matter(rows, random):
    times = nested(rows)
    lengths = [700 + 13 * i for i in range(len(times))]
    order = list(range(len(times)))
    random.shuffle(order)
    one = ecdf(runs_of(times, lengths), [1, 0.1, 0.01])[0]
    other = ecdf(runs_of([times[i] for i in order], [lengths[i] for i in order]), [1, 0.1, 0.01])[0]
    x = np.logspace(0, 5, 40)
    assert one.at(x) == pytest.approx(other.at(x), abs=1e-9)


def test_other_data_change_no_curve():
    one = two_functions()
    other = runs_of([[3, 4]], [9], function=1, algorithm="other")
    alone = ecdf(one, [1, 0.1])[0]
    together = ecdf(Runs.concatenate([one, other]), [1, 0.1])[0]
    assert alone.x.tolist() == together.x.tolist()
    assert alone.y.tolist() == together.y.tolist()


def test_band_surrounds_the_curve_and_is_deterministic():
    rng = np.random.default_rng(2)
    times = np.sort(rng.integers(10, 2000, size=(15, 3)).astype(float), axis=1)
    times[rng.random((15, 3)) < 0.3] = INF
    times = np.maximum.accumulate(times, axis=1)
    runs = runs_of(times.tolist(), [2500] * 15, instance=range(15))
    one, again = (ecdf(runs, [1, 0.1, 0.01], resamples=300)[0] for _ in range(2))
    band = one.band
    assert band.low.tolist() == again.band.low.tolist()
    y = one.at(band.x)
    assert np.all(band.low <= y + 0.02)
    assert np.all(band.high >= y - 0.02)
    assert band.auc[0] < one.auc() < band.auc[1]
    assert band.auc[1] - band.auc[0] < 0.2


def test_band_has_the_width_of_a_plain_bootstrap():
    rng = np.random.default_rng(4)
    times = rng.integers(10, 3000, size=20).astype(float)
    runs = runs_of([[t] for t in times], times.tolist(), instance=range(20))
    curve = ecdf(runs, [1], resamples=2000, window=(0, 4))[0]
    sample = [np.mean((4 - np.log10(rng.choice(times, 20))) / 4) for _ in range(2000)]
    low, high = np.quantile(sample, (0.025, 0.975))
    assert curve.band.auc == pytest.approx((low, high), abs=0.01)


def test_strictness_matters_where_a_value_equals_a_target():
    runs = runs_of([[10]], [10])
    assert ecdf(runs, [1])[0].at(10) == 1
    assert strict_share(runs.values_at([10])[:, 0], np.array([1.0])) == 0  # the peer's rule


def test_winner_and_complementarity():
    a = runs_of([[10], [1000]], [10, 1000], function=[1, 2], algorithm="a")
    b = runs_of([[100], [10]], [100, 10], function=[1, 2], algorithm="b")
    runs = Runs.concatenate([a, b])
    winners = budget_winners(runs, [1], budgets=[5, 50, 500], by="function")
    assert winners.select(group="f1").algorithm.tolist() == ["a", "a", "b"]
    assert winners.select(group="f2").algorithm.tolist() == ["b", "b"]  # at 500 a has not solved it
    assert winners.select(group="f2").budget.tolist() == [50, 500]
    assert winners.select(group="f2").margin.tolist() == [1, 1]
    rows = complementarity(runs, [1], window=(0, 4)).to_dicts()
    assert [row["own"] for row in rows] == pytest.approx([(0.75 + 0.25) / 2, (0.5 + 0.75) / 2])
    assert sum(row["shapley"] for row in rows) == pytest.approx(rows[0]["portfolio"])
    assert [row["marginal"] for row in rows] == pytest.approx([0.125, 0.25])


def test_complementarity_agrees_with_profiles():
    runs = two_functions()
    row = complementarity(runs, [1, 0.1], window=(0, 4)).to_dicts()[0]
    assert row["own"] == pytest.approx(ecdf(runs, [1, 0.1])[0].auc(0, 4), abs=1e-4)


def test_performance_profile_example():
    a = runs_of([[10], [40], [INF]], [100] * 3, function=[1, 2, 3], algorithm="a")
    b = runs_of([[20], [20], [80]], [100] * 3, function=[1, 2, 3], algorithm="b")
    first, second = performance_profile(Runs.concatenate([a, b]), [1])
    assert first.at([1, 2, 1e9]) == pytest.approx([1 / 3, 2 / 3, 2 / 3])
    assert second.at([1, 2]) == pytest.approx([2 / 3, 1])


@pytest.mark.parametrize("seed", range(4))
def test_areas_of_targets_are_those_of_their_distributions(seed):
    rng = np.random.default_rng(seed)
    lengths = (
        rng.choice([900.0, 2000.0, 5000.0], 6) if seed % 2 else rng.uniform(500, 9000, 6).round()
    )
    times = np.sort(rng.lognormal(6, 2, (6, 9)), axis=1).round() + 1
    times[times > lengths[:, None]] = np.inf
    weights = np.full(6, 1 / 6)
    found = restart_areas(times, lengths, weights, 0.5, 3.0, 5.0, ATOMS, LATTICE)
    for target in range(9):
        values, masses = atoms(times[:, target : target + 1], lengths, weights, restarts=True)
        gains = 1 - (np.clip(np.log10(values / 5), 0.5, 3) - 0.5) / 2.5
        assert found[target] == pytest.approx(masses @ gains, rel=1e-13)
    with pytest.raises(DataError, match="window"):
        restart_areas(times, lengths, weights, 3.0, 3.0, 5.0, ATOMS, LATTICE)


def test_bands_are_made_for_the_curves_that_are_to_have_one():
    runs = two_functions()
    every = ecdf(runs, [1, 0.1], by=["all", "function"], resamples=30)
    some = ecdf(runs, [1, 0.1], by=["all", "function"], resamples=30, banded=["all"])
    assert [curve.band is None for curve in some] == [False, True, True]
    np.testing.assert_array_equal(some[0].band.low, every[0].band.low)
    with pytest.raises(UnknownNameError, match="al"):
        ecdf(runs, [1], resamples=5, banded=["al"])


def test_distributions_of_sets_made_together_are_those_made_alone():
    runs = Runs.concatenate([two_functions(), two_functions().rename({"algorithm": "other"})])
    sets = {"all": None, "f1": (1,), "f2": (2,), "none": (9,)}
    lengths = run_lengths_by_set(runs, [1, 0.1], sets)
    at = [1.0, 30.0, INF]
    qualities = qualities_by_set(runs, at, sets)
    over = qualities_by_set(runs, at[:2], sets, over_budgets=True)
    assert len(lengths.select(group="none")) == len(qualities.select(group="none")) == 0
    for name, functions in list(sets.items())[:3]:
        for found, alone in (
            (lengths, run_length_distribution(runs, [1, 0.1], functions=functions)),
            (qualities, quality_distribution(runs, at, functions=functions)),
            (over, budget_ecdf(runs, at[:2], functions=functions)),
        ):
            assert found.select(group=name).to_dicts() == alone.to_dicts()
            for one, other in zip(found.select(group=name), alone, strict=True):
                np.testing.assert_array_equal(one.steps.x, other.steps.x)
                np.testing.assert_array_equal(one.steps.y, other.steps.y)
    assert len(run_lengths_by_set(runs, [1], {})) == len(qualities_by_set(runs, at, {})) == 0
