"""Independent tasks on several cores, where that is safe and pays off. Below all rooms."""

import ctypes
import gc
import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from optimeter._core import Guard

__all__ = ["called", "give_back", "mapped", "paused_collection"]

A = TypeVar("A")
R = TypeVar("R")


def mapped(
    work: Callable[[A], R], tasks: Sequence[A], sizes: Sequence[float] | None = None
) -> Iterator[R]:
    """Begin with tasks, and return an iterator over their results in their order.

    With `sizes`, which say how large the tasks are, the largest ones are begun first, so that no
    core waits for the last one.

    Worker processes are forked, which asks nothing of the caller's script; where forking is not
    possible or not safe (other platforms, other threads running), the tasks are done here, when
    their results are asked for.

    Examples
    --------
    >>> list(mapped(abs, [-1, 2]))
    [1, 2]
    """
    workers = min(len(tasks), available_cores())
    if workers < 2 or not _may_fork():
        return map(work, tasks)
    results = _worked(work, tasks, sizes, workers)
    next(results)  # begins
    return results


def _worked(
    work: Callable[[A], R], tasks: Sequence[A], sizes: Sequence[float] | None, workers: int
) -> Iterator[Any]:
    """Hand the tasks to workers, yield once, then yield the results."""
    import multiprocessing  # noqa: PLC0415 - brings half of the library along
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415

    give_back()
    with ProcessPoolExecutor(
        max_workers=workers,
        mp_context=multiprocessing.get_context("fork"),
        initializer=_Worker.begin,
        initargs=(work, tasks),
    ) as pool:
        places = list(range(len(tasks)))
        if sizes is not None:
            places.sort(key=lambda place: -sizes[place])
        begun = {place: pool.submit(_Worker.do, place) for place in places}
        yield None
        for place in range(len(tasks)):
            yield begun.pop(place).result()


def called(
    makers: Sequence[Callable[[], Any]], sizes: Sequence[float] | None = None
) -> Iterator[Any]:
    """Return an iterator over what callables return, in their order, as `mapped` does.

    Examples
    --------
    >>> list(called([dict, list]))
    [{}, []]
    """
    return mapped(lambda make: make(), makers, sizes)


def give_back() -> None:
    """Return free memory to the system, which hundreds of data sets or results leave in pieces.

    Else every worker inherits it.
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # of glibc alone
    if trim is not None:
        trim(0)


@contextmanager
def paused_collection() -> Iterator[None]:
    """Keep the garbage collector from running within.

    Drawing and writing a figure makes many small objects that live until it is done; looking
    through them again and again takes a quarter of the time.

    Examples
    --------
    >>> with paused_collection():
    ...     gc.isenabled()
    False
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class _Worker:
    """The tasks of a forked worker: inherited, not sent, so they need not be picklable."""

    work: Callable[[Any], Any]
    tasks: Sequence[Any]

    @classmethod
    def begin(cls, work: Callable[[Any], Any], tasks: Sequence[Any]) -> None:
        """Remember the tasks; called in the worker process only.

        It ends with its parent, which may be killed. What was inherited lives as long as the worker:
        the collector need not look at it.
        """
        from multiprocessing import parent_process  # noqa: PLC0415 - as above

        parent = parent_process()
        if parent is not None:
            Guard.end_process_with(parent.sentinel)
        gc.freeze()
        cls.work, cls.tasks = staticmethod(work), tasks

    @classmethod
    def do(cls, position: int) -> Any:
        """Do one task; what it makes is looked through between tasks at most."""
        with paused_collection():
            return cls.work(cls.tasks[position])


def available_cores() -> int:
    """Return the number of cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _may_fork() -> bool:
    if sys.platform != "linux" or threading.active_count() > 1:
        return False
    from multiprocessing import current_process  # noqa: PLC0415

    return not current_process().daemon
