"""Count the sentences that tests hold in their code: what is to be said stands in tests/snapshots.

A sentence is a string of six words or more in what an ``assert`` compares or a ``match=`` looks for. A
test asserts the type of an error and the values that it names; the sentence around them may then be
written better without touching the test. Docstrings, the message of an ``assert`` and snapshots do not
count.

Usage: prose_in_tests.py [--check] [FILE OR FOLDER ...]
"""

import argparse
import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
WORDS = 6
WORD = re.compile(r"(?<![^\s(\"'`|^])[^\W\d_]+(?:[-'][^\W\d_]+)*(?=[\s,.;:!?)\"'`|$\\]|$)")


def words(text: str) -> int:
    """Return the number of alphabetic words: no numbers, paths, names with an underscore, patterns."""
    return len(WORD.findall(text))


def text_of(node: ast.AST) -> str | None:
    """Return the text of a string or of an f-string, with a mark for what it inserts."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(
            part.value if isinstance(part, ast.Constant) and isinstance(part.value, str) else "{}"
            for part in node.values
        )
    return None


def strings(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the strings below ``node`` with their lines, an f-string as one."""
    text = text_of(node)
    if text is not None:
        yield getattr(node, "lineno", 0), text
        return
    for child in ast.iter_child_nodes(node):
        yield from strings(child)


def sentences(source: str) -> list[tuple[int, str]]:
    """Return the lines and texts of the sentences in the code of a test file."""
    found: set[tuple[int, str]] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Assert):
            looked_at = node.test
        elif isinstance(node, ast.keyword) and node.arg == "match":
            looked_at = node.value
        else:
            continue
        found.update((line, text) for line, text in strings(looked_at) if words(text) >= WORDS)
    return sorted(found)


def main() -> int:
    """Print the sentences by file and their number; with --check fail when there are any."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("places", nargs="*", type=Path, default=[ROOT / "tests"])
    parser.add_argument("--check", action="store_true", help="fail when there is any")
    parser.add_argument("--counts", action="store_true", help="print numbers only")
    options = parser.parse_args()
    total = 0
    for place in options.places:
        for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            found = sentences(path.read_text("utf-8"))
            total += len(found)
            name = path.resolve().relative_to(ROOT).as_posix()
            if found and options.counts:
                print(f"{len(found):4} {name}")
            elif found:
                for line, text in found:
                    print(f"{name}:{line}: {' '.join(text.split())[:100]}")
    print(f"{total} sentences of {WORDS} words or more in the code of tests")
    return 1 if options.check and total else 0


if __name__ == "__main__":
    sys.exit(main())
