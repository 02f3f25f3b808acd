"""What recording costs: the time of an evaluation with an observer over that without one.

Both are measured alternately in one run on the same points; the best of several rounds counts,
since everything that disturbs only adds time. Processor time is counted, so that other work on the
machine matters little.

    python benchmarks/recording.py [EVALUATIONS]
"""

import argparse
import sys
import tempfile
from pathlib import Path
from statistics import geometric_mean

import numpy as np
from numpy.typing import NDArray

import optimeter as om
from clock import loop, seconds

DIMENSIONS = (2, 3, 5, 10, 20, 40)
FUNCTIONS = range(1, 25)
ROUNDS = 7
LIMIT = 1.10  # of the geometric mean, single evaluations in COCO's format


def ratios(folder: Path, format: str, evaluations: int, *, batched: bool) -> NDArray[np.float64]:
    """Time with over time without recording, (dimensions, functions)."""
    table = np.empty((len(DIMENSIONS), len(FUNCTIONS)))
    for row, dimension in enumerate(DIMENSIONS):
        matrix = np.random.default_rng(dimension).uniform(-5, 5, (evaluations, dimension))
        points = list(matrix)
        for column, function in enumerate(FUNCTIONS):
            best = np.full(2, np.inf)
            with om.Observer(folder / "data", format=format) as observer:  # type: ignore[arg-type]
                for _ in range(ROUNDS):
                    for recorded in (0, 1):
                        problem = om.problem("bbob", function, dimension)
                        problem(matrix[0])  # prepares the landscape
                        if recorded:
                            observer.observe(problem)
                        elapsed = seconds(loop(problem, [matrix] if batched else points))
                        best[recorded] = min(best[recorded], elapsed)
            table[row, column] = best[1] / best[0]
    return table


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("evaluations", nargs="?", type=int, default=20_000, help="of each problem")
    evaluations = parser.parse_args().evaluations
    print(f"ratio of the time per evaluation with and without recording, {evaluations} evaluations")
    result = 0
    om.set_threads(1)
    with tempfile.TemporaryDirectory() as name:
        for format in ("coco", "ioh"):
            for batched in (False, True):
                table = ratios(Path(name), format, evaluations, batched=batched)
                mean = geometric_mean(table.ravel())
                worst = table.max()
                kind = "batch" if batched else "single"
                rows = "  ".join(
                    f"{d}-D {geometric_mean(line):.3f}"
                    for d, line in zip(DIMENSIONS, table, strict=True)
                )
                print(f"{format:5s} {kind:6s} geometric mean {mean:.3f}   {rows}   max {worst:.2f}")
                if format == "coco" and not batched and mean > LIMIT:
                    print(f"the geometric mean is above {LIMIT}")
                    result = 1
    return result


if __name__ == "__main__":
    sys.exit(main())
