"""Compute the constants of core/src/simd/{vecmath,quickmath}.hpp in multiple precision.

Run ``python scripts/vecmath_coefficients.py`` (needs mpmath); it prints them. The error of a
polynomial is relative to the value of the function it serves, in `show_quick` absolute.
"""

import struct
from collections.abc import Callable

import mpmath as mp
from mpmath import mpf

Function = Callable[[mpf], mpf]

PRECISION_BITS = 400
NODES = 60  # even, so that 0 is not among those of a symmetric interval
TABLE_BITS = 5
# The mantissa of pow's logarithm lies in [OFFSET, 2 OFFSET). The interval of the table that holds
# 1 has two thirds of its (unevenly spaced) doubles below 1, hence is symmetric about 1.
INTERVAL = 1 << (52 - TABLE_BITS)
ONE_BITS = 0x3FF0000000000000
OFFSET_BITS = ONE_BITS - (19 * INTERVAL + 2 * INTERVAL // 3) & ~0xFFFFFFFF


def fit(target: Function, weight: Function, low: mpf, high: mpf, degree: int) -> list[float]:
    """Coefficients, constant first, of a polynomial p with small max |weight (target - p)|.

    Least squares at Chebyshev nodes, which is within a bit of the minimax error. One coefficient
    after the other is rounded to double and the remaining ones are fitted anew.
    """
    nodes = [
        (low + high) / 2 - (high - low) / 2 * mp.cos(mp.pi * (2 * i + 1) / (2 * NODES))
        for i in range(NODES)
    ]
    weights = [weight(t) for t in nodes]
    residual = [target(t) for t in nodes]
    rounded: list[float] = []
    for first in range(degree + 1):
        powers = range(first, degree + 1)
        system = mp.matrix(
            [[w * t**j for j in powers] for t, w in zip(nodes, weights, strict=True)]
        )
        right = mp.matrix([w * r for w, r in zip(weights, residual, strict=True)])
        rounded.append(float(mp.lu_solve(system.T * system, system.T * right)[0]))
        residual = [r - rounded[-1] * t**first for t, r in zip(nodes, residual, strict=True)]
    return rounded


def show(
    name: str, target: Function, weight: Function, interval: tuple[mpf, mpf], *, degree: int
) -> None:
    """Print the coefficients and the error that they leave."""
    low, high = interval
    rounded = fit(target, weight, low, high, degree)
    points = [low + (high - low) * (i + mpf("0.3")) / 1000 for i in range(1000)]  # never 0
    error = max(abs(weight(t) * (target(t) - mp.polyval(rounded[::-1], t))) for t in points)
    print(f"// {name}: error 2^{float(mp.log(error, 2)):.1f}")
    for c in rounded:
        print(f"  {c!r},")


def split(value: mpf, places: list[int]) -> list[float]:
    """Parts that end at these binary places after the point, then the rest as a double."""
    parts = []
    for place in places:
        part = mp.floor(value * 2**place) / 2**place
        parts.append(float(part))
        value -= part
    return [*parts, float(value)]


def show_log_table() -> None:
    """Print 1/c with few bits and log c in two parts for each interval of pow's mantissa."""

    def from_bits(bits: int) -> float:
        return float(struct.unpack("<d", struct.pack("<q", bits))[0])

    print(f"// offset {OFFSET_BITS:#x} = {from_bits(OFFSET_BITS)!r}")
    inverses, highs, lows, largest = [], [], [], mpf(0)
    for i in range(1 << TABLE_BITS):
        start = mpf(from_bits(OFFSET_BITS + i * INTERVAL))
        end = mpf(from_bits(OFFSET_BITS + (i + 1) * INTERVAL))
        centre = mpf(1) if start < 1 < end else (start + end) / 2
        inverse = mp.nint(512 / centre) / 512
        value = -mp.log(inverse)
        high = mp.nint(value * 2**42) / 2**42
        inverses.append(float(inverse))
        highs.append(float(high))
        lows.append(float(value - high))
        largest = max(largest, abs(start * inverse - 1), abs(end * inverse - 1))
    print("// largest |r|:", mp.nstr(largest, 10))
    for name, values in (("inverse", inverses), ("high", highs), ("low", lows)):
        print(f"// {name}\n  {', '.join(map(repr, values))}")


def log_rest(unit: mpf, slope: mpf) -> Function:
    """(2 unit atanh(s) / s - slope) / s^2 as a function of z = s^2."""
    return lambda z: (2 * unit * mp.atanh(mp.sqrt(z)) / mp.sqrt(z) - slope) / z


def show_quick() -> None:
    """Print the constants of the functions that are as accurate as a number near 1 can be."""
    half_pi = mp.pi / 2 + mpf("1e-7")
    show(
        "sin over half a turn: (sin(r) / r - 1) / z, in z = r^2",
        lambda z: (mp.sin(mp.sqrt(z)) / mp.sqrt(z) - 1) / z,
        lambda z: z * mp.sqrt(z),
        (mpf(0), half_pi**2),
        degree=7,
    )
    show(
        "cos over half a turn: (cos(r) - 1 + z / 2) / z^2, in z = r^2",
        lambda z: (mp.cos(mp.sqrt(z)) - 1 + z / 2) / z**2,
        lambda z: z**2,
        (mpf(0), half_pi**2),
        degree=6,
    )
    show(
        "exp near 0: (e^r - 1 - r) / r^2",
        lambda r: (mp.expm1(r) - r) / r**2,
        lambda r: r**2,
        (mpf("-0.0981"), mpf("0.0981")),
        degree=6,
    )
    s_max = (mp.sqrt(2) - 1) / (mp.sqrt(2) + 1)
    quarter = mpf("0.25") + mpf("1e-9")
    show(
        "cos in half turns: (cos(pi r) - 1) / z, in z = r^2",
        lambda z: (mp.cos(mp.pi * mp.sqrt(z)) - 1) / z,
        lambda z: z,
        (mpf(0), quarter),
        degree=7,
    )
    for name, unit in (("log2", 1 / mp.log(2)), ("10 log", mpf(10))):
        slope = mpf(float(2 * unit))
        print(f"// {name}: of two {float(unit * mp.log(2))!r}, slope {float(slope)!r}")
        show(
            f"{name}: (2 unit atanh(s) / s - slope) / s^2, in z = s^2",
            log_rest(unit, slope),
            lambda z: z * mp.sqrt(z),
            (mpf(0), s_max**2),
            degree=5,
        )
    half = mpf("0.5") + mpf("1e-9")
    show(
        "exp2: (2^r - 1) / r",
        lambda r: mp.expm1(r * mp.log(2)) / r,
        lambda r: r / mp.exp(r * mp.log(2)),
        (-half, half),
        degree=10,
    )
    print("// 1/pi", repr(float(1 / mp.pi)))
    print("// pi", split(mp.pi, [28]))


def main() -> None:
    """Print everything."""
    mp.mp.prec = PRECISION_BITS
    half_ln2 = mp.log(2) / 2 + mpf("1e-5")
    show(
        "exp: (e^r - 1 - r) / r^2",
        lambda r: (mp.expm1(r) - r) / r**2,
        lambda r: r**2 / mp.exp(r),
        (-half_ln2, half_ln2),
        degree=9,
    )
    s_max = (mp.sqrt(2) - 1) / (mp.sqrt(2) + 1)
    show(
        "log: (2 atanh(s) / s - 2) / s^2, in z = s^2",
        lambda z: (2 * mp.atanh(mp.sqrt(z)) / mp.sqrt(z) - 2) / z,
        lambda z: z / 2,
        (mpf(0), s_max**2),
        degree=6,
    )
    quarter_pi = mp.pi / 4 + mpf("1e-7")
    show(
        "sin: (sin(r) / r - 1) / z, in z = r^2",
        lambda z: (mp.sin(mp.sqrt(z)) / mp.sqrt(z) - 1) / z,
        lambda z: z * mp.sqrt(z) / mp.sin(mp.sqrt(z)),
        (mpf(0), quarter_pi**2),
        degree=5,
    )
    show(
        "cos: (cos(r) - 1 + z / 2) / z^2, in z = r^2",
        lambda z: (mp.cos(mp.sqrt(z)) - 1 + z / 2) / z**2,
        lambda z: z**2 / mp.cos(mp.sqrt(z)),
        (mpf(0), quarter_pi**2),
        degree=5,
    )
    r_max = mpf("0.0154")
    show(
        "pow: (log1p(r) - r + r^2/2) / r^3",
        lambda r: (mp.log1p(r) - r + r**2 / 2) / r**3,
        lambda r: r**2,
        (-r_max, r_max),
        degree=7,
    )
    print("// ln 2", split(mp.log(2), [42]))
    print("// log2 e", repr(float(1 / mp.log(2))), " 2/pi", repr(float(2 / mp.pi)))
    print("// pi/2", split(mp.pi / 2, [29, 52, 82]), split(mp.pi / 2, [52]))
    mp.mp.prec = 1400
    words = int(mp.floor(2 / mp.pi * mpf(2) ** 1280))
    print(
        "// 2/pi",
        ", ".join(f"{(words >> (1280 - 64 * (i + 1))) & (2**64 - 1):#018x}" for i in range(20)),
    )
    mp.mp.prec = PRECISION_BITS
    show_log_table()
    show_quick()


if __name__ == "__main__":
    main()
