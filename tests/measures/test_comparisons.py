from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optimeter.data.runs import Runs
from optimeter.exceptions import DataError, InvalidValueError
from optimeter.measures import (
    advice,
    bonferroni,
    budget_winners,
    contributions,
    deep_ranking,
    ert_table,
    glicko2_update,
    holm,
    instance_effect,
    kolmogorov_smirnov,
    pairwise_tests,
    ratings,
    runtime_ratios,
    scaling,
    shapley_of_best,
    speed_factors,
    winning_fractions,
)
from optimeter.measures._permutation import EXACT_UP_TO, _two_sided
from optimeter.measures.deep_statistics import deep_ranks
from optimeter.measures.multiple_tests import Families
from optimeter.measures.words import lead_sentence, not_surely_lower
from tests.measures.helpers import runs_of

INF = np.inf


def pair(a, b, a_lengths=None, b_lengths=None, **columns) -> Runs:
    longest = 1000
    return Runs.concatenate(
        [
            runs_of([[t] for t in a], a_lengths or [longest] * len(a), algorithm="a", **columns),
            runs_of([[t] for t in b], b_lengths or [longest] * len(b), algorithm="b", **columns),
        ]
    )


@pytest.mark.oracle
@settings(derandomize=True, max_examples=40, deadline=None)
@given(
    st.lists(st.integers(1, 900), min_size=2, max_size=9),
    st.lists(st.integers(1, 900), min_size=2, max_size=9),
)
def test_rank_sum_agrees_with_scipy_when_all_succeed(a, b):
    from scipy.stats import mannwhitneyu, norm

    row = pairwise_tests(pair(a, b), [1]).to_dicts()[0]
    theirs = mannwhitneyu(a, b, alternative="two-sided", method="asymptotic", use_continuity=False)
    wins = len(a) * len(b) - theirs.statistic  # of a: smaller runtimes are better
    n, m = len(a), len(b)
    assert row["effect"] == pytest.approx(wins / (n * m))
    assert (row["z"] > 0) == (row["effect"] > 0.5)
    if len({*a, *b}) == n + m:
        expected = mannwhitneyu(a, b, alternative="two-sided", method="exact").pvalue
        assert row["p"] == pytest.approx(expected)
    if len({*a, *b}) > 1:
        assert abs(row["z"]) == pytest.approx(-norm.ppf(theirs.pvalue / 2))
    published = pairwise_tests(pair(a, b), [1], rule="published").to_dicts()[0]
    z = (wins - n * m / 2) / np.sqrt(n * m * (n + m + 1) / 12)
    assert published["z"] == pytest.approx(z)
    better, worse = (np.mean(a), np.mean(b)) if z > 0 else (np.mean(b), np.mean(a))
    assert published["p"] == pytest.approx(2 * norm.sf(abs(z)) if better < worse else 1.0)


def test_failed_runs_rank_by_quality_below_all_successes():
    # a: one success; b: none, but better values. E_min is 50, the shortest failure.
    a = Runs.from_arrays(
        function=1,
        dimension=1,
        algorithm="a",
        offsets=[0, 2, 3],
        evaluations=[100, 100],
        step_evaluations=[1, 40, 1],
        step_precision=[90, 0.5, 80],
    )
    b = Runs.from_arrays(
        function=1,
        dimension=1,
        algorithm="b",
        offsets=[0, 1, 3],
        evaluations=[50, 100],
        step_evaluations=[1, 1, 60],
        step_precision=[7, 30, 0.1],
    )
    row = pairwise_tests(Runs.concatenate([a, b]), [1], rule="published").to_dicts()[0]
    # values of a: 1/40, -80; of b: -7, -30 (its success at 60 comes after E_min)
    wins = 2 + 0
    assert row["z"] == pytest.approx((wins - 2) / np.sqrt(2 * 2 * 5 / 12))


def test_effort_guard_needs_a_smaller_expected_runtime():
    # b ranks better by quality but has no success while a has.
    a = pair([10, INF], [INF, INF], [10, 30], [500, 500])
    row = pairwise_tests(a, [1], rule="published").to_dicts()[0]
    assert row["ert"] == 40
    assert row["other_ert"] == INF
    assert 0 <= row["p"] <= 1


