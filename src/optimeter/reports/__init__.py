"""How results are shown: an interactive page, figures and tables for papers.

Everything is drawn from one `ReportData` object that `optimeter.measures` computed.
"""

from optimeter.reports import plot
from optimeter.reports.computing import compute
from optimeter.reports.model import Profile, ReportData, SuiteReport
from optimeter.reports.options import ReportOptions
from optimeter.reports.paper import FIGURES, draw_figure, paper_figures
from optimeter.reports.writing import Report, figures, report, report_data

__all__ = [
    "FIGURES",
    "Profile",
    "Report",
    "ReportData",
    "ReportOptions",
    "SuiteReport",
    "compute",
    "draw_figure",
    "figures",
    "paper_figures",
    "plot",
    "report",
    "report_data",
]
