"""What one evaluation costs from each language, beyond the kernel that computes the value.

Every language calls the same problems from a small program of its own, one after the other in one run;
the best of many short rounds counts, since everything that disturbs only adds time. `cocoex` is measured
beside them where it is installed, and an empty MEX file beside that of Octave.

Needs what `make languages` builds. Usage: ``python benchmarks/languages.py``.
"""

import math
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from statistics import geometric_mean

import numpy as np

from clock import best, loop

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build" / "languages"
LIMITS = {"C": 40.0, "coco.h": 40.0, "Java": 150.0}
"""Nanoseconds above the kernel, at most, in the median over the problems."""

RATIOS = {("octave", "octave-empty"): (0.0, 2.0), ("cocoex", "optimeter.coco"): (4.0, math.inf)}
"""The first takes so many times as long as the second, in the geometric mean: least and most."""

Costs = dict[str, dict[tuple[int, int], float]]


def run(costs: Costs, *command: object, folder: Path, **environment: str) -> None:
    """Run a program and take what it prints: language, function, dimension, nanoseconds."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        sys.exit(f"{command[0]} failed: {done.stderr}")
    for line in done.stdout.splitlines():
        language, function, dimension, cost = line.split()
        costs.setdefault(language, {})[int(function), int(dimension)] = float(cost)


def in_c(costs: Costs) -> None:
    """Measure the kernel, optimeter.h and coco.h."""
    run(costs, BUILD / "bindings/c/bench_evaluation", folder=BUILD)


def in_java(costs: Costs) -> None:
    """Measure org.optimeter and COCO's classes."""
    jar = BUILD / "bindings/java/coco.jar"  # it names the other
    if shutil.which("javac") is None or not jar.exists():
        print("no javac: Java is left out")
        return
    place = BUILD / "bench-java"
    source = ROOT / "bindings/java/tests/BenchEvaluation.java"
    run(costs, "javac", "-cp", jar, "-d", place, source, folder=ROOT)
    run(costs, "java", "-cp", f"{jar}:{place}", "BenchEvaluation", folder=BUILD)


def in_rust(costs: Costs) -> None:
    """Measure the crate."""
    if shutil.which("cargo") is None:
        print("no cargo: Rust is left out")
        return
    script = ROOT / "scripts/build_languages.sh"
    subprocess.run(
        ["sh", script, "--install", BUILD / "prefix"], check=True, stdout=subprocess.DEVNULL
    )
    run(
        costs,
        *("cargo", "run", "-q", "--offline", "--release", "-p", "optimeter"),
        *("--example", "bench_evaluation"),
        folder=ROOT / "bindings/rust",
        OPTIMETER_DIR=str(BUILD / "prefix"),
        CARGO_TARGET_DIR=str(BUILD / "rust"),
    )


def in_octave(costs: Costs) -> None:
    """Measure the MEX file beside an empty one that gets the same arguments."""
    functions = BUILD / "prefix/share/optimeter/octave"
    if shutil.which("mkoctfile") is None or not functions.exists():
        print("no mkoctfile or nothing installed in build/languages/prefix: Octave is left out")
        return
    folder = BUILD / "bench-octave"
    folder.mkdir(exist_ok=True)
    sources = ROOT / "bindings/octave/tests"
    run(costs, "mkoctfile", "--mex", sources / "empty_call.c", folder=folder)
    keys = "; ".join(f"{function} {dimension}" for function, dimension in costs["kernel"])
    command = f"addpath('{functions}', '{sources}', '{folder}'); bench_evaluation([{keys}])"
    run(costs, "octave", "--no-gui", "--norc", "--quiet", "--eval", command, folder=folder)


def in_python(costs: Costs) -> None:
    """Measure `optimeter.coco` and, where it is installed, COCO's own module."""
    for name in ("optimeter.coco", "cocoex"):
        try:
            module = import_module(name)
        except ImportError:
            print(f"no {name}: it is left out")
            continue
        module.log_level("error")
        suite = module.Suite("bbob", "", "")
        table = costs.setdefault(name, {})
        for function, dimension in costs["kernel"]:
            problem = suite.get_problem_by_function_dimension_instance(function, dimension, 1)
            work = loop(problem, [np.full(dimension, 0.25)] * 300)
            table[function, dimension] = 1e9 * best({name: work}, 100, per=300)[name]


def ratio(costs: Costs, slow: str, fast: str) -> float:
    """Return how many times as long one takes as the other, in the geometric mean."""
    return geometric_mean([costs[slow][key] / costs[fast][key] for key in costs[fast]])


LANGUAGES: tuple[Callable[[Costs], None], ...] = (
    in_c,
    in_java,
    in_octave,
    in_rust,
    in_python,
)


def main() -> int:
    """Print a table of nanoseconds above the kernel; fail where a limit is passed."""
    if not (BUILD / "bindings/c/bench_evaluation").exists():
        print("the languages are not built: make languages")
        return 0
    costs: Costs = {}
    for measure in LANGUAGES:
        measure(costs)
    kernel = costs.pop("kernel")
    print("nanoseconds above the kernel for one evaluation")
    print("function dimension  kernel" + "".join(f"{name:>15}" for name in costs))
    for key, cost in kernel.items():
        cells = "".join(f"{table[key] - cost:15.0f}" for table in costs.values())
        print(f"{key[0]:8d} {key[1]:9d} {cost:7.0f}{cells}")
    status = 0
    for name, table in costs.items():
        more = sorted(table[key] - cost for key, cost in kernel.items())
        median = (more[(len(more) - 1) // 2] + more[len(more) // 2]) / 2
        limit = LIMITS.get(name)
        passed = limit is None or median <= limit
        verdict = "" if limit is None else f", limit {limit:.0f}: {'held' if passed else 'PASSED'}"
        print(f"{name}: {median:.0f} ns above the kernel in the median{verdict}")
        status |= not passed
    for (one, other), (least, most) in RATIOS.items():
        if one in costs and other in costs:
            times = ratio(costs, one, other)
            passed = least <= times <= most
            print(f"{one} / {other}: {times:.2f}{'' if passed else ', LIMIT PASSED'}")
            status |= not passed
    return status


if __name__ == "__main__":
    sys.exit(main())
