"""The least-squares functions of the literature once more, in NumPy as they are published.

An oracle for those of the engine: Moré, Garbow and Hillstrom (1981), and the further ones of Moré and
Wild (2009).
"""

import numpy as np

# ------------------------------------------------------------------ functions: residuals of (x, m)


def linear_full_rank(x, m):
    result = np.full(m, -2.0 * x.sum() / m - 1.0)
    result[: x.size] += x
    return result


def linear_rank_one(x, m):
    return np.arange(1, m + 1) * (np.arange(1, x.size + 1) @ x) - 1.0


def linear_rank_one_zero(x, m):
    total = np.arange(2, x.size) @ x[1:-1]
    result = np.arange(0, m) * total - 1.0
    result[-1] = -1.0
    return result


def helical_valley(x, _):
    angle = np.arctan2(x[1], x[0]) / (2.0 * np.pi)
    if angle < -0.25:  # the branch of the definition: arctan(x2 / x1), plus 1/2 left of the axis
        angle += 1.0
    return np.array([10.0 * (x[2] - 10.0 * angle), 10.0 * (np.hypot(x[0], x[1]) - 1.0), x[2]])


def freudenstein_roth(x, _):
    return np.array(
        [
            -13.0 + x[0] + ((5.0 - x[1]) * x[1] - 2.0) * x[1],
            -29.0 + x[0] + ((x[1] + 1.0) * x[1] - 14.0) * x[1],
        ]
    )


BARD = np.array(
    [0.14, 0.18, 0.22, 0.25, 0.29, 0.32, 0.35, 0.39, 0.37, 0.58, 0.73, 0.96, 1.34, 2.1, 4.39]
)


def bard(x, _):
    u = np.arange(1.0, 16.0)
    v = 16.0 - u
    return BARD - (x[0] + u / (x[1] * v + x[2] * np.minimum(u, v)))


KOWALIK = np.array(
    [
        [4.0, 2.0, 1.0, 0.5, 0.25, 0.167, 0.125, 0.1, 0.0833, 0.0714, 0.0625],
        [0.1957, 0.1947, 0.1735, 0.16, 0.0844, 0.0627, 0.0456, 0.0342, 0.0323, 0.0235, 0.0246],
    ]
)


def kowalik_osborne(x, _):
    u, y = KOWALIK
    return y - x[0] * u * (u + x[1]) / (u * (u + x[2]) + x[3])


MEYER = np.array(
    [
        34780.0, 28610.0, 23650.0, 19630.0, 16370.0, 13720.0, 11540.0, 9744.0,
        8261.0, 7030.0, 6005.0, 5147.0, 4427.0, 3820.0, 3307.0, 2872.0,
    ]
)  # fmt: skip


def meyer(x, _):
    t = 45.0 + 5.0 * np.arange(1, 17)
    return x[0] * np.exp(x[1] / (t + x[2])) - MEYER


def watson(x, _):
    t = (np.arange(1, 30) / 29.0)[:, None]
    j = np.arange(x.size)
    value = (x * t**j).sum(axis=1)
    slope = (j[1:] * x[1:] * t ** (j[1:] - 1)).sum(axis=1)
    return np.concatenate([slope - value**2 - 1.0, [x[0], x[1] - x[0] ** 2 - 1.0]])


def box(x, m):
    t = 0.1 * np.arange(1, m + 1)
    return np.exp(-t * x[0]) - np.exp(-t * x[1]) - x[2] * (np.exp(-t) - np.exp(-10.0 * t))


def jennrich_sampson(x, m):
    i = np.arange(1, m + 1)
    return 2.0 + 2.0 * i - (np.exp(i * x[0]) + np.exp(i * x[1]))


def brown_dennis(x, m):
    t = np.arange(1, m + 1) / 5.0
    return (x[0] + t * x[1] - np.exp(t)) ** 2 + (x[2] + x[3] * np.sin(t) - np.cos(t)) ** 2


def chebyquad(x, m):
    before, now = np.ones_like(x), 2.0 * x - 1.0
    result = np.empty(m)
    for i in range(1, m + 1):
        result[i - 1] = now.mean() + (1.0 / (i * i - 1.0) if i % 2 == 0 else 0.0)
        before, now = now, 2.0 * (2.0 * x - 1.0) * now - before
    return result


def brown_almost_linear(x, _):
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


def osborne_1(x, _):
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


def osborne_2(x, _):
    t = np.arange(65) / 10.0
    peaks = sum(x[1 + k] * np.exp(-x[5 + k] * (t - x[8 + k]) ** 2) for k in range(3))
    return OSBORNE_2 - (x[0] * np.exp(-x[4] * t) + peaks)


def bdqrtic(x, _):
    n = x.size - 4
    squares = x * x
    sums = sum((k + 1) * squares[k : k + n] for k in range(4)) + 5.0 * squares[-1]
    return np.concatenate([3.0 - 4.0 * x[:n], sums])


def cube(x, _):
    return np.concatenate([[x[0] - 1.0], 10.0 * (x[1:] - x[:-1] ** 3)])


def mancino(x, _):
    i = np.arange(1.0, x.size + 1)
    ratio = np.sqrt(x[:, None] ** 2 + i[:, None] / i)  # row i, column j: sqrt(x_i² + i/j)
    logs = np.log(ratio)
    inner = (ratio * (np.sin(logs) ** 5 + np.cos(logs) ** 5)).sum(axis=1)
    return 1400.0 * x + (i - 50.0) ** 3 + inner


