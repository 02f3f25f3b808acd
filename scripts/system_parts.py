"""The programs of the system that some tests use, and their installation on Debian.

``make system-parts`` runs this file: it says what it installs, needs root and fails when a part cannot
be had. ``make system-parts FOR="test docs"`` installs what these targets use, without ``FOR`` all. Tests
ask ``missing`` and skip with one line that names the part; where ``CI`` is set they fail.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Part:
    """A program, the Debian packages it comes from, and how to see that it is there."""

    name: str
    packages: tuple[str, ...]
    purpose: str
    targets: tuple[str, ...]
    present: Callable[[], bool]


def _program(name: str, *packages: str, purpose: str, targets: tuple[str, ...]) -> Part:
    return Part(name, packages or (name,), purpose, targets, lambda: shutil.which(name) is not None)


def _fuzzer_library() -> bool:
    places = Path("/usr/lib").glob("llvm-*/lib/clang/*/lib/linux/libclang_rt.fuzzer-*")
    return next(places, None) is not None


TESTS, FUZZING, LANGUAGES = ("test", "test-slow"), ("fuzz",), ("test-languages",)
ARM, WINDOWS = ("test-arm",), ("test-windows",)
PARTS = (
    _program("chromium", purpose="tests of the page in a browser", targets=TESTS),
    _program(
        "pdflatex",
        "texlive-latex-base",
        "texlive-latex-recommended",
        "texlive-fonts-recommended",
        "lmodern",
        purpose="tests that articles compile",
        targets=TESTS,
    ),
    _program(
        "pdffonts",
        "poppler-utils",
        purpose="tests of fonts and text in PDF files",
        targets=TESTS,
    ),
    _program("c++", "g++", purpose="tests of the kernels of GPUs on the processor", targets=TESTS),
    _program(
        "nm",
        "binutils",
        purpose="tests of what libraries offer and need",
        targets=(*TESTS, *LANGUAGES),
    ),
    _program("clang++", "clang", purpose="fuzzing", targets=FUZZING),
    _program(
        "aarch64-linux-gnu-g++", "g++-aarch64-linux-gnu", purpose="make test-arm", targets=ARM
    ),
    _program("qemu-aarch64", "qemu-user", purpose="make test-arm", targets=ARM),
    _program(
        "x86_64-w64-mingw32-g++-posix",
        "g++-mingw-w64-x86-64-posix",
        purpose="make test-windows",
        targets=WINDOWS,
    ),
    _program("pkg-config", "pkgconf", purpose="make test-languages: C and C++", targets=LANGUAGES),
    _program(
        "javac", "default-jdk-headless", purpose="make test-languages: Java", targets=LANGUAGES
    ),
    _program("cargo", "cargo", "rustc", purpose="make test-languages: Rust", targets=LANGUAGES),
    _program("octave", purpose="make test-languages: Octave", targets=LANGUAGES),
    _program("mkoctfile", "octave-dev", purpose="make test-languages: Octave", targets=LANGUAGES),
    _program("wine", "wine", "wine64", purpose="make test-windows", targets=WINDOWS),
    Part("clang's fuzzer library", ("libclang-rt-dev",), "fuzzing", FUZZING, _fuzzer_library),
)


def missing(name: str) -> str | None:
    """Return a line that says how to get the part ``name``, or None where it is there."""
    part = next(part for part in PARTS if part.name == name)
    if part.present():
        return None
    return f"{part.name} is not there ({part.purpose}): make system-parts installs it on Debian"


def _installed_packages(part: Part) -> list[str]:
    """Return the packages to ask for; the fuzzer's library must fit the clang that is there."""
    if part.packages != ("libclang-rt-dev",):
        return list(part.packages)
    version = subprocess.run(
        ["clang++", "-dumpversion"], capture_output=True, text=True, check=True
    ).stdout
    return [f"libclang-rt-{version.split('.')[0]}-dev"]


def main(targets: list[str]) -> int:
    """Install every part that is missing, all or those of the targets; return the exit status."""
    chosen = [part for part in PARTS if not targets or set(targets) & set(part.targets)]
    wanted = [part for part in chosen if not part.present()]
    if not wanted:
        print("system parts: all there:", ", ".join(part.name for part in chosen) or "none needed")
        return 0
    for part in wanted:
        print(f"system parts: {part.name} is missing ({part.purpose})")
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        print("system parts: installing them needs root on Debian; tests that use them skip")
        return 1
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}

    def apt(*words: str) -> None:
        command = ["apt-get", *words]
        subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=False)

    apt("update", "-qq")
    for part in wanted:
        packages = _installed_packages(part)
        print(f"system parts: installing {' '.join(packages)}", flush=True)
        apt("install", "-y", "-qq", "--no-install-recommends", *packages)
    absent = [part.name for part in wanted if not part.present()]
    if absent:
        print(f"system parts: could not be installed: {', '.join(absent)}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