def test_both_infinite_needs_no_smaller_effort():
    better = Runs.from_arrays(
        function=1,
        dimension=1,
        algorithm="a",
        offsets=range(9),
        evaluations=900,
        step_evaluations=[1] * 8,
        step_precision=range(2, 10),
    )
    worse = Runs.from_arrays(
        function=1,
        dimension=1,
        algorithm="b",
        offsets=range(9),
        evaluations=100,
        step_evaluations=[1] * 8,
        step_precision=range(20, 28),
    )
    both = Runs.concatenate([better, worse])
    row = pairwise_tests(both, [1], rule="published").to_dicts()[0]
    assert row["p"] < 0.001  # the peer's identity test would say 1


def test_exact_null_distribution():
    # Two against two without ties: doubled wins 0, 2, …, 8 in 1, 1, 2, 1, 1 of 6 ways.
    p = _two_sided(2, 2, (1, 1, 1, 1))
    assert p[::2] == pytest.approx(np.array([1, 2, 3, 2, 1]) / 3)
    assert _two_sided(5, 15, (1,) * 20)[0] == pytest.approx(2 / 15504)
    assert _two_sided(3, 2, (5,))[6] == 1  # all equal


@settings(derandomize=True, max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from([1, 2, 3, 7, INF]), min_size=1, max_size=5),
    st.lists(st.sampled_from([1, 2, 5, 7, INF]), min_size=1, max_size=6),
)
def test_the_exact_p_value_is_that_of_all_permutations(a, b):
    pooled, n = np.array([*a, *b], dtype=float), len(a)

    def wins(chosen):
        mine, others = pooled[list(chosen)], np.delete(pooled, list(chosen))
        return sum((x < others).sum() + (x == others).sum() / 2 for x in mine)

    found = np.array([wins(chosen) for chosen in combinations(range(len(pooled)), n)])
    seen = wins(range(n))
    expected = min(1, 2 * min(np.mean(found <= seen + 1e-9), np.mean(found >= seen - 1e-9)))
    row = pairwise_tests(pair(a, b), [1]).to_dicts()[0]
    assert row["p"] == pytest.approx(expected)
    assert row["effect"] == pytest.approx(seen / (n * len(b)))


