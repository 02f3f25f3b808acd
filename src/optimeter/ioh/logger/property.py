"""What a logger writes in a line."""

from math import isinf, isnan
from typing import Any

from optimeter.ioh.values import LogInfo

__all__ = [
    "CURRENTBESTY",
    "CURRENTY",
    "EVALUATIONS",
    "PENALTY",
    "RAWY",
    "RAWYBEST",
    "TRANSFORMEDY",
    "TRANSFORMEDYBEST",
    "VIOLATION",
    "AbstractProperty",
    "CurrentBestY",
    "CurrentY",
    "Evaluations",
    "Penalty",
    "Property",
    "RawY",
    "RawYBest",
    "TransformedY",
    "TransformedYBest",
    "Violation",
]


class AbstractProperty:
    """A column: its name, its value and how that is written."""

    def __init__(self, name: str, format: str = "{:.10f}") -> None:
        self.name = name
        self.format = format

    def value(self, info: LogInfo) -> float | None:
        """Return the value of an evaluation; None if there is none."""
        raise NotImplementedError

    def __call__(self, info: LogInfo) -> float | None:
        return self.value(info)

    def call_to_string(self, info: LogInfo, nan: str = "None") -> str:
        """Return the value as text."""
        value = self.value(info)
        if value is None or isinf(value):
            return nan
        if isnan(value):
            return "nan"
        return self.format.format(value)


class _Field(AbstractProperty):
    field = ""
    column = ""
    usual = "{:.10f}"

    def __init__(self, name: str | None = None, format: str | None = None) -> None:
        super().__init__(name or self.column, format or self.usual)

    def value(self, info: LogInfo) -> float | None:
        found: float = getattr(info, self.field)
        return found


class Evaluations(_Field):
    """The number of the evaluation."""

    field = column = "evaluations"
    usual = "{:d}"


class RawY(_Field):
    """The value of the function itself."""

    field = column = "raw_y"


class RawYBest(_Field):
    """That of the best point."""

    field = column = "raw_y_best"


class TransformedY(_Field):
    """The value before constraints."""

    field = column = "transformed_y"


class TransformedYBest(_Field):
    """That of the best point."""

    field = column = "transformed_y_best"


class CurrentY(_Field):
    """The value with constraints."""

    field, column = "y", "current_y"


class CurrentBestY(_Field):
    """The best value with constraints."""

    field, column = "y_best", "current_y_best"


class Violation(_Field):
    """The sum of violations."""

    field, column = "violations", "violation"

    def value(self, info: LogInfo) -> float | None:
        return info.violations[0]


class Penalty(_Field):
    """The sum of penalties."""

    field, column = "penalties", "penalty"

    def value(self, info: LogInfo) -> float | None:
        return info.penalties[0]


class Property(AbstractProperty):
    """An attribute of an object, read when a line is written."""

    def __init__(
        self,
        container: Any,
        attribute: str,
        name: str | None = None,
        format: str = "{:.10f}",
    ) -> None:
        super().__init__(name or attribute, format)
        self.container = container
        self.attribute = attribute

    def value(self, info: LogInfo) -> float | None:  # noqa: ARG002
        found = getattr(self.container, self.attribute, None)
        return None if found is None else float(found)


EVALUATIONS = Evaluations()
RAWY = RawY()
RAWYBEST = RawYBest()
TRANSFORMEDY = TransformedY()
TRANSFORMEDYBEST = TransformedYBest()
CURRENTY = CurrentY()
CURRENTBESTY = CurrentBestY()
VIOLATION = Violation()
PENALTY = Penalty()
