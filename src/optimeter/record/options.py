"""The options of each format. What there is to know of one is declared once, in the engine."""

from collections.abc import Mapping, Sequence
from typing import Any

from optimeter._arguments import unknown_name
from optimeter._core import (
    Always,
    At,
    CocoOptions,
    During,
    Each,
    IohOptions,
    MemoryOptions,
    OnDeltaImprovement,
    OnImprovement,
)

__all__ = ["RecordOptions", "Trigger", "make_options", "plain_options"]

RecordOptions = CocoOptions | IohOptions
"""The options of a format that is written to files."""

Trigger = Always | OnImprovement | OnDeltaImprovement | Each | At | During
"""Any trigger."""

_FORMATS: dict[str, type[CocoOptions | IohOptions | MemoryOptions]] = {
    kind().format: kind for kind in (CocoOptions, IohOptions, MemoryOptions)
}


def make_options(
    format: str, algorithm: str | None, keywords: Mapping[str, Any]
) -> CocoOptions | IohOptions | MemoryOptions:
    """Make the options of a format from keywords; a keyword of another format is an error.

    Examples
    --------
    >>> make_options("coco", "mine", {"precision_x": 5}).algorithm
    'mine'
    """
    kind = _FORMATS.get(format)
    if kind is None:
        raise unknown_name(format, _FORMATS, "format")
    known = list(kind().to_dict())
    for name in keywords:
        if name not in known:
            raise unknown_name(name, known, "option", where=f" of format {format!r}")
    chosen = dict(keywords) if algorithm is None else {**keywords, "algorithm": algorithm}
    return kind(**chosen)


def plain_options(options: CocoOptions | IohOptions | MemoryOptions) -> dict[str, object]:
    """Return the options in a form that JSON has, for descriptions and provenance.

    Examples
    --------
    >>> plain_options(MemoryOptions(triggers=[Always(), Each(10)]))["triggers"]
    ['Always', {'interval': 10, 'start': 0}]
    """
    return {name: _plain(value) for name, value in options.to_dict().items()}


def _plain(value: object) -> object:
    if isinstance(value, Trigger):  # by its numbers, which tell it apart, or by its name
        return value.to_dict() or type(value).__name__
    if isinstance(value, Sequence) and not isinstance(value, str):
        several = [_plain(one) for one in value]
        return several[0] if len(several) == 1 and isinstance(value[0], Trigger) else several
    return value
