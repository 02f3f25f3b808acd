import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from optimeter._core.measures import resampled_ratios
from optimeter.data.runs import Runs
from optimeter.exceptions import DataError, InvalidValueError, UnknownNameError
from optimeter.measures import (
    ert,
    ert_interval,
    runtime_statistics,
    runtimes,
    speed_factors,
)
from tests.measures.helpers import runs_of
from tests.measures.peer_rules import ioh_ert, ioh_par

INF = np.inf


def test_worked_example_of_direct_on_f6():
    times = [[91916], [51330], [INF], [INF], [INF]]
    lengths = [91916, 51330, 100125, 100039, 100061]
    row = ert(runs_of(times, lengths, instance=[1, 2, 3, 4, 5]), [1]).to_dicts()[0]
    assert (row["successes"], row["runs"], row["success_rate"]) == (2, 5, 0.4)
    assert row["average_evaluations"] == pytest.approx(88694.2)
    assert row["ert"] == 221735.5
    assert row["sp1"] == pytest.approx(179057.5)
    # IOHanalyzer charges the largest run to every failure.
    assert ioh_ert(np.array(times)[:, 0], 100125) == 221810.5


def test_runs_weigh_the_same_or_instances_by_name():
    times = [[91916], [51330], [INF], [INF], [INF]]
    lengths = [91916, 51330, 100125, 100039, 100061]
    runs = runs_of(times, lengths, instance=[1, 1, 2, 3, 4])
    assert ert(runs, [1]).success_rate.tolist() == [0.4]
    assert ert(runs, [1]).ert.tolist() == [221735.5]
    row = ert(runs, [1], weights="instances").to_dicts()[0]
    assert row["success_rate"] == 0.25
    assert row["ert"] == pytest.approx(371848)
    assert (row["successes"], row["runs"]) == (2, 5)


def test_no_success_is_infinite_and_nothing_is_nan():
    table = ert(runs_of([[INF], [INF]], [10, 20]), [1])
    assert table.ert.tolist() == [INF]
    assert table.sp1.tolist() == [INF]
    for column in table.columns().values():
        assert column.dtype == object or not np.any(np.isnan(column))


def test_ioh_example_of_a_summary():
    runs = runs_of([[10], [20], [INF]], [40, 30, 30])
    row = runtime_statistics(runs, [1], penalty=1, method="nearest-even").to_dicts()[0]
    assert row["mean"] == 20  # the failed run counts with its own length
    assert row["sd"] == 10
    assert row["ert"] == 30
    times = np.array([10, 20, INF])
    assert ioh_ert(times, 40) == 35
    assert ioh_par(times, 40, 1) == pytest.approx(70 / 3)
    assert ioh_par(times, 40, 10) == pytest.approx(143.3333333)


def test_undefined_statistics_are_infinite():
    runs = runs_of([[7], [INF]], [7, 9])
    row = runtime_statistics(runs, [1, 0.1], sample="successes").to_dicts()
    assert (row[0]["mean"], row[0]["sd"]) == (7, INF)
    assert (row[1]["mean"], row[1]["median"], row[1]["p50"]) == (INF, INF, INF)


def test_groups_of_a_suite_and_wrong_names(said, refused):
    runs = runs_of([[5], [6]], [5, 6], function=[1, 7], suite="bbob", dimension=2)
    assert ert(runs, [1], functions="separable").function.tolist() == [1]
    with refused(UnknownNameError, "'separable'"):
        ert(runs, [1], functions="seperable")
    with refused(DataError, "functions", "24"):
        ert(runs, [1], functions=24)
    with refused(InvalidValueError):
        ert(runs, [])
    assert refused.messages == said


def test_default_targets_come_from_the_suite():
    runs = runs_of([[5]], [5], suite="bbob")
    assert len(ert(runs)) == 51
    assert len(ert(runs_of([[5]], [5], suite="bbob-biobj", instance=1))) == 58


