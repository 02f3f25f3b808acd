"""Fixtures and facts that all tests share."""

import os
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.amber import AmberSnapshotExtension
from syrupy.location import PyTestLocation

from tests.kinds import Guard, Reporter
from tests.recorded import archive_file

TESTS = Path(__file__).parent


def pytest_configure(config: pytest.Config) -> None:
    """Tell the kind of each test, and hold unit tests to theirs."""
    config.pluginmanager.register(Reporter())
    if os.environ.get("OPTIMETER_GUARD"):
        config.pluginmanager.register(Guard())


class _Sentences(AmberSnapshotExtension):
    """Keeps all sentences in one folder that mirrors the tests."""

    @classmethod
    def dirname(cls, *, test_location: PyTestLocation) -> str:
        place = Path(test_location.filepath).parent.relative_to(TESTS)
        return str(TESTS / "snapshots" / place)


@pytest.fixture
def said(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    """What a person reads, as `make snapshots` wrote it down: ``assert text == said``."""
    return snapshot.use_extension(_Sentences)


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Real recorded data of the field, which is not part of the repository."""
    return archive_file()
