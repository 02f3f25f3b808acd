"""What the benchmarks share: contestants take turns, and the least time of each counts.

Times are processor time of one thread, which other processes of the machine disturb least. Whole
programs are measured as processes of their own.
"""

import math
import os
import subprocess
import sys
import time
from collections.abc import Callable, Hashable, Iterable, Mapping
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
    """Wall and processor seconds of all processes, peak memory of the largest one in MB."""

    seconds: float
    processor: float
    memory: float


def of_process(command: list[str], folder: Path | None = None, **environment: str) -> Measured:
    """Run a command in a folder; complain with its output if it fails."""
    begin = time.perf_counter()
    known = {**os.environ, **environment}
    # Packages are compiled when they are installed; from a checkout, by the first run.
    known.pop("PYTHONDONTWRITEBYTECODE", None)
    process = subprocess.Popen(
        command, cwd=folder, env=known, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    output = process.stdout.read() if process.stdout else b""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(command[:4])} failed:\n{output.decode(errors='replace')[-2000:]}")
    processor = usage.ru_utime + usage.ru_stime
    return Measured(time.perf_counter() - begin, processor, usage.ru_maxrss / 1024)