def test_selecting_rows(said, refused):
    table = ert(runs_of([[5, 9]], [9]), [1, 0.1])
    assert table.select(target=0.1).ert.tolist() == [9]
    with refused(UnknownNameError, "'targets'"):
        table.select(targets=1)
    assert refused.messages == said


def test_runtimes_lists_every_run():
    table = runtimes(runs_of([[5, INF], [6, 7]], [8, 7]), [1, 0.1])
    assert table.runtime.tolist() == [5, INF, 6, 7]
    assert table.length.tolist() == [8, 8, 7, 7]


def test_interval_is_deterministic_and_independent_of_other_data():
    one = runs_of([[10], [20], [INF], [40]], [10, 20, 50, 40], algorithm="a")
    other = runs_of([[1], [2], [3], [4]], [1, 2, 3, 4], algorithm="b")
    alone = ert_interval(one, [1]).to_dicts()
    together = ert_interval(Runs.concatenate([one, other]), [1]).to_dicts()
    assert alone[0] == together[0]
    assert alone == ert_interval(one, [1]).to_dicts()
    assert ert_interval(one, [1], seed=2).low[0] <= alone[0]["ert"]


def log_ert(times, lengths):
    """Return the logarithm of the ERT and its standard error: that of the mean of its linear part."""
    hit = np.isfinite(times)
    cost = np.where(hit, times, lengths)
    linear = cost / cost.mean() - hit / hit.mean()
    return np.log(cost.mean() / hit.mean()), linear.std(ddof=1) / np.sqrt(len(times))


def test_interval_agrees_with_a_plain_bootstrap_t():
    times = np.array([12, 30, 45, 80, INF, INF, 33, 21, 60, 18])
    lengths = np.where(np.isfinite(times), times, 100)
    runs = runs_of([[t] for t in times], lengths.tolist())
    found = ert_interval(runs, [1], resamples=4000)
    rng = np.random.default_rng(0)
    sample = []
    for _ in range(4000):
        rows = rng.integers(10, size=10)
        log, error = log_ert(times[rows], lengths[rows])
        sample.append((log - log_ert(times, lengths)[0]) / error)
    log, error = log_ert(times, lengths)
    low, high = np.exp(log - np.quantile(sample, [0.975, 0.025]) * error)
    assert found.low[0] == pytest.approx(low, rel=0.05)
    assert found.high[0] == pytest.approx(high, rel=0.08)


times_strategy = st.lists(
    st.lists(st.one_of(st.integers(1, 500), st.just(None)), min_size=3, max_size=3),
    min_size=1,
    max_size=8,
)


def nested(rows) -> list[list[float]]:
    """Turn any numbers into runtimes that grow with difficulty and stay infinite once missed."""
    result = []
    for row in rows:
        current, out = 0, []
        for entry in row:
            current = INF if entry is None or current == INF else max(current, entry)
            out.append(current)
        result.append(out)
    return result


@settings(derandomize=True, max_examples=80, deadline=None)
@given(times_strategy, st.integers(0, 1000))
def test_identities_and_a_slow_version(rows, extra):
    times = nested(rows)
    lengths = [max([1, *(int(t) for t in row if np.isfinite(t))]) + extra for row in times]
    table = ert(runs_of(times, lengths), [1, 0.1, 0.01])
    for k in range(3):
        hits = [row[k] for row in times if np.isfinite(row[k])]
        fails = [length for row, length in zip(times, lengths, strict=True) if row[k] == INF]
        expected = (sum(hits) + sum(fails)) / len(hits) if hits else INF
        assert table.ert[k] == pytest.approx(expected)
        assert table.successes[k] == len(hits)
        if hits:
            rate = table.success_rate[k]
            assert table.ert[k] == pytest.approx(table.average_evaluations[k] / rate)
            lost = np.mean(fails) * (1 - rate) / rate if fails else 0
            assert table.ert[k] == pytest.approx(np.mean(hits) + lost)
            assert table.sp1[k] == pytest.approx(np.mean(hits) / rate)
        assert table.success_low[k] <= table.success_rate[k] <= table.success_high[k]
    assert np.all(np.diff(table.ert[np.isfinite(table.ert)]) >= 0)


