"""Verdicts: which of two algorithms is ahead, up to a budget that both ran, and how sure that is."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from optimeter._arguments import real
from optimeter.data.costs import Cost, counted
from optimeter.data.runs import Runs
from optimeter.exceptions import DataError
from optimeter.measures._problems import Dimensions, Functions, OnScale, choose
from optimeter.measures._table import Bool, Float, Int, Names, Table
from optimeter.measures.multiple_tests import holm
from optimeter.measures.targets import TargetsLike
from optimeter.measures.units import (
    APART,
    PAIRED,
    Sample,
    Units,
    averages,
    samples,
    shared,
    student,
)
from optimeter.measures.words import factor, number, percent

__all__ = ["Verdicts", "verdicts"]

TINY = 1e-24  # a variance of rounding errors
FEWEST = 3  # units below which there is no interval


@dataclass(frozen=True, slots=True, repr=False)
class Verdicts(Table):
    """Verdicts, one row per pair of algorithms and dimension.

    Attributes
    ----------
    first, second : (r,)
        The pair.
    suite, dimension : (r,)
    functions : (r,) int64
        Number of functions that both ran.
    budget : (r,) float64
        Evaluations per dimension up to which they are compared: as far as both went, which is for
        each the median length of its runs that missed a target. NaN where they are not compared.
    share_first, share_second, difference : (r,) float64
        Share of targets that each solves within the budget, in the mean over functions, targets and
        units, and the difference of the two.
    low, high : (r,) float64
        Confidence interval of the difference; with fewer than three units all that there may be,
        from −1 to 1.
    speed : (r,) float64
        How many times fewer evaluations the first one needs, in the geometric mean over all
        targets, where a target that is missed within the budget counts as the whole budget.
    speed_low, speed_high : (r,) float64
        Confidence interval of the speed; with fewer than three units from 0 to inf.
    claim : (r,)
        ``"ahead"`` or ``"behind"`` as said of the first one, ``"open"``, or ``"not comparable"``.
    basis : (r,)
        What the claim rests on: ``"share"``, ``"speed"``, ``"share and speed"``, or where the one
        that solves more is slower, ``"share, against speed"``. Empty without a claim.
    p_share, p_speed : (r,) float64
        P-values of the two differences, adjusted (Holm) for all rows of the suite.
    units : (r,) int64
        What the claim rests on: instances, or trials where there is one instance. The smaller
        number of the two algorithms.
    paired : (r,) bool
        Whether the algorithms are compared on the same instances, one by one.
    reason : (r,)
        Why nothing is claimed, or what to know of the claim; empty if nothing.
    """

    first: Names
    second: Names
    suite: Names
    dimension: Int
    functions: Int
    budget: Float
    share_first: Float
    share_second: Float
    difference: Float
    low: Float
    high: Float
    speed: Float
    speed_low: Float
    speed_high: Float
    claim: Names
    basis: Names
    p_share: Float
    p_speed: Float
    units: Int
    paired: Bool
    reason: Names

    def sentences(self) -> list[str]:
        """Return each row as a sentence.

        Examples
        --------
        >>> runs = Runs.from_arrays(
        ...     function=1, dimension=2, algorithm=["A"] * 5 + ["B"] * 5,
        ...     instance=[1, 2, 3, 4, 5] * 2, offsets=range(11), evaluations=200,
        ...     step_evaluations=[10, 12, 9, 11, 10, 90, 120, 110, 95, 100], step_precision=[0] * 10)
        >>> print(*verdicts(runs, [1]).sentences())
        In 2-D A needs 9.9× (8.4–12) fewer evaluations than B; they solve 100 % and 100 % of all \
