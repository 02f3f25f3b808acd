"""What a cluster of dask.distributed costs: overhead of each run, and workers that come late.

The optimizer evaluates once and sleeps, so that many workers fit on a small machine. The overhead of a
run is the time of a worker from one run to the next beyond the run itself, which on a busy machine
takes longer than it wants to sleep: writing and committing the
result, reporting it, and waiting for the next task. It is taken from the first result to the last but
one for each worker, so that start and end of the experiment do not count. It must not grow with the
number of runs. Beside it stands the processor time that a run costs in its worker and in the process
that the worker has beside it, beyond what a worker takes that sleeps in a plain task of dask: unlike
the other it hardly depends on what else the machine does.

    python benchmarks/cluster.py            16 workers; 480, 960, 1920 and 7680 runs of half a second
    python benchmarks/cluster.py --quick    2 workers; 40 and 80 runs of a twentieth of a second
    python benchmarks/cluster.py --workers 4 --runs 100 400 --seconds 0.2
"""

import argparse
import contextlib
import json
import tempfile
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Self

from distributed import Client, LocalCluster

import optimeter as om
from optimeter.experiment import Outcome

OVERHEAD = 0.005  # seconds of a worker for each run, at most
LATE = 1.0  # seconds until late workers are busy, at most
ASLEEP = 8.0  # seconds in which sleeping workers are measured


def nap(problem: om.Problem, start: Any, _rng: Any, *, seconds: float) -> None:
    """Evaluate once and sleep."""
    problem(start)
    time.sleep(seconds)


class Clock:
    """Takes the time of every result; a display of progress for `om.run`."""

    def __init__(self, steady: int = 1) -> None:
        self.begun = threading.Event()
        self.steady = threading.Event()
        self._steady = steady
        self.times: list[float] = []
        self.seconds: list[float] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def start(self, *_: object) -> None:
        """Note that the experiment has begun."""
        self.begun.set()

    def advance(self, _run: object, outcome: Outcome) -> None:
        """Note a result, and how long its run took."""
        self.times.append(time.perf_counter())
        self.seconds.append(outcome.seconds)
        if len(self.times) >= self._steady:
            self.steady.set()


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


def processor_seconds() -> float:
    """Return the processor time of this process and of those that it has begun, so far."""
    import psutil  # type: ignore[import-untyped]  # in the worker

    here = psutil.Process()
    total = 0.0
    for process in (here, *here.children(recursive=True)):
        with contextlib.suppress(psutil.Error):
            times = process.cpu_times()
            total += times.user + times.system
    return total


def of_all_workers(client: Client) -> float:
    """Sum up the processor time of all workers so far."""
    return float(sum(client.run(processor_seconds).values()))


def sleeping(client: Client, workers: int, seconds: float) -> float:
    """Measure the processor time that all workers take in a second of sleep."""
    tasks = client.map(time.sleep, [2 * seconds] * workers, pure=False)
    time.sleep(seconds / 2)
    before = of_all_workers(client)
    time.sleep(seconds)
    used = of_all_workers(client) - before
    client.gather(tasks)  # type: ignore[no-untyped-call]
    return used / seconds


class Cost(NamedTuple):
    """Seconds of a worker for each run beyond the run itself."""

    wall: float
    processor: float


def cost(
    there: LocalCluster, workers: int, runs: int, *, seconds: float, asleep: float, folder: Path
) -> Cost:
    """Measure what a run costs; `asleep` is the processor time of sleeping workers in a second."""
    clock = Clock(steady=2 * workers)
    begun: list[float] = []
    with connect(there) as client, connect(there) as observer:

        def look() -> None:
            clock.steady.wait()
            begun.extend([time.perf_counter(), len(clock.times), of_all_workers(observer)])

        thread = threading.Thread(target=look)
        thread.start()
        experiment(client, runs, seconds, folder, clock)
        thread.join()
        begin, over, before = begun
        used = of_all_workers(client) - before - asleep * (time.perf_counter() - begin)
    times = sorted(clock.times)[workers:-workers]  # all workers are busy
    itself = sum(clock.seconds) / len(clock.seconds)
    return Cost(period(times, workers) - itself, used / (runs - over))


def period(times: list[float], workers: int) -> float:
    """Return the mean time from one result of a worker to its next.

    Equal runs end in waves, one result of each worker. Each result of the first wave is compared with
    that in the same place of the last, so that it does not matter where in a wave the times end.

    Examples
    --------
    >>> period([0.0, 0.0, 0.5, 0.5, 1.0, 1.0], workers=2)
    0.5
    >>> period([0.0, 0.25, 0.5, 0.75, 1.0], workers=2)
    0.5
    """
    waves = len(times) // workers - 1
    each = (times[place + waves * workers] - times[place] for place in range(workers))
    return sum(each) / (workers * waves)


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
    if min(numbers) < 4 * workers:
        parser.error(f"at least {4 * workers} runs are needed for {workers} workers")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        figures: dict[str, Cost] = {}
        with cluster(workers, place) as usual, connect(usual) as client:
            client.wait_for_workers(workers)
            asleep = sleeping(client, workers, 1.0 if given.quick else ASLEEP)
            for runs in numbers:
                place_of_it = folder / str(runs)
                found = cost(
                    usual, workers, runs, seconds=seconds, asleep=asleep, folder=place_of_it
                )
                figures[str(runs)] = found
                print(
                    f"{runs:6} runs, {workers} workers: {1000 * found.wall:.2f} ms each, "
                    f"{1000 * found.processor:.2f} ms of the processor",
                    flush=True,
                )
        late = lateness(workers, seconds, folder / "late", place)
        print(f"{workers} late workers are all busy after {late:.2f} s")
    if given.json:
        parts = {name: cost._asdict() for name, cost in figures.items()}
        given.json.write_text(json.dumps({"cost": parts, "late": late}))
    return int(max(cost.wall for cost in figures.values()) > OVERHEAD or late > LATE)


if __name__ == "__main__":
    raise SystemExit(main())
