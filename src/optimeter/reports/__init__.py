"""How results are shown: an interactive page, figures and tables for papers.

Everything is drawn from one `ReportData` object that `optimeter.measures` computed.
"""

from optimeter.measures.thinning import Profile
from optimeter.reports.analysis.computing import compute
from optimeter.reports.analysis.model import ReportData, SuiteReport
from optimeter.reports.analysis.options import ReportOptions
from optimeter.reports.figures import plot
from optimeter.reports.figures.files import draw_figure
from optimeter.reports.figures.kinds import FIGURES
from optimeter.reports.paper.figures import paper_figures
from optimeter.reports.site import Site, site
from optimeter.reports.writing import Report, report, report_data

__all__ = [
    "FIGURES",
    "Profile",
    "Report",
    "ReportData",
    "ReportOptions",
    "Site",
    "SuiteReport",
    "compute",
    "draw_figure",
    "paper_figures",
    "plot",
    "report",
    "report_data",
    "site",
]
