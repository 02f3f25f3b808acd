"""Contract tests for optimizers, suites, readers of data and executors of your own."""

from optimeter.testing.executors import ExecutorContract
from optimeter.testing.optimizers import AskTellContract, OptimizerContract
from optimeter.testing.readers import ReaderContract
from optimeter.testing.suites import SuiteContract

__all__ = [
    "AskTellContract",
    "ExecutorContract",
    "OptimizerContract",
    "ReaderContract",
    "SuiteContract",
]
