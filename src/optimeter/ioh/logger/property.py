"""What a logger writes in a line."""

from typing import Any, ClassVar

from optimeter._core.ioh import LogInfo, Property_

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


_SOURCES = (
    "evaluations", "raw_y", "raw_y_best", "transformed_y", "transformed_y_best", "y", "y_best",
    "violations", "penalties",
)  # fmt: skip
"""Fields of an evaluation in the engine's order."""


class AbstractProperty(Property_):
    """A column: its name, its value and how that is written; in a class of one's own `__call__`."""

    def __init__(self, name: str, format: str = "{:.10f}") -> None:
        super().__init__(name, format)

    def __call__(self, info: LogInfo) -> float | None:
        """Return the value of an evaluation; None if there is none."""
        raise NotImplementedError

    def call_to_string(self, info: LogInfo, nan: str = "None") -> str:
        """Return the value as text."""
        return self._text(self(info), nan)


class _Native(AbstractProperty):
    """A column whose value the engine knows, unless a class of one's own says otherwise."""

    def __call__(self, info: LogInfo) -> float | None:
        return self._value(info)


class _Field(_Native):
    field: ClassVar[str]
    column: ClassVar[str]
    usual: ClassVar[str] = "{:.10f}"

    def __init__(self, name: str | None = None, format: str | None = None) -> None:
        super().__init__(name or self.column, format or self.usual)
        if type(self).__call__ is _Native.__call__:
            self._set_source(_SOURCES.index(self.field))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.name, self.format)


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


class Penalty(_Field):
    """The sum of penalties."""

    field, column = "penalties", "penalty"


class Property(_Native):
    """An attribute of an object, read when a line is written."""

    def __init__(
        self,
        container: Any,
        attribute: str,
        name: str | None = None,
        format: str = "{:.10f}",
    ) -> None:
        super().__init__(name or attribute, format)
        self.attribute = attribute
        if type(self).__call__ is _Native.__call__:
            self._set_attribute(container, attribute)

    @property
    def container(self) -> Any:
        """The object."""
        return self._container

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.container, self.attribute, self.name, self.format)


EVALUATIONS = Evaluations()
RAWY = RawY()
RAWYBEST = RawYBest()
TRANSFORMEDY = TransformedY()
TRANSFORMEDYBEST = TransformedYBest()
CURRENTY = CurrentY()
CURRENTBESTY = CurrentBestY()
VIOLATION = Violation()
PENALTY = Penalty()
