"""Problems inside jax's ``jit`` and ``vmap``.

Within a compiled function jax hands out no address of the GPU to Python, so the points come to the
host by a callback, are evaluated by the processor, and the values go back. Each call costs some tens
of microseconds and the transfer of the points. Outside of ``jit``, call ``problem(X)`` with an array
of jax instead: nothing leaves the GPU then.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from optimeter._core import Problem
from optimeter.exceptions import InvalidValueError, MissingPackageError

__all__ = ["function"]


def function(problem: Problem) -> Callable[..., Any]:
    """Make a function of points, (d,) or (..., d), that may be used inside ``jit`` and ``vmap``.

    Under ``vmap`` all points of a call are one batch. Every evaluation is counted and recorded as
    always, once for each time that the compiled function is executed; `om.Stop` reaches the caller
    as an error of jax's runtime. There are no derivatives.
    """
    try:
        jax: Any = import_module("jax")
        callback = import_module("jax.experimental").io_callback
    except ImportError as error:
        message = f"this needs the package jax, which cannot be imported ({error})"
        raise MissingPackageError(message) from error
    d, m = problem.dimension, problem.number_of_objectives

    def evaluate(x: Any) -> Any:
        points = np.asarray(x, dtype=np.float64)
        values = problem(points.reshape(-1, d))
        return np.asarray(values, dtype=x.dtype).reshape(_shape(points.shape, m))

    @jax.custom_batching.custom_vmap  # type: ignore[untyped-decorator]
    def call(x: Any) -> Any:
        if x.ndim == 0 or x.shape[-1] != d:
            message = f"problem {problem.id} takes points of shape (..., {d}); got {x.shape}"
            raise InvalidValueError(message)
        result = jax.ShapeDtypeStruct(_shape(x.shape, m), x.dtype)
        return callback(evaluate, result, x, ordered=False)

    @call.def_vmap  # type: ignore[untyped-decorator]
    def _(size: int, batched: Any, x: Any) -> Any:  # noqa: ARG001
        return call(x), True

    def checked(x: Any) -> Any:
        """Evaluate points of shape (d,) or (..., d)."""
        x = jax.numpy.asarray(x)
        if x.dtype != np.float64:
            message = (
                f"points must be float64, since the values are defined by its rounding; got "
                f"{x.dtype}: jax.config.update('jax_enable_x64', True) before they are made"
            )
            raise InvalidValueError(message)
        return call(x)

    return checked


def _shape(points: tuple[int, ...], objectives: int) -> tuple[int, ...]:
    return (*points[:-1], objectives) if objectives > 1 else points[:-1]
