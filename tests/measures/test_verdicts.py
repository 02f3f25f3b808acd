"""Verdicts against an obvious computation, and on data that differ in every way."""

import numpy as np
import pytest
from scipy import stats

from optimeter import measures
from optimeter.data.runs import Runs
from optimeter.exceptions import DataError
from tests.measures.helpers import runs_of

INF = np.inf


def algorithm(name, times, lengths, **columns) -> Runs:
    """Make runs of one algorithm on instances 1, 2, …."""
    count = len(times)
    return runs_of(times, lengths, algorithm=name, **{"instance": np.arange(count) + 1, **columns})


def two(first, second, length=1000, **columns) -> Runs:
    """Make runs of A and B, of one target each."""
    parts = [
        algorithm(name, [[float(t)] for t in times], [length] * len(times), **columns)
        for name, times in (("A", first), ("B", second))
    ]
    return Runs.concatenate(parts)


def only(runs, targets=(1.0,), **options):
    """Return the only verdict."""
    (row,) = measures.verdicts(runs, list(targets), **options).to_dicts()
    return row


FAST, SLOW = [10, 14, 9, 22, 13, 17], [100, 80, 150, 120, 95, 240]


def test_numbers_are_those_of_an_obvious_computation() -> None:
    rng = np.random.default_rng(2)
    sides = {}
    for name, scale in (("A", 1.0), ("B", 2.0)):
        times = np.rint(scale * 10 ** rng.uniform(1, 3.4, (3, 8, 2)))  # functions, instances
        sides[name] = np.sort(np.where(times > 1500, INF, times), axis=2)
    runs = Runs.concatenate(
        [
            algorithm(name, times.tolist(), [1500] * 8, function=f + 1, dimension=3)
            for name, side in sides.items()
            for f, times in enumerate(side)
        ]
    )
    row = only(runs, [1, 0.1])
    budget = 1500 / 3
    share = {n: (t / 3 <= budget).mean(axis=(0, 2)) for n, t in sides.items()}
    logs = {n: np.log10(np.minimum(t / 3, budget)).mean(axis=(0, 2)) for n, t in sides.items()}
    gain, pace = share["A"] - share["B"], logs["B"] - logs["A"]
    assert (row["budget"], row["functions"], row["units"], row["paired"]) == (budget, 3, 8, True)
    assert row["share_first"] == pytest.approx(share["A"].mean())
    assert row["difference"] == pytest.approx(gain.mean())
    assert row["speed"] == pytest.approx(10 ** pace.mean())
    reach = stats.t.ppf(0.975, 7) * pace.std(ddof=1) / np.sqrt(8)
    assert row["speed_low"] == pytest.approx(10 ** (pace.mean() - reach))
    reach = stats.t.ppf(0.975, 7) * gain.std(ddof=1) / np.sqrt(8)
    assert (row["low"], row["high"]) == pytest.approx((gain.mean() - reach, gain.mean() + reach))
    raw = [stats.ttest_1samp(gain, 0).pvalue, stats.ttest_1samp(pace, 0).pvalue]
    assert [row["p_share"], row["p_speed"]] == pytest.approx(measures.holm(raw).tolist())


def test_other_instances_are_compared_as_two_samples() -> None:
    first = algorithm("A", [[float(t)] for t in FAST], [1000] * 6)
    second = algorithm("B", [[float(t)] for t in SLOW], [1000] * 6, instance=np.arange(6) + 51)
    row = only(Runs.concatenate([first, second]))
    test = stats.ttest_ind(np.log10(SLOW), np.log10(FAST), equal_var=False)
    assert not row["paired"]
    assert row["claim"] == "ahead"
    ends = test.confidence_interval(0.95)
    expected = (10**ends.low, 10**ends.high)
    assert (row["speed_low"], row["speed_high"]) == pytest.approx(expected)


def test_the_other_order_says_the_opposite() -> None:
    one, other = only(two(FAST, SLOW)), only(two(SLOW, FAST))
    assert (one["claim"], other["claim"]) == ("ahead", "behind")
    assert one["speed"] == pytest.approx(1 / other["speed"])
    assert one["low"] == pytest.approx(-other["high"])


@pytest.mark.parametrize("number", [1, 2])
def test_two_units_allow_no_interval(number) -> None:
    row = only(two(FAST[:number], SLOW[:number]))
    assert row["claim"] == "open"
    assert (row["low"], row["high"], row["speed_low"], row["speed_high"]) == (-1, 1, 0, INF)
    assert str(number) in row["reason"]


def test_two_samples_of_less_than_five_claim_nothing() -> None:
    first = algorithm("A", [[float(t)] for t in FAST[:4]], [1000] * 4)
    second = algorithm("B", [[float(t)] for t in SLOW], [1000] * 6, instance=np.arange(6) + 51)
    row = only(Runs.concatenate([first, second]))
    assert row["claim"] == "open"
    assert np.isfinite(row["speed_low"])


def test_one_solves_everything_and_the_other_nothing() -> None:
    row = only(two([30] * 15, [INF] * 15))
    assert (row["share_first"], row["share_second"], row["claim"]) == (1, 0, "ahead")
    assert 0 < row["low"] <= row["high"]


