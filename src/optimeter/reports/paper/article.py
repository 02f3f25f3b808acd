"""A LaTeX article around the figures and tables of a report; it compiles as it is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from optimeter.reports.analysis.model import BUDGET, FIXED, ReportData, SuiteReport
from optimeter.reports.analysis.names import file_prefix
from optimeter.reports.analysis.words import headline, listed, ranges
from optimeter.reports.figures.captions import captions
from optimeter.reports.figures.kinds import FIGURES
from optimeter.reports.paper.figures import PaperFigure, paper_figures
from optimeter.reports.paper.latex import escape_latex, latex_tables, latex_text

__all__ = ["article_files"]


@dataclass(frozen=True, slots=True)
class _Block:
    """A figure of the article: the paper figures of one kind, side by side or stacked.

    Attributes
    ----------
    kind : str
        Key of `FIGURES`.
    text : str
        What the article says of it; ``{}`` becomes the number of the figure.
    targets : str
    """

    kind: str
    text: str
    targets: str = FIXED

    @property
    def beside(self) -> bool:
        """Two in a row: figures of one column."""
        return FIGURES[self.kind].size == "one"


_SECTIONS = (
    (
        "Runtime profiles",
        (
            _Block("ecdf", "Figure {} shows runtime profiles over all functions"),
            _Block("ecdf-groups", "Figure {} shows them by group of functions"),
            _Block("ecdf-algorithm", "Figure {} compares the dimensions"),
            _Block("ecdf", "Figure {} uses targets made for small budgets", targets=BUDGET),
            _Block("winners", "Figure {} tells who leads at which budget"),
            _Block("ecdf-functions", "Figure {} shows every single function"),
        ),
    ),
    (
        "Comparison of two algorithms",
        (
            _Block("speed", "How much faster, and where, is in Figure {}"),
            _Block("ratios", "Figure {} gives ratios of single runs"),
            _Block("scatter-functions", "Figure {} compares target by target"),
        ),
    ),
    (
        "Scaling with dimension",
        (_Block("scaling-functions", "Figure {} shows expected runtimes"),),
    ),
    (
        "Distributions over runs",
        (
            _Block("run-lengths", "Figure {} shows run lengths"),
            _Block("quality", "Figure {} shows the quality reached"),
            _Block("budget-ecdf", "Figure {} joins all budgets"),
        ),
    ),
    (
        "Loss against the reference",
        (_Block("loss", "Figure {} shows loss ratios"),),
    ),
)
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
\renewcommand{\topfraction}{0.95}
\renewcommand{\bottomfraction}{0.95}
\renewcommand{\textfraction}{0.05}
\renewcommand{\floatpagefraction}{0.6}
\setcounter{topnumber}{4}
\setcounter{totalnumber}{6}
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
    names = [suite.name for suite in data.suites]
    tables: dict[str, list[str]] = {}
    for suite in data.suites:
        prefix = file_prefix(suite.name, names)
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
        prefix = file_prefix(suite.name, [entry.name for entry in data.suites])
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
    parts = [rf"\section{{Results on {escape_latex(suite.name)}}}"]
    for title, blocks in _SECTIONS:
        texts, drawings = [], []
        for block in blocks:
            members = _members(suite, block, figures)
            if members:
                label = f"fig:{prefix}{block.kind}{'' if block.targets == FIXED else block.targets}"
                texts.append(block.text.replace("{}", rf"\ref{{{label}}}"))
                drawings += _figures(suite, block, members, prefix, label)
        if texts:
            parts += [rf"\subsection{{{title}}}", f"{'; '.join(texts).replace('; F', '. F')}."]
            parts += drawings
    if tables:
        # Long tables are no floats: the figures are placed before them.
        parts += [r"\clearpage", r"\subsection{Expected runtimes}"]
        parts += [rf"\input{{{name}}}" for name in tables]
    return parts


def _members(
    suite: SuiteReport, block: _Block, figures: Sequence[PaperFigure]
) -> list[PaperFigure]:
    """Return the figures of a block; of profiles over all functions two fit a paper."""
    shown = [d for d in suite.settings.table_dimensions if d in suite.dimensions]
    return [
        entry
        for entry in figures
        if entry.name == block.kind
        and entry.options.get("targets", FIXED) == block.targets
        and entry.options.get("dimension") in (None, *(shown or [suite.main_dimension]))
    ]


def _figures(
    suite: SuiteReport, block: _Block, members: Sequence[PaperFigure], prefix: str, label: str
) -> list[str]:
    """Return the figure environments of a block: one, or one for each large figure."""
    large = block.kind.endswith("-functions")
    groups = [[entry] for entry in members] if large else [list(members)]
    result = []
    for position, group in enumerate(groups):
        dimensions = [e.options["dimension"] for e in group if "dimension" in e.options]
        where = f"Dimension {listed([str(d) for d in dimensions])}. " if dimensions else ""
        if len(dimensions) > 1:
            order = "left to right" if block.beside else "top to bottom"
            where = f"Dimensions {listed([str(d) for d in dimensions])} ({order}). "
        if block.kind in ("speed", "ratios", "scatter-functions"):
            where = ""  # the figure says what it shows
        beside = block.beside and len(group) > 1
        height = f",height={0.8 if large else 0.4}\\textheight,keepaspectratio"
        size = r"width=0.49\textwidth" if block.beside else rf"width=\textwidth{height}"
        images = [rf"\includegraphics[{size}]{{{prefix}{entry.stem}.pdf}}" for entry in group]
        caption = latex_text(
            where + captions(suite)[FIGURES[block.kind].caption_key(block.targets)]
        )
        result.append(
            "\n".join(
                [
                    r"\begin{figure}[tbp]\centering",
                    ("\\hfill\n" if beside else "\n\n").join(images),
                    rf"\caption{{{caption}}}" + (rf"\label{{{label}}}" if not position else ""),
                    r"\end{figure}",
                ]
            )
        )
    return result
