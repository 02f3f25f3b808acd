import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optimeter._core.measures import restart_atoms, restart_quantiles, solved_targets
from optimeter.data.runs import Runs
from optimeter.measures import ert, restart_distribution, restart_percentiles
from tests.measures.helpers import runs_of
from tests.measures.slow_renewal import renewed as slow_renewed
from tests.measures.slow_restarts import failure_sums, restarted
from tests.measures.slow_restarts import restart_quantiles as slow_quantiles

INF = np.inf
TIMES = np.array([91916, 51330, INF, INF, INF])
LENGTHS = np.array([91916, 51330, 100125, 100039, 100061])


def slow_probability(y, times, lengths, memo=None):
    """G(y) by its recursion, straight from the definition."""
    memo = {} if memo is None else memo
    hits = times[np.isfinite(times)]
    if y < hits.min():
        return 0.0
    if y not in memo:
        failed = lengths[~np.isfinite(times)]
        memo[y] = (
            np.sum(hits <= y) + sum(slow_probability(y - b, times, lengths, memo) for b in failed)
        ) / len(times)
    return memo[y]


def at(distribution, y):
    values, masses = distribution
    return masses[values <= y].sum()


def test_golden_distribution_of_direct_on_f6():
    distribution = restart_distribution(TIMES, LENGTHS)
    assert at(distribution, 160_000) == pytest.approx(0.52)
    assert at(distribution, 200_000) == pytest.approx(0.64)
    assert at(distribution, 300_000) == pytest.approx(0.784)
    values, masses = distribution
    assert masses.sum() == pytest.approx(1)
    assert values @ masses == pytest.approx(221735.5, rel=1e-6)


def test_golden_percentiles_of_direct_on_f6():
    runs = runs_of([[t] for t in TIMES], LENGTHS.tolist())
    found = restart_percentiles(runs, [1]).runtime
    assert found.tolist() == [51330, 91916, 151455, 292080, 492138]
    assert (found[4] - found[0]) / 2 == 220404


def test_one_length_has_the_closed_form():
    values, masses = restart_distribution([3, INF, INF], [3, 10, 10])
    c = np.arange(len(values))
    assert values == pytest.approx(3 + 10 * c)
    assert masses[:20] == pytest.approx((2 / 3) ** c[:20] / 3)


def test_without_success_or_without_failure():
    assert len(restart_distribution([INF, INF], [5, 6])[0]) == 0
    values, masses = restart_distribution([5, 5, 7], [5, 5, 7])
    assert values.tolist() == [5, 7]
    assert masses == pytest.approx([2 / 3, 1 / 3])
    table = restart_percentiles(runs_of([[INF]], [5]), [1], probabilities=[0.5])
    assert table.runtime.tolist() == [INF]


@settings(derandomize=True, max_examples=40, deadline=None)
@given(
    st.lists(st.integers(1, 60), min_size=1, max_size=4),
    st.lists(st.integers(20, 90), min_size=1, max_size=3),
)
def test_the_recursion_is_reproduced(hits, failures):
    times = np.array([*hits, *[INF] * len(failures)])
    lengths = np.array([*hits, *failures], dtype=float)
    distribution = restart_distribution(times, lengths)
    memo: dict[float, float] = {}
    for y in (10, 37, 60, 95, 150, 220):
        assert at(distribution, y) == pytest.approx(slow_probability(y, times, lengths, memo))


