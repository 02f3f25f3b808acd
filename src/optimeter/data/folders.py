"""Names of folders for the parts of converted data."""

import re
from collections.abc import Iterable

__all__ = ["folder_names", "slug"]


def slug(name: str) -> str:
    """Return a name that is safe in paths; different names may give the same."""
    return re.sub(r"[^\w.+-]+", "_", name)[:60].strip("._") or "unnamed"


def folder_names(labels: Iterable[str]) -> list[str]:
    """Return a folder name for each label, no two alike, not even where case does not count.

    Examples
    --------
    >>> folder_names(["CMA ES", "CMA/ES", "cma es", "CMA-ES"])
    ['CMA_ES', 'CMA_ES-2', 'cma_es-3', 'CMA-ES']
    """
    names: list[str] = []
    taken: set[str] = set()
    for label in labels:
        name, number = slug(label), 1
        while name.casefold() in taken:
            number += 1
            name = f"{slug(label)}-{number}"
        taken.add(name.casefold())
        names.append(name)
    return names
