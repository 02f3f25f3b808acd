"""Profiles of OptiProfiler on six small problems, and the problems and searches themselves.

``python optiprofiler_dump.py FILE`` writes the curves with the optiprofiler that is installed; 1.3.5
wrote `optiprofiler.json`.
"""

import json
import sys
import tempfile
from pathlib import Path

import numpy as np

SIZES = {"sphere": 2, "ellipsoid": 3, "rosenbrock": 2, "absolute": 4, "quartic": 3, "chained": 5}
BUDGET = 200  # times the dimension
TOLERANCES = 8


def value(name, x):
    x = np.asarray(x, dtype=float)
    match name:
        case "sphere":
            return float(x @ x) - 7.0
        case "ellipsoid":
            return float(np.sum(10.0 ** np.arange(x.size) * x * x)) + 3.0
        case "rosenbrock":
            return float(100 * (x[1] - x[0] ** 2) ** 2 + (1 - x[0]) ** 2)
        case "absolute":
            return float(np.abs(x - 0.5).sum())
        case "quartic":
            return float(np.sum((x - 1) ** 4) + np.sum(x * x))
        case _:
            return float(np.sum((x[1:] - x[:-1] ** 2) ** 2) + np.sum((1 - x) ** 2))


def start(name):
    return np.linspace(-1.5, 2.5, SIZES[name])


def compass(fun, x0):
    """Search along the axes, halving the step where none helps."""
    x, step, best = np.array(x0, dtype=float), 1.0, fun(x0)
    left = 150 * x.size
    while left > 2 * x.size:
        better = False
        for i in range(x.size):
            for sign in (1.0, -1.0):
                y = x.copy()
                y[i] += sign * step
                f = fun(y)
                left -= 1
                if f < best:
                    x, best, better = y, f, True
                    break
        if not better:
            step /= 2
    return x


def walk(fun, x0):
    """Search by normal steps whose size follows the successes, with a seed."""
    rng = np.random.default_rng(7)
    x, sigma, best = np.array(x0, dtype=float), 1.0, fun(x0)
    for _ in range(120 * x.size):
        y = x + sigma * rng.standard_normal(x.size)
        f = fun(y)
        if f <= best:
            x, best, sigma = y, f, sigma * 1.5
        else:
            sigma *= 1.5**-0.25
    return x


def scatter(fun, x0):
    """Search at random, with a seed."""
    rng = np.random.default_rng(3)
    x, best = np.array(x0, dtype=float), fun(x0)
    for _ in range(60 * x.size):
        y = rng.uniform(-3, 3, x.size)
        f = fun(y)
        if f < best:
            x, best = y, f
    return x


SEARCHES = (compass, walk, scatter)

LIBRARY = """
import sys
sys.path.insert(0, {here!r})
from optiprofiler_dump import SIZES, start, value
from optiprofiler import Problem

def small_load(name):
    return Problem(lambda x: value(name, x), start(name), name=name)

def small_select(options):
    return list(SIZES)
"""


def dumped():
    """Return, by tolerance, kind of judgement, kind of profile and search, the steps of the curves."""
    from optiprofiler import benchmark

    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder, "small")
        library.mkdir()
        here = str(Path(__file__).parent)
        (library / "small_tools.py").write_text(LIBRARY.format(here=here), encoding="utf-8")
        curves = benchmark(
            list(SEARCHES), plibs=["small"], custom_problem_libs_path=folder, ptype="u", mindim=1,
            maxdim=10, max_eval_factor=BUDGET, max_tol_order=TOLERANCES, n_jobs=1, n_runs=1,
            silent=True, score_only=True, savepath=folder,
        )[2]  # fmt: skip
    return [
        {
            judged: {
                kind: [np.asarray(run[0]).tolist() for run in of_kind[kind]]
                for kind in ("perf", "data")
            }
            for judged, of_kind in tolerance.items()
        }
        for tolerance in curves
    ]


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(dumped()), encoding="utf-8")
