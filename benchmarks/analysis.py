"""Measure loading and analysis against the peers, and how it grows with the number of data sets.

Usage: python benchmarks/analysis.py [--data FOLDER] [--growth 1 9 300]

Both sides do the same work on the same data in one run, on one core; times are CPU seconds, which
other processes disturb least. Promised: archives 10 times as fast as cocopp, IOHprofiler data 5
times as fast as iohinspector, ERT and ECDF 20 times as fast as cocopp, 300 data sets loaded,
measured and aggregated within 2 minutes and 4 GiB. The exit code says whether all of it holds.
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
PROMISED_RATIO = 20
PROMISED_SECONDS, PROMISED_GIB = 120, 4  # for any number of data sets up to 300


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
    program = Path(__file__).parent / "peers" / "cocopp_analysis.py"
    with tempfile.TemporaryDirectory() as folder:
        copies = [Path(shutil.copy(file, folder)).name for file in files]
        command = [sys.executable, str(program), *copies]
        found = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    result: dict[str, float] = json.loads(found.stdout.splitlines()[-1])
    return result


def measure_part(data: Path) -> bool:
    """ERT over all targets, and profiles over all functions, of three loaded data sets."""
    files = [data / f"{name}.tgz" for name in COMPARED]
    runs = load(*files, cache=False)
    theirs = cocopp_times(files)
    ert(runs)  # warm up
    ours = {
        "ert": cpu_seconds(lambda: ert(runs), 7),
        "ecdf": cpu_seconds(lambda: ecdf(runs), 5),
    }
    print("measures of three loaded bbob data sets, 51 targets, all functions and dimensions")
    kept = True
    for name, seconds in ours.items():
        ratio = theirs[name] / seconds
        kept = kept and ratio >= PROMISED_RATIO
        print(
            f"  {name:5} cocopp {theirs[name]:8.3f} s   optimeter {seconds:8.4f} s"
            f"   ratio {ratio:6.1f}   promised {PROMISED_RATIO}"
            f"{'' if ratio >= PROMISED_RATIO else '   MISSED'}"
        )
    return kept


def growth_part(data: Path, sizes: list[int]) -> bool:
    """Load, measure and aggregate more and more data sets; each size in its own process."""
    print("growth: n data sets loaded, ERT of all problems, profiles over all functions and groups")
    kept = True
    for size in sizes:
        command = [sys.executable, __file__, "--data", str(data), "--one-size", str(size)]
        found = subprocess.run(command, check=True, capture_output=True, text=True)
        row = json.loads(found.stdout)
        parts = "   ".join(f"{name} {row[name]:7.2f} s" for name in ("load", "ert", "ecdf"))
        total = row["load"] + row["ert"] + row["ecdf"]
        within = total <= PROMISED_SECONDS and row["gib"] <= PROMISED_GIB
        kept = kept and within
        print(
            f"  n = {size:3}   {parts}   total {total:7.2f} s CPU, {row['wall']:.1f} s wall"
            f"   {row['gib']:.2f} GiB{'' if within else '   MISSED'}",
            flush=True,
        )
    return kept


def one_size(data: Path, size: int) -> None:
    """Do the work for n data sets: the given ones, repeated under other names."""
    files = sorted(data.glob("*.tgz"))
    loaded: list[Runs] = []

    def load_all() -> None:
        parts = []
        for number in range(size):
            part = load(files[number % len(files)], cache=False)
            parts.append(part.rename({part.algorithms[0]: f"algorithm {number}"}))
        loaded.append(Runs.concatenate(parts))

    begin = time.perf_counter()
    row = {
        "load": cpu_seconds(load_all),
        "ert": cpu_seconds(lambda: ert(loaded[0])),
        "ecdf": cpu_seconds(lambda: ecdf(loaded[0], by=("all", "group"))),
    }
    row["wall"] = time.perf_counter() - begin
    row["gib"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(json.dumps(row))


def main() -> int:
    """Run the parts; the exit code says whether all promises hold."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--data", type=Path, default=DATA, help="folder of bbob archives")
    parser.add_argument("--growth", type=int, nargs="*", default=[1, 9, 300], metavar="N")
    parser.add_argument("--one-size", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if not options.data.is_dir():
        print(f"skipped: no recorded data at {options.data}")
        return 0
    if options.one_size is not None:
        one_size(options.data, options.one_size)
        return 0
    missed = loading.main(str(options.data.parents[1]))
    kept = [measure_part(options.data), growth_part(options.data, options.growth)]
    return int(bool(missed) or not all(kept))


if __name__ == "__main__":
    sys.exit(main())
