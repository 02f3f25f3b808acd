"""Fixtures and facts that all tests share."""

from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent
SHARED_DATA = REPOSITORY.parent / "shared" / "data"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Real recorded data of the field, which is not part of the repository."""
    if not SHARED_DATA.is_dir():
        pytest.skip(f"the recorded data is not there: {SHARED_DATA}")
    return SHARED_DATA
