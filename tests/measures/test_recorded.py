"""What `test_golden` and `test_differences` hold of the large archives, on the small recorded data.

Expected is what cocopp computes, or what the definition gives term by term.
"""

import shutil
from collections.abc import Iterator
from functools import cache
from math import inf, log10
from pathlib import Path

import numpy as np
import pytest

import optimeter as om
from optimeter.data.load import load
from optimeter.measures import (
    best_of,
    ecdf,
    ert,
    ert_table,
    load_reference,
    portfolio,
    restart_percentiles,
    runtime_statistics,
    speed_factors,
    suite_targets,
)
from tests.measures.conftest import run_cocopp
from tests.measures.peer_rules import ioh_ert, ioh_par
from tests.measures.test_cocopp import data_sets
from tests.measures.test_differences import equal_tests, stars_of_cocopp

TARGETS = suite_targets("bbob").values


def solved_within(times, lengths):
    """Return G: G(y) = (1/n) [ number of T_i <= y + sum over failures of G(y - B_j) ]."""
    successes = [time for time in times if time < inf]
    failures = [length for time, length in zip(times, lengths, strict=True) if time == inf]

    @cache
    def within(budget):
        if not successes or budget < min(successes):
            return 0.0
        direct = sum(time <= budget for time in successes)
        return (direct + sum(within(budget - length) for length in failures)) / len(times)

    return within


def problems_of(runs, targets) -> Iterator[tuple[int, list[tuple[float, ...]], tuple[int, ...]]]:
    """Yield each function with the runtimes of its runs, one list a target, and their lengths."""
    for key, part in runs.groups(("function",)):
        times = part.runtimes(targets)
        lengths = tuple(part.run_lengths().tolist())
        yield key.function, [tuple(column) for column in times.T.tolist()], lengths


@pytest.mark.parametrize("name", ["RS", "CMA", "NM"])
def test_percentiles_of_restarts(some, name):
    """The smallest whole budget within which a restarted run succeeds with that probability."""
    part = some.select(algorithms=name, dimensions=5)
    compared = 0
    for function, columns, lengths in problems_of(part, TARGETS):
        mixed = [i for i, times in enumerate(columns) if 0 < sum(t < inf for t in times) < 5]
        for i in mixed[:2]:
            within = solved_within(columns[i], lengths)
            found = restart_percentiles(part, [TARGETS[i]], functions=function)
            for share, runtime in zip((0.1, 0.25, 0.5, 0.75, 0.9), found.runtime, strict=True):
                assert within(runtime) >= share - 1e-9 > within(runtime - 1)
                compared += 1
    assert compared > 100


@pytest.mark.parametrize("name", ["RS", "CMA", "NM"])
def test_profiles(some, name):
    """The mean over functions and targets of the share of restarted runs that have succeeded."""
    part = some.select(algorithms=name, dimensions=5)
    curve = ecdf(part)[0]
    assert curve.pairs == 24 * 51
    whole = list(problems_of(part, TARGETS))
    for budget in (1, 7, 20, 60, 100, 400):
        shares = [
            solved_within(times, lengths)(5 * budget)
            for _, columns, lengths in whole
            for times in columns
        ]
        assert curve.at([budget])[0] == pytest.approx(np.mean(shares), abs=1e-9)
    solved = sum(min(times) < inf for _, columns, _ in whole for times in columns)
    assert curve.solved * 1224 == pytest.approx(solved)


def test_area_and_geometric_mean(some):
    """Every runtime counts with what it leaves of the window; the mean is that of the logarithms."""
    curve = ecdf(some.select(algorithms="CMA"), dimensions=5)[0]
    gains, inside = np.diff(curve.y, prepend=0.0), curve.x <= 1e4
    left = [4 - max(log10(x), 0) for x in curve.x[inside]]
    assert curve.auc(0, 4) == pytest.approx(gains[inside] @ left / 4)
    mean = 10 ** np.average(np.log10(curve.x[inside]), weights=gains[inside])
    assert curve.geometric_mean(4) == pytest.approx(mean)
    assert 1 < mean < 1e4


@pytest.mark.oracle
def test_the_best_of_three_are_those_of_cocopp(single):
    runs, theirs, real = single
    if real:
        return  # those of the archives are in test_golden
    best = best_of(runs)
    scores: dict[tuple[int, int], np.ndarray] = {}
    for number in data_sets(theirs):
        a, f, d = theirs[f"{number}:id"].tolist()
        scores.setdefault((f, d), np.full((3, 51), inf))[a] = theirs[f"{number}:ert"][:51]
    compared = 0
    for (f, d), three in scores.items():
        place = best.rows(np.array([f]), np.array([d])), best.columns(TARGETS)
        lowest = three.min(axis=0)
        alone = np.isfinite(lowest) & ((three == lowest).sum(axis=0) == 1)
        assert best.winner[place][alone].tolist() == three.argmin(axis=0)[alone].tolist()
        trials = [len(part) for _, part in runs.select(functions=f, dimensions=d).groups()]
        assert set(best.trials[place].tolist()) == set(trials) == {5}
        compared += alone.sum()
    assert compared > 500


