"""What a report says: titles, headlines, entries of tables. Page, paper and tables share them."""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from optimeter.measures.of_parts import PROFILES
from optimeter.measures.of_suites import SPEEDS, WINNERS
from optimeter.measures.scope import FIXED, TargetSet
from optimeter.measures.thinning import Profile
from optimeter.measures.winners import TIE, BudgetWinners, beyond_runs
from optimeter.measures.words import (
    Deed,
    count,
    factor,
    lead_sentence,
    listed,
    not_surely_lower,
    number,
    percent,
    plain_label,
    profile_sentence,
    scientific,
    speed_sentence,
)
from optimeter.reports.analysis.model import SuiteReport

__all__ = [
    "between",
    "count",
    "dispersion",
    "factor",
    "headline",
    "listed",
    "number",
    "page_title",
    "pair_sentences",
    "percent",
    "plain_label",
    "ranges",
    "ratio",
    "share",
    "target",
]


# Of many algorithms, where the numbers above are all that is known.
WITHOUT = "No intervals were computed for this choice: what differs little may be equal."


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


def between(interval: tuple[float, float]) -> str:
    """Write an interval of shares; a dash where none was computed.

    Examples
    --------
    >>> between((0.2154, 0.3)), between((math.nan, math.nan))
    ('0.215–0.300', '–')
    """
    return "–" if math.isnan(interval[0]) else "–".join(map(share, interval))


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
    written = float(f"{value:.1e}")  # 9.96 has as many digits as 10
    digits = len(str(int(written))) if written >= 1 else 0
    decimals = max(2 - digits, 0)
    if written < 1:
        decimals = 1 - math.floor(math.log10(written)) if written > 0 else 0
        if decimals > 4:
            return scientific(value, 2)
    return f"{value:.{decimals}f}"


def dispersion(row: Mapping[str, Any]) -> tuple[str, ...]:
    """Write the range of 80 % of restarted runs, in the unit of the entry of an ERT table.

    Nothing where no run succeeded, or where the range was not computed.

    Examples
    --------
    >>> dispersion({"ert": 300.0, "ratio": 3.0, "p10": 50.0, "p90": 800.0})
    ('0.50', '8.0')
    """
    if not math.isfinite(row["p10"]) or not math.isfinite(row["ert"]):
        return ()
    unit = row["ratio"] / row["ert"]
    return ratio(row["p10"] * unit), ratio(row["p90"] * unit)


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


def headline(
    suite: SuiteReport, dimension: int, group: str = "all", targets: TargetSet = FIXED
) -> list[str]:
    """Return the answer in words for one dimension, set of functions and kind of targets."""
    where = _where(suite, group, targets)
    found = suite.profiles(dimension=dimension, group=group, targets=targets)
    rivals = [p for p in found if p.algorithm not in suite.background]
    profiles = sorted(rivals, key=lambda p: (-p.auc, p.algorithm))
    if not profiles:
        return [f"There are no profiles in dimension {dimension}{where}."]
    best = profiles[0]
    restarts = suite.settings.uniform_instances
    if len(profiles) == 1:
        names = ("dimension", "algorithm", "recorded", "solved", "pairs", "budget")
        row = {name: getattr(best, name) for name in names}
        half = float(best.steps.inverse(best.recorded / 2))
        words: dict[str, Any] = {"restarts": restarts, "where": where}
        counted = suite.evaluations_word
        return [profile_sentence(row, best.recorded_interval, half, counted, suite.deed, **words)]
    pair = {best.algorithm, profiles[1].algorithm}
    sentences = [
        sentence
        for _, sentence in pair_sentences(suite, group, dimension, pair)
        if targets == FIXED
    ]
    if len(profiles) > 2 or not sentences:
        within = "Within" if sentences else f"In dimension {dimension}{where}, within"
        sentences += [_most(within, profiles, suite), _areas(profiles, restarts=restarts)]
    leads = suite.results[WINNERS].where(targets=targets, dimension=dimension, group=group)
    if len(leads):
        sentences.append(_leads(leads, profiles, restarts=restarts))
    if any(profile.band is None for profile in profiles):
        sentences.append(WITHOUT)
    return sentences


def pair_sentences(
    suite: SuiteReport, group: str, dimension: int, names: Collection[str] | None = None
) -> Iterator[tuple[dict[str, Any], str]]:
    """Iterate over the ratios of expected runtimes on a set of functions, each with its sentence.

    Those of all pairs, or of pairs of the named algorithms.
    """
    table = suite.results[SPEEDS].where(group=group, dimension=dimension)
    table = table if names is None else table.select(faster=names, slower=names)
    where = _where(suite, group, FIXED)
    profiles = suite.results[PROFILES].where(dimension=dimension, group=group, targets=FIXED)
    lacking: dict[str, tuple[int, set[int]]] = {}
    if len(profiles) and len(profiles.missing.flat):
        sizes = zip(profiles.functions, profiles.missing.tolist(), strict=True)
        lacking = {
            name: (len(functions), {*missing})
            for name, (functions, missing) in zip(profiles.algorithm.tolist(), sizes, strict=True)
        }
    for row in table.to_dicts():
        both = where + _in_common(lacking, (row["faster"], row["slower"]))
        yield row, speed_sentence(row, deed=suite.deed, where=both)