def test_equal_data_are_open() -> None:
    row = only(two(FAST, FAST))
    assert (row["claim"], row["speed"], row["difference"]) == ("open", 1, 0)


def test_a_shorter_algorithm_sets_the_budget() -> None:
    first = algorithm("A", [[INF]] * 6, [100] * 6)
    second = algorithm("B", [[500.0]] * 6, [1000] * 6)
    row = only(Runs.concatenate([first, second]))
    assert (row["budget"], row["share_second"], row["claim"]) == (100, 0, "open")


def test_trials_that_copy_one_another_count_once() -> None:
    def repeated(times, number):
        walk = np.linspace(5, 0, 12)
        steps = np.concatenate([np.arange(11) + 1, [0]])
        return [np.where(np.arange(12) == 11, t, steps) for t in times for _ in range(number)], walk

    def runs(number):
        parts = []
        for name, times in (("A", FAST), ("B", SLOW)):
            counts, walk = repeated(np.array(times) + 20, number)
            parts.append(
                Runs.from_arrays(
                    algorithm=name,
                    function=1,
                    dimension=1,
                    instance=1,
                    offsets=np.arange(len(counts) + 1) * 12,
                    step_evaluations=np.concatenate(counts),
                    step_precision=np.tile(walk, len(counts)),
                    evaluations=1000,
                )
            )
        return Runs.concatenate(parts)

    once, often = only(runs(1), [1e-3]), only(runs(10), [1e-3])
    assert once["units"] == often["units"] == 6
    assert once == pytest.approx(often)


def test_functions_of_one_algorithm_alone_are_left_out() -> None:
    runs = two(FAST, SLOW)
    alone = algorithm("A", [[INF]] * 6, [1000] * 6, function=2)
    assert only(Runs.concatenate([runs, alone])) == pytest.approx(only(runs))


def test_an_unfinished_function_is_left_out_and_named() -> None:
    runs = two(FAST, SLOW)
    begun = [algorithm(name, [[50.0]], [1000], function=2) for name in "AB"]
    row = only(Runs.concatenate([runs, *begun]))
    assert (row["functions"], row["units"]) == (1, 6)
    assert "f2" in row["reason"]


def test_nothing_in_common_is_not_comparable() -> None:
    parts = [
        algorithm("A", [[5.0]] * 5, [50] * 5),
        algorithm("B", [[5.0]] * 5, [50] * 5, function=2),
    ]
    row = only(Runs.concatenate(parts))
    assert row["claim"] == "not comparable"
    assert np.isnan(row["budget"])


def test_share_has_the_word_where_speed_contradicts() -> None:
    first = [[2.0, 3.0, INF]] * 8
    second = [[400.0, 450.0, 500.0]] * 8
    parts = [algorithm("A", first, [900] * 8), algorithm("B", second, [900] * 8)]
    row = only(Runs.concatenate(parts), [1, 0.1, 0.01])
    assert (row["claim"], row["basis"]) == ("behind", "share, against speed")
    assert row["speed"] > 1


def test_instances_that_are_problems_are_units_of_their_own() -> None:
    rng = np.random.default_rng(1)
    parts = [
        algorithm(
            name,
            (scale * rng.uniform(10, 20, (5, 1))).tolist(),
            [1000] * 5,
            function=f,
            own_instances=True,
        )
        for name, scale in (("A", 1), ("B", 5))
        for f in (1, 2)
    ]
    row = only(Runs.concatenate(parts))
    assert (row["units"], row["paired"], row["claim"]) == (10, True, "ahead")


def test_more_comparisons_need_more_evidence() -> None:
    near = [14, 15, 13, 26, 14, 20]
    pair = two(FAST, near)
    alone = only(pair)
    others = [
        algorithm(name, [[float(t)] for t in rng.permutation(SLOW)], [1000] * 6)
        for name, rng in ((f"C{i}", np.random.default_rng(i)) for i in range(5))
    ]
    rows = measures.verdicts(Runs.concatenate([pair, *others]), [1.0]).to_dicts()
    (among,) = (row for row in rows if {row["first"], row["second"]} == {"A", "B"})
    assert among["p_speed"] > alone["p_speed"]
    assert (among["speed_low"], among["speed_high"]) == (alone["speed_low"], alone["speed_high"])


def test_seconds_are_seconds() -> None:
    runs = two(FAST, SLOW)
    with pytest.raises(DataError):
        measures.verdicts(runs, [1.0], cost="seconds")


def test_sentences_of_every_claim(said) -> None:
    rows = [
        two(FAST, SLOW),
        two(SLOW, FAST),
        two(FAST, FAST),
        two(FAST[:2], SLOW[:2]),
        two([30] * 15, [INF] * 15),
        two([*[30] * 12, INF, INF, INF], [*[29] * 2, *[INF] * 13]),
    ]
    text = [sentence for runs in rows for sentence in measures.verdicts(runs, [1.0]).sentences()]
    assert max(len(sentence.split()) for sentence in text) <= 25
    assert "\n".join(text) == said
