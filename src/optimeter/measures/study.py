"""One suite on its target scale, with everything that its results are made of: decided once, here."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

import numpy as np

from optimeter.data.runs import Runs
from optimeter.exceptions import DataError, InvalidValueError
from optimeter.measures.choosing import SUITE_REFERENCE, ChosenReference, reference_for
from optimeter.measures.gaps import ValueRanges, as_values, is_gaps, value_ranges
from optimeter.measures.references import Reference
from optimeter.measures.run_length_targets import ECDF_BUDGETS, run_length_targets
from optimeter.measures.scale import on_scale
from optimeter.measures.suites import SuiteSettings, settings_of
from optimeter.measures.targets import Targets, suite_targets
from optimeter.measures.targets_left import targets_left
from optimeter.measures.words import number

__all__ = ["FEW", "GivenTargets", "Study", "target_on_scale"]

COLUMNS = 7  # targets of a table
FEW = 12  # algorithms up to which every pair is compared and every curve coloured

GivenTargets = tuple[float, ...] | Targets | str | None
"""Targets of a study: numbers, easiest first; a list per problem; or how those that come from the
data lie between the recorded values, by name."""


@dataclass(frozen=True, slots=True)
class Study:
    """Runs of one suite on a scale on which all its problems can be looked at together.

    It is decided from the runs of all algorithms, in this order: how values are judged, the scale,
    the targets, the reference.

    Attributes
    ----------
    runs : Runs
        As measured; with gaps, or with the share of given targets that are left, in place of values
        of an unknown optimum.
    loaded : Runs
        As measured.
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
    algorithms : tuple of str
        Those with runs on the instances that count.
    background : tuple of str
        Algorithms that are only drawn, behind the others, and compete with nobody.
    sets : tuple of pairs
        (dimensions, functions) that belong together.
    groups : mapping
        The functions of the data in every group of the suite.
    main_dimension : int
        The one shown first.
    reference : Reference or None
    budget_targets, budget_table_targets : Targets or None
        What the reference just fails to reach within small budgets, for profiles and tables.
    resamples, seed : int
        Behind bands and intervals.
    given : targets as users give them, or None
        In place of all these, where there is no choice for a reader to make.
    """

    runs: Runs
    loaded: Runs
    settings: SuiteSettings
    targets: Targets
    recorded: Runs | None = None
    names: Mapping[float, str] = field(default_factory=dict)
    ranges: ValueRanges | None = None
    algorithms: tuple[str, ...] = ()
    background: tuple[str, ...] = ()
    sets: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = ()
    groups: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    main_dimension: int = 0
    reference: Reference | None = None
    budget_targets: Targets | None = None
    budget_table_targets: Targets | None = None
    resamples: int = 200
    seed: int = 1
    given: Any = None

    @classmethod
    def of(
        cls,
        runs: Runs,
        *,
        targets: GivenTargets = None,
        reference: ChosenReference = SUITE_REFERENCE,
        background: tuple[str, ...] = (),
        resamples: int = 200,
        seed: int = 1,
    ) -> "Study":
        """Decide on everything for runs of one suite.

        Raises
        ------
        DataError
            If the data contradict each other, or a scale is asked for though the optimum is known,
            or no run is on an instance of the suite that counts.
        InvalidValueError
            If the targets given do not become harder.

        Examples
        --------
        >>> runs = Runs.from_arrays(function=1, dimension=2, offsets=[0, 3], optimum_known=False,
        ...     step_evaluations=[1, 5, 9], step_precision=[50, 10, 0])
        >>> study = Study.of(runs, targets="linear")
        >>> study.settings.gaps, study.runs.step_precision.tolist(), len(study.targets)
        (True, [1.0, 0.2, 0.0], 50)
        """
        study = replace(
            _judged(runs, targets), background=background, resamples=resamples, seed=seed
        )
        return _referred(_arranged(study), reference)

    @classmethod
    def as_given(cls, runs: Runs, targets: Any = None) -> "Study":
        """Decide on the scale alone, for a single result: targets that are given stay what they are.

        Examples
        --------
        >>> runs = Runs.from_arrays(function=1, dimension=2, offsets=[0, 3], optimum_known=False,
        ...     step_evaluations=[1, 5, 9], step_precision=[50, 10, 0])
        >>> Study.as_given(runs).settings.gaps, Study.as_given(runs, "10,1").given
        (True, '10,1')
        """
        seen, given = on_scale(runs, targets)
        settings = settings_of(seen)
        return cls(seen, runs, settings, suite_targets(settings), given=given)

    def without_runs(self) -> "Study":
        """Return what was decided, and the names of the algorithms: what results are told by."""
        none = self.runs[:0]
        return replace(
            self, runs=none, loaded=none, recorded=None if self.recorded is None else none
        )

    @property
    def competing(self) -> tuple[str, ...]:
        """The algorithms that are compared."""
        return tuple(name for name in self.algorithms if name not in self.background)

    @property
    def many(self) -> bool:
        """Whether the algorithms are too many to show each of them in full; background counts."""
        return len(self.runs.algorithms) > FEW

    @property
    def table_targets(self) -> Targets:
        """The targets in the columns of tables of expected runtimes."""
        return suite_targets(self.settings, "comparison")

    def on_scale(self, target: float) -> float:
        """Return the number that results have for a target; where values were given, for that value."""
        return target_on_scale(target, self.names)

    def decided(self) -> dict[str, Any]:
        """Return what was decided, by name: all that results of given runs depend on besides."""
        data = ("runs", "loaded", "recorded", "algorithms", "background", "ranges", "given")
        names = [one.name for one in fields(self) if one.name not in (*data, "main_dimension")]
        return {name: getattr(self, name) for name in (*names, "many")}


def target_on_scale(target: float, names: Mapping[float, str]) -> float:
    """Return the number that results have for a target, where some have names."""
    return next((value for value, name in names.items() if name == number(target)), target)


def _judged(runs: Runs, given: GivenTargets) -> Study:
    """Put runs on the scale of their targets."""
    if is_gaps(runs):
        message = (
            "the values of these runs are gaps already; a study needs them as they were loaded"
        )
        raise DataError(message)
    settings = settings_of(runs)
    recorded = None if settings.quality.own_instances else runs
    values = given is not None and not isinstance(given, str)
    if settings.gaps and values:
        return _with_given(runs, settings, _fixed(given, settings), recorded)
    if isinstance(given, str) and given != "relative" and not settings.gaps:
        message = (
            f"targets={given!r} lie between the recorded values of problems without a known "
            f"optimum; that of suite {settings.name!r} is known"
        )
        raise DataError(message)
    seen, _ = on_scale(runs, given)
    if seen is runs:
        targets = _fixed(given, settings)
        _check_precisions(targets, settings)
        own = _with_own(settings, given) if isinstance(given, tuple) else settings
        return Study(runs, runs, own, targets)
    # A published reference knows nothing of the targets that lie between the values of these runs.
    judged = replace(
        settings_of(seen),
        quality=settings.quality,
        reference=settings.reference if settings.gaps else None,
    )
    ranges = value_ranges(as_values(runs))
    return Study(seen, runs, judged, suite_targets(judged), recorded, ranges=ranges)


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
) -> Study:
    """Put runs on the share of given targets that are left: the scale of all problems."""
    seen, left = targets_left(runs, targets)
    if targets.values.ndim == 1:
        names = {q: number(float(v)) for q, v in zip(left, targets.values.tolist(), strict=True)}
    else:
        names = {q: f"{place}. of {len(left)}" for place, q in enumerate(left, 1)}
    wanted = Targets.fixed(left, targets.label)
    judged = replace(_with_own(settings, left), grid=replace(settings.grid, listed=left))
    return Study(seen, runs, judged, wanted, recorded, names=names)


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


def _arranged(study: Study) -> Study:
    """Say which algorithms, dimensions and functions there are, and how they belong together."""
    runs, settings = _on_instances(study.runs, study.settings), study.settings
    held = np.unique(runs.algorithm_codes)
    by_functions: dict[tuple[int, ...], list[int]] = {}
    for d in np.unique(runs.dimension).tolist():
        members = tuple(np.unique(runs.function[runs.dimension == d]).tolist())
        by_functions.setdefault(members, []).append(d)
    present = set(np.unique(runs.function).tolist())
    return replace(
        study,
        algorithms=tuple(name for code, name in enumerate(runs.algorithms) if code in held),
        sets=tuple((tuple(ds), members) for members, ds in by_functions.items()),
        groups={
            name: tuple(f for f in members if f in present)
            for name, members in settings.groups.items()
            if present & set(members)
        },
        main_dimension=_main_dimension(study.runs, settings),
    )


def _on_instances(runs: Runs, settings: SuiteSettings) -> Runs:
    """Return the runs on the instances of the suite that count."""
    if settings.instances is None:
        return runs
    counted = np.isin(runs.instance, (0, *settings.instances))
    if not counted.any():
        message = f"no runs on the instances {settings.instances} of suite {settings.name!r}"
        raise DataError(message)
    return runs if counted.all() else runs[counted]


def _main_dimension(runs: Runs, settings: SuiteSettings) -> int:
    """Return the dimension shown first: the largest one of the suite's tables all data hold.

    Dimensions with fewer functions than others, as in sets with one dimension per function, are
    passed over.
    """
    held: dict[int, tuple[int, int]] = {}
    for d in np.unique(runs.dimension).tolist():
        here = runs.dimension == d
        codes, functions = runs.algorithm_codes[here], runs.function[here]
        held[d] = (len(np.unique(codes)), len(np.unique(functions)))
    full = [d for d in held if held[d] == max(held.values())]
    usual = [d for d in full if d in settings.table_dimensions]
    return usual[-1] if usual else full[len(full) // 2]


def _referred(study: Study, chosen: ChosenReference) -> Study:
    """Choose the reference, and the targets that it just fails to reach within small budgets."""
    reference = reference_for(_on_instances(study.runs, study.settings), chosen)
    study = replace(study, reference=reference)
    if reference is None or study.settings.gaps or not _covers(reference, study):
        return study
    return replace(
        study,
        budget_targets=run_length_targets(reference, ECDF_BUDGETS, different=False),
        budget_table_targets=run_length_targets(reference),
    )


def _covers(reference: Reference, study: Study) -> bool:
    """Say whether the reference holds every problem of the data."""
    return all(
        reference.has(np.array(functions), np.full(len(functions), d)).all()
        for dimensions, functions in study.sets
        for d in dimensions
    )
