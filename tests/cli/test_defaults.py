"""An option has one default: that of the function behind the command, and of all it is handed to."""

import inspect
from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Any

import pytest

import optimeter as om
from optimeter import measures
from optimeter.cli import compare, figure, report, run, site, timing
from optimeter.experiment import timing as measured
from optimeter.reports import report_data
from optimeter.reports.analysis.options import ReportOptions
from optimeter.reports.analysis.sources import prepared
from optimeter.reports.site import site as reports_site

FIELDS = {field.name: field.default for field in fields(ReportOptions)}
SAME = {
    "report": (report.command, om.report),
    "figure": (figure.command, prepared),
    "site": (site.command, reports_site),
    "run": (run.command, om.run),
    "timing": (timing.command, measured),
    "compare": (compare.command, measures.verdicts),
    "report_data": (report_data, om.report),
    "prepared": (prepared, report_data),
    "reports of a site": (reports_site, om.report),
}


def defaults(function: Callable[..., Any]) -> dict[str, Any]:
    """The defaults of a function; those that say that nothing was given are alike."""
    given = inspect.signature(function).parameters.values()
    found = {one.name: one.default for one in given if one.default is not inspect.Parameter.empty}
    return {name: None if value in ((), "") else value for name, value in found.items()}


@pytest.mark.parametrize("name", SAME)
def test_what_is_handed_on_has_the_same_default(name: str) -> None:
    here, there = map(defaults, SAME[name])
    common = {
        n for n in here.keys() & there.keys() if n not in ("folder", "title", "progress", "suite")
    }
    assert common
    assert {n: str(here[n]) for n in common} == {n: str(there[n]) for n in common}


def test_options_of_a_report_have_the_defaults_of_the_function() -> None:
    there = defaults(om.report)
    known = {n: v for n, v in FIELDS.items() if v is not MISSING}
    assert {n: v or None for n, v in known.items()} == {n: there[n] for n in known}
