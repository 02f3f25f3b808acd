"""Which algorithms are alike: the tree against scipy's, distances against slow, obvious ones."""

import numpy as np
import pytest
from scipy.cluster.hierarchy import cophenet, linkage
from scipy.spatial.distance import pdist, squareform

from optimeter.data.runs import Runs
from optimeter.exceptions import InvalidValueError
from optimeter.measures import clusters, ert
from optimeter.measures.clusters import average_linkage
from tests.measures.examples import example_runs
from tests.measures.helpers import runs_of

INF = np.inf


def joined_at(order, joins):
    """Return where every two are joined: at the largest number between them."""
    size = len(order)
    found = np.zeros((size, size))
    for a in range(size):
        for b in range(a + 1, size):
            found[order[a], order[b]] = found[order[b], order[a]] = joins[a + 1 : b + 1].max()
    return found


@pytest.mark.oracle
@pytest.mark.parametrize("size", [2, 3, 7, 40])
def test_the_tree_is_that_of_scipy(size):
    points = np.random.default_rng(size).random((size, 5))
    apart = pdist(points, "cityblock")
    order, joins = average_linkage(squareform(apart), points.mean(axis=1))
    assert sorted(order.tolist()) == list(range(size))
    expected = squareform(cophenet(linkage(apart, "average")))
    np.testing.assert_allclose(joined_at(order, joins), expected, rtol=1e-12)


def slow_factor(runs, one, other, dimension):
    """Return the geometric mean of the factors between two algorithms, pair by pair."""
    table = ert(runs).select(dimension=dimension)
    found = {name: {} for name in runs.algorithms}
    solved, failed = set(), {}
    for row in table.to_dicts():
        pair = row["function"], row["target"]
        found[row["algorithm"]][pair] = row["ert"]
        if row["ert"] < INF:
            solved.add(pair)
            failed[pair[0]] = max(failed.get(pair[0], 0.0), 10 * row["ert"])
    logs = []
    for pair in solved & set(found[one]) & set(found[other]):
        first, second = (min(found[name][pair], failed[pair[0]]) for name in (one, other))
        logs.append(abs(np.log(first / second)))
    return np.exp(np.mean(logs))


def test_factors_are_geometric_means_over_pairs():
    runs = example_runs(algorithms=("a", "b", "c", "d"))
    table = clusters(runs)
    assert sorted(set(table.dimension.tolist())) == [2, 5]
    for row in table.to_dicts():
        rivals = {
            name: slow_factor(runs, row["algorithm"], name, row["dimension"])
            for name in runs.algorithms
            if name != row["algorithm"]
        }
        assert row["nearest"] == min(rivals, key=rivals.get)
        assert row["factor"] == pytest.approx(min(rivals.values()))


def test_functions_without_data_do_not_count():
    whole = example_runs(algorithms=("a", "b"))
    half = whole[(whole.algorithm_codes == 0) | (whole.function <= 2)]
    table = clusters(half, [1.0])
    for d in (2, 5):
        times = {
            name: ert(whole[whole.function <= 2], [1.0]).select(dimension=d, algorithm=name).ert
            for name in "ab"
        }
        factor = np.exp(np.abs(np.log(times["a"] / times["b"])).mean())
        assert table.select(dimension=d).joins[1] == pytest.approx(factor)


def test_what_shares_no_function_is_never_joined():
    runs = Runs.concatenate(
        [runs_of([[5]], [9], algorithm=name, function=f) for name, f in (("a", 1), ("b", 2))]
    )
    table = clusters(runs, [1])
    assert table.joins.tolist() == [INF, INF]
    assert table.cluster.tolist() == [1, 2]
    assert table.nearest.tolist() == ["", ""]


def test_who_solves_and_who_fails_are_not_alike():
    fast, same, poor = [10, 20, 30, 40], [11, 21, 31, 41], [10, INF, INF, INF]
    runs = Runs.concatenate(
        [
            runs_of([times], [50], targets=[3, 2, 1, 0.5], algorithm=name)
            for name, times in (("fast", fast), ("same", same), ("poor", poor))
        ]
    )
    table = clusters(runs, [3, 2, 1, 0.5])
    assert table.algorithm.tolist() == ["fast", "same", "poor"]
    assert table.cluster.tolist() == [1, 1, 2]
    assert table.joins[2] > 10**0.75  # three of four targets


def test_groups_end_where_the_factor_is_larger(said, refused):
    runs = example_runs(algorithms=tuple("abcdef"))
    for factor in (1.01, 1.3, 100.0):
        table = clusters(runs, factor=factor)
        for d in (2, 5):
            here = table.select(dimension=d)
            assert here.cluster.tolist() == np.cumsum(here.joins > factor).tolist()
    assert set(table.cluster.tolist()) == {1}
    with refused(InvalidValueError, "factor", "1"):
        clusters(runs, factor=1)
    assert refused.messages == said


def test_one_algorithm_stands_alone():
    table = clusters(example_runs(algorithms=("a",)))
    assert table.cluster.tolist() == [1, 1]
    assert table.nearest.tolist() == ["", ""]
