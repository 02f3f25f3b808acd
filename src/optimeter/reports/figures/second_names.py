"""What our figures and tables are called in COCO and in IOHprofiler.

The page shows these names beside its captions, and the glossary of the documentation is made from
them, so that whoever knows a word of the field finds what it means here.
"""

from dataclasses import dataclass

from optimeter.reports.analysis.model import SuiteReport
from optimeter.reports.figures.captions import captions

__all__ = ["SECOND_NAMES", "SecondNames", "page_captions"]


@dataclass(frozen=True, slots=True)
class SecondNames:
    """A figure or table under its names.

    Attributes
    ----------
    ours : str
    coco, ioh : str
        In COCO and in IOHprofiler, with commas between several; empty where there is none.
    """

    ours: str
    coco: str = ""
    ioh: str = ""

    def __str__(self) -> str:
        there = ((self.coco, "COCO"), (self.ioh, "IOHprofiler"))
        return "; ".join(f"{names} ({platform})" for names, platform in there if names)


# By the key of the caption; what has one name in the whole field has no entry.
SECOND_NAMES = {
    "ecdf": SecondNames(
        "runtime profile (ECDF)",
        "ECDF of runtimes, runtime distribution, data profile, pprldmany",
        "aggregated cumulative distribution of runtimes, ECDF over function–target pairs",
    ),
    "budget_ecdf": SecondNames(
        "runtime profile to targets by budget", "ECDF with runlength-based targets"
    ),
    "ert": SecondNames(
        "expected runtime (ERT)", "aRT, average runtime", "expected runtime, fixed-target view"
    ),
    "table": SecondNames("ERT table", "aRT table, pptables", "data summary of runtimes"),
    "scaling": SecondNames("scaling", "aRT against dimension, ppfigdim, ppfigs"),
    "convergence": SecondNames(
        "convergence", "vertical view, ppconv", "expected target value, fixed-budget view"
    ),
    "single_runs": SecondNames("single runs", "", "runs of the expected target value"),
    "run_lengths": SecondNames(
        "run-length distribution",
        "ECDF of run lengths, pprldistr",
        "cumulative distribution of runtimes to one target",
    ),
    "qualities": SecondNames(
        "distribution of precisions",
        "ECDF of Δf, ppfvdistr",
        "cumulative distribution of function values",
    ),
    "runtime_density": SecondNames("density of runtimes", "", "probability mass function"),
    "value_density": SecondNames("density of values", "", "probability density function"),
    "front_quality": SecondNames(
        "fronts over time", "", "indicator over time, plot_indicator_over_time"
    ),
    "positions": SecondNames("positions", "", "parallel coordinates of the search space"),
    "loss": SecondNames("loss ratio", "ERT loss ratio, pplogloss"),
    "scatter": SecondNames("scatter plot", "ppscatter"),
    "ratios": SecondNames("runtime ratios", "ECDF of run-length ratios, pprldistr2"),
}


def page_captions(suite: SuiteReport) -> dict[str, str]:
    """Return the captions of the page: with the names that readers may know from elsewhere.

    Examples
    --------
    >>> print(SECOND_NAMES["loss"])
    ERT loss ratio, pplogloss (COCO)
    """
    return {
        key: f"{text} Also called: {SECOND_NAMES[key]}." if key in SECOND_NAMES else text
        for key, text in captions(suite).items()
    }
