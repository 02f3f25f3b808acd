"""Optimizers that are ready by name, and how others are found."""

from optimeter.experiment.optimizers.lookup import find_optimizer, resolve_optimizer
from optimeter.experiment.optimizers.registry import optimizer_names

__all__ = ["find_optimizer", "optimizer_names", "resolve_optimizer"]
