"""What makes an experiment this experiment: all that its data depend on."""

import functools
import hashlib
import inspect
import math
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass

import numpy as np

from optimeter.experiment.optimizers.lookup import FileOptimizer
from optimeter.experiment.plan import PART, Budget, Run, Shard, part_digest, plan_digest
from optimeter.experiment.source import SOURCE_TEXT, source_text
from optimeter.experiment.worker import Experiment
from optimeter.problems import Problem
from optimeter.record.options import plain_options

__all__ = ["FORMAT_VERSION", "describe", "optimizer_facts"]

FORMAT_VERSION = 1
"""Of the files that an experiment keeps beside its data. History: 1, the first."""


def describe(
    experiment: Experiment,
    plan: Sequence[Run],
    *,
    budget: Budget,
    trials: int,
    shard: Shard | None,
    part: Sequence[Run],
) -> dict[str, object]:
    """Describe an experiment; two with the same description have the same results.

    `part` are the runs of the plan that a folder is to hold: with a shard these are not all.

    The versions of libraries are not part of it: an experiment may be resumed after an update, and
    the provenance tells.
    """
    text = source_text(experiment.optimizer)
    # Named only where there are any: experiments without them stay what they were.
    also: dict[str, object] = {"costs": True} if experiment.costs else {}
    if experiment.on_error is None:
        also["on_error"] = "raise"
    elif not math.isnan(experiment.on_error):
        also["on_error"] = experiment.on_error
    if len(part) != len(plan):
        also[PART] = part_digest(part)
    if experiment.isolation is not None:
        also["isolated"] = experiment.isolation.facts
    if text is not None:
        also[SOURCE_TEXT] = text
    return {
        "optimeter_experiment": FORMAT_VERSION,
        "algorithm": experiment.options.algorithm,
        "optimizer": optimizer_facts(experiment.optimizer),
        "suite": _suite_facts(experiment.suite),
        "budget": _budget_facts(budget),
        "trials": trials,
        "restarts": experiment.restarts,
        "seed": experiment.seed,
        "time_limit": experiment.time_limit,
        "format": experiment.options.format,
        "options": plain_options(experiment.options),
        "runs": len(plan),
        "plan": plan_digest(plan),
        "shard": None if shard is None else f"{shard.number}/{shard.count}",
        **also,
    }


def optimizer_facts(optimizer: object) -> dict[str, object]:
    """Name, settings and a digest of the source of an optimizer.

    Where a file lies is none of them: parts of an experiment may be made on several machines.
    """
    settings: dict[str, object] = {}
    source = None
    if isinstance(optimizer, FileOptimizer):
        source, optimizer = optimizer.source, optimizer.load()
    while isinstance(optimizer, functools.partial):
        settings = {**{key: _plain(value) for key, value in optimizer.keywords.items()}, **settings}
        if optimizer.args:
            settings["arguments"] = _plain(optimizer.args)
        optimizer = optimizer.func
    if is_dataclass(optimizer) and not isinstance(optimizer, type):
        names = [field.name for field in fields(optimizer) if field.compare]
        values = {name: getattr(optimizer, name) for name in names}
        settings = {**{key: _plain(value) for key, value in values.items()}, **settings}
    defined = optimizer if hasattr(optimizer, "__qualname__") else type(optimizer)
    facts: dict[str, object] = {"name": str(getattr(defined, "__qualname__", defined))}
    if settings:
        facts["settings"] = settings
    module = str(getattr(defined, "__module__", ""))
    if not module.startswith("optimeter."):
        facts["source"] = source or _source_digest(defined)
    return facts


def _budget_facts(budget: Budget) -> str | float:
    """Describe a budget; JSON has no infinity."""
    if callable(budget):
        return "a function of the problem"
    return "unlimited" if float(budget) == math.inf else float(budget)


def _source_digest(defined: object) -> str | None:
    """Digest of the source text; None where there is none, as for compiled code."""
    try:
        source = inspect.getsource(defined)  # type: ignore[arg-type]
    except (OSError, TypeError):
        return None
    return hashlib.sha256(source.encode()).hexdigest()[:16]


def _suite_facts(suite: Sequence[Problem]) -> dict[str, object]:
    name = getattr(suite, "name", "")
    facts: dict[str, object] = {"name": str(name), "problems": len(suite)}
    for key in ("functions", "dimensions", "instances"):
        numbers = getattr(suite, key, None)
        if numbers is not None:
            facts[key] = ",".join(map(str, numbers))
    return facts


def _plain(value: object) -> object:
    """Turn a setting into JSON without traces of this process, such as addresses."""
    if isinstance(value, np.generic | np.ndarray):
        value = value.tolist()
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, Sequence):
        return [_plain(item) for item in value]
    if callable(value):
        return str(getattr(value, "__qualname__", type(value).__qualname__))
    text = repr(value)
    return type(value).__qualname__ if " at 0x" in text else text
