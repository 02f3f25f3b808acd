"""Many-affine combinations of the functions of BBOB, as ``ioh.problem.ManyAffine``."""

from operator import index
from typing import Any

from optimeter._core import _SCALE_FACTORS, _many_affine_instance
from optimeter.exceptions import InvalidTypeError, InvalidValueError
from optimeter.ioh.base import RealSingleObjective
from optimeter.ioh.registry import FUNCTIONS
from optimeter.ioh.suites_of_ours import BBOB, OfEngine
from optimeter.problems import many_affine

__all__ = ["ManyAffine"]


class ManyAffine(OfEngine, RealSingleObjective):
    """A combination, by instance number or by its parameters.

    ``ManyAffine(instance, n_variables)`` makes weights and optimum from the number;
    ``ManyAffine(xopt, weights, instances, n_variables, scale_factors)`` takes them.
    """

    def __init__(self, *given: object, **named: object) -> None:
        values = _arguments(given, named)
        self.weights = [float(one) for one in values["weights"]]
        self.instances = [_integer(one) for one in values["instances"]]
        self.scale_factors = [float(one) for one in values["scale_factors"]]
        best = list(values["xopt"])
        size = _integer(values["n_variables"])
        if len(best) < size:
            message = f"xopt must have {size} coordinates; got {len(best)}"
            raise InvalidValueError(message)
        engine = many_affine(
            self.weights, self.instances, best[:size], scale_factors=self.scale_factors
        )
        self._start(engine, "ManyAffine", 0, self.instances[0])

    @property
    def sub_problems(self) -> list[BBOB]:
        """The functions that are combined, made anew; the combination does not count in them."""
        made = FUNCTIONS["BBOB"].values()
        size = self.meta_data.n_variables
        return [one(k, size) for one, k in zip(made, self.instances, strict=True)]  # type: ignore[misc]

    @property
    def function_values(self) -> list[float]:
        """Zeros, as in ioh."""
        return [0.0] * len(self.weights)


def _arguments(given: tuple[object, ...], named: dict[str, object]) -> dict[str, Any]:
    """Return the parameters of a call in one of the two forms."""
    short = "instance" in named or (bool(given) and hasattr(given[0], "__index__"))
    names = ["instance", "n_variables"] if short else [*_LONG]
    values: dict[str, Any] = dict(zip(names, given, strict=False)) | named
    if len(given) > len(names) or not {*names[:4]} <= values.keys() <= {*names}:
        message = (
            "ManyAffine takes instance and n_variables, or xopt, weights, instances, n_variables "
            f"and scale_factors; got {len(given)} by position and {sorted(named)}"
        )
        raise InvalidTypeError(message)
    if not short:
        return {"scale_factors": _SCALE_FACTORS} | values
    size, number = _integer(values["n_variables"]), _integer(values["instance"])
    best, weights = _many_affine_instance(size, number)
    return {
        "xopt": best,
        "weights": weights,
        "instances": [number] * len(weights),
        "n_variables": size,
        "scale_factors": _SCALE_FACTORS,
    }


_LONG = ("xopt", "weights", "instances", "n_variables", "scale_factors")


def _integer(value: object) -> int:
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        message = f"instances and n_variables are integers; got {value!r}"
        raise InvalidTypeError(message) from None
