"""What stands for ``cocopp.genericsettings``: values that programs set before they call `main`.

``outputdir`` is the folder of the report. Others may be set and are left out, with a warning where the
output of cocopp would depend on them.
"""

import sys
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

outputdir = "ppdata"
verbose = False
interactive_mode = True
warning_level = 1
background: dict[Any, Any] = {}
isExpensive = None
xlimit_pprldmany = None
xlimit_expensive = 1e3
simulated_runlength_bootstrap_sample_size = 1000
balance_instances = True

_QUIET = frozenset(
    {"outputdir", "verbose", "interactive_mode", "warning_level", "force_assertions", "test"}
)
"""Settings that change nothing in a report of ours, or that are followed."""


def _values() -> dict[str, Any]:
    return {
        name: value
        for name, value in vars(sys.modules[__name__]).items()
        if not name.startswith("_") and name not in _KNOWN
    }


def config(*_: object, **__: object) -> None:
    """Take what ``cocopp.config.config`` is told; a report of ours needs none of it."""


def changed() -> list[str]:
    """Return the names of settings that were changed and have no effect."""
    now = _values()
    return sorted(
        name
        for name in {*now, *_DEFAULTS} - _QUIET
        if now.get(name, _MISSING) != _DEFAULTS.get(name, _MISSING)
    )


_MISSING = object()
_KNOWN = frozenset({"sys", "Any", "Mapping", "MappingProxyType", "config", "changed"})
_DEFAULTS: Mapping[str, Any] = MappingProxyType(_values() | {"background": {}})
