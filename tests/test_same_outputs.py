"""The comparer of scripts/same_outputs.py finds what differs, and nothing else."""

import importlib.util
import math
import sys
from pathlib import Path

import numpy as np
import pytest

import optimeter as om
from tests.measures.examples import example_runs

ROOT = Path(__file__).parents[1]


def script(name):
    """Return a script as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # its dataclasses look for it
    spec.loader.exec_module(module)
    return module


driver, side = script("same_outputs"), script("same_outputs_side")


def text(value):
    """Return all that is public of a value, as a side writes it."""
    return "".join(f"{path} = {line}\n" for path, line in side.values(value, ""))


def compared(old, new):
    return driver.compare_values(text(old), text(new))


def test_one_bit_of_a_column_is_found():
    table = om.ert(example_runs(), [1.0])
    runtimes = table.ert.copy()
    runtimes[3] = np.nextafter(runtimes[3], math.inf)
    differences, added = compared(table, type(table)(**{**table.columns(), "ert": runtimes}))
    assert {line.split(",")[0] for line in differences} == {".ert", ".to_dicts().ert"}
    assert all(", entry 4 of " in line for line in differences if line.startswith(".ert"))
    assert added == 0


@pytest.mark.parametrize(
    ("old", "new"),
    [(0.0, -0.0), (1.0, 1), (True, 1), ("a", "b"), ([1.0], [1.0, 2.0]), ({"a": 1}, {"b": 1})],
)
def test_small_differences_are_found(old, new):
    assert compared([old, {}], [new, {}])[0]
    assert compared([old, {}], [old, {}]) == ([], 0)


def test_how_numbers_are_held_is_no_difference():
    assert compared([1.5, np.inf, np.nan], np.array([1.5, np.inf, np.nan])) == ([], 0)
    assert compared((1, 2), np.array([1, 2], dtype=np.int8)) == ([], 0)
    assert compared(["a", "b"], np.array(["a", "b"], dtype=object)) == ([], 0)


def test_curves_are_looked_into():
    curves = om.ecdf(example_runs(), [1.0, 0.1])
    paths = driver.by_paths(text(curves))
    assert {"[0].steps.x", "[0].steps.y", "[0].solved", "[0].at()", " length"} <= set(paths)
    found = [path for path in paths if "raises" in paths[path]]
    assert found == []


def test_attributes_may_be_added_and_nothing_else():
    old = ".a = 1\n[0].x = 2\n{k} = 1\n"
    assert driver.compare_values(old, old + "[0].more.parts[3] = 5\n[0].more.of = 5\n") == ([], 1)
    for line in ("[1].x = 2\n", "{l} = 1\n", "[0] length = 1\n"):
        assert len(driver.compare_values(old, old + line)[0]) == 1
    assert len(driver.compare_values(old, ".a = 1\n{k} = 1\n")[0]) == 1


def test_folders_are_compared_by_names_and_contents(tmp_path):
    old, new = tmp_path / "old", tmp_path / "new"
    for folder in (old, new):
        (folder / "functions").mkdir(parents=True)
        (folder / "page.txt").write_text("one\nA is faster than B\n")
    (old / "functions" / "ert.values").write_text(".x = 1\n")
    assert driver.compare_folders(old, old).differences == []
    assert driver.compare_folders(old, new).differences == ["functions/ert.values: only OLD has it"]
    assert driver.compare_folders(old, new, ["ert"]).differences == []
    (new / "page.txt").write_text("one\nA is slower than B\n")
    assert driver.compare_folders(old, new, ["ert"], "(fast|slow)er").differences == []
    (new / "page.txt").write_text("one\nB is faster than A\n")
    (new / "error.txt").write_text("Traceback\nKeyError: 'ert'\n")
    found = driver.compare_folders(old, new, ["ert"]).differences
    assert [line.split(":")[0] for line in found] == ["error.txt", "page.txt"]
    assert "KeyError" in found[0]
    assert "line 2, column 1" in found[1]


def test_files_that_differ_on_purpose_are_set_apart():
    found = driver.Found(
        ["tables/ert.csv: line 1", "tables/ert.csv: line 2", "page/text.txt: line 1"]
    )
    found.set_apart(["tables/*"])
    assert found.differences == ["page/text.txt: line 1"]
    assert len(found.changed) == 2


def test_texts_of_a_page_are_those_that_are_seen_or_told():
    page = "<p title='told'>seen <b>bold</b></p><script>no</script><svg><text>no</text></svg>"
    assert side.said(page) == ["told", "seen", "bold"]
    assert side.masked("Optimeter 0.1.0.dev3 in /a/b", Path("/a/b")) == ("Optimeter VERSION in OUT")


def test_every_public_function_is_called():
    calls = side.functions() | side.POSITIONS
    assert [name for name, call in calls.items() if call is side.uncalled] == []


def test_cases_are_chosen_by_patterns():
    names = list(side.CASES)
    assert driver.chosen(names, "bbob-3,own-min-*") == [
        "bbob-3",
        *driver.chosen(names, "own-min-*"),
    ]
    assert len(driver.chosen(names, "*")) == len(names)


def test_what_a_wheel_wrote_is_kept_until_it_changes(tmp_path):
    folder = tmp_path / "case"
    folder.mkdir()
    (folder / driver.MARK).write_text("wheel 1")
    assert driver.is_made(folder, "wheel 1")
    assert list(driver.files_of(folder)) == []  # it is not compared
    assert not driver.is_made(folder, driver.made_by("bin/python"))  # its code may change
    assert not folder.exists()
