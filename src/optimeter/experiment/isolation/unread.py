"""Optimizers of files that this process must not execute."""

import ast
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Never

from optimeter._arguments import unknown_name
from optimeter.exceptions import FileError
from optimeter.experiment.optimizers.lookup import resolve_optimizer
from optimeter.experiment.options import bracketed, read_options

__all__ = ["Resolve", "Unread", "resolve_unread", "resolver"]


@dataclass(frozen=True)
class Unread:
    """A callable of a Python file, of which only the text is known here."""

    function: str
    digest: str
    settings: Mapping[str, object] = field(default_factory=dict)
    path: str = field(default="", compare=False)
    text: str = field(default="", compare=False, repr=False)

    @property
    def name(self) -> str:
        """The name of the callable, with its options."""
        return self.function + bracketed(self.settings)

    def __call__(self, *_: object) -> Never:
        """Refuse: it is called in its own process."""
        message = f"{self.path}:{self.function} is executed in isolation only"
        raise FileError(message)


Resolve = Callable[..., tuple[Callable[..., Any], str]]
"""Returns the optimizer that is meant, with its options, and its name."""


def resolver(isolated: object) -> Resolve:
    """Return what finds an optimizer: for one that is isolated, without executing its file."""
    return resolve_optimizer if isolated is False else resolve_unread


def resolve_unread(
    optimizer: str | Callable[..., Any], options: Mapping[str, object] | None = None
) -> tuple[Callable[..., Any], str]:
    """Return the optimizer that is meant, and its name; a file is read and not executed.

    Its options are checked where it is executed.
    """
    base, written = read_options(optimizer) if isinstance(optimizer, str) else ("", {})
    path, _, function = base.rpartition(":")
    if not path.endswith(".py"):
        return resolve_optimizer(optimizer, options)
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        message = f"{path} cannot be read as a Python file: {error}"
        raise FileError(message) from None
    _check(text, function, path)
    settings = {name: values[0] for name, values in written.items()} | dict(options or {})
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    found = Unread(function, digest, settings, str(Path(path).absolute()), text)
    return found, found.name


def _check(text: str, function: str, path: str) -> None:
    """Refuse what is no Python, or does not define the name."""
    try:
        tree = ast.parse(text, path)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        message = f"{path} is no Python: {error}"
        raise FileError(message) from None
    stores = ast.FunctionDef | ast.ClassDef
    names = {node.name for node in tree.body if isinstance(node, stores)}
    names |= {
        node.id
        for one in tree.body
        for node in ast.walk(one)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    names |= {
        alias.asname or alias.name
        for one in tree.body
        if isinstance(one, ast.Import | ast.ImportFrom)
        for alias in one.names
    }
    if function.partition(".")[0] not in names:
        raise unknown_name(function, sorted(names), "callable", where=f" of {path}")
