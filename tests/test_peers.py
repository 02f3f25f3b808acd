"""Which peers may be missing: in CI none that an extra names for this system and this Python."""

import pytest

from tests import peers
from tests.peers import need_peer, peer_folder


@pytest.mark.parametrize("call", [need_peer, peer_folder])
def test_a_peer_that_is_missing_skips_and_fails_in_ci(call, monkeypatch):
    monkeypatch.setattr(peers, "_is_required", lambda _: True)
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="nosuch is not installed"):
        call("nosuch")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="nosuch is not installed"):
        call("nosuch")
    monkeypatch.setattr(peers, "_is_required", lambda _: False)
    with pytest.raises(pytest.skip.Exception):
        call("nosuch")


def test_what_is_required_is_what_the_extras_ask_for_here(monkeypatch):
    extras = ["frames", "test"]
    lines = [
        "numpy>=1.26",
        'polars>=1.0; extra == "frames"',
        'coco-experiment>=2.8; extra == "test"',
        'ioh>=0.3; python_version < "3.0" and extra == "test"',
    ]
    monkeypatch.setattr(peers, "requires", lambda _: lines)
    monkeypatch.setattr(peers, "metadata", lambda _: Extras(extras))
    names = ("numpy", "polars", "cocoex", "cocoex.utilities", "ioh", "torch")
    assert list(map(peers._is_required, names)) == [True, True, True, True, False, False]


class Extras(list):
    def get_all(self, name):
        assert name == "Provides-Extra"
        return self


def test_an_error_of_a_package_that_is_there_is_its_own(tmp_path, monkeypatch):
    (tmp_path / "broken_peer.py").write_text("import nosuch\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="nosuch"):
        need_peer("broken_peer")