def mixed_problem(seed, failures=7, spread=4000):
    rng = np.random.default_rng(seed)
    lengths = rng.integers(5000, 5000 + spread, size=failures + 3).astype(float)
    times = np.full((failures + 3, 1), INF)
    times[:3, 0] = rng.integers(100, 5000, size=3)
    weights = np.full(failures + 3, 1 / (failures + 3))
    return times, lengths, weights


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("spread", [1, 40, 100_000])
def test_lattice_agrees_with_enumeration_and_with_fourier_transforms(seed, spread):
    times, lengths, weights = mixed_problem(seed, spread=spread)
    values, masses = restart_atoms(times, lengths, weights, 2_000_000, 1 << 16)
    coarse_values, coarse_masses = restart_atoms(times, lengths, weights, 300, 1 << 13)
    hits = times[:3, 0]
    sums = failure_sums(lengths[3:], weights[3:], 300)
    slow_values, slow_masses = restarted(hits, weights[:3], sums, 1 << 13)
    assert masses.sum() == pytest.approx(1)
    assert coarse_masses.sum() == pytest.approx(1)
    mean = values @ masses
    assert coarse_values @ coarse_masses == pytest.approx(mean, rel=2e-4)
    for y in np.quantile(values, [0.01, 0.05, 0.2, 0.5, 0.8]) * 1.003:
        exact = masses[values <= y].sum()
        assert coarse_masses[coarse_values <= y].sum() == pytest.approx(exact, abs=0.01)
        slow = slow_masses[slow_values <= y].sum() + weights[:3][hits <= y].sum()
        assert coarse_masses[coarse_values <= y].sum() == pytest.approx(slow, abs=2e-3)


def test_the_recursion_is_exact_below_its_limit_and_close_beyond():
    times, lengths, weights = mixed_problem(5, failures=6, spread=900)
    times, lengths = np.ceil(times / 50), np.ceil(lengths / 50)
    values, masses = restart_atoms(times, lengths, weights, 1, 1 << 9)
    memo: dict[float, float] = {}
    for y in range(0, 512):
        exact = slow_probability(y, times[:, 0], lengths, memo)
        assert masses[values <= y].sum() == pytest.approx(exact, abs=1e-13)
    for y in (700, 1000, 1500, 3000):
        low, high = (
            slow_probability(round(y * f), times[:, 0], lengths, memo) for f in (0.99, 1.01)
        )
        assert low <= masses[values <= y].sum() <= high
    assert masses.sum() == pytest.approx(1, abs=1e-12)


def test_quantiles_of_the_kernel_and_of_numpy():
    times, lengths, weights = mixed_problem(9, failures=4)
    p = np.array([0.05, 0.3, 0.5, 0.9])
    found = restart_quantiles(times, lengths, weights, p, 100_000, 1 << 16)
    sums = failure_sums(lengths[3:], weights[3:], 100_000)
    assert found.tolist() == slow_quantiles(times[:3], weights[:3], sums, p).tolist()


def test_very_short_and_very_long_failures():
    # The lattice is coarser than the short failure: it refers to its own point.
    times = np.array([[50.0], *[[INF]] * 12])
    lengths = np.array([50.0, 2.0, *np.linspace(1e5, 3e5, 11)])
    weights = np.full(13, 1 / 13)
    values, masses = restart_atoms(times, lengths, weights, 50, 1 << 10)
    assert np.all(masses >= 0)
    assert masses.sum() == pytest.approx(1)
    expected = (50 + lengths[1:].sum()) / 1
    assert values @ masses == pytest.approx(expected, rel=5e-3)


def test_sampling_agrees():
    rng = np.random.default_rng(1)
    times = np.array([400.0, 900, 150, INF, INF, INF, INF, INF])
    lengths = np.array([400, 900, 150, 1500, 2500, 700, 3000, 1100.0])
    values, masses = restart_distribution(times, lengths)
    sample = []
    for _ in range(20_000):
        spent = 0.0
        while True:
            j = rng.integers(8)
            if np.isfinite(times[j]):
                sample.append(spent + times[j])
                break
            spent += lengths[j]
    for y in (200, 1000, 2000, 5000, 10_000):
        assert masses[values <= y].sum() == pytest.approx(np.mean(np.array(sample) <= y), abs=0.012)
    runs = runs_of([[t] for t in times], lengths.tolist())
    found = restart_percentiles(runs, [1], probabilities=[0.5]).runtime[0]
    assert found == pytest.approx(np.median(sample), rel=0.05)
    assert values @ masses == pytest.approx(ert(runs, [1]).ert[0], rel=1e-5)


