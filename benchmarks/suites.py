"""Compare the noisy, bi-objective and constrained suites with cocoex, in one run.

    python benchmarks/suites.py [--quick] [--json FILE]

For every suite, functions of all groups and published dimensions, the contestants take turns, and
the best of several rounds counts. Times are processor time of one thread, which other processes of
the machine disturb least. "recorded" are single calls with an observer attached; with constraints a
call is one of the objective and one of the constraints. "batch" is one call with many points beside
a loop of cocoex, both without an observer. The archive gets a million points that do not dominate
each other, in random order; what counts is the time of the last tenth.

The exit status is 1 when a target of the project is missed.
"""

import argparse
import json
import sys
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from statistics import geometric_mean
from tempfile import TemporaryDirectory
from typing import Any

import cocoex
import numpy as np
from numpy.typing import NDArray

import optimeter as om
from clock import Work, best, loop, seconds
from optimeter.problems import Archive

OURS, THEIRS = "optimeter", "cocoex"
RECORDED_TARGET = 3.0
BATCH_TARGET = 10.0
ARCHIVE_TARGET = 2.0
BYTES_TARGET = 64.0


@dataclass(frozen=True, slots=True)
class Case:
    """What is measured of a suite."""

    suite: str
    functions: tuple[int, ...]
    dimensions: tuple[int, ...]
    first_function: int = 1
    constrained: bool = False


CASES = (
    Case("bbob-noisy", tuple(range(101, 131)), (2, 3, 5, 10, 20, 40), 101),
    Case("bbob-biobj", tuple(range(1, 56, 3)), (2, 3, 5, 10, 20, 40)),
    Case("bbob-biobj-ext", tuple(range(56, 93, 3)), (2, 3, 5, 10, 20, 40)),
    Case("bbob-biobj-mixint", tuple(range(1, 93, 7)), (5, 10, 20, 40, 80)),
    Case("bbob-constrained", tuple(range(1, 55)), (2, 3, 5, 10, 20, 40), constrained=True),
)


def calls(problem: Any, points: list[NDArray[np.float64]], *, constraint: bool) -> Work:
    """Return the work of calling a problem, and its constraints, with every point."""
    if not constraint:
        return loop(problem, points)
    both = problem, problem.constraint

    def work() -> None:
        f, g = both
        for x in points:
            g(x)
            f(x)

    return work


def reference_suite(case: Case, function: int, dimension: int) -> Any:
    """Return the suite of one problem; it must live as long as the problem."""
    index = function - case.first_function + 1
    return cocoex.Suite(
        case.suite, "instances: 1", f"dimensions: {dimension} function_indices: {index}"
    )


def measure(case: Case, function: int, dimension: int, rounds: int) -> tuple[float, float]:
    """Return the ratios of recorded single calls and of batches."""
    rng = np.random.default_rng(function)
    problem = om.problem(case.suite, function, dimension)
    count = problem.number_of_integer_variables
    points = rng.uniform(-5, 5, (10_000, dimension))
    points[:, :count] = rng.integers(0, 16, (10_000, count))
    singles = list(points[:100])
    with TemporaryDirectory() as folder, chdir(folder):
        suite = reference_suite(case, function, dimension)
        theirs = suite[0]
        observer = cocoex.Observer(case.suite, "result_folder: theirs")
        theirs.observe_with(observer)
        with om.Observer("ours") as recorder:
            recorder.observe(problem)
            both = {OURS: problem, THEIRS: theirs}
            single = best(
                {
                    who: calls(one, singles, constraint=case.constrained)
                    for who, one in both.items()
                },
                rounds,
            )
        theirs.free()
        plain = reference_suite(case, function, dimension)
        alone = om.problem(case.suite, function, dimension)
        batch = alone.evaluate_all if case.constrained else alone
        part = list(points[:500])
        works = {
            OURS: lambda: batch(points),
            THEIRS: calls(plain[0], part, constraint=case.constrained),
        }
        whole = best(works, max(2, rounds // 4))
    faster = (whole[THEIRS] / len(part)) / (whole[OURS] / len(points))
    return single[THEIRS] / single[OURS], faster


def archive_ratio(size: int) -> dict[str, float]:
    """Fill both archives; return times per point in seconds and the memory of a point."""
    last = size // 10
    # Good points of two spheres lie between their optima.
    first, second = (np.asarray(om.problem("bbob", 1, 2, k).reveal().x_opt) for k in (2, 4))
    place = np.random.default_rng(1).random((size, 1))
    points = first + place * (second - first)
    problem = om.problem("bbob-biobj", 1, 2)
    values = problem(points[:1000])
    values = np.concatenate([values, *(problem(p) for p in np.split(points[1000:], [size // 2]))])
    region = problem.archive
    ours = Archive(region.ideal, region.nadir)
    ours.add(values[:-last])
    our_time = seconds(lambda: ours.add(values[-last:]))
    with TemporaryDirectory() as folder, chdir(folder):
        suite = cocoex.Suite("bbob-biobj", "instances: 1", "dimensions: 2 function_indices: 1")
        theirs = suite[0]
        last_points = list(points[-last:])
        alone = seconds(loop(theirs, last_points))
        observer = cocoex.Observer("bbob-biobj", "result_folder: theirs log_nondominated: none")
        theirs.observe_with(observer)
        for x in points[:-last]:
            theirs(x)
        their_time = seconds(loop(theirs, last_points)) - alone
        theirs.free()
    return {
        "points": len(ours),
        "ours": our_time / last,
        "cocoex": their_time / last,
        "ratio": their_time / our_time,
        "bytes": ours.nbytes / len(ours),
    }


def main() -> int:
    """Measure, print, and judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer functions and rounds")
    parser.add_argument("--json", type=Path, help="write the figures into this file")
    arguments = parser.parse_args()
    rounds = 3 if arguments.quick else 12
    cocoex.log_level("error")
    figures: dict[str, Any] = {}
    met = True
    print(f"{'suite':20s} {'recorded':>9s} {'least':>6s} {'batch':>9s} {'least':>6s}")
    for case in CASES:
        step = 5 if arguments.quick else 1
        cells = [
            measure(case, function, dimension, rounds)
            for function in case.functions[::step]
            for dimension in case.dimensions
        ]
        recorded, batch = ([cell[i] for cell in cells] for i in (0, 1))
        figures[case.suite] = {
            "recorded": geometric_mean(recorded),
            "recorded_least": min(recorded),
            "batch": geometric_mean(batch),
            "batch_least": min(batch),
        }
        met &= geometric_mean(recorded) >= RECORDED_TARGET and geometric_mean(batch) >= BATCH_TARGET
        print(
            f"{case.suite:20s} {geometric_mean(recorded):8.1f}x {min(recorded):5.1f}x "
            f"{geometric_mean(batch):8.1f}x {min(batch):5.1f}x",
            flush=True,
        )
    archive = archive_ratio(100_000 if arguments.quick else 1_000_000)
    figures["archive"] = archive
    met &= archive["ratio"] >= ARCHIVE_TARGET and archive["bytes"] <= BYTES_TARGET
    print(
        f"archive of {archive['points']:.0f} points: {archive['ours'] * 1e9:.0f} ns an insertion, "
        f"cocoex {archive['cocoex'] * 1e9:.0f} ns, {archive['ratio']:.1f}x; "
        f"{archive['bytes']:.1f} bytes a point"
    )
    if arguments.json is not None:
        arguments.json.write_text(json.dumps(figures, indent=1) + "\n")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
