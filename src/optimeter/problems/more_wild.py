"""The set of Moré and Wild (2009): 53 least-squares problems of 22 functions, 2 to 12 variables.

The functions are those of Moré, Garbow and Hillstrom (1981), and three of other sources (Conn, Gould
and Toint; Mancino; Dixon's heart dipole): f(x) = Σ f_i(x)², with the published starting points, times ten
in some problems. Each problem has one dimension. The optimal value is given where it is known exactly.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from optimeter._core import Problem
from optimeter.problems.callables import from_callable

__all__ = ["more_wild"]

Float = NDArray[np.float64]
Residuals = Callable[[Float, int], Any]


# ------------------------------------------------------------------ functions: residuals of (x, m)


def _linear_full_rank(x: Float, m: int) -> Any:
    result = np.full(m, -2.0 * x.sum() / m - 1.0)
    result[: x.size] += x
    return result


def _linear_rank_one(x: Float, m: int) -> Any:
    return np.arange(1, m + 1) * (np.arange(1, x.size + 1) @ x) - 1.0


def _linear_rank_one_zero(x: Float, m: int) -> Any:
    total = np.arange(2, x.size) @ x[1:-1]
    result = np.arange(0, m) * total - 1.0
    result[-1] = -1.0
    return result


def _rosenbrock(x: Float, _: int) -> Any:
    return np.array([10.0 * (x[1] - x[0] ** 2), 1.0 - x[0]])


def _helical_valley(x: Float, _: int) -> Any:
    angle = np.arctan2(x[1], x[0]) / (2.0 * np.pi)
    if angle < -0.25:  # the branch of the definition: arctan(x2 / x1), plus 1/2 left of the axis
        angle += 1.0
    return np.array([10.0 * (x[2] - 10.0 * angle), 10.0 * (np.hypot(x[0], x[1]) - 1.0), x[2]])


def _powell_singular(x: Float, _: int) -> Any:
    return np.array(
        [
            x[0] + 10.0 * x[1],
            np.sqrt(5.0) * (x[2] - x[3]),
            (x[1] - 2.0 * x[2]) ** 2,
            np.sqrt(10.0) * (x[0] - x[3]) ** 2,
        ]
    )


def _freudenstein_roth(x: Float, _: int) -> Any:
    return np.array(
        [
            -13.0 + x[0] + ((5.0 - x[1]) * x[1] - 2.0) * x[1],
            -29.0 + x[0] + ((x[1] + 1.0) * x[1] - 14.0) * x[1],
        ]
    )


BARD = np.array(
    [0.14, 0.18, 0.22, 0.25, 0.29, 0.32, 0.35, 0.39, 0.37, 0.58, 0.73, 0.96, 1.34, 2.1, 4.39]
)


def _bard(x: Float, _: int) -> Any:
    u = np.arange(1.0, 16.0)
    v = 16.0 - u
    return BARD - (x[0] + u / (x[1] * v + x[2] * np.minimum(u, v)))


KOWALIK = np.array(
    [
        [4.0, 2.0, 1.0, 0.5, 0.25, 0.167, 0.125, 0.1, 0.0833, 0.0714, 0.0625],
        [0.1957, 0.1947, 0.1735, 0.16, 0.0844, 0.0627, 0.0456, 0.0342, 0.0323, 0.0235, 0.0246],
    ]
)


def _kowalik_osborne(x: Float, _: int) -> Any:
    u, y = KOWALIK
    return y - x[0] * u * (u + x[1]) / (u * (u + x[2]) + x[3])


MEYER = np.array(
    [
        34780.0, 28610.0, 23650.0, 19630.0, 16370.0, 13720.0, 11540.0, 9744.0,
        8261.0, 7030.0, 6005.0, 5147.0, 4427.0, 3820.0, 3307.0, 2872.0,
    ]
)  # fmt: skip


def _meyer(x: Float, _: int) -> Any:
    t = 45.0 + 5.0 * np.arange(1, 17)
    return x[0] * np.exp(x[1] / (t + x[2])) - MEYER


def _watson(x: Float, _: int) -> Any:
    t = (np.arange(1, 30) / 29.0)[:, None]
    j = np.arange(x.size)
    value = (x * t**j).sum(axis=1)
    slope = (j[1:] * x[1:] * t ** (j[1:] - 1)).sum(axis=1)
    return np.concatenate([slope - value**2 - 1.0, [x[0], x[1] - x[0] ** 2 - 1.0]])


def _box(x: Float, m: int) -> Any:
    t = 0.1 * np.arange(1, m + 1)
    return np.exp(-t * x[0]) - np.exp(-t * x[1]) - x[2] * (np.exp(-t) - np.exp(-10.0 * t))


def _jennrich_sampson(x: Float, m: int) -> Any:
    i = np.arange(1, m + 1)
    return 2.0 + 2.0 * i - (np.exp(i * x[0]) + np.exp(i * x[1]))


def _brown_dennis(x: Float, m: int) -> Any:
    t = np.arange(1, m + 1) / 5.0
    return (x[0] + t * x[1] - np.exp(t)) ** 2 + (x[2] + x[3] * np.sin(t) - np.cos(t)) ** 2


def _chebyquad(x: Float, m: int) -> Any:
    before, now = np.ones_like(x), 2.0 * x - 1.0
    result = np.empty(m)
    for i in range(1, m + 1):
        result[i - 1] = now.mean() + (1.0 / (i * i - 1.0) if i % 2 == 0 else 0.0)
        before, now = now, 2.0 * (2.0 * x - 1.0) * now - before
    return result


def _brown_almost_linear(x: Float, _: int) -> Any:
    result = x + x.sum() - (x.size + 1.0)
    result[-1] = x.prod() - 1.0
    return result


OSBORNE_1 = np.array(
    [
        0.844, 0.908, 0.932, 0.936, 0.925, 0.908, 0.881, 0.850, 0.818, 0.784, 0.751,
        0.718, 0.685, 0.658, 0.628, 0.603, 0.580, 0.558, 0.538, 0.522, 0.506, 0.490,
        0.478, 0.467, 0.457, 0.448, 0.438, 0.431, 0.424, 0.420, 0.414, 0.411, 0.406,
    ]
)  # fmt: skip


def _osborne_1(x: Float, _: int) -> Any:
    t = 10.0 * np.arange(33)
    return OSBORNE_1 - (x[0] + x[1] * np.exp(-x[3] * t) + x[2] * np.exp(-x[4] * t))


OSBORNE_2 = np.array(
    [
        1.366, 1.191, 1.112, 1.013, 0.991, 0.885, 0.831, 0.847, 0.786, 0.725, 0.746, 0.679, 0.608,
        0.655, 0.616, 0.606, 0.602, 0.626, 0.651, 0.724, 0.649, 0.649, 0.694, 0.644, 0.624, 0.661,
        0.612, 0.558, 0.533, 0.495, 0.500, 0.423, 0.395, 0.375, 0.372, 0.391, 0.396, 0.405, 0.428,
        0.429, 0.523, 0.562, 0.607, 0.653, 0.672, 0.708, 0.633, 0.668, 0.645, 0.632, 0.591, 0.559,
        0.597, 0.625, 0.739, 0.710, 0.729, 0.720, 0.636, 0.581, 0.428, 0.292, 0.162, 0.098, 0.054,
    ]
)  # fmt: skip


def _osborne_2(x: Float, _: int) -> Any:
    t = np.arange(65) / 10.0
    peaks = sum(x[1 + k] * np.exp(-x[5 + k] * (t - x[8 + k]) ** 2) for k in range(3))
    return OSBORNE_2 - (x[0] * np.exp(-x[4] * t) + peaks)


def _bdqrtic(x: Float, _: int) -> Any:
    n = x.size - 4
    squares = x * x
    sums = sum((k + 1) * squares[k : k + n] for k in range(4)) + 5.0 * squares[-1]
    return np.concatenate([3.0 - 4.0 * x[:n], sums])


def _cube(x: Float, _: int) -> Any:
    return np.concatenate([[x[0] - 1.0], 10.0 * (x[1:] - x[:-1] ** 3)])


def _mancino(x: Float, _: int) -> Any:
    i = np.arange(1.0, x.size + 1)
    ratio = np.sqrt(x[:, None] ** 2 + i[:, None] / i)  # row i, column j: sqrt(x_i² + i/j)
    logs = np.log(ratio)
    inner = (ratio * (np.sin(logs) ** 5 + np.cos(logs) ** 5)).sum(axis=1)
    return 1400.0 * x + (i - 50.0) ** 3 + inner


HEART = (-0.69, -0.044, -1.57, -1.31, -2.65, 2.0, -12.6, 9.48)


def _heart(x: Float, _: int) -> Any:
    a, b, c, d, t, u, v, w = x
    return (
        np.array(
            [
                a + b,
                c + d,
                t * a + u * b - v * c - w * d,
                v * a + w * b + t * c + u * d,
                a * (t**2 - v**2) - 2 * c * t * v + b * (u**2 - w**2) - 2 * d * u * w,
                c * (t**2 - v**2) + 2 * a * t * v + d * (u**2 - w**2) + 2 * b * u * w,
                a * t * (t**2 - 3 * v**2)
                + c * v * (v**2 - 3 * t**2)
                + b * u * (u**2 - 3 * w**2)
                + d * w * (w**2 - 3 * u**2),
                c * t * (t**2 - 3 * v**2)
                - a * v * (v**2 - 3 * t**2)
                + d * u * (u**2 - 3 * w**2)
                - b * w * (w**2 - 3 * u**2),
            ]
        )
        - HEART
    )


# ------------------------------------------------------------------ starting points


def _mancino_start(n: int) -> Any:
    i = np.arange(1.0, n + 1)
    ratio = np.sqrt(i[:, None] / i)
    logs = np.log(ratio)
    inner = (ratio * (np.sin(logs) ** 5 + np.cos(logs) ** 5)).sum(axis=1)
    return -8.710996e-4 * ((i - 50.0) ** 3 + inner)


@dataclass(frozen=True, slots=True)
class Definition:
    """A function of the set: its residuals, its start in n variables, its optimum for (n, m)."""

    name: str
    residuals: Residuals
    start: Callable[[int], Any]
    optimum: Callable[[int, int], float | None] = lambda _n, _m: None


def _at(*values: float) -> Callable[[int], Any]:
    return lambda _: np.array(values)


def _zero(_n: int, _m: int) -> float:
    return 0.0


DEFINITIONS: tuple[Definition, ...] = (
    Definition("linear, full rank", _linear_full_rank, np.ones, lambda n, m: float(m - n)),
    Definition(
        "linear, rank 1", _linear_rank_one, np.ones, lambda _, m: m * (m - 1) / (2 * (2 * m + 1))
    ),
    Definition(
        "linear, rank 1 with zero columns and rows", _linear_rank_one_zero, np.ones,
        lambda _, m: (m * m + 3 * m - 6) / (2 * (2 * m - 3)),
    ),
    Definition("Rosenbrock", _rosenbrock, _at(-1.2, 1.0), _zero),
    Definition("helical valley", _helical_valley, _at(-1.0, 0.0, 0.0), _zero),
    Definition("Powell singular", _powell_singular, _at(3.0, -1.0, 0.0, 1.0), _zero),
    Definition("Freudenstein and Roth", _freudenstein_roth, _at(0.5, -2.0), _zero),
    Definition("Bard", _bard, np.ones),
    Definition("Kowalik and Osborne", _kowalik_osborne, _at(0.25, 0.39, 0.415, 0.39)),
    Definition("Meyer", _meyer, _at(0.02, 4000.0, 250.0)),
    Definition("Watson", _watson, lambda n: np.full(n, 0.5)),
    Definition("Box three-dimensional", _box, _at(0.0, 10.0, 20.0), _zero),
    Definition("Jennrich and Sampson", _jennrich_sampson, _at(0.3, 0.4)),
    Definition("Brown and Dennis", _brown_dennis, _at(25.0, 5.0, -5.0, -1.0)),
    Definition(
        "Chebyquad", _chebyquad, lambda n: np.arange(1, n + 1) / (n + 1.0),
        lambda n, _: 0.0 if n in (6, 7, 9) else None,
    ),
    Definition("Brown almost-linear", _brown_almost_linear, lambda n: np.full(n, 0.5), _zero),
    Definition("Osborne 1", _osborne_1, _at(0.5, 1.5, 1.0, 0.01, 0.02)),
    Definition(
        "Osborne 2", _osborne_2, _at(1.3, 0.65, 0.65, 0.7, 0.6, 3.0, 5.0, 7.0, 2.0, 4.5, 5.5)
    ),
    Definition("bdqrtic", _bdqrtic, np.ones),
    Definition("cube", _cube, lambda n: np.full(n, 0.5), _zero),
    Definition("Mancino", _mancino, _mancino_start, _zero),
    Definition("heart8ls", _heart, _at(-0.3, -0.39, 0.3, -0.344, -1.2, 2.69, 1.59, -1.5), _zero),
)  # fmt: skip

# (function, n, m, whether the start is ten times as far), in the published order.
PROBLEMS = (
    (1, 9, 45, 0), (1, 9, 45, 1), (2, 7, 35, 0), (2, 7, 35, 1), (3, 7, 35, 0), (3, 7, 35, 1),
    (4, 2, 2, 0), (4, 2, 2, 1), (5, 3, 3, 0), (5, 3, 3, 1), (6, 4, 4, 0), (6, 4, 4, 1),
    (7, 2, 2, 0), (7, 2, 2, 1), (8, 3, 15, 0), (8, 3, 15, 1), (9, 4, 11, 0), (10, 3, 16, 0),
    (11, 6, 31, 0), (11, 6, 31, 1), (11, 9, 31, 0), (11, 9, 31, 1), (11, 12, 31, 0),
    (11, 12, 31, 1), (12, 3, 10, 0), (13, 2, 10, 0), (14, 4, 20, 0), (14, 4, 20, 1),
    (15, 6, 6, 0), (15, 7, 7, 0), (15, 8, 8, 0), (15, 9, 9, 0), (15, 10, 10, 0), (15, 11, 11, 0),
    (16, 10, 10, 0), (17, 5, 33, 0), (18, 11, 65, 0), (18, 11, 65, 1), (19, 8, 8, 0),
    (19, 10, 12, 0), (19, 11, 14, 0), (19, 12, 16, 0), (20, 5, 5, 0), (20, 6, 6, 0), (20, 8, 8, 0),
    (21, 5, 5, 0), (21, 5, 5, 1), (21, 8, 8, 0), (21, 10, 10, 0), (21, 12, 12, 0), (21, 12, 12, 1),
    (22, 8, 8, 0), (22, 8, 8, 1),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SumOfSquares:
    """f(x) = Σ f_i(x)² of one of the functions; infinite where it is too large for a number."""

    function: int
    m: int

    def __call__(self, x: Float) -> float:
        """Return the value at a point."""
        with np.errstate(all="ignore"):
            residuals = DEFINITIONS[self.function - 1].residuals(x, self.m)
            value = float(residuals @ residuals)
        return value if np.isfinite(value) else np.inf


def more_wild() -> list[Problem]:
    """Return the 53 problems, numbered in the published order; each function number is a problem.

    The region of interest is a box around the start, which is no constraint.

    Examples
    --------
    >>> problems = more_wild()
    >>> len(problems), problems[6].name, problems[6](problems[6].initial_solution)
    (53, 'Rosenbrock (n = 2, m = 2)', 24.199999999999996)
    """
    problems = []
    for number, (function, n, m, far) in enumerate(PROBLEMS, start=1):
        definition = DEFINITIONS[function - 1]
        start = definition.start(n) * (10.0 if far else 1.0)
        width = np.maximum(10.0, 2.0 * np.abs(start))
        words = f"n = {n}, m = {m}" + (", start times ten" if far else "")
        problems.append(
            from_callable(
                SumOfSquares(function, m),
                start - width,
                start + width,
                name=f"{definition.name} ({words})",
                initial_solution=start,
                optimum=definition.optimum(n, m),
                suite="more-wild",
                function_number=number,
                group=definition.name,
            )
        )
    return problems
