"""Arrays in the memory of a GPU, of whatever library: where they lie, and new ones of their kind."""

import sys
from collections.abc import Callable
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from optimeter import _core
from optimeter.exceptions import InvalidTypeError, InvalidValueError

__all__ = ["DeviceArray", "View", "to_host", "view_of"]

_CUDA = 2  # of DLPack: kDLCUDA
_FLOAT = 2  # of DLPack: kDLFloat
_LEGACY = 1  # the stream that waits for all others of its kind

Shape = tuple[int, ...]


class View(NamedTuple):
    """Numbers in the memory of a GPU.

    Attributes
    ----------
    address, shape
    ordinal
        The number of the GPU.
    stream
        The one that the caller works on.
    empty
        Makes an array of a shape, of the same library, and returns it with its address.
    keep
        What owns the memory.
    """

    address: int
    shape: Shape
    ordinal: int
    stream: int
    empty: Callable[[Shape], tuple[Any, int]]
    keep: Any = None


class DeviceArray:
    """Numbers in the memory of a GPU for any library: an array that torch, cupy, jax … can take.

    It speaks DLPack and ``__cuda_array_interface__``, and nothing else.

    Parameters
    ----------
    shape
    ordinal
        The number of the GPU.
    stream
        The one on which it is filled.
    """

    def __init__(self, shape: Shape, *, ordinal: int = 0, stream: int = _LEGACY) -> None:
        self.shape = shape
        self.stream = stream
        self.memory = _core.DeviceMemory(ordinal, 8 * prod(shape), stream)

    @classmethod
    def from_host(cls, numbers: ArrayLike, *, ordinal: int = 0) -> "DeviceArray":
        """Copy numbers to a GPU."""
        array = np.ascontiguousarray(numbers, dtype=np.float64)
        made = cls(array.shape, ordinal=ordinal)
        made.memory.from_host(array.ravel())
        return made

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {
            "shape": self.shape,
            "typestr": "<f8",
            "data": (self.memory.address, False),
            "strides": None,
            "stream": self.stream or _LEGACY,
            "version": 3,
        }

    def rows(self, begin: int, end: int) -> Any:
        """Return some rows, where they lie."""
        return self if (begin, end) == (0, self.shape[0]) else _Rows(self, begin, end)

    def __dlpack_device__(self) -> tuple[int, int]:
        return _CUDA, self.memory.ordinal

    def __dlpack__(self, *, stream: int | None = None, **_: Any) -> Any:
        if stream != -1:
            self.memory.wait(_LEGACY if stream is None else stream)
        return self.memory.dlpack(self.shape)

    def to_host(self) -> NDArray[np.float64]:
        """Copy the numbers into an array of numpy."""
        return self.memory.to_host().reshape(self.shape)

    def __repr__(self) -> str:
        return f"DeviceArray(shape={self.shape}, ordinal={self.memory.ordinal})"


class _Rows:
    """Rows of an array."""

    def __init__(self, array: DeviceArray, begin: int, end: int) -> None:
        self._array = array
        self._begin = begin
        self._end = end

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        facts = self._array.__cuda_array_interface__
        address = facts["data"][0] + 8 * self._begin * prod(self._array.shape[1:])
        shape = (self._end - self._begin, *self._array.shape[1:])
        return {**facts, "shape": shape, "data": (address, False)}


def view_of(x: Any) -> View | None:
    """Return where an array lies if that is a GPU, else None.

    Raises
    ------
    InvalidTypeError
        If its numbers are not float64.
    InvalidValueError
        If they do not lie in C order.
    """
    library = type(x).__module__.partition(".")[0]
    if library == "torch":
        return _view_of_torch(x) if x.is_cuda else None
    if library == "cupy":
        return _view_of_cupy(x)
    if isinstance(x, DeviceArray):
        return View(
            x.memory.address, x.shape, x.memory.ordinal, x.stream, _own(x.memory.ordinal, x.stream)
        )
    if hasattr(x, "__dlpack_device__"):
        return _view_by_dlpack(x) if x.__dlpack_device__()[0] == _CUDA else None
    return _view_by_interface(x)


