"""The functions of the CEC 2013 competition on niching that have closed formulas, by ioh's names."""

from typing import Any, ClassVar

from optimeter._arguments import integer
from optimeter._core import _niching_facts, _niching_function
from optimeter.exceptions import InvalidValueError
from optimeter.ioh.base import RealSingleObjective
from optimeter.ioh.constraints import RealBounds
from optimeter.ioh.values import RealSolution
from optimeter.problems import problem, suite_info

__all__ = ["CEC2013", "CLASSES", "NAMES", "NO_CEC2022", "NO_COMPOSITIONS"]

NO_COMPOSITIONS = (
    "there are no compositions of CEC 2013 (1111 to 1120): tables of the organisers define them, "
    "which have no licence"
)
NO_CEC2022 = (
    "there are no problems of CEC 2022 (1001 to 1012): tables of the organisers define them, "
    "which have no licence"
)


class CEC2013(RealSingleObjective):
    """A function with several global maxima; instance and dimension are what the function has."""

    function: ClassVar[int] = 0

    def __init__(self) -> None:
        if not self.function:
            message = f"{type(self).__name__} is a kind of problems; use `create` or get_problem"
            raise InvalidValueError(message)
        row = _ROWS[self.function]
        published, self.rho, maxima = _niching_facts(self.function)
        engine = problem("cec2013", self.function, len(maxima[0]), 1)
        self.optima = [RealSolution(x, published) for x in maxima]
        super().__init__(
            row.ioh_name,
            engine.dimension,
            1,
            is_minimization=False,
            bounds=RealBounds(engine.lower_bounds.tolist(), engine.upper_bounds.tolist()),
            optimum=self.optima[0],
        )
        self.meta_data.problem_id = self.function
        self._favour([])

    def _favour(self, x: list[float]) -> None:
        self._set_engine(_niching_function(self.function, raw=False, favoured=x), 0.0)
        self._set_raw(_niching_function(self.function, raw=True, favoured=x))

    @property
    def n_optima(self) -> int:
        """The number of global maxima."""
        return len(self.optima)

    def set_optimum(self, i: int, single_global: bool = True) -> None:
        """Take maximum i as the optimum; if it is to be the single one, values elsewhere lose 0.01."""
        chosen = self.optima[integer(i, "i", least=0, below=len(self.optima))]
        self._set_optimum(chosen)
        self._favour([*map(float, chosen.x)] if single_global else [])


_ROWS = {row.number: row for row in suite_info("cec2013").functions}

NAMES = {
    number: row.ioh_name.removeprefix("CEC2013").removesuffix("2D").removesuffix("3D")
    for number, row in _ROWS.items()
}
"""How ioh calls the functions, without their numbers."""

_BASES = {
    name: type(name, (CEC2013,), {"__module__": "ioh.problem", "__doc__": f"{name} of CEC 2013."})
    for name in NAMES.values()
    if name != "Himmelblau"  # ioh has it, too, but no class
}

CLASSES: dict[str, Any] = {"CEC2013": CEC2013, **_BASES}
"""The classes of ``ioh.problem``."""


def _make(number: int) -> CEC2013:
    base = _BASES.get(NAMES[number], CEC2013)
    kind: type[CEC2013] = type(
        base.__name__, (base,), {"function": number, "__module__": "ioh.problem"}
    )
    return kind()


def makers() -> dict[str, tuple[int, Any]]:
    """Return what makes the problems, by their names in the registry; their arguments are ignored."""
    return {
        f"{name}{number}": (number, lambda _instance, _dimension, number=number: _make(number))
        for number, name in NAMES.items()
    }
