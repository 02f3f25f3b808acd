"""Quantiles: four definitions are in use, and each statistic names its own."""

import pytest

from optimeter.measures import quantile, value_statistics
from tests.measures.helpers import runs_of


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        # h = p n + 1/2, between neighbours, clamped
        ("hazen", [1, 1.75, 3, 5]),
        # h = p (n - 1) + 1
        ("linear", [1.4, 2, 3, 4.6]),
        # the value at the even one of two nearest positions, never between
        ("nearest-even", [1, 1, 2, 4]),
    ],
)
def test_definitions(method, expected):
    found = quantile([1, 2, 3, 4, 5], [0.1, 0.25, 0.5, 0.9], method=method)
    assert found.tolist() == pytest.approx(expected)


def test_the_median_of_an_even_number_is_the_mean_of_the_middle_two():
    assert quantile([4, 1, 3, 2], 0.5, method="median") == 2.5


def test_infinite_neighbours_are_not_interpolated():
    inf = float("inf")
    assert quantile([1, 2, inf, inf], 0.5, method="hazen") == inf
    assert quantile([1, 2, 3, inf], 0.5, method="hazen") == 2.5


def test_statistics_of_values_at_a_budget():
    """Values 1, 10, 100, 1000: mean 277.75, median 55, geometric mean 10^1.5, sample deviation."""
    runs = runs_of([[1]] * 4, [9] * 4)
    runs = type(runs).from_arrays(
        function=1, dimension=1, offsets=[0, 1, 2, 3, 4], step_evaluations=[1] * 4,
        step_precision=[1, 10, 100, 1000],
    )  # fmt: skip
    row = value_statistics(runs, [5], method="linear").to_dicts()[0]
    assert (row["mean"], row["median"]) == (277.75, 55)
    assert row["geometric_mean"] == pytest.approx(10**1.5)
    assert row["sd"] == pytest.approx(483.57, abs=0.01)
    assert (row["p25"], row["p75"]) == (7.75, 325)
