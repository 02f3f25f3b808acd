"""The enumerations of ioh."""

from enum import Enum, IntEnum

__all__ = [
    "ConstraintEnforcement",
    "ObjectiveType",
    "OptimizationType",
    "ProblemClass",
    "VariableType",
]


class _Named(IntEnum):
    """A number that shows its name, as in ioh."""

    __str__ = Enum.__str__


class OptimizationType(_Named):
    """Whether smaller or larger values are better."""

    MIN = 0
    MAX = 1


class ConstraintEnforcement(_Named):
    """What a violated constraint does to a value."""

    NOT = 0
    HIDDEN = 1
    SOFT = 2
    HARD = 3
    OVERRIDE = 4


class VariableType(Enum):
    """The type of variables."""

    REAL = "Real"
    INTEGER = "Integer"


class ObjectiveType(Enum):
    """The number of objectives."""

    SINGLE = "SingleObjective"


class ProblemClass(Enum):
    """Kinds of problems for `get_problem`; its value is the name of a class in `ioh.problem`."""

    REAL = "RealSingleObjective"
    INTEGER = "IntegerSingleObjective"
    BBOB = "BBOB"
    STAR_REAL = "RealStarDiscrepancy"
    SBOX = "SBOX"
    PBO = "PBO"
    GRAPH = "GraphProblem"
    STAR_INTEGER = "IntegerStarDiscrepancy"
    CEC2013 = "CEC2013"
    CEC2022 = "CEC2022"

    def is_real(self) -> bool:
        """Whether the variables are real numbers."""
        return self.name not in {"INTEGER", "PBO", "GRAPH", "STAR_INTEGER"}

    def is_single_objective(self) -> bool:
        """Whether there is one objective."""
        return True

    @property
    def problems(self) -> dict[int, str]:
        """The problems of this kind: names by id."""
        from optimeter.ioh.registry import problems  # noqa: PLC0415 - it needs this module

        return problems(self.value)
