"""The article of a report: it includes what was drawn, is readable, and says what it shows."""

import re

import pytest

import optimeter as om
from optimeter.reports import report, report_data
from optimeter.reports.figures.captions import captions
from optimeter.reports.figures.kinds import describe_figure
from optimeter.reports.latex_text import escape_latex, latex_text
from optimeter.reports.paper.article import article_files
from optimeter.reports.paper.figures import PANELS, paper_figures
from tests.reports.figures.test_poor_data import unsolved
from tests.reports.helpers import make_runs


def joined(files):
    """The article with what it includes."""
    return re.sub(r"\\results\{([^#].*?)\}", lambda m: files[f"{m[1]}.tex"], files["article.tex"])


def test_the_article_includes_the_figures_that_were_written(tmp_path, undrawn):
    written = report(unsolved(), folder=tmp_path, paper=True, resamples=20)
    text = joined({path.name: path.read_text("utf-8") for path in (tmp_path / "tex").iterdir()})
    included = re.findall(r"\\includegraphics\[.*?\]\{(.*?)\}", text)
    assert included
    assert {f"fig/{name}" for name in included} <= {*written.files}
    assert "winners" not in text  # nobody leads
    labels = set(re.findall(r"\\label\{(fig:.*?)\}", text))
    assert labels >= set(re.findall(r"\\ref\{(fig:.*?)\}", text))


@pytest.mark.parametrize(("functions", "parts"), [(24, 1), (55, 3), (92, 4)])
def test_figures_of_many_functions_come_in_parts(functions, parts):
    runs = make_runs(functions=range(1, functions + 1), dimensions=[2, 5], runs=1, suite="own")
    (suite,) = report_data(runs, resamples=20).suites
    found = {}
    for entry in paper_figures(suite):
        if entry.name.endswith("-functions"):
            key = (entry.name, *sorted(entry.options.items()))
            found.setdefault(key, []).append(entry)
    assert {name for name, *_ in found} == {
        "ecdf-functions",
        "scatter-functions",
        "scaling-functions",
    }
    for entries in found.values():
        assert len(entries) == parts
        counts = [min(e.panels, functions - (e.part - 1) * e.panels) for e in entries]
        assert sum(counts) == functions
        assert max(counts) <= PANELS
        assert len({entry.stem for entry in entries}) == parts


def test_every_part_has_its_functions_and_is_included():
    runs = make_runs(functions=range(1, 56), dimensions=[5], runs=1, suite="bbob-biobj")
    data = report_data(runs, resamples=20)
    (suite,) = data.suites
    parts = [entry for entry in paper_figures(suite) if entry.name == "ecdf-functions"]
    whole = describe_figure(suite, "ecdf-functions", dimension=5)
    drawn = [entry.of(whole) for entry in parts]
    assert sum((figure.panels for figure in drawn), ()) == whole.panels
    assert [figure.title for figure in drawn] == [
        f"{whole.title}, part {k} of 3" for k in (1, 2, 3)
    ]
    text = joined(dict(article_files(data)))
    assert all(f"{{{entry.stem}.pdf}}" in text for entry in parts)
    assert "continued: part 3 of 3." in text


@pytest.mark.contract
@pytest.mark.parametrize("suite", [*om.suites(), "own"])
def test_captions_hold_no_letters_that_latex_lacks(suite):
    runs = make_runs(functions=[1], dimensions=[5], runs=2, suite=suite)
    (results,) = report_data(runs, resamples=20).suites
    for text in captions(results).values():
        assert latex_text(text).count("?") == text.count("?")
        assert latex_text(text).isascii()


def test_raised_lowered_and_greek_letters_are_kept():
    assert escape_latex("10⁻⁸ log₁₀ (μ,λ) τ ≥ x²") == (
        r"10$^{-8}$ log$_{10}$ ($\mu$,$\lambda$) $\tau$ $\ge$ x$^{2}$"
    )


def test_articles_refer_to_their_tables_and_two_columns_end_with_the_references():
    data = report_data(make_runs(functions=[1, 2], dimensions=[5], runs=3), resamples=20)
    for template in ("plain", "acmart"):
        files = dict(article_files(data, template))
        text = joined(files)
        labels = set(re.findall(r"\\ref\{(tab:.*?)\}", text))
        made = {
            label for name in files for label in re.findall(r"\\label\{(tab:.*?)\}", files[name])
        }
        assert labels
        assert labels <= made
    before = text[: text.index(r"\begin{thebibliography}")]
    assert before.rstrip().endswith(r"\clearpage")
    assert text.count(r"\Description{") == text.count(r"\includegraphics") - text.count(r"\hfill")
    assert r"\Description" not in joined(dict(article_files(data)))


def test_no_sentence_of_the_article_depends_on_the_data():
    one, other = (
        dict(article_files(report_data(make_runs(["a", "b"], functions=functions,
                                                 dimensions=[5], runs=3), resamples=20)))
        for functions in ([1, 2], [1, 2, 8])
    )  # fmt: skip
    assert one["article.tex"] == other["article.tex"]
    assert one["setting.tex"] != other["setting.tex"]
    assert one.keys() == other.keys()
