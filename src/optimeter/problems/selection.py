"""Selections of functions, dimensions and instances, checked and with clear messages."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from operator import index

from optimeter._core import SuiteInfo
from optimeter.exceptions import InvalidTypeError, InvalidValueError, UnknownNameError

__all__ = [
    "Integers",
    "dimension_list",
    "function_list",
    "instance_list",
    "integers",
    "ranges",
    "single",
]

Integers = int | Iterable[int]
"""One integer or several."""


def single(value: object, what: str) -> int:
    """Return an integer given for one `what`; anything else is an error that says so."""
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        message = f"{what} must be an integer; got {value!r}"
        raise InvalidTypeError(message) from None


def integers(value: object, what: str) -> list[int]:
    """Return the integers given for an argument called `what`: one, or several in any iterable."""
    if isinstance(value, str) or not isinstance(value, Iterable):
        return [single(value, what)]
    numbers = [single(item, what) for item in value]
    if not numbers:
        message = f"{what} must hold at least one number; got none"
        raise InvalidValueError(message)
    return numbers


def function_list(definition: SuiteInfo, functions: object) -> tuple[int, ...]:
    """Return function numbers in ascending order; names of groups stand for their functions."""
    known = [function.number for function in definition.functions]
    if functions is None:
        return tuple(known)
    items = (
        [functions]
        if isinstance(functions, str) or not isinstance(functions, Iterable)
        else (list(functions))
    )
    chosen: set[int] = set()
    for item in items:
        if isinstance(item, str):
            chosen.update(_group_members(definition, item))
        else:
            number = single(item, "functions")
            definition.check_function(number)
            chosen.add(number)
    if not chosen:
        message = "functions must hold at least one function; got none"
        raise InvalidValueError(message)
    return tuple(number for number in known if number in chosen)


def _group_members(definition: SuiteInfo, name: str) -> tuple[int, ...]:
    groups = {group.name: group.functions for group in (*definition.groups, *definition.subgroups)}
    if name not in groups:
        near = get_close_matches(name, groups, n=1, cutoff=0.0)
        message = (
            f"suite {definition.name} has no group {name!r}; did you mean {near[0]!r}? "
            f"Its groups: {', '.join(groups)}"
        )
        raise UnknownNameError(message)
    return groups[name]


def dimension_list(definition: SuiteInfo, dimensions: object) -> tuple[int, ...]:
    """Return dimensions in ascending order, published or not."""
    if dimensions is None:
        return tuple(definition.dimensions)
    numbers = sorted(set(integers(dimensions, "dimensions")))
    for number in numbers:
        definition.check_dimension(number)
    return tuple(numbers)


def instance_list(definition: SuiteInfo, instances: object, year: int | None) -> tuple[int, ...]:
    """Return instances in the given order, repetitions kept."""
    if instances is None:
        return tuple(definition.instances(None if year is None else single(year, "year")))
    if year is not None:
        message = f"give either instances or year, not both; got {instances!r} and {year!r}"
        raise InvalidValueError(message)
    numbers = integers(instances, "instances")
    for number in numbers:
        definition.check_instance(number)
    return tuple(numbers)


def ranges(numbers: Sequence[int]) -> str:
    """Write a selection in its short form: 1, 2, 3, 7 is "1-3,7"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1][-1] = number
        else:
            runs.append([number, number])
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)
