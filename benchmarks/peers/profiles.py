"""One comparison, as each platform makes it: three solvers of scipy on 24 problems, one process.

    python benchmarks/peers/profiles.py PLATFORM

`benchmarks/compare.py` measures it. What is printed is how many problems each solver solved, in the
platform's own terms, so that it is seen that it did its work.
"""

import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize

Function = Callable[[np.ndarray], float]

BUDGET = 100  # evaluations, times the dimension
TOLERANCE = 1e-4
SIZES = (2, 4, 8)
SOLVERS = ("Nelder-Mead", "Powell", "L-BFGS-B")
LIMITS = {"L-BFGS-B": "maxfun"}


def _sphere(x: np.ndarray) -> float:
    return float(x @ x) - 7.0


def _ellipsoid(x: np.ndarray) -> float:
    return float(np.sum(100.0 ** (np.arange(x.size) / (x.size - 1)) * x * x))


def _rosenbrock(x: np.ndarray) -> float:
    return float(np.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2))


def _absolute(x: np.ndarray) -> float:
    return float(np.abs(x - 0.5).sum())


def _quartic(x: np.ndarray) -> float:
    return float(np.sum((x - 1) ** 4) + np.sum(x * x))


def _chained(x: np.ndarray) -> float:
    return float(np.sum((x[1:] - x[:-1] ** 2) ** 2) + np.sum((1 - x) ** 2))


def _trigonometric(x: np.ndarray) -> float:
    k = np.arange(1, x.size + 1)
    return float(np.sum((x.size - np.sum(np.cos(x)) + k * (1 - np.cos(x)) - np.sin(x)) ** 2))


def _penalty(x: np.ndarray) -> float:
    return float(1e-3 * np.sum((x - 1) ** 2) + (x @ x - 0.25) ** 2)


FAMILIES = (
    _sphere, _ellipsoid, _rosenbrock, _absolute, _quartic, _chained, _trigonometric, _penalty,
)  # fmt: skip
PROBLEMS: dict[str, tuple[Function, int]] = {
    f"{family.__name__[1:]}_{n}": (family, n) for family in FAMILIES for n in SIZES
}


def start(n: int) -> np.ndarray:
    """Return the first point."""
    return np.linspace(-1.2, 1.7, n)


def solve(method: str, fun: Function, x0: np.ndarray) -> Any:
    """Call a solver, which ends by itself or with the budget."""
    most = BUDGET * len(x0)
    return minimize(fun, x0, method=method, options={LIMITS.get(method, "maxfev"): most})


def solvers_alone() -> dict[str, int]:
    """Run the solvers without any platform: the floor."""
    for method in SOLVERS:
        for fun, n in PROBLEMS.values():
            solve(method, fun, start(n))
    return dict.fromkeys(SOLVERS, len(PROBLEMS))


def optimeter() -> dict[str, int]:
    """Compare with Optimeter: recorded data in a folder, and the profile."""
    import optimeter as om
    from optimeter.measures import performance_profile

    def optimizer(method: str, problem: om.Problem, x0: np.ndarray, rng: object) -> None:  # noqa: ARG001
        solve(method, problem, x0)

    suite = om.Suite.from_problems(
        "small",
        [
            om.Problem.from_callable(
                fun, [-10] * n, [10] * n, name=name, initial_solution=start(n)
            )
            for name, (fun, n) in PROBLEMS.items()
        ],
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        results = om.run(
            {method: partial(optimizer, method) for method in SOLVERS},
            suite, budget=BUDGET, folder=folder, restarts=False, progress=False,
        )  # fmt: skip
        curves = performance_profile(om.load(*results.values()), tolerance=TOLERANCE)
    return {curve.algorithm: round(curve.steps.limit * len(PROBLEMS)) for curve in curves}


LIBRARY = """
import sys
sys.path.insert(0, {here!r})
from profiles import PROBLEMS, start
from optiprofiler import Problem

def small_load(name):
    fun, n = PROBLEMS[name]
    return Problem(fun, start(n), name=name)

def small_select(options):
    return list(PROBLEMS)
"""


def optiprofiler() -> dict[str, int]:
    """Compare with OptiProfiler, numbers only: its figures would cost many times more."""
    from optiprofiler import benchmark

    def named(method: str) -> Callable[[Function, np.ndarray], np.ndarray]:
        def solver(fun: Function, x0: np.ndarray) -> np.ndarray:
            return np.asarray(solve(method, fun, x0).x)

        solver.__name__ = method.replace("-", "_")
        return solver

    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder, "small")
        library.mkdir()
        text = LIBRARY.format(here=str(Path(__file__).parent))
        (library / "small_tools.py").write_text(text, encoding="utf-8")
        curves = benchmark(
            [named(method) for method in SOLVERS], plibs=["small"],
            custom_problem_libs_path=folder, ptype="u", mindim=1, maxdim=10,
            max_eval_factor=BUDGET, max_tol_order=4, n_jobs=1, n_runs=1, silent=True,
            score_only=True, savepath=folder,
        )[2]  # fmt: skip
    shares = [float(np.asarray(run[0])[1].max()) for run in curves[3]["hist"]["perf"]]
    return {m: round(share * len(PROBLEMS)) for m, share in zip(SOLVERS, shares, strict=True)}


