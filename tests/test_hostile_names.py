"""Names that no format likes, through every writer, read back by a parser of that format."""

import csv
import io
import json
import re
import subprocess
from datetime import datetime
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import optimeter as om
from optimeter._text import printable, text_of_cell, visible
from optimeter.cli import main
from optimeter.experiment.following import Cell, Situation
from optimeter.reports import FIGURES, report_data
from optimeter.reports.export import file_makers
from optimeter.reports.figures.draw_svg import profile_svg
from optimeter.reports.figures.files import file_contents
from optimeter.reports.figures.kinds import describe_figure
from optimeter.reports.live import FirstResults, live_page
from optimeter.reports.page.rendering import page_files
from optimeter.reports.paper.article import article_files
from tests.reports.helpers import OF_ALL, make_runs
from tests.system_parts import need

NAMES = (
    "esc\x1b[31m red \x07\x00 bell",
    "<b onclick='x'>&amp; \"]]> --></script>",
    "$x_1^2$ 50% #1 ~ {\\input{/etc/passwd}}",
    "=cmd|' /C calc'!A0",
    "line\nbreak\ttab\rreturn\x0c\x0b",
    "\u202eevil \u2028 \u2029 \x85\x9b\x7f",
    "no character \ufffe\uffff",
)
PLAIN = tuple(f"name{i}" for i in range(len(NAMES)))
FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]")
STEERING = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202e]")


class Tags(HTMLParser):
    """The tags of a page with the names of their attributes, and its text."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.texts = [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, *(name for name, _ in attrs)))

    def handle_data(self, data):
        self.texts.append(data)


def results(names, suite="own"):
    return report_data(
        make_runs(names, functions=[1, 2], dimensions=[2], runs=2, suite=suite), resamples=20
    )


@pytest.fixture(scope="module")
def data():
    return results(NAMES, suite=f"own {NAMES[0]}")


@pytest.fixture(scope="module")
def harmless():
    return results(PLAIN, suite="own plain")


@pytest.mark.contract
@pytest.mark.parametrize("name", OF_ALL)
def test_figures_are_well_formed(data, name):
    if name == "loss":  # it needs a reference
        data = results(NAMES, suite="bbob")
    (suite,) = data.suites
    (svg,) = file_contents(describe_figure(suite, name), ["svg"], FIGURES[name].size)
    assert ET.fromstring(svg).tag.endswith("svg")


def test_drawings_of_pages_are_well_formed(data):
    (suite,) = data.suites
    root = ET.fromstring(profile_svg(suite, 2))
    texts = "".join(root.itertext())
    assert visible(NAMES[0])[:10] in texts


def test_the_page_has_the_structure_of_one_with_harmless_names(data, harmless):
    pages = [dict(page_files(one))["index.html"].decode() for one in (data, harmless)]
    assert not FORBIDDEN.search(
        re.sub(r'<script id="plotly">.*?</script>', "", pages[0], flags=re.S)
    )
    hostile, plain = map(Tags, pages)
    assert hostile.tags == plain.tags
    text = " ".join("".join(hostile.texts).split())
    for name in NAMES:
        assert " ".join(visible(name).split()) in text


def test_numbers_come_back_with_their_names(data):
    files = dict(file for make in file_makers(data) for file in make())
    for name, content in files.items():
        if name.endswith(".json"):
            rows = json.loads(content)
            if isinstance(rows, list) and rows and "algorithm" in rows[0]:
                assert {row["algorithm"] for row in rows} <= {*map(printable, NAMES), *NAMES}
        elif name.endswith(".csv"):
            head, *rows = csv.reader(io.StringIO(content.decode(), newline=""), strict=True)
            assert {len(row) for row in rows} <= {len(head)}
            assert not any(cell[:1] in "=+-@\t\r" and cell[:1] and not _is_number(cell)
                           for row in rows for cell in row)  # fmt: skip
    ert = csv.DictReader(io.StringIO(files["ert.csv"].decode(), newline=""))
    assert {text_of_cell(row["algorithm"]) for row in ert} == {*map(printable, NAMES)}


def _is_number(text):
    try:
        float(text)
    except ValueError:
        return False
    return True


@pytest.mark.system
def test_articles_compile(data, tmp_path):
    need("pdflatex")
    for name, text in article_files(data, drawn=[]):
        (tmp_path / name).write_text(text, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "article.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout.decode("latin-1")[-2000:]


def test_the_page_of_a_running_experiment():
    def page(name):
        situation = Situation(
            folder=Path(f"/x/{name}"), algorithm=name, suite=name, runs=2, over=1, failed=1, hit=0,
            evaluations=3, rate=1.0, remaining=2.0, workers=(name,), checkpoints=0, finished=False,
            cells=(Cell(name, 2, 2, 1, 1, 0),), failures=((name, name),),
        )  # fmt: skip
        return live_page(situation, FirstResults(reason=name), every=1, at=datetime(2026, 1, 1))

    plain = Tags(page("plain")).tags
    for name in NAMES:
        text = page(name)
        assert not FORBIDDEN.search(text)
        assert Tags(text).tags == plain


@pytest.mark.parametrize("form", ["text", "csv", "markdown", "latex", "json"])
def test_nothing_steers_the_terminal(tmp_path, capsys, form):
    make_runs(NAMES, functions=[1], dimensions=[2], runs=2).to_parquet(tmp_path / "runs.parquet")
    source = str(tmp_path / "runs.parquet")
    code = main(["table", source, "--format", form, "--targets", "1"])
    if code == 2:
        assert "accepted" in capsys.readouterr().err  # there is no such format
        return
    for arguments in (["check", source], ["compare", source]):
        main(arguments)
    shown = capsys.readouterr()
    assert not STEERING.search(shown.out + shown.err)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Glyph")  # the font has no sign
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.text(min_size=1).filter(str.strip), min_size=2, max_size=4, unique=True))
def test_any_names(names):
    try:
        runs = make_runs(names, functions=[1], dimensions=[2], runs=2, suite=names[0])
    except om.OptimeterError:
        return  # there are names that no file takes
    made = report_data(runs, resamples=20)
    (suite,) = made.suites
    ET.fromstring(profile_svg(suite, 2))
    for kind in ("ecdf", "quality", "winners"):
        ET.fromstring(file_contents(describe_figure(suite, kind, dimension=2), ["svg"], "one")[0])
    page = dict(page_files(made))["index.html"].decode()
    plain = report_data(
        make_runs(PLAIN[: len(names)], functions=[1], dimensions=[2], runs=2, suite="own"),
        resamples=20,
    )
    assert Tags(page).tags == Tags(dict(page_files(plain))["index.html"].decode()).tags
    files = dict(file for make in file_makers(made) for file in make())
    ert = csv.DictReader(io.StringIO(files["ert.csv"].decode(), newline=""))
    assert {text_of_cell(row["algorithm"]) for row in ert} == {*map(printable, names)}
