"""Names of functions and of sets of functions, as the suites define them."""

import re
from collections.abc import Sequence
from functools import lru_cache
from types import MappingProxyType

from optimeter.problems import known_suite
from optimeter.reports.analysis.words import ranges

__all__ = ["EVERY", "file_prefix", "group_title", "set_title", "whole_title"]

EVERY = "all functions"  # the title of a whole suite


@lru_cache(maxsize=32)
def _titles(suite: str) -> MappingProxyType[str, str]:
    """Return the words that the suite has for functions and subgroups; none if it is not known."""
    info = known_suite(suite)
    if info is None:
        return MappingProxyType({})
    functions = {f"f{one.number}": f"f{one.number} {one.name}" for one in info.functions}
    return MappingProxyType(functions | {group.name: group.title for group in info.subgroups})


def set_title(key: str, suite: str) -> str:
    """Return the words for a set of functions.

    Examples
    --------
    >>> set_title("f8", "bbob"), set_title("ill-conditioned", "bbob")
    ('f8 Rosenbrock original', 'ill-conditioned functions')
    >>> set_title("f55", "bbob-biobj"), set_title("f3", "my own suite")
    ('f55 Gallagher 101 peaks / Gallagher 101 peaks', 'f3')
    >>> set_title("separable-constraints-2", "bbob-constrained")
    'separable functions, 3 constraints'
    """
    if key == "all":
        return EVERY
    known = _titles(suite).get(key)
    if known is not None or (key.startswith("f") and key[1:].isdigit()):
        return known or key
    return f"{key.replace('_', ' – ')} functions"


def group_title(key: str, members: Sequence[int], suite: str, whole: Sequence[int]) -> str:
    """Return the words for a group of functions: which ones they are, if the `whole` group has more.

    Examples
    --------
    >>> group_title("moderate", [6], "bbob", range(6, 10))
    'moderate functions (f6)'
    >>> group_title("separable", range(1, 6), "bbob", range(1, 6))
    'separable functions'
    """
    title = set_title(key, suite)
    if set(members) >= set(whole):
        return title
    numbers = f"f{ranges(members)}"
    some = numbers if len(numbers) < 16 else f"{len(members)} of {len(whole)}"
    return f"{title} ({some})"


def whole_title(functions: Sequence[int], suite: str) -> str:
    """Return the words for all functions of the data: what they are, if a suite has more.

    Examples
    --------
    >>> whole_title(range(1, 25), "bbob"), whole_title([1], "bbob"), whole_title([2, 4], "mine")
    ('all functions', 'f1 Sphere', 'all functions')
    >>> whole_title(range(1, 6), "bbob"), whole_title([1, 2, 3, 8], "bbob")
    ('separable functions', 'functions 1–3, 8')
    >>> whole_title(range(1, 24, 2), "bbob")
    '12 of 24 functions'
    """
    info = known_suite(suite)
    chosen = set(functions)
    if info is None or chosen >= {one.number for one in info.functions}:
        return EVERY
    if len(chosen) == 1:
        return set_title(f"f{functions[0]}", suite)
    for group in (*info.groups, *info.subgroups):
        if set(group.functions) == chosen:
            return set_title(group.name, suite)
    words = f"functions {ranges(sorted(chosen))}"
    return words if len(words) < 26 else f"{len(chosen)} of {len(info.functions)} functions"


def file_prefix(suite: str, suites: Sequence[str]) -> str:
    """Return what names of files of a suite begin with: nothing if there is only one suite.

    Names come from data files; only letters, digits, dots, hyphens and underscores are kept.

    Examples
    --------
    >>> file_prefix("bbob", ["bbob"]), file_prefix("bbob-noisy", ["bbob", "bbob-noisy"])
    ('', 'bbob-noisy_')
    >>> file_prefix("../a b", ["../a b", "..a/b"]), file_prefix("..a/b", ["../a b", "..a/b"])
    ('a-b_', 'a-b-2_')
    """
    if len(suites) < 2:
        return ""
    plain = [re.sub(r"[^\w.-]+", "-", name, flags=re.ASCII).strip(".-") for name in suites]
    place = suites.index(suite)
    before = plain[:place].count(plain[place])
    return f"{plain[place] or 'suite'}{f'-{before + 1}' if before else ''}_"
