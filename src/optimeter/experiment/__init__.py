"""How an optimizer is run on a suite: plan, workers, journal, resuming."""

from optimeter._core import Outcome, Status
from optimeter.experiment.contract import Optimizer, handles
from optimeter.experiment.following import Cell, Follower, Situation
from optimeter.experiment.isolation.limits import Limits
from optimeter.experiment.merge import merge
from optimeter.experiment.optimizers import find_optimizer, optimizer_names
from optimeter.experiment.plan import Run
from optimeter.experiment.programs import Program
from optimeter.experiment.runner import run
from optimeter.experiment.several import ExperimentResults
from optimeter.experiment.status import ExperimentStatus, experiment_status
from optimeter.experiment.summary import ExperimentResult
from optimeter.experiment.timing import Timing, TimingRow, timing

__all__ = [
    "Cell",
    "ExperimentResult",
    "ExperimentResults",
    "ExperimentStatus",
    "Follower",
    "Limits",
    "Optimizer",
    "Outcome",
    "Program",
    "Run",
    "Situation",
    "Status",
    "Timing",
    "TimingRow",
    "experiment_status",
    "find_optimizer",
    "handles",
    "merge",
    "optimizer_names",
    "run",
    "timing",
]
