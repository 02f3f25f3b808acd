"""Targets of suites, targets from budgets, the artificial best, portfolios and loss ratios."""

import numpy as np
import pytest

from optimeter.data.runs import Runs
from optimeter.measures import (
    best_of,
    contributions,
    load_reference,
    loss_ratios,
    portfolio,
    run_length_targets,
    suite_targets,
)
from tests.measures.helpers import runs_of

INF = np.inf


@pytest.mark.parametrize(
    ("suite", "count", "first", "last"),
    [
        ("bbob", 51, 100, 1e-8), ("bbob-noisy", 51, 100, 1e-8), ("bbob-largescale", 51, 100, 1e-8),
        ("bbob-mixint", 51, 100, 1e-8), ("bbob-constrained", 41, 100, 1e-6),
        ("bbob-biobj", 58, 1, -1e-4), ("bbob-biobj-ext", 58, 1, -1e-4),
    ],
)  # fmt: skip
def test_the_targets_of_a_profile_are_fixed_for_the_suite(suite, count, first, last):
    values = suite_targets(suite).values
    assert (len(values), values[0], values[-1]) == (count, first, last)


def test_five_targets_in_a_decade_equally_far_on_a_log_scale():
    values = suite_targets("bbob").values
    assert np.diff(np.log10(values)) == pytest.approx(-0.2)


def test_a_budget_makes_the_easiest_target_that_takes_the_reference_longer():
    """f6 in 5-D, budgets 0.5, 1.2, 3, 10, 50 times D: targets whose ERTs are 3, 8, 16, 54, 254."""
    reference = load_reference("best2009-bbob")
    where = np.array([6]), np.array([5])
    targets = run_length_targets(reference).for_problems(*where)
    assert targets[0].round(4).tolist() == [100000, 25118.8643, 100, 25.1189, 0.2512]
    assert reference.ert_at(*where, targets)[0].tolist() == [3, 8, 16, 54, 254]


def test_no_target_from_a_budget_is_harder_than_the_final_one():
    reference = load_reference("best2009-bbob")
    targets = run_length_targets(reference).for_problems([1], [20])[0]
    assert targets.round(2).tolist() == [63.1, 39.81, 0, 0, 0]
    assert targets[-1] == pytest.approx(1e-8)


def runs(**times):
    return Runs.concatenate(
        [
            runs_of([[t] for t in column], [100] * len(column), algorithm=name)
            for name, column in times.items()
        ]
    )


def test_the_artificial_best_has_the_smallest_expected_runtime():
    best = best_of(runs(a=[40, 40], b=[10, INF], c=[30, 60]), [1])
    # a: 40; b: (10 + 100) / 1; c: 45
    assert (best.ert[0, 0], best.algorithms[best.winner[0, 0]]) == (40, "a")
    assert (best.successes[0, 0], best.trials[0, 0]) == (2, 2)


def test_ties_go_to_the_first_and_nobody_stands_in_by_final_values():
    assert best_of(runs(a=[40], b=[40]), [1]).winner.tolist() == [[0]]
    nobody = best_of(runs(a=[INF], b=[INF]), [1])
    assert nobody.ert.tolist() == [[INF]]


def test_contributions_count_wins_and_what_is_within_a_factor_of_two():
    table = contributions(runs(a=[40], b=[60], c=[90]), [1]).to_dicts()
    assert [(row["wins"], row["near"]) for row in table] == [(1, 1), (0, 1), (0, 0)]


def test_ties_of_the_best_are_shared():
    table = contributions(runs(a=[40], b=[40], c=[90]), [1]).to_dicts()
    assert [(row["wins"], row["ties"]) for row in table] == [(1, 1), (1, 1), (0, 0)]
    assert [row["common_runtime"] for row in table] == [40, 40, 90]
    failed = contributions(runs(a=[40], b=[INF]), [1]).to_dicts()
    assert [(row["common"], row["common_runtime"]) for row in failed] == [(0, INF)] * 2


def test_a_portfolio_takes_turns():
    """Lengths 10 and 3. A hit of the first at its 5th: (4 + 3) + 1 = 8; of the second at its 3rd: 6."""
    a = runs_of([[5]], [10], algorithm="a")
    b = runs_of([[INF]], [3], algorithm="b")
    assert portfolio(Runs.concatenate([a, b])).runtimes([1]).tolist() == [[8]]
    a = runs_of([[INF]], [10], algorithm="a")
    b = runs_of([[3]], [3], algorithm="b")
    both = portfolio(Runs.concatenate([a, b]))
    assert both.runtimes([1]).tolist() == [[6]]
    assert both.evaluations.tolist() == [13]


def test_the_loss_is_what_was_spent_over_what_the_reference_needs():
    """Within 25 evaluations the first target is reached, at 20; the reference needs 5 for it."""
    data = Runs.from_arrays(
        function=1, dimension=1, offsets=[0, 2, 4], algorithm=["slow", "quick"],
        step_evaluations=[20, 30, 5, 90], step_precision=[1, 0.01, 1, 0.01],
    )  # fmt: skip
    losses = loss_ratios(data.select(algorithms="slow"), best_of(data, [1, 0.01]), [25])
    assert losses.loss.tolist() == [20 / 5]
