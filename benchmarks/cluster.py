"""What a cluster of dask.distributed costs: overhead of each run, and workers that come late.

The optimizer evaluates once and sleeps, so that many workers fit on a small machine. The overhead of a
run is the time of a worker from one run to the next beyond that sleep: writing and committing the
result, reporting it, and waiting for the next task. It is taken from the first result to the last but
one for each worker, so that start and end of the experiment do not count. It must not grow with the
number of runs.

    python benchmarks/cluster.py            16 workers; 480, 960, 1920 and 7680 runs of half a second
    python benchmarks/cluster.py --quick    2 workers; 40 and 80 runs of a twentieth of a second
    python benchmarks/cluster.py --workers 4 --runs 100 400 --seconds 0.2
"""

import argparse
import json
import tempfile
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any, Self

from distributed import Client, LocalCluster

import optimeter as om

OVERHEAD = 0.005  # seconds of a worker for each run, at most
LATE = 1.0  # seconds until late workers are busy, at most


def nap(problem: om.Problem, start: Any, _rng: Any, *, seconds: float) -> None:
    """Evaluate once and sleep."""
    problem(start)
    time.sleep(seconds)


class Clock:
    """Takes the time of every result; a display of progress for `om.run`."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.times: list[float] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def start(self, *_: object) -> None:
        """Note that the experiment has begun."""
        self.begun.set()

    def advance(self, *_: object) -> None:
        """Note a result."""
        self.times.append(time.perf_counter())


def experiment(client: Any, runs: int, seconds: float, folder: Path, clock: Clock) -> None:
    """Do an experiment of so many runs."""
    suite = om.Suite("bbob", functions=1, dimensions=2, instances=1)
    optimizer = partial(nap, seconds=seconds)
    result = om.run(
        optimizer,
        suite,
        budget=1,
        trials=runs,
        restarts=False,
        folder=folder,
        algorithm="nap",
        executor=client,
        progress=clock,
    )
    assert result.done == runs


def overhead(client: Client, workers: int, runs: int, seconds: float, folder: Path) -> float:
    """Measure the time of a worker for each run beyond the run itself."""
    clock = Clock()
    experiment(client, runs, seconds, folder, clock)
    times = sorted(clock.times)[workers:-workers]  # all workers are busy
    return workers * (times[-1] - times[0]) / (len(times) - 1) - seconds


def lateness(workers: int, seconds: float, folder: Path, scratch: str) -> float:
    """Measure how long workers that come after the beginning stay idle, the last one counts."""
    with cluster(0, scratch) as late, connect(late) as client, connect(late) as observer:
        clock = Clock()
        idle: list[float] = []

        def arrive() -> None:
            clock.begun.wait()
            late.scale(workers)
            observer.wait_for_workers(workers)
            begin = time.perf_counter()
            while sum(bool(tasks) for tasks in observer.processing().values()) < workers:
                time.sleep(0.01)
            idle.append(time.perf_counter() - begin)

        thread = threading.Thread(target=arrive)
        thread.start()
        experiment(client, 20 * workers, max(seconds, 0.2), folder, clock)
        thread.join()
    return idle[0]


def cluster(workers: int, scratch: str) -> LocalCluster:
    """Start a cluster of processes with one thread each."""
    return LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=workers,
        threads_per_worker=1,
        processes=True,
        memory_limit=0,
        dashboard_address=None,
        local_directory=scratch,
    )


def connect(there: LocalCluster) -> Client:
    """Make a client of a cluster."""
    return Client(there)  # type: ignore[no-untyped-call]


def main() -> int:
    """Measure and print; 1 if a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="few workers and short runs")
    parser.add_argument("--workers", type=int)
    parser.add_argument("--runs", type=int, nargs="+")
    parser.add_argument("--seconds", type=float, help="of each run")
    parser.add_argument("--json", type=Path, help="file for the figures")
    given = parser.parse_args()
    workers = given.workers or (2 if given.quick else 16)
    numbers = given.runs or ([40, 80] if given.quick else [480, 960, 1920, 7680])
    seconds = given.seconds or (0.05 if given.quick else 0.5)
    if min(numbers) <= 2 * workers + 1:
        parser.error(f"more than {2 * workers + 1} runs are needed for {workers} workers")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        figures: dict[str, float] = {}
        with cluster(workers, place) as usual, connect(usual) as client:
            client.wait_for_workers(workers)
            for runs in numbers:
                figures[str(runs)] = overhead(client, workers, runs, seconds, folder / str(runs))
                print(f"{runs:6} runs, {workers} workers: {1000 * figures[str(runs)]:.2f} ms each")
        late = lateness(workers, seconds, folder / "late", place)
        print(f"{workers} late workers are all busy after {late:.2f} s")
    if given.json:
        given.json.write_text(json.dumps({"overhead": figures, "late": late}))
    return int(max(figures.values()) > OVERHEAD or late > LATE)


if __name__ == "__main__":
    raise SystemExit(main())
