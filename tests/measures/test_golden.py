"""Numbers computed by hand and by the field's own software from public archive data."""

import numpy as np
import pytest

from optimeter.measures import (
    best_of,
    complementarity,
    ecdf,
    ert,
    ert_table,
    load_reference,
    loss_ratios,
    loss_summary,
    pairwise_tests,
    portfolio,
    restart_percentiles,
    run_length_targets,
    runtime_statistics,
    speed_factors,
)
from tests.measures.peer_rules import coco_cross, ioh_ert, ioh_par

DIRECT, EVOSPACE, RSHADE = "DIRECT", "EvoSpace-PSO-GA", "R-SHADE-10e2"


@pytest.mark.parametrize(
    ("algorithm", "function", "dimension", "target", "expected", "successes", "runs"),
    [
        (DIRECT, 6, 5, 0.1, 221735.5, 2, 5),
        (DIRECT, 24, 2, 1, 67538.3333333, 3, 5),
        (DIRECT, 6, 2, 1e-7, 120949.6666667, 3, 5),
        (DIRECT, 7, 5, 0.1, 134796.3333333, 3, 5),
        (DIRECT, 6, 5, 10, 263.2, 5, 5),
        (EVOSPACE, 6, 5, 1e-7, 93972.8666667, 15, 15),
        (EVOSPACE, 21, 5, 1e-8, 78930.3636364, 11, 15),
        (EVOSPACE, 4, 10, 1e-8, 244705.4, 15, 15),
    ],
)
def test_expected_runtimes(
    three, algorithm, function, dimension, target, expected, successes, runs
):
    part = three.select(algorithms=algorithm, functions=function, dimensions=dimension)
    row = ert(part, [target]).to_dicts()[0]
    assert row["ert"] == pytest.approx(expected, abs=1e-6)
    assert (row["successes"], row["runs"]) == (successes, runs)


def test_restart_percentiles(direct):
    part = direct.select(functions=6, dimensions=5)
    found = restart_percentiles(part, [0.1]).runtime
    assert found.tolist() == [51330, 91916, 151455, 292080, 492138]


@pytest.mark.parametrize(
    ("algorithm", "x", "y"),
    [
        (DIRECT, [1, 10, 100, 1000, 1e4], [0.04330, 0.06634, 0.21176, 0.35866, 0.49690]),
        (RSHADE, [100], [0.20054]),
    ],
)
def test_profile_values(three, algorithm, x, y):
    curve = ecdf(three.select(algorithms=algorithm), dimensions=5)[0]
    assert curve.pairs == 1224
    assert curve.at(x) == pytest.approx(y, abs=5e-6)


@pytest.mark.parametrize(("dimension", "solved"), [(5, (804, 959, 340)), (20, (296, 561, 213))])
def test_profile_limits(three, dimension, solved):
    curves = ecdf(three, dimensions=dimension)
    assert [curve.solved * 1224 for curve in curves] == pytest.approx(solved)


def test_area_and_geometric_mean(direct):
    curve = ecdf(direct, dimensions=5)[0]
    assert curve.auc(0, 4) == pytest.approx(0.225218, abs=5e-7)
    assert curve.at(1e4) == pytest.approx(0.496895, abs=5e-7)
    # With runtimes below 1 D raised to it, as the area has them, and as they are.
    assert 10 ** (4 - 4 * curve.auc(0, 4) / curve.at(1e4)) == pytest.approx(153.8, abs=0.05)
    gains, inside = np.diff(curve.y, prepend=0.0), curve.x <= 1e4
    mean = 10 ** np.average(np.log10(curve.x[inside]), weights=gains[inside])
    assert curve.geometric_mean(4) == pytest.approx(mean)
    assert mean == pytest.approx(136.4, abs=0.05)


def test_crosses_by_the_rule_of_cocopp(three):
    expected = {DIRECT: (20020.7, 22), EVOSPACE: (27790.6, 18), RSHADE: (100.0, 24)}
    for name, (place, functions) in expected.items():
        part = three.select(algorithms=name, dimensions=5)
        cross, plus, count = coco_cross(part, 1e-8)
        assert (cross, plus) == pytest.approx((place, place), abs=0.05)
        assert count == functions


def test_our_cross_is_the_median_failed_run(some):
    for name in some.algorithms:
        part = some.select(algorithms=name, dimensions=5)
        curve = ecdf(part)[0]
        failed = ~np.isfinite(part.runtimes([1e-8])[:, 0])
        assert curve.budget == np.median(part.run_lengths()[failed] / 5)


def test_artificial_best(three):
    best = best_of(three)
    f6 = np.array([6]), np.array([5])
    targets = np.array([10, 1, 0.1, 0.01, 1e-8])
    expected = [241.13, 773.22, 18373.87, 27919.73, 108843.27]
    assert best.ert_at(*f6, targets)[0] == pytest.approx(expected, abs=0.005)
    winners = best.winner[best.rows(*f6), best.columns(targets)]
    names = [best.algorithms[winner] for winner in winners]
    assert names == [RSHADE, RSHADE, EVOSPACE, EVOSPACE, EVOSPACE]


