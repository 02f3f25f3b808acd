"""Who solves most at which budget."""

import numpy as np
import pytest

from optimeter import measures
from optimeter.data.runs import Runs
from tests.measures.test_verdicts import FAST, SLOW, algorithm, two

INF = np.inf


def rows_of(runs: Runs, targets=(1.0,), **options) -> list[dict]:
    return measures.regimes(runs, list(targets), **options).to_dicts()


def test_shares_are_those_of_the_profile_without_restarts() -> None:
    rng = np.random.default_rng(3)
    parts = []
    for name in "ABC":
        for f in (1, 2):
            times = np.sort(np.rint(10 ** rng.uniform(1, 3.5, (8, 2))), axis=1)
            times = np.where(times > 900, INF, times).tolist()
            parts.append(algorithm(name, times, [900] * 8, function=f))
    runs = Runs.concatenate(parts)
    curves = measures.ecdf(runs, [1, 0.1], restarts=False)
    profile = {curve.algorithm: curve for curve in curves}
    rows = rows_of(runs, [1, 0.1])
    assert rows
    for row in rows:
        assert row["share"] == pytest.approx(float(profile[row["algorithm"]].at(row["high"])))


def test_the_clearly_better_one_leads_alone() -> None:
    runs = two(FAST * 3, [100 * t for t in SLOW] * 3, length=50_000)
    alone = [row for row in rows_of(runs) if row["alone"]]
    assert {row["algorithm"] for row in alone} == {"A"}
    assert min(row["low"] for row in alone) < 22
    assert max(row["high"] for row in alone) > 1000


def test_beyond_the_shorter_runs_the_longer_ones_are_compared() -> None:
    parts = [
        algorithm(name, [[float(t)] for t in times], [length] * 9)
        for name, times, length in (
            ("short", [20] * 4 + [INF] * 5, 100),
            ("long", [80] * 2 + [700] * 7, 1000),
            ("longer", [INF] * 9, 5000),
        )
    ]
    rows = rows_of(Runs.concatenate(parts))
    assert {row["compared"] for row in rows if row["high"] <= 100} == {3}
    assert {row["compared"] for row in rows if row["low"] > 100} == {2}
    assert {row["algorithm"] for row in rows if row["high"] >= 1000} == {"long"}
    assert all(row["algorithm"] != "short" for row in rows if row["low"] > 100)


def test_who_lacks_functions_is_not_compared() -> None:
    pair = [algorithm(name, [[20.0]] * 6, [99] * 6, function=f) for name in "AB" for f in (1, 2)]
    part = algorithm("C", [[3.0]] * 6, [99] * 6)
    rows = rows_of(Runs.concatenate([*pair, part]))
    assert {row["algorithm"] for row in rows} == {"A", "B"}


def test_nothing_solved_has_no_row() -> None:
    assert rows_of(two([INF] * 5, [INF] * 5)) == []


def test_one_algorithm_is_not_compared() -> None:
    (row,) = rows_of(algorithm("A", [[20.0]] * 6, [99] * 6))
    assert (row["compared"], row["alone"]) == (1, False)


def test_sentences(said) -> None:
    runs = two([*FAST, 30, 40, 60], [*SLOW, 300, INF, INF])
    alone = algorithm("A", [[20.0]] * 6, [99] * 6)
    text = [*measures.regimes(runs, [1.0]).sentences(), *measures.regimes(alone, [1.0]).sentences()]
    assert max(len(sentence.split()) for sentence in text) <= 25
    assert "\n".join(text) == said
