import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optimeter.exceptions import InvalidValueError, UnknownNameError
from optimeter.measures import quantile
from optimeter.measures.quantiles import weighted_quantile

P = [0.1, 0.25, 0.5, 0.9]


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("hazen", [1, 1.75, 3, 5]),
        ("linear", [1.4, 2, 3, 4.6]),
        ("nearest-even", [1, 1, 2, 4]),
    ],
)
def test_the_example_of_the_definitions(method, expected):
    assert quantile([3, 1, 5, 2, 4], P, method=method) == pytest.approx(expected)


def test_median_takes_the_mean_of_the_two_middle_values():
    assert quantile([4, 1, 3, 2], 0.5, method="median") == 2.5
    with pytest.raises(InvalidValueError, match=r"0\.5 only"):
        quantile([1, 2], 0.4, method="median")


def test_infinite_neighbours_are_not_interpolated():
    inf = np.inf
    # position 0.5 * 4 + 0.5 = 2.5: half way, so the upper neighbour
    assert quantile([1, 2, inf, inf], 0.5) == inf
    assert quantile([1, 2, inf, inf], 0.4) == 2  # position 2.1
    assert quantile([-inf, 1, 2], 0.3) == -inf  # position 1.4: the lower one is nearer
    assert quantile([-inf, 1, 2], 0.4) == 1  # position 1.7


def test_missing_values_are_left_out_column_by_column():
    table = np.array([[1.0, np.nan], [3.0, 7.0], [2.0, np.nan]])
    assert quantile(table, 0.5).tolist() == [2.0, 7.0]
    assert np.isnan(quantile(np.array([[np.nan]]), 0.5)[0])


def test_wrong_arguments_name_the_value():
    with pytest.raises(UnknownNameError, match="tukey"):
        quantile([1], 0.5, method="tukey")
    with pytest.raises(InvalidValueError, match=r"1\.5"):
        quantile([1], 1.5)


sample = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=30)


@settings(derandomize=True, max_examples=60, deadline=None)
@given(sample, st.floats(0, 1))
def test_numpy_agrees_where_it_has_the_definition(values, p):
    assert quantile(values, p) == pytest.approx(np.quantile(values, p, method="hazen"), abs=1e-6)
    assert quantile(values, p, method="linear") == pytest.approx(np.quantile(values, p), abs=1e-6)


@settings(derandomize=True, max_examples=60, deadline=None)
@given(sample, st.integers(0, 100))
def test_nearest_even_follows_its_definition(values, percent):
    p = percent / 100
    x, n = sorted(values), len(values)
    j = int(np.floor(round(n * p - 0.5, 9)))
    g = round(n * p - 0.5 - j, 9)
    index = j if g == 0 and j % 2 == 0 else j + 1
    assert quantile(values, p, method="nearest-even") == x[min(max(index, 1), n) - 1]


@settings(derandomize=True, max_examples=60, deadline=None)
@given(sample)
def test_weighted_quantile_inverts_the_distribution(values):
    atoms = np.sort(np.array(values))
    masses = np.full(len(atoms), 1 / len(atoms))
    for p in (0.1, 0.5, 0.9):
        found = weighted_quantile(atoms, masses, np.array([p]))[0]
        assert np.mean(atoms <= found) >= p - 1e-9
        assert np.mean(atoms < found) < p