def test_shipped_reference_and_budget_targets():
    reference = load_reference("best2009-bbob")
    f6 = np.array([6]), np.array([5])
    table = np.array([10, 1, 0.1, 0.01, 0.001, 1e-5, 1e-7])
    assert reference.ert_at(*f6, table)[0].tolist() == [114, 214, 281, 404, 580, 1038, 1332]
    targets = run_length_targets(reference)
    chosen = targets.for_problems(*f6)
    assert chosen[0] == pytest.approx([1e5, 2.512e4, 100, 25.12, 0.2512], rel=1e-4)
    assert reference.ert_at(*f6, chosen)[0].tolist() == [3, 8, 16, 54, 254]
    f1 = np.array([1]), np.array([20])
    chosen = targets.for_problems(*f1)
    assert chosen[0] == pytest.approx([63.1, 39.81, 1e-8, 1e-8, 1e-8], rel=1e-3)
    assert reference.ert_at(*f1, chosen)[0].tolist() == [24, 42, 43, 43, 43]
    # Integers keep budgets different where rounded numbers would not.
    steps = np.log10(targets.for_problems([24], [5])[0]) * 5
    assert steps == pytest.approx([9, 8, 7, 6, 5])


def test_portfolio(three):
    part = portfolio(three, [EVOSPACE, RSHADE]).select(functions=6, dimensions=5)
    assert part.runtimes([10])[:5, 0].tolist() == [846, 490, 320, 364, 380]
    expected = [481.93, 4400.67, 18873.87]
    assert ert(part, [10, 1, 0.1]).ert == pytest.approx(expected, abs=0.005)


def test_loss_ratios(direct):
    reference = load_reference("best2009-bbob")
    losses = loss_ratios(direct, reference, [2, 10, 100, 1e3, 1e4, 1e5], dimensions=[5, 20])
    row = losses.select(function=6, dimension=5, budget=100).to_dicts()[0]
    assert row["target"] == 10
    assert row["loss"] == pytest.approx(500 / 114)
    means = loss_summary(losses)
    expected = {
        5: [1.6641, 2.7946, 4.5638, 13.0313, 49.8638, 132.1752],
        20: [5.2229, 7.8421, 12.5263, 42.6292, 161.8285, 1571.14],
    }
    for dimension, values in expected.items():
        found = means.select(dimension=dimension).geometric_mean
        assert found == pytest.approx(values, rel=1e-4)


def test_table_entries_and_stars(three):
    reference = load_reference("best2009-bbob")
    table = ert_table(three, reference=reference, dimensions=[2, 5, 20], resamples=50)
    for dimension, stars in ((2, 8), (5, 15), (20, 23)):
        assert np.sum(table.select(dimension=dimension).star > 0) == stars
    row = table.select(function=6, dimension=5, algorithm=DIRECT)
    assert row.ratio[:4].round(1).tolist() == [2.3, 28.4, 789.1, 1218.9]
    assert np.isinf(row.ratio[4:]).all()
    assert row.successes.tolist()[2:4] == [2, 1]
    assert row.median_length[0] == pytest.approx(1e5, rel=1e-3)
    evospace = table.select(function=6, dimension=5, algorithm=EVOSPACE).ratio
    assert evospace.round().tolist() == [16, 42, 65, 69, 67, 60, 71]


def test_smallest_p_value_of_5_against_15_runs(three):
    tests = pairwise_tests(three.select(algorithms=[DIRECT, EVOSPACE]), rule="published")
    assert tests.p.min() == pytest.approx(0.00106, abs=5e-6)


def test_ioh_formulas_on_archive_data(three):
    part = three.select(algorithms=EVOSPACE, functions=10, dimensions=2)
    times = part.runtimes([1e-7])[:, 0]
    largest = float(part.evaluations.max())
    assert np.isfinite(times).sum() == 8
    assert largest == 161_717
    assert ioh_ert(times, largest) == pytest.approx(231_353, abs=0.5)
    assert ioh_par(times, largest, 1) == pytest.approx(123_388.3, abs=0.05)
    assert ioh_par(times, largest, 10) == pytest.approx(802_599.7, abs=0.05)
    row = runtime_statistics(part, [1e-7], budget=largest / 2).to_dicts()[0]
    assert row["mean"] == pytest.approx(123_388.3, abs=0.05)
    assert row["ert"] == pytest.approx(231_353, abs=0.5)
    row = runtime_statistics(part, [1e-7], sample="successes").to_dicts()[0]
    assert row["mean"] == pytest.approx(89_850.6, abs=0.05)
    assert row["ert"] == pytest.approx(213_144, abs=0.5)


def test_headline_comparison(three):
    rows = speed_factors(three, dimensions=5, resamples=200)
    row = rows.select(faster=DIRECT, slower=EVOSPACE).to_dicts()[0]
    assert row["low"] < row["factor"] < row["high"]
    shares = [row[name] for name in ("both", "faster_only", "slower_only", "neither")]
    assert sum(shares) == pytest.approx(1)
    assert row["both"] + row["faster_only"] == pytest.approx(804 / 1224)
    assert row["both"] + row["slower_only"] == pytest.approx(959 / 1224)
    sentence = rows.sentences()[0]
    assert "faster than" in sentence
    assert "of problems both solve" in sentence


def test_areas_agree_between_profile_and_complementarity(some):
    own = complementarity(some, dimensions=5).own
    areas = [curve.auc() for curve in ecdf(some, dimensions=5)]
    assert own == pytest.approx(areas, abs=2e-5)
