"""An optimizer file that was edited: a comment changes nothing, other code is a question."""

import json
import sys
from importlib.util import module_from_spec, spec_from_file_location

import pytest

import optimeter as om
from optimeter.exceptions import DifferentExperimentError

WALK = """import numpy as np

def walk(problem, start, rng):
    while True:
        problem(rng.uniform(-5, 5, problem.dimension))
"""
COMMENTED = WALK.replace("    while", '    """Walk."""  # at random\n    # and on\n    while')
CHANGED = WALK.replace("-5, 5", "-4, 4")


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "algos.py"
    path.write_text(WALK)
    return path


def run(optimizer, folder, instances=(1, 2), **options):
    suite = om.Suite("bbob", functions=1, dimensions=2, instances=instances)
    return om.run(optimizer, suite, budget=5, folder=folder, progress=False, **options)


def imported(path):
    """Import the file as a script of the user would."""
    spec = spec_from_file_location("algos_of_mine", path)
    module = module_from_spec(spec)
    sys.modules["algos_of_mine"] = module
    spec.loader.exec_module(module)
    return module.walk


def session(folder):
    return json.loads((folder / "provenance.yaml").read_text())["sessions"][-1]


def test_comments_and_docstrings_may_change(file, tmp_path):
    run(f"{file}:walk", tmp_path / "x")
    file.write_text(COMMENTED)
    assert run(f"{file}:walk", tmp_path / "x").resumed == 2
    assert run(f"{file}:walk", tmp_path / "x", (1, 2, 3)).resumed == 2
    assert session(tmp_path / "x")["optimizer_source"]


def test_other_code_is_a_question_with_an_answer(file, tmp_path):
    run(f"{file}:walk", tmp_path / "x")
    file.write_text(CHANGED)
    with pytest.raises(DifferentExperimentError) as caught:
        run(f"{file}:walk", tmp_path / "x")
    message = str(caught.value)
    assert "first in line 5" in message
    assert "accept_changed_source=True (--accept-changed-source)" in message
    assert run(f"{file}:walk", tmp_path / "x", accept_changed_source=True).resumed == 2
    more = run(f"{file}:walk", tmp_path / "x", (1, 2, 3), accept_changed_source=True)
    assert (more.resumed, more.done) == (2, 3)
    assert session(tmp_path / "x")["optimizer_source"]
    with pytest.raises(DifferentExperimentError):
        run(f"{file}:walk", tmp_path / "x", seed=2, accept_changed_source=True)


@pytest.mark.parametrize("first", ["file", "function"])
def test_begun_on_the_command_line_it_goes_on_from_python(file, tmp_path, first):
    ways = [f"{file}:walk", imported(file)]
    if first == "function":
        ways.reverse()
    run(ways[0], tmp_path / "x")
    assert run(ways[1], tmp_path / "x").resumed == 2


def test_a_folder_without_the_text_is_compared_by_the_digest(file, tmp_path):
    """Folders that were written before it was kept."""
    run(f"{file}:walk", tmp_path / "x", shard="1/2")
    place = tmp_path / "x" / "shard-1-of-2"
    description = json.loads((place / "experiment.yaml").read_text())
    assert description.pop("optimizer_source") == WALK
    (place / "manifest.yaml").unlink()
    (place / "experiment.yaml").write_text(json.dumps(description, indent=1) + "\n")
    assert run(f"{file}:walk", tmp_path / "x", shard="1/2").complete
    file.write_text(COMMENTED)
    with pytest.raises(DifferentExperimentError, match="began; accept_changed_source"):
        run(f"{file}:walk", tmp_path / "x", shard="1/2")


def test_another_format_is_one_difference(file, tmp_path):
    run(f"{file}:walk", tmp_path / "x")
    with pytest.raises(DifferentExperimentError) as caught:
        run(f"{file}:walk", tmp_path / "x", format="ioh")
    assert "'ioh' here. Only" in str(caught.value)
    assert "number_target_triggers" not in str(caught.value)