@settings(derandomize=True, max_examples=30, deadline=None)
@given(times_strategy, st.randoms(use_true_random=False))
def test_order_of_runs_does_not_matter(rows, random):
    times = nested(rows)
    lengths = [1000 + i for i in range(len(times))]
    order = list(range(len(times)))
    random.shuffle(order)
    one = ert(runs_of(times, lengths), [1, 0.1, 0.01])
    other = ert(runs_of([times[i] for i in order], [lengths[i] for i in order]), [1, 0.1, 0.01])
    assert_allclose(one.ert, other.ert)


def test_many_algorithms_are_treated_in_blocks_without_change(monkeypatch):
    parts = [runs_of([[5 + i, 9 + i]], [20], algorithm=f"a{i}") for i in range(7)]
    runs = Runs.concatenate(parts)
    whole = ert(runs, [1, 0.1])
    monkeypatch.setattr("optimeter.measures._problems.BLOCK", 100)
    assert ert(runs, [1, 0.1]).to_dicts() == whole.to_dicts()


def test_speed_factor_counts_pairs_solved_by_one_only():
    a = runs_of([[10, 20, INF]], [100], algorithm="a")
    b = runs_of([[40, INF, INF]], [100], algorithm="b")
    row = speed_factors(Runs.concatenate([b, a]), [1, 0.1, 0.01]).to_dicts()[0]
    assert (row["faster"], row["slower"]) == ("a", "b")
    assert row["factor"] == pytest.approx(4)
    shares = [row[name] for name in ("both", "faster_only", "slower_only", "neither")]
    assert shares == pytest.approx([1 / 3, 1 / 3, 0, 1 / 3])


def test_a_split_table_is_a_selection_for_every_value():
    runs = runs_of([[5, 9], [7, INF], [2, 4]], [20] * 3, function=[3, 1, 3])
    table = ert(runs, [1.0, 0.1])
    parts = table.split("function")
    assert list(parts) == [1, 3]
    for function, part in parts.items():
        assert part.to_dicts() == table.select(function=function).to_dicts()
    assert type(table).concatenate([]).split("function") == {}


def test_ratios_of_resamples_agree_with_numpy():
    rng = np.random.default_rng(3)
    problems, runs, targets, resamples = 3, 7, 4, 11
    hit = rng.random((problems, runs, targets)) < np.linspace(0.9, 0, targets)  # the last: never
    spent = rng.integers(1, 10**6, hit.shape).astype(float)
    success = hit.astype(float)
    draws = rng.multinomial(runs, np.full(runs, 1 / runs), (problems, resamples)).astype(float)
    ratios, errors = resampled_ratios(spent, success, draws)
    with np.errstate(divide="ignore", invalid="ignore"):
        c, h = draws @ spent, draws @ success
        cc, ch, hh = (draws @ square for square in (spent**2, spent * success, success**2))
        variance = (cc / c**2 - 2 * ch / (c * h) + hh / h**2) * runs / (runs - 1)
        error = np.sqrt(np.maximum(variance, 0))
        ratio = c / h
    reached = hit.any(axis=1)
    assert 0 < reached.sum() < reached.size
    assert np.array_equal(ratios, np.moveaxis(ratio, 1, 2)[reached])
    assert np.array_equal(errors, np.moveaxis(error, 1, 2)[reached], equal_nan=True)


def test_what_was_never_reached_has_no_interval():
    found = ert_interval(runs_of([[5, INF], [9, INF]], [20, 20]), [1, 0.1])
    assert np.isfinite(found.low).tolist() == [True, False]
    assert found.high.tolist()[1] == INF
