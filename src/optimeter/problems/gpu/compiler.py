"""Kernels from their sources, by NVRTC, kept on disk by what they were made from.

NVRTC is the compiler of CUDA as a library; it needs no GPU. It comes with the extra ``gpu``, with
torch, and with CUDA itself. ``OPTIMETER_NVRTC`` names another file.
"""

import ctypes
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path

from optimeter import _core
from optimeter._files import write_atomically
from optimeter._store import cache_folder
from optimeter.exceptions import DeviceError, MissingPackageError

__all__ = ["Nvrtc", "compiled", "nvrtc", "options"]

_MINIMAL = 70
"""The oldest architecture, 7.0 (Volta): older ones lack what the kernels use."""

_NAMES = (
    {13: "nvrtc64_130_0.dll", 12: "nvrtc64_120_0.dll"}
    if sys.platform == "win32"
    else {13: "libnvrtc.so.13", 12: "libnvrtc.so.12"}
)
"""By version of CUDA. A driver takes what compilers of its own version and of older ones make."""
_FOLDERS = ("lib", "bin", "lib/x64", "bin/x86_64")

_ALWAYS = (
    "--std=c++20",
    "--fmad=false",  # two roundings where the processor has two
    "--device-as-default-execution-space",
    "--device-int128",
    "--define-macro=OPTIMETER_ISA=gpu",
    "--define-macro=OPTIMETER_NATIVE_LANES=1",
    "--define-macro=OPTIMETER_WARP=32",
)


class Nvrtc:
    """The library, loaded.

    Attributes
    ----------
    version : tuple[int, int]
    architectures : tuple[int, ...]
        For which it can compile, in rising order; 90 is 9.0.
    """

    def __init__(self, path: str) -> None:
        for builtins in sorted(Path(path).parent.glob("*nvrtc-builtins*")):
            with suppress(OSError):
                ctypes.CDLL(str(builtins), mode=ctypes.RTLD_GLOBAL)
        self._library = ctypes.CDLL(path)
        major, minor = ctypes.c_int(), ctypes.c_int()
        self._library.nvrtcVersion(ctypes.byref(major), ctypes.byref(minor))
        self.version = (major.value, minor.value)
        count = ctypes.c_int()
        self._library.nvrtcGetNumSupportedArchs(ctypes.byref(count))
        numbers = (ctypes.c_int * count.value)()
        self._library.nvrtcGetSupportedArchs(numbers)
        self.architectures = tuple(sorted(numbers))

    def compile(
        self, source: str, headers: Mapping[str, str], arguments: list[str]
    ) -> tuple[bytes, str]:
        """Return the compiled program and what the compiler said."""
        library = self._library
        program = ctypes.c_void_p()
        names = [name.encode() for name in headers]
        texts = [text.encode() for text in headers.values()]
        array = ctypes.c_char_p * len(names)
        code = library.nvrtcCreateProgram(
            ctypes.byref(program), source.encode(), b"kernel.cu", len(names), array(*texts),
            array(*names),
        )  # fmt: skip
        if code:
            message = f"NVRTC cannot make a program: error {code}"
            raise DeviceError(message)
        try:
            words = [argument.encode() for argument in arguments]
            code = library.nvrtcCompileProgram(
                program, len(words), (ctypes.c_char_p * len(words))(*words)
            )
            log = self._part(program, "ProgramLog").rstrip(b"\0").decode(errors="replace")
            if code:
                message = f"NVRTC cannot compile a kernel: {log.strip()[:2000] or code}"
                raise DeviceError(message)
            virtual = any(argument.startswith("-arch=compute_") for argument in arguments)
            return self._part(program, "PTX" if virtual else "CUBIN"), log
        finally:
            library.nvrtcDestroyProgram(ctypes.byref(program))

    def _part(self, program: ctypes.c_void_p, name: str) -> bytes:
        size = ctypes.c_size_t()
        getattr(self._library, f"nvrtcGet{name}Size")(program, ctypes.byref(size))
        content = ctypes.create_string_buffer(size.value)
        getattr(self._library, f"nvrtcGet{name}")(program, content)
        return content.raw


@cache
def nvrtc() -> Nvrtc:
    """Find NVRTC; its absence is an error that says what to install."""
    tried = []
    for path in _candidates():
        try:
            return Nvrtc(path)
        except (OSError, AttributeError) as error:
            tried.append(f"{path} ({error})")
    message = (
        "points on a GPU need NVRTC, which cannot be found; install it with: "
        f"pip install 'optimeter[gpu]' (tried {', '.join(tried)})"
    )
    raise MissingPackageError(message)


def _candidates() -> Iterator[str]:
    """Where NVRTC may be, the best first."""
    named = os.environ.get("OPTIMETER_NVRTC")
    if named:
        yield named
        return
    try:
        newest = _core.device_facts(0)[2] // 1000
    except DeviceError:  # nothing will be run here
        newest = max(_NAMES)
    spec = find_spec("nvidia")
    for version, name in _NAMES.items():
        if version > newest:
            continue
        for place in spec.submodule_search_locations or () if spec else ():
            for folder in _FOLDERS:
                yield from map(str, sorted(Path(place).glob(f"*/{folder}/{name}")))
        yield name
        for folder in (*_FOLDERS, "lib64"):
            home = os.environ.get("CUDA_PATH") or "/usr/local/cuda"
            path = Path(home) / folder / name
            if path.is_file():
                yield str(path)


def options(defines: Mapping[str, object], architecture: str) -> list[str]:
    """Return the arguments of the compiler for some constants and ``sm_90`` or ``compute_90``."""
    given = [f"--define-macro=OPTIMETER_{name}={value}" for name, value in defines.items()]
    return [*_ALWAYS, f"-arch={architecture}", *given]


@cache
def _sources() -> tuple[dict[str, str], str]:
    """All sources, and a digest of them."""
    sources = _core.device_sources()
    state = blake2b(digest_size=16)
    for name, text in sorted(sources.items()):
        state.update(f"{name}\0{text}\0".encode())
    return sources, state.hexdigest()


def target(architecture: int, compiler: Nvrtc) -> str:
    """Return what to compile for: the GPU itself, or the newest that NVRTC knows, for the driver.

    Raises
    ------
    DeviceError
        If the GPU is too old.
    """
    known = compiler.architectures
    oldest = max(_MINIMAL, known[0])
    if architecture < oldest:
        message = (
            f"this GPU has compute capability {architecture / 10:.1f}; "
            f"{oldest / 10:.1f} or newer is needed (by NVRTC {'.'.join(map(str, compiler.version))})"
        )
        raise DeviceError(message)
    if architecture in known:
        return f"sm_{architecture}"
    return f"compute_{max(one for one in known if one <= architecture)}"


def compiled(source: str, defines: Mapping[str, object], architecture: int) -> bytes:
    """Return a kernel, compiled for a GPU: from disk if it was made before from the same text."""
    compiler = nvrtc()
    sources, digest = _sources()
    arguments = options(defines, target(architecture, compiler))
    key = blake2b(digest_size=16)
    for part in (digest, str(compiler.version), source, *arguments):
        key.update(part.encode() + b"\0")
    folder = cache_folder()
    path = folder / "gpu" / f"{key.hexdigest()}.cubin" if folder is not None else None
    if path is not None:
        with suppress(OSError):
            return path.read_bytes()
    headers = {name: text for name, text in sources.items() if not name.endswith(".cu")}
    result, _ = compiler.compile(sources[source], headers, arguments)
    if path is not None:
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, result, durable=False)
    return result
