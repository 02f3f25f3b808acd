"""What the adapters of packages have in common."""

from dataclasses import dataclass
from typing import ClassVar

__all__ = ["Adapter"]


@dataclass(frozen=True, slots=True)
class Adapter:
    """A method of a package, known as ``package:method``; subclasses are called with a problem."""

    package: ClassVar[str]
    method: str

    @property
    def name(self) -> str:
        """The name of the optimizer."""
        return f"{self.package}:{self.method}"

    @property
    def handles(self) -> frozenset[str]:
        """What problems it is for: one objective, unless a subclass knows more."""
        return frozenset({"single-objective"})
