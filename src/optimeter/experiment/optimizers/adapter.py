"""What the adapters of packages have in common."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from optimeter.experiment.options import bracketed, like

__all__ = ["Adapter"]


@dataclass(frozen=True, slots=True)
class Adapter:
    """A method of a package, known as ``package:method``; subclasses are called with a problem."""

    package: ClassVar[str]
    method: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    """The options that are not as by default."""

    @property
    def name(self) -> str:
        """The name of the optimizer."""
        return f"{self.package}:{self.method}{bracketed(self.settings)}"

    @property
    def handles(self) -> frozenset[str]:
        """What problems it is for: one objective, unless a subclass knows more."""
        return frozenset({"single-objective"})

    def defaults(self) -> Mapping[str, Any]:
        """Return the options of the method with their default values."""
        return {}

    @property
    def options(self) -> dict[str, Any]:
        """The options of the method with their present values."""
        return {**self.defaults(), **self.settings}

    def configured(self, options: Mapping[str, Any]) -> Self:
        """Return the same method with other options."""
        defaults = self.defaults()
        checked = {
            name: like(value, defaults[name], f"{name} of {self.package}:{self.method}")
            for name, value in options.items()
        }
        return replace(self, settings={**self.settings, **checked})
