"""Which block of a data file belongs to which run of the index."""

from collections.abc import Sequence

from optimeter._core import parsers

__all__ = ["pair_blocks"]


def pair_blocks(
    instances: Sequence[int], evaluations: Sequence[int], blocks: range, columns: parsers.CocoBlocks
) -> list[int]:
    """Return the block of each listed run, or -1.

    Blocks that name their instance are matched by it, each block once. Others are taken in order;
    if their number differs from that of the runs, the evaluation counts decide which are missing.

    Parameters
    ----------
    instances, evaluations : sequences of int
        Of the listed runs; 0 evaluations when the run was never finished.
    blocks : range
        Numbers of the file's blocks.
    columns : CocoBlocks
        What the parser found; its ``instance``, ``last`` and ``last_g`` count here.
    """
    if not blocks:
        return [-1] * len(instances)
    named = columns.instance[blocks.start : blocks.stop].tolist()
    if min(named) >= 0:
        return _by_instance(instances, named, blocks)
    if len(instances) == len(blocks):
        return list(blocks)
    last = columns.last[blocks.start : blocks.stop] - columns.last_g[blocks.start : blocks.stop]
    by_count = _by_count(evaluations, last.tolist(), blocks)
    paired = sum(block >= 0 for block in by_count)
    if paired == min(len(instances), len(blocks)):
        return by_count
    in_order = list(blocks[: len(instances)])
    return in_order + [-1] * (len(instances) - len(in_order))


def _by_instance(instances: Sequence[int], named: list[int], blocks: range) -> list[int]:
    if list(instances) == named:
        return list(blocks)
    waiting: dict[int, list[int]] = {}
    for block, instance in zip(reversed(blocks), reversed(named), strict=True):
        waiting.setdefault(instance, []).append(block)
    return [waiting[i].pop() if waiting.get(i) else -1 for i in instances]


def _by_count(evaluations: Sequence[int], last: list[int], blocks: range) -> list[int]:
    """Match in order: each run takes the next block that ends at its evaluation count."""
    result = []
    at = 0
    for count in evaluations:
        try:
            found = last.index(count, at)
        except ValueError:
            result.append(-1)
        else:
            result.append(blocks[found])
            at = found + 1
    return result
