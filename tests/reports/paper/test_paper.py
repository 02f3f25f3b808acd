"""Figures for papers, single figures, LaTeX that compiles, the command line."""

import contextlib
import dataclasses
import os
import re
import subprocess
import sys
import zlib
from inspect import signature
from io import BytesIO
from pathlib import Path

import matplotlib.figure
import matplotlib.pyplot as plt
import numpy as np
import plotly.graph_objects
import pytest
from PIL import Image

import optimeter as om
from optimeter.cli import main
from optimeter.exceptions import DataError, InvalidValueError, UnknownNameError
from optimeter.measures.of_suites import BUDGET_TABLE, TABLE
from optimeter.reports import FIGURES, draw_figure, report, report_data
from optimeter.reports.figures.files import file_contents
from optimeter.reports.figures.kinds import describe_figure
from optimeter.reports.figures.mpl_canvas import paper_style
from optimeter.reports.page.payload_tables import table_payload
from optimeter.reports.paper.article import article_files
from optimeter.reports.paper.citations import METHODS, SOFTWARE, citations_of
from optimeter.reports.paper.latex import ert_table_latex
from tests.reports.helpers import HOSTILE, OF_ALL, make_runs, runs_for
from tests.system_parts import need


@pytest.fixture(scope="module")
def suite(data):
    return data.suites[0]


@pytest.mark.contract
@pytest.mark.parametrize("name", OF_ALL)
def test_every_figure_is_drawn_with_truetype_fonts(suite, name):
    content = file_contents(describe_figure(suite, name), ["pdf"], FIGURES[name].size)[0]
    assert content.startswith(b"%PDF")
    streams = re.findall(rb"stream\r?\n(.*?)endstream", content, re.DOTALL)
    text = content + b"".join(_inflated(s) for s in streams)
    assert b"/Type3" not in text
    assert b"/FontFile2" in text  # TrueType, embedded


@pytest.mark.contract
@pytest.mark.parametrize("name", [n for n, kind in FIGURES.items() if "bands" in kind.options])
def test_every_figure_can_show_uncertainty(suite, name):
    plain, banded = (len(_artists(draw_figure(suite, name, bands=b))) for b in (False, True))
    assert banded > plain


def _artists(figure):
    return [artist for axes in figure.axes for artist in axes.collections]


def test_letters_of_svg_files_are_outlines(paper):
    files = sorted((paper.folder / "fig").glob("*.svg"))
    assert len(files) >= 10
    assert all(b"<text" not in path.read_bytes() for path in files)


@pytest.mark.system
def test_pdffonts_finds_embedded_truetype_only(paper):
    files = sorted((paper.folder / "fig").glob("*.pdf"))
    assert len(files) >= 10
    need("pdffonts")
    for path in files:
        out = subprocess.run(["pdffonts", path], capture_output=True, check=True, text=True).stdout
        fonts = out.splitlines()[2:]
        assert fonts, path.name
        for line in fonts:
            assert "TrueType" in line, line
            assert "Type 3" not in line
            assert re.search(r"\byes\b", line), line  # embedded


def test_every_figure_of_the_page_can_be_drawn_for_a_paper(written):
    page = written.page.read_text("utf-8")
    named = set(re.findall(r'data-(?:figure|command)="([^"]+)"', page))
    assert named <= set(FIGURES)
    plots = set(re.findall(r'id="plot-([a-z-]+)"', page))
    assert len(plots) > 20
    assert len(named) >= len(plots) - 2  # headline and profile are the same kind


@pytest.mark.parametrize("size", ["one", "two", "slide"])
@pytest.mark.parametrize("name", ["ecdf", "speed", "winners", "scaling", "scatter"])
def test_nothing_is_cut_off(suite, name, size):
    figure = draw_figure(suite, name, size=size)
    with paper_style(size):
        box = figure.get_tightbbox()
    width, height = figure.get_size_inches()
    assert box.x0 > -0.02
    assert box.y0 > -0.02
    assert box.x1 < width + 0.02
    assert box.y1 < height + 0.02


def _inflated(stream):
    try:
        return zlib.decompress(stream)
    except zlib.error:
        return b""


@pytest.mark.parametrize("name", ["speed", "portfolio"])
def test_texts_beside_the_frame_stand_right_of_it(suite, name):
    drawn = draw_figure(suite, name)
    drawn.draw_without_rendering()
    (axes,) = drawn.axes
    found = [text for text in axes.texts if text.get_text().endswith(" %")]
    assert found
    right = axes.get_window_extent().x1
    assert all(text.get_window_extent().x0 > right for text in found)


