"""Selections of functions, dimensions and instances of a suite; the suite says what it has."""

from optimeter._arguments import Selection, functions_of, integer, integers
from optimeter._core import SuiteInfo
from optimeter.exceptions import InvalidValueError
from optimeter.problems.info import function_groups

__all__ = ["dimension_list", "function_list", "instance_list"]


def function_list(definition: SuiteInfo, functions: Selection | None) -> tuple[int, ...]:
    """Return function numbers in ascending order; names of groups stand for their functions."""
    known = tuple(function.number for function in definition.functions)
    chosen = functions_of(functions, function_groups(definition.name))
    if chosen is None:
        return known
    for number in chosen:
        definition.check_function(number)
    return tuple(number for number in known if number in chosen)


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
        return tuple(definition.instances(None if year is None else integer(year, "year")))
    if year is not None:
        message = f"give either instances or year, not both; got {instances!r} and {year!r}"
        raise InvalidValueError(message)
    numbers = integers(instances, "instances")
    for number in numbers:
        definition.check_instance(number)
    return tuple(numbers)
