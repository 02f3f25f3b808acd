"""Fixtures and facts that all tests share."""

from pathlib import Path

import pytest

from tests.recorded import archive_file


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Real recorded data of the field, which is not part of the repository."""
    return archive_file()
