"""One thread for each worker: libraries of linear algebra would start one for every processor.

It is also a matter of bits: with several threads they add up in another order, so that an optimizer
would record other data, and a report hold other last digits, in this process than in a worker.
Below all rooms.
"""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

from optimeter._core import set_threads

__all__ = ["cap_threads", "capped_environment", "one_thread"]

_VARIABLES = (
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "BLIS_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
    "NUMEXPR_NUM_THREADS",
)
Restore = Callable[[], None]


class _Limit:
    """A limit of this process that blocks share: the first sets it, the last takes it back.

    Blocks of several threads may overlap in any order.
    """

    def __init__(self, apply: Callable[[], Restore]) -> None:
        self._apply = apply
        self._lock = threading.Lock()
        self._blocks = 0

    @contextmanager
    def __call__(self) -> Iterator[None]:
        with self._lock:
            if self._blocks == 0:
                self._restore = self._apply()
            self._blocks += 1
        try:
            yield
        finally:
            with self._lock:
                self._blocks -= 1
                if self._blocks == 0:
                    self._restore()


def _cap_environment() -> Restore:
    """Limit libraries that are loaded from now on, here or in a process that starts from here."""
    before = {name: os.environ.get(name) for name in _VARIABLES}
    os.environ.update(dict.fromkeys(_VARIABLES, "1"))

    def restore() -> None:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value

    return restore


def _cap_loaded() -> Restore:
    """Limit libraries that are loaded already; that takes threadpoolctl."""
    try:
        from threadpoolctl import threadpool_limits  # noqa: PLC0415 - not all need it
    except ImportError:
        _tell_of_missing_threadpoolctl()
        return lambda: None
    limits = threadpool_limits(1)
    return limits.restore_original_limits  # type: ignore[no-any-return]


@cache
def _tell_of_missing_threadpoolctl() -> None:
    import logging  # noqa: PLC0415 - slow, and only where something is missing

    if any(os.environ.get(name) != "1" for name in _VARIABLES[:3]):
        logging.getLogger("optimeter").warning(
            "threadpoolctl is not installed: numpy may compute with several threads in each worker;"
            " install it, or set %s to 1 before Python starts",
            ", ".join(_VARIABLES[:3]),
        )


capped_environment = _Limit(_cap_environment)
"""Start processes in this block: they find the limits before they load any library."""

_capped_libraries = _Limit(_cap_loaded)


def cap_threads() -> None:
    """Let this process compute with one thread: what is loaded and what will be loaded."""
    _cap_loaded()
    _cap_environment()
    set_threads(1)


@contextmanager
def one_thread() -> Iterator[None]:
    """Compute in this process in this block as in a worker.

    Libraries that are loaded in the block keep to one thread.
    """
    with _capped_libraries(), capped_environment():
        yield
