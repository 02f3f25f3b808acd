"""`optimeter check` and `optimeter convert`, as typed."""

import json
import shutil
from dataclasses import dataclass

import pytest

import optimeter as om
from optimeter.cli import main

HEADER = (
    "% f evaluations | g evaluations | best noise-free fitness - Fopt (7.948000000000e+01) "
    "+ sum g_i+ | measured fitness | best measured fitness or single-digit g-values | x1 | x2...\n"
)
INDEX = (
    "suite = '{}', funcId = {}, DIM = 2, Precision = 1.000e-08, algId = 'myalg', coco_version = "
    "'2.8.2', logger = 'bbob', data_format = 'bbob-new2'\n% words\nf{}.dat, {}"
)


@pytest.fixture(autouse=True)
def private_cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("OPTIMETER_CACHE", str(tmp_path_factory.mktemp("cache")))


@dataclass
class Result:
    exit_code: int
    stdout: str
    stderr: str


@pytest.fixture
def run(capsys):
    def invoke(*arguments):
        code = main([str(argument) for argument in arguments])
        return Result(code, *capsys.readouterr())

    return invoke


@pytest.fixture
def folder(tmp_path):
    """Two functions of an own suite, complete."""
    root = tmp_path / "data"
    root.mkdir()
    block = HEADER + "1 0 10.0 9 9\n50 0 1.0 9 9\n"
    for function in (1, 2):
        text = INDEX.format("mine", function, function, "1:50|1.0e+00, 2:50|1.0e+00")
        (root / f"f{function}.info").write_text(text)
        for suffix in (".dat", ".tdat"):
            (root / f"f{function}{suffix}").write_text(block * 2)
    return root


def test_all_fine(run, folder):
    result = run("check", folder)
    assert result.exit_code == 0
    assert "myalg" in result.stdout
    assert "1 data set; findings: none" in result.stdout
    document = json.loads(run("check", folder, "--json").stdout)
    (data_set,) = document["data_sets"]
    assert data_set["complete"] is True
    assert data_set["functions"] == [1, 2]
    assert data_set["runs"] == 4
    assert data_set["budget"] == [25.0, 25.0]
    assert document["findings"] == document["unreadable"] == []


def test_incomplete_data(run, folder):
    index = folder / "f2.info"
    index.write_text(index.read_text().replace(", 2:50|1.0e+00", ", 2"))
    result = run("check", folder)
    assert result.exit_code == 1
    assert "1 unfinished runs" in result.stdout
    assert "incomplete Q7" in result.stdout


def test_one_incomplete_data_set_beside_a_complete_one(run, folder, tmp_path):
    complete = shutil.copytree(folder, tmp_path / "complete")
    for index in folder.glob("*.info"):
        index.write_text(index.read_text().replace("'mine'", "'bbob'"))
    assert run("check", complete).exit_code == 0
    assert run("check", complete, folder).exit_code == 1


def test_missing_problems_of_a_known_suite(run, folder):
    for index in folder.glob("*.info"):
        index.write_text(index.read_text().replace("'mine'", "'bbob'"))
    result = run("check", folder)
    assert result.exit_code == 1
    assert "f3 in 2-D, f4 in 2-D" in result.stdout
    assert "3, 5, 10, 20, 40" in result.stdout


def test_notes_and_repairs_are_no_failure(run, folder):
    for data in folder.glob("f1.*dat"):  # alike, so that the two do not disagree
        data.write_text(data.read_text().replace("50 0 1.0", "50 0 99.0", 1))
    result = run("check", folder)
    assert result.exit_code == 0
    assert "repair Q14" in result.stdout


def test_unreadable_sources_do_not_hide_the_others(run, folder, tmp_path):
    result = run("check", folder, tmp_path / "nowhere")
    assert result.exit_code == 2
    assert "myalg" in result.stdout
    assert "unreadable" in result.stdout


def test_findings_are_gathered(run, folder):
    for number in range(30):
        (folder / f"other{number}.dat").write_text(HEADER)
    short = run("check", folder).stdout
    assert short.count(" Q9: ") < 30
    assert " 29 " in short
    assert run("check", folder, "--all").stdout.count(" Q9: ") == 30


@pytest.mark.parametrize("to", ["coco", "ioh", "parquet", "csv"])
def test_convert(run, folder, tmp_path, to):
    result = run("convert", folder, "--to", to, "-o", tmp_path / "out")
    assert result.exit_code == 0
    assert result.stdout.startswith("4 runs ")
    runs = om.load(tmp_path / "out")
    assert runs.runtimes([1.0]).ravel().tolist() == [50] * 4


def test_convert_says_what_is_wrong(run, folder, tmp_path):
    assert run("convert", folder, "--to", "xml", "-o", tmp_path / "out").exit_code == 2
    result = run("convert", tmp_path / "nowhere", "--to", "csv", "-o", tmp_path / "out")
    assert result.exit_code == 2
    assert "No such file" in result.stderr
    assert not (tmp_path / "out").exists()