HEART = (-0.69, -0.044, -1.57, -1.31, -2.65, 2.0, -12.6, 9.48)


def heart(x, _):
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


def rosenbrock(x, _):
    return np.concatenate([10.0 * (x[1::2] - x[::2] ** 2), 1.0 - x[::2]])


def powell_singular(x, _):
    a, b, c, d = x.reshape(-1, 4).T
    return np.concatenate(
        [a + 10 * b, np.sqrt(5.0) * (c - d), (b - 2 * c) ** 2, np.sqrt(10.0) * (a - d) ** 2]
    )


def powell_badly_scaled(x, _):
    return np.array([1e4 * x[0] * x[1] - 1.0, np.exp(-x[0]) + np.exp(-x[1]) - 1.0001])


def brown_badly_scaled(x, _):
    return np.array([x[0] - 1e6, x[1] - 2e-6, x[0] * x[1] - 2.0])


def beale(x, _):
    return np.array([1.5, 2.25, 2.625]) - x[0] * (1.0 - x[1] ** np.arange(1, 4))


GAUSSIAN = np.array([0.0009, 0.0044, 0.0175, 0.0540, 0.1295, 0.2420, 0.3521, 0.3989])


def gaussian(x, _):
    t = (8.0 - np.arange(1, 16)) / 2.0
    y = np.concatenate([GAUSSIAN, GAUSSIAN[-2::-1]])
    return x[0] * np.exp(-x[1] * (t - x[2]) ** 2 / 2.0) - y


def gulf(x, m):
    t = np.arange(1, m + 1) / 100.0
    y = 25.0 + (-50.0 * np.log(t)) ** (2.0 / 3.0)
    return np.exp(-(np.abs(y - x[1]) ** x[2]) / x[0]) - t


def wood(x, _):
    return np.array(
        [
            10.0 * (x[1] - x[0] ** 2),
            1.0 - x[0],
            np.sqrt(90.0) * (x[3] - x[2] ** 2),
            1.0 - x[2],
            np.sqrt(10.0) * (x[1] + x[3] - 2.0),
            (x[1] - x[3]) / np.sqrt(10.0),
        ]
    )


def biggs(x, m):
    t = 0.1 * np.arange(1, m + 1)
    y = np.exp(-t) - 5.0 * np.exp(-10.0 * t) + 3.0 * np.exp(-4.0 * t)
    return x[2] * np.exp(-t * x[0]) - x[3] * np.exp(-t * x[1]) + x[5] * np.exp(-t * x[4]) - y


def penalty_1(x, _):
    return np.append(np.sqrt(1e-5) * (x - 1.0), x @ x - 0.25)


def penalty_2(x, _):
    n = x.size
    i = np.arange(2, n + 1)
    y = np.exp(i / 10.0) + np.exp((i - 1) / 10.0)
    return np.concatenate(
        [
            [x[0] - 0.2],
            np.sqrt(1e-5) * (np.exp(x[1:] / 10.0) + np.exp(x[:-1] / 10.0) - y),
            np.sqrt(1e-5) * (np.exp(x[1:] / 10.0) - np.exp(-0.1)),
            [np.arange(n, 0, -1) @ (x * x) - 1.0],
        ]
    )


def variably_dimensioned(x, _):
    total = np.arange(1, x.size + 1) @ (x - 1.0)
    return np.concatenate([x - 1.0, [total, total**2]])


def trigonometric(x, _):
    i = np.arange(1, x.size + 1)
    return x.size - np.cos(x).sum() + i * (1.0 - np.cos(x)) - np.sin(x)


def discrete_boundary_value(x, _):
    h = 1.0 / (x.size + 1)
    t = h * np.arange(1, x.size + 1)
    inner = np.concatenate([[0.0], x, [0.0]])
    return 2 * x - inner[:-2] - inner[2:] + h * h * (x + t + 1.0) ** 3 / 2.0


def discrete_integral_equation(x, _):
    h = 1.0 / (x.size + 1)
    t = h * np.arange(1, x.size + 1)
    cubes = (x + t + 1.0) ** 3
    below, above = np.cumsum(t * cubes), np.cumsum(((1.0 - t) * cubes)[::-1])[::-1]
    above = np.append(above[1:], 0.0)
    return x + h * ((1.0 - t) * below + t * above) / 2.0


def broyden_tridiagonal(x, _):
    inner = np.concatenate([[0.0], x, [0.0]])
    return (3.0 - 2.0 * x) * x - inner[:-2] - 2.0 * inner[2:] + 1.0


def broyden_banded(x, _):
    n = x.size
    near = [[j for j in range(max(0, i - 5), min(n, i + 2)) if j != i] for i in range(n)]
    sums = np.array([sum(x[j] * (1.0 + x[j]) for j in band) for band in near])
    return x * (2.0 + 5.0 * x**2) + 1.0 - sums


def mancino_start(n):
    i = np.arange(1.0, n + 1)
    ratio = np.sqrt(i[:, None] / i)
    logs = np.log(ratio)
    inner = (ratio * (np.sin(logs) ** 5 + np.cos(logs) ** 5)).sum(axis=1)
    return -8.710996e-4 * ((i - 50.0) ** 3 + inner)
