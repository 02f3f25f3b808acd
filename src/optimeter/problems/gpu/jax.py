"""Problems inside jax's ``jit`` and ``vmap``.

The engine is called by the compiled program itself (``jax.ffi``): on a GPU the points stay there and
are evaluated on the program's stream, on the processor they are read where they lie.
"""

import itertools
from collections.abc import Callable
from functools import cache
from typing import Any
from weakref import WeakValueDictionary

import numpy as np

from optimeter import _core
from optimeter._core import Problem
from optimeter._packages import package
from optimeter.exceptions import InvalidTypeError, InvalidValueError
from optimeter.problems.gpu.evaluate import prepare

__all__ = ["function", "problem_of"]

_TARGET = "optimeter_evaluate"

_numbers = itertools.count(1)
_problems: WeakValueDictionary[int, Problem] = WeakValueDictionary()


def function(problem: Problem) -> Callable[..., Any]:
    """Make a function of points, (d,) or (..., d), that may be used inside ``jit`` and ``vmap``.

    Under ``vmap`` all points of a call are one batch. Every evaluation is counted and recorded as
    always, once for each time that the compiled function is executed; `om.Stop` reaches the caller
    as an error of jax's runtime. There are no derivatives. The function keeps the problem; a
    program that was compiled from it can be executed as long as one of them lives.
    """
    jax = _jax()
    if _core.device_kernels(problem):
        for device in _gpus(jax):
            prepare(problem, device.local_hardware_id)
    number = next(_numbers)
    _problems[number] = problem
    d, m = problem.dimension, problem.number_of_objectives

    def evaluate(x: Any) -> Any:
        """Evaluate points of shape (d,) or (..., d)."""
        x = jax.numpy.asarray(x)
        if x.dtype != np.float64:
            message = (
                f"points must be float64, since the values are defined by its rounding; got "
                f"{x.dtype}: jax.config.update('jax_enable_x64', True) before they are made"
            )
            raise InvalidTypeError(message)
        if x.ndim == 0 or x.shape[-1] != d:
            message = f"problem {problem.id} takes points of shape (..., {d}); got {x.shape}"
            raise InvalidValueError(message)
        shape = (*x.shape[:-1], m) if m > 1 else x.shape[:-1]
        call = jax.ffi.ffi_call(
            _TARGET,
            jax.ShapeDtypeStruct(shape, x.dtype),
            has_side_effect=True,
            vmap_method="broadcast_all",
        )
        # XLA for GPUs joins a call with the slices that a loop takes and puts by copying the call,
        # and executes both: seen with 0.11.2, twice the evaluations. Barriers keep them apart.
        barrier = jax.lax.optimization_barrier
        return barrier(call(barrier(x), problem=np.int64(number)))

    return evaluate


def problem_of(number: int) -> Problem:
    """Return the problem that a compiled program names by its number."""
    try:
        return _problems[number]
    except KeyError:
        message = (
            "the problem of this program of jax is gone; keep the problem, or the function that "
            "problem.jax() made, as long as the program is executed"
        )
        raise InvalidValueError(message) from None


@cache
def _jax() -> Any:
    """Import jax and tell it once what its programs call."""
    jax, ffi = package("jax"), package("jax.ffi", "this, as of version 0.5,")
    on_processor, on_gpu = _core.jax_handlers()
    ffi.register_ffi_target(_TARGET, on_processor, platform="cpu")
    ffi.register_ffi_target(_TARGET, on_gpu, platform="CUDA")
    return jax


def _gpus(jax: Any) -> list[Any]:
    try:
        return list(jax.local_devices(backend="cuda"))
    except RuntimeError:  # jax knows no such devices here
        return []
