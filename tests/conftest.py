"""Fixtures and facts that all tests share."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.kinds import Guard, Reporter
from tests.recorded import ARCHIVES
from tests.sentences import Refusals, Sentences


def pytest_configure(config: pytest.Config) -> None:
    """Tell the kind of each test, and hold unit tests to theirs."""
    config.pluginmanager.register(Reporter())
    config.pluginmanager.register(Guard())


@pytest.fixture(scope="session", autouse=True)
def _in_this_process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Start no process that nobody asked for, neither for other cores nor for git.

    The user's cache and key are neither read nor written.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("optimeter._parallel.available_cores", lambda: 1)
        patch.setattr("optimeter.experiment.provenance._git_state", lambda: None)
        patch.setenv("OPTIMETER_CACHE", "off")
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data-home")))
        yield


@pytest.fixture
def said(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    """What a person reads, as `make snapshots` wrote it down: ``assert text == said``."""
    return snapshot.use_extension(Sentences)


@pytest.fixture
def refused(tmp_path: Path) -> Refusals:
    """Collects what wrong calls are refused with: ``assert refused.messages == said``."""
    return Refusals(tmp_path)


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Real recorded data of the field, which are not part of the repository."""
    assert ARCHIVES.is_dir(), f"there is no {ARCHIVES}"
    return ARCHIVES


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests on the archives where these are not."""
    if ARCHIVES.is_dir():
        return
    without = [item for item in items if "shared_data" in getattr(item, "fixturenames", ())]
    config.hook.pytest_deselected(items=without)
    items[:] = [item for item in items if item not in without]