def _in_common(lacking: Mapping[str, tuple[int, set[int]]], pair: tuple[str, str]) -> str:
    """Say on how many functions a pair is compared, where one of them lacks some.

    `lacking` are the number of functions and those without data, for each algorithm.
    """
    (size, first), (_, second) = (lacking.get(name, (0, set())) for name in pair)
    left = size - len(first | second)
    return f" on the {left} of {size} functions both have data of" if first | second else ""


def _where(suite: SuiteReport, group: str, targets: TargetSet) -> str:
    """Say what a sentence is about beside the dimension; nothing for what is usual."""
    entry = suite.function_set(group)
    functions = "" if group == "all" or entry is None else f" on {entry.title}"
    return functions + (" for budget-based targets" if targets != FIXED else "")


def _areas(profiles: Sequence[Profile], *, restarts: bool) -> str:
    """Say who has the largest area, as far as the intervals tell."""
    first = not_surely_lower([(p.algorithm, p.auc, p.auc_interval) for p in profiles])
    best = next(p for p in profiles if p.algorithm == first[0])
    low, high = best.auc_interval
    sure = "" if math.isnan(low) else f"95 % interval {low:.2f}–{high:.2f}"
    equal = {p.algorithm for p in profiles if abs(p.auc - best.auc) < TIE}
    size = ", ".join(filter(None, (f"{best.auc:.2f}", sure)))
    if len(first) == 1:
        area = f"{best.algorithm} has the largest area under its profile ({size})"
    elif equal >= set(first):
        area = f"{_some(first)} have the same area under their profiles, the largest ({size})"
    else:
        area = (
            f"{best.algorithm} has an area of {best.auc:.2f} under its profile ({sure}), which "
            f"does not set it apart from {_some(first[1:])},"
        )
    simulated = ", simulated restarts included" if restarts else ""
    end = number(10.0 ** best.window[1])
    return f"Over budgets up to {end}·D{simulated}, {area} of {len(profiles)} algorithms."


def _most(within: str, profiles: Sequence[Profile], suite: SuiteReport) -> str:
    """Say who solves the most within the recorded budgets, and who with simulated restarts.

    `within` begins the sentence.
    """
    recorded = [(p.algorithm, p.recorded, p.recorded_interval) for p in profiles]
    most = _solve(recorded, suite.deed, of=f" of the {suite.deed.pairs}")
    sentence = f"{within} their runs {most}"
    if suite.settings.uniform_instances and any(p.solved > p.recorded for p in profiles):
        more = _solve([(p.algorithm, p.solved, p.solved_interval) for p in profiles], suite.deed)
        sentence += f"; with simulated restarts {more}"
    return f"{sentence}."


def _solve(
    shares: Sequence[tuple[str, float, tuple[float, float]]], deed: Deed, of: str = ""
) -> str:
    """Say who solves the most, `of` what, and how far the intervals leave that open."""
    most = not_surely_lower(shares)
    values = {name: value for name, value, _ in shares}
    top = max(values.values())
    equal = [name for name in most if abs(values[name] - top) < TIE]
    others = [name for name in most if name not in equal]
    claim = (
        f"{equal[0]} {deed.one} the most, {percent(top)}"
        if len(equal) == 1
        else f"{_some(equal)} {deed.many} the most, each {percent(top)}"
    )
    return claim + of + f", not surely more than {_some(others)}" * bool(others)


def _leads(leads: BudgetWinners, profiles: Sequence[Profile], *, restarts: bool) -> str:
    """Say who leads at the budgets that were recorded, and who beyond."""
    # Infinite where one has no failed run: of that one no restarts are simulated.
    longest = max(p.budget for p in profiles)
    past = beyond_runs(leads.budget, longest)
    inside, beyond = leads.take(~past), leads.take(past)
    if not restarts:
        return lead_sentence(leads.stretches())
    ends = {p.algorithm: p.budget for p in profiles}
    if not len(beyond):
        return lead_sentence(leads.stretches(), notes=_restarted(leads, ends))
    name = beyond.stretches()[-1][0]
    end = f"{name} leads in the end" if name else "the lead is shared in the end"
    further = f"Beyond {number(longest, 2)}·D, by simulated restarts, {end}."
    notes = _restarted(inside, ends)
    return f"{lead_sentence(inside.stretches(), 'recorded budget', notes)} {further}".strip()


def _restarted(leads: BudgetWinners, ends: Mapping[str, float]) -> list[str]:
    """Say of each stretch whether the one who leads has runs as long; `ends` are their lengths."""
    notes = []
    stretches = leads.stretches()
    following = [*(first for _, first in stretches[1:]), math.inf]
    for (name, first), after in zip(stretches, following, strict=False):  # there may be none
        budgets = leads.budget[(leads.budget >= first) & (leads.budget < after)]
        end = ends.get(name, math.inf)
        if not beyond_runs(budgets[-1], end):
            notes.append("")
        elif beyond_runs(first, end):
            notes.append(f"by simulated restarts: its runs end at {number(end, 2)}·D")
        else:
            notes.append(f"beyond {number(end, 2)}·D by simulated restarts")
    return notes


def _some(names: Sequence[str]) -> str:
    """Name a few; count the others."""
    return (
        listed(names) if len(names) < 4 else f"{names[0]}, {names[1]} and {len(names) - 2} others"
    )
