"""What users give, checked: numbers, selections, names. Below all rooms, so that all say the same.

A message names the argument, what is accepted and what it got:
``dimensions must be at least 2; got 1``. A name is answered with the nearest known ones.
"""

import os
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from math import inf, isnan
from operator import index
from pathlib import Path
from typing import Any, TypeVar

from optimeter.exceptions import InvalidTypeError, InvalidValueError, UnknownNameError

__all__ = [
    "Numbers",
    "Selection",
    "by_name",
    "choice",
    "flag",
    "functions_of",
    "integer",
    "integers",
    "interval",
    "items",
    "known_name",
    "nearest",
    "path_of",
    "ranges",
    "real",
    "reals",
    "unknown_name",
]

Numbers = float | str | Sequence[float]
"""Targets or budgets: one number, several, or text such as ``"10,0.1,1e-8"``."""

Selection = int | str | Iterable[int | str]
"""Functions, dimensions or instances: one number, several, or text such as ``"1-5,8"``; names of
groups too, where there are some."""

T = TypeVar("T", bound=str)

_MOST = 100_000  # numbers in a selection written as text
_SHOWN = 60  # names in a message
_RANGE = re.compile(r"([0-9]{1,18})(?:-([0-9]{1,18}))?")


def flag(value: object, what: str) -> bool:
    """Return the truth value given for `what`; text such as ``"no"`` would be true.

    Examples
    --------
    >>> flag(1, "restarts")
    True
    """
    try:
        if value in (False, True):  # and 0 and 1, of numpy too
            return bool(value)
    except ValueError:  # an array
        pass
    message = f"{what} must be True or False; got {value!r}"
    raise InvalidTypeError(message)


def items(value: object) -> Iterable[Any]:
    """Return what was given one by one: in an iterable, or as one value, which text is, too."""
    if not isinstance(value, str):
        try:
            return iter(value)  # type: ignore[call-overload, no-any-return]
        except TypeError:  # also of an array of numpy that is a number
            pass
    return [value]


def integer(value: object, what: str, *, least: int | None = None, below: int | None = None) -> int:
    """Return the integer given for `what`, if it is at least `least` and less than `below`.

    Examples
    --------
    >>> integer(3, "trials", least=1)
    3
    """
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        message = f"{what} must be an integer; got {value!r}"
        raise InvalidTypeError(message) from None
    if least is not None and number < least:
        message = f"{what} must be at least {least}; got {number}"
        raise InvalidValueError(message)
    if below is not None and number >= below:
        message = f"{what} must be less than {below}; got {number}"
        raise InvalidValueError(message)
    return number


def real(value: object, what: str, *, above: float | None = None, below: float = inf) -> float:
    """Return the number given for `what`; with `above`, it must lie between the two bounds.

    Examples
    --------
    >>> real("0.95", "confidence", above=0, below=1)
    0.95
    """
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        message = f"{what} must be a number; got {value!r}"
        raise InvalidTypeError(message) from None
    if above is not None and (isnan(number) or not above < number < below):
        positive = (above, below) == (0, inf)
        accepted = "a positive number" if positive else f"a number between {above:g} and {below:g}"
        message = f"{what} must be {accepted}; got {value!r}"
        raise InvalidValueError(message)
    return number


def interval(value: object, what: str) -> tuple[float, float]:
    """Return the two ends given for `what`, if the first is below the second.

    Examples
    --------
    >>> interval([0, 7], "window")
    (0.0, 7.0)
    """
    try:
        low, high = map(float, value)  # type: ignore[call-overload]
        if -inf < low < high < inf:
            return low, high
    except (TypeError, ValueError):
        pass
    message = f"{what} must be two numbers, the smaller one first; got {value!r}"
    raise InvalidValueError(message)


def reals(value: object, what: str, *, least: float = -inf, most: float = inf) -> list[float]:
    """Return the numbers given, in their order: one, several in any iterable, or text.

    Examples
    --------
    >>> reals("10, 0.1, 1e-8", "targets"), reals(0.1, "targets")
    ([10.0, 0.1, 1e-08], [0.1])
    """
    try:
        numbers = [
            float(part) for part in (value.split(",") if isinstance(value, str) else items(value))
        ]
    except (TypeError, ValueError):
        numbers = []
    if not numbers or not all(least <= number <= most for number in numbers):
        size = "" if least == -inf else f" of at least {least:g}"
        size += "" if most == inf else f" and at most {most:g}"
        message = f"{what} must be numbers{size} such as 10,0.1,1e-8; got {value!r}"
        raise InvalidValueError(message)
    return numbers


def integers(
    value: object,
    what: str,
    *,
    least: int | None = None,
    groups: Mapping[str, Iterable[int]] | None = None,
) -> list[int]:
    """Return the numbers of a selection, in the order given, repetitions kept.

    Parameters
    ----------
    value
        One integer, several in any iterable, or text: numbers and ranges that include both ends.
    what
        The argument, named in messages.
    least
        The smallest number accepted.
    groups
        Names that may stand for numbers, alone or among them.

    Examples
    --------
    >>> integers("1-5,8", "functions")
    [1, 2, 3, 4, 5, 8]
    >>> integers(["separable", 7], "functions", groups={"separable": range(1, 6)})
    [1, 2, 3, 4, 5, 7]
    """
    numbers: list[int] = []
    for item in items(value):
        if isinstance(item, str):
            numbers += _read(item, what, groups)
        else:
            numbers.append(integer(item, what))
    if not numbers:
        message = f"{what} must hold at least one number; got none"
        raise InvalidValueError(message)
    if least is not None and min(numbers) < least:
        message = f"{what} must be at least {least}; got {min(numbers)}"
        raise InvalidValueError(message)
    return numbers