def _require(x: Any, *, double: bool, ordered: bool, dtype: object) -> None:
    if not double:
        message = (
            f"points on a GPU must be float64, since the values are defined by its rounding; got "
            f"{type(x).__name__} of {dtype}: convert it (torch: x.double(), cupy: "
            "x.astype('float64'), jax: jax.config.update('jax_enable_x64', True) before it is made)"
        )
        raise InvalidTypeError(message)
    if not ordered:
        message = (
            f"points on a GPU must lie in C order; got {type(x).__name__} in another one: copy it "
            "(torch: x.contiguous(), cupy: cupy.ascontiguousarray(x))"
        )
        raise InvalidValueError(message)


def _view_of_torch(x: Any) -> View:
    torch = sys.modules["torch"]
    _require(x, double=x.dtype is torch.float64, ordered=x.is_contiguous(), dtype=x.dtype)
    ordinal = x.get_device()

    def empty(shape: Shape) -> tuple[Any, int]:
        made = x.new_empty(shape, requires_grad=False)
        return made, made.data_ptr()

    stream = torch._C._cuda_getCurrentRawStream(ordinal)
    return View(x.data_ptr(), tuple(x.shape), ordinal, stream, empty)


def _view_of_cupy(x: Any) -> View:
    cupy = sys.modules["cupy"]
    _require(x, double=x.dtype == np.float64, ordered=x.flags.c_contiguous, dtype=x.dtype)
    ordinal = x.device.id

    def empty(shape: Shape) -> tuple[Any, int]:
        with x.device:
            made = cupy.ndarray(shape, dtype=np.float64)
        return made, made.data.ptr

    return View(x.data.ptr, x.shape, ordinal, cupy.cuda.get_current_stream(ordinal).ptr, empty)


def _view_by_dlpack(x: Any) -> View:
    """Of any library; the legacy stream waits for what makes the array."""
    capsule = x.__dlpack__(stream=_LEGACY)
    address, shape, kind, bits, ordered, _, ordinal = _core.device_view(capsule)
    double = kind == _FLOAT and bits == 64
    _require(x, double=double, ordered=ordered, dtype=getattr(x, "dtype", f"{bits} bits"))
    convert = _converter(x)

    def empty(shape: Shape) -> tuple[Any, int]:
        made = DeviceArray(shape, ordinal=ordinal)
        return made if convert is None else convert(made), made.memory.address

    return View(address, shape, ordinal, _LEGACY, empty, (x, capsule))


def _converter(x: Any) -> Callable[[DeviceArray], Any] | None:
    """Find what makes an array of the library of x from one of DLPack."""
    if type(x).__module__.partition(".")[0] in {"jax", "jaxlib"}:
        taken: Callable[[DeviceArray], Any] = sys.modules["jax"].dlpack.from_dlpack
        return taken
    namespace = getattr(x, "__array_namespace__", None)
    if namespace is None:
        return None
    return getattr(namespace(), "from_dlpack", None)


def _view_by_interface(x: Any) -> View:
    facts = x.__cuda_array_interface__
    shape = tuple(facts["shape"])
    strides = facts.get("strides")
    expected = tuple(8 * prod(shape[i + 1 :]) for i in range(len(shape)))
    ordered = strides is None or tuple(strides) == expected
    _require(x, double=facts["typestr"] in {"<f8", "=f8"}, ordered=ordered, dtype=facts["typestr"])
    address = facts["data"][0]
    stream = facts.get("stream") or _LEGACY
    ordinal = _core.device_of_address(address)
    return View(address, shape, ordinal, stream, _own(ordinal, stream), x)


def _own(ordinal: int, stream: int) -> Callable[[Shape], tuple[Any, int]]:
    def empty(shape: Shape) -> tuple[Any, int]:
        made = DeviceArray(shape, ordinal=ordinal, stream=stream)
        return made, made.memory.address

    return empty


def to_host(x: Any) -> Any:
    """Copy an array to the memory of the process; one that lies there is returned as it is."""
    if isinstance(x, DeviceArray):
        return x.to_host()
    library = type(x).__module__.partition(".")[0]
    if library == "torch":
        return x.detach().cpu().numpy()
    if library == "cupy":
        return x.get()
    return np.asarray(x)
