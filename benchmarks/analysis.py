"""Measure loading and analysis against the peers, and how it grows with the number of data sets.

Usage: python benchmarks/analysis.py [--data FOLDER] [--growth 1 9 300]

Both sides do the same work on the same data in one run, on one core; times are CPU seconds, which
other processes disturb least.
"""

import argparse
import json
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import loading
from optimeter.data.load import load
from optimeter.data.runs import Runs
from optimeter.measures import ecdf, ert

REPOSITORY = Path(__file__).resolve().parent.parent
DATA = REPOSITORY.parent / "shared" / "data" / "coco" / "bbob"
COMPARED = ("DIRECT_posik_noiseless", "EvoSpace-PSO-GA_Garcia-Valdez", "R-SHADE-10e2_Tanabe")
TARGET_RATIO = 20


def cpu_seconds(work: Callable[[], Any], repetitions: int = 1) -> float:
    """Return the smallest CPU time of some repetitions."""
    best = float("inf")
    for _ in range(repetitions):
        begin = time.process_time()
        work()
        best = min(best, time.process_time() - begin)
    return best


def cocopp_times(files: list[Path]) -> dict[str, float]:
    """Return what cocopp needs for the same work."""
    program = Path(__file__).with_name("cocopp_analysis.py")
    with tempfile.TemporaryDirectory() as folder:
        copies = [Path(shutil.copy(file, folder)).name for file in files]
        command = [sys.executable, str(program), *copies]
        found = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    result: dict[str, float] = json.loads(found.stdout.splitlines()[-1])
    return result


def measure_part(data: Path) -> None:
    """ERT over all targets, and profiles over all functions, of three loaded data sets."""
    files = [data / f"{name}.tgz" for name in COMPARED]
    runs = load(*files, cache=False)
    theirs = cocopp_times(files)
    ert(runs)  # warm up
    ours = {
        "ert": cpu_seconds(lambda: ert(runs), 5),
        "ecdf": cpu_seconds(lambda: ecdf(runs), 3),
    }
    print("measures of three loaded bbob data sets, 51 targets, all functions and dimensions")
    for name, seconds in ours.items():
        ratio = theirs[name] / seconds
        verdict = "" if ratio >= TARGET_RATIO else f"   below the target of {TARGET_RATIO}"
        print(
            f"  {name:5} cocopp {theirs[name]:8.3f} s   optimeter {seconds:8.4f} s"
            f"   ratio {ratio:6.1f}{verdict}"
        )


def growth_part(data: Path, sizes: list[int]) -> None:
    """Load, measure and aggregate more and more data sets; each size in its own process."""
    print("growth: load, ERT and profiles of n data sets (CPU seconds, peak memory)")
    for size in sizes:
        command = [sys.executable, __file__, "--data", str(data), "--one-size", str(size)]
        found = subprocess.run(command, check=True, capture_output=True, text=True)
        print(found.stdout, end="")


def one_size(data: Path, size: int) -> None:
    """Do the work for n data sets: the given ones, repeated under other names."""
    files = sorted(data.glob("*.tgz"))
    runs: Runs | None = None

    def load_all() -> None:
        nonlocal runs
        parts = []
        for number in range(size):
            part = load(files[number % len(files)], cache=False)
            parts.append(part.rename({part.algorithms[0]: f"algorithm {number}"}))
        runs = Runs.concatenate(parts)

    seconds = {"load": cpu_seconds(load_all)}
    loaded = runs
    if loaded is None:
        return
    seconds["ert"] = cpu_seconds(lambda: ert(loaded))
    seconds["ecdf"] = cpu_seconds(lambda: ecdf(loaded))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    times = "   ".join(f"{name} {value:7.2f} s" for name, value in seconds.items())
    print(f"  n = {size:3}   {times}   total {sum(seconds.values()):7.2f} s   {memory:.2f} GiB")


def main() -> None:
    """Run the parts that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--data", type=Path, default=DATA, help="folder of bbob archives")
    parser.add_argument("--growth", type=int, nargs="*", default=[1, 9], metavar="N")
    parser.add_argument("--one-size", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if not options.data.is_dir():
        parser.error(f"no such folder: {options.data}")
    if options.one_size is not None:
        one_size(options.data, options.one_size)
        return
    loading.main(str(options.data.parents[1]))
    measure_part(options.data)
    growth_part(options.data, options.growth)


if __name__ == "__main__":
    main()
