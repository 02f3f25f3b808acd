"""Tests of other languages, on an installation that `make test-languages` makes."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.system_parts import need

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def prefix():
    """Where headers, libraries and the jar are installed."""
    need("pkg-config")
    return Path(os.environ["OPTIMETER_PREFIX"])


def pytest_collection_modifyitems(config, items):
    """Leave out what needs an installation, except in `make test-languages`, which makes one."""
    if os.environ.get("OPTIMETER_PREFIX"):
        return
    here = [item for item in items if Path(__file__).parent in item.path.parents]
    without = [item for item in here if "prefix" in getattr(item, "fixturenames", ())]
    config.hook.pytest_deselected(items=without)
    items[:] = [item for item in items if item not in without]


@pytest.fixture(scope="session")
def environment(prefix):
    """What programs need to find the installation."""
    return {
        **os.environ,
        "PKG_CONFIG_PATH": str(prefix / "lib/pkgconfig"),
        "LD_LIBRARY_PATH": str(prefix / "lib"),
    }


@pytest.fixture(scope="session")
def run(environment):
    """Run a command; a failure shows what it said."""

    def call(*command, folder, check=True, **more):
        done = subprocess.run(
            [str(word) for word in command],
            cwd=folder,
            env={**environment, **more},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        if check:
            assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
        return done

    return call


@pytest.fixture(scope="session")
def flags(run):
    """Return the flags of a package, as pkg-config tells them."""

    def ask(*words):
        return run("pkg-config", *words, folder=ROOT).stdout.split()

    return ask


@pytest.fixture(scope="session")
def coco_examples(shared_data):
    """Programs that were written for COCO."""
    return shared_data / "coco-examples"


@pytest.fixture(scope="session")
def c_example(run, flags, tmp_path_factory):
    """The result folder of the example in C, with which those of all languages agree."""
    folder = tmp_path_factory.mktemp("c")
    source = ROOT / "examples/c/random_search.c"
    libraries = flags("--cflags", "--libs", "optimeter")
    strict = ("-std=c99", "-Wall", "-Wextra", "-Werror")
    run("cc", *strict, source, "-o", "search", *libraries, folder=folder)
    done = run("./search", folder=folder, LD_LIBRARY_PATH="")
    assert done.stdout == "144 problems recorded in exdata/random-c\n"
    return folder / "exdata/random-c"
