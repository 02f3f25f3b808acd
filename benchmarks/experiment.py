"""Whole experiments: the same optimizer on bbob with cocoex, with ioh and with Optimeter.

Random search with single points, random search with batches and CMA-ES from pycma, each recorded:
with COCO's observer, IOHprofiler's Analyzer and `om.run`. Each experiment has a process of its own;
its time begins before the suite is made and ends when the files are closed. `om.run` is measured
twice, on one core and with as many workers as it may use cores; the peers know one core only. In
batches Optimeter draws by its own `random-search`, the peers by numpy. Wall time and processor time
are printed: on a busy machine the latter is the one to trust. Ours are run three times and the median
counts: a run of two seconds is at the mercy of its neighbours. All results are kept until the end,
since ext4 is slow to create files where many were deleted a short while ago.

    python benchmarks/experiment.py                 bbob, D = 2, 5, 20, budget 1000·D, 15 instances
    python benchmarks/experiment.py --quick         2 instances, budget 200·D
    python benchmarks/experiment.py --kinds random  only some of: random, batched, pycma
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

FUNCTIONS = range(1, 25)
DIMENSIONS = (2, 5, 20)
PEERS = ("cocoex", "ioh")
TARGETS = {"random": 5.0, "batched": 12.0}  # times faster than the faster peer, on one core
TIMES = 3
CHUNK = 512  # points that are drawn at once

Evaluate = Callable[[Any], Any]


def random_single(
    evaluate: Evaluate, dimension: int, budget: int, rng: np.random.Generator
) -> None:
    """Draw points uniformly and evaluate them one by one."""
    while budget > 0:
        for point in rng.uniform(-5, 5, (min(CHUNK, budget), dimension)):
            evaluate(point)
        budget -= CHUNK


def random_batched(
    evaluate: Evaluate, dimension: int, budget: int, rng: np.random.Generator
) -> None:
    """Draw points uniformly and evaluate them all at once, or as the platform allows."""
    while budget > 0:
        evaluate(rng.uniform(-5, 5, (min(CHUNK, budget), dimension)))
        budget -= CHUNK


def cma_es(evaluate: Evaluate, dimension: int, budget: int, rng: np.random.Generator) -> None:
    """Minimize with pycma, with independent restarts; each generation is a batch."""
    import cma

    used = 0
    while used < budget:
        options = {"verbose": -9, "seed": int(rng.integers(1, 2**31)), "verb_log": 0}
        strategy = cma.CMAEvolutionStrategy(rng.uniform(-4, 4, dimension), 2.0, options)
        while used < budget and not strategy.stop():
            points = strategy.ask()
            strategy.tell(points, list(evaluate(np.array(points))))
            used += len(points)


OPTIMIZERS = {"random": random_single, "batched": random_batched, "pycma": cma_es}


def with_cocoex(kind: str, folder: Path, budget: int, instances: int) -> int:
    """COCO: its suite and observer; a batch is a loop."""
    import cocoex

    os.chdir(folder)
    suite = cocoex.Suite(
        "bbob", f"instances: 1-{instances}", "dimensions: " + ",".join(map(str, DIMENSIONS))
    )
    observer = cocoex.Observer("bbob", "result_folder: data algorithm_name: x")
    evaluations = 0
    for problem in suite:
        problem.observe_with(observer)
        evaluate = problem if kind == "random" else lambda points: [problem(x) for x in points]  # noqa: B023
        rng = np.random.default_rng(problem.index)
        OPTIMIZERS[kind](evaluate, problem.dimension, budget * problem.dimension, rng)
        evaluations += problem.evaluations
        problem.free()
    return evaluations


def with_ioh(kind: str, folder: Path, budget: int, instances: int) -> int:
    """IOHprofiler: its problems and Analyzer; it takes batches."""
    import ioh

    logger = ioh.logger.Analyzer(root=str(folder), folder_name="data", algorithm_name="x")
    evaluations = 0
    for function in FUNCTIONS:
        for dimension in DIMENSIONS:
            for instance in range(1, instances + 1):
                problem = ioh.get_problem(
                    function, instance, dimension, problem_class=ioh.ProblemClass.BBOB
                )
                problem.attach_logger(logger)
                rng = np.random.default_rng([function, dimension, instance])
                OPTIMIZERS[kind](problem, dimension, budget * dimension, rng)
                evaluations += problem.state.evaluations
                problem.reset()
    logger.close()
    return evaluations


def with_optimeter(
    kind: str, folder: Path, budget: int, instances: int, *, workers: int = 1
) -> int:
    """Optimeter: one call."""
    import optimeter as om

    def optimizer(problem: om.Problem, start: object, rng: np.random.Generator) -> None:  # noqa: ARG001
        OPTIMIZERS[kind](problem, problem.dimension, budget * problem.dimension, rng)

    suite = om.Suite("bbob", dimensions=DIMENSIONS, instances=range(1, instances + 1))
    chosen = "random-search" if kind == "batched" else optimizer
    om.set_threads(1)
    result = om.run(
        chosen, suite, budget=budget, folder=folder / "data", workers=workers, progress=False
    )
    return result.evaluations


PLATFORMS: dict[str, Callable[[str, Path, int, int], int]] = {
    "cocoex": with_cocoex,
    "ioh": with_ioh,
    "optimeter": with_optimeter,
    "all cores": partial(with_optimeter, workers=len(os.sched_getaffinity(0))),
}


def measure(
    folder: Path, platform: str, kind: str, budget: int, instances: int
) -> dict[str, float]:
    """Run one experiment in this process."""
    # What `import cocoex` and `import ioh` load at once, Optimeter loads when it is asked for.
    __import__(platform if platform in PEERS else "optimeter.experiment")
    if kind == "pycma":
        import cma  # noqa: F401
    wall, cpu = time.perf_counter(), time.process_time()
    evaluations = PLATFORMS[platform](kind, folder, budget, instances)
    facts = {
        "wall": time.perf_counter() - wall,
        "cpu": time.process_time() - cpu,
        "evaluations": evaluations,
    }
    files = [path for path in folder.rglob("*") if path.is_file()]
    facts["files"] = len(files)
    facts["megabytes"] = sum(path.stat().st_size for path in files) / 1e6
    return facts


def in_process(
    folder: Path, platform: str, kind: str, budget: int, instances: int
) -> dict[str, float]:
    """Run one experiment in a process of its own."""
    folder.mkdir(parents=True)
    what = [str(folder), platform, kind, str(budget), str(instances)]
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # installed packages are compiled already
    done = subprocess.run(
        [sys.executable, __file__, "--child", *what],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        env=environment,
    )
    facts: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return facts


def median_of(several: list[dict[str, float]]) -> dict[str, float]:
    """Return the median of every fact."""
    return {key: statistics.median(one[key] for one in several) for key in several[0]}


def speed(facts: dict[str, dict[str, float]], name: str, clock: str) -> float:
    """How many times as fast as the faster peer, per evaluation."""
    each = {key: one[clock] / one["evaluations"] for key, one in facts.items()}
    return min(each[peer] for peer in PEERS) / each[name]


def main() -> int:
    if sys.argv[1:2] == ["--child"]:
        folder, platform, kind, *numbers = sys.argv[2:]
        print(json.dumps(measure(Path(folder), platform, kind, *map(int, numbers))))
        return 0
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--kinds", default="random,batched,pycma")
    parser.add_argument("--budget", type=int)
    parser.add_argument("--instances", type=int)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        return compare(Path(name), given)


def compare(folder: Path, given: argparse.Namespace) -> int:
    """Run the experiments below the folder and print what they take."""
    wanted_budget: int = given.budget or (200 if given.quick else 1000)
    wanted_instances: int = given.instances or (2 if given.quick else 15)
    missed = 0
    print(f"bbob, D = {DIMENSIONS}, instances 1-{wanted_instances}, budget {wanted_budget}·D")
    for name in PLATFORMS:  # compiles what has not been compiled yet
        in_process(folder / "first" / name, name, "random", 1, 1)
    for kind in given.kinds.split(","):
        facts = {
            name: median_of(
                [
                    in_process(
                        folder / kind / f"{name}-{k}", name, kind, wanted_budget, wanted_instances
                    )
                    for k in range(1 if name in PEERS else TIMES)
                ]
            )
            for name in PLATFORMS
        }
        for name, one in facts.items():
            print(
                f"{kind:8s} {name:10s} {one['wall']:8.2f} s wall {one['cpu']:8.2f} s cpu "
                f"{one['evaluations'] / 1e6:7.2f} M evaluations {one['files']:5.0f} files "
                f"{one['megabytes']:7.2f} MB"
            )
        wall, cpu = (speed(facts, "optimeter", clock) for clock in ("wall", "cpu"))
        cores = speed(facts, "all cores", "wall")
        print(
            f"{kind:8s} times as fast as the faster peer: on one core {wall:.1f} by the wall clock, "
            f"{cpu:.1f} by processor time; with all cores {cores:.1f} by the wall clock"
        )
        missed += max(wall, cpu) < TARGETS.get(kind, 0.0)
    return int(missed > 0 and not given.quick)


if __name__ == "__main__":
    sys.exit(main())
