"""Comparing algorithms: ratios of runtimes, effect sizes, tests, ratings, portfolios, scaling."""

import numpy as np
import pytest

from optimeter.data.runs import Runs
from optimeter.measures import (
    bonferroni,
    ert_table,
    glicko2_update,
    holm,
    kolmogorov_smirnov,
    pairwise_tests,
    runtime_ratios,
    scaling,
    shapley_of_best,
    speed_factors,
    winning_fractions,
)
from tests.measures.helpers import runs_of

INF = np.inf


def pair(a, b, length=100, **columns):
    return Runs.concatenate(
        [
            runs_of([[t] for t in times], [length] * len(times), algorithm=name, **columns)
            for name, times in (("a", a), ("b", b))
        ]
    )


def test_ratios_of_all_pairs_of_runs():
    """(10, 40) against (20, failed): 0.5, 2, and twice the second failed, at the left end."""
    curve = runtime_ratios(pair([10, 40], [20, INF]), "a", "b", [1])[0]
    assert curve.steps.at([1e-9, 0.5, 2]).tolist() == [0.5, 0.75, 1]


def test_the_effect_size_is_the_probability_to_be_faster():
    """P(a < b) + half of the ties; failures are slower than all and tie with each other."""
    row = pairwise_tests(pair([10, INF], [20, INF]), [1]).to_dicts()[0]
    # 10 beats 20 and the failure; the failure loses to 20 and ties with the failure
    assert row["effect"] == (1 + 1 + 0 + 0.5) / 4


def test_kolmogorov_and_smirnov():
    """D = sup(F_a - F_b)^+ = 0.6, p = exp(-2 D² n m / (n + m)) = exp(-1.8)."""
    table = kolmogorov_smirnov(pair([10, 12, 14, 20, 40], [11, 30, 35, 50, 60]), [1])
    row = next(row for row in table.to_dicts() if row["faster"] == "a")
    assert row["distance"] == pytest.approx(0.6)
    assert row["p"] == pytest.approx(np.exp(-1.8))


def test_failures_stay_in_the_sample():
    table = kolmogorov_smirnov(pair([10, 20], [10, INF]), [1])
    row = next(row for row in table.to_dicts() if row["faster"] == "a")
    assert row["distance"] == pytest.approx(0.5)


def test_corrections_for_many_tests():
    """Bonferroni multiplies by their number; Holm by those left, never decreasing."""
    assert bonferroni([0.01, 0.04, 0.5]).tolist() == pytest.approx([0.03, 0.12, 1])
    assert holm([0.04, 0.01, 0.5]).tolist() == pytest.approx([0.08, 0.03, 0.5])


def test_the_speed_factor_is_a_geometric_mean_of_ratios():
    """10 against 40 and 10 against 10: 4 and 1, so 2."""
    row = speed_factors(pair([10, 10], [40, 10], function=[1, 2]), [1]).to_dicts()[0]
    assert (row["faster"], row["factor"], row["both"]) == ("a", pytest.approx(2), 1)


def test_a_win_before_any_other_game():
    """Glicko-2 from 1500 ± 350: 1662.3 for the winner, 1337.7 for the loser, both ± 290.3."""
    one = np.array([1500.0, 1500.0]), np.array([350.0, 350.0]), np.array([0.06, 0.06])
    games = np.array([[0.0, 1.0], [1.0, 0.0]])
    score = np.array([[0.0, 1.0], [0.0, 0.0]])
    rating, deviation, _ = glicko2_update(*one, games, score)
    assert rating.tolist() == pytest.approx([1662.3, 1337.7], abs=0.05)
    assert deviation.tolist() == pytest.approx([290.3, 290.3], abs=0.05)


def test_the_share_of_problems_won():
    runs = pair([10, 50, 30], [20, 40, 30], function=[1, 2, 3])
    table = {(r["algorithm"], r["other"]): r for r in winning_fractions(runs, [1]).to_dicts()}
    assert table["a", "b"]["fraction"] == table["b", "a"]["fraction"] == 0.5


def test_shapley_is_the_mean_contribution_over_all_orders():
    """v(A) = 0.6, v(B) = 0.5, v(AB) = 0.8: A ½(0.6 + 0.3), B ½(0.5 + 0.2)."""
    # Pairs of equal weight on which only A, both (equally), or only B score: 0.3, 0.3, 0.2 of all.
    scores = np.array([[1, 1, 1, 1, 1, 1, 0, 0, 0, 0], [0, 0, 0, 1, 1, 1, 1, 1, 0, 0]], float)
    assert shapley_of_best(scores).mean(axis=1).tolist() == pytest.approx([0.45, 0.35])


def test_scaling_is_ert_per_dimension():
    parts = [runs_of([[d**2 * 10]], [d**2 * 10], dimension=d) for d in (2, 4, 8)]
    table = scaling(Runs.concatenate(parts), [1])
    assert table.ert_per_dimension.tolist() == [20, 40, 80]


def test_cells_of_a_table_are_ratios_to_the_reference():
    runs = pair([10, 30], [60, 60])
    table = ert_table(runs, [1], reference=runs.select(algorithms="a"))
    assert [(row["reference_ert"], row["ratio"]) for row in table.to_dicts()] == [(20, 1), (20, 3)]
    alone = ert_table(runs, [1])
    assert alone.ratio.tolist() == [20, 60]  # without a reference the ERT itself


def test_bold_is_never_infinite():
    table = ert_table(pair([INF], [INF]), [1])
    assert table.best.tolist() == [False, False]
