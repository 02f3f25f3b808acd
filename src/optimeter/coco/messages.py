"""What is said on the terminal, in COCO's form, and how much of it."""

import sys

from optimeter.exceptions import InvalidTypeError

__all__ = ["info", "log_level", "text", "warning"]

_LEVELS = ("error", "warning", "info", "debug")

# One level for the whole process: programs set it once and mean everything.
_state = {"level": "info"}


def log_level(level: str | bytes | None = None) -> str:
    """Return the level of messages and, if one is given, set it.

    Parameters
    ----------
    level
        ``"error"``, ``"warning"``, ``"info"`` or ``"debug"``; nothing or an empty text leaves it.

    Returns
    -------
    str
        The level before the call.

    Examples
    --------
    >>> import optimeter.coco as cocoex
    >>> cocoex.log_level("warning"), cocoex.log_level("info")
    ('info', 'warning')
    """
    before = _state["level"]
    wanted = text(level, "the level")
    if wanted in _LEVELS:
        _state["level"] = wanted
    elif wanted:
        warning(f"unknown level {wanted!r}; accepted: {', '.join(_LEVELS)}")
    return before


def warning(sentence: str) -> None:
    """Write a warning to the error stream, unless the level forbids it."""
    if _shown("warning"):
        print(f"COCO WARNING: {sentence}", file=sys.stderr, flush=True)


def info(sentence: str) -> None:
    """Write an information, unless the level forbids it."""
    if _shown("info"):
        print(f"COCO INFO: {sentence}", flush=True)


def _shown(level: str) -> bool:
    return _LEVELS.index(level) <= _LEVELS.index(_state["level"])


def text(given: object, what: str) -> str:
    """Return a string that may be given as bytes or not at all."""
    if given is None:
        return ""
    if isinstance(given, bytes):
        return given.decode()
    if isinstance(given, str):
        return given
    message = f"{what} must be a string; got {given!r}"
    raise InvalidTypeError(message)
