"""What the software of a worker must have in common with that of the experiment."""

import functools
import hashlib
import platform
import sys
from collections.abc import Iterable, Mapping
from importlib import metadata
from pathlib import Path

import optimeter
from optimeter import _core
from optimeter.experiment.setup import package_of

__all__ = ["differing_software", "software_facts"]

MISSING = "missing"

_ALWAYS = ("numpy", "scipy", "cma")  # of these the bits of many optimizers depend


def software_facts(optimizer: object) -> dict[str, str]:
    """Return the versions and builds that the data of an experiment depend on.

    The native module is compared among machines of one kind; its other builds give the same bits.

    Examples
    --------
    >>> software_facts(print)["optimeter"] == optimeter.__version__
    True
    """
    return _facts({*_ALWAYS, *package_of(optimizer)})


def differing_software(expected: Mapping[str, str]) -> list[str]:
    """List in what this process differs from what is expected.

    Examples
    --------
    >>> differing_software({"optimeter": "0.0", "numpy": "0.1", "no-such-package": "1.0"})[0]
    'no-such-package is 1.0 there and missing here'
    """
    builds = _builds()
    here = builds | _facts(name for name in expected if name not in builds and " " not in name)
    return [
        f"{name} is {expected[name]} there and {here[name]} here"
        for name in sorted(expected)
        if name in here and here[name] != expected[name]
    ]


def _facts(packages: Iterable[str]) -> dict[str, str]:
    return {**_builds(), **{name: _version(name) for name in packages if name != "optimeter"}}


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except (metadata.PackageNotFoundError, ValueError):
        return MISSING


@functools.cache
def _builds() -> dict[str, str]:
    """Version of Optimeter, and digests of its sources and of its native module."""
    home = Path(optimeter.__file__).parent
    sources = hashlib.sha256()
    for path in sorted(home.rglob("*.py")):
        sources.update(path.relative_to(home).as_posix().encode() + b"\0" + path.read_bytes())
    kind = f"{sys.platform} {platform.machine()} {sys.implementation.cache_tag}"
    return {
        "optimeter": optimeter.__version__,
        "source of optimeter": sources.hexdigest()[:16],
        f"native module for {kind}": _digest(Path(_core.__file__)),
    }


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]
