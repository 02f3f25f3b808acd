"""Numbers and results in words: formats, titles, sentences. Page, paper and tables share them."""

import math
from collections.abc import Sequence

from optimeter.measures import SpeedFactors
from optimeter.reports.analysis.model import Profile, SuiteReport

__all__ = [
    "count",
    "factor",
    "headline",
    "number",
    "page_title",
    "percent",
    "ratio",
    "share",
    "target",
]


def number(value: float, digits: int = 3) -> str:
    """Write a number of evaluations or a value with some significant digits; ∞ for infinity.

    Examples
    --------
    >>> [number(v) for v in (263.2, 1e5, 0.05, float("inf"), 12345, 3.0, 0)]
    ['263', '1e5', '0.05', '∞', '1.23e4', '3', '0']
    """
    if math.isnan(value):
        return "–"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if value == 0:
        return "0"
    size = abs(value)
    if 1e-3 <= size < 10 ** max(digits, 4) and (size < 1e4):
        rounded = float(f"{value:.{digits}g}")
        return f"{rounded:g}" if rounded < 1e4 else _scientific(value, digits)
    return _scientific(value, digits)


def _scientific(value: float, digits: int) -> str:
    mantissa, _, exponent = f"{value:.{digits - 1}e}".partition("e")
    if "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    return f"{mantissa}e{int(exponent)}"


def target(value: float) -> str:
    """Write a target.

    Examples
    --------
    >>> [target(v) for v in (10.0, 0.1, 1e-5, 25.118864315095795, float("inf"))]
    ['10', '0.1', '1e-5', '25.1', '∞']
    """
    return number(value)


def count(value: float) -> str:
    """Write a whole number with thin groups of thousands.

    Examples
    --------
    >>> count(1224), count(1000000)
    ('1224', '1\u202f000\u202f000')
    """
    return f"{int(value):,}".replace(",", "\u202f") if value >= 10_000 else str(int(value))


def share(value: float) -> str:
    """Write a share with three decimals, never as a negative zero.

    Examples
    --------
    >>> share(0.2154), share(-1e-9)
    ('0.215', '0.000')
    """
    return f"{abs(value) if round(value, 3) == 0 else value:.3f}"


def percent(share: float) -> str:
    """Write a share as a percentage; never 0 or 100 for a share that is not.

    Examples
    --------
    >>> percent(0.457), percent(0.9999), percent(1.0), percent(0.0004)
    ('46 %', '> 99 %', '100 %', '< 1 %')
    """
    text = f"{100 * share:.0f} %"
    if text == "0 %" and share > 0:
        return "< 1 %"
    return "> 99 %" if text == "100 %" and share < 1 else text


def factor(value: float) -> str:
    """Write a speed factor.

    Examples
    --------
    >>> factor(3.44), factor(123.4)
    ('3.4', '123')
    """
    return number(value, 2) if value < 100 else number(value, 3)


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
        return _scientific(value, 2)
    digits = len(str(int(value))) if value >= 1 else 0
    decimals = max(2 - digits, 0)
    if value < 1:
        decimals = 1 - math.floor(math.log10(value)) if value > 0 else 0
        if decimals > 4:
            return _scientific(value, 2)
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


def listed(names: Sequence[str]) -> str:
    """Join names with commas and a final 'and'."""
    if len(names) < 2:
        return "".join(names)
    return ", ".join(names[:-1]) + " and " + names[-1]


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
        return [_alone(best, suite)]
    pair = _factor_row(suite, dimension, best.algorithm, profiles[1].algorithm)
    sentences = [pair] if pair else []
    most = max(profiles, key=lambda p: p.solved)
    if len(profiles) > 2:
        sentences.append(
            f"Over all budgets {best.algorithm} has the largest area under its profile "
            f"({best.auc:.2f}, 95 % interval {best.auc_interval[0]:.2f}–"
            f"{best.auc_interval[1]:.2f}) of {len(profiles)} algorithms; {most.algorithm} solves "
            f"the most, {percent(most.solved)} of the problems."
        )
    changes = _lead(suite, dimension)
    if changes:
        sentences.append(changes)
    return sentences


def _alone(profile: Profile, suite: SuiteReport) -> str:
    low, high = profile.solved_interval
    half = profile.steps.inverse([profile.solved / 2]).tolist()[0]
    middle = (
        f", half of these within {number(half, 2)}·D {suite.evaluations_word}"
        if profile.solved > 0
        else ""
    )
    return (
        f"In dimension {profile.dimension}, {profile.algorithm} solves "
        f"{percent(profile.solved)} of the {count(profile.pairs)} problems "
        f"(95 % interval {percent(low)}–{percent(high)}){middle}."
    )


def _factor_row(suite: SuiteReport, dimension: int, one: str, other: str) -> str:
    """Return the sentence on the speed factor of two algorithms."""
    table = suite.comparison.speed
    if table is None:
        return ""
    for row, sentence in zip(
        table.to_dicts(),
        sentences(table, restarts=suite.settings.uniform_instances),
        strict=True,
    ):
        if row["dimension"] == dimension and {row["faster"], row["slower"]} == {one, other}:
            return sentence
    return ""


def sentences(table: SpeedFactors, *, restarts: bool = True) -> list[str]:
    """Return each row of a table of speed factors as a sentence.

    Without restarts, a problem that only some runs solve is counted in full here, but in part by
    a profile; the sentence says so.
    """
    solve = "solve" if restarts else "solve in some run"
    result = []
    for row in table.to_dicts():
        faster, slower = row["faster"], row["slower"]
        alone = (
            f"{faster} alone solves {percent(row['faster_only'])}, "
            f"{slower} alone {percent(row['slower_only'])}."
        )
        if row["both"]:
            common = (
                f"{faster} is {factor(row['factor'])}× faster than {slower} (95 % interval "
                f"{factor(row['low'])}–{factor(row['high'])}) on the {percent(row['both'])} of "
                f"problems both {solve}"
            )
        else:
            common = f"{faster} and {slower} solve no problem in common"
        result.append(f"In dimension {row['dimension']}, {common}; {alone}")
    return result


def _lead(suite: SuiteReport, dimension: int) -> str:
    """Say who leads at which budgets."""
    rows = suite.winners.select(dimension=dimension, group="all").to_dicts()
    stretches: list[tuple[str, float]] = []
    for row in rows:
        if row["winner"] and (not stretches or stretches[-1][0] != row["winner"]):
            stretches.append((row["winner"], row["budget"]))
    if len(stretches) < 2:
        return f"{stretches[0][0]} leads at every budget." if stretches else ""
    if len(stretches) > 4:
        last = stretches[-1]
        return (
            f"The lead changes {len(stretches) - 1} times with the budget; from "
            f"{number(last[1], 2)}·D evaluations on {last[0]} leads."
        )
    first = stretches[0][0]
    later = [f"{name} from {number(budget, 2)}·D on" for name, budget in stretches[1:]]
    return f"For the smallest budgets {first} leads, {listed(later)}."
