"""Tails of distributions against SciPy's."""

import numpy as np
import pytest
from scipy import special, stats

from optimeter.measures._tails import chi_squared, kolmogorov, two_sided

pytestmark = pytest.mark.oracle


def test_tails_of_the_normal_distribution():
    z = np.linspace(-30, 30, 301).reshape(7, 43)
    np.testing.assert_allclose(two_sided(z), 2 * special.ndtr(-np.abs(z)), rtol=1e-12)


def test_tails_of_kolmogorov_s_statistic():
    x = np.concatenate([[0.0, 0.01, 1.0], np.linspace(0.05, 6, 400)])
    np.testing.assert_allclose(kolmogorov(x), special.kolmogorov(x), rtol=1e-11)


@pytest.mark.parametrize("degrees", [1, 2, 3, 4, 8, 11, 40, 299])
def test_tails_of_chi_squared(degrees):
    for x in (0.0, 1e-6, 0.5, degrees / 2, degrees, 2.0 * degrees, 10.0 * degrees):
        assert chi_squared(degrees, x) == pytest.approx(stats.chi2.sf(x, degrees), rel=1e-10)
