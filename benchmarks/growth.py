"""How processor time and memory of the main verbs grow with the number of runs.

    python benchmarks/growth.py [VERB ...] [--runs 1000] [--factor 30] [--sizes 4] [--repeats 5]

Each verb is done on tiny runs, of which there are from so many up to `factor` times as many, in a
process of its own for every measurement; what it needs is made before and not measured. The exponent
is the slope of the straight line through the logarithms, with its interval of 95 %. Memory is what
the process needs beyond what it needs for a tenth of the smallest size. Ends with code 1 if an
interval lies above 1.15 as a whole. Nothing here is fast on a machine that does something else, but
processor time hardly depends on that: choose a size at which a verb takes a second.
"""

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import numpy as np
from scipy import stats

import optimeter as om
from optimeter.experiment import merge
from optimeter.reports import site

LIMIT = 1.15
LEVEL = 0.95
FUNCTIONS, DIMENSIONS = range(1, 11), (2, 3)
CELLS = len(FUNCTIONS) * len(DIMENSIONS)
SHARDS_OF = 200  # runs
HALF = "OPTIMETER_GROWTH_STOPS_AT"


def suite_of(runs: int) -> om.Suite:
    """Return a suite of about so many problems."""
    instances = range(1, max(1, runs // CELLS) + 1)
    return om.Suite("bbob", functions=FUNCTIONS, dimensions=DIMENSIONS, instances=instances)


def step(problem: om.Problem, start: np.ndarray, rng: np.random.Generator) -> None:  # noqa: ARG001
    """Evaluate two points; break the experiment off where the environment says so."""
    if HALF in os.environ and problem.dimension == DIMENSIONS[1]:  # the others are over
        raise KeyboardInterrupt
    problem(start)
    problem(start / 2)


def experiment(runs: int, folder: Path, **options: Any) -> None:
    """Make an experiment of tiny runs."""
    settings = {"budget": 1, "restarts": False, "seed": 1, "progress": False, **options}
    om.run(step, suite_of(runs), folder=folder, **settings)


def observe(runs: int, folder: Path, format: str) -> None:
    """Observe a loop that goes over few problems again and again: data sets take turns."""
    suite = suite_of(CELLS)
    with om.Observer(folder / "observed", format=format) as observer:  # type: ignore[arg-type]
        for _ in range(runs // CELLS):
            for problem in suite:
                observer.observe(problem)
                problem([0.0] * problem.dimension)


def broken_off(runs: int, folder: Path) -> None:
    """Leave an experiment of which half is done."""
    os.environ[HALF] = "1"
    try:
        experiment(runs, folder / "x")
    except KeyboardInterrupt:
        del os.environ[HALF]


def shards(runs: int, folder: Path) -> None:
    """Leave an experiment in shards."""
    count = max(2, runs // SHARDS_OF)
    for number in range(1, count + 1):
        experiment(runs, folder / "parts", shard=(number, count))


def nothing(runs: int, folder: Path) -> None:
    """Need nothing."""


def recorded(runs: int, folder: Path) -> None:
    """Leave a finished experiment."""
    experiment(runs, folder / "x")


def ready_ert(runs: int, folder: Path) -> Callable[[], object]:  # noqa: ARG001
    """Return what computes expected runtimes of data in memory."""
    loaded = om.load(folder / "x", cache=False)
    return lambda: om.ert(loaded, targets=[1e1, 1e-8])


@dataclass(frozen=True, slots=True)
class Verb:
    """What is measured: what it needs, and what it does once that is there."""

    prepare: Callable[[int, Path], None]
    ready: Callable[[int, Path], Callable[[], object]]


def at_once(work: Callable[[int, Path], object]) -> Callable[[int, Path], Callable[[], object]]:
    """Make a verb that reads nothing before."""
    return lambda runs, folder: lambda: work(runs, folder)


VERBS = {
    "observe": Verb(nothing, at_once(lambda n, f: observe(n, f, "coco"))),
    "observe ioh": Verb(nothing, at_once(lambda n, f: observe(n, f, "ioh"))),
    "run": Verb(nothing, at_once(lambda n, f: experiment(n, f / "x"))),
    "resume": Verb(broken_off, at_once(lambda n, f: experiment(n, f / "x"))),
    "merge": Verb(shards, at_once(lambda _, f: merge(f / "parts", into=f / "whole"))),
    "load": Verb(recorded, at_once(lambda _, f: om.load(f / "x", cache=False))),
    "ert": Verb(recorded, ready_ert),
    "report": Verb(recorded, at_once(lambda _, f: om.report(f / "x", folder=f / "page"))),
    "site": Verb(recorded, at_once(lambda _, f: site(f / "x", folder=f / "site", reports=False))),
}


def measure(verb: str, runs: int, folder: Path) -> dict[str, float]:
    """Do a verb in this process; return seconds, megabytes, bytes written and calls to the system."""
    work = VERBS[verb].ready(runs, folder)
    before, rest, begin = written(), memory(), seconds()
    work()
    after = written()
    return {
        "seconds": seconds() - begin,
        "megabytes": memory(),
        "rest": rest,
        "written": after[0] - before[0],
        "calls": after[1] - before[1],
    }


def seconds() -> float:
    """Return the processor time of this process and of those that it has waited for."""
    times = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + times.ru_utime + times.ru_stime


def memory() -> float:
    """Return the largest memory so far, of this process or of a child."""
    who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return max(resource.getrusage(one).ru_maxrss for one in who) / 1024


def written() -> tuple[int, int]:
    """Return bytes written by this process, and calls that read and write, as Linux counts them."""
    lines = Path("/proc/self/io").read_text("ascii").splitlines()
    facts = {name: int(number) for name, number in (line.split(": ") for line in lines)}
    return facts["wchar"], facts["syscr"] + facts["syscw"]


def slope(sizes: Sequence[float], values: Sequence[float]) -> tuple[float, float, float]:
    """Return the exponent with its interval."""
    if min(values) == max(values):
        return 0.0, 0.0, 0.0
    fit = stats.linregress(np.log(sizes), np.log(np.maximum(values, 1e-9)))
    if len(sizes) < 3:
        return fit.slope, -np.inf, np.inf
    width = stats.t.ppf(0.5 + LEVEL / 2, len(sizes) - 2) * fit.stderr
    return fit.slope, fit.slope - width, fit.slope + width


def child(verb: str, phase: str, runs: int, folder: Path) -> dict[str, float]:
    """Do something in a process of its own."""
    command = [sys.executable, __file__, "--child", verb, phase, str(runs), str(folder)]
    environment = {**os.environ, "OPTIMETER_CACHE": str(folder / "cache")}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if done.returncode:
        message = f"{verb} with {runs} runs failed:\n{done.stderr}"
        raise SystemExit(message)
    return json.loads(done.stdout.splitlines()[-1])  # type: ignore[no-any-return]


def grow(verb: str, sizes: Sequence[int], repeats: int) -> bool:
    """Measure a verb at all sizes, and print its line; return whether it grows too fast."""
    found: list[tuple[int, dict[str, float]]] = []
    small = []
    for runs in [max(CELLS, sizes[0] // 10), *sizes]:
        with tempfile.TemporaryDirectory(prefix="growth-") as place:
            source = Path(place, "source")
            source.mkdir()
            child(verb, "prepare", runs, source)
            for repeat in range(repeats):
                copy = Path(place, str(repeat))
                shutil.copytree(source, copy)
                facts = child(verb, "measure", runs, copy)
                shutil.rmtree(copy)
                if runs < sizes[0]:
                    small.append(facts["megabytes"])
                else:
                    found.append((runs, facts))
    least = median(small)
    columns = [runs for runs, _ in found]
    time = slope(columns, [facts["seconds"] for _, facts in found])
    # Below a megabyte and a half it is the noise of the allocator that grows.
    extra = [max(facts["megabytes"] - least, 1.5) for _, facts in found]
    space = slope(columns, extra)

    def middle(size: int, key: str) -> float:
        return median(facts[key] for runs, facts in found if runs == size)

    largest = sizes[-1]
    megabytes = middle(largest, "megabytes")
    print(
        f"| {verb} | {middle(sizes[0], 'seconds'):.2f} | {middle(largest, 'seconds'):.2f} "
        f"| {time[0]:.2f} ({time[1]:.2f} to {time[2]:.2f}) | {least:.0f} | {megabytes:.0f} "
        f"| {space[0]:.2f} ({space[1]:.2f} to {space[2]:.2f}) "
        f"| {middle(largest, 'written') / largest:,.0f} | {middle(largest, 'calls') / largest:.1f} |",
        flush=True,
    )
    return time[1] > LIMIT or space[1] > LIMIT


def main() -> int:
    """Measure and print a table."""
    if sys.argv[1:2] == ["--child"]:
        verb, phase, runs, folder = sys.argv[2:]
        place = Path(folder)
        facts: dict[str, float] = {}
        if phase == "prepare":
            VERBS[verb].prepare(int(runs), place)
        else:
            facts = measure(verb, int(runs), place)
        print(json.dumps(facts))
        return 0
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("verbs", nargs="*", metavar="VERB", help=", ".join(VERBS))
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--factor", type=float, default=30.0)
    parser.add_argument("--sizes", type=int, default=4)
    parser.add_argument("--repeats", type=int, default=5)
    chosen = parser.parse_args()
    unknown = [verb for verb in chosen.verbs if verb not in VERBS]
    if unknown:
        parser.error(f"{unknown[0]!r} is no verb; accepted: {', '.join(VERBS)}")
    steps = np.geomspace(chosen.runs, chosen.runs * chosen.factor, chosen.sizes)
    sizes = [int(size) // CELLS * CELLS for size in steps]
    least, most = f"{sizes[0]:,} runs", f"{sizes[-1]:,} runs"
    print(
        f"| verb | s, {least} | s, {most} | exponent | MB, few runs | MB, {most} | exponent "
        "| bytes written a run | reads and writes a run |"
    )
    print("| --- " + "| ---: " * 8 + "|", flush=True)
    slow = [verb for verb in chosen.verbs or VERBS if grow(verb, sizes, chosen.repeats)]
    if slow:
        print(f"faster than runs^{LIMIT}: {', '.join(slow)}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
