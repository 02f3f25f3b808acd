"""The exceptions of Optimeter.

Every error derives from `OptimeterError` and from the built-in exception that fits it, so that
both ``except OptimeterError`` and ``except ValueError`` do what they say.
"""

__all__ = [
    "AccountError",
    "ArchiveError",
    "DataError",
    "DeviceError",
    "DeviceMemoryError",
    "DifferentExperimentError",
    "ExperimentError",
    "FileError",
    "FolderInUseError",
    "InvalidTypeError",
    "InvalidValueError",
    "MissingPackageError",
    "OptimeterError",
    "Stop",
    "StopElsewhere",
    "UnknownNameError",
    "UnsuitableOptimizerError",
]


class OptimeterError(Exception):
    """Base of all errors raised by Optimeter."""


class InvalidValueError(OptimeterError, ValueError):
    """A value is outside of what is accepted; the message names both."""


class InvalidTypeError(OptimeterError, TypeError):
    """An argument is of a kind that cannot be used; the message names what is accepted."""


class UnknownNameError(InvalidValueError):
    """A name is not known; the message suggests the nearest known ones."""


class UnsuitableOptimizerError(InvalidValueError):
    """An optimizer cannot handle the problems of a suite; the message names some that can."""


class FileError(OptimeterError, OSError):
    """A file could not be written or read; the message names the path and the reason."""


class DataError(InvalidValueError):
    """Recorded data, or arrays given in their place, cannot be used as they are."""


class ArchiveError(FileError):
    """A data archive cannot be listed, or a data set in it cannot be fetched or verified."""


class DeviceError(OptimeterError, RuntimeError):
    """A GPU cannot be used: there is no driver, no such device, or it reported an error."""


class DeviceMemoryError(DeviceError, MemoryError):
    """The memory of a GPU does not suffice: for fewer points at a time it may."""


class MissingPackageError(OptimeterError, ImportError):
    """An optional package is needed; the message says what to install."""


class ExperimentError(OptimeterError, RuntimeError):
    """An experiment cannot go on; finished runs are kept."""


class AccountError(ExperimentError):
    """An evaluation cannot be counted: its run is over or out of reach; the message says what to do."""


class DifferentExperimentError(ExperimentError, ValueError):
    """The folder holds another experiment; the message says what differs."""


class FolderInUseError(ExperimentError):
    """Another process works in the folder; the message says which."""


class Stop(BaseException):
    """Raised by an evaluation that is not allowed any more: the run is over.

    It says that the budget is used up or the final target was hit, and is no error: like
    `KeyboardInterrupt` it derives from `BaseException`, so that an optimizer that guards its
    evaluations with ``except Exception`` does not swallow it by accident.
    """


class StopElsewhere(Stop, Exception):
    """`Stop` in another process than that of the run.

    It is an `Exception`, too: pools of processes hand such to their process, where it ends the run,
    and wait for ever when a worker raises anything else.
    """
