"""`optimeter examples`: what lies in `examples/` is at hand wherever Optimeter is installed."""

import json
from pathlib import Path

import pytest

from optimeter.cli import USAGE_ERROR, main

FOLDER = Path(__file__).parents[2] / "examples"
NAMES = {
    path.relative_to(FOLDER).with_suffix("").as_posix(): path
    for path in FOLDER.rglob("*.*")
    if path.is_file() and "__pycache__" not in path.parts
}


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["examples", *arguments]) == 0
    return capsys.readouterr().out


def test_all_of_them_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    listed = json.loads(shown(capsys, "--json"))["examples"]
    assert {one["name"] for one in listed} == set(NAMES)
    assert all(one["language"] and len(one["summary"].split()) > 3 for one in listed)
    lines = shown(capsys).splitlines()
    assert [line.split()[0] for line in lines[1:]] == [one["name"] for one in listed]


@pytest.mark.parametrize("name", NAMES)
def test_each_is_printed_as_it_is(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, name) == NAMES[name].read_text(encoding="utf-8")


def test_a_part_of_a_name_is_enough(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, "slurm") == NAMES["slurm_array"].read_text(encoding="utf-8")
    assert main(["examples", "random_search"]) == USAGE_ERROR  # in several languages
    assert "c/random_search" in capsys.readouterr().err
    assert main(["examples", "slurn"]) == USAGE_ERROR
    assert "slurm_array" in capsys.readouterr().err
