"""Measure the accuracy of the suites against COCO and write docs/accuracy.md.

Run from the root of the repository: ``python scripts/make_accuracy.py``. It takes some minutes and
needs the packages coco-experiment and mpmath (extra ``test``). With ``--quick`` a small part of
the problems is looked at, to try the script out.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.metadata import version
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from string import Template
from types import ModuleType

import cocoex
import numpy as np
from accuracy_suites import FARTHEST, compare_extremes, number, others, relative, require
from numpy.typing import NDArray
from regions import table

import optimeter as om
from optimeter import _core
from optimeter.problems import suite_info

Array = NDArray[np.float64]

ROOT = Path(__file__).parents[1]
SUITES = ("bbob", "bbob-boxed", "bbob-largescale", "bbob-mixint")
INSTANCES = (1, 2, 3, 4, 5, *range(71, 91), 110, 1001)
FEW_INSTANCES = (1, 2, 3, 71, 80, 90, 110, 1001)  # where problems are large
LARGE = 80
KINDS = {
    "inside": "in the box",
    "outside": "outside",
    "near": "near the optimum",
    "at": "at the optimum",
}
POINTS = 20  # of each kind, but the optimum is one
HUGE = (1e4, 1e8, 1e16, 1e32, 1e77, 1e100, 1e154, 1e200, 1e300, 1.7e308)
SIEVE_POINTS = 200_000
EXACT_POINTS = 300


@dataclass(slots=True)
class Measured:
    """Largest relative errors by suite, function and kind of point, and some counts."""

    errors: dict[tuple[str, int, str], float] = field(default_factory=dict)
    values: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SUITES, 0))
    same_bits: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SUITES, 0))
    problems: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SUITES, 0))
    extremes: int = 0
    optima: int = 0

    def worst(self, suite: str, function: int, kind: str | None = None) -> float:
        """Return the largest error of a function, over all kinds of points unless one is given."""
        kinds = tuple(KINDS) if kind is None else (kind,)
        return max(self.errors[suite, function, each] for each in kinds)


def selection(suite: str, *, quick: bool) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Yield functions, dimensions and instances to look at."""
    dimensions = om.Suite(suite).dimensions
    for dimension in dimensions[:2] if quick else dimensions:
        instances = FEW_INSTANCES if dimension >= LARGE else INSTANCES
        for function in range(1, 25):
            yield function, dimension, instances[:3] if quick else instances


def points(problem: om.Problem, kind: str, rng: np.random.Generator) -> Array:
    """Return points of a kind, shape (n, d); integer variables take integer values."""
    low, high = problem.lower_bounds, problem.upper_bounds
    shape = (POINTS, problem.dimension)
    optimum = problem.reveal().x_opt
    assert optimum is not None
    if kind == "at":
        return optimum[np.newaxis]
    if kind == "outside":
        x = rng.uniform(-1, 1, shape) * rng.uniform(5, FARTHEST, (POINTS, 1))
    elif kind == "near":
        x = optimum + rng.standard_normal(shape) * 10.0 ** rng.uniform(-9, 0, (POINTS, 1))
        x = np.clip(x, low, high)
    else:
        x = rng.uniform(low, high, shape)
    integers = problem.number_of_integer_variables
    x[:, :integers] = np.rint(x[:, :integers])
    return x


def measure(*, quick: bool) -> Measured:
    """Compare the suites with COCO's."""
    result = Measured()
    for suite in SUITES:
        for function, dimension, instances in selection(suite, quick=quick):
            oracle = cocoex.Suite(
                suite,
                f"instances: {','.join(map(str, instances))}",
                f"dimensions: {dimension} function_indices: {function}",
            )
            for instance in instances:
                peer = oracle.get_problem_by_function_dimension_instance(
                    function, dimension, instance
                )
                compare(result, om.problem(suite, function, dimension, instance), peer)
                peer.free()
        print(f"{suite}: {result.values[suite]} values", file=sys.stderr, flush=True)
    return result


