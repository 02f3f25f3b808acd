"""Measure what problems of large dimension take: time to make one, memory, one evaluation.

    python benchmarks/dimensions.py [--quick]

Every problem is made in a process of its own, whose largest memory counts, less that before. Matrices are
made at the first evaluation, which is part of the time to make a problem. Times are processor time of one
thread.
"""

import argparse
import resource
import subprocess
import sys
import time

import numpy as np

import optimeter as om

CASES = (
    ("bbob", 1, 4000),
    ("bbob", 10, 640),
    ("bbob", 10, 2000),
    ("bbob", 10, 4000),
    ("bbob", 15, 640),
    ("bbob", 15, 2000),
    ("bbob-largescale", 10, 4000),
    ("bbob-largescale", 15, 4000),
)


def largest_memory() -> float:
    """Return the largest memory of this process so far, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measure(suite: str, function: int, dimension: int) -> str:
    """Return a row of the table."""
    om.set_threads(1)
    x = np.full(dimension, 0.5)
    before, start = largest_memory(), time.process_time()
    problem = om.problem(suite, function, dimension)
    problem(x)
    made = time.process_time() - start
    count, start = 0, time.process_time()
    while count < 3 or time.process_time() < start + 0.3:
        problem(x)
        count += 1
    each = float(f"{(time.process_time() - start) / count * 1e6:.2g}")
    memory = largest_memory() - before
    return f'["`{suite}` f{function}", {dimension}, {made:.2g}, {memory:.0f}, {each:g}],'


def main() -> None:
    """Measure each problem in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="only those with up to 640 variables")
    parser.add_argument("--one", nargs=3, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.one:
        suite, function, dimension = arguments.one
        print(measure(suite, int(function), int(dimension)))
        return
    for case in CASES:
        if not arguments.quick or case[2] <= 640:
            command = [sys.executable, __file__, "--one", *map(str, case)]
            subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
