"""What all contract tests share: how a breach is told, and what the data of an experiment are.

The classes need neither pytest nor unittest, so that both can run them: a test is a method
``test_…`` without arguments that raises `AssertionError`.
"""

from pathlib import Path

from optimeter.record import PROVENANCE_FILE

__all__ = ["content", "expect"]


def expect(condition: object, message: str) -> None:
    """Raise unless the condition holds; unlike ``assert`` also under ``python -O``."""
    if not condition:
        raise AssertionError(message)


def content(folder: Path) -> dict[str, bytes]:
    """Return the files of a result folder by their paths, without the one that knows the time."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != PROVENANCE_FILE
    }