def test_percentiles_are_support_points():
    rng = np.random.default_rng(3)
    times = np.array([120.0, 340, *[INF] * 6])
    lengths = np.concatenate([[120, 340], rng.integers(500, 900, size=6)]).astype(float)
    runs = runs_of([[t] for t in times], lengths.tolist())
    probabilities = [0.1, 0.3, 0.5]
    found = restart_percentiles(runs, [1], probabilities=probabilities).runtime
    values, masses = restart_distribution(times, lengths)
    for p, y in zip(probabilities, found, strict=True):
        assert np.min(np.abs(values - y)) < 1e-6
        assert masses[values <= y].sum() >= p - 1e-9
        assert masses[values < y].sum() < p


def test_restarts_stay_on_their_instance_where_instances_differ():
    runs = runs_of(
        [[5], [INF], [INF], [INF]],
        [5, 10, 7, 7],
        instance=[1, 1, 2, 2],
        suite="bbob-biobj",
    )
    table = restart_percentiles(runs, [1], probabilities=[0.25, 0.3, 0.4375, 0.51])
    # Half of the mass, instance 2, is never solved; instance 1 takes 5, 15, 25, …
    assert table.runtime.tolist() == [5, 15, 25, INF]


def test_equal_data_give_equal_bits():
    one = runs_of([[5], [INF], [9]], [5, 30, 9], algorithm="a")
    other = runs_of([[7], [INF]], [7, 11], algorithm="b")
    alone = restart_percentiles(one, [1]).runtime
    both = restart_percentiles(Runs.concatenate([one, other]), [1])
    assert both.select(algorithm="a").runtime.tolist() == alone.tolist()


def test_renewal_on_a_grid_agrees_with_numpy_and_with_the_distribution():
    rng = np.random.default_rng(6)
    budgets = 10.0 ** np.linspace(0, 6, 121)
    times = np.array([300.0, 2000, *[INF] * 4])
    lengths = np.array([300.0, 2000, 700, 1500, 4000, 2500])
    weights = np.column_stack([np.full(6, 1 / 6), rng.multinomial(6, np.full(6, 1 / 6), 9).T / 6])
    raw = np.array([(times[:, None] <= budgets).T @ column for column in weights.T]).T
    found = solved_targets(times[:, None], lengths, weights, budgets, True)
    slow = slow_renewed(raw.T, lengths[2:], weights[2:].T, budgets)
    assert pytest.approx(slow) == found.T
    values, masses = restart_distribution(times, lengths)
    exact = np.array([masses[values <= y].sum() for y in budgets])
    assert found[:, 0] == pytest.approx(exact, abs=0.05)  # steps are smoothed by the grid
    assert np.mean(found[:, 0] - exact) == pytest.approx(0, abs=2e-3)
    assert np.all(np.diff(found, axis=0) > -1e-9)


@pytest.mark.parametrize("restarts", [True, False])
def test_solved_targets_are_those_of_every_class_of_targets(restarts):
    rng = np.random.default_rng(8)
    budgets = 10.0 ** np.linspace(0, 5, 101)
    lengths = np.array([500.0, 900, 500, 500, 900, 700, 60])  # equal ones are joined
    reached = [7, 7, 5, 5, 5, 2, 0]  # runs that reach each target: three classes, one never
    times = np.full((7, len(reached)), INF)
    for target, successes in enumerate(reached):
        times[:successes, target] = np.minimum(lengths, 20 * (target + 1) + 9 * np.arange(7))[
            :successes
        ]
    weights = rng.multinomial(7, np.full(7, 1 / 7), 9).T / 7
    expected = np.zeros((len(budgets), 9))
    for successes in (7, 5, 2):
        members = [target for target, count in enumerate(reached) if count == successes]
        counts = (times[:, members, None] <= budgets).sum(axis=1)
        raw = counts.T @ weights
        if restarts and successes < 7:
            failed = lengths[successes:], weights[successes:].T
            held = weights[:successes].sum(axis=0) > 0  # others have nothing to restart for
            raw[:, held] = slow_renewed(raw.T[held], failed[0], failed[1][held], budgets).T
        expected += raw
    found = solved_targets(times, lengths, weights, budgets, restarts)
    assert found == pytest.approx(expected, rel=1e-12)
