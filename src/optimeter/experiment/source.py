"""The source text of an optimizer: what it was at the beginning, and whether it is the same code.

Code is compared by its syntax trees, made by the Python that runs, without comments and docstrings. So
a comment added to a file changes nothing, nor whether the optimizer was named on the command line, as
a file, or given in Python, as a function.
"""

import ast
import inspect
import textwrap
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from optimeter._text import printable
from optimeter.experiment.optimizers.lookup import FileOptimizer

__all__ = ["SOURCE_TEXT", "changed_lines", "same_code", "source_text", "with_known_source"]

SOURCE_TEXT = "optimizer_source"
"""The key of the text in the description of an experiment."""

_LONGEST = 200_000  # characters
_NAMED = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def source_text(optimizer: object) -> str | None:
    """Return the source text of an optimizer, of its file or of its function; None if there is none."""
    try:
        if isinstance(optimizer, FileOptimizer):
            text = Path(optimizer.path).read_text(encoding="utf-8")
        else:
            while isinstance(optimizer, partial):
                optimizer = optimizer.func
            defined = optimizer if hasattr(optimizer, "__qualname__") else type(optimizer)
            if str(getattr(defined, "__module__", "")).startswith("optimeter."):
                return None
            text = inspect.getsource(defined)  # type: ignore[arg-type]
    except (OSError, TypeError, ValueError):
        return None
    return text if len(text) <= _LONGEST else None


def same_code(one: str, other: str, name: str) -> bool:
    r"""Whether two texts are the same code: of files, or of a function of that name.

    Examples
    --------
    >>> same_code("def f(x):\n    return x", "def f(x):  # fast\n    return x", "f")
    True
    >>> same_code("def f(x):\n    return x", "import y\ndef f(x):\n    return x", "f")
    True
    >>> same_code("def f(x):\n    return x", "def f(x):\n    return -x", "f")
    False
    """
    trees = [_tree(text) for text in (one, other)]
    if trees[0] is None or trees[1] is None:
        return one == other
    if ast.dump(trees[0]) == ast.dump(trees[1]):
        return True
    if all(len(tree.body) > 1 for tree in trees if tree is not None):
        return False  # two files: what the function calls may have changed
    found = [_named(tree, name) for tree in trees if tree is not None]
    return None not in found and ast.dump(found[0]) == ast.dump(found[1])  # type: ignore[arg-type]


def changed_lines(there: str, here: str) -> str:
    """Name the first line in which a text differs from what it was."""
    lines = [text.splitlines() for text in (there, here)]
    for number, (old, new) in enumerate(zip(*lines, strict=False), start=1):
        if old != new:
            return f"first in line {number}, {printable(new.strip())[:60]!r}"
    return f"from line {1 + min(map(len, lines))} on"


def with_known_source(
    there: Mapping[str, object], here: Mapping[str, object], *, accept: bool
) -> dict[str, object]:
    """Return a description with the source of an earlier one, if it is the same code.

    With `accept`, also if it is not.
    """
    old, new = there.get("optimizer"), here.get("optimizer")
    if not isinstance(old, Mapping) or not isinstance(new, Mapping):
        return dict(here)
    texts = there.get(SOURCE_TEXT), here.get(SOURCE_TEXT)
    same = old.get("source") == new.get("source")
    if isinstance(texts[0], str) and isinstance(texts[1], str):
        if same:  # the texts are equal, unless one was damaged
            return dict(here)
        same = same_code(texts[0], texts[1], str(new.get("name", "")).rpartition(".")[2])
    if not (same or (accept and old.get("name") == new.get("name"))):
        return dict(here)
    kept = {key: value for key, value in here.items() if key != SOURCE_TEXT}
    if "source" in old:
        kept["optimizer"] = {**new, "source": old["source"]}
    if texts[0] is not None:
        kept[SOURCE_TEXT] = texts[0]
    return {key: kept[key] for key in [*here, *kept] if key in kept}


def _tree(text: str) -> ast.Module | None:
    """Parse a text, without docstrings; None if that is not possible."""
    try:
        tree = ast.parse(textwrap.dedent(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Module | _NAMED)
            and ast.get_docstring(node, clean=False) is not None
        ):
            node.body = node.body[1:]
    return tree


def _named(tree: ast.Module, name: str) -> ast.AST | None:
    """Find the function or class of a name at the top of a module."""
    return next((one for one in tree.body if isinstance(one, _NAMED) and one.name == name), None)