@pytest.mark.parametrize("dots", [60, 150, 300])
def test_margins_do_not_depend_on_the_resolution(suite, dots):
    drawn = draw_figure(suite, "portfolio")
    buffer = BytesIO()
    drawn.savefig(buffer, format="png", dpi=dots)
    picture = np.asarray(Image.open(buffer).convert("L"))
    first = np.flatnonzero((picture < 200).any(axis=0))[0]
    assert first / dots * 72 > 3  # points


@pytest.mark.parametrize("size", ["one", "two", "slide"])
def test_figures_have_the_width_of_columns(suite, size):
    width = draw_figure(suite, "ecdf", size=size).get_figwidth() * 25.4
    assert width == pytest.approx({"one": 85, "two": 175, "slide": 254}[size])


def test_the_drawn_curve_is_the_profile(suite):
    figure = draw_figure(suite, "ecdf", dimension=5)
    profiles = suite.profiles(dimension=5)
    drawn = [line for line in figure.axes[0].lines if line.get_drawstyle() == "steps-post"]
    for profile in profiles:
        colour = suite.styles[profile.algorithm].colour
        heights = [max(line.get_ydata()) for line in drawn if line.get_color() == colour]
        assert max(heights) == pytest.approx(profile.steps.y[-1])


def test_messages_of_figures(suite, said, refused):
    with refused(UnknownNameError, "'ecfd'", "'ecdf'"):
        draw_figure(suite, "ecfd")
    with refused(InvalidValueError, "dimension", "7"):
        draw_figure(suite, "ecdf", dimension=7)
    with refused(UnknownNameError, "'seperable'", "'separable'"):
        draw_figure(suite, "ecdf", group="seperable")
    with refused(InvalidValueError, "function"):
        draw_figure(suite, "loss", function=1)
    with refused(UnknownNameError, "size"):
        draw_figure(suite, "ecdf", size="huge")
    with refused(DataError, "scaling", "target", "5.0", "10"):
        draw_figure(suite, "scaling", target=5.0)
    assert refused.messages == said


@pytest.mark.parametrize("name", om.plot.__all__)
@pytest.mark.parametrize("engine", ["plotly", "matplotlib"])
def test_plots_for_own_use(runs, name, engine):
    runs = runs_for(name.replace("_", "-"), runs)
    figure = getattr(om.plot, name)(runs, engine=engine)
    kind = {"plotly": plotly.graph_objects.Figure, "matplotlib": matplotlib.figure.Figure}[engine]
    assert isinstance(figure, kind)
    assert hasattr(figure, {"plotly": "_repr_mimebundle_", "matplotlib": "_repr_png_"}[engine])


def test_a_notebook_shows_figures_without_pyplot(runs):
    figure = om.plot.ecdf(runs, engine="matplotlib", size="one")
    assert figure._repr_png_().startswith(b"\x89PNG")


@pytest.mark.parametrize("name", om.plot.__all__)
def test_plots_are_drawn_into_given_axes(runs, name):
    runs = runs_for(name.replace("_", "-"), runs)
    panels = len(getattr(om.plot, name)(runs, engine="matplotlib").axes)
    figure, axes = plt.subplots(1, panels)
    try:
        assert getattr(om.plot, name)(runs, ax=axes) is figure
        assert figure.axes == list(np.ravel(axes))  # nothing beside them
        assert all(one.has_data() or one.texts for one in figure.axes)
        with pytest.raises(InvalidValueError, match=rf"\bax\b.*\b{panels}\b"):
            getattr(om.plot, name)(runs, ax=[*np.ravel(axes), axes])
    finally:
        plt.close(figure)


def test_axes_are_of_matplotlib(runs, said, refused):
    with refused(InvalidValueError, "ax", "engine"):
        om.plot.ecdf(runs, ax=plt.Axes, engine="plotly")
    with refused(InvalidValueError, "ax", "1"):
        om.plot.ecdf(runs, ax="axes")
    assert refused.messages == said


def test_an_unknown_engine_is_refused(runs, said, refused):
    with refused(UnknownNameError, "'crayon'"):
        om.plot.ecdf(runs, engine="crayon")
    assert refused.messages == said


