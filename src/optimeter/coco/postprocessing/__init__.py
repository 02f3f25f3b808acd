"""What stands for COCO's post-processing `cocopp`: its main calls give our report and our numbers."""

from types import ModuleType, SimpleNamespace
from typing import Never

from optimeter.coco.postprocessing import (
    archiving,
    compall,
    genericsettings,
    pproc,
    rungeneric,
)
from optimeter.coco.postprocessing.archiving import official_archives as archives
from optimeter.coco.postprocessing.loading import info, load, load2
from optimeter.coco.postprocessing.reporting import main

rungeneric1 = rungenericmany = rungeneric

bbob = archives.bbob
bbob_noisy = archives.bbob_noisy
bbob_biobj = archives.bbob_biobj
bbob_largescale = archives.bbob_largescale
bbob_mixint = archives.bbob_mixint
bbob_constrained = archives.bbob_constrained
bbob_boxed = archives.bbob_boxed
data_archive = official_archives = archives.all

config = SimpleNamespace(config=genericsettings.config)

__all__ = [
    "archives",
    "archiving",
    "bbob",
    "bbob_biobj",
    "bbob_boxed",
    "bbob_constrained",
    "bbob_largescale",
    "bbob_mixint",
    "bbob_noisy",
    "compall",
    "config",
    "data_archive",
    "genericsettings",
    "info",
    "load",
    "load2",
    "main",
    "official_archives",
    "pproc",
    "rungeneric",
    "rungeneric1",
    "rungenericmany",
]


def submodules() -> dict[str, ModuleType]:
    """Return the modules of cocopp that are here, by their names."""
    found = {name: one for name, one in globals().items() if isinstance(one, ModuleType)}
    return {name: found[name] for name in __all__ if name in found} | {
        "compall.pprldmany": compall.pprldmany
    }


def __getattr__(name: str) -> Never:
    if name.startswith("__"):
        raise AttributeError(name)
    message = (
        f"cocopp.{name} is not offered by `python -m optimeter.coco`, whose cocopp has "
        f"{', '.join(__all__)}; with the option --cocopp the installed cocopp is used"
    )
    raise AttributeError(message)
