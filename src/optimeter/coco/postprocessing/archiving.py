"""What stands for ``cocopp.archiving`` and its archives of recorded data."""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import overload

from optimeter.data import archive
from optimeter.exceptions import InvalidValueError

__all__ = ["COCODataArchive", "OfficialArchives", "create", "get", "official_archives"]

Names = str | Iterable[str]


class COCODataArchive(Sequence[str]):
    """The names of archived data sets, of which a call finds some; nothing is fetched before."""

    def __init__(self, data: archive.DataArchive | None = None, folder: str = "") -> None:
        self._given = data
        self._folder = f"{folder}/" if folder else ""

    @property
    def _data(self) -> archive.DataArchive:
        return self._given or archive.default()

    @cached_property
    def _entries(self) -> dict[str, archive.ArchiveEntry]:
        entries = self._data.entries()
        # A copy of a part of the archive may lack the folder of the suite.
        inside = [one for one in entries if one.path.startswith(self._folder)] or entries
        return {one.path.removeprefix(self._folder): one for one in inside}

    @property
    def names(self) -> list[str]:
        """All names."""
        return [*self._entries]

    @overload
    def __getitem__(self, key: int) -> str: ...
    @overload
    def __getitem__(self, key: slice) -> list[str]: ...
    def __getitem__(self, key: int | slice) -> str | list[str]:
        return self.names[key]

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def find(self, *substrs: str) -> list[str]:
        """Return the names that contain all of these texts, or patterns with ``.`` and ``*``."""
        return [name for name in self if all(_fits(name, one) for one in substrs)]

    __call__ = find

    def find_indices(self, *substrs: str) -> list[int]:
        """Return the positions of what `find` returns."""
        found = {*self.find(*substrs)}
        return [i for i, name in enumerate(self) if name in found]

    def contains(self, name: str) -> bool:
        """Whether there is exactly this name."""
        return name in self._entries

    def full_path(self, name: str) -> str:
        """Return where a data set is, or will be once it is fetched."""
        return str(self._data.local_path(self._entry(name)))

    def get(self, substr: str | int) -> str:
        """Return the path of the one data set that a name, a part of one or a position means.

        A trailing ``!`` takes the first of several.
        """
        if isinstance(substr, int):
            return self._fetched([self[substr]])[0]
        names = self.find(substr.removesuffix("!"))
        exact = [name for name in names if name == substr]
        if len(names) != 1 and not exact and not (names and substr.endswith("!")):
            shown = ", ".join(names[:5]) + (" …" if len(names) > 5 else "")
            message = f"{substr!r} means {len(names)} data sets{': ' if names else ''}{shown}"
            raise InvalidValueError(message)
        return self._fetched(exact or names[:1])[0]

    get_one = get

    def get_first(self, substrs: Names) -> str | None:
        """Return the path of the first data set that fits all texts, None if there is none."""
        found = self.find(*([substrs] if isinstance(substrs, str) else substrs))
        return self._fetched(found[:1])[0] if found else None

    def get_all(self, indices: Names | Iterable[int] | None = None) -> list[str]:
        """Return the paths of all data sets that a text fits, of names, or of positions."""
        if indices is None:
            return self._fetched(self.names)
        if isinstance(indices, str):
            return self._fetched(self.find(indices.removesuffix("*")))
        return self._fetched([self[one] if isinstance(one, int) else one for one in indices])

    def get_extended(self, args: Names) -> list[str]:
        """Return paths: those given as they are, names with ``!`` and ``*`` as the data they mean."""
        words = args.split() if isinstance(args, str) else [*args]
        found = []
        for word in words:
            if Path(word).exists():
                found.append(word)
            elif word.endswith("*"):
                found += self.get_all(word)
            else:
                found.append(self.get(word))
        return found

    def update(self) -> None:
        """Fetch the list of names again."""
        self._data.entries(refresh=True)
        vars(self).pop("_entries", None)

    def _entry(self, name: str) -> archive.ArchiveEntry:
        if name not in self._entries:
            message = f"there are no archived data {name!r}; `find` lists them"
            raise InvalidValueError(message)
        return self._entries[name]

    def _fetched(self, names: Iterable[str]) -> list[str]:
        return [str(self._data.fetch(self._entry(name))) for name in names]

    def __repr__(self) -> str:
        return repr(self.names)


def _fits(name: str, pattern: str) -> bool:
    lower, wanted = name.lower(), pattern.lower()
    if wanted in lower or "*" not in wanted:
        return wanted in lower
    try:
        return re.search(wanted, lower) is not None
    except re.error:
        return False


class OfficialArchives:
    """The archive of the field, as a whole and by suite."""

    _FOLDERS = (
        "bbob",
        "bbob-noisy",
        "bbob-biobj",
        "bbob-largescale",
        "bbob-mixint",
        "bbob-constrained",
        "bbob-boxed",
    )

    def __init__(self) -> None:
        self.all = COCODataArchive()
        self.bbob = COCODataArchive(folder="bbob")
        self.bbob_noisy = COCODataArchive(folder="bbob-noisy")
        self.bbob_biobj = COCODataArchive(folder="bbob-biobj")
        self.bbob_largescale = COCODataArchive(folder="bbob-largescale")
        self.bbob_mixint = COCODataArchive(folder="bbob-mixint")
        self.bbob_constrained = COCODataArchive(folder="bbob-constrained")
        self.bbob_boxed = COCODataArchive(folder="bbob-boxed")

    @property
    def names(self) -> list[str]:
        """The names of the archives."""
        return ["all", *self._FOLDERS]


official_archives = OfficialArchives()


def get(url_or_folder: str | os.PathLike[str] | None = None) -> COCODataArchive:
    """Return the archive at an address or in a folder, or the official one of a suite."""
    if url_or_folder is None or url_or_folder == "all":
        return official_archives.all
    name = str(url_or_folder)
    if name in official_archives.names:
        found: COCODataArchive = getattr(official_archives, name.replace("-", "_"))
        return found
    return COCODataArchive(archive.DataArchive(url_or_folder))


def create(local_path: str | os.PathLike[str]) -> COCODataArchive:
    """Make a folder an archive: write the list of the packed data below it."""
    return COCODataArchive(archive.create(local_path))
