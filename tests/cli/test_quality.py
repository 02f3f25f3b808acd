"""What users tell about values on the command line."""

import json

import pytest

from optimeter.cli import main

TABLE = """algorithm,function,dimension,run,evaluations,value
a,profit,1,1,1,10
a,profit,1,1,4,90
b,profit,1,1,1,20
b,profit,1,1,8,70
"""


@pytest.fixture
def data(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text(TABLE)
    return str(path)


def rows(capsys, *arguments):
    assert main(["table", *arguments, "-f", "json"]) in (0, None)
    return json.loads(capsys.readouterr().out)


def test_values_are_maximised_on_demand(data, capsys):
    found = rows(capsys, data, "--maximize", "--targets", "50,80")
    assert [row["ert"] for row in found] == [4, 4, 8, "inf"]
    assert [row["target"] for row in found] == [50, 80] * 2
    down = rows(capsys, data, "--targets", "15")
    assert [row["ert"] for row in down] == [1, "inf"]


def test_an_optimum_makes_distances(data, capsys):
    found = rows(capsys, data, "--maximize", "--optimum", "profit=100", "--targets", "10")
    assert [row["ert"] for row in found] == [4, "inf"]


def test_targets_from_the_data(data, capsys):
    found = rows(capsys, data, "--maximize")
    assert [row["target"] for row in found[:6]] == [0.5, 0.25, 0.1, 0.05, 0.02, 0]
    assert [row["ert"] for row in found if row["target"] == 0] == [4, "inf"]
    deeper = rows(capsys, data, "--maximize", "--targets", "relative")
    assert deeper[0]["target"] == 0.1


def test_the_functions_that_are_chosen_decide_on_the_scale(data, tmp_path, capsys):
    path = tmp_path / "more.csv"
    path.write_text(TABLE + "a,sales,1,1,1,-5\nb,sales,1,1,1,-7\n")
    asked = ["--targets", "log", "--maximize"]
    assert main(["table", str(path), *asked]) == 2
    capsys.readouterr()
    assert rows(capsys, str(path), *asked, "--functions", "1") == rows(capsys, data, *asked)


def test_check_says_how_values_are_judged(data, capsys, said):
    main(["check", data])
    told = [line for line in capsys.readouterr().out.splitlines() if line[:2] in ("a,", "b,")]
    assert len(told) == 2
    assert told == said


def test_what_contradicts_the_data_ends_with_code_2(data, capsys, said):
    assert main(["table", data, "--optimum", "20"]) == 2
    error = capsys.readouterr().err
    assert "20" in error
    assert "10" in error
    assert error == said


def test_figures_and_reports_take_the_options(data, tmp_path):
    figure = tmp_path / "c.svg"
    main(["figure", "convergence", data, "--maximize", "-o", str(figure)])
    assert "best value" in figure.read_text()
    main(["report", data, "--maximize", "--targets", "30,60,90", "-o", str(tmp_path / "out")])
    assert "3 targets: 30, 60, 90" in (tmp_path / "out" / "index.html").read_text()
