"""Commands say in one line what is wrong with what they are given."""

import subprocess
import sys

import pytest

import optimeter as om
from optimeter.cli import main
from tests.sentences import everywhere


@pytest.fixture
def recorded(tmp_path):
    with om.Observer(tmp_path / "data", algorithm="a") as observer:
        for problem in om.Suite("bbob", functions=[1, 2], dimensions=2, instances=[1, 2]):
            observer.observe(problem)
            problem([0.0, 0.0])
    return observer.folder


def test_lost_data_are_told_beside_the_results(recorded, tmp_path, capsys, said):
    table = ["table", str(recorded)]
    figure = ["figure", "ecdf", str(recorded), "-o", str(tmp_path / "out.svg")]
    for command in (table, figure):
        assert main(command) == 0
        assert not capsys.readouterr().err
    told = {}
    for path in recorded.rglob("*.dat"):
        path.unlink()
    for path in list(recorded.rglob("*.tdat"))[:1]:
        path.unlink()
    for command in (table, figure):
        assert main(command) == 0
        told[command[0]] = capsys.readouterr().err
        assert "optimeter check" in told[command[0]]
    assert told == said


def test_what_may_be_lost_is_a_share(recorded, capsys, said):
    told = {}
    for share in ["7", "-0.1", "nan"]:
        assert main(["compare", str(recorded), str(recorded), "--fail-lost", share]) == 2
        told[share] = capsys.readouterr().err
        assert "--fail-lost" in told[share]
    assert told == said


@pytest.mark.system
def test_rooms_of_the_package_are_there_without_an_import():
    code = "import optimeter as om; om.measures.ecdf; om.reports.report_data"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_figure_is_refused_before_the_data_are_read(capsys, said):
    told = {}
    for options, value in [
        (["--budget", "10", "-o", "x.pdf"], "budget"),
        (["-o", "x.bmp"], "'bmp'"),
    ]:
        assert main(["figure", "ecdf", "nowhere", *options]) == 2
        told[" ".join(options)] = error = capsys.readouterr().err
        assert value in error
    assert told == said


def test_places_that_cannot_be_written_are_named(recorded, tmp_path, capsys):
    (tmp_path / "file").write_text("")
    for command in (["figure", "ecdf"], ["table"]):
        assert main([*command, str(recorded), "-o", str(tmp_path / "file" / "x.svg")]) == 2
        assert f"{tmp_path / 'file' / 'x.svg'}" in capsys.readouterr().err


def test_a_full_disk_is_one_line_wherever_it_is_noticed(recorded, monkeypatch, capsys, said):
    def full(*arguments, **options):
        raise OSError(28, "No space left on device", "/tmp/x")

    monkeypatch.setattr("optimeter._output._remove_left", full)
    assert main(["convert", str(recorded), "--to", "ioh", "-o", str(recorded.parent / "y")]) == 2
    monkeypatch.setattr("optimeter.cli.table.load", full)
    assert main(["table", str(recorded)]) == 2
    error = capsys.readouterr().err
    assert error.count("No space left on device") == 2
    assert "/tmp/x" in error
    assert everywhere(error, recorded.parent) == said
