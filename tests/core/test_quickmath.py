"""Quick sine, cosine, powers and oscillation: small errors, equal bits on every instruction set."""

import mpmath
import numpy as np
import pytest

from optimeter import _core

ISAS = _core.available_isas()


def compute(name, x, isa=ISAS[-1]):
    return _core._vecmath(name, isa, x, None)


def angles(rng, n):
    multiples = np.floor(np.exp(rng.uniform(0, np.log(6e7), n)))
    near = multiples * (np.pi / 2)
    return {
        "small": rng.uniform(-4, 4, n),
        "moderate": rng.uniform(-2000, 2000, n),
        "large": rng.uniform(-1e8, 1e8, n),
        "near multiples": near + rng.integers(-2, 3, n) * np.spacing(near),
        "beyond": rng.uniform(1e8, 1e9, n),
    }


@pytest.mark.oracle
@pytest.mark.parametrize("name", ["sin", "cos"])
def test_absolute_error_of_sine_and_cosine(name):
    for kind, x in angles(np.random.default_rng(1), 2000).items():
        got = compute(f"quick_{name}", x)
        with mpmath.workprec(120):
            exact = [getattr(mpmath, name)(mpmath.mpf(a)) for a in x.tolist()]
            worst = max(abs(mpmath.mpf(g) - e) for g, e in zip(got.tolist(), exact, strict=True))
        assert worst < 4e-16, kind


@pytest.mark.oracle
def test_absolute_error_of_the_cosine_of_turns():
    rng = np.random.default_rng(4)
    quarters = rng.integers(-100, 100, 2000) / 4
    for v in (
        rng.uniform(-1, 1, 2000),
        rng.uniform(-1e3, 1e3, 2000),
        rng.uniform(-1e7, 1e7, 2000),
        quarters + rng.integers(-2, 3, 2000) * np.spacing(quarters),
    ):
        got = compute("quick_cos_of_turns", v)
        with mpmath.workprec(120):
            exact = [mpmath.cospi(2 * mpmath.mpf(a)) for a in v.tolist()]
            worst = max(abs(mpmath.mpf(g) - e) for g, e in zip(got.tolist(), exact, strict=True))
        assert worst < 5e-16
    far = rng.uniform(1e7, 1e12, 1000)  # what counts there is the rounding of the angle
    np.testing.assert_array_equal(
        compute("quick_cos_of_turns", far), compute("quick_cos", 2 * np.pi * far)
    )


@pytest.mark.oracle
def test_error_of_the_binary_logarithm():
    rng = np.random.default_rng(5)
    for x in (
        10 ** rng.uniform(-300, 300, 4000),
        rng.uniform(0.5, 2, 4000),
        1 + rng.normal(size=4000) * 1e-9,
    ):
        got = compute("quick_log2", x)
        with mpmath.workprec(120):
            exact = [mpmath.log(mpmath.mpf(a), 2) for a in x.tolist()]
            worst = max(
                abs(g - e) / max(1, abs(e)) for g, e in zip(got.tolist(), exact, strict=True)
            )
        assert worst < 4e-16
    powers = 2.0 ** np.arange(-1022, 1024)
    np.testing.assert_array_equal(compute("quick_log2", powers), np.arange(-1022, 1024))
    assert (compute("quick_log2", np.array([0.0, 5e-324, 1e-310])) < -1000).all()


@pytest.mark.oracle
def test_relative_error_of_the_binary_exponential():
    rng = np.random.default_rng(6)
    for t in (
        rng.uniform(-1020, 1020, 4000),
        rng.uniform(-2, 2, 4000),
        rng.normal(size=4000) / 1e9,
    ):
        got = compute("quick_exp2", t)
        with mpmath.workprec(120):
            exact = [mpmath.power(2, mpmath.mpf(a)) for a in t.tolist()]
            worst = max(abs(g / e - 1) for g, e in zip(got.tolist(), exact, strict=True))
        assert worst < 4e-16
    integers = np.arange(-1020, 1021)
    np.testing.assert_array_equal(compute("quick_exp2", integers * 1.0), 2.0**integers)
    small = np.array([-1020.1, -1e4, -1e300, -np.inf])
    np.testing.assert_array_equal(compute("quick_exp2", small), np.zeros(4))


def test_sine_and_cosine_are_exact_at_zero():
    assert compute("quick_sin", np.zeros(3)).tolist() == [0.0] * 3
    for name in ("quick_cos", "quick_cos_of_turns"):
        assert compute(name, np.zeros(3)).tolist() == [1.0] * 3


def test_sine_and_cosine_of_what_is_no_angle():
    for name in ("quick_sin", "quick_cos", "quick_cos_of_turns"):
        assert np.isnan(compute(name, np.array([np.inf, -np.inf, np.nan]))).all()


def oscillation(v):
    """The definition, in multiple precision."""
    if v == 0:
        return mpmath.mpf(0)
    l = mpmath.log(abs(mpmath.mpf(v))) / mpmath.mpf("0.1")  # noqa: E741 - as in the definition
    c1, c2 = (1, mpmath.mpf("0.79")) if v > 0 else (mpmath.mpf("0.55"), mpmath.mpf("0.31"))
    t = l + mpmath.mpf("0.49") * (mpmath.sin(c1 * l) + mpmath.sin(c2 * l))
    return mpmath.sign(v) * mpmath.exp(t / 10)


@pytest.mark.oracle
def test_relative_error_of_the_oscillation():
    rng = np.random.default_rng(2)
    signs = rng.choice([-1.0, 1.0], 4000)
    for low, high in ((-3, 3), (-30, 3), (0, 29), (-1e-3, 1e-3)):
        v = signs * 10 ** rng.uniform(low, high, 4000)
        got = compute("oscillate", v)
        with mpmath.workprec(120):
            exact = [oscillation(a) for a in v.tolist()]
            worst = max(abs(g / e - 1) for g, e in zip(got.tolist(), exact, strict=True))
        # Near the ends the sines of 10 log v, a number of up to 700, show its rounding.
        assert worst < (1e-15 if abs(low) < 5 and high < 5 else 2e-14)


def test_limits_of_the_oscillation():
    """The tenth power of an exponential over- and underflows at the thirtieth power of ten.

    Infinity has no oscillation: its logarithm is no angle.
    """
    v = np.array([0.0, -0.0, 1e-40, -1e-40, 5e-324, 1e40, -1e40, np.inf, -np.inf, np.nan])
    expected = [0.0, 0.0, 0.0, 0.0, 0.0, np.inf, -np.inf, np.nan, np.nan, np.nan]
    np.testing.assert_array_equal(compute("oscillate", v), expected)


@pytest.mark.parametrize(
    "name",
    ["quick_sin", "quick_cos", "quick_cos_of_turns", "quick_log2", "quick_exp2", "oscillate"],
)
def test_bits_are_the_same_everywhere(name):
    rng = np.random.default_rng(3)
    x = np.concatenate([*angles(rng, 1000).values(), rng.normal(size=1001)])
    rng.shuffle(x)  # all kinds side by side
    if name == "quick_log2":
        x = np.abs(x)
    elif name == "quick_exp2":
        x = np.minimum(x, 1020)
    first = compute(name, x, ISAS[0])
    for isa in ISAS[1:]:
        np.testing.assert_array_equal(compute(name, x, isa), first)
    # Neither the lane nor the neighbours matter.
    alone = np.array([compute(name, x[i : i + 1])[0] for i in range(0, x.size, 97)])
    np.testing.assert_array_equal(alone, first[::97])