def functions_of(
    value: Selection | None, groups: Mapping[str, Iterable[int]]
) -> tuple[int, ...] | None:
    """Return the functions of a selection, each once; None and ``"all"`` mean all: None.

    Examples
    --------
    >>> functions_of(["separable", 7, 3], {"separable": range(1, 6)})
    (1, 2, 3, 4, 5, 7)
    """
    if value is None or (isinstance(value, str) and value == "all"):
        return None
    return tuple(dict.fromkeys(integers(value, "functions", groups=groups)))


def _read(text: str, what: str, groups: Mapping[str, Iterable[int]] | None) -> list[int]:
    """Read numbers, ranges and names of groups, with commas between them."""
    numbers: list[int] = []
    for part in (part.strip() for part in text.split(",")):
        if groups is not None and part in groups:
            numbers += groups[part]
            continue
        match = _RANGE.fullmatch(part.replace(" ", ""))
        if match is None:
            if groups and part and not part[0].isdecimal():
                raise unknown_name(part, groups, "group", where=f" in {what}")
            message = f"{what} must be numbers and ranges such as 2,5 or 1-5,8; got {text!r}"
            raise InvalidValueError(message)
        low, high = int(match[1]), int(match[2] or match[1])
        if high < low:
            message = (
                f"{what} must have ranges that begin before they end, such as {high}-{low}; "
                f"got {text!r}"
            )
            raise InvalidValueError(message)
        if high - low + len(numbers) >= _MOST:
            message = f"{what} must be at most {_MOST} numbers; got {text!r}"
            raise InvalidValueError(message)
        numbers.extend(range(low, high + 1))
    return numbers


def ranges(numbers: Sequence[int]) -> str:
    """Write a selection in its short form, which `integers` reads.

    Examples
    --------
    >>> ranges([1, 2, 3, 7])
    '1-3,7'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1][-1] = number
        else:
            runs.append([number, number])
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)


def path_of(value: object, what: str = "folder") -> Path:
    """Return the path given for `what`.

    Examples
    --------
    >>> path_of("exdata/mine").name
    'mine'
    """
    try:
        text = os.fspath(value)  # type: ignore[call-overload]
        if isinstance(text, str) and "\0" not in text:
            return Path(text)
    except TypeError:
        pass
    message = f"{what} must be a path such as 'exdata/mine'; got {value!r}"
    raise InvalidTypeError(message)


def choice(value: object, accepted: Sequence[T], what: str) -> T:
    """Return the value if it is one of the few accepted."""
    for one in accepted:
        if value == one:
            return one
    message = f"{what} must be one of {', '.join(map(repr, accepted))}; got {value!r}"
    raise InvalidValueError(message)


def by_name(positional: Sequence[object], example: str) -> None:
    """Raise if options were given by position, as strings of COCO for example."""
    if positional:
        message = f"options are given by name, as in {example}; got {positional[0]!r}"
        if any(isinstance(one, str) and (not one or ":" in one) for one in positional):
            message += " (programs with COCO's strings run by `import optimeter.coco as cocoex`)"
        raise InvalidTypeError(message)


def known_name(name: object, known: Collection[str], what: str, *, where: str = "") -> str:
    """Return the name if it is known; otherwise raise the error of `unknown_name`."""
    if isinstance(name, str) and name in known:
        return name
    raise unknown_name(name, known, what, where=where)


def unknown_name(
    name: object,
    known: Collection[str],
    what: str,
    *,
    where: str = "",
    also: str = "",
    suggestions: int = 1,
) -> UnknownNameError:
    """Make the error for a name that is not known.

    Parameters
    ----------
    name, known
    what
        What the name should be the name of, such as ``"suite"``.
    where
        Appended to the name, such as ``" of suite bbob"``.
    also
        What else is accepted, appended to the names.
    suggestions
        How many of the nearest names to show.

    Examples
    --------
    >>> print(unknown_name("bob", ["bbob", "bbob-noisy"], "suite"))
    unknown suite 'bob'; did you mean 'bbob'? Accepted: bbob, bbob-noisy
    """
    near = nearest(str(name), known, suggestions)
    hint = f"did you mean {' or '.join(map(repr, near))}? " if near else ""
    accepted = ", ".join(known) if len(known) <= _SHOWN else f"{len(known)} names"
    word = "Accepted" if near else "accepted"
    return UnknownNameError(
        f"unknown {what} {name!r}{where}; {hint}{word}: {accepted or 'none'}{also}"
    )


def nearest(name: str, known: Iterable[str], count: int = 1) -> list[str]:
    """Return up to `count` known names that are like this one, the nearest first."""
    from difflib import get_close_matches  # noqa: PLC0415 - only for errors

    return get_close_matches(name, known, n=count, cutoff=0.4)
