"""The arguments of `om.run` that many experiments can share, with their types."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypedDict

from optimeter.experiment.backends import ClusterClient
from optimeter.experiment.progress import Progress

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from optimeter._core import OptionKeywords

__all__ = ["Isolated", "OnError", "RunKeywords"]

OnError = Literal["nan", "raise"] | float
"""What becomes of an evaluation in which an own function fails."""

Isolated = Literal[True, False, "weak"]
"""Whether the optimizer is kept apart from the problem and from this process."""


class RunKeywords(TypedDict, total=False):
    """Those arguments of `run` that can be the same for many experiments."""

    workers: int
    seed: int
    restarts: bool
    trials: int
    time_limit: float | None
    format: Literal["coco", "ioh"]
    executor: "Executor | ClusterClient | None"
    shard: str | Sequence[int] | None
    retry_failed: bool
    accept_changed_source: bool
    checkpoint_every: float
    costs: bool
    on_error: OnError
    isolated: Isolated
    limits: Mapping[str, object] | None
    progress: bool | Progress | None


if TYPE_CHECKING:

    class ExperimentKeywords(RunKeywords, OptionKeywords, total=False):
        """The same, and the options of the formats."""
