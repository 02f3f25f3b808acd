"""Optimeter measures black-box optimizers.

The whole public interface is on this page. Names are loaded when first used, so that importing
Optimeter costs little more than importing numpy.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from optimeter._core import set_threads
    from optimeter.data import Runs, archive
    from optimeter.data.load import load
    from optimeter.exceptions import OptimeterError, Stop
    from optimeter.experiment import run
    from optimeter.measures.ecdf import ecdf
    from optimeter.measures.ert import ert
    from optimeter.problems import Problem, Suite, problem, suites
    from optimeter.record import Observer
    from optimeter.reports import plot, report
    from optimeter.reports.comparison import compare
    from optimeter.reports.writing import figures

__version__ = "0.1.0"

__all__ = [
    "Observer",
    "OptimeterError",
    "Problem",
    "Runs",
    "Stop",
    "Suite",
    "__version__",
    "archive",
    "compare",
    "ecdf",
    "ert",
    "figures",
    "load",
    "plot",
    "problem",
    "report",
    "run",
    "set_threads",
    "suites",
]

# Where each public name lives.
_HOME = {
    "Observer": "optimeter.record",
    "OptimeterError": "optimeter.exceptions",
    "Problem": "optimeter.problems",
    "Runs": "optimeter.data",
    "Stop": "optimeter.exceptions",
    "Suite": "optimeter.problems",
    "archive": "optimeter.data",
    "compare": "optimeter.reports.comparison",
    "ecdf": "optimeter.measures",
    "ert": "optimeter.measures",
    "figures": "optimeter.reports.writing",
    "load": "optimeter.data",
    "plot": "optimeter.reports",
    "problem": "optimeter.problems",
    "report": "optimeter.reports",
    "run": "optimeter.experiment",
    "set_threads": "optimeter._core",
    "suites": "optimeter.problems",
}


_ROOMS = frozenset({"data", "experiment", "measures", "problems", "record", "reports"})


def __getattr__(name: str) -> object:
    if name in _ROOMS:
        return import_module(f"optimeter.{name}")
    home = _HOME.get(name)
    if home is None:
        message = f"module 'optimeter' has no attribute {name!r}"
        raise AttributeError(message)
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