def test_a_portfolio_takes_turns(some):
    """A hit of the first at its k-th evaluation comes after k - 1 of the second, if it has so many."""
    both = portfolio(some, ["CMA", "NM"]).select(dimensions=5)
    hits = 0
    for key, part in both.groups(("function",)):
        members = [
            some.select(algorithms=name, functions=key.function, dimensions=5)
            for name in ("CMA", "NM")
        ]
        (a, b), (n, m) = (
            [one.runtimes(TARGETS) for one in members],
            [one.run_lengths()[:, None] for one in members],
        )
        expected = np.minimum(a + np.minimum(a - 1, m), b + np.minimum(b, n))
        np.testing.assert_array_equal(part.runtimes(TARGETS), expected)
        hits += np.isfinite(expected).sum()
    assert hits > 500


def test_ratios_of_a_table_are_those_to_the_reference(some):
    reference = load_reference("best2009-bbob")
    table = ert_table(some, reference=reference, dimensions=[2, 5], resamples=2)
    for row in table.to_dicts():
        place = np.array([row["function"]]), np.array([row["dimension"]])
        best = reference.ert_at(*place, np.array([row["target"]]))[0, 0]
        assert row["ratio"] == row["ert"] / best or row["ert"] == best == inf
    assert np.isfinite(table.ratio).sum() > 100


def test_statistics_of_runtimes_by_the_formulas_of_ioh(some):
    """With one budget for all runs ours are those; without one every run has its own length."""
    different = 0
    longest = float(some.evaluations.max())
    for f in range(1, 25):
        part = some.select(algorithms="NM", functions=f, dimensions=2)
        for target in (10.0, 0.1, 1e-4):
            times = part.runtimes([target])[:, 0]
            row = runtime_statistics(part, [target], budget=longest / 2).to_dicts()[0]
            assert row["mean"] == pytest.approx(ioh_par(times, longest, 1))
            assert row["par"] == pytest.approx(ioh_par(times, longest, 10))
            assert row["ert"] == pytest.approx(ioh_ert(times, longest))
            different += float(ert(part, [target]).ert[0]) != ioh_ert(times, longest)
    assert different > 0


def test_shares_of_a_comparison(some):
    curves = {curve.algorithm: curve.solved for curve in ecdf(some, dimensions=5)}
    for row in speed_factors(some, dimensions=5, resamples=50).to_dicts():
        assert row["low"] <= row["factor"] <= row["high"]
        both, faster, slower = (row[name] for name in ("both", "faster_only", "slower_only"))
        assert both + faster == pytest.approx(curves[row["faster"]])
        assert both + slower == pytest.approx(curves[row["slower"]])
        assert both + faster + slower + row["neither"] == pytest.approx(1)


def test_samples_of_restarts_scatter(some):
    """By cocopp's rule, 30 samples whose first draws are stratified; the distribution has one value."""
    part = some.select(algorithms="NM", functions=4, dimensions=5)
    (columns,) = [columns for _, columns, _ in problems_of(part, TARGETS)]
    times = next(times for times in columns if sum(t < inf for t in times) == 1)
    target = TARGETS[columns.index(times)]
    lengths = part.run_lengths().tolist()
    exact = restart_percentiles(part, [target]).runtime[4]
    marks = []
    for seed in range(20):
        rng = np.random.default_rng(seed)
        sample = []
        for first in range(30):
            run, spent = first % 5, 0.0
            while times[run] == inf:
                spent += lengths[run]
                run = int(rng.integers(5))
            sample.append(spent + times[run])
        marks.append(float(np.sort(sample)[26]))
    assert min(marks) < exact < max(marks)


@pytest.mark.oracle
def test_rank_sums_by_the_rules_of_cocopp(single):
    runs, theirs, real = single
    if not real:  # those of the archives are in test_differences
        assert equal_tests(runs, theirs, {}) == len(theirs["tests"]) == 24 * 2 * 3 * 7


# ------------------------------------------------------------------------------------------- stars


@pytest.fixture(scope="module")
def starred(tmp_path_factory):
    """Return runs on 15 instances, of which some differ significantly, and cocopp's table."""
    folder = tmp_path_factory.mktemp("starred")
    suite = om.Suite("bbob", dimensions=2, instances=range(1, 16))
    names = ("random-search", "cma", "scipy:Nelder-Mead")
    for number, name in enumerate(names):
        om.run(name, suite, budget=20, folder=folder / f"{number}", algorithm=f"{number}",
               progress=False)  # fmt: skip
    packed = [
        Path(shutil.make_archive(str(folder / "packed" / name), "gztar", folder, name))
        for name in "012"
    ]
    (folder / "theirs").mkdir()
    theirs = run_cocopp(folder / "theirs", "single", packed)
    return load(*packed, cache=False), theirs


@pytest.mark.oracle
def test_stars_by_the_statistics_of_cocopp(starred):
    """The value test has its statistics; its guard, which sees no infinite ERT, loses some."""
    runs, theirs = starred
    guarded = stars_of_cocopp(theirs, [2])
    plain = stars_of_cocopp(theirs, [2], guard=False)
    ours = int(np.sum(ert_table(runs, dimensions=2, resamples=2).star > 0))
    assert plain[2] >= ours >= guarded[2] > 40
