"""What an isolated optimizer may use."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields

from optimeter._arguments import integer, real, unknown_name
from optimeter.exceptions import InvalidValueError

__all__ = ["Limits"]

_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30}
_SIZE = re.compile(r"(?P<number>\d+(\.\d+)?)(?P<unit>[KMG]?)")


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of an isolated run; what breaks one has failed.

    Parameters
    ----------
    memory
        Bytes of each process, or text such as ``"4G"``.
    processor
        Seconds of processor time of each process; None: no limit.
    processes
        Processes and threads.
    file_size
        Bytes of each file, or text such as ``"64M"``; all files together may have four times as much.
    seconds
        Seconds of wall time between a start of the optimizer and its end; None: no limit. The time
        limit of a run is another one: it ends a run that is late, and that run has not failed.

    Examples
    --------
    >>> Limits.of({"memory": "2G", "processes": "8"}).memory
    2147483648
    """

    memory: int = 4 << 30
    processor: int | None = None
    processes: int = 32
    file_size: int = 64 << 20
    seconds: float | None = None

    @classmethod
    def of(cls, given: "Mapping[str, object] | Limits | None") -> "Limits":
        """Read limits; an unknown name is an error that lists those that there are."""
        if isinstance(given, Limits):
            return given
        names = [field.name for field in fields(cls)]
        values: dict[str, object] = {}
        for name, value in (given or {}).items():
            if name not in names:
                raise unknown_name(name, names, "limit")
            values[name] = _read(name, value)
        return cls(**values)  # type: ignore[arg-type]

    def resources(self) -> dict[str, int]:
        """Return the limits by the names of the module `resource`."""
        found = {
            "RLIMIT_AS": self.memory,
            "RLIMIT_NPROC": self.processes,
            "RLIMIT_FSIZE": self.file_size,
            "RLIMIT_CORE": 0,
        }
        if self.processor is not None:
            found["RLIMIT_CPU"] = self.processor
        return found


def _read(name: str, value: object) -> object:
    """Read one limit."""
    if value is None and name in {"processor", "seconds"}:
        return None
    if isinstance(value, str):
        match = _SIZE.fullmatch(value.strip())
        if match is None or (match["unit"] and name not in {"memory", "file_size"}):
            message = f"limit {name}: a number, of bytes also with K, M or G; got {value!r}"
            raise InvalidValueError(message)
        number = float(match["number"]) * _UNITS[match["unit"]]
        value = number if name == "seconds" else int(number)
    if name == "seconds":
        return real(value, "limit seconds", above=0)
    return integer(value, f"limit {name}", least=1)