def test_plots_tell_what_they_take(runs, said, refused):
    assert set(signature(om.plot.loss).parameters) == {
        "runs",
        "functions",
        "dimensions",
        "reference",
        "family",
        "sweep",
        "suite",
        "engine",
        "size",
        "ax",
    }
    assert om.plot.loss.__doc__.startswith("Draw loss ratios")
    with refused(InvalidValueError, "'loss'", "pair", "reference", "ax"):
        om.plot.loss(runs, pair=("a", "b"))
    assert not hasattr(om.plot, "pie")
    assert refused.messages == said


def test_a_plotly_figure_holds_the_profile(runs, suite):
    figure = om.plot.ecdf(runs, dimensions=5, functions="separable", bands=True)
    profile = suite.profiles(dimension=5, group="separable")[0]
    curves = [t for t in figure.data if t.name == profile.algorithm and t.line.shape == "hv"]
    assert len(curves) == 2  # within the budget, and beyond
    x, y = (np.concatenate([getattr(t, side) for t in curves]) for side in "xy")
    for at in (30.0, 300.0, 3000.0):
        assert y[x <= at].max() == profile.at(at)


# ------------------------------------------------------------------ LaTeX


@pytest.mark.system
@pytest.mark.parametrize("names", [("alpha",), ("alpha", "beta"), HOSTILE], ids=["1", "2", "3"])
def test_the_article_compiles(names, tmp_path):
    need("pdflatex")
    runs = make_runs(names, functions=[1, 8], dimensions=[5], runs=3)
    report(runs, folder=tmp_path, paper=True)
    _compile(tmp_path / "tex")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("suite", "functions", "count"),
    [
        ("bbob-noisy", [101, 110, 125], 2),
        ("bbob-biobj", [1, 50], 2),
        ("bbob-constrained", [1, 54], 1),
        ("bbob-mixint", [1, 24], 3),
        ("bbob-largescale", [1, 24], 1),
        ("bbob-boxed", [1, 24], 3),
        ("own_suite & more", [1, 2], 12),
    ],
)
def test_the_article_compiles_for_every_suite_family(suite, functions, count, tmp_path):
    need("pdflatex")
    names = [f"algorithm {i}" for i in range(count)]
    runs = make_runs(names, functions=functions, dimensions=[5, 20], suite=suite, runs=3)
    report(runs, folder=tmp_path, paper=True)
    log = _compile(tmp_path / "tex")
    assert not re.findall(r"Overfull .* in alignment", log)  # the tables fit the page


# ACM's class needs half a gigabyte of fonts: where it is not installed, this one has its columns.
STAND_IN = r"""\NeedsTeXFormat{LaTeX2e}
\ProvidesClass{acmart}
\DeclareOption*{}
\ProcessOptions
\LoadClass[9pt,twocolumn]{extarticle}
\RequirePackage[T1]{fontenc}
\RequirePackage[utf8]{inputenc}
\RequirePackage{lmodern,textcomp,graphicx,booktabs}
\RequirePackage[letterpaper,textwidth=506.3pt,textheight=662pt,columnsep=24pt]{geometry}
\newcommand\affiliation[1]{}
\newcommand\Description[1]{}
\emergencystretch=3em
"""


# Names of data sets in the public archive: long ones, with many hyphens.
ARCHIVED = (
    "LHD-10xDefault-MATSuMoTo", "Ord-H-DTS-CMA-ES", "EvoSpace-PSO-GA", "R-SHADE-10e2",
    "DTS-CMA-ES-005-2pop-v26-1model", "BIPOP-saACM-k", "PSAaLmC-CMA-ES", "SLSQP+CMA-scipy-2019",
    "lq-CMA-ES_default/2020", "GLOBAL-with-Uniform-2011", "NEWUOA-MCS-10D", "adapt-Huygens-2ptcross",
)  # fmt: skip


@pytest.mark.system
@pytest.mark.parametrize("template", ["plain", "acmart"])
@pytest.mark.parametrize(
    "count", [1, *(pytest.param(n, marks=pytest.mark.slow) for n in (2, 3, 9, 12))]
)
def test_nothing_sticks_out_of_the_columns(count, template, tmp_path):
    need("pdflatex")
    runs = make_runs(ARCHIVED[:count], functions=[1, 3, 8, 20], dimensions=[5, 20], runs=3)
    report(runs, folder=tmp_path, paper=True, template=template)
    _give_acmart(tmp_path / "tex")
    log = _compile(tmp_path / "tex")
    assert not re.findall(r"Overfull .*", log)
    assert not re.findall(r"Float too large.*", log)
    cited = set(re.findall(r"\\cite\{([^}]+)\}", (tmp_path / "tex" / "setting.tex").read_text()))
    entries = (tmp_path / "tex" / "references.bib").read_text()
    for key in ",".join(cited).split(","):
        assert f"{{{key},\n" in entries
    assert {"bbob", SOFTWARE.key} <= set(",".join(cited).split(","))


