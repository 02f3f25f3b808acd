"""One thread for each worker: libraries of linear algebra would start one for every processor.

It is also a matter of bits: with several threads they add up in another order, so that an optimizer
would record other data, and a report hold other last digits, in this process than in a worker.
Below all rooms.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager

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


def cap_threads() -> None:
    """Let this process compute with one thread: what is loaded and what will be loaded."""
    os.environ.update(dict.fromkeys(_VARIABLES, "1"))
    from threadpoolctl import threadpool_limits  # noqa: PLC0415 - not all need it

    threadpool_limits(1)
    set_threads(1)


@contextmanager
def capped_environment() -> Iterator[None]:
    """Start processes in this block: they find the limits before they load any library."""
    before = {name: os.environ.get(name) for name in _VARIABLES}
    os.environ.update(dict.fromkeys(_VARIABLES, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


@contextmanager
def one_thread() -> Iterator[None]:
    """Compute in this process in this block as in a worker.

    Libraries that are loaded in the block keep to one thread.
    """
    from threadpoolctl import threadpool_limits  # noqa: PLC0415

    with capped_environment(), threadpool_limits(1):
        yield
