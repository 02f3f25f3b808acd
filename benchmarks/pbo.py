"""Compare the pseudo-Boolean functions with ioh, in one run.

    python benchmarks/pbo.py [--quick]

For all 25 functions and n = 16, 64, 100, 625 bits the two take turns, and the best of several rounds
counts, in processor time of one thread. A single call of ours gets an array of float64, one of ioh the
array of integers that it wants; batches are arrays of bool here and of integers there, and ioh's
answer to a batch is a list.

The exit status is 1 when a target of the project is missed.
"""

import argparse
import sys
from statistics import geometric_mean

import ioh
import numpy as np

import optimeter as om
from clock import best, loop

DIMENSIONS = (16, 64, 100, 625)
SINGLE_TARGET = 5.0
BATCH_TARGET = 15.0


def ratios(function: int, dimension: int, points: int, rounds: int) -> tuple[float, float]:
    """Return how many times faster a single call and a batch are."""
    bits = np.random.default_rng(1).integers(0, 2, (points, dimension))
    ours = om.problem("pbo", function, dimension)
    theirs = ioh.get_problem(function, 1, dimension, ioh.ProblemClass.PBO)
    singles = list(bits.astype(float))
    whole = list(bits)
    flags = bits.astype(bool)
    single = best({"ours": loop(ours, singles), "ioh": loop(theirs, whole)}, rounds)
    batch = best({"ours": lambda: ours(flags), "ioh": lambda: theirs(bits)}, rounds)
    return single["ioh"] / single["ours"], batch["ioh"] / batch["ours"]


def main() -> int:
    """Measure, print, and judge."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="measure roughly, in some seconds")
    quick = parser.parse_args().quick
    om.set_threads(1)
    table = {
        (function, dimension): ratios(function, dimension, 20 if quick else 500, 1 if quick else 7)
        for function in range(1, 26)
        for dimension in DIMENSIONS
    }
    reached = True
    for at, (kind, target) in enumerate((("single", SINGLE_TARGET), ("batch", BATCH_TARGET))):
        print(f"\n{kind}: times faster than ioh\n  f " + "".join(f"{d:>7}" for d in DIMENSIONS))
        for function in range(1, 26):
            print(f"{function:>3} " + "".join(f"{table[function, d][at]:7.1f}" for d in DIMENSIONS))
        mean = geometric_mean([row[at] for row in table.values()])
        worst = min(table, key=lambda key: table[key][at])
        print(
            f"geometric mean {mean:.1f} (target {target:g}); "
            f"least f{worst[0]} with {worst[1]} bits: {table[worst][at]:.1f}"
        )
        reached &= mean >= target
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
