"""The functions that make instances: correctly rounded, and nothing of the C library beside them."""

import re
import subprocess
import sys
from pathlib import Path

import mpmath
import numpy as np
import pytest
from numpy.typing import NDArray
from tests.system_parts import need

from optimeter import _core

Array = NDArray[np.float64]

CORE = Path(__file__).parents[2] / "core" / "src"
POINTS = 2000
PRECISION_BITS = 200

RANGES = {
    "log": (0.0, 1.0),
    "log10": (0.0, 1e6),
    "exp": (-39.0, 39.0),
    "sin": (-500.0, 500.0),
    "cos": (0.0, 2 * np.pi),
    "pow": (0.0, 1e3),
}

STEMS = r"log(?:2|10|1p)?|exp(?:2|10|m1)?|pow|sincos|a?(?:sin|cos|tan)h?|atan2|cbrt|hypot|erfc?|[tl]gamma"


def arguments(name: str, rng: np.random.Generator) -> tuple[Array, Array | None]:
    low, high = RANGES[name]
    x = rng.uniform(low, high, POINTS)
    if name in {"log", "log10"}:
        x[::2] = 10.0 ** rng.uniform(-300, 300, len(x[::2]))
        x[::7] = 1 + rng.uniform(-1e-3, 1e-3, len(x[::7]))
    return x, rng.uniform(-3, 3, POINTS) if name == "pow" else None


def rounded(name: str, x: float, y: float | None) -> float:
    with mpmath.workprec(PRECISION_BITS):
        if name == "pow":
            value = mpmath.power(mpmath.mpf(x), mpmath.mpf(y))
        else:
            value = getattr(mpmath, name)(mpmath.mpf(x))
        return float(value)


@pytest.mark.oracle
@pytest.mark.parametrize("name", RANGES)
def test_results_are_correctly_rounded(name):
    x, y = arguments(name, np.random.default_rng(1))
    got = _core._mathematics(name, x, y)
    pairs = zip(x, [None] * POINTS if y is None else y, strict=True)
    expected = [rounded(name, float(a), b if b is None else float(b)) for a, b in pairs]
    assert np.flatnonzero(np.asarray(got) != expected).tolist() == []


@pytest.mark.system
@pytest.mark.skipif(sys.platform != "linux", reason="reads a library of Linux")
def test_the_library_of_the_engine_needs_no_elementary_function_of_the_system():
    need("nm")
    command = ["nm", "--dynamic", "--undefined-only", _core.__file__]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    names = {line.split()[-1].split("@")[0] for line in lines}
    assert "memcpy" in names
    assert [name for name in sorted(names) if re.fullmatch(rf"(?:{STEMS})[fl]?", name)] == []


def test_no_source_of_the_engine_names_one():
    call = re.compile(rf"\b(?:std|__builtin)(?:::|_)(?:{STEMS})[fl]?\b")
    found = [
        f"{path.relative_to(CORE)}: {match.group()}"
        for path in sorted(CORE.rglob("*.?pp"))
        for match in call.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []
