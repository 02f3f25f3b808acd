"""Results of measures in words: numbers as they are written, and sentences.

Whoever says what was measured (tables, pages, papers, the command line) says it with these.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from optimeter.measures.winners import may_lead

__all__ = [
    "REACH",
    "SOLVE",
    "Deed",
    "count",
    "factor",
    "lead_sentence",
    "listed",
    "not_surely_lower",
    "number",
    "percent",
    "plain_label",
    "profile_sentence",
    "scientific",
    "speed_sentence",
]


def plain_label(label: str) -> str:
    """Write exponents without leading zeros, and negative targets with a minus sign."""
    return label.replace("e-0", "e-").replace("e+0", "e").replace(" -", " −")


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
        text = f"{value:.{digits}g}"
        if "e" not in text:
            return text
        rounded = float(text)
        return f"{rounded:g}" if rounded < 1e4 else scientific(value, digits)
    return scientific(value, digits)


def scientific(value: float, digits: int) -> str:
    """Write a number as mantissa and exponent, without superfluous zeros."""
    mantissa, _, exponent = f"{value:.{digits - 1}e}".partition("e")
    if "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    return f"{mantissa}e{int(exponent)}"


def count(value: float) -> str:
    """Write a whole number with thin groups of thousands.

    Examples
    --------
    >>> count(1224), count(1000000)
    ('1224', '1\u202f000\u202f000')
    """
    return f"{int(value):,}".replace(",", "\u202f") if value >= 10_000 else str(int(value))


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
    """Write a ratio of runtimes; never 1 for one that is not.

    Examples
    --------
    >>> factor(3.44), factor(123.4), factor(1.023), factor(0.999996), factor(1.0)
    ('3.4', '123', '1.02', '0.999996', '1')
    """
    digits = 2 if value < 100 else 3
    while value != 1 and digits < 12 and float(f"{value:.{digits}g}") == 1:
        digits += 1
    return number(value, digits)


def listed(names: Sequence[str]) -> str:
    """Join names with commas and a final 'and'."""
    if len(names) < 2:
        return "".join(names)
    return ", ".join(names[:-1]) + " and " + names[-1]


def not_surely_lower(
    candidates: Sequence[tuple[str, float, tuple[float, float]]],
) -> list[str]:
    """Return, of names with estimates and intervals, the highest and those not surely below it.

    The rule is that of `BudgetWinners`.

    Examples
    --------
    >>> not_surely_lower([("A", 0.42, (0.40, 0.44)), ("B", 0.4197, (0.4, 0.44)), ("C", 0.2, (0.1, 0.3))])
    ['A', 'B']
    """
    order = sorted(candidates, key=lambda one: -one[1])
    numbers = np.array([[value, *interval] for _, value, interval in order])
    (leads,) = may_lead(*numbers.T[:, None])
    return [name for (name, _, _), one in zip(order, leads, strict=True) if one]


@dataclass(frozen=True, slots=True)
class Deed:
    """What algorithms do with function–target pairs, in words."""

    one: str  # it does it
    many: str  # they do it
    pair: str
    pairs: str


SOLVE = Deed("solves", "solve", "problem", "problems")
"""Of targets that say how far the optimum is."""
REACH = Deed("reaches", "reach", "target", "targets")
"""Of targets behind which there may be better values."""


def speed_sentence(row: Mapping[str, Any], *, deed: Deed = SOLVE, where: str = "") -> str:
    """Say how many times faster one algorithm is than another: a row of `SpeedFactors`.

    `where` is what it is about, beside the dimension.

    Where the interval includes 1, the sentence leaves open who is faster.
    """
    faster, slower = row["faster"], row["slower"]
    common = f"{faster} and {slower} {deed.many} no {deed.pair} in common"
    if row["both"]:
        times, interval = f"{factor(row['factor'])}×", "single runs, no interval"
        if row["low"] < row["high"]:
            interval = f"95 % interval {factor(row['low'])}–{factor(row['high'])}"
        claim = f"{faster} is {times} faster than {slower}"
        if row["factor"] == 1:
            claim = f"{faster} and {slower} are equally fast"
        elif row["low"] <= 1:
            claim = f"it is open whether {faster} is faster than {slower}: {times}"
        common = (
            f"{claim} ({interval}) on the {percent(row['both'])} of {deed.pairs} both {deed.many}"
        )
    return (
        f"In dimension {row['dimension']}{where}, {common}; "
        f"{faster} alone {deed.one} {percent(row['faster_only'])}, "
        f"{slower} alone {percent(row['slower_only'])}"
        f"{_with_failures(row, deed)}."
    )


def _with_failures(row: Mapping[str, Any], deed: Deed) -> str:
    """Say the factor over what either solves, where that is more than what both solve.

    It has no interval, so it is a number and no claim. Where one algorithm solves all that the other
    does, the factor is no worse for that one.
    """
    if not row["faster_only"] + row["slower_only"]:
        return ""
    value, name = row["factor_either"], row["faster"]
    if value < 1:
        value, name = 1 / value, row["slower"]
    bound, alone = "", row["faster"] if row["faster_only"] else row["slower"]
    if not row["faster_only"] * row["slower_only"]:
        name = alone if value == 1 else name
        bound = "at least " if name == alone else "at most "
    size = f"{bound}{factor(value)}×" + f" in favour of {name}" * bool(value > 1 or bound)
    either = row["both"] + row["faster_only"] + row["slower_only"]
    where = f"on the {percent(min(either, 1.0))} either {deed.one}"
    return (
        f"; with failures counted as all evaluations spent, and as no fewer than the other needs, "
        f"the factor {where} is {size}, without an interval"
    )


def lead_sentence(
    stretches: Sequence[tuple[str, float]], budget: str = "budget", notes: Sequence[str] = ()
) -> str:
    """Say who leads at which budgets, from the leaders and the budgets they lead from.

    '' stands for a lead that is shared; `budget` is the word for one of those looked at. `notes` are
    what is said of the leads, one for each of the stretches; '' for nothing.

    Examples
    --------
    >>> lead_sentence([("A", 1.0), ("B", 100.0)])
    'A leads below 100·D, B from 100·D on.'
    >>> lead_sentence([("", 1.0), ("A", 20.0), ("", 100.0)])
    'A leads from 20·D to 100·D; else the lead is shared.'
    >>> lead_sentence([("A", 1.0)]), lead_sentence([])
    ('A leads at every budget.', '')
    >>> lead_sentence([("A", 1.0), ("B", 100.0)], notes=["", "by luck"])
    'A leads below 100·D, B from 100·D on (by luck).'
    """
    said = [f" ({note})" if note else "" for note in notes] or [""] * len(stretches)
    ends = [number(budget, 2) for _, budget in stretches[1:]]
    alone = [(place, name) for place, (name, _) in enumerate(stretches) if name]
    if not alone:
        return f"No algorithm leads alone at any {budget}." if stretches else ""
    if len(stretches) == 1:
        return f"{alone[0][1]} leads at every {budget}{said[0]}."
    if len(alone) > 4:
        changes = sum(one != other for (_, one), (_, other) in pairwise(alone))
        last = stretches[-1][0]
        now = f"{last} leads" if last else "it is shared"
        on = f"from {ends[-1]}·D on {now}{said[-1]}"
        return f"The lead changes {changes} times with the budget; {on}."
    parts: list[str] = []
    for place, name in alone:
        start, end = "" if not place else ends[place - 1], ends[place] if place < len(ends) else ""
        budgets = f"from {start}·D to {end}·D" if start and end else ""
        budgets = budgets or (f"from {start}·D on" if start else f"below {end}·D")
        parts.append(f"{name} {'' if parts else 'leads '}{budgets}{said[place]}")
    shared = "; else the lead is shared" if len(alone) < len(stretches) else ""
    return f"{', '.join(parts)}{shared}."


def profile_sentence(
    row: Mapping[str, Any],
    interval: tuple[float, float],
    half: float,
    evaluations: str,
    deed: Deed = SOLVE,
    *,
    restarts: bool = True,
    where: str = "",
) -> str:
    """Say what one algorithm solves, from the numbers of its profile.

    Parameters
    ----------
    row : mapping
        With dimension, algorithm, recorded, solved, pairs and budget: the share solved in the runs
        comes first, and what rests on simulated restarts is called so.
    interval : tuple of two floats
        Of the share solved in the runs.
    half : float
        Evaluations per dimension within which half of that share is solved.
    evaluations : str
        What is counted, in words.
    restarts : bool
        False: none are simulated.
    where : str
        What the sentence is about, beside the dimension.

    Examples
    --------
    >>> row = {"dimension": 5, "algorithm": "A", "recorded": 0.5, "solved": 0.7, "pairs": 1224,
    ...        "budget": 500.0}
    >>> profile_sentence(row, (0.4, 0.6), 120.0, "evaluations")
    'In dimension 5, A solves 50 % of the 1224 problems within its runs (95 % interval 40 %–60 %), \
half of these within 120·D evaluations; unsuccessful runs end at 500·D in the median, and with \
simulated restarts it solves 70 %.'
    """
    within = f", half of these within {number(half, 2)}·D {evaluations}" if row["recorded"] else ""
    beyond = ""
    if math.isfinite(row["budget"]):
        beyond = f"; unsuccessful runs end at {number(row['budget'], 2)}·D in the median"
        if restarts:
            beyond += f", and with simulated restarts it {deed.one} {percent(row['solved'])}"
    return (
        f"In dimension {row['dimension']}{where}, {row['algorithm']} {deed.one} "
        f"{percent(row['recorded'])} of the {count(row['pairs'])} {deed.pairs} within its runs "
        f"(95 % interval {percent(interval[0])}–{percent(interval[1])}){within}{beyond}."
    )
