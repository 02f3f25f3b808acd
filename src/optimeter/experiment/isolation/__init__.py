"""Optimizers in processes that cannot reach the problem, the caller or the experiment."""

from optimeter.experiment.isolation.isolated_calls import Isolation, isolation
from optimeter.experiment.isolation.unread import Resolve, resolver

__all__ = ["Isolation", "Resolve", "isolation", "resolver"]
