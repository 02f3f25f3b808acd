"""A driver and a compiler of CUDA that use the processor, so that all but the hardware is tested."""

import ctypes
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.system_parts import need

HERE = Path(__file__).parent


class Fake:
    """What the fake driver was asked for."""

    def __init__(self, path):
        self.path = path
        self._library = ctypes.CDLL(str(path))
        self._library.fake_calls.restype = ctypes.c_long
        self._library.fake_bytes.restype = ctypes.c_size_t

    def calls(self, name):
        return self._library.fake_calls(name.encode())

    def bytes(self):
        return self._library.fake_bytes()


@pytest.fixture(scope="session")
def fake_library(tmp_path_factory):
    """The path of the fake, and the environment in which it is used."""
    compiler = shutil.which(os.environ.get("CXX", "c++"))
    if compiler is None:
        need("c++")
    folder = tmp_path_factory.mktemp("fake")
    path = folder / "libfake.so"
    subprocess.run(
        [compiler, "-std=c++20", "-O0", "-shared", "-fPIC", HERE / "fake_cuda.cpp", "-o", path],
        check=True,
    )
    return path, {
        "OPTIMETER_CUDA_DRIVER": str(path),
        "OPTIMETER_NVRTC": str(path),
        "OPTIMETER_CACHE": str(folder / "cache"),
        "FAKE_CUDA_FOLDER": str(folder),
    }


@pytest.fixture
def fake_environment(fake_library):
    path, variables = fake_library
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    from optimeter.problems.gpu import compiler

    compiler.nvrtc.cache_clear()
    yield Fake(path)
    compiler.nvrtc.cache_clear()
    for name, value in before.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


@pytest.fixture
def fake(fake_environment):
    """The fake in this process: from now on points 'on a GPU' are evaluated by it."""
    return fake_environment