def optimagic() -> dict[str, int]:
    """Compare with optimagic: its runs, and the table behind its profile plot."""
    import optimagic as platform
    from optimagic.benchmarking.process_benchmark_results import process_benchmark_results

    algorithms = dict(
        zip(SOLVERS, ("scipy_neldermead", "scipy_powell", "scipy_lbfgsb"), strict=True)
    )
    problems = {}
    for name, (fun, n) in PROBLEMS.items():
        best = min(float(solve(method, fun, start(n)).fun) for method in SOLVERS[:1])
        problems[name] = {
            "inputs": {"fun": fun, "params": start(n)}, "noise_free_fun": fun, "noisy": False,
            "solution": {"params": np.zeros(n), "value": best}, "info": {},
            "start_criterion": fun(start(n)),
        }  # fmt: skip
    results = platform.run_benchmark(
        problems, algorithms, max_criterion_evaluations=BUDGET * max(SIZES),
        disable_convergence=False,
    )  # fmt: skip
    _, converged = process_benchmark_results(
        problems=problems, results=results, stopping_criterion="y", x_precision=TOLERANCE,
        y_precision=TOLERANCE,
    )  # fmt: skip
    return {name: int(converged[name].sum()) for name in SOLVERS}


OBJECTIVE = """
from benchopt import BaseObjective

class Objective(BaseObjective):
    name = "small"
    sampling_strategy = "run_once"

    def set_data(self, fun, x0):
        self.fun, self.x0 = fun, x0

    def get_objective(self):
        return dict(fun=self.fun, x0=self.x0)

    def evaluate_result(self, x):
        return dict(value=self.fun(x))

    def get_one_result(self):
        return dict(x=self.x0)
"""
DATASET = """
import sys
sys.path.insert(0, {here!r})
from benchopt import BaseDataset
from profiles import PROBLEMS, start

class Dataset(BaseDataset):
    name = "small"
    parameters = {{"problem": list(PROBLEMS)}}

    def get_data(self):
        fun, n = PROBLEMS[self.problem]
        return dict(fun=fun, x0=start(n))
"""
SOLVER = """
import sys
sys.path.insert(0, {here!r})
from benchopt import BaseSolver
from profiles import SOLVERS, solve

class Solver(BaseSolver):
    name = "scipy"
    sampling_strategy = "run_once"
    parameters = {{"method": list(SOLVERS)}}

    def set_objective(self, fun, x0):
        self.fun, self.x0 = fun, x0

    def run(self, _):
        self.x = solve(self.method, self.fun, self.x0).x

    def get_result(self):
        return dict(x=self.x)
"""


def benchopt() -> dict[str, int]:
    """Compare with benchopt, which knows the end of a run and nothing of the way there."""
    from benchopt.benchmark import Benchmark
    from benchopt.runner import run_benchmark

    here = str(Path(__file__).parent)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name in ("solvers", "datasets"):
            (root / name).mkdir()
        (root / "objective.py").write_text(OBJECTIVE, encoding="utf-8")
        (root / "datasets" / "small.py").write_text(DATASET.format(here=here), encoding="utf-8")
        (root / "solvers" / "scipy.py").write_text(SOLVER.format(here=here), encoding="utf-8")
        output = run_benchmark(
            Benchmark(root), n_repetitions=1, plot_result=False, show_progress=False, html=False
        )
        frame = _frame(output)
    best = frame.groupby("dataset_name")["objective_value"].transform("min")
    solved = frame[frame["objective_value"] <= best + TOLERANCE]
    counts = solved["solver_name"].value_counts()
    return {m: int(sum(c for n, c in counts.items() if f"={m}]" in str(n))) for m in SOLVERS}


def _frame(output: Any) -> Any:
    """Return the results of benchopt as a frame."""
    import pandas

    return pandas.read_parquet(output) if isinstance(output, str | Path) else output


PLATFORMS = {
    "solvers": solvers_alone,
    "optimeter": optimeter,
    "optiprofiler": optiprofiler,
    "optimagic": optimagic,
    "benchopt": benchopt,
}


if __name__ == "__main__":
    print(PLATFORMS[sys.argv[1]]())