targets within 100·D.
        """
        return [_sentence(row) for row in self.to_dicts()]


class _Estimate(NamedTuple):
    """A mean difference of units, with its interval and p-value."""

    mean: float
    low: float
    high: float
    p: float


NONE = _Estimate(np.nan, np.nan, np.nan, 1.0)
NOWHERE = -np.inf, np.inf  # an interval that says nothing


def verdicts(
    runs: Runs,
    targets: TargetsLike | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
    confidence: float = 0.95,
    cost: Cost | None = None,
) -> Verdicts:
    """Say of every pair of algorithms which one is ahead, dimension by dimension.

    Two things are compared, without simulated restarts and only as far as both algorithms went: the
    share of targets solved within that budget, and the speed on the way there. The one that solves
    more is ahead; where this is open, the one that is faster. A claim holds for all pairs and
    dimensions of a suite at once (Holm), while intervals are those of single rows.

    Parameters
    ----------
    runs, targets, functions, dimensions, cost
        As for `optimeter.ecdf`.
    confidence : float
        Of intervals and claims.

    Returns
    -------
    Verdicts

    Raises
    ------
    DataError
        If there are no two algorithms in one dimension of a suite.

    Examples
    --------
    >>> runs = Runs.from_arrays(
    ...     function=1, dimension=2, algorithm=["A"] * 5 + ["B"] * 5,
    ...     instance=[1, 2, 3, 4, 5] * 2, offsets=range(11), evaluations=200,
    ...     step_evaluations=[10, 12, 9, 11, 10, 90, 120, 110, 95, 100], step_precision=[0] * 10)
    >>> row = verdicts(runs, [1]).to_dicts()[0]
    >>> row["first"], row["claim"], row["second"], row["units"], round(row["speed"], 1)
    ('A', 'ahead', 'B', 5, 9.9)
    """
    confidence = real(confidence, "confidence", above=0, below=1)
    counting, unit = counted(runs, cost)
    tables = []
    for part in choose(counting, functions, dimensions):
        rows = list(_rows(OnScale.of(part, targets, "ecdf"), confidence, unit))
        if rows:
            tables.append(_claimed(_table(rows), confidence))
    if not tables:
        message = f"no two algorithms in one dimension of a suite among {list(runs.algorithms)}"
        raise DataError(message)
    return Verdicts.concatenate(tables)


def _rows(scaled: OnScale, confidence: float, unit: float) -> Iterator[dict[str, Any]]:
    by_dimension: dict[int, list[Sample]] = {}
    for block in scaled.problems(apart=True):
        for sample in samples(block):
            by_dimension.setdefault(sample.dimension, []).append(sample)
    apart = scaled.settings.quality.own_instances
    for d in sorted(by_dimension):
        for first, second in combinations(by_dimension[d], 2):
            yield _row(first, second, shared(first, second, apart=apart), confidence, unit)


def _row(
    first: Sample, second: Sample, units: Units, confidence: float, unit: float
) -> dict[str, Any]:
    """Return what is known of a pair, with the two p-values and no claim yet."""
    row: dict[str, Any] = {
        "first": first.algorithm,
        "second": second.algorithm,
        "suite": first.suite,
        "dimension": first.dimension,
        "functions": len(units.functions),
        "units": units.number,
        "paired": units.paired,
    }
    unknown = ("budget", "share_first", "share_second")
    if not len(units.functions) or not units.number:
        nothing = "no function in common" if not len(units.functions) else "no instance complete"
        return row | dict.fromkeys(unknown, np.nan) | _said(NONE, NONE) | {"reason": nothing}
    sides = [
        _restricted(sample, units.functions, names)
        for sample, names in ((first, units.first), (second, units.second))
    ]
    budget = min(side.reach for side in sides)
    if np.isinf(budget):  # all runs reached everything
        budget = max(side.longest for side in sides)
    solved, logs = zip(*(_outcomes(side, budget) for side in sides), strict=True)
    finest = len(units.functions) * sides[0].times.shape[1]
    share = [
        averages(side, values, units.functions, names)
        for side, values, names in zip(sides, solved, (units.first, units.second), strict=True)
    ]
    spent = [
        averages(side, values, units.functions, names)
        for side, values, names in zip(sides, logs, (units.first, units.second), strict=True)
    ]
    span = max(np.log10(budget), 1.0)
    row |= {
        "budget": budget * unit,
        "share_first": float(share[0].mean()),
        "share_second": float(share[1].mean()),
    }
    gain = _difference(share[0], share[1], units.paired, 1 / finest, confidence)
    pace = _difference(spent[1], spent[0], units.paired, span / finest, confidence, lattice=False)
    return row | _said(gain, pace) | {"reason": _reservation(units)}


def _restricted(sample: Sample, functions: Int, units: Int) -> Sample:
    """Return the runs of a sample that are compared."""
    inside = np.isin(sample.function, functions) & np.isin(sample.unit, units)
    return replace(
        sample,
        function=sample.function[inside],
        unit=sample.unit[inside],
        times=sample.times[inside],
        lengths=sample.lengths[inside],
    )


def _outcomes(sample: Sample, budget: float) -> tuple[Float, Float]:
    """Return, of each run, the share of targets within a budget and the mean log of what they cost."""
    solved = (sample.times <= budget).mean(axis=1)
    return solved, np.log10(np.minimum(sample.times, budget)).mean(axis=1)


def _difference(
    first: Float,
    second: Float,
    paired: bool,
    finest: float,
    confidence: float,
    *,
    lattice: bool = True,
) -> _Estimate:
    """Estimate the mean of the first sample less that of the second.

    Parameters
    ----------
    finest : float
        By how much a unit may come out apart from the others. A sample whose units agree is taken to
        vary as if one of them had.
    lattice : bool
        Whether units differ by that at least, if they differ.
    """
    mean = float(first.mean() - second.mean())
    if min(len(first), len(second)) < FEWEST:
        return _Estimate(mean, *NOWHERE, 1.0)
    samples_of = [first - second] if paired else [first, second]
    parts = []
    for one in samples_of:
        variance, least = float(one.var(ddof=1)), finest**2 / len(one)
        least = least if lattice or variance < TINY else 0.0
        parts.append(max(variance, least) / len(one))
    error = float(np.sqrt(sum(parts)))
    weights = [part**2 / (len(one) - 1) for part, one in zip(parts, samples_of, strict=True)]
    freedom = sum(parts) ** 2 / sum(weights)
    reach = float(student().isf((1 - confidence) / 2, freedom)) * error
    p = 2 * float(student().sf(abs(mean) / error, freedom))
    return _Estimate(mean, mean - reach, mean + reach, p)


def _said(gain: _Estimate, pace: _Estimate) -> dict[str, Any]:
    speed = {
        name: float(10**value)
        for name, value in zip(("speed", "speed_low", "speed_high"), pace, strict=False)
    }
    low, high = (float(np.clip(end, -1, 1)) for end in (gain.low, gain.high))
    ends = {"difference": gain.mean, "low": low, "high": high}
    return ends | speed | {"tests": (gain.p, pace.p)}


def _reservation(units: Units) -> str:
    """Say why nothing can be claimed of a pair, or what to know of it."""
    number_of = units.number
    what = "instance" if units.paired else "unit"
    if number_of < FEWEST:
        return f"{number_of} {what}{'s' * (number_of > 1)}: too few for an interval"
    if not units.paired and number_of < APART:
        return f"{number_of} units, not in pairs: a claim needs {APART}"
    if len(units.left_out):
        names = ", ".join(f"f{number}" for number in units.left_out.tolist())
        return f"without {names}: too few instances"
    return ""


def _table(rows: list[dict[str, Any]]) -> tuple[Verdicts, Float]:
    """Return the rows as a table without claims, and the p-values of its two differences."""
    tests = np.array([row.pop("tests") for row in rows])
    columns: dict[str, Any] = {}
    empty = {"claim": "", "basis": "", "p_share": 1.0, "p_speed": 1.0}
    for name in Verdicts.column_names():
        entries = [row.get(name, empty.get(name)) for row in rows]
        columns[name] = np.array(entries, dtype=object if isinstance(entries[0], str) else None)
    return Verdicts(**columns), tests


def _claimed(found: tuple[Verdicts, Float], confidence: float) -> Verdicts:
    """Decide on the claims of a suite, all at once."""
    table, tests = found
    least = np.where(table.paired, PAIRED, APART)
    enough = (table.units >= least) & np.isfinite(table.difference)
    adjusted = np.ones(tests.shape)
    if enough.any():
        adjusted[enough] = holm(tests[enough])
    sure = adjusted <= 1 - confidence
    gains = np.stack([table.difference, np.log(table.speed)], axis=1)
    share, speed = (np.nan_to_num(np.sign(gains)) * sure).astype(int).T
    side = np.where(share, share, speed)
    claim = np.array(["open", "ahead", "behind"], dtype=object)[side]
    claim[~np.isfinite(table.difference)] = "not comparable"
    against = share * speed < 0
    basis = np.array(
        ["", "share", "speed", "share and speed", "share, against speed"], dtype=object
    )[abs(share) + 2 * abs(speed) + against]
    return replace(table, claim=claim, basis=basis, p_share=adjusted[:, 0], p_speed=adjusted[:, 1])


def _sentence(row: dict[str, Any]) -> str:
    """Say a verdict in words."""
    first, second, where = row["first"], row["second"], f"In {row['dimension']}-D"
    if row["claim"] == "not comparable":
        return f"{where} {first} and {second} cannot be compared: {row['reason']}."
    shares = [row["share_first"], row["share_second"]]
    speed = [row["speed"], row["speed_low"], row["speed_high"]]
    within = f"within {number(row['budget'])}·D"
    if row["claim"] == "open":
        why = row["reason"] or f"{row['units']} {'instances' if row['paired'] else 'units'}"
        return f"{where} {first} and {second} cannot be told apart {within} ({why})."
    if row["claim"] == "behind":
        first, second, shares = second, first, shares[::-1]
        speed = [1 / speed[0], 1 / speed[2], 1 / speed[1]]
    if row["basis"] == "speed":
        return (
            f"{where} {first} needs {_times(speed)} fewer evaluations than {second}; they solve "
            f"{percent(shares[0])} and {percent(shares[1])} of all targets {within}."
        )
    more = (
        f"{where} {first} solves more than {second}: {percent(shares[0])} against "
        f"{percent(shares[1])} of all targets {within}"
    )
    if row["basis"] == "share":
        return f"{more}."
    if row["basis"] == "share and speed":
        return f"{more}, with {_times(speed)} fewer evaluations."
    slower = [1 / speed[0], 1 / speed[2], 1 / speed[1]]
    return f"{more}, though with {_times(slower)} more evaluations."


def _times(speed: list[float]) -> str:
    """Write a speed with its interval."""
    estimate, low, high = map(factor, speed)
    return f"{estimate}× ({low}–{high})"
