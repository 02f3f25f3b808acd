"""The optimizers that have a name: those of Optimeter and those that other packages announce.

A package announces an optimizer as an entry point of the group ``optimeter.optimizers``; the object
behind it is a callable ``optimizer(problem, start, rng)``::

    [project.entry-points."optimeter.optimizers"]
    my-optimizer = "my_package.module:optimizer"

It may say what it can handle by an attribute ``handles``; see `optimeter.experiment.handles`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from types import MappingProxyType
from typing import Any

from optimeter._arguments import unknown_name
from optimeter._packages import package
from optimeter.exceptions import InvalidValueError
from optimeter.experiment.contract import check_optimizer

__all__ = ["GROUP", "Entry", "find_entry", "optimizer_by_name", "optimizer_names", "registry"]

GROUP = "optimeter.optimizers"

_HERE = "optimeter.experiment.optimizers"


@dataclass(frozen=True, slots=True)
class Entry:
    """Where an optimizer comes from, without loading it."""

    home: str
    """``module:attribute``"""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Where the attribute is a class of ours: what of it is not as by default."""
    package: str = ""
    """What must be installed besides Optimeter."""
    device: bool = False
    """Whether it needs a GPU; such ones are not proposed."""
    ours: bool = True
    """Whether it is one of Optimeter's; loading these is quick and harmless."""

    def load(self) -> Callable[..., Any]:
        """Import and make the optimizer."""
        module, _, attribute = self.home.partition(":")
        found: Any = import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
        is_class = self.ours and isinstance(found, type)
        made: Callable[..., Any] = found(**self.settings) if is_class else found
        return made


def _family(module: str, kind: str, prefix: str, names: str, package: str = "") -> dict[str, Entry]:
    return {
        f"{prefix}:{name}": Entry(f"{_HERE}.{module}:{kind}", {"method": name}, package)
        for name in names.split()
    }


_BUILT_IN: Mapping[str, Entry] = MappingProxyType(
    {
        "random-search": Entry(f"{_HERE}.search:random_search"),
        "random-search:cuda": Entry(f"{_HERE}.device_search:RandomSearch", device=True),
        "sobol": Entry(f"{_HERE}.search:sobol_search", package="scipy"),
        "grid": Entry(f"{_HERE}.search:grid_search"),
        **_family(
            "scipy_local",
            "ScipyLocal",
            "scipy",
            "Nelder-Mead Powell CG BFGS L-BFGS-B TNC COBYLA COBYQA SLSQP",
            "scipy",
        ),
        **_family(
            "scipy_global",
            "ScipyGlobal",
            "scipy",
            "differential_evolution dual_annealing shgo direct basinhopping",
            "scipy",
        ),
        "ea": Entry(f"{_HERE}.bits:OnePlusOneEa"),
        "ea-fast": Entry(f"{_HERE}.bits:OnePlusOneEa", {"mutation": "fast"}),
        "rls": Entry(f"{_HERE}.bits:OnePlusOneEa", {"mutation": "one"}),
        "ga-lambda-lambda": Entry(f"{_HERE}.bits:CrossoverGa"),
        "umda": Entry(f"{_HERE}.bits:Umda"),
        "cma": Entry(f"{_HERE}.pycma:CmaEs", package="cma"),
        "cma-ipop": Entry(f"{_HERE}.pycma:CmaEs", {"restarts": "ipop"}, "cma"),
        "cma-bipop": Entry(f"{_HERE}.pycma:CmaEs", {"restarts": "bipop"}, "cma"),
        **_family(
            "nevergrad", "Nevergrad", "nevergrad", "NGOpt DE PSO OnePlusOne CMA", "nevergrad"
        ),
        **_family(
            "nevergrad",
            "NevergradBits",
            "nevergrad",
            "DiscreteOnePlusOne DoubleFastGADiscreteOnePlusOne DiscreteDE",
            "nevergrad",
        ),
        **_family("optuna", "Optuna", "optuna", "TPE Random QMC", "optuna"),
        **_family("pymoo", "Pymoo", "pymoo", "GA DE PSO CMAES NelderMead NSGA2 SMSEMOA", "pymoo"),
    }
)


def registry() -> dict[str, Entry]:
    """Collect all named optimizers, of Optimeter and of installed packages.

    Raises
    ------
    InvalidValueError
        If two packages announce the same name, or one takes a name of Optimeter.
    """
    from importlib import metadata  # noqa: PLC0415 - slow, and not for our own names

    found = dict(_BUILT_IN)
    owner = dict.fromkeys(found, "optimeter")
    for point in metadata.entry_points(group=GROUP):
        package = point.dist.name if point.dist is not None else point.value
        if point.name in found:
            message = (
                f"the optimizer {point.name!r} is announced twice: by {owner[point.name]} and by "
                f"{package}; uninstall one of them"
            )
            raise InvalidValueError(message)
        found[point.name] = Entry(point.value, ours=False)
        owner[point.name] = package
    return found


def find_entry(name: str) -> Entry | None:
    """Find the optimizer of that name; Optimeter's go first, so that nothing can take their place.

    What other packages announce is looked up only for a name that is not one of Optimeter's.
    """
    return _BUILT_IN.get(name) or registry().get(name)


def optimizer_names() -> tuple[str, ...]:
    """Names of all optimizers that `om.run` and ``optimeter run`` know.

    Examples
    --------
    >>> from optimeter.experiment import optimizer_names
    >>> "random-search" in optimizer_names(), "scipy:Nelder-Mead" in optimizer_names()
    (True, True)
    """
    return tuple(registry())


def optimizer_by_name(name: str) -> Callable[..., Any]:
    """Load the optimizer of that name; an unknown one is an error that suggests the nearest."""
    entry = find_entry(name)
    if entry is not None:
        if entry.package:
            package(entry.package, "this optimizer")
        return check_optimizer(entry.load())
    also = ", or a callable as package.module:callable or path/to/file.py:callable"
    raise unknown_name(name, registry(), "optimizer", also=also, suggestions=3)