@pytest.mark.contract
@pytest.mark.parametrize("name", om.suites())
def test_the_article_of_every_suite_cites_it(name):
    data = report_data(make_runs(["a"], functions=[1], dimensions=[5], runs=2, suite=name))
    files = dict(article_files(data))
    key = citations_of([name])[name].key
    assert rf"~\cite{{{key}}}, the data hold" in files["setting.tex"]
    assert rf"~\cite{{{SOFTWARE.key}}}." in files["setting.tex"]
    for cited in (key, SOFTWARE.key):
        assert rf"\bibitem{{{cited}}} " in files["bibliography.tex"]
        assert f"{{{cited},\n" in files["references.bib"]


def test_citations_are_whole():
    every = [SOFTWARE, *METHODS, *citations_of(om.suites()).values()]
    assert len({one.key for one in every}) == len({one.fields["title"] for one in every})
    printed = {"article": "journal", "inproceedings": "booktitle"}
    printed |= {"techreport": "institution", "misc": "howpublished"}
    for one in every:
        kind = one.entry[1 : one.entry.index("{")]
        lines = [f"  {name} = {{{value}}}," for name, value in one.fields.items()]
        assert one.entry == "\n".join([f"@{kind}{{{one.key},", *lines, "}"])  # all of it is read
        assert printed[kind] in one.fields  # BibTeX leaves out what a kind does not have
        assert one.item().endswith(f"{one.fields['year']}.")
        assert one.fields[printed[kind]] in one.item()


def test_an_unknown_template_is_named(tmp_path, said, refused):
    runs = make_runs(["a"], functions=[1], dimensions=[5], runs=3)
    with refused(UnknownNameError, "template", "'acm'", "'acmart'"):
        report(runs, folder=tmp_path, template="acm")
    assert refused.messages == said


def _give_acmart(folder):
    found = subprocess.run(["kpsewhich", "acmart.cls"], capture_output=True, check=False)
    if not found.stdout.strip():
        (folder / "acmart.cls").write_text(STAND_IN)


def _compile(folder):
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "article.tex"]
    for _ in range(2):
        done = subprocess.run(command, cwd=folder, capture_output=True, check=False, timeout=120)
    log = done.stdout.decode("latin-1")
    assert done.returncode == 0, log[-2000:]
    assert "undefined references" not in log
    assert "Missing character" not in log
    assert (folder / "article.pdf").stat().st_size > 20_000
    return log


def test_tables_are_split_after_six_algorithms():
    names = [f"a{i}" for i in range(8)]
    data = report_data(make_runs(names, functions=[1], dimensions=[5], runs=3))
    text = ert_table_latex(data.suites[0], 5)
    assert text.count(r"\begin{longtable}") == 2
    assert "Part 2 of 2" in text


@pytest.mark.parametrize("budget", [False, True])
def test_cells_have_the_spread_of_the_page_below_them(suite, budget):
    table = suite.results[BUDGET_TABLE if budget else TABLE]
    page = table_payload(suite, table, 5)
    lines = ert_table_latex(suite, 5, budget=budget).splitlines()
    for function, entry in page.items():
        at = next(i for i, line in enumerate(lines) if line.startswith(rf"\textbf{{{function} "))
        for row in entry["rows"]:
            assert lines[at + 1].startswith(rf"\quad {suite.algorithms[row['algorithm']]} &")
            ends = [text.replace("–", "--") for text in row["cells"]["dispersion"]]
            assert any(ends)
            cells = lines[at + 2].removesuffix("*").removesuffix(r"\\").split("&")[1:-1]
            told = [cell.strip().removeprefix(r"{\tiny ").removesuffix("}") for cell in cells]
            assert told == ends
            at += 2


def test_captions_tell_of_the_spread_where_it_is_shown(suite):
    for budget in (False, True):
        text = ert_table_latex(suite, 5, budget=budget)
        assert ("10th to 90th percentile" in text) == (r"{\tiny " in text)


