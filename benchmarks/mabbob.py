"""Compare many-affine combinations with ioh, in one run.

    python benchmarks/mabbob.py [--quick]

For instances 1 to 10 in dimensions 2, 5 and 20 the two take turns, and the best of several rounds
counts, in processor time of one thread.

The exit status is 1 when a target of the project is missed.
"""

import argparse
import sys
from statistics import geometric_mean

import ioh
import numpy as np

import optimeter as om
from clock import best, loop

DIMENSIONS = (2, 5, 20)
INSTANCES = range(1, 11)
TARGET = 2.0


def ratios(dimension: int, instance: int, points: int, rounds: int) -> tuple[float, float]:
    """Return how many times faster a single call and a batch are."""
    x = np.random.default_rng(1).uniform(-5, 5, (points, dimension))
    ours = om.problem("mabbob", 1, dimension, instance)
    theirs = ioh.problem.ManyAffine(instance, dimension)
    ours(x[0])
    singles = list(x)
    single = best({"ours": loop(ours, singles), "ioh": loop(theirs, singles)}, rounds)
    batch = best({"ours": lambda: ours(x), "ioh": lambda: theirs(x)}, rounds)
    return single["ioh"] / single["ours"], batch["ioh"] / batch["ours"]


def main() -> int:
    """Measure, print, and judge."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="measure roughly, in some seconds")
    quick = parser.parse_args().quick
    om.set_threads(1)
    reached = True
    print("times faster than ioh, geometric mean over instances\n  D  single  batch")
    for dimension in DIMENSIONS:
        pairs = [
            ratios(dimension, instance, 20 if quick else 500, 1 if quick else 7)
            for instance in INSTANCES
        ]
        single, batch = (geometric_mean([*column]) for column in zip(*pairs, strict=True))
        print(f"{dimension:>3} {single:7.1f} {batch:6.1f}")
        reached &= min(single, batch) >= TARGET
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
