"""The folder: what is written, again, elsewhere, and from bad input."""

import dataclasses
import json
import math
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import optimeter as om
from optimeter._parallel import mapped
from optimeter.data.findings import Finding
from optimeter.data.runs import Runs
from optimeter.exceptions import (
    DataError,
    FileError,
    InvalidTypeError,
    InvalidValueError,
    UnknownNameError,
)
from optimeter.measures import ecdf
from optimeter.measures.of_parts import PROFILES
from optimeter.measures.of_suites import ADVICE, CONTRIBUTIONS, LOSS_SUMMARY
from optimeter.measures.words import SOLVE
from optimeter.reports import report, report_data
from optimeter.reports.analysis.words import _solve, headline, number, percent
from optimeter.reports.export import report_tables
from optimeter.reports.figures.description import Axis, End, Figure, Line, Panel
from optimeter.reports.figures.kinds import describe_figure
from optimeter.reports.page import encoding, plotly_script, rendering
from optimeter.reports.page.payload import chunks
from optimeter.reports.page.payload_tables import summary_heads, summary_rows
from optimeter.reports.page.rendering import page_files
from tests.reports.helpers import data_files, make_runs
from tests.sentences import refusal


def test_the_folder_holds_page_numbers_figures_and_article(paper):
    names = set(paper.files)
    assert {"index.html", "manifest.json", "data/ert.csv", "data/ert.json"} <= names
    assert {"fig/profile_all_D05.pdf", "fig/profile_all_D05.svg", "tex/article.tex"} <= names
    assert all((paper.folder / name).is_file() for name in names)
    manifest = json.loads((paper.folder / "manifest.json").read_text("utf-8"))
    assert {one["name"] for one in manifest["files"]} | {"manifest.json"} == names
    assert manifest["suites"]["bbob"]["algorithms"] == ["alpha", "beta", "gamma"]


def test_the_page_needs_nothing_from_outside(written):
    page = written.page.read_text("utf-8")
    own = page[: page.index('<script id="plotly">')] + page[page.rindex("</script>") :]
    assert not re.findall(r"""(?:src|href)\s*=\s*["']?(?:https?:)?//""", own)
    assert "http://" not in own.replace("http://www.w3.org/2000/svg", "")
    assert len(page.encode()) < 8e6


