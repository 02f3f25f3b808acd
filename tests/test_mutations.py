"""The script that puts faults into the code: what it changes, and whether its table still fits."""

import importlib.util
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def mutations():
    spec = importlib.util.spec_from_file_location("mutations", ROOT / "scripts/mutations.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["mutations"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["mutations"]


def test_a_fault_is_put_in_and_taken_out_again(mutations, tmp_path):
    fault = mutations.Fault("code.py", "a < b", "a <= b", "tests")
    path = tmp_path / "code.py"
    path.write_text("if a < b:\n    pass\n")
    assert mutations.misplaced(tmp_path, [fault]) == []
    with pytest.raises(KeyboardInterrupt), mutations.put(fault, tmp_path):
        assert path.read_text() == "if a <= b:\n    pass\n"
        raise KeyboardInterrupt
    assert path.read_text() == "if a < b:\n    pass\n"


@pytest.mark.parametrize("text", ["", "a < b a < b"])
def test_a_text_that_is_not_there_once_is_told(mutations, tmp_path, text):
    fault = mutations.Fault("code.py", "a < b", "a <= b", "tests")
    (tmp_path / "code.py").write_text(text)
    (line,) = mutations.misplaced(tmp_path, [fault])
    assert "code.py" in line
    assert str(text.count("a < b")) in line


def test_near_tests_come_first(mutations):
    fault = mutations.Fault("code.py", "a", "b", "tests/experiment/test_journal.py")
    assert mutations.places_of(fault) == [fault.tests, "tests/experiment", "tests"]
    fault = mutations.Fault("code.py", "a", "b", "tests/ioh")
    assert mutations.places_of(fault) == ["tests/ioh", "tests"]


def test_the_tests_that_the_table_names_are_there(mutations):
    assert [fault.tests for fault in mutations.FAULTS if not (ROOT / fault.tests).exists()] == []


def test_there_are_thirty_faults_in_all_layers(mutations):
    assert len(mutations.FAULTS) == len(set(mutations.FAULTS)) == 30
    layers = {
        parts[2] if (parts := Path(fault.file).parts)[0] == "src" else parts[0]
        for fault in mutations.FAULTS
    }
    assert layers == {
        *("core", "problems", "record", "experiment", "data", "measures", "reports"),
        *("_core", "cli", "coco"),
    }


@pytest.mark.slow  # so that a change of code asks nobody for a change of the table at once
def test_every_text_of_the_table_is_in_its_file_once(mutations):
    assert mutations.misplaced(ROOT) == []