def test_one_algorithm_is_not_the_best_of_all():
    (alone,) = report_data(make_runs(["alpha"], functions=[1], dimensions=[5], runs=3)).suites
    cells = ert_table_latex(alone, 5).partition(r"\quad alpha")[2]
    assert "textbf" not in cells
    assert "mathbf" not in cells


@pytest.mark.system
@pytest.mark.parametrize("template", ["plain", "acmart"])
def test_tables_of_long_runs_fit_the_page(template, tmp_path):
    need("pdflatex")
    names = [f"algorithm {i}" for i in range(12)]
    runs = make_runs(names, functions=[3, 20], dimensions=[20], runs=12, suite="own")
    runs = dataclasses.replace(
        runs, step_evaluations=runs.step_evaluations * 997, evaluations=runs.evaluations * 997
    )
    files = dict(article_files(report_data(runs, resamples=20), template))
    (table,) = (text for name, text in files.items() if name.startswith("table"))
    assert len(re.findall(r"\de\d", table)) > 250  # most entries are as wide as they get
    preamble = files["article.tex"].partition(r"\begin{document}")[0]
    text = rf"{preamble}\begin{{document}}\maketitle{table}\end{{document}}"
    (tmp_path / "article.tex").write_text(text)
    _give_acmart(tmp_path)
    log = _compile(tmp_path)
    assert not re.findall(r"Overfull .*", log)
    assert not re.findall(r"Float too large.*", log)


# ------------------------------------------------------------------ command line


@pytest.fixture
def csv_data(tmp_path):
    lines = ["algorithm,suite,function,dimension,instance,run,evaluations,value"]
    for name, speed in (("fast", 1), ("slow", 5)):
        for run in range(3):
            for step, value in enumerate((100, 1, 1e-3, 1e-9)):
                row = (name, "bbob", 1, 2, run + 1, run, 1 + (step * 20 + run) * speed, value)
                lines.append(",".join(map(str, row)))
    path = tmp_path / "runs.csv"
    path.write_text("\n".join(lines) + "\n")
    return path


def test_report_command(csv_data, tmp_path, capsys):
    assert main(["report", str(csv_data), "-o", str(tmp_path / "out"), "--dimensions", "2"]) == 0
    out = capsys.readouterr().out
    assert "fast is" in out
    assert "faster than slow" in out
    assert "index.html" in out
    assert (tmp_path / "out" / "index.html").is_file()


@pytest.mark.system
@pytest.mark.skipif(not hasattr(os, "openpty"), reason="no pseudo terminals here")
def test_a_terminal_shows_a_progress_bar(csv_data, tmp_path):
    controller, terminal = os.openpty()
    command = [sys.executable, "-m", "optimeter", "report", str(csv_data), "-o", "out"]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    process = subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=terminal, env=environment
    )
    os.close(terminal)
    shown = b""
    with contextlib.suppress(OSError):  # the end of a pseudo terminal
        while part := os.read(controller, 4096):
            shown += part
    out = process.communicate()[0].decode()
    os.close(controller)
    assert process.returncode == 0
    assert b"bbob: comparison" in shown
    assert "index.html" in out
    assert "\x1b" not in out  # only the terminal gets the bar


def test_figure_command(csv_data, tmp_path, capsys):
    target = tmp_path / "ecdf.svg"
    arguments = ["figure", "ecdf", str(csv_data), "--dimensions", "2", "--functions", "1"]
    assert main([*arguments, "--bands", "-o", str(target)]) == 0
    assert target.read_text().startswith("<?xml")
    assert (
        main(["figure", "ecdf", str(csv_data), "--functions", "nonsense", "-o", str(target)]) == 2
    )
    assert "'nonsense'" in capsys.readouterr().err
    assert main(["figure", "ecdf", str(csv_data), "-o", str(tmp_path / "x.bmp")]) == 2
    assert "'bmp'" in capsys.readouterr().err
    assert main([*arguments, "--sweep", "pop", "-o", str(target)]) == 2
    error = capsys.readouterr().err
    for value in ("'pop'", "'fast'", "'slow'"):
        assert value in error


def test_explore_command(csv_data, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("OPTIMETER_CACHE", str(tmp_path / "cache"))
    assert main(["explore", str(csv_data), "--no-browser"]) == 0
    address = capsys.readouterr().out.strip()
    assert address.startswith("file://")
    folder = Path(address.removeprefix("file://")).parent
    assert {path.name for path in folder.iterdir()} == {"index.html", "manifest.json"}
