"""What a reader noticed: one record per deviation, with file, line and rule."""

from dataclasses import dataclass
from typing import Literal, get_args

__all__ = ["SEVERITIES", "Finding", "Severity"]

Severity = Literal["note", "incomplete", "repair", "error"]
SEVERITIES: tuple[Severity, ...] = get_args(Severity)


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """One deviation met while reading recorded data.

    Attributes
    ----------
    file : str
        Path of the file; a member of an archive is written ``archive.tgz!/member``.
    line : int
        Line number in that file, from 1; 0 when the finding concerns the whole file.
    rule : str
        Short name of the rule that was applied, such as ``"R6"``.
    severity : {"note", "incomplete", "repair", "error"}
        ``note``: nothing was changed. ``incomplete``: something that belongs to the data is absent.
        ``repair``: the reader chose a reading of damaged data. ``error``: something was lost.
    message : str
        The reason, in words.

    Examples
    --------
    >>> str(Finding("a.dat", 7, "R6", "repair", "last line is cut off; dropped"))
    'a.dat:7: repair R6: last line is cut off; dropped'
    """

    file: str
    line: int
    rule: str
    severity: Severity
    message: str

    @property
    def page(self) -> str:
        """Where the documentation explains the rule, such as ``formats/rules.html#r6``."""
        return f"formats/rules.html#{self.rule.lower()}"

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.severity} {self.rule}: {self.message}"
