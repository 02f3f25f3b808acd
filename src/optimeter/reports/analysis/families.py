"""Families of algorithms: those that share a tag of their data or a part of their names."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from optimeter._arguments import known_name
from optimeter.data.runs import Runs
from optimeter.exceptions import InvalidValueError

__all__ = ["Family", "FamilyLike", "chosen_family", "families", "tags_of"]

FamilyLike = str | Sequence[str]
"""A group of algorithms: its title, words that names hold, or the names of all of them."""

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


def chosen_family(runs: Runs, family: FamilyLike | None) -> Runs:
    """Return the runs of a group of algorithms: of all when none is given.

    Parameters
    ----------
    runs : Runs
    family : str or sequence of str, optional
        A text is the title of one of `families`, or words with commas between them, each a part of
        the names that are meant, in small or capital letters. Several texts are names.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=2, offsets=range(5), step_evaluations=[1] * 4,
    ...     step_precision=[1.0] * 4, algorithm=["CMA-ES", "lq-CMA-ES", "DE", "SHADE"])
    >>> chosen_family(runs, "cma-es").algorithms, chosen_family(runs, "lq, de").algorithms
    (('CMA-ES', 'lq-CMA-ES'), ('lq-CMA-ES', 'DE', 'SHADE'))
    >>> chosen_family(runs, ["DE"]).algorithms
    ('DE',)
    """
    if family is None:
        return runs
    names = runs.algorithms
    if not isinstance(family, str):
        several = [known_name(name, names, "algorithm") for name in family]
        if not several:
            message = "family must name algorithms; got none"
            raise InvalidValueError(message)
        return runs.select(algorithms=several)
    listed = families(names, tags_of(runs))
    titled = (one.members for one in listed if one.title.lower() == family.strip().lower())
    words = [word for part in family.lower().split(",") if (word := part.strip())]
    nobody = [word for word in words if not any(word in name.lower() for name in names)]
    named = [] if nobody else [n for n in names if any(word in n.lower() for word in words)]
    members = next(titled, named)
    if not members:
        known = ", ".join(repr(one.title) for one in listed) or "none"
        wrong = f"{', '.join(map(repr, nobody))} of it" if len(words) > len(nobody) > 0 else "it"
        message = (
            f"no algorithm belongs to family {family!r}: {wrong} is no part of a name; groups of "
            f"these data: {known}"
        )
        raise InvalidValueError(message)
    return runs.select(algorithms=list(members))


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
