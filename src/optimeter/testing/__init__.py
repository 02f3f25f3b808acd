"""Contract tests for optimizers, suites, readers of data, executors and results of your own."""

from optimeter.testing.executors import ExecutorContract
from optimeter.testing.optimizers import AskTellContract, OptimizerContract
from optimeter.testing.readers import ReaderContract
from optimeter.testing.results import ResultContract
from optimeter.testing.suites import SuiteContract

__all__ = [
    "AskTellContract",
    "ExecutorContract",
    "OptimizerContract",
    "ReaderContract",
    "ResultContract",
    "SuiteContract",
]
