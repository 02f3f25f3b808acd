"""Compute the constants of core/src/mathematics/tables.hpp in multiple precision, and write it.

Run ``python scripts/mathematics_tables.py`` (needs mpmath). Nothing in the header is typed by hand.
"""

import struct
from pathlib import Path

import mpmath as mp
from mpmath import mpf

PLACE = Path(__file__).parents[1] / "core" / "src" / "mathematics" / "tables.hpp"
ENTRIES = 32
PRECISION_BITS = 400


def cut(value: mpf, bits: int) -> float:
    """Round to a number of significant bits."""
    if value == 0:
        return 0.0
    unit = mpf(2) ** (int(mp.floor(mp.log(abs(value), 2))) + 1 - bits)
    return float(mp.nint(value / unit) * unit)


def parts(value: mpf, *bits: int) -> list[float]:
    """Return a sum of doubles: the leading ones of the given bits, the last one of 53."""
    found = []
    for size in (*bits, 53):
        found.append(cut(value, size))
        value -= mpf(found[-1])
    return found


def fixed(value: mpf, place: int) -> list[float]:
    """Return a multiple of 2^-place and two doubles that are the rest."""
    first = float(mp.nint(value * mpf(2) ** place) / mpf(2) ** place)
    return [first, *parts(value - mpf(first), 53)]


def inverses() -> list[float]:
    """Return one over the middle of each of the intervals of the mantissa, in ten bits.

    The intervals are those of `kTableBase` in simd/vecmath.hpp; the one that holds 1 has exactly 1.
    """
    base = 0x3FE62AAA00000000
    found = []
    for i in range(ENTRIES):
        ends = [struct.unpack("<d", struct.pack("<Q", base + ((i + j) << 47)))[0] for j in range(2)]
        holds_one = ends[0] <= 1.0 < ends[1]
        found.append(1.0 if holds_one else cut(2 / (mpf(ends[0]) + mpf(ends[1])), 10))
    return found


def array(comment: str, kind: str, name: str, rows: list[list[float]]) -> str:
    """Return the definition of an array: of doubles, or of sums of them."""
    entries = [
        row[0].hex() if kind == "double" else "{" + ", ".join(v.hex() for v in row) + "}"
        for row in rows
    ]
    aligned = "alignas(64) " if kind == "double" and len(rows) == ENTRIES else ""
    body = "".join(f"    {entry},\n" for entry in entries)
    return f"/// {comment}\n{aligned}inline constexpr {kind} {name}[{len(rows)}] = {{\n{body}}};\n"


def column(rows: list[list[float]], i: int) -> list[list[float]]:
    """Return one column of a table."""
    return [[row[i]] for row in rows]


def factorials(first: int, last: int, step: int, sign: int) -> list[mpf]:
    """Return 1/n! for n from first to last; where `sign` is -1, they alternate from below 0."""
    orders = range(first, last + 1, step)
    return [mpf(sign) ** (i + 1) / mp.factorial(n) for i, n in enumerate(orders)]


def main() -> None:
    """Write the header."""
    mp.mp.prec = PRECISION_BITS
    inverse = inverses()
    logs = [fixed(-mp.log(mpf(v)), 42) for v in inverse]
    angles = [mp.cos(mp.pi * i / 16) if i % 16 != 8 else mpf(0) for i in range(ENTRIES)]
    powers = [mpf(2) ** (mpf(i) / ENTRIES) for i in range(ENTRIES)]
    short_angles = [parts(v, 26) for v in angles]
    short_powers = [parts(v, 26) for v in powers]
    log_series = [mpf(-1) ** n / (n + 1) for n in range(20)]
    pieces = [
        array("1 / c of the intervals of a mantissa.", "double", "kInverse", [[v] for v in inverse]),
        array("log c as a multiple of 2^-42 and the rest.", "Three", "kLog", logs),
        array("log 2 likewise.", "Three", "kLn2", [fixed(mp.log(2), 42)]),
        array("1 / log 10.", "Two", "kInverseLn10", [parts(1 / mp.log(10), 53)]),
        array("1 / log 10 with 26 bits first.", "Two", "kShortLn10", [parts(1 / mp.log(10), 26)]),
        array("cos(i pi / 16).", "Two", "kCos", [parts(v, 53) for v in angles]),
        array("Its leading 26 bits.", "double", "kCosUpper", column(short_angles, 0)),
        array("The rest of it.", "double", "kCosLower", column(short_angles, 1)),
        array("pi / 16: two parts of 30 bits, so that products are exact.", "Three", "kStep",
              [parts(mp.pi / 16, 30, 30)]),
        array("2^(i / 32).", "Two", "kPower", [parts(v, 53) for v in powers]),
        array("Its leading 26 bits.", "double", "kPowerUpper", column(short_powers, 0)),
        array("The rest of it.", "double", "kPowerLower", column(short_powers, 1)),
        array("log 2 / 32: the first part has 32 bits.", "Three", "kLn2Step",
              [parts(mp.log(2) / ENTRIES, 32, 53)]),
    ]  # fmt: skip
    for comment, name, series, exact in (
        ("log(1 + r) / r", "Log", log_series, 8),
        ("(cos h - 1) / h^2 in h^2", "Cosine", factorials(2, 24, 2, -1), 4),
        ("(sin h - h) / h^3 in h^2", "Sine", factorials(3, 25, 2, -1), 4),
        ("(exp r - 1) / r", "Exp", factorials(1, 18, 1, 1), 7),
    ):
        head = [parts(v, 53) for v in series[:exact]]
        tail = [[float(v)] for v in series[exact:]]
        pieces.append(array(f"{comment}: the first terms.", "Two", f"k{name}Head", head))
        pieces.append(array("The others.", "double", f"k{name}Tail", tail))
    text = "\n".join(pieces)
    PLACE.write_text(
        "// Made by scripts/mathematics_tables.py, in multiple precision; nothing is typed by hand.\n"
        "#pragma once\n\n"
        "namespace optimeter::mathematics {\n\n"
        "/// Sums of doubles that are not evaluated, the largest first.\n"
        "struct Two {\n  double high, low;\n};\n"
        "struct Three {\n  double high, middle, low;\n};\n\n"
        "// clang-format off\n\n"
        f"{text}\n"
        "// clang-format on\n\n"
        "}  // namespace optimeter::mathematics\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
