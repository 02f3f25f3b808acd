"""With what an experiment on time was made: processor, language, versions, compiler."""

import functools
import os
import platform
import sys
from importlib import metadata
from pathlib import Path

import numpy as np

import optimeter
from optimeter import _core
from optimeter.experiment.provenance import package_versions

__all__ = ["package_of", "processor_name", "setup_facts"]


def setup_facts(optimizer: object) -> dict[str, str]:
    """Return, by name, what a report of time complexity has to state.

    Examples
    --------
    >>> facts = setup_facts(print)
    >>> list(facts)[:3], facts["optimeter"] == optimeter.__version__
    (['processor', 'cores', 'system'], True)
    """
    facts = {
        "processor": processor_name(),
        "cores": str(os.cpu_count() or "unknown"),
        "system": platform.platform(),
        "language": f"{platform.python_implementation()} {platform.python_version()}",
        "python compiler": platform.python_compiler(),
        "optimeter": optimeter.__version__,
        "compiler": _core.compiler(),
        "compiler flags": _core.compiler_flags(),
        "instructions": _core.isa(),
        "numpy": np.__version__,
    }
    used = {name: version for name, version in package_versions().items() if name in sys.modules}
    return facts | used | package_of(optimizer)


def processor_name() -> str:
    """Return the name of the processor, as far as the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    for line in lines:
        key, _, value = line.partition(":")
        if key.strip() in ("model name", "Model") and value.strip():
            return value.strip()
    return platform.processor() or platform.machine() or "unknown"


def package_of(optimizer: object) -> dict[str, str]:
    """Return name and version of the package that an optimizer comes from, if it is installed."""
    while isinstance(optimizer, functools.partial):
        optimizer = optimizer.func
    module = getattr(optimizer, "__module__", None) or type(optimizer).__module__
    name = str(getattr(optimizer, "package", None) or module).partition(".")[0]
    try:
        return {name: metadata.version(name)}
    except (metadata.PackageNotFoundError, ValueError):
        return {}
