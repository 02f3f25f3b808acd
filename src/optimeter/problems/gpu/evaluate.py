"""``problem(X)`` with points in the memory of a GPU."""

import threading
from functools import cache
from typing import Any

from optimeter import _core
from optimeter._core import Problem
from optimeter.exceptions import DeviceError, DeviceMemoryError, InvalidValueError
from optimeter.problems.evaluated import Evaluated
from optimeter.problems.gpu import compiler
from optimeter.problems.gpu.arrays import View, view_of
from optimeter.problems.gpu.halving import note_halved
from optimeter.problems.gpu.plan import COMMON, plan

__all__ = ["common_program", "on_device", "prepare"]

Program = tuple[bytes, int, int]
"""A compiled kernel, threads of a block, bytes of shared memory."""

_COMMON_THREADS = 128
_lock = threading.Lock()


def on_device(problem: Problem, x: Any, what: str) -> Any:
    """Evaluate points on the GPU where they lie; NotImplemented if they lie on none.

    Parameters
    ----------
    problem
    x
        Of shape (d,) or (n, d).
    what
        ``"objectives"``, ``"constraints"`` or ``"all"``.
    """
    view = view_of(x)
    if view is None:
        return NotImplemented
    ordinal = view.ordinal
    if not _core.device_loaded(problem, ordinal):
        prepare(problem, ordinal)
    d = problem.dimension
    shape = view.shape
    if len(shape) not in {1, 2} or shape[-1] != d:
        message = (
            f"problem {problem.id} takes an array of shape ({d},) or (n, {d}); got shape {shape}"
        )
        raise InvalidValueError(message)
    leading = shape[:-1]
    count = leading[0] if leading else 1
    y: Any = None
    g: Any = None
    y_address = g_address = 0
    if what != "constraints":
        m = problem.number_of_objectives
        y, y_address = view.empty((*leading, m) if m > 1 else leading)
    if what != "objectives":
        if problem.number_of_constraints == 0:
            if what == "constraints":
                message = f"problem {problem.id} has no constraints"
                raise InvalidValueError(message)
            g, _ = view.empty((*leading, 0))
        else:
            g, g_address = view.empty((*leading, problem.number_of_constraints))
    if count:
        _evaluate(problem, view, count, (view.address, y_address, g_address))
    return y if what == "objectives" else g if what == "constraints" else Evaluated(y, g)


def _evaluate(problem: Problem, view: View, count: int, addresses: tuple[int, int, int]) -> None:
    """Evaluate points; a call that lacks memory has counted nothing and is repeated by halves."""
    x, y, g = addresses
    try:
        _core.device_evaluate(problem, view.ordinal, x, count, y, g, view.stream)
    except DeviceMemoryError:
        if count == 1:
            raise
        note_halved(problem, count)
    else:
        return
    half = count // 2
    _evaluate(problem, view, half, addresses)
    widths = problem.dimension, problem.number_of_objectives, problem.number_of_constraints
    there = [a and a + 8 * half * width for a, width in zip(addresses, widths, strict=True)]
    _evaluate(problem, view, count - half, (there[0], there[1], there[2]))


def prepare(problem: Problem, ordinal: int = 0) -> None:
    """Compile the kernels of a problem and bring its tables to a GPU; once for all of its copies.

    It happens by itself at the first evaluation there, and takes a second or so for a function and
    a dimension that were never compiled on this machine.
    """
    with _lock:
        if _core.device_loaded(problem, ordinal):
            return
        architecture = _architecture(ordinal)
        objectives = [_program(kernel, architecture) for kernel in _core.device_kernels(problem)]
        if not objectives:
            message = (
                f"problem {problem.id} cannot be evaluated on a GPU, which is for the functions of "
                "the bbob suites; give it points in the memory of the process, as an array of numpy"
            )
            raise DeviceError(message)
        constraints = [
            _program(kernel, architecture) for kernel in _core.device_constraint_kernels(problem)
        ]
        _core.device_load(
            problem,
            ordinal,
            objectives,
            constraints[0] if constraints else None,
            common_program(ordinal),
        )


@cache
def _architecture(ordinal: int) -> int:
    return _core.device_facts(ordinal)[1]


def _program(kernel: _core.DeviceKernel, architecture: int) -> Program:
    chosen = plan(kernel)
    cubin = compiler.compiled(kernel.source, chosen.defines(kernel), architecture)
    return cubin, chosen.threads, chosen.shared_bytes(kernel.dimension)


def common_program(ordinal: int) -> Program:
    """Return the kernels that all problems share."""
    defines = {"THREADS": _COMMON_THREADS}
    return compiler.compiled(COMMON, defines, _architecture(ordinal)), _COMMON_THREADS, 0
