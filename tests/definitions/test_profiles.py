"""Runtime profiles: the share of function and target pairs solved within a budget."""

import numpy as np
import pytest

from optimeter.data.runs import Runs
from optimeter.measures import (
    budget_ecdf,
    data_profile,
    ecdf,
    performance_profile,
    quality_distribution,
    restart_distribution,
    restart_percentiles,
    run_length_distribution,
)
from tests.measures.helpers import runs_of

INF = np.inf
# Function 1: the first target at 10 and 20, the second at 40 and not within 60. Function 2: the first
# at 5 and 5, the second never.
TWO = runs_of(
    [[10, 40], [20, INF], [5, INF], [5, INF]], [40, 60, 30, 30], function=[1, 1, 2, 2]
)  # fmt: skip


def test_every_pair_counts_solved_or_not():
    """By hand: y = 1/4, 3/8, 1/2, 5/8 at 5, 10, 20, 40, and 3/4 in the limit, of four pairs."""
    curve = ecdf(TWO, [1, 0.1])[0]
    assert curve.pairs == 4
    assert curve.at([4.9, 5, 10, 20, 40]).tolist() == [0, 0.25, 0.375, 0.5, 0.625]
    assert curve.solved == 0.75


def test_beyond_the_shortest_failure_restarts_are_simulated():
    """40 after one failed run of 60: half of the half that failed, and so on."""
    curve = ecdf(TWO, [1, 0.1])[0]
    assert curve.at([99, 100, 160]).tolist() == [0.625, 0.6875, 0.71875]
    assert curve.shortest_failure == 30
    raw = ecdf(TWO, [1, 0.1], restarts=False)[0]
    assert raw.solved == 0.625


def test_a_function_without_data_counts_as_unsolved():
    curve = ecdf(TWO, [1, 0.1], functions=[1, 2, 3])[0]
    assert curve.missing == (3,)
    assert curve.solved == pytest.approx(0.75 * 2 / 3)


def test_runtimes_are_divided_by_the_dimension():
    curve = ecdf(runs_of([[20]], [20], dimension=5), [1])[0]
    assert curve.at([3.9, 4]).tolist() == [0, 1]


def test_dimensions_are_never_averaged():
    parts = [runs_of([[20]], [20], dimension=d) for d in (2, 5)]
    assert [curve.dimension for curve in ecdf(Runs.concatenate(parts), [1])] == [2, 5]


def test_instances_of_several_objectives_are_no_repetitions():
    """Without uniform instances failed runs stay failed: no restarts are simulated."""
    curve = ecdf(runs_of([[10], [INF]], [10, 50], suite="bbob-biobj", instance=[1, 2]), [1])[0]
    assert curve.solved == 0.5


def test_the_distribution_of_a_restarted_run():
    """Two successes of five; G(160000) = 0.52, G(200000) = 0.64, G(300000) = 0.784."""
    times = [91916, 51330, INF, INF, INF]
    values, masses = restart_distribution(times, [91916, 51330, 100125, 100039, 100061])
    order = np.argsort(values)
    at = [masses[order][values[order] <= y].sum() for y in (160_000, 200_000, 300_000)]
    assert at == pytest.approx([0.52, 0.64, 0.784])


def test_a_percentile_is_the_smallest_runtime_with_that_share():
    runs = runs_of([[91916], [51330], [INF], [INF], [INF]],
                   [91916, 51330, 100125, 100039, 100061])  # fmt: skip
    table = restart_percentiles(runs, [1], probabilities=[0.1, 0.25, 0.5, 0.75, 0.9])
    assert table.runtime.tolist() == [51330, 91916, 151455, 292080, 492138]


def test_the_cross_is_the_median_length_of_failed_runs():
    runs = runs_of([[10], [INF], [INF], [INF]], [10, 40, 50, 90])
    assert ecdf(runs, [1])[0].budget == 50


def test_run_lengths_are_shares_of_all_runs():
    """Two functions, five runs each, D = 10: target hit at 100 and 200 on the first, never else."""
    times = [[100], [200]] + [[INF]] * 8
    runs = runs_of(times, [300] * 10, function=[1] * 5 + [2] * 5, dimension=10)
    curve = run_length_distribution(runs, [1])[0]
    assert curve.steps.at([9.9, 10, 20, 1e9]).tolist() == [0, 0.1, 0.2, 0.2]
    assert (curve.solved, curve.functions) == (1, 2)
    assert curve.longest_run == 30


def test_qualities_and_run_lengths_join_at_the_success_rate():
    runs = runs_of([[10, 40], [20, INF], [30, INF]], [40, 60, 60])
    quality = quality_distribution(runs, [60])[0]
    length = run_length_distribution(runs, [0.1])[0]
    assert quality.steps.at(0.1) == length.steps.at(60) == pytest.approx(1 / 3)


def test_the_profile_over_budgets_is_a_share_of_runs_and_budgets():
    """F(v; T) = 1/(r|T|) Σ_b Σ_i 1(v_i(b) <= v)."""
    runs = runs_of([[10, 40], [20, INF]], [40, 60])
    curve = budget_ecdf(runs, [15, 50])[0]
    # values at 15: 1 and 1e6; at 50: 0.1 and 1
    assert curve.steps.at([0.1, 1, 1e6]).tolist() == [0.25, 0.75, 1]


ERTS = Runs.concatenate(
    [
        runs_of([[10], [40], [INF]], [10, 40, 100], algorithm="A", function=[1, 2, 3]),
        runs_of([[20], [20], [80]], [20, 20, 80], algorithm="B", function=[1, 2, 3]),
    ]
)


def test_performance_profiles_are_ratios_to_the_best_of_the_compared():
    """ERTs (10, 40, ∞) and (20, 20, 80), best (10, 20, 80): within a factor 1 A on 1/3, B on 2/3."""
    a, b = performance_profile(ERTS, [1])
    assert a.steps.at([1, 2, 1e9]).tolist() == pytest.approx([1 / 3, 2 / 3, 2 / 3])
    assert b.steps.at([1, 2]).tolist() == pytest.approx([2 / 3, 1])


def test_data_profiles_are_in_units_of_a_simplex():
    """Share of pairs with ERT / (D + 1) at most x."""
    a, _ = data_profile(ERTS, [1])
    assert a.steps.at([4.9, 5, 20]).tolist() == pytest.approx([0, 1 / 3, 2 / 3])
