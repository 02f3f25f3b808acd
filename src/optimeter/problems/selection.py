"""Selections of functions, dimensions and instances of a suite."""

from optimeter._arguments import integer, integers, ranges
from optimeter._core import SuiteDefinition
from optimeter.exceptions import InvalidValueError

__all__ = ["check_dimension", "dimension_list", "function_list", "instance_list"]


def function_list(definition: SuiteDefinition, functions: object) -> tuple[int, ...]:
    """Return function numbers in ascending order; names of groups stand for their functions."""
    known = [function.number for function in definition.functions]
    if functions is None:
        return tuple(known)
    groups = {
        group.name: [one.number for one in definition.functions if one.group == group.name]
        for group in definition.groups
    }
    chosen = set(integers(functions, "functions", groups=groups))
    if strange := sorted(chosen.difference(known)):
        message = f"suite {definition.name} has functions {ranges(known)}; got {strange[0]}"
        raise InvalidValueError(message)
    return tuple(number for number in known if number in chosen)


def dimension_list(definition: SuiteDefinition, dimensions: object) -> tuple[int, ...]:
    """Return dimensions in ascending order, published or not."""
    if dimensions is None:
        return tuple(definition.dimensions)
    numbers = sorted(set(integers(dimensions, "dimensions")))
    for number in numbers:
        check_dimension(definition, number)
    return tuple(numbers)


def check_dimension(definition: SuiteDefinition, dimension: int) -> None:
    """Raise unless the suite can make problems of this dimension."""
    integer(dimension, "dimension", least=2)
    definition.check_dimension(dimension)


def instance_list(
    definition: SuiteDefinition, instances: object, year: int | None
) -> tuple[int, ...]:
    """Return instances in the given order, repetitions kept."""
    if instances is None:
        return tuple(definition.instances(None if year is None else integer(year, "year")))
    if year is not None:
        message = f"give either instances or year, not both; got {instances!r} and {year!r}"
        raise InvalidValueError(message)
    return tuple(integers(instances, "instances", least=1))
