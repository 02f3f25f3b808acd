"""The reference of a report, table or figure: published, an algorithm of the data, or other data."""

import json

import numpy as np
import pytest

import optimeter as om
from optimeter.cli import main
from optimeter.exceptions import ArchiveError, DataError, UnknownNameError
from optimeter.measures import best_of, ert, reference_of
from optimeter.measures.of_parts import PLAIN_TABLE
from optimeter.reports.writing import report_data
from tests.reports.helpers import make_runs

RUNS = make_runs(("alpha", "beta"), functions=(1, 2), runs=3)
OTHER = make_runs(("gamma", "delta"), functions=(1, 2), runs=3, seed=5)


def suite_of(reference, runs=RUNS):
    return report_data(runs, reference=reference, resamples=20).suites[0]


def test_an_algorithm_of_the_data_can_be_the_reference():
    suite = suite_of("beta")
    assert (suite.reference, suite.reference_made_of) == ("beta", "its own runs")
    table = suite.results[PLAIN_TABLE].where(algorithm="beta")
    solved = np.isfinite(table.ert)
    assert table.ratio[solved].tolist() == [1.0] * int(solved.sum())
    # Its profile is that of the algorithm itself, not one of expected runtimes.
    own = next(p for p in suite.profiles(dimension=5) if p.algorithm == "beta")
    drawn = suite.reference_profile(dimension=5)
    assert drawn.auc == pytest.approx(own.auc, abs=1e-12)


@pytest.mark.parametrize("given", [OTHER, best_of(OTHER)], ids=["runs", "reference"])
def test_other_data_can_be_the_reference(given, said):
    suite = suite_of(given)
    assert suite.reference == "best of 2"
    assert suite.reference_made_of == said(name="made of")
    best = reference_of(OTHER)
    row = next(
        r
        for r in suite.results[PLAIN_TABLE].where(algorithm="alpha").to_dicts()
        if np.isfinite(r["reference_ert"])
    )
    erts = ert(OTHER, [row["target"]], functions=row["function"], dimensions=row["dimension"]).ert
    assert row["reference_ert"] == erts.min()
    where = np.array([row["function"]]), np.array([row["dimension"]]), np.array([row["target"]])
    assert best.ert_at(*where)[0, 0] == erts.min()


def test_the_page_says_what_the_reference_is_made_of(tmp_path, said):
    told = {}
    for reference, name in (("suite", "best2009-bbob"), ("alpha", "alpha"), (OTHER, "best of 2")):
        written = om.report(RUNS, folder=tmp_path, reference=reference, resamples=20)
        (suite,) = written.data.suites
        assert suite.reference == name
        assert suite.reference_made_of in written.page.read_text("utf-8")
        told[name] = suite.reference_made_of
    assert told == said
    manifest = json.loads((tmp_path / "manifest.json").read_text("utf-8"))
    assert manifest["options"]["reference"] == ["best of 2"]


def test_an_unknown_name_is_answered_with_what_is_accepted(said, refused):
    with refused(UnknownNameError, "'best2009-bob'", "'best2009-bbob'", "DATA"):
        suite_of("best2009-bob")
    with refused(DataError, "bbob-noisy"):
        suite_of(make_runs(("other",), suite="bbob-noisy", functions=[101]))
    assert refused.messages == said


@pytest.fixture
def folders(tmp_path):
    """Tables of the runs of two sources."""
    from optimeter.data.write_table import write_csv

    for name, runs in (("mine", RUNS), ("theirs", OTHER)):
        write_csv(runs, tmp_path / f"{name}.csv")
    return tmp_path


def test_on_the_command_line(folders, capsys):
    mine, theirs = str(folders / "mine.csv"), str(folders / "theirs.csv")
    options = ["--dimensions", "5", "--functions", "1", "--targets", "1", "--format", "json"]
    assert main(["table", mine, "-m", "comparison", "--reference", theirs, *options]) == 0
    rows = json.loads(capsys.readouterr().out)
    best = min(ert(OTHER, [1], functions=1, dimensions=5).ert)
    assert {row["reference_ert"] for row in rows} == {best}
    assert main(["table", mine, "-m", "comparison", "--reference", "alpha", *options]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert next(row["ratio"] for row in rows if row["algorithm"] == "alpha") == 1
    figure = str(folders / "loss.svg")
    assert main(["figure", "loss", mine, "-o", figure, "--reference", f"theirs={theirs}"]) == 0
    assert "loss against theirs" in (folders / "loss.svg").read_text("utf-8")
    assert main(["table", mine, "--reference", "alpha"]) == 2
    assert "--reference belongs to --measure comparison" in capsys.readouterr().err


def test_the_best_of_an_archive_is_made_of_its_runs(folders, monkeypatch, said, refused):
    import zipfile

    for name in ("mine", "theirs"):
        year = folders / "archive" / "bbob" / "2009"
        year.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(year / f"{name}.zip", "w") as file:
            file.write(folders / f"{name}.csv", f"{name}.csv")
    om.archive.create(folders / "archive")
    (folders / "archive" / "bbob" / "2009" / "theirs.zip").rename(folders / "gone.zip")
    monkeypatch.setenv("OPTIMETER_ARCHIVE", str(folders / "archive"))
    suite = suite_of("best 2009=archive:bbob/2009/*", OTHER)  # as far as data are there
    assert suite.reference == "best 2009"
    with refused(ArchiveError, "0", "bbob/1999"):
        suite_of("archive:bbob/1999/*")
    assert refused.messages | {"made of": suite.reference_made_of} == said
