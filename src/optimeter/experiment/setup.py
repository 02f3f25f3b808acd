"""With what an experiment on time was made: processor, language, versions, compiler."""

import os
import platform
import sys
from pathlib import Path

import numpy as np

import optimeter
from optimeter import _core
from optimeter.experiment.software import package_of, package_versions

__all__ = ["processor_name", "setup_facts"]


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
