import hashlib
from pathlib import Path

import pytest

import optimeter as om
from optimeter.record import PROVENANCE_FILE


def _contents(folder):
    """All files of a folder with a digest of their content, except for the provenance."""
    root = Path(folder)
    return {
        str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(root.rglob("*"))
        if path.is_file() and path.name != PROVENANCE_FILE
    }


@pytest.fixture
def contents():
    return _contents


@pytest.fixture
def suite():
    return om.Suite("bbob", functions=[1, 8, 20], dimensions=[2, 5], instances=[1, 2, 3])