@pytest.mark.oracle
def test_many_runs_take_the_normal_distribution():
    from scipy.stats import mannwhitneyu

    rng = np.random.default_rng(1)
    for size in (EXACT_UP_TO // 2, EXACT_UP_TO // 2 + 1):
        a, b = rng.integers(1, 50, size).tolist(), rng.integers(5, 60, size).tolist()
        row = pairwise_tests(pair(a, b), [1]).to_dicts()[0]
        theirs = mannwhitneyu(a, b, method="asymptotic", use_continuity=False).pvalue
        assert row["p"] == pytest.approx(theirs, rel=1e-9 if 2 * size > EXACT_UP_TO else 0.2)


def test_corrections():
    p = np.array([[0.01, 0.04], [0.03, 0.5]])
    assert bonferroni(p) == pytest.approx(np.array([[0.04, 0.16], [0.12, 1]]))
    assert holm(p) == pytest.approx(np.array([[0.04, 0.09], [0.09, 0.5]]))


def test_families_of_tests_are_corrected_apart():
    """As if each family stood in a table of its own; the order of the rows does not matter."""
    names = np.array(["x", "y", "x", "x"], dtype=object)
    numbers = np.array([1, 1, 2, 1])
    p = np.array([0.01, 0.02, 0.03, 0.04])
    assert Families.of(names, numbers).corrected(holm, p).tolist() == pytest.approx(
        [0.02, 0.02, 0.03, 0.04]
    )
    assert Families.of(np.ones(len(p))).corrected(bonferroni, p).tolist() == pytest.approx(
        bonferroni(p)
    )
    assert Families.of(p[:0]).corrected(holm, p[:0]).tolist() == []


def test_tests_of_a_pair_and_a_dimension_are_a_family(said, refused):
    rng = np.random.default_rng(3)
    times = rng.integers(5, 90, (24, 3)).cumsum(axis=1).astype(float)
    runs = runs_of(
        times.tolist(), [400] * 24, algorithm=[*"aaaabbbbcccc"] * 2, dimension=[2] * 12 + [3] * 12
    )
    table = pairwise_tests(runs, [1, 0.1, 0.01], family="pair")
    for a, b in ("ab", "ac", "bc"):
        for d in (2, 3):
            part = runs.select(algorithms=[a, b], dimensions=d)
            alone = pairwise_tests(part, [1, 0.1, 0.01])
            rows = table.select(algorithm=a, other=b, dimension=d)
            assert rows.p_holm.tolist() == alone.p_holm.tolist()
            assert rows.p_bonferroni.tolist() == alone.p_bonferroni.tolist()
    with refused(InvalidValueError, "family", "'table'", "'pair'"):
        pairwise_tests(runs, [1], family="function")
    assert refused.messages == said


def test_who_leads_from_which_budget_on(said):
    a = runs_of([[5, 90]], [90], algorithm="a")
    b = runs_of([[9, 20]], [90], algorithm="b")
    runs = Runs.concatenate([a, b])
    table = budget_winners(runs, [1, 0.1], budgets=[1, 6, 10, 30], by="all")
    # at 10 both have solved one target: they share the lead
    assert table.stretches() == [("a", 6.0), ("", 10.0), ("b", 30.0)]
    assert table.select(budget=10).algorithm.tolist() == ["a", "b"]
    assert table.select(budget=10).margin.tolist() == [0, 0]
    assert not table.sure.any()  # there is no interval
    told = {"two": lead_sentence(table.stretches())}
    changing = [(name, 10.0**k) for k, name in enumerate("ababa")]
    told["many"] = lead_sentence(changing)
    told["none"] = lead_sentence([("", 1.0)])
    for what, number in (("two", "10·D"), ("two", "30·D"), ("many", " 4 "), ("many", "1e4·D")):
        assert number in told[what]
    assert told == said


def test_who_has_solved_nothing_is_below_who_is_surely_lower():
    # Few runs say little of what the idle one might do, but it has done less than the poor one.
    wide = ("idle", 0.0, (0.0, 0.9))
    assert not_surely_lower([("good", 0.9, (0.8, 1.0)), wide]) == ["good", "idle"]
    lower = ("poor", 0.2, (0.1, 0.3))
    assert not_surely_lower([("good", 0.9, (0.8, 1.0)), lower, wide]) == ["good"]


def test_candidates_are_those_who_lead():
    times = {"good": [[5, 8, 9]], "poor": [[5, INF, INF]], "idle": [[INF, INF, INF]]}
    runs = Runs.concatenate(
        [
            runs_of(found * 40, [99] * 40, algorithm=name, targets=[1, 0.1, 0.01])
            for name, found in times.items()
        ]
    )
    options = {"budgets": [50], "by": "all", "resamples": 40}
    found = advice(runs, [1, 0.1, 0.01], **options)
    table = budget_winners(runs, [1, 0.1, 0.01], **options)
    assert found.algorithm[found.candidate].tolist() == table.algorithm.tolist() == ["good"]


def test_a_lead_is_claimed_as_far_as_the_intervals_reach():
    rng = np.random.default_rng(3)
    sure = [
        runs_of(rng.integers(*span, (40, 1)), [99] * 40, algorithm=name)
        for name, span in (("fast", (1, 20)), ("alike", (2, 22)), ("slow", (50, 90)))
    ]
    table = budget_winners(Runs.concatenate(sure), [1], budgets=[10, 30], by="all", resamples=400)
    # at 10 the two quick ones cannot be told apart, the slow one is out; at 30 they are equal
    assert sorted(table.select(budget=10).algorithm.tolist()) == ["alike", "fast"]
    assert table.select(budget=30).margin.tolist() == [0, 0]
    first = table.to_dicts()[0]
    assert first["low"] < 0 < first["margin"] < first["high"]
    # the difference of two shares: close to the interval of two binomials, variances added
    p, q = first["share"], first["share"] - first["margin"]
    spread = 1.96 * np.sqrt(p * (1 - p) / 40 + q * (1 - q) / 40)
    assert first["high"] - first["low"] == pytest.approx(2 * spread, rel=0.25)
    pair = Runs.concatenate([sure[1], sure[2]])
    alone = budget_winners(pair, [1], budgets=[10, 30], by="all", resamples=400)
    assert alone.algorithm.tolist() == ["alike", "alike"]
    assert alone.sure.all()


@settings(derandomize=True, max_examples=50, deadline=None)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_holm_lies_between_raw_and_bonferroni(p):
    adjusted = holm(p)
    assert np.all(adjusted >= np.array(p) - 1e-12)
    assert np.all(adjusted <= bonferroni(p) + 1e-12)


def test_kolmogorov_smirnov_example():
    test = kolmogorov_smirnov(pair([10, 12, 14, 20, 40], [11, 30, 35, 50, 60]), [1])
    assert test.distance.tolist() == pytest.approx([0.6, 0])
    assert test.p.tolist() == pytest.approx([np.exp(-1.8), 1])
    assert test.p_holm.tolist() == pytest.approx([2 * np.exp(-1.8), 1])


def test_failed_runs_stay_in_the_kolmogorov_smirnov_test():
    test = kolmogorov_smirnov(pair([10, INF, INF, INF], [20, 20, 20, 20]), [1])
    # F_a reaches 1/4, F_b 1: dropping failures would make a the faster one
    assert test.select(faster="b").distance[0] == pytest.approx(0.75)
    assert test.select(faster="a").distance[0] == pytest.approx(0.25)
    none = kolmogorov_smirnov(pair([INF, INF], [5, 6]), [1])
    assert none.select(faster="a").p[0] == 1


def test_ratio_distribution_example():
    curve = runtime_ratios(pair([10, 40], [20, INF]), "a", "b", [1])[0]
    assert curve.at([0, 0.5, 2]) == pytest.approx([0.5, 0.75, 1])
    mirrored = runtime_ratios(pair([10, 40], [20, INF]), "b", "a", [1])[0]
    assert mirrored.at([0.5, 2]) == pytest.approx([0.25, 0.5])
    assert mirrored.summary()["failed"] == pytest.approx(0.5)


@pytest.mark.parametrize("times", [([10, 40], [20, INF]), ([10, INF, 7], [20, 5]), ([5], [INF])])
def test_ratios_the_other_way_round(times):
    runs = pair(*times)
    turned = runtime_ratios(runs, "a", "b", [1])[0].turned()
    expected = runtime_ratios(runs, "b", "a", [1])[0]
    assert turned.summary() == pytest.approx(expected.summary())
    assert turned.steps.x == pytest.approx(expected.steps.x)
    assert turned.steps.y == pytest.approx(expected.steps.y)


def test_glicko_first_game_and_published_example():
    start = np.full(2, 1500.0), np.full(2, 350.0), np.full(2, 0.06)
    games, score = np.array([[0, 1], [1, 0]]), np.array([[0, 1], [0, 0]])
    rating, deviation, _ = glicko2_update(*start, games, score)
    assert rating == pytest.approx([1662.3, 1337.7], abs=0.05)
    assert deviation == pytest.approx([290.3, 290.3], abs=0.05)


def test_ratings_are_seeded_and_ordered(said, refused):
    runs = pair([10, 20, 30], [15, 60, INF])
    one, again = ratings(runs, [1]), ratings(runs, [1])
    assert one.to_dicts() == again.to_dicts()
    assert one.algorithm.tolist() == ["a", "b"]
    assert one.wins[0] + one.draws[0] + one.losses[0] == 25
    with refused(DataError, "algorithms"):
        ratings(runs.select(algorithms="a"))
    assert refused.messages == said


def test_winning_fraction_counts_ties_half():
    a = runs_of([[5, 50, INF]], [90], algorithm="a")
    b = runs_of([[9, 20, INF]], [90], algorithm="b")
    table = winning_fractions(Runs.concatenate([a, b]), [1, 0.1, 0.01])
    assert table.fraction.tolist() == pytest.approx([0.5, 0.5])


def test_deep_ranks_share_ranks_of_equal_samples():
    base = np.linspace(0, 1, 30)
    columns = np.array([[1, 5, 5.1], [1, 5, 9]]).T  # of two problems
    ranks = deep_ranks([base[:, None] + column for column in columns])
    assert ranks.tolist() == [[1, 2.5, 2.5], [1, 2, 3]]
    table = deep_ranking(pair(range(10, 30), range(100, 120)), [1])
    assert table.rank.tolist() == [1, 2]
    assert table.p_holm[0] == 1


@pytest.mark.oracle
def test_deep_ranks_against_tests_of_single_pairs():
    from scipy.special import kolmogorov
    from scipy.stats import ks_2samp, rankdata

    rng = np.random.default_rng(3)
    for _ in range(40):
        places = rng.integers(0, 3, size=4)
        samples = [
            np.where(rng.random(n) < 0.2, np.inf, rng.integers(0, 9, size=n) + 6.0 * place)
            for n, place in zip(rng.integers(8, 20, size=4), places, strict=True)
        ]
        pooled = rankdata(np.concatenate(samples))
        parts = np.split(pooled, np.cumsum([len(sample) for sample in samples])[:-1])
        same = np.eye(4, dtype=bool)
        for i, j in combinations(range(4), 2):
            n, m = len(parts[i]), len(parts[j])
            root = np.sqrt(n * m / (n + m))
            distance = ks_2samp(parts[i], parts[j], method="asymp").statistic
            p = kolmogorov((root + 0.12 + 0.11 / root) * distance)
            same[i, j] = same[j, i] = 6 * p >= 0.05
        means = np.array([part.mean() for part in parts])
        groups = {tuple(row) for row in same.tolist()}
        if all(sum(group[i] for group in groups) == 1 for i in range(4)):  # transitive
            means = np.array([means[row].mean() for row in same])
        ranks = deep_ranks([sample[:, None] for sample in samples])
        np.testing.assert_array_equal(ranks[0], rankdata(means))


def test_shapley_of_best_against_all_orders():
    from itertools import permutations

    rng = np.random.default_rng(1)
    scores = rng.random((4, 6))
    expected = np.zeros(4)
    for order in permutations(range(4)):
        best = np.zeros(6)
        for player in order:
            new = np.maximum(best, scores[player])
            expected[player] += (new - best).mean()
            best = new
    assert shapley_of_best(scores).mean(axis=1) == pytest.approx(expected / 24)


def test_shapley_values_of_two():
    """Six and five of ten pairs solved, eight together: ½(0.6 + 0.3) and ½(0.5 + 0.2)."""
    scores = np.zeros((2, 10))
    scores[0, :6] = scores[1, 3:8] = 1.0
    assert shapley_of_best(scores).mean(axis=1) == pytest.approx([0.45, 0.35])


def test_contributions():
    a = runs_of([[5, 50]], [90], algorithm="a")
    b = runs_of([[9, 20]], [90], algorithm="b")
    table = contributions(Runs.concatenate([a, b]), [1, 0.1, 0.01])
    assert table.wins.tolist() == [1, 1]
    assert table.near.tolist() == [1, 2]
    assert table.pairs.tolist() == [2, 2]


def test_table_marks():
    runs = pair(range(10, 20), range(300, 310), suite="bbob")
    table = ert_table(runs, [1], resamples=50)
    assert table.best.tolist() == [True, False]
    assert table.not_worse.tolist() == [True, False]
    assert table.star.tolist() == [3, 0]
    even = ert_table(pair([10, 20, 30], [11, 19, 31]), [1], resamples=50)
    assert even.star.tolist() == [0, 0]
    assert even.not_worse.tolist() == [True, True]
    nobody = ert_table(pair([INF, INF], [INF, INF]), [1], resamples=50)
    assert nobody.best.tolist() == [False, False]
    assert nobody.not_worse.tolist() == [False, False]


def test_table_of_one_algorithm_has_no_star():
    table = ert_table(runs_of([[5]], [5]), [1], resamples=20)
    assert table.star.tolist() == [0]
    assert table.ratio.tolist() == [5]


def test_scaling_divides_by_the_dimension():
    runs = runs_of([[20], [80], [320]], [20, 80, 320], dimension=[2, 4, 8])
    assert scaling(runs, [1]).ert_per_dimension.tolist() == [10, 20, 40]


def test_instance_effect():
    apart = runs_of([[10], [11], [1000], [1010]], [10, 11, 1000, 1010], instance=[1, 1, 2, 2])
    assert instance_effect(apart, [1]).share[0] > 0.99
    mixed = runs_of([[10], [1000], [10], [1000]], [10, 1000, 10, 1000], instance=[1, 1, 2, 2])
    assert instance_effect(mixed, [1]).share[0] == pytest.approx(0)
    single = runs_of([[10], [20]], [10, 20], instance=[1, 2])
    assert len(instance_effect(single, [1])) == 0


def test_comparisons_need_common_problems(said, refused):
    a = runs_of([[5]], [5], function=1, algorithm="a")
    b = runs_of([[5]], [5], function=2, algorithm="b")
    with refused(DataError):
        pairwise_tests(Runs.concatenate([a, b]), [1])
    assert refused.messages == said


@pytest.mark.parametrize("measure", [pairwise_tests, speed_factors, ratings, deep_ranking])
def test_an_algorithm_without_data_on_the_functions_is_left_out_of_comparisons(measure):
    partial = runs_of([[5], [6]], [5, 6], function=1, algorithm="partial")
    others = [
        runs_of([[k], [k + 1]], [k, k + 1], function=f, algorithm=name)
        for f in (1, 2)
        for k, name in ((3, "quick"), (30, "slow"))
    ]
    runs = Runs.concatenate([partial, *others])
    compared = measure(runs, [1], functions=2)
    alone = measure(Runs.concatenate(others), [1], functions=2)
    assert len(alone)
    assert compared.to_dicts() == alone.to_dicts()


def test_ratings_stay_finite_when_one_algorithm_nearly_always_wins() -> None:
    rng = np.random.default_rng(2)
    evaluations = np.concatenate([rng.integers(1, 100, 300), rng.integers(80, 900, 300)])
    runs = Runs.from_arrays(
        function=np.tile(np.arange(1, 21).repeat(15), 2),
        dimension=2,
        algorithm=["fast"] * 300 + ["slow"] * 300,
        offsets=np.arange(601),
        step_evaluations=evaluations,
        step_precision=np.zeros(600),
    )
    table = ratings(runs, [10.0, 1.0, 0.1, 1e-2, 1e-3, 1e-5, 1e-7])
    assert table.algorithm.tolist() == ["fast", "slow"]
    assert np.all(np.abs(table.rating - 1500) < 1500)
    assert np.all(table.deviation < 100)


def test_the_effect_is_that_of_the_rule():
    # Neither reaches the target; every run of a has the better value by the shortest failure.
    runs = Runs.from_arrays(
        function=1,
        dimension=1,
        algorithm=["a"] * 4 + ["b"] * 4,
        offsets=range(9),
        step_evaluations=[1] * 8,
        step_precision=[2, 3, 4, 5, 20, 30, 40, 50],
        evaluations=100,
    )
    row = pairwise_tests(runs, [1]).to_dicts()[0]
    assert (row["effect"], row["z"], row["p"]) == (0.5, 0, 1)
    row = pairwise_tests(runs, [1], rule="published").to_dicts()[0]
    assert row["effect"] == 1
    assert row["z"] > 0


def test_the_interval_of_ratios_counts_runs_not_pairs():
    from scipy.stats import binomtest

    a, b = list(range(10, 30)), list(range(15, 55, 2))
    curve = runtime_ratios(pair(a, b), "a", "b", [1])[0]
    assert (curve.pairs, curve.effective) == (400, 20.0)
    low, high = curve.interval()
    middle = int(np.argmin(np.abs(curve.steps.y - 0.5)))
    expected = binomtest(round(20 * float(curve.steps.y[middle])), 20).proportion_ci(
        method="wilson"
    )
    assert low[middle] == pytest.approx(expected.low, abs=0.02)
    assert high[middle] == pytest.approx(expected.high, abs=0.02)
    half = runtime_ratios(pair([10, INF], [20, INF]), "a", "b", [1])[0]
    assert half.effective == pytest.approx(2 * 3 / 4)  # of four pairs, both failed in one
