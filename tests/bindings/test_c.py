"""C and C++, as users have them: installed, found by pkg-config and CMake, COCO's program unchanged."""

import re
import sys
import textwrap
from pathlib import Path

import pytest

import optimeter as om
from tests.bindings.coco_programs import (
    assert_cocopp_reads,
    assert_same_files,
    files,
    random_search,
    uniforms,
)
from tests.bindings.conftest import ROOT
from tests.peers import need_peer

pytestmark = pytest.mark.system

HEADERS = {"optimeter.h": ROOT / "core/include", "coco.h": ROOT / "bindings/c/coco"}


@pytest.fixture(scope="session")
def coco_run(prefix, run, flags, coco_examples, tmp_path_factory):
    """COCO's own example program, compiled and run as it is."""
    folder = tmp_path_factory.mktemp("coco-c")
    source = coco_examples / "c/example_experiment.c"
    run("cc", source, "-o", "example", *flags("--cflags", "--libs", "coco"), folder=folder)
    return folder, run("./example", folder=folder, LD_LIBRARY_PATH="")


def test_program_of_coco_runs_unchanged(coco_run, tmp_path):
    folder, done = coco_run
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Running the example experiment")
    assert re.fullmatch(r"COCO INFO: .* exdata/RS_on_bbob", lines[1])  # C11
    assert not lines[2]  # C6
    assert re.fullmatch(
        r"COCO INFO: \d\d\.\d\d\.\d\d \d\d:\d\d:\d\d, d=2, running: (f\d\d\.{15}){24}done", lines[3]
    )
    assert [line for line in lines if line.startswith("d=40 done in ")]
    assert lines[-1] == "Done!"
    assert not done.stderr
    assert_cocopp_reads(folder / "exdata/RS_on_bbob", tmp_path, 6 * 24)


def test_program_of_coco_records_what_coco_does(coco_run, tmp_path):
    """Rule C34: it draws its points from COCO's generator, so the files are the same."""
    need_peer("cocoex")
    theirs = random_search(tmp_path, options="result_folder: RS_on_bbob", per_dimension=2)
    assert assert_same_files(coco_run[0] / "exdata/RS_on_bbob", theirs) > 40_000


@pytest.mark.skipif(sys.platform != "linux", reason="static libraries of one object")
def test_three_files_suffice(prefix, run, coco_run, coco_examples, tmp_path):
    """The amalgamation: no installation, one call of the compiler, COCO's program and its files."""
    assert prefix.is_dir()
    place = tmp_path / "coco"
    run("cmake", "--install", ROOT / "build/languages", "--component", "amalgamation",
        "--prefix", place, folder=ROOT)  # fmt: skip
    assert {one.name for one in place.iterdir()} == {"coco.h", "optimeter.h", "libcoco.a"}
    source = coco_examples / "c/example_experiment.c"
    libraries = ("-lstdc++", "-lm", "-pthread", "-ldl")
    run(
        "cc",
        source,
        place / "libcoco.a",
        f"-I{place}",
        *libraries,
        "-o",
        "example",
        folder=tmp_path,
    )
    run("./example", folder=tmp_path, LD_LIBRARY_PATH="")
    assert assert_same_files(tmp_path / "exdata/RS_on_bbob", coco_run[0] / "exdata/RS_on_bbob")


def test_example_in_cpp(run, flags, c_example, tmp_path):
    source = ROOT / "examples/cpp/random_search.cpp"
    libraries = flags("--cflags", "--libs", "optimeter")
    run(
        "c++", "-std=c++17", "-Wall", "-Werror", source, "-o", "search", *libraries, folder=tmp_path
    )
    done = run("./search", folder=tmp_path)
    assert done.stdout == "144 problems recorded in exdata/random-cpp\n"
    assert files(tmp_path / "exdata/random-cpp") == files(c_example)


