"""Families of algorithms: those that share a tag of their data or a part of their names."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from optimeter.data.runs import Runs

__all__ = ["Family", "families", "tags_of"]

MOST = 60  # families to choose from; the largest ones
WORDS = 4  # of a shared part of names, at most
ATTRIBUTE = "experiment:"  # begins attributes of experiments in the provenance of data


@dataclass(frozen=True, slots=True)
class Family:
    """Algorithms that belong together.

    Attributes
    ----------
    kind : {"tag", "name"}
        What they share.
    title : str
        The tag, or the part of their names.
    members : tuple of str
        Two or more, but not all.
    """

    kind: Literal["tag", "name"]
    title: str
    members: tuple[str, ...]


def tags_of(runs: Runs) -> dict[str, set[str]]:
    """Return the tags of every algorithm: attributes of its experiments, folders of its data."""
    found: dict[str, set[str]] = {}
    sources = runs.provenance
    if not sources:
        return found
    pairs = np.unique(runs.algorithm_codes.astype(np.int64) * len(sources) + runs.source_codes)
    for algorithm, source in (divmod(pair, len(sources)) for pair in pairs.tolist()):
        tags = found.setdefault(runs.algorithms[algorithm], set())
        about = sources[source]
        tags |= {
            f"{key.removeprefix(ATTRIBUTE)} = {value}"
            for key, value in about.items()
            if key.startswith(ATTRIBUTE)
        }
        folder = Path(about.get("path", "")).parent.name
        if folder:
            tags.add(f"{folder}/")
    return found


def families(names: Sequence[str], tags: Mapping[str, Iterable[str]]) -> tuple[Family, ...]:
    """Find the families of some algorithms by their tags and by words that their names share.

    Of several with the same members there is one: that of a tag, or that of the longest part.

    Examples
    --------
    >>> names = ["BIPOP-CMA-ES", "IPOP_CMA-ES", "lq-CMA-ES", "DE", "DE with restarts"]
    >>> [(family.title, len(family.members)) for family in families(names, {})]
    [('CMA-ES', 3), ('DE', 2)]
    """
    shared: dict[tuple[Literal["tag", "name"], str], dict[str, str]] = {}
    for name in names:
        for tag in tags.get(name, ()):
            shared.setdefault(("tag", tag), {})[name] = tag
        for key, part in _parts(name):
            shared.setdefault(("name", key), {}).setdefault(name, part)
    found: dict[tuple[str, ...], Family] = {}
    for (kind, _), written in sorted(shared.items(), key=_precedence):
        members = tuple(written)
        if 1 < len(members) < len(names):
            found.setdefault(members, Family(kind, next(iter(written.values())), members))
    largest = sorted(found.values(), key=lambda family: -len(family.members))[:MOST]
    return tuple(sorted(largest, key=lambda family: (family.kind == "name", family.title.lower())))


def _precedence(entry: tuple[tuple[str, str], object]) -> tuple[bool, int, str]:
    (kind, key), _ = entry
    return kind == "name", -len(key), key


def _parts(name: str) -> Iterator[tuple[str, str]]:
    """Yield successive words of a name: in small letters without what stands between, as written."""
    words = list(re.finditer(r"[^\W_]+", name))
    for first in range(len(words)):
        for last in range(first, min(first + WORDS, len(words))):
            part = name[words[first].start() : words[last].end()]
            if re.search(r"[^\W\d_]{2}", part):  # numbers and single letters are no names
                yield " ".join(word.group().lower() for word in words[first : last + 1]), part
