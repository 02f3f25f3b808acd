"""The two modules that programs may import: COCO's and ours."""

from types import ModuleType

import pytest
from tests.peers import need_peer

import optimeter.coco as ours


@pytest.fixture
def cocoex() -> ModuleType:
    """COCO's own module, as quiet as it can be."""
    module = need_peer("cocoex")
    module.log_level("error")
    return module


@pytest.fixture(autouse=True)
def quiet():
    """Leave the level of messages as it was."""
    before = ours.log_level("info")
    yield
    ours.log_level(before)
