"""What a report says: titles, headlines, entries of tables. Page, paper and tables share them."""

import math
from collections.abc import Sequence

from optimeter.measures.words import (
    Deed,
    count,
    factor,
    lead_sentence,
    listed,
    not_surely_lower,
    number,
    percent,
    profile_sentence,
    scientific,
)
from optimeter.reports.analysis.model import Profile, SuiteReport

__all__ = [
    "count",
    "factor",
    "headline",
    "listed",
    "number",
    "page_title",
    "percent",
    "ranges",
    "ratio",
    "share",
    "target",
]


def target(value: float) -> str:
    """Write a target.

    Examples
    --------
    >>> [target(v) for v in (10.0, 0.1, 1e-5, 25.118864315095795, float("inf"))]
    ['10', '0.1', '1e-5', '25.1', '∞']
    """
    return number(value)


def share(value: float) -> str:
    """Write a share with three decimals, never as a negative zero.

    Examples
    --------
    >>> share(0.2154), share(-1e-9)
    ('0.215', '0.000')
    """
    return f"{abs(value) if round(value, 3) == 0 else value:.3f}"


def ratio(value: float, limit: float = 1e4) -> str:
    """Write an entry of an ERT table: two significant digits, whole numbers up to the limit.

    Examples
    --------
    >>> [ratio(v) for v in (1.0, 2.308, 27.9, 789.1, 0.034, 12345.0, float("inf"))]
    ['1', '2.3', '28', '789', '0.034', '1.2e4', '∞']
    """
    if not math.isfinite(value):
        return "∞"
    if value == 1:
        return "1"
    if value >= limit:
        return scientific(value, 2)
    digits = len(str(int(value))) if value >= 1 else 0
    decimals = max(2 - digits, 0)
    if value < 1:
        decimals = 1 - math.floor(math.log10(value)) if value > 0 else 0
        if decimals > 4:
            return scientific(value, 2)
    return f"{value:.{decimals}f}"


def page_title(suites: Sequence[tuple[str, Sequence[str]]]) -> str:
    """Return a title that says who was compared on what.

    Examples
    --------
    >>> page_title([("bbob", ["A", "B"])])
    'A and B on bbob'
    """
    names = list(dict.fromkeys(name for _, members in suites for name in members))
    where = " and ".join(name for name, _ in suites)
    if len(names) > 4:
        return f"{len(names)} algorithms on {where}"
    return f"{listed(names)} on {where}"


def ranges(numbers: Sequence[int]) -> str:
    """Write whole numbers with ranges.

    Examples
    --------
    >>> ranges([1, 2, 3, 5, 8, 9])
    '1–3, 5, 8, 9'
    """
    parts: list[list[int]] = []
    for value in sorted(numbers):
        if parts and value == parts[-1][-1] + 1:
            parts[-1].append(value)
        else:
            parts.append([value])
    return ", ".join(f"{p[0]}–{p[-1]}" if len(p) > 2 else ", ".join(map(str, p)) for p in parts)


def headline(suite: SuiteReport, dimension: int) -> list[str]:
    """Return the answer in words for one dimension: two or three sentences."""
    profiles = sorted(suite.profiles(dimension=dimension), key=lambda p: (-p.auc, p.algorithm))
    if not profiles:
        return [f"There are no data in dimension {dimension}."]
    best = profiles[0]
    if len(profiles) == 1:
        row = {name: getattr(best, name) for name in ("dimension", "algorithm", "solved", "pairs")}
        half = float(best.steps.inverse(best.solved / 2))
        counted = suite.evaluations_word
        return [profile_sentence(row, best.solved_interval, half, counted, suite.deed)]
    pair = _factor_row(suite, dimension, best.algorithm, profiles[1].algorithm)
    sentences = [pair] if pair else []
    if len(profiles) > 2:
        sentences.append(_areas(profiles, suite.deed))
    changes = lead_sentence(suite.winners.select(dimension=dimension, group="all").stretches())
    if changes:
        sentences.append(changes)
    return sentences


def _areas(profiles: Sequence[Profile], deed: Deed) -> str:
    """Say who has the largest area and who solves the most, as far as the intervals tell."""
    first = not_surely_lower([(p.algorithm, p.auc, p.auc_interval) for p in profiles])
    best = next(p for p in profiles if p.algorithm == first[0])
    interval = f"95 % interval {best.auc_interval[0]:.2f}–{best.auc_interval[1]:.2f}"
    if len(first) == 1:
        area = (
            f"{best.algorithm} has the largest area under its profile ({best.auc:.2f}, {interval})"
        )
    else:
        area = (
            f"{best.algorithm} has an area of {best.auc:.2f} under its profile ({interval}), which "
            f"does not set it apart from {_some(first[1:])},"
        )
    most = not_surely_lower([(p.algorithm, p.solved, p.solved_interval) for p in profiles])
    top = max(p.solved for p in profiles)
    solves = f"{most[0]} {deed.one} the most, {percent(top)} of the {deed.pairs}"
    if len(most) > 1:
        solves = f"{_some(most)} {deed.many} the most, up to {percent(top)} of the {deed.pairs}"
    return f"Over all budgets {area} of {len(profiles)} algorithms; {solves}."


def _some(names: Sequence[str]) -> str:
    """Name a few; count the others."""
    return (
        listed(names) if len(names) < 4 else f"{names[0]}, {names[1]} and {len(names) - 2} others"
    )


def _factor_row(suite: SuiteReport, dimension: int, one: str, other: str) -> str:
    """Return the sentence on the speed factor of two algorithms."""
    table = suite.comparison.speed
    if table is None:
        return ""
    for row, sentence in zip(
        table.to_dicts(),
        table.sentences(deed=suite.deed),
        strict=True,
    ):
        if row["dimension"] == dimension and {row["faster"], row["slower"]} == {one, other}:
            return sentence
    return ""
