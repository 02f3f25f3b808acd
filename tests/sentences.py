"""What people read, kept in tests/snapshots: one folder that mirrors the tests.

A test asserts the type of an error and the values that its message names, and collects the messages by
call, for one comparison with a snapshot.
"""

import ast
import re
import sys
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
from syrupy.extensions.amber import AmberSnapshotExtension

TESTS = Path(__file__).parent


class Sentences(AmberSnapshotExtension):
    """Keeps all sentences in one folder that mirrors the tests."""

    @classmethod
    def dirname(cls, *, test_location):
        return str(TESTS / "snapshots" / Path(test_location.filepath).parent.relative_to(TESTS))

    @classmethod
    def matches_test_location(cls, *, test_location, snapshot_location):
        """Tell files of one name in several folders apart, so that only unused ones are removed."""
        place, name = Path(cls.dirname(test_location=test_location)), test_location.basename
        return Path(snapshot_location) == place / f"{name}.{cls.file_extension}"


def refusal(error, call, *arguments, **options):
    """Return the message that a call is refused with, by this error."""
    with pytest.raises(error) as found:
        call(*arguments, **options)
    assert type(found.value) is error
    return str(found.value)


def everywhere(text, folder=None):
    """Return a text as it reads on every machine: without folders, ports, addresses and hashes."""
    for place in (folder, TESTS.parent):
        if place is not None:
            text = text.replace(f"{place}/", "").replace(str(place), "FOLDER")
    text = re.sub(r"\b127\.0\.0\.1:\d+", "HOST", text)
    # The eight digits of a file's name may happen to be all letters, or all decimal.
    text = re.sub(
        r"\b0x[0-9a-f]{6,}|\b(?=\w*[a-f])[0-9a-f]{8,}\b|(?<=[a-z]-)[0-9a-f]{8}\b", "HASH", text
    )
    return re.sub(r"\[Errno \d+\] ", "", text)


class Refusals:
    """The messages of the calls that a test makes wrongly, as the fixture `refused` collects them."""

    def __init__(self, folder=None):
        self._found = {}
        self._folder = folder

    @contextmanager
    def __call__(self, error, *values, upto=""):
        """Expect this error, exactly, with a message that names the values.

        Of a message that depends on the machine, on versions or on what is installed, the part
        before the value ``upto`` is kept.
        """
        caller = sys._getframe(2)  # this frame and that of contextlib stand between
        call = _source_of_block(caller.f_code.co_filename, caller.f_lineno)
        with pytest.raises(error) as found:
            yield found
        message = str(found.value)
        assert type(found.value) in (error if isinstance(error, tuple) else (error,)), message
        for value in (*values, upto):
            assert str(value) in message
        told = message.partition(upto)[0] if upto else message
        self._found.setdefault(call, {})[everywhere(told, self._folder)] = None

    @property
    def messages(self):
        """The message of each call, by its source; a call in a loop has each message once."""
        several = {call: list(messages) for call, messages in self._found.items()}
        return {call: told[0] if len(told) == 1 else told for call, told in several.items()}


@cache
def _blocks(file):
    source = Path(file).read_text("utf-8")
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.With)]
    return source, nodes


def _source_of_block(file, line):
    """Return the source of the block below the innermost ``with`` around a line, on one line."""
    source, nodes = _blocks(file)
    around = [node for node in nodes if node.lineno <= line <= (node.end_lineno or line)]
    block = max(around, key=lambda node: node.lineno).body
    parts = (ast.get_source_segment(source, statement) or "" for statement in block)
    return "; ".join(" ".join(part.split()) for part in parts)