def compare(result: Measured, problem: om.Problem, peer: cocoex.Problem) -> None:
    """Compare one problem with COCO's."""
    suite, function = problem.suite, problem.function
    require(problem.id == peer.id, f"{suite}: {problem.id} is called {peer.id} by the reference")
    f_opt = problem.reveal().f_opt
    assert isinstance(f_opt, float)
    rng = np.random.default_rng(
        [SUITES.index(suite), function, problem.dimension, problem.instance]
    )
    for kind in KINDS:
        x = points(problem, kind, rng)
        ours, theirs = problem(x), np.array([peer(row) for row in x])
        error = relative(ours, theirs, np.maximum(np.abs(theirs), theirs - f_opt))
        key = suite, function, kind
        result.errors[key] = max(result.errors.get(key, 0.0), error)
        result.values[suite] += len(x)
        result.same_bits[suite] += int(np.sum(ours == theirs))
    result.problems[suite] += 1
    compare_optimum(result, problem)
    result.extremes += compare_extremes(problem, peer, rng, HUGE)


def compare_optimum(result: Measured, problem: om.Problem) -> None:
    """Compare the optimal value and its place, which COCO tells of the suite bbob only."""
    if problem.suite != "bbob":
        return
    bare = cocoex.BareProblem("bbob", problem.function, problem.dimension, problem.instance)
    f_opt, x_opt = problem.reveal()
    assert x_opt is not None
    require(
        f_opt == bare.best_value() and np.array_equal(x_opt, bare.best_parameter()),
        f"{problem.id}: the optimum differs from the reference",
    )
    result.optima += 1


# The same bits: every instruction set runs this and prints what it gets. Noise begins anew with
# every problem, so the first rows of the long batch are those of the short one.
DIGEST = """
import hashlib
import numpy as np
import optimeter as om

SUITES = {
    "bbob": (range(1, 25), (2, 3, 7, 13, 40, 41)),
    "bbob-boxed": (range(1, 25), (2, 5, 13)),
    "bbob-largescale": (range(1, 25), (20, 80, 131)),
    "bbob-mixint": (range(1, 25), (10, 80)),
    "bbob-noisy": (range(101, 131), (2, 7, 40)),
    "bbob-biobj-ext": (range(1, 93), (2, 13)),
    "bbob-biobj-mixint": (range(1, 93, 3), (10, 80)),
    "bbob-constrained": (range(1, 55), (2, 9, 40)),
}
digests = {name: hashlib.sha256() for name in ("single", "batch", "threads")}
rng = np.random.default_rng(1)
count = 0
for suite, (functions, dimensions) in SUITES.items():
    for dimension in dimensions:
        for function in functions:
            fresh = lambda: om.problem(suite, function, dimension, 3)
            problem = fresh()
            x = rng.uniform(problem.lower_bounds, problem.upper_bounds, (37, dimension))
            x[::5] *= rng.uniform(1, 20, (len(x[::5]), 1))
            many = np.tile(x, (60, 1))
            results = {"single": [np.array(part) for part in zip(*map(problem.evaluate_all, x))]}
            for threads, name in ((1, "batch"), (2, "threads")):
                om.set_threads(threads)
                results[name] = fresh().evaluate_all(many)
            for one, other in zip(results["batch"], results["threads"]):
                assert one.tobytes() == other.tobytes(), problem.id
            for name, (f, g) in results.items():
                digests[name].update(f[:37].tobytes() + g[:37].tobytes())
                digests[name].update(problem.initial_solution.tobytes())
            count += f[:37].size + g[:37].size
print(count, *{digest.hexdigest() for digest in digests.values()})
"""


