"""Exceptions of Optimeter: every one derives from `OptimeterError` and from a built-in class."""

__all__ = ["ArchiveError", "DataError", "OptimeterError", "UnknownNameError"]


class OptimeterError(Exception):
    """Base class of all errors raised on purpose by this package."""


class DataError(OptimeterError, ValueError):
    """Recorded data, or an array given in their place, cannot be used as they are."""


class UnknownNameError(OptimeterError, LookupError):
    """A name (algorithm, suite, data set …) is not known; the message suggests the nearest."""


class ArchiveError(OptimeterError, OSError):
    """A data archive cannot be listed, or a data set in it cannot be fetched or verified."""
