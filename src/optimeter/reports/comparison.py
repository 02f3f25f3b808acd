"""`om.compare`: recorded data, algorithm against algorithm."""

import inspect
from collections.abc import Mapping
from typing import Any, Never

from optimeter._arguments import Selection, unknown_name
from optimeter.data.costs import Cost
from optimeter.data.quality import Optimum
from optimeter.exceptions import InvalidTypeError
from optimeter.experiment import run
from optimeter.measures import Verdicts, verdicts
from optimeter.measures.targets import TargetsLike
from optimeter.problems import Problem, Suite
from optimeter.reports.analysis.sources import Source, loaded

__all__ = ["compare"]


def compare(
    *data: Source,
    targets: TargetsLike | None = None,
    functions: Selection | None = None,
    dimensions: Selection | None = None,
    confidence: float = 0.95,
    cost: Cost | None = None,
    maximize: bool | None = None,
    optimum: Optimum | None = None,
    own_instances: bool | None = None,
    **others: Never,
) -> Verdicts:
    """Compare recorded data: say of every pair of algorithms which one is ahead, and how sure that is.

    Parameters
    ----------
    *data
        Folders, archives or files, ``"archive:NAME"``, results of `om.run`, or `Runs`.
    targets, functions, dimensions, confidence, cost
        As for `optimeter.measures.verdicts`.
    maximize, optimum, own_instances
        As for `om.load`.
    **others
        None: optimizers are run by `om.run`, with the options of an experiment.

    Returns
    -------
    Verdicts
        One row per pair of algorithms, suite and dimension.

    Examples
    --------
    >>> import tempfile
    >>> import optimeter as om
    >>> suite = om.Suite("bbob", functions=[1, 2], dimensions=2)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     results = om.run(["cma", "random-search"], suite, budget=100, folder=folder)
    ...     table = om.compare(*results.values())
    >>> table.first, table.claim, table.second
    (array(['cma'], dtype=object), array(['ahead'], dtype=object), array(['random-search'], dtype=object))
    """
    of_run = inspect.signature(run).parameters
    if set(others) & set(of_run) or any(map(_is_of_experiment, data)):
        message = (
            "om.compare compares recorded data; om.run runs optimizers, one or several: "
            "om.run({'a': ..., 'b': ...}, suite, budget=..., folder=...), and om.compare takes what "
            "that recorded: om.compare(*results.values())"
        )
        raise InvalidTypeError(message)
    if others:
        accepted = [name for name in inspect.signature(compare).parameters if name != "others"][1:]
        raise unknown_name(next(iter(others)), accepted, "argument", where=" of a comparison")
    quality = {"maximize": maximize, "optimum": optimum, "own_instances": own_instances}
    return verdicts(
        loaded(data, **quality),
        targets,
        functions=functions,
        dimensions=dimensions,
        confidence=confidence,
        cost=cost,
    )


def _is_of_experiment(given: Any) -> bool:
    """Whether this is for `om.run`: optimizers or a suite."""
    if isinstance(given, Suite | Problem | Mapping) or callable(given):
        return True
    several = isinstance(given, list | tuple) and len(given) > 0
    return several and all(isinstance(one, str | Suite | Problem) or callable(one) for one in given)