def check_bits() -> tuple[int, list[str]]:
    """Return how many values every instruction set agrees on; raise if it does not."""
    found = {}
    isas = _core.available_isas()
    for isa in isas:
        done = subprocess.run(
            [sys.executable, "-c", DIGEST],
            env={**os.environ, "OPTIMETER_ISA": isa},
            capture_output=True,
            text=True,
            check=True,
        )
        found[isa] = done.stdout.split()
    same = len({tuple(words) for words in found.values()}) == 1 and len(found[isas[0]]) == 2
    require(same, f"the bits differ: {found}")
    return int(found[isas[0]][0]), isas


def vecmath_tests() -> ModuleType:
    """Return the tests of the vector math, which know its arguments and the exact values."""
    spec = spec_from_file_location("test_vecmath", ROOT / "tests/core/test_vecmath.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def vecmath_table() -> str:
    """Measure the largest error of the vector math in units in the last place.

    Long double arithmetic finds the worst of many arguments, mpmath gives their exact errors.
    """
    import mpmath  # noqa: PLC0415

    tests = vecmath_tests()
    rows = []
    for name in tests.FUNCTIONS:
        for kind, (x, y) in tests.arguments(name, SIEVE_POINTS, seed=8).items():
            got = tests.compute(name, x, y)
            with np.errstate(all="ignore"):
                wide = x.astype(np.longdouble)
                exact = getattr(np, name)(wide) if y is None else np.power(wide, y)
                exponent = np.maximum(np.frexp(exact)[1] - 53, -1074)
                rough = np.ldexp(np.abs(got - exact), -exponent)
            order = np.argsort(np.nan_to_num(rough.astype(np.float64), posinf=0))
            worst = 0.0
            with mpmath.workprec(140):
                for i in order[-EXACT_POINTS:]:
                    power = None if y is None else float(y[i])
                    value = tests.exact_value(name, float(x[i]), power)
                    worst = max(worst, tests.exact_error(float(got[i]), value))
            rows.append((name, kind, f"{worst:.3f}"))
    return table("function | arguments | largest error in ulp:", rows)


def error_table(
    measured: Measured, names: dict[int, str], columns: dict[str, tuple[str, str | None]]
) -> str:
    """Write a table of the largest errors: a row per function, a column per suite and kind."""
    rows = (
        (
            function,
            name,
            *(number(measured.worst(suite, function, kind)) for suite, kind in columns.values()),
        )
        for function, name in names.items()
    )
    return table(" | ".join(["f:", "function", *(f"{column}:" for column in columns)]), rows)


def count_table(measured: Measured) -> str:
    """Write how much was compared."""
    rows = []
    for suite in SUITES:
        values = measured.values[suite]
        share = measured.same_bits[suite] / values
        rows.append((suite, f"{measured.problems[suite]:,}", f"{values:,}", f"{share:.0%}"))
    return table("suite | problems: | values: | same bits:", rows)


def page(measured: Measured, more: dict[str, str]) -> str:
    """Fill the numbers into the text of the page."""
    names = {f.number: f.name for f in suite_info("bbob").functions}
    bits, isas = check_bits()
    every = [measured.worst(suite, f) for suite in SUITES for f in names]
    template = Template((ROOT / "scripts/accuracy.md.in").read_text(encoding="utf-8"))
    return template.substitute(
        reference=f"coco-experiment {version('coco-experiment')}",
        worst=number(max(every)),
        below=sum(error <= 1e-12 for error in every),
        cells=len(every),
        counts=count_table(measured),
        suites=error_table(measured, names, {f"`{suite}`": (suite, None) for suite in SUITES}),
        kinds=error_table(
            measured, names, {title: ("bbob", kind) for kind, title in KINDS.items()}
        ),
        extremes=f"{measured.extremes:,}",
        optima=f"{measured.optima:,}",
        bits=f"{bits:,}",
        isas=", ".join(isas),
        vecmath=vecmath_table(),
        **more,
    )


def main() -> None:
    """Measure and write the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="look at few problems")
    parser.add_argument("--output", type=Path, default=ROOT / "docs/accuracy.md")
    arguments = parser.parse_args()
    text = page(measure(quick=arguments.quick), others(quick=arguments.quick))
    arguments.output.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
