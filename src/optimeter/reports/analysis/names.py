"""Names of functions and of sets of functions, as the suites define them."""

import re
from collections.abc import Sequence
from functools import lru_cache
from types import MappingProxyType

from optimeter._core import suite_definition
from optimeter.problems import suites

__all__ = ["file_prefix", "set_title", "shortened"]

_CONSTRAINTS = "-constraints-"


@lru_cache(maxsize=32)
def _function_names(suite: str) -> MappingProxyType[int, str]:
    """Return the names of the functions of a suite; none if the suite is not known."""
    if suite not in suites():
        return MappingProxyType({})
    return MappingProxyType({f.number: f.name for f in suite_definition(suite).functions})


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
        return "all functions"
    names = _function_names(suite)
    if key.startswith("f") and key[1:].isdigit():
        name = names.get(int(key[1:]), "")
        return f"{key} {name}" if name else key
    kind, constrained, level = key.partition(_CONSTRAINTS)
    words = f"{kind.replace('_', ' – ')} functions"
    if not constrained:
        return words
    # Functions of the suite come in sixes, one for each number of constraints.
    count = names.get(int(level), "").partition(", ")[2] if level.isdigit() else ""
    return f"{words}, {count}" if count else f"{words}, {constrained.strip('-')} {level}"


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


def shortened(title: str, letters: int) -> str:
    """Return a title cut to a number of letters.

    Examples
    --------
    >>> shortened("f1 Sphere", 20), shortened("f55 Gallagher / Gallagher", 12)
    ('f1 Sphere', 'f55 Gallagh…')
    """
    return title if len(title) <= letters else title[: letters - 1].rstrip() + "…"
