"""What the values of a suite's runs are in a report, and where their targets come from."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from optimeter.data.runs import Runs
from optimeter.exceptions import DataError, InvalidValueError
from optimeter.measures import (
    GapScale,
    SuiteSettings,
    Targets,
    ValueRanges,
    gaps,
    settings_of,
    suite_targets,
    value_ranges,
)
from optimeter.measures.gaps import as_values
from optimeter.measures.targets_left import targets_left
from optimeter.reports.analysis.options import GivenTargets
from optimeter.reports.analysis.words import number

__all__ = ["Judged", "judge"]

COLUMNS = 7  # targets of a table
RELATIVE_TARGETS: GapScale = "relative"


@dataclass(frozen=True, slots=True)
class Judged:
    """Runs of one suite on a scale on which all its problems can be looked at together.

    Attributes
    ----------
    runs : Runs
        As measured; with gaps, or with the share of given targets that are left, in place of values
        of an unknown optimum.
    recorded : Runs or None
        With the values as recorded, where they mean something for a problem and are not in `runs`.
    settings : SuiteSettings
        With the quality of the data.
    targets : Targets
        Of the profiles, on the scale of `runs`.
    names : mapping from target to words
        Where the numbers on the scale of `runs` are no targets that anybody gave.
    ranges : ValueRanges or None
        Between which values the targets lie, where they come from the data.
    """

    runs: Runs
    settings: SuiteSettings
    targets: Targets
    recorded: Runs | None = None
    names: Mapping[float, str] = field(default_factory=dict)
    ranges: ValueRanges | None = None


def judge(runs: Runs, given: GivenTargets) -> Judged:
    """Return runs of one suite on the scale of their targets.

    Raises
    ------
    DataError
        If the data contradict each other, or a scale is asked for though the optimum is known.
    InvalidValueError
        If the targets given do not become harder.
    """
    settings = settings_of(runs)
    if given == RELATIVE_TARGETS and not settings.gaps:
        return _relative(runs, settings)
    if not settings.gaps:
        if isinstance(given, str):
            message = (
                f"targets={given!r} lie between the recorded values of problems without a known "
                f"optimum; that of suite {settings.name!r} is known"
            )
            raise DataError(message)
        targets = _fixed(given, settings)
        _check_precisions(targets, settings)
        own = _with_own(settings, given) if isinstance(given, tuple) else settings
        return Judged(runs, own, targets)
    recorded = None if settings.quality.own_instances else runs
    if given is None or isinstance(given, str):
        scale: GapScale | None = given  # type: ignore[assignment]  # checked by the options
        seen = gaps(runs, scale)
        judged = replace(settings_of(seen), quality=settings.quality)
        ranges = value_ranges(runs)
        return Judged(seen, judged, suite_targets(judged), recorded, ranges=ranges)
    return _with_given(runs, settings, _fixed(given, settings), recorded)


def _relative(runs: Runs, settings: SuiteSettings) -> Judged:
    """Return runs of problems with a known optimum by what any of them has reached, if so wanted."""
    seen = gaps(runs, RELATIVE_TARGETS)
    judged = replace(settings_of(seen), quality=settings.quality, reference=None)
    recorded = None if settings.quality.own_instances else runs
    ranges = value_ranges(as_values(runs))
    return Judged(seen, judged, suite_targets(judged), recorded, ranges=ranges)


def _fixed(given: GivenTargets, settings: SuiteSettings) -> Targets:
    """Return targets as they are given, checked; those of the suite for None."""
    if given is None or isinstance(given, str):
        return suite_targets(settings)
    if isinstance(given, Targets):
        return given
    harder = np.diff(given) < 0
    if settings.quality.maximize and settings.gaps:
        given = given[::-1] if harder.all() else given
        harder = np.diff(given) > 0
    if not harder.all():
        message = f"targets must be decreasing numbers, easiest first; got {given}"
        raise InvalidValueError(message)
    label = f"{len(given)} target{'s' * (len(given) > 1)}"
    if len(given) > 4:
        return Targets.fixed(given, f"{label} from {given[0]:.3g} to {given[-1]:.3g}")
    return Targets.fixed(given, f"{label}: " + ", ".join(f"{t:.3g}" for t in given))


def _check_precisions(targets: Targets, settings: SuiteSettings) -> None:
    """Refuse precisions that no run can reach, unless the suite has such targets itself."""
    hardest = float(targets.values.min())
    if hardest <= 0 < settings.grid.values().min():
        message = (
            "targets must be above 0, as they are distances to the optimum, which is known here; "
            f"got {hardest:g}"
        )
        raise InvalidValueError(message)


def _with_given(
    runs: Runs, settings: SuiteSettings, targets: Targets, recorded: Runs | None
) -> Judged:
    """Return runs by the share of given targets that are left: the scale of all problems."""
    seen, left = targets_left(runs, targets)
    if targets.values.ndim == 1:
        names = {q: number(float(v)) for q, v in zip(left, targets.values.tolist(), strict=True)}
    else:
        names = {q: f"{place}. of {len(left)}" for place, q in enumerate(left, 1)}
    wanted = Targets.fixed(left, targets.label)
    judged = replace(_with_own(settings, left), grid=replace(settings.grid, listed=left))
    return Judged(seen, judged, wanted, recorded, names=names)


def _with_own(settings: SuiteSettings, targets: tuple[float, ...]) -> SuiteSettings:
    """Return settings of which all tables and figures are for some targets, the easiest first."""
    places = np.linspace(0, len(targets) - 1, min(COLUMNS, len(targets))).round().astype(int)
    columns = tuple(targets[place] for place in np.unique(places).tolist())
    return replace(
        settings,
        table_targets=columns,
        comparison_targets=columns,
        scaling_targets=columns,
        distribution_targets=columns[-4:],
        scatter_targets=(np.inf, *targets),
        final_target=targets[-1],
    )
