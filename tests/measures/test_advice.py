"""Which algorithm to take, and how few cover most: against slow, obvious versions."""

from itertools import combinations

import numpy as np
import pytest

from optimeter.exceptions import InvalidValueError
from optimeter.measures import advice, budget_winners, cover, ecdf, ert
from tests.measures.examples import example_runs


def test_algorithms_are_ordered_by_the_share_they_solve():
    runs = example_runs()
    budgets = [20.0, 80.0, 300.0]
    table = advice(runs, budgets=budgets, by=("all", "function"), resamples=40)
    curves = ecdf(runs, by=("all", "function"), resamples=40)
    assert len(table) == len(curves) * len(budgets)
    for curve in curves:
        rows = table.select(
            algorithm=curve.algorithm, dimension=curve.dimension, group=curve.group
        ).to_dicts()
        assert [row["budget"] for row in rows] == budgets
        for row in rows:
            assert row["share"] == curve.at(row["budget"])
            low, high = curve.band.at(row["budget"])
            assert (row["low"], row["high"]) == (low, high)
            assert row["simulated"] == (row["budget"] > curve.budget)
            others = table.select(
                dimension=curve.dimension, group=curve.group, budget=row["budget"]
            )
            assert row["rank"] == 1 + (others.share > row["share"] + 1e-12).sum()
            assert row["behind"] == pytest.approx(others.share.max() - row["share"])


def test_candidates_are_those_who_share_the_lead():
    runs = example_runs()
    table = advice(runs, budgets=[50.0, 200.0], by="all", resamples=40)
    lead = budget_winners(runs, budgets=[50.0, 200.0], by="all", resamples=40)
    keys = ("dimension", "budget", "algorithm")
    named = {tuple(row[k] for k in keys) for row in table.to_dicts() if row["candidate"]}
    assert named == {tuple(row[k] for k in keys) for row in lead.to_dicts()}


def test_budgets_are_powers_of_ten_up_to_the_longest_run():
    assert np.unique(advice(example_runs(), resamples=0).budget).tolist() == [10.0, 100.0]


def test_a_cover_is_greedy_and_close_to_the_best():
    runs = example_runs(algorithms=tuple("abcdef"), problems=6)
    budget = 60.0
    found = cover(runs, budget=budget, most=3).select(dimension=5)
    table = ert(runs).select(dimension=5)
    solved = {
        name: {
            (row["function"], row["target"])
            for row in table.select(algorithm=name).to_dicts()
            if row["ert"] <= budget * 5
        }
        for name in runs.algorithms
    }
    pairs = len(table.select(algorithm="a"))
    union: set = set()
    for row in found.to_dicts():
        best = max(len(members | union) for members in solved.values())
        union |= solved[row["algorithm"]]
        assert len(union) == best
        assert row["share"] == pytest.approx(len(union) / pairs)
    size = len(found)
    optimum = max(len(set.union(*(solved[n] for n in c))) for c in combinations(solved, size))
    assert found.share[-1] >= 0.63 * optimum / pairs
    assert found.gain.sum() == pytest.approx(found.share[-1])


def test_what_cannot_be_a_budget(said, refused):
    with refused(InvalidValueError, "budget", "0"):
        cover(example_runs(), budget=0)
    assert refused.messages == said
