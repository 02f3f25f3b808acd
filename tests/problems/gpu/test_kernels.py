"""What NVRTC makes of the kernels, which needs no GPU: they compile, round as the processor does, and
keep their numbers in registers."""

import re
import sys
from collections import Counter

import pytest

import optimeter as om
from optimeter import _core
from optimeter.exceptions import MissingPackageError
from optimeter.problems.gpu import compiler
from optimeter.problems.gpu.plan import COMMON, plan
from tests.peers import in_ci

pytestmark = pytest.mark.system  # a compiler, in this process

_ROUNDED = {"add.rn", "add", "sub.rn", "sub", "mul.rn", "mul", "div.rn", "sqrt.rn"}
"""Arithmetic that rounds once, to nearest. In float64 that is what no suffix means, too."""
_EXACT = re.compile(r"(abs|neg|setp|set|selp|mov|ld|st|cvt|copysign|min|max|testp|shfl)\b")
_SPILLED = 512
"""Bytes of a thread that may go to memory for want of registers."""


@pytest.fixture(scope="module")
def nvrtc():
    compiler.nvrtc.cache_clear()
    try:
        return compiler.nvrtc()
    except MissingPackageError as error:
        if in_ci() and sys.platform != "darwin":  # for which there is none
            raise
        pytest.skip(str(error))


def built(nvrtc, source, defines, architecture, *more):
    sources = _core.device_sources()
    headers = {name: text for name, text in sources.items() if not name.endswith(".cu")}
    arguments = [*compiler.options(defines, architecture), *more]
    return nvrtc.compile(sources[source], headers, arguments)


def floating_point(ptx):
    """Count the floating-point instructions of a program."""
    found = re.findall(r"^\s+(?:@!?%p\d+\s+)?([a-z][a-z0-9.]*?)\.f(64|32|16)\b", ptx, re.M)
    return Counter(f"{name}.f{bits}" for name, bits in found)


def check_ptx(ptx):
    for name in floating_point(ptx):
        operation, _, kind = name.rpartition(".")
        assert kind == "f64", f"{name}: not in float64"
        assert operation in _ROUNDED or _EXACT.match(operation), f"{name} is not rounded once"
    for forbidden in ("fma", "mad.rn.f", ".approx", ".ftz", ".full", ".rz.f", ".rm.f", ".rp.f"):
        assert not re.search(rf"^\s+[^/\n]*{re.escape(forbidden)}", ptx, re.M), forbidden


def kernels(suite, function, dimension):
    problem = om.problem(suite, function=function, dimension=dimension)
    return _core.device_kernels(problem) + _core.device_constraint_kernels(problem)


def check(nvrtc, suite, function, dimension):
    for kernel in kernels(suite, function, dimension):
        ptx, _ = built(nvrtc, kernel.source, plan(kernel).defines(kernel), "compute_90")
        check_ptx(ptx.decode().rstrip("\0"))


def test_the_check_finds_what_it_forbids():
    for line in ("fma.rn.f64 %fd1, %fd2", "add.ftz.f32 %f1", "div.approx.f32 %f1", "add.rz.f64 %f"):
        with pytest.raises(AssertionError):
            check_ptx(f"\t{line};\n")
    check_ptx("\tadd.rn.f64 %fd1, %fd2, %fd3;\n\t@%p1 mul.f64 %fd4, %fd5;\n")


def test_kernels_that_all_problems_share(nvrtc):
    ptx, _ = built(nvrtc, COMMON, {"THREADS": 128}, "compute_90")
    check_ptx(ptx.decode().rstrip("\0"))


@pytest.mark.parametrize("function", [7, 16, 21])
def test_rounding_of_some_functions(nvrtc, function):
    check(nvrtc, "bbob", function, 5)


@pytest.mark.slow
@pytest.mark.parametrize("dimension", [2, 10, 40])
@pytest.mark.parametrize("function", range(1, 25))
def test_rounding_of_all_functions(nvrtc, function, dimension):
    check(nvrtc, "bbob", function, dimension)


@pytest.mark.parametrize(
    ("suite", "function", "dimension"),
    [("bbob-largescale", 7, 80), ("bbob-mixint", 24, 10), ("bbob-constrained", 38, 5)],
)
def test_rounding_in_further_suites(nvrtc, suite, function, dimension):
    check(nvrtc, suite, function, dimension)


@pytest.mark.slow
@pytest.mark.parametrize("function", range(1, 25))
def test_rounding_in_large_scale(nvrtc, function):
    check(nvrtc, "bbob-largescale", function, 160)


@pytest.mark.slow
@pytest.mark.parametrize("function", range(1, 55, 6))
def test_rounding_of_constraints(nvrtc, function):
    check(nvrtc, "bbob-constrained", function, 10)


def spilled(log):
    return max(map(int, re.findall(r"(\d+) bytes spill stores", log)), default=0)


@pytest.mark.slow
@pytest.mark.parametrize("function", range(1, 25))
def test_numbers_stay_in_registers(nvrtc, function):
    for dimension in (5, 40):
        for kernel in kernels("bbob", function, dimension):
            defines = plan(kernel).defines(kernel)
            _, log = built(nvrtc, kernel.source, defines, "sm_90", "--ptxas-options=-v")
            assert "registers" in log
            assert spilled(log) <= _SPILLED, log
