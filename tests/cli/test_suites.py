"""`optimeter suites`: the same facts as the Python interface, for eyes and for programs."""

import json

import pytest
from syrupy.assertion import SnapshotAssertion

import optimeter as om
from optimeter._arguments import ranges
from optimeter.cli import USAGE_ERROR, main


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["suites", *arguments]) == 0
    return capsys.readouterr().out


def test_all_suites_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown(capsys).splitlines()
    assert [line.split()[0] for line in lines] == ["suite", *om.suites()]
    assert lines[1].split()[:5] == ["bbob", "24", "2,3,5,10,20,40", "1-5,71-80", "2160"]


def test_all_suites_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    listed = json.loads(shown(capsys, "--json"))["suites"]
    assert [each["name"] for each in listed] == list(om.suites())
    for each in listed:
        suite = om.Suite(each["name"])
        assert each["functions"] == len(suite.functions)
        assert each["dimensions"] == list(suite.dimensions)
        assert each["instances"] == list(suite.instances)
        assert each["problems"] == len(suite)
        assert each["title"]


@pytest.mark.contract
@pytest.mark.parametrize("name", om.suites())
def test_one_suite_as_json(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    details = json.loads(shown(capsys, name, "--json"))
    suite = om.Suite(name)
    assert [each["number"] for each in details["functions"]] == list(suite.functions)
    in_groups = [number for group in details["groups"] for number in group["functions"]]
    assert sorted(in_groups) == list(suite.functions)
    for group in details["groups"]:
        assert om.Suite(name, functions=group["name"]).functions == tuple(group["functions"])
    for year, instances in details["years"].items():
        assert om.Suite(name, year=int(year)).instances == tuple(instances)


@pytest.mark.contract
@pytest.mark.parametrize("name", om.suites())
def test_one_suite_as_text(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, name)
    details = json.loads(shown(capsys, name, "--json"))
    assert text.splitlines()[0] == f"{name}: {details['title']}"
    for function in details["functions"]:
        assert function["name"] in text
    for group in details["groups"]:
        assert group["title"] in text
    assert ranges(om.Suite(name).instances) in text
    assert "…" not in text


def test_an_unknown_suite_suggests_the_nearest(
    capsys: pytest.CaptureFixture[str], said: SnapshotAssertion
) -> None:
    assert main(["suites", "bbob-mix"]) == USAGE_ERROR
    error = capsys.readouterr().err
    assert "'bbob-mixint'" in error
    assert len(error.splitlines()) == 1
    assert error.partition("? ")[0] == said  # and others, as installed


@pytest.mark.parametrize(
    ("numbers", "text"), [((), ""), ((4,), "4"), ((1, 2, 3, 7), "1-3,7"), ((1, 2, 1, 2), "1-2,1-2")]
)
def test_ranges(numbers: tuple[int, ...], text: str) -> None:
    assert ranges(numbers) == text
