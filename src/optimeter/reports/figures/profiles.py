"""Runtime profiles: of one set of functions, by group, function, dimension, of one algorithm."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from optimeter.exceptions import DataError
from optimeter.measures import Steps
from optimeter.measures.of_parts import PROFILES
from optimeter.measures.scope import FIXED, TargetSet
from optimeter.measures.thinning import Profile
from optimeter.reports.analysis.model import FunctionSet, SuiteReport
from optimeter.reports.analysis.words import percent, ranges
from optimeter.reports.figures.common import (
    FRAME,
    SHADES,
    SHADES_DARK,
    SURE,
    algorithms_of,
    crowd_of,
    different_sets,
    one_of,
    reference_of,
    set_title,
    spread,
    stepped,
)
from optimeter.reports.figures.description import (
    Axis,
    Band,
    End,
    Figure,
    Line,
    Mark,
    Panel,
    Points,
    Series,
    Told,
)

__all__ = [
    "ecdf",
    "ecdf_algorithm",
    "ecdf_dimensions",
    "ecdf_functions",
    "ecdf_group_functions",
    "ecdf_groups",
]


GROUP = replace(FRAME, role="group", label="the group")


def profile_marks(
    suite: SuiteReport, *, dimension: int, group: str, targets: TargetSet, bands: bool
) -> tuple[Mark, ...]:
    """Return the profiles of one panel: the reference, the crowd, the featured algorithms."""
    profiles = suite.profiles(dimension=dimension, group=group, targets=targets)
    marks: list[Mark] = []
    reference = suite.reference_profile(dimension=dimension, group=group, targets=targets)
    if reference is not None and profiles:
        key = reference_of(suite).key
        low, end = _window(suite)
        marks.append(stepped(key, reference.steps, low, end, width=2.0, alpha=0.8))
        height = _height(reference.steps)
        marks.append(End(key, height, f"{percent(height)}  {suite.reference}"))
    found = {profile.algorithm: profile for profile in profiles}
    marks += [
        stepped(series.key, found[series.label].steps, *_window(suite), width=0.4)
        for series in crowd_of(suite)
        if series.label in found
    ]
    for series in (s for s in algorithms_of(suite) if s.label in found):
        marks += _profile(suite, series.key, found[series.label], bands=bands)
    return tuple(marks)


def _profile(
    suite: SuiteReport,
    key: str,
    profile: Profile,
    *,
    bands: bool = False,
    width: float = 1.0,
    about: str = "",
) -> Iterable[Mark]:
    """Describe one profile: sure up to the cross, dashed beyond.

    `about` is said before what pointing at it tells.
    """
    steps, (low, end) = profile.steps, _window(suite)
    if bands and profile.band is not None:
        # Where all runs have done the same, the curve lies on the frame, and an interval would fill it.
        share = profile.at(profile.band.x)
        differ = (share > 0) & (share < 1)
        if differ.any():
            band = profile.band
            yield Band(key, band.x[differ], band.low[differ], band.high[differ])
    within = steps.x <= profile.budget
    inner = Steps(steps.x[within], steps.y[within])
    reading = about + _told(suite).reading
    own = reading if about else ""  # else it is the panel's
    yield stepped(key, inner, low, min(profile.budget, end), width=width, reading=own)
    if profile.budget < end:
        level = float(steps.at(profile.budget))
        last = max(_height(steps), level)
        x = np.concatenate([[profile.budget], steps.x[~within], [end]])
        y = np.concatenate([[level], steps.y[~within], [last]])
        reading += ", by simulated restarts" * _restarted(suite)
        yield Line(key, x, y, steps=True, width=0.6 * width, dash="short", reading=reading)
        failed = f"{about}median length of unsuccessful runs: {{x}}·D"
        yield Points(key, [profile.budget], [level], marker="x-thin", reading=failed)
    height = _height(steps)
    note = f" ({len(profile.missing)} missing)" if profile.missing else ""
    yield End(key, height, f"{_shares(profile, height)}  {profile.algorithm}{note}")


def _curve(suite: SuiteReport, key: str, profile: Profile, **options: Any) -> list[Mark]:
    """Describe one profile without a name at its end."""
    marks = _profile(suite, key, profile, **options)
    return [mark for mark in marks if not isinstance(mark, End)]


def _height(steps: Steps) -> float:
    """Return where a profile ends: at zero if nothing is solved."""
    return float(steps.y[-1]) if len(steps) else 0.0


def _shares(profile: Profile, height: float) -> str:
    """Write the share solved within the runs, and that in the end if it is another one."""
    within, beyond = percent(profile.recorded), percent(height)
    return beyond if within == beyond else f"{within.removesuffix(' %')} → {beyond}"


def _restarted(suite: SuiteReport) -> bool:
    """Say whether what is beyond the cross rests on simulated restarts."""
    return suite.settings.uniform_instances


def _window(suite: SuiteReport) -> tuple[float, float]:
    """Return the budgets that profiles are drawn for."""
    windows = suite.results[PROFILES].window  # all of them are alike
    if not len(windows):
        message = f"{suite.name} has no targets for the functions and dimensions of the data"
        raise DataError(message)
    low, high = windows.flat[:2].tolist()
    return 10.0**low, 10.0**high


def _series(suite: SuiteReport) -> tuple[Series, ...]:
    reference = (reference_of(suite),) if suite.reference else ()
    return (*algorithms_of(suite), *reference, *crowd_of(suite))


def _axes(suite: SuiteReport, *, short: bool) -> tuple[Axis, Axis]:
    word = "dim." if short else "dimension"
    x = Axis(f"{suite.evaluations_word} / {word}", *_window(suite))
    done = "reached" if suite.settings.gaps else "solved"
    return x, Axis(done if short else f"{suite.deed.pairs} {done}", scale="share")


def _told(suite: SuiteReport) -> Told:
    """Return what pointing at a profile tells."""
    done = "reached" if suite.settings.gaps else "solved"
    reading = f"{{y}} of {suite.deed.pairs} {done} within {{x}}·D {suite.evaluations_word}"
    return Told(reading, SURE)


def ecdf(
    suite: SuiteReport,
    *,
    dimension: int,
    group: str = "all",
    targets: TargetSet = FIXED,
    bands: bool = False,
) -> Figure:
    """Describe the runtime profiles of one set of functions in one dimension."""
    marks = profile_marks(suite, dimension=dimension, group=group, targets=targets, bands=bands)
    title = f"{suite.name}, {set_title(suite, group)}, D = {dimension}"
    panel = Panel("", *_axes(suite, short=False), marks, told=_told(suite))
    return Figure(title, _series(suite), (panel,), aspect=0.62)


def _by_set(
    suite: SuiteReport, sets: list[FunctionSet], dimension: int, *, targets: TargetSet, bands: bool
) -> Figure:
    axes = _axes(suite, short=True)
    panels = [
        Panel(
            entry.title,
            *axes,
            profile_marks(
                suite, dimension=dimension, group=entry.key, targets=targets, bands=bands
            ),
            told=_told(suite),
        )
        for entry in sets
    ]
    columns = 4 if len(sets) == 4 or len(sets) > 7 else 3  # none alone in a second row
    title = f"{suite.name}, D = {dimension}"
    return Figure(title, _series(suite), tuple(panels), columns=columns, aspect=0.78)


def ecdf_groups(
    suite: SuiteReport, *, dimension: int, targets: TargetSet = FIXED, bands: bool = False
) -> Figure:
    """Describe a panel for all functions and one per group."""
    return _by_set(suite, different_sets(suite), dimension, targets=targets, bands=bands)


def ecdf_functions(
    suite: SuiteReport, *, dimension: int, targets: TargetSet = FIXED, bands: bool = False
) -> Figure:
    """Describe a panel per function."""
    sets = list(suite.of_kind("function"))
    return _by_set(suite, sets, dimension, targets=targets, bands=bands)


def ecdf_dimensions(
    suite: SuiteReport, *, group: str = "all", targets: TargetSet = FIXED, bands: bool = False
) -> Figure:
    """Describe a panel per dimension for one set of functions."""
    axes = _axes(suite, short=True)
    panels = [
        Panel(
            f"D = {d}",
            *axes,
            profile_marks(suite, dimension=d, group=group, targets=targets, bands=bands),
            told=_told(suite),
        )
        for d in suite.dimensions
    ]
    title = f"{suite.name}, {set_title(suite, group)}"
    return Figure(title, _series(suite), tuple(panels), columns=3, aspect=0.78)


def ecdf_algorithm(
    suite: SuiteReport, *, algorithm: str | None = None, targets: TargetSet = FIXED
) -> Figure:
    """Describe one algorithm: a panel per group of functions, a curve per dimension."""
    name = one_of(suite, algorithm)
    colours = spread("dimension", [f"D = {d}" for d in suite.dimensions])
    series = dict(zip(suite.dimensions, colours, strict=True))
    panels = [
        Panel(
            entry.title,
            *_axes(suite, short=True),
            tuple(
                mark
                for profile in suite.results[PROFILES].where(
                    algorithm=name, group=entry.key, targets=targets
                )
                for mark in _curve(suite, series[profile.dimension].key, profile)
            ),
            told=_told(suite),
        )
        for entry in different_sets(suite)
    ]
    title = f"{suite.name}, {name}"
    return Figure(title, tuple(series.values()), tuple(panels), columns=3, aspect=0.78)


def _numbered(entry: FunctionSet) -> str:
    """Return the title of a set of functions with their numbers."""
    numbers = f"f{ranges(entry.functions)}"
    return entry.title if f"({numbers})" in entry.title else f"{entry.title}, {numbers}"


def ecdf_group_functions(
    suite: SuiteReport,
    *,
    dimension: int,
    algorithm: str | None = None,
    targets: TargetSet = FIXED,
) -> Figure:
    """Describe one algorithm: a panel per group, a curve per function beside the group's own."""
    name = one_of(suite, algorithm)
    here = suite.results[PROFILES].where(algorithm=name, dimension=dimension, targets=targets)
    found = {profile.group: profile for profile in here}
    sets = different_sets(suite)
    groups = [entry for entry in sets if entry.kind == "group"] or sets
    most = max(len(entry.functions) for entry in groups)
    places = [f"{place}. function" for place in range(1, most + 1)]
    members = spread("function", places, SHADES, SHADES_DARK)
    panels = []
    for entry in groups:
        marks: list[Mark] = []
        for series, function in zip(members, entry.functions, strict=False):
            if profile := found.get(f"f{function}"):
                marks += _curve(suite, series.key, profile, width=0.7, about=f"f{function}: ")
        if profile := found.get(entry.key):
            marks += _curve(suite, GROUP.key, profile, width=1.7)
        panels.append(
            Panel(
                _numbered(entry),
                *_axes(suite, short=True),
                tuple(marks),
                told=_told(suite),
            )
        )
    title = f"{suite.name}, {name}, D = {dimension}"
    return Figure(title, (*members, GROUP), tuple(panels), columns=3, aspect=0.78)
