"""What of ioh, cocoex and cocopp is there, asked of the installed packages and of ours."""

import logging
import warnings
from collections.abc import Iterator
from importlib import import_module
from inspect import isclass, ismodule
from typing import NamedTuple

from regions import table

__all__ = ["coco_table", "cocopp_table", "ioh_table"]

IOH = (
    "", ".problem", ".suite", ".logger", ".logger.trigger", ".logger.property", ".logger.eah",
    ".logger.old", ".iohcpp",
)  # fmt: skip
COCOEX = (
    "",
    ".interface",
    ".utilities",
    ".solvers",
    ".noiser",
    ".bare_problem",
    ".exceptions",
    ".download_example",
)


class Compared(NamedTuple):
    """A module, how many names it has, and what ours lacks of it."""

    name: str
    names: int
    missing: list[str]


def _part(root: str, path: str) -> object:
    found: object = import_module(root)
    for step in filter(None, path.split(".")):
        part = getattr(found, step, None)
        found = import_module(f"{root}{path}") if part is None else part
    return found


def _names(one: object, root: str) -> Iterator[str]:
    """Yield the public names that are the package's own."""
    for name in dir(one):
        if name.startswith("_"):
            continue
        value = getattr(one, name, None)
        home = (
            value.__name__ if ismodule(value) else str(getattr(value, "__module__", None) or root)
        )
        if home.split(".")[0] == root:
            yield name


def _methods(kind: type) -> Iterator[str]:
    """Yield the public methods of a class; what instances hold is not seen from outside."""
    for name in dir(kind):
        if not name.startswith("_") and callable(getattr(kind, name)):
            yield name


def _modules(peer: str, own: str, parts: tuple[str, ...]) -> Iterator[Compared]:
    """Yield every module with the names, and the methods of its classes, that ours lacks."""
    for part in parts:
        theirs, ours = _part(peer, part), _part(own, part)
        names = [*_names(theirs, peer)]
        missing = [name for name in names if not hasattr(ours, name)]
        for name in names:
            kind = getattr(theirs, name)
            if isclass(kind) and name not in missing:
                own_kind = getattr(ours, name)
                missing += [f"{name}.{m}" for m in _methods(kind) if not hasattr(own_kind, m)]
        yield Compared(f"`{peer}{part}`", len(names), missing)


def _shown(rows: Iterator[Compared]) -> str:
    return table(
        "module | names: | not there",
        (
            (one.name, one.names, ", ".join(f"`{name}`" for name in one.missing) or "nothing")
            for one in rows
        ),
    )


def ioh_table() -> str:
    """Return the table of the modules of ioh."""
    return _shown(_modules("ioh", "optimeter.ioh", IOH))


def coco_table() -> str:
    """Return the table of the modules of cocoex."""
    return _shown(_modules("cocoex", "optimeter.coco", COCOEX))


def cocopp_table() -> str:
    """Return the names of cocopp that ours has."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        logging.disable()
        theirs = import_module("cocopp")
        logging.disable(logging.NOTSET)
    names = [*_names(theirs, "cocopp")]
    ours = import_module("optimeter.coco.postprocessing")
    there = [name for name in names if name in ours.__all__]
    words = ", ".join(f"`{name}`" for name in there)
    return f"Of the {len(names)} public names of `cocopp` there are: {words}."


if __name__ == "__main__":
    print(ioh_table(), coco_table(), cocopp_table(), sep="\n\n")