def test_same_bytes_as_python(c_example, tmp_path):
    """The example in C and the same loop in Python write the same bytes."""
    numbers = uniforms(1)
    with om.Observer(tmp_path / "python", algorithm="random search") as observer:
        for problem in om.Suite("bbob", dimensions=[2, 5], instances=[1, 2, 3]):
            observer.observe(problem)
            for _ in range(100 * problem.dimension):
                problem([-5.0 + next(numbers) * 10.0 for _ in range(problem.dimension)])
    assert files(c_example) == files(tmp_path / "python")
    assert len(om.load(c_example)) == 144


def test_static_library(prefix, run, flags, tmp_path):
    """Linked into the program, with nothing visible but the interface."""
    source = ROOT / "examples/c/random_search.c"
    private = [word for word in flags("--static", "--libs", "optimeter") if word != "-loptimeter"]
    library = prefix / "lib/liboptimeter.a"
    include = flags("--cflags", "optimeter")
    run("cc", source, "-o", "search", *include, library, *private, folder=tmp_path)
    run("./search", folder=tmp_path, LD_LIBRARY_PATH="")


@pytest.mark.parametrize(
    ("file", "names"),
    [
        ("liboptimeter.so", "optimeter_"),
        ("liboptimeter.a", "optimeter_"),
        ("libcoco.so", "coco_|bbob_(biobj_)?problem_best_parameter_print|depreciated_coco_"),
        ("libcoco.a", "coco_|bbob_(biobj_)?problem_best_parameter_print|depreciated_coco_"),
    ],
)
def test_only_the_interface_is_visible(prefix, run, file, names):
    dynamic = ["-D"] if file.endswith(".so") else []
    done = run("nm", *dynamic, "-g", "--defined-only", prefix / "lib" / file, folder=ROOT)
    symbols = [line.split() for line in done.stdout.splitlines()]
    found = {words[2] for words in symbols if len(words) == 3 and words[1] not in "AWV"}
    assert found
    assert [name for name in sorted(found) if not re.match(names, name)] == []
    header = "optimeter.h" if "optimeter" in file else "coco.h"
    declared = set(
        re.findall(r"\b((?:optimeter|coco|bbob|depreciated)_\w+)\(", _code_of(header))
    ) | (
        {"coco_suite", "coco_observer", "coco_archive", "coco_version"}
        if header == "coco.h"
        else set()
    )
    assert declared <= {re.sub("@.*", "", name) for name in found}


def _code_of(header: str) -> str:
    text = (HEADERS[header] / header).read_text()
    return re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)


def test_found_by_cmake(prefix, run, tmp_path):
    """A program outside of the repository, in C and in C++."""
    (tmp_path / "CMakeLists.txt").write_text(
        textwrap.dedent(f"""
            cmake_minimum_required(VERSION 3.16)
            project(outside C CXX)
            find_package(optimeter REQUIRED)
            add_executable(c {ROOT}/examples/c/random_search.c)
            target_link_libraries(c PRIVATE optimeter::optimeter)
            add_executable(s {ROOT}/examples/c/random_search.c)
            target_link_libraries(s PRIVATE optimeter::static)
            add_executable(cpp {ROOT}/examples/cpp/random_search.cpp)
            target_compile_features(cpp PRIVATE cxx_std_17)
            target_link_libraries(cpp PRIVATE optimeter::cpp)
        """)
    )
    cmake = Path(sys.executable).parent / "cmake"
    cmake = cmake if cmake.exists() else "cmake"
    run(cmake, "-S", ".", "-B", "build", f"-DCMAKE_PREFIX_PATH={prefix}", folder=tmp_path)
    run(cmake, "--build", "build", folder=tmp_path)
    for name in ("c", "s", "cpp"):
        assert "144 problems" in run(f"build/{name}", folder=tmp_path).stdout


@pytest.mark.parametrize("header", HEADERS)
@pytest.mark.parametrize("compiler", [("cc", "-std=c99"), ("c++", "-std=c++11", "-x", "c++")])
def test_headers_are_clean(prefix, run, tmp_path, header, compiler):
    source = tmp_path / "one.c"
    source.write_text(f"#include <{header}>\nint main(void) {{ return 0; }}\n")
    strict = ("-pedantic", "-Wall", "-Wextra", "-Werror", "-fsyntax-only")
    run(*compiler, *strict, f"-I{prefix}/include", source, folder=tmp_path)
