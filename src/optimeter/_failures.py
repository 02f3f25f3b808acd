"""Failed evaluations in words: how many, of what kind, on which problem. Below all layers."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from optimeter._text import printable

__all__ = ["kind_of", "told_failures"]

_NUMBER = re.compile(r"[-+]?[0-9][0-9.]*(?:e[-+]?[0-9]+)?")
_MOST_KINDS = 3


def kind_of(message: str) -> str:
    """Return what messages have in common that differ in numbers alone: values, ids of problems."""
    return _NUMBER.sub("0", message)


def told_failures(runs: Iterable[tuple[str, int, int, Sequence[str]]]) -> str:
    """Say how many evaluations failed, and why; nothing if none did.

    Of each run: its problem, its evaluations, how many of them failed, the first reasons.

    Examples
    --------
    >>> told_failures([("wing_i1_d6", 100, 3, ["mesh 7", "mesh 8", "returned nan"])])
    '3 of 100 evaluations failed in 1 of 1 runs: 2 with mesh 7 (e.g. wing_i1_d6), ...'
    >>> told_failures([("wing_i1_d6", 100, 0, [])])
    ''
    """
    all_runs = list(runs)
    failed = sum(count for _, _, count, _ in all_runs)
    if not failed:
        return ""
    counts: Counter[str] = Counter()
    examples: dict[str, str] = {}
    for problem, _, _, messages in all_runs:
        for message in messages:
            counts[kind_of(message)] += 1
            examples.setdefault(kind_of(message), f"{message} (e.g. {problem})")
    kinds = [f"{n} with {printable(examples[kind])}" for kind, n in counts.most_common(_MOST_KINDS)]
    if len(counts) > _MOST_KINDS:
        kinds.append(f"{len(counts) - _MOST_KINDS} more kinds")
    known = sum(counts.values())
    which = "" if known == failed else f" (of the {known} that are told)"
    evaluations = sum(made for _, made, _, _ in all_runs)
    among = sum(count > 0 for _, _, count, _ in all_runs)
    return (
        f"{failed:,} of {evaluations:,} evaluations failed in {among} of {len(all_runs)} runs{which}: "
        f"{', '.join(kinds)}"
    )