@pytest.mark.system
def test_two_runs_give_the_same_bytes(runs, tmp_path, monkeypatch):
    """Also with workers, and where sets of names have another order."""
    monkeypatch.chdir(tmp_path)
    runs.select(functions=[1, 2], dimensions=2).to_parquet("runs.parquet")
    report("runs.parquet", folder="here", paper=True)
    command = [
        sys.executable,
        "-m",
        "optimeter",
        "report",
        "runs.parquet",
        "--paper",
        "-o",
        "there",
    ]
    subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": "7"}, check=True)
    here, there = (
        {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.*")}
        for folder in (Path("here"), Path("there"))
    )
    assert here == there
    assert len(here) > 40


def test_adding_an_algorithm_changes_no_number_of_another(runs):
    alone = om.reports.compute(runs.select(algorithms="alpha")).suites[0]
    among = om.reports.compute(runs).suites[0]
    profiles = among.results[PROFILES].where(algorithm="alpha")
    for one, other in zip(alone.results[PROFILES], profiles, strict=True):
        assert (one.auc, one.solved, one.auc_interval) == (
            other.auc,
            other.solved,
            other.auc_interval,
        )
        np.testing.assert_array_equal(one.steps.y, other.steps.y)


def test_unchanged_inputs_are_not_computed_again(runs, tmp_path, monkeypatch):
    monkeypatch.setenv("OPTIMETER_CACHE", str(tmp_path / "cache"))
    small = runs.select(functions=[1, 2], dimensions=2)
    first = report(small, folder=tmp_path / "out")
    stamps = {p: p.stat().st_mtime_ns for p in first.folder.rglob("*") if p.is_file()}

    def forbidden(*_arguments, **_options):
        message = "computed again"
        raise AssertionError(message)

    monkeypatch.setattr("optimeter.reports.results.computed", forbidden)
    for name in ("marked", "ratings", "pairwise_tests", "speed_by_set"):
        monkeypatch.setattr(f"optimeter.measures.of_suites.{name}", forbidden)
    again = report(small, folder=tmp_path / "out")
    assert {p: p.stat().st_mtime_ns for p in again.folder.rglob("*") if p.is_file()} == stamps


def test_progress_is_told_to_the_end(runs, tmp_path, undrawn):
    told = []
    small = runs.select(functions=[1, 2], dimensions=2)
    report(small, folder=tmp_path, paper=True, progress=lambda *entry: told.append(entry))
    stages = {}
    for what, done, total in told:
        stages.setdefault("figures" if "figures" in what else "results", []).append((done, total))
    for steps in stages.values():
        assert [done for done, _ in steps] == list(range(1, len(steps) + 1))
        assert steps[-1] == (len(steps), len(steps))
    assert len(stages) == 2


def test_a_damaged_cache_is_ignored(runs, tmp_path, monkeypatch):
    monkeypatch.setenv("OPTIMETER_CACHE", str(tmp_path / "cache"))
    small = runs.select(functions=1, dimensions=2)
    first = dict(page_files(om.reports.compute(small)))
    entries = list((tmp_path / "cache" / "reports").iterdir())
    assert entries
    for place, path in enumerate(entries):
        content = path.read_bytes()
        path.write_bytes(content[: len(content) // 2] if place % 2 else content[:-1] + b"x")
    assert dict(page_files(om.reports.compute(small))) == first


def test_files_of_an_earlier_report_are_removed(runs, tmp_path, undrawn):
    runs = runs.select(functions=1)
    first = report(runs, folder=tmp_path, paper=True)
    assert "fig/profile_all_D02.pdf" in first.files
    (tmp_path / "mine.txt").write_text("keep")
    report(runs.select(dimensions=5), folder=tmp_path, paper=True)
    assert (tmp_path / "fig" / "profile_all_D05.pdf").exists()
    assert not (tmp_path / "fig" / "profile_all_D02.pdf").exists()
    assert (tmp_path / "mine.txt").read_text() == "keep"


def test_a_hostile_manifest_removes_nothing_outside(runs, tmp_path):
    (tmp_path / "precious").write_text("keep")
    folder = tmp_path / "out"
    folder.mkdir()
    files = ["../precious", "/etc/hostname"]
    (folder / "manifest.json").write_text(
        json.dumps({"schema": 1, "optimeter": "1", "files": files})
    )
    report(runs.select(functions=1, dimensions=2), folder=folder)
    assert (tmp_path / "precious").read_text() == "keep"


@pytest.mark.system  # writes four reports
def test_an_edited_article_survives_another_report(runs, tmp_path, undrawn):
    runs = runs.select(dimensions=2)
    report(runs.select(functions=1), folder=tmp_path, paper=True, resamples=20)
    article = tmp_path / "tex" / "article.tex"
    article.write_text(edited := article.read_text("utf-8") + "% mine\n", "utf-8")
    before = (tmp_path / "tex" / "setting.tex").read_text("utf-8")
    for _ in range(2):
        report(runs.select(functions=[1, 2]), folder=tmp_path, paper=True, resamples=20)
        assert article.read_text("utf-8") == edited
    assert (tmp_path / "tex" / "setting.tex").read_text("utf-8") != before
    report(runs.select(functions=1), folder=tmp_path, paper=True, resamples=20, force=True)
    assert (tmp_path / "tex" / "article.tex.1.bak").read_text("utf-8") == edited
    assert article.read_text("utf-8") != edited


@pytest.mark.parametrize("name", ["index.html", "data/ert.csv", "tex/setting.tex"])
def test_nothing_of_the_user_is_replaced(runs, tmp_path, undrawn, name):
    few = runs.select(functions=1, dimensions=2)
    path = tmp_path / "out" / name
    path.parent.mkdir(parents=True)
    path.write_text("mine")
    with pytest.raises(FileError, match=re.escape(str(path))):
        report(few, folder=tmp_path / "out", paper=True, resamples=20)
    assert [one for one in (tmp_path / "out").rglob("*") if one.is_file()] == [path]
    assert path.read_text() == "mine"
    report(few, folder=tmp_path / "out", paper=True, resamples=20, force=True)
    assert path.with_name(f"{path.name}.1.bak").read_text() == "mine"


def test_suites_without_reference_or_groups(tmp_path, undrawn):
    runs = make_runs(("a", "b"), functions=[3, 9], dimensions=[7], suite="own problems")
    written = report(runs, folder=tmp_path, paper=True)
    suite = written.data.suites[0]
    assert not suite.reference
    assert LOSS_SUMMARY not in suite.results
    assert 'id="loss"' not in written.page.read_text("utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("suite", "functions"),
    [
        ("bbob-biobj", [1, 55]),
        ("bbob-constrained", [1, 54]),
        ("bbob-noisy", [101, 110, 125]),
        ("bbob-biobj-ext", [1, 92]),
        ("bbob-largescale", [1, 24]),
        ("bbob-mixint", [1, 24]),
        ("bbob-biobj-mixint", [1, 92]),
        ("bbob-boxed", [1, 24]),
    ],
)
def test_every_suite_family(suite, functions, tmp_path):
    runs = make_runs(("a", "b"), functions=functions, dimensions=[10], suite=suite, runs=3)
    written = report(runs, folder=tmp_path, paper=True)
    assert written.data.suites[0].name == suite
    assert "tex/article.tex" in written.files


def test_messages_name_what_is_wrong(runs, tmp_path, monkeypatch, said):
    monkeypatch.chdir(tmp_path)
    few = runs.select(functions=1, dimensions=2)
    Path("file").write_text("")
    told = {
        "no data": refusal(DataError, report),
        "an empty choice": refusal(DataError, report, runs, dimensions=[7]),
        "two empty choices": refusal(DataError, report, runs, functions=9, dimensions=3),
        "a number as data": refusal(InvalidTypeError, report, 3),
        "a word among targets": refusal(InvalidValueError, report, runs, targets=[1e-8, "easy"]),
        "few resamples": refusal(InvalidValueError, report, runs, resamples=1),
        "no such folder": refusal(DataError, report, "nowhere"),
        "a file as folder": refusal(FileError, report, few, folder="file"),
        "a template": refusal(UnknownNameError, report, few, template="acm"),
        "a reading option": refusal(InvalidValueError, report, few, maximize=True),
        "a sweep": refusal(InvalidValueError, report, few, sweep="lambda"),
    }
    for what, values in {
        "an empty choice": ("7", "2,5"),
        "two empty choices": ("9", "3", "1-6"),
        "a number as data": ("int",),
        "few resamples": ("20",),
        "no such folder": ("nowhere",),
        "a file as folder": ("file",),
        "a template": ("'acm'", "'acmart'"),
        "a sweep": ("'lambda'", "'alpha'"),
    }.items():
        for value in values:
            assert value in told[what], what
    assert {what: text.replace(f"{tmp_path}/", "") for what, text in told.items()} == said
    assert {path.name for path in tmp_path.iterdir()} == {"file"}


def test_own_targets_and_references(runs):
    from optimeter.reports import report_data

    data = report_data(runs, targets=[1, 10], reference="best")
    suite = data.suites[0]
    assert suite.profiles(dimension=2)[0].pairs == 2 * len(suite.functions)
    assert suite.reference == "best of 3"
    assert "2 targets: 10, 1" in suite.target_labels["fixed"]
    assert report_data(runs, reference="none").suites[0].reference == ""


def test_background_algorithms_are_not_featured(runs):
    parts = [runs.select(algorithms=name) for name in runs.algorithms]
    suite = report_data(parts[0], background=parts[1:]).suites[0]
    assert suite.featured == ("alpha",)
    assert suite.algorithms == ("alpha", "beta", "gamma")


def test_background_data_never_compete(runs):
    """The fastest one is drawn in grey: no sentence, table, win, test or pair is about it."""
    alpha, beta, gamma = (runs.select(algorithms=name) for name in runs.algorithms)
    options = {"resamples": 20, "dimensions": [5]}
    behind = report_data(beta, gamma, background=[alpha], **options)
    without = report_data(beta, gamma, **options)
    suite, alone = behind.suites[0], without.suites[0]
    assert behind.title == without.title == "beta and gamma on bbob"
    for group, targets in (("all", "fixed"), ("separable", "fixed"), ("all", "budget")):
        assert headline(suite, 5, group, targets) == headline(alone, 5, group, targets)
        rows = summary_rows(suite, 5, group, targets)
        assert {suite.algorithms[row["algorithm"]] for row in rows} == {"beta", "gamma"}
        for row, other in zip(rows, summary_rows(alone, 5, group, targets), strict=True):
            assert {**row, "algorithm": 0} == {**other, "algorithm": 0}
    written = data_files(behind)
    for name in ("ert", "speed_factors", "tests", "leaders", "contributions"):
        assert b"alpha" not in written[f"{name}.csv"]
        assert b"beta" in written[f"{name}.csv"]
    page = chunks(behind)["0-5"]()
    assert "alpha" not in json.dumps([page["answers"], page["pairs"]])
    assert b"algorithm/alpha" not in encoding.written([page["winners"], page["speed"]])


def test_a_suite_with_nothing_but_background_is_left_out(runs):
    other = make_runs(["delta"], functions=[101], dimensions=[5], suite="bbob-noisy")
    data = report_data(runs.select(dimensions=5), background=[other], resamples=20)
    assert [suite.name for suite in data.suites] == ["bbob"]


def test_what_is_said_follows_functions_and_targets(data):
    suite = data.suites[0]
    texts = {
        (group, targets): headline(suite, 5, group, targets)
        for group in ("all", "separable", "f3")
        for targets in ("fixed", "budget")
    }
    assert all("separable functions" in said[0] for key, said in texts.items() if "sep" in key[0])
    assert all("f3 Rastrigin" in said[0] for key, said in texts.items() if key[0] == "f3")
    assert all("budget-based" in said[0] for key, said in texts.items() if key[1] == "budget")
    assert len({str(said) for said in texts.values()}) == 6
    answers = chunks(data)["0-5"]()["answers"]
    for (group, targets), said in texts.items():
        assert answers[targets][group]["headline"] == said


def test_what_rests_on_simulated_restarts_is_called_so(data, runs, said):
    suite = data.suites[0]
    raw = {c.algorithm: c.solved for c in ecdf(runs, dimensions=5, restarts=False)}
    for profile in suite.profiles(dimension=5):
        assert profile.recorded < profile.solved
        assert profile.recorded == pytest.approx(raw[profile.algorithm], abs=1e-9)
        low, high = profile.recorded_interval
        assert low <= profile.recorded <= high
    profiles = suite.profiles(dimension=5)
    within, beyond = (
        percent(max(getattr(p, name) for p in profiles)) for name in ("recorded", "solved")
    )
    (sentence,) = (text for text in headline(suite, 5) if within in text)
    assert beyond in sentence.partition(within)[2]
    one = report_data(make_runs(["alone"], dimensions=[5]), resamples=20).suites[0]
    (profile,) = one.profiles(dimension=5)
    (alone,) = headline(one, 5)
    assert percent(profile.solved) in alone.partition(percent(profile.recorded))[2]
    assert [sentence, alone] == said
    ends = [m.text for m in describe_figure(one, "ecdf", dimension=5).marks() if isinstance(m, End)]
    shares = f"{percent(profile.recorded).removesuffix(' %')} → {percent(profile.solved)}"
    assert ends[-1].startswith(shares)
    dashed = [
        m for m in describe_figure(one, "ecdf-algorithm").marks() if isinstance(m, Line) and m.dash
    ]
    assert dashed
    assert all("simulated restarts" in mark.reading for mark in dashed)


def test_who_has_no_failed_run_leads_without_simulated_restarts(said):
    # All runs of the sure one succeed; those of the quick one end early.
    quick = make_runs(["quick"], functions=[1, 2], dimensions=[2], runs=9, solved=0.5)
    sure = make_runs(["sure"], functions=[1, 2], dimensions=[2], runs=9, solved=2.0)
    (suite,) = report_data(Runs.concatenate([quick, sure]), resamples=40).suites
    ends = {p.algorithm: p.budget for p in suite.profiles(dimension=2)}
    assert ends["sure"] == math.inf > ends["quick"]
    assert headline(suite, 2) == said


def test_a_lead_beyond_the_runs_of_the_leader_is_called_so(said):
    # The quick one solves half of the functions and ends soon; the slow one goes on for long.
    quick = make_runs(["quick"], functions=[1, 2], dimensions=[2], runs=9, solved=0.5)
    slow = dataclasses.replace(
        quick,
        algorithms=("slow",),
        step_evaluations=500 * quick.step_evaluations,
        evaluations=500 * quick.evaluations,
    )
    (suite,) = report_data(quick, slow, resamples=40).suites
    end = next(p.budget for p in suite.profiles(dimension=2) if p.algorithm == "quick")
    assert end < max(p.budget for p in suite.profiles(dimension=2))
    leads = headline(suite, 2)[-1]
    assert f"{number(end, 2)}·D" in leads
    figure = describe_figure(suite, "winners", dimension=2)
    for mark in (m for m in figure.marks() if m.series == "algorithm/quick" and m.row == 0):
        last = np.asarray(mark.right) / 10**0.1
        full = np.round(np.asarray(mark.bottom) - np.asarray(mark.top), 6)
        alone = np.asarray(mark.alpha) == 1
        assert (full[alone & (last > end)] < 0.5).all()
        assert (full[alone & (last <= end)] == 1).all()
        for right, note in zip(last, mark.notes, strict=True):
            assert bool(note.rpartition("·D")[2]) == (right > end)  # something is said after it
    assert [leads, figure.caption] == said


def test_of_many_algorithms_groups_have_intervals_and_the_rest_says_that_it_has_none(said):
    names = [f"a{k:02d}" for k in range(14)]
    runs = make_runs(names, functions=[1, 2, 6, 7], dimensions=[2], runs=9, solved=0.6)
    data = report_data(runs, resamples=20)
    (suite,) = data.suites
    for group in ("all", "separable", "moderate"):
        for profile in suite.profiles(dimension=2, group=group):
            low, high = profile.auc_interval
            assert 0 < low <= profile.auc <= high < 1
    advice = suite.results[ADVICE].select(targets="fixed", dimension=2, group="separable")
    assert ((advice.low > 0) | (advice.high < 1)).all()
    assert not advice.candidate.all()
    told = {"separable": headline(suite, 2, "separable")}
    for group, targets in (("f1", "fixed"), ("all", "budget")):
        told[f"{group}, {targets}"] = headline(suite, 2, group, targets)
        assert all(row["auc_interval"] == "–" for row in summary_rows(suite, 2, group, targets))
    assert told == said
    columns = dict(report_tables(data))["profiles"][0].columns()
    known = [low is not None for low in columns["auc_low"]]
    wide = [group in ("all", "separable", "moderate") for group in columns["functions"]]
    fixed = [targets == "fixed" for targets in columns["targets"]]
    assert known == [a and b for a, b in zip(wide, fixed, strict=True)]


def test_who_solves_most_is_said_with_what_the_intervals_leave_open(said):
    shares = [("A", 0.37, (0.3, 0.4)), ("B", 0.36, (0.3, 0.4)), ("C", 0.1, (0.0, 0.2))]
    even = [("A", 1.0, (0.9, 1.0)), ("B", 1.0, (0.9, 1.0)), ("C", 0.5, (0.4, 0.6))]
    told = [
        _solve(shares, SOLVE, of=" of the problems"),
        _solve(shares, SOLVE),
        _solve(even, SOLVE),
    ]
    assert not any("C" in text for text in told)
    assert told == said


def test_equal_algorithms_are_said_to_be_equal(runs, said):
    alpha = runs.select(algorithms="alpha", dimensions=5)
    copies = [dataclasses.replace(alpha, algorithms=(f"copy {k}",)) for k in range(5)]
    (suite,) = report_data(*copies, resamples=20).suites
    rows = summary_rows(suite, 5)
    (best,) = {row["best_text"] for row in rows}
    assert len({*re.findall(r"[1-9]\d*", best)}) == 1  # as many wins as ties and pairs
    assert headline(suite, 5) == said


def test_the_summary_has_columns_for_what_there_is(results):
    (suite,) = results("three algorithms").suites
    heads = summary_heads(suite, 5)
    common = (
        suite.results[CONTRIBUTIONS].select(targets="fixed", dimension=5, group="all").common[0]
    )
    assert f"({common})" in list(heads)[5]
    assert {*summary_heads(suite, 5, "separable").values()} == {*heads.values()} - {"rating_text"}
    assert all(row.keys() >= {*heads.values()} for row in summary_rows(suite, 5))
    (alone,) = results("one algorithm").suites
    assert {*summary_heads(alone, 5).values()} < {*heads.values()}


@pytest.mark.parametrize("kinds", [1, 31])
def test_the_page_counts_all_findings(results, kinds):
    found = tuple(Finding("a.dat", 1, "R6", "repair", "odd" * (k + 1)) for k in range(kinds))
    data = dataclasses.replace(results("one run"), findings=found)
    page = dict(page_files(data))["index.html"].decode()
    (told,) = re.findall(r"<h3>Findings</h3>\s*<p>(.*?)</p>", page)
    shown = min(kinds, 30)
    assert [int(text) for text in re.findall(r"\d+", told)] == [kinds, kinds] + [shown] * (
        shown < kinds
    )
    assert page.count('<span class="severity repair">') == shown


def test_the_report_shows_itself_in_a_notebook(written):
    html = written._repr_html_()
    assert "<svg" in html
    assert "alpha" in html
    assert "index.html" in repr(written)


def test_every_place_of_the_page_has_a_name_of_its_own(written):
    names = re.findall(r'\sid="([^"]+)"', written.page.read_text("utf-8"))
    assert len(names) == len(set(names))


def test_tables_hold_no_percentiles_that_were_not_computed(written):
    import csv

    for name, percentiles in (
        ("scaling", ("p25", "p50", "p75")),
        ("ert_budget_targets", ("p10", "p90")),
        ("ert", ("p10", "p90")),
    ):
        with (written.folder / "data" / f"{name}.csv").open(encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        assert rows
        for column in percentiles:
            solved = [row[column] for row in rows if column in row and row["ert"] != "inf"]
            assert "inf" not in solved


def test_tables_without_a_reference_hold_no_ratio_to_one(runs):
    few = runs.select(functions=1, dimensions=2)

    def columns(**options):
        tables = dict(report_tables(report_data(few, resamples=20, **options)))
        return set(tables["ert"][0].columns())

    assert columns() - columns(reference="none") == {"reference_ert", "ratio", "beats_reference"}


def test_results_come_in_the_order_of_the_tasks_whichever_is_begun_first():
    tasks = list(range(7))
    assert list(mapped(str, tasks, sizes=tasks)) == list(mapped(str, tasks)) == list("0123456")


def test_positions_of_marks_coded_together_are_those_coded_alone():
    line = Line("algorithm/a", np.array([1.0, 20.0, 3e5]), np.array([0.125, 0.5, 1 / 3]))
    other = Line("algorithm/b", np.array([2.0]), np.array([1.0]))
    empty = Line("algorithm/c", np.array([]), np.array([]))

    def coded(y, *marks):
        figure = Figure("", (), (Panel("", Axis("x"), y, marks),))
        return json.loads(encoding.written(encoding.coded_figure(figure)))["marks"]

    for scale in ("share", "log", "linear"):
        y = Axis("y", scale=scale)
        together = coded(y, line, other, empty, line)
        assert together == [*coded(y, line), *coded(y, other), *coded(y, line)]
        if scale == "share":  # thousandths of a decade, hundredths of a percent; differences
            assert together[0]["x"] == [0, 1301, 4176]
            assert together[0]["y"] == [1250, 3750, -1667]
        else:
            assert together[0]["x"] == [1.0, 20.0, 300000.0]


def test_what_does_not_fit_into_the_page_lies_beside_it(results, monkeypatch):
    data = results("one run")
    inside = dict(page_files(data))
    assert set(inside) == {"index.html"}
    monkeypatch.setattr(rendering, "EMBEDDED_LIMIT", 10_000)
    beside = dict(page_files(data))
    assert {f"data/{key}.js" for key in chunks(data)} | {"index.html", "plotly.min.js"} == set(
        beside
    )
    for key in chunks(data):
        packed = beside[f"data/{key}.js"].decode().split('","')[1].partition('"')[0]
        assert packed in inside["index.html"].decode()
        assert packed not in beside["index.html"].decode()


def test_addresses_of_scripts_are_blanked_but_for_names_and_licences():
    script = (
        '/*! see https://licence.org */a="https://x.org",b="http://www.w3.org/2000/svg",'
        'c="wss://y",d="xhttp://z",e="http://http://q",f="data://r"/** ftp://s */;g="ftp://t"'
    )
    assert plotly_script._without_addresses(script) == (
        script.replace("https://x", "about:blank#x")
        .replace("wss://", "about:blank#")
        .replace("http://http://", "about:blank#about:blank#")
        .replace("ftp://t", "about:blank#t")
    )


def test_plotly_sets_up_no_kinds_of_traces_that_are_never_drawn():
    script = plotly_script.plotly_script()
    (kept,) = re.findall(r"\.register\(\[((?:[\w$]+\(\),?)+)\]\)", script)
    assert plotly_script._kind(script, kept.removesuffix("()")) == "bar"
    assert plotly_script._with_kinds(script, ("pie",)) == script  # there is none to keep
    other = "x.register([a(),b()]);x.register([c(),d()])"  # a form that is not known
    assert plotly_script._with_kinds(other, ("bar",)) == other
