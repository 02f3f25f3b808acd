"""A LaTeX article around the figures and tables of a report; it compiles as it is."""

from collections.abc import Iterator

from optimeter.reports.captions import captions
from optimeter.reports.latex import escape_latex, latex_tables, latex_text
from optimeter.reports.model import ReportData, SuiteReport
from optimeter.reports.paper import PaperFigure, paper_figures
from optimeter.reports.words import headline, listed, ranges

__all__ = ["article_files"]

_SECTIONS = (
    ("Runtime profiles", ("ecdf", "ecdf-groups", "winners", "ecdf-algorithm")),
    ("Single functions", ("ecdf-functions",)),
    ("Distributions", ("run-lengths", "quality")),
    ("Scaling with dimension", ("scaling-functions",)),
    ("Comparison of two algorithms", ("scatter-functions",)),
    ("Loss against the reference", ("loss",)),
)
_CAPTIONS = {
    "ecdf": "ecdf",
    "ecdf-groups": "ecdf",
    "ecdf-functions": "ecdf",
    "ecdf-algorithm": "ecdf",
    "winners": "winners",
    "run-lengths": "run_lengths",
    "quality": "qualities",
    "scaling-functions": "scaling",
    "scatter-functions": "scatter",
    "loss": "loss",
}
_PREAMBLE = r"""\documentclass[10pt]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{lmodern}
\usepackage{textcomp}
\usepackage[a4paper,margin=18mm]{geometry}
\usepackage{graphicx}
\usepackage{booktabs}
\usepackage{longtable}
\graphicspath{{../fig/}}
\setlength{\LTcapwidth}{\textwidth}
"""
_BIBLIOGRAPHY = r"""\begin{thebibliography}{9}
\bibitem{coco} N. Hansen, A. Auger, R. Ros, O. Mersmann, T. Tu\v{s}ar, D. Brockhoff.
COCO: a platform for comparing continuous optimizers in a black-box setting.
\emph{Optimization Methods and Software}, 36(1):114--144, 2021.
\bibitem{anytime} N. Hansen, A. Auger, D. Brockhoff, T. Tu\v{s}ar.
Anytime performance assessment in blackbox optimization benchmarking.
\emph{IEEE Transactions on Evolutionary Computation}, 26(6):1293--1305, 2022.
\end{thebibliography}
"""


def article_files(data: ReportData) -> Iterator[tuple[str, str]]:
    """Yield the name and text of the LaTeX files: tables, captions, and ``article.tex``.

    The article includes the PDF figures from the folder ``fig`` beside its own.
    """
    several = len(data.suites) > 1
    tables: dict[str, list[str]] = {}
    for suite in data.suites:
        prefix = f"{suite.name}_" if several else ""
        for name, text in latex_tables(suite):
            tables.setdefault(suite.name, []).append(prefix + name)
            yield prefix + name, text
    yield "captions.tex", _captions(data)
    yield "article.tex", _article(data, tables)


def _captions(data: ReportData) -> str:
    """Return every caption as a command, named after its figure."""
    lines = ["% Captions of the figures and tables, made from the settings of this report."]
    suite = data.suites[0]
    for key, text in captions(suite).items():
        command = "".join(part.capitalize() for part in key.split("_"))
        lines.append(rf"\newcommand{{\Caption{command}}}{{{latex_text(text)}}}")
    return "\n".join(lines) + "\n"


def _article(data: ReportData, tables: dict[str, list[str]]) -> str:
    names = list(dict.fromkeys(name for suite in data.suites for name in suite.algorithms))
    parts = [
        _PREAMBLE,
        rf"\title{{{escape_latex(data.title)}}}",
        r"\author{}\date{}",
        r"\begin{document}",
        r"\maketitle",
        r"\begin{abstract}",
        _abstract(data),
        r"\end{abstract}",
        r"\section{Experimental setting}",
        _setting(data, names),
    ]
    for suite in data.suites:
        prefix = f"{suite.name}_" if len(data.suites) > 1 else ""
        parts += _results(suite, prefix, tables.get(suite.name, []))
    parts += [_BIBLIOGRAPHY, r"\end{document}", ""]
    return "\n".join(parts)


def _abstract(data: ReportData) -> str:
    texts = []
    for suite in data.suites:
        texts += headline(suite, suite.main_dimension)
    return latex_text(" ".join(texts))


def _setting(data: ReportData, names: list[str]) -> str:
    shown = listed(names) if len(names) <= 12 else f"{len(names)} algorithms"
    sentences = [latex_text(f"We compare {shown}." if len(names) > 1 else f"We report on {shown}.")]
    sentences += [
        latex_text(
            f"On the suite {suite.name}, the data hold {len(suite.functions)} functions "
            f"(f{ranges(suite.functions)}) in dimensions {ranges(suite.dimensions)}. "
            f"Runtimes are numbers of {suite.evaluations_word} to reach "
            f"{suite.target_labels['fixed']}."
        )
        for suite in data.suites
    ]
    sentences.append(
        r"We use the expected runtime (ERT) and runtime profiles (empirical distributions of "
        r"runtimes over functions and targets)~\cite{coco,anytime}."
    )
    sentences.append(
        latex_text(
            f"Intervals and bands are at level 95 %, from {data.options.resamples} bootstrap "
            f"resamples of the runs. Figures and tables were made with Optimeter {data.version}."
        )
    )
    return " ".join(sentences)


def _results(suite: SuiteReport, prefix: str, tables: list[str]) -> list[str]:
    figures = list(paper_figures(suite))
    shown = [d for d in suite.settings.table_dimensions if d in suite.dimensions]
    parts = [rf"\section{{Results on {escape_latex(suite.name)}}}"]
    for title, kinds in _SECTIONS:
        members = [entry for entry in figures if entry.name in kinds]
        # The profile over all functions in every dimension is in the folder; two fit a paper.
        members = [
            entry
            for entry in members
            if entry.name != "ecdf"
            or entry.options["dimension"] in (shown or [suite.main_dimension])
        ]
        if members:
            parts.append(rf"\subsection{{{title}}}")
            parts += [_figure(suite, entry, prefix) for entry in members]
            parts.append(r"\clearpage")
    if tables:
        parts.append(r"\subsection{Expected runtimes}")
        parts += [rf"\input{{{name}}}" for name in tables]
        parts.append(r"\clearpage")
    return parts


def _figure(suite: SuiteReport, entry: PaperFigure, prefix: str) -> str:
    key = _CAPTIONS[entry.name]
    if entry.options.get("targets") == "budget":
        key = "budget_ecdf"
    dimension = entry.options.get("dimension")
    where = f"Dimension {dimension}. " if dimension is not None else ""
    narrow = entry.name in ("ecdf", "loss", "run-lengths", "quality")
    width = r"0.62\textwidth" if narrow else r"\textwidth"
    height = r",height=0.72\textheight,keepaspectratio" if not narrow else ""
    return "\n".join(
        [
            r"\begin{figure}[htbp]\centering",
            rf"\includegraphics[width={width}{height}]{{{prefix}{entry.stem}.pdf}}",
            rf"\caption{{{latex_text(where + captions(suite)[key])}}}",
            r"\end{figure}",
        ]
    )
