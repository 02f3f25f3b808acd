"""What the benchmarks share: contestants take turns, and the least time of each counts.

Times are processor time of one thread, which other processes of the machine disturb least.
"""

import math
import time
from collections.abc import Callable, Hashable, Iterable, Mapping
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
