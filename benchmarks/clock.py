"""What the benchmarks share: contestants take turns, and the least time of each counts.

Times are processor time of one thread, which other processes of the machine disturb least. Whole
programs are measured as processes of their own.
"""

import math
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Hashable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

Work = Callable[[], object]
Name = TypeVar("Name", bound=Hashable)


def seconds(work: Work) -> float:
    """Return the processor time of a piece of work."""
    start = time.thread_time()
    work()
    return time.thread_time() - start


def best(contestants: Mapping[Name, Work], rounds: int, per: int = 1) -> dict[Name, float]:
    """Let the contestants take turns; return the least time of each, divided by `per`."""
    times = dict.fromkeys(contestants, math.inf)
    for _ in range(rounds):
        for name, work in contestants.items():
            times[name] = min(times[name], seconds(work))
    return {name: value / per for name, value in times.items()}


def loop(call: Callable[..., object], arguments: Iterable[object]) -> Work:
    """Return the work of calling a function with every argument."""

    def work() -> None:
        for argument in arguments:
            call(argument)

    return work


@dataclass(frozen=True, slots=True)
class Measured:
    """Wall and processor seconds of all processes, and peak memory in MB.

    `memory` is that of the largest process, `together` that of all at the same time, where what
    several share counts once; 0 where it was not asked for.
    """

    seconds: float
    processor: float
    memory: float
    together: float = 0.0


def of_process(
    command: list[str], folder: Path | None = None, *, together: bool = False, **environment: str
) -> Measured:
    """Run a command in a folder; complain with its output if it fails.

    With `together` the memory of all its processes is looked at again and again, which takes up
    to a tenth of a core.
    """
    begin = time.perf_counter()
    known = {**os.environ, **environment}
    # Packages are compiled when they are installed; from a checkout, by the first run.
    known.pop("PYTHONDONTWRITEBYTECODE", None)
    with subprocess.Popen(
        command, cwd=folder, env=known, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        sampler = Together(process.pid) if together else None
        output = process.stdout.read() if process.stdout else b""
        peak = sampler.end() if sampler else 0.0
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(command[:4])} failed:\n{output.decode(errors='replace')[-2000:]}")
    processor = usage.ru_utime + usage.ru_stime
    return Measured(time.perf_counter() - begin, processor, usage.ru_maxrss / 1024, peak)


class Together:
    """The peak memory of a process and all that it started, looked at until `end` is called.

    It is the sum of what the system calls the proportional set size: a page that n processes share
    counts 1/n for each. Peaks between two looks are missed, which are 50 ms and more apart.
    """

    PAUSE, PART = 0.05, 10  # seconds at least; times the processor time of a look

    def __init__(self, root: int) -> None:
        self.root, self.peak = root, 0.0
        self.over = threading.Event()
        self.thread = threading.Thread(target=self._look_on, daemon=True)
        self.thread.start()

    def _look_on(self) -> None:
        while True:
            begin = time.thread_time()
            self.peak = max(self.peak, sum(map(memory_of, family(self.root))))
            pause = self.PART * (time.thread_time() - begin)
            if self.over.wait(max(self.PAUSE, pause)):
                return

    def end(self) -> float:
        """Stop looking, and return the peak in MB; NaN where the system does not tell it."""
        self.over.set()
        self.thread.join()
        return self.peak or math.nan


def family(root: int) -> list[int]:
    """Return the numbers of a process and of all that it and those started."""
    found = [root]
    for process in found:  # grows while it is looked through
        for path in Path(f"/proc/{process}/task").glob("*/children"):
            with suppress(OSError):  # it has just ended
                found += map(int, path.read_text().split())
    return found


def memory_of(process: int) -> float:
    """Return the proportional set size of a process in MB; 0 when it has ended."""
    with suppress(OSError):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
    return 0.0
