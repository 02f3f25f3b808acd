"""Compare the speed of evaluation, construction and import with cocoex and ioh, in one run.

    python benchmarks/evaluate.py [--quick] [--no-recording] [--json FILE]

For every function of the suite bbob and every published dimension the contestants take turns, and
the best of several rounds counts. Times are processor time of one thread, which other processes of
the machine disturb least. A ratio is the time of the faster peer divided by ours. All get arrays,
as an optimizer has them; ioh, which is faster with lists, and ours are timed with lists as well.
"""

import argparse
import json
import math
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import chdir, contextmanager
from dataclasses import asdict, dataclass
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from statistics import geometric_mean
from tempfile import TemporaryDirectory
from typing import Any

import cocoex
import numpy as np

import optimeter as om
from clock import Work, best, loop
from optimeter import _core

ioh: Any = import_module("ioh")  # its stubs do not name what it has

FUNCTIONS = range(1, 25)
DIMENSIONS = (2, 3, 5, 10, 20, 40)
INSTANCE = 1
OURS = "optimeter"
LISTS = "ioh, lists"
OUR_LISTS = "optimeter, lists"

Evaluate = Callable[[Any], object]
Contestants = dict[str, Work]


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to measure."""

    rounds: int = 15
    points: int = 100  # of a round of single calls
    batch: int = 10_000
    batch_rounds: int = 3
    constructions: int = 5
    imports: int = 10


# Times faster than the faster peer: on the geometric mean, and in the worst cell.
TARGETS = {"recording": (5.0, 2.0), "batch": (15.0, 1.0)}
CONSTRUCTION_TARGET = 5.0

FULL = Effort()
QUICK = Effort(rounds=4, batch=500, batch_rounds=2, constructions=1, imports=3)


@dataclass(frozen=True, slots=True)
class Cell:
    """The times of the contestants on one problem, in seconds."""

    function: int
    dimension: int
    seconds: dict[str, float]

    @property
    def ratio(self) -> float:
        """How many times faster than the faster peer we are, all with arrays."""
        peers = [self.seconds[name] for name in ("cocoex", "ioh")]
        return min(peers) / self.seconds[OURS]


def cocoex_suite(function: int, dimension: int) -> cocoex.Suite:
    """Return the suite of one problem; it must live as long as the problem."""
    return cocoex.Suite(
        "bbob", f"instances: {INSTANCE}", f"dimensions: {dimension} function_indices: {function}"
    )


def grid(measure: Callable[[int, int, Effort], dict[str, float]], effort: Effort) -> list[Cell]:
    """Measure every function in every dimension."""
    cells = []
    for function in FUNCTIONS:
        cells += [Cell(function, d, measure(function, d, effort)) for d in DIMENSIONS]
        if sys.stderr.isatty():
            print(f"\rf{function} of 24", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print("\r", end="", file=sys.stderr)
    return cells


def single(function: int, dimension: int, effort: Effort) -> dict[str, float]:
    """Time single calls."""
    x = np.random.default_rng(1).uniform(-5, 5, (effort.points, dimension))
    suite = cocoex_suite(function, dimension)
    peer = ioh.get_problem(function, INSTANCE, dimension, ioh.ProblemClass.BBOB)
    problem = om.problem("bbob", function, dimension, INSTANCE)
    contestants = {
        OURS: loop(problem, list(x)),
        "cocoex": loop(suite[0], list(x)),
        "ioh": loop(peer, list(x)),
        LISTS: loop(peer, x.tolist()),
        OUR_LISTS: loop(problem, x.tolist()),
    }
    return best(contestants, effort.rounds, effort.points)


@contextmanager
def recorded(function: int, dimension: int) -> Iterator[dict[str, Evaluate]]:
    """Problems of all contestants, recorded into a folder that is removed afterwards."""
    with TemporaryDirectory() as folder, chdir(folder):
        problem = om.problem("bbob", function, dimension, INSTANCE)
        suite = cocoex_suite(function, dimension)
        theirs = suite[0]
        observer = cocoex.Observer("bbob", "result_folder: cocoex")
        peer = ioh.get_problem(function, INSTANCE, dimension, ioh.ProblemClass.BBOB)
        logger = ioh.logger.Analyzer(root=folder, folder_name="ioh")
        with om.Observer("optimeter", algorithm="none") as ours:
            ours.observe(problem)
            theirs.observe_with(observer)
            peer.attach_logger(logger)
            yield {OURS: problem, "cocoex": theirs, "ioh": peer}
            peer.detach_logger()
            theirs.free()


def recording(function: int, dimension: int, effort: Effort) -> dict[str, float]:
    """Time single calls that are recorded."""
    x = np.random.default_rng(1).uniform(-5, 5, (effort.points, dimension))
    with recorded(function, dimension) as problems:
        contestants = {name: loop(problem, list(x)) for name, problem in problems.items()}
        contestants[LISTS] = loop(problems["ioh"], x.tolist())
        contestants[OUR_LISTS] = loop(problems[OURS], x.tolist())
        return best(contestants, effort.rounds, effort.points)


def batch(function: int, dimension: int, effort: Effort) -> dict[str, float]:
    """Time batches; cocoex has none and takes the points one by one."""
    x = np.random.default_rng(1).uniform(-5, 5, (effort.batch, dimension))
    suite = cocoex_suite(function, dimension)
    problem = om.problem("bbob", function, dimension, INSTANCE)
    peer = ioh.get_problem(function, INSTANCE, dimension, ioh.ProblemClass.BBOB)
    contestants = {
        OURS: lambda: problem(x),
        "cocoex": loop(suite[0], list(x)),
        "ioh": lambda: peer(x),
    }
    return best(contestants, effort.batch_rounds, effort.batch)


def suite_makers() -> dict[str, Callable[[], Iterable[Any]]]:
    """Return how each contestant makes the default suite of 2160 problems."""
    instances = [*range(1, 6), *range(71, 81)]
    return {
        OURS: lambda: om.Suite("bbob"),
        "cocoex": lambda: cocoex.Suite("bbob", "", ""),
        "ioh": lambda: ioh.suite.BBOB(list(FUNCTIONS), instances, list(DIMENSIONS)),
    }


def construction(effort: Effort, *, evaluate: bool) -> dict[str, float]:
    """Time the construction of all problems of the default suite, and their first evaluations."""
    origins = {dimension: np.zeros(dimension) for dimension in DIMENSIONS}

    def work(name: str, make: Callable[[], Iterable[Any]]) -> Work:
        def construct() -> None:
            count = 0
            for problem in make():
                count += 1
                if evaluate:
                    dimension = (
                        problem.meta_data.n_variables if name == "ioh" else problem.dimension
                    )
                    problem(origins[dimension])
            if count != 2160:
                message = f"{name} made {count} problems"
                raise SystemExit(message)

        return construct

    contestants = {name: work(name, make) for name, make in suite_makers().items()}
    return best(contestants, effort.constructions)


def import_times(effort: Effort) -> dict[str, float]:
    """Time imports in fresh processes, in turn; processor time, with all files in the cache."""
    statements = {
        "import numpy": "import numpy",
        "import optimeter": "import optimeter",
        "import optimeter, and use it": "import optimeter; optimeter.problem('bbob', 1, 2)",
        "import cocoex": "import cocoex",
        "import ioh": "import ioh",
    }
    template = "import time; t = time.process_time(); {}; print(time.process_time() - t)"
    times = dict.fromkeys(statements, math.inf)
    for _ in range(effort.imports):
        for name, statement in statements.items():
            command = [sys.executable, "-c", template.format(statement)]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            times[name] = min(times[name], float(done.stdout))
    return times


def print_grid(title: str, cells: Sequence[Cell]) -> dict[str, object]:
    """Print the ratios of a grid with the mean and the worst cells; return them for JSON."""
    ratios = {(cell.function, cell.dimension): cell.ratio for cell in cells}
    print(f"\n{title}: times faster than the faster peer")
    print("  f " + "".join(f"{f'{d}-D':>8}" for d in DIMENSIONS))
    for function in FUNCTIONS:
        print(f"{function:3} " + "".join(f"{ratios[function, d]:8.1f}" for d in DIMENSIONS))
    means = {d: geometric_mean([r for (_, e), r in ratios.items() if e == d]) for d in DIMENSIONS}
    print("mean" + "".join(f"{means[d]:8.1f}" for d in DIMENSIONS))
    mean = geometric_mean(list(ratios.values()))
    worst = sorted(cells, key=lambda cell: cell.ratio)[:5]
    print(f"geometric mean {mean:.2f}; worst cells: " + ", ".join(map(cell_text, worst)))
    for name in (OURS, OUR_LISTS):
        lists = [c.seconds[LISTS] / c.seconds[name] for c in cells if LISTS in c.seconds]
        if not lists:
            continue
        what = f"geometric mean of ioh with lists over {name} {geometric_mean(lists):.2f}"
        print(f"{what}, least {min(lists):.2f}")
    return {
        "geometric_mean": mean,
        "worst": worst[0].ratio,
        "cells": [{**asdict(cell), "ratio": cell.ratio} for cell in cells],
    }


def cell_text(cell: Cell) -> str:
    """Return a short text on a cell: its ratio and our time."""
    ours = cell.seconds[OURS] * 1e9
    return f"f{cell.function} {cell.dimension}-D {cell.ratio:.1f} ({ours:.0f} ns)"


def print_times(title: str, times: dict[str, float]) -> dict[str, object]:
    """Print times beside each other; return them for JSON."""
    print(f"\n{title}")
    for name, value in times.items():
        print(f"  {name:30}{value * 1e3:9.1f} ms")
    result: dict[str, object] = {"seconds": times}
    if OURS in times:
        ratio = Cell(0, 0, times).ratio
        print(f"  {ratio:.1f} times faster than the faster peer")
        result["ratio"] = ratio
    return result


def machine() -> dict[str, str]:
    """Return where the times were measured."""
    return {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "processors": str(os.cpu_count()),
        "instruction set": _core.isa(),
        **{name: version(name) for name in ("optimeter", "numpy", "coco-experiment", "ioh")},
    }


def met(result: dict[str, Any]) -> bool:
    """Say whether all that was measured is as fast as promised."""
    grids = (
        result[part]["geometric_mean"] >= mean and result[part]["worst"] >= least
        for part, (mean, least) in TARGETS.items()
        if part in result
    )
    return all(grids) and result["construction"]["ratio"] >= CONSTRUCTION_TARGET


def main() -> int:
    """Measure, print, write JSON, and judge."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="measure roughly, in some seconds")
    parser.add_argument(
        "--recording",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="also single calls with recording",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all times to this file")
    arguments = parser.parse_args()
    effort = QUICK if arguments.quick else FULL
    om.set_threads(1)
    cocoex.log_level("warning")
    result: dict[str, Any] = {"machine": machine(), "effort": asdict(effort)}
    print(", ".join(f"{name} {value}" for name, value in machine().items()))
    result["single"] = print_grid("problem(x)", grid(single, effort))
    if arguments.recording:
        cells = grid(recording, effort)
        result["recording"] = print_grid("problem(x) with recording", cells)
    points = f"problem(X), {effort.batch:,} points, one thread"
    result["batch"] = print_grid(points, grid(batch, effort))
    result["construction"] = print_times(
        "construction of the 2160 problems of bbob (ours prepare themselves when first used)",
        construction(effort, evaluate=False),
    )
    result["construction and evaluation"] = print_times(
        "construction and one evaluation of each", construction(effort, evaluate=True)
    )
    result["import"] = print_times("import, best of several processes", import_times(effort))
    if arguments.json:
        arguments.json.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    return 0 if met(result) else 1


if __name__ == "__main__":
    sys.exit(main())
