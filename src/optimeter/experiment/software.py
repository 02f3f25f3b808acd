"""Which software is here: what optimizers come from, and what workers must have in common."""

import functools
from collections.abc import Iterable, Mapping
from importlib import metadata

import optimeter
from optimeter._store import code_digest

__all__ = ["differing_software", "package_of", "package_versions", "software_facts"]

MISSING = "missing"

_ALWAYS = ("numpy", "scipy", "cma")  # of these the bits of many optimizers depend
_PACKAGES = ("scipy", "cma", "nevergrad", "optuna", "pymoo", "distributed")


def software_facts(optimizer: object) -> dict[str, str]:
    """Return the versions and digests that the data of an experiment depend on.

    The native module is known by its sources: all of its builds give the same bits.

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
    here = _facts(expected)
    return [
        f"{name} is {expected[name]} there and {here[name]} here"
        for name in sorted(expected)
        if here[name] != expected[name]
    ]


def _facts(names: Iterable[str]) -> dict[str, str]:
    ours = {"optimeter": optimeter.__version__, "source of optimeter": code_digest()}
    return ours | {name: _version(name) or MISSING for name in names if name not in ours}


def package_versions() -> dict[str, str]:
    """Return the versions of the packages that optimizers come from, as far as they are installed."""
    return {name: version for name in _PACKAGES if (version := _version(name))}


def package_of(optimizer: object) -> dict[str, str]:
    """Return name and version of the package that an optimizer comes from, if it is installed."""
    while isinstance(optimizer, functools.partial):
        optimizer = optimizer.func
    module = getattr(optimizer, "__module__", None) or type(optimizer).__module__
    name = str(getattr(optimizer, "package", None) or module).partition(".")[0]
    version = _version(name)
    return {name: version} if version else {}


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except (metadata.PackageNotFoundError, ValueError):
        return None
