"""A LaTeX article around the figures and tables of a report; it compiles as it is."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from optimeter._arguments import known_name
from optimeter.measures.scope import BUDGET, FIXED
from optimeter.reports.analysis.model import ReportData, SuiteReport
from optimeter.reports.analysis.names import file_prefix
from optimeter.reports.analysis.words import headline, listed, ranges
from optimeter.reports.figures.captions import caption, captions
from optimeter.reports.figures.kinds import FIGURES
from optimeter.reports.latex_text import escape_latex, latex_text
from optimeter.reports.paper.citations import METHODS, SOFTWARE, bibliography, bibtex, citations_of
from optimeter.reports.paper.figures import PaperFigure, paper_figures
from optimeter.reports.paper.latex import latex_tables, table_labels

__all__ = ["Template", "article_files"]


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
        "profiles",
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
        "pair",
        "Comparison of two algorithms",
        (
            _Block("speed", "How much faster, and where, is in Figure {}"),
            _Block("ratios", "Figure {} gives ratios of single runs"),
            _Block("scatter-functions", "Figure {} compares target by target"),
        ),
    ),
    (
        "scaling",
        "Scaling",
        (
            _Block("scaling-functions", "Figure {} shows expected runtimes against dimension"),
            _Block("scaling-constraints", "Figure {} shows them by number of constraints"),
        ),
    ),
    (
        "distributions",
        "Distributions over runs",
        (
            _Block("run-lengths", "Figure {} shows run lengths"),
            _Block("quality", "Figure {} shows the quality reached"),
            _Block("budget-ecdf", "Figure {} joins all budgets"),
        ),
    ),
    (
        "loss",
        "Loss against the reference",
        (_Block("loss", "Figure {} shows loss ratios"),),
    ),
)
_RUNTIMES = "runtimes"
_PREAMBLE = r"""\usepackage{graphicx}
\usepackage{booktabs}
\graphicspath{{../fig/}}
% What a report writes anew: sentences, figures and tables, each in a file beside this one.
\newcommand{\results}[1]{\InputIfFileExists{#1}{}{%
  \emph{The data have no results for \texttt{\detokenize{#1}} any more.}}}
\emergencystretch=3em
\renewcommand{\topfraction}{0.95}
\renewcommand{\bottomfraction}{0.95}
\renewcommand{\textfraction}{0.05}
\renewcommand{\floatpagefraction}{0.6}
\renewcommand{\dbltopfraction}{0.95}
\renewcommand{\dblfloatpagefraction}{0.6}
\setcounter{topnumber}{4}
\setcounter{dbltopnumber}{4}
\setcounter{totalnumber}{6}
"""
Template = Literal["plain", "acmart"]
"""Classes of an article: one column, or the two columns of ACM's conferences."""


@dataclass(frozen=True, slots=True)
class _Layout:
    """How a class wants an article.

    Attributes
    ----------
    begin : str
        Up to the common preamble.
    authors : str
    two_columns : bool
        Wide figures and tables are floats over both columns.
    abstract_first : bool
        Before the title is made.
    described : bool
        Figures are told in words for those who do not see them.
    """

    begin: str
    authors: str
    two_columns: bool
    abstract_first: bool
    described: bool


_LAYOUTS: dict[str, _Layout] = {
    "plain": _Layout(
        r"""\documentclass[10pt]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{lmodern}
\usepackage{textcomp}
\usepackage[a4paper,margin=18mm]{geometry}
\usepackage{longtable}
\setlength{\LTcapwidth}{\textwidth}
""",
        r"\author{}\date{}",
        two_columns=False,
        abstract_first=False,
        described=False,
    ),
    "acmart": _Layout(
        "\\documentclass[sigconf,nonacm,balance=false]{acmart}\n",
        r"\author{Author}\affiliation{\institution{Institution}\city{City}\country{Country}}",
        two_columns=True,
        abstract_first=True,
        described=True,
    ),
}


def article_files(
    data: ReportData, template: Template = "plain", drawn: Collection[str] | None = None
) -> Iterator[tuple[str, str]]:
    """Yield the name and text of the LaTeX files: tables, captions, references and ``article.tex``.

    The article is the author's: it holds the order of things, and includes all that follows from the
    data from files of their own, so that it can be edited and these written anew.
    The article includes the PDF figures from the folder ``fig`` beside its own: those with a name
    in `drawn`, else all that a paper may have.
    """
    layout = _LAYOUTS[known_name(template, _LAYOUTS, "template")]
    names = [suite.name for suite in data.suites]
    tables: dict[str, list[str]] = {}
    for suite in data.suites:
        prefix = file_prefix(suite.name, names)
        for name, text in latex_tables(suite, two_columns=layout.two_columns):
            tables.setdefault(suite.name, []).append(prefix + name)
            yield prefix + name, text
    yield "captions.tex", _captions(data)
    cited = citations_of(suite.settings.name for suite in data.suites)
    publications = [*METHODS, *cited.values(), SOFTWARE]
    yield "references.bib", bibtex(publications)
    yield "abstract.tex", _abstract(data)
    yield "setting.tex", _setting(data)
    yield "bibliography.tex", bibliography(publications)
    sections: list[str] = []
    for suite in data.suites:
        prefix = file_prefix(suite.name, names)
        figures = [
            entry
            for entry in paper_figures(suite)
            if drawn is None or f"{prefix}{entry.stem}.pdf" in drawn
        ]
        sections.append(rf"\section{{Results on {escape_latex(suite.name)}}}")
        for name, title, text in _results(
            suite, figures, prefix, tables.get(suite.name, []), layout
        ):
            if name == f"{prefix}{_RUNTIMES}" and not layout.two_columns:
                # Long tables are no floats: figures come before them.
                sections.append(r"\clearpage")
            sections += [rf"\subsection{{{title}}}", rf"\results{{{name}}}"]
            yield f"{name}.tex", text
    yield "article.tex", _article(data, sections, layout)


def _captions(data: ReportData) -> str:
    """Return every caption as a command, named after its figure."""
    lines = ["% Captions of the figures and tables, made from the settings of this report."]
    suite = data.suites[0]
    for key, text in captions(suite).items():
        command = "".join(part.capitalize() for part in key.split("_"))
        lines.append(rf"\newcommand{{\Caption{command}}}{{{latex_text(text)}}}")
    return "\n".join(lines) + "\n"


def _article(data: ReportData, sections: Sequence[str], layout: _Layout) -> str:
    """Return what an author begins with: no sentence of it depends on the data."""
    abstract = [r"\begin{abstract}", r"\results{abstract}", r"\end{abstract}"]
    title = [r"\maketitle"]
    parts = [
        layout.begin + _PREAMBLE,
        rf"\title{{{escape_latex(data.title)}}}",
        *([] if layout.abstract_first else [layout.authors]),
        r"\begin{document}",
        *([layout.authors, *abstract, *title] if layout.abstract_first else [*title, *abstract]),
        r"\section{Experimental setting}",
        r"\results{setting}",
        *sections,
    ]
    if layout.two_columns:
        parts.append(r"\clearpage")  # tables are floats: they come before the references
    parts += [r"\results{bibliography}", r"\end{document}", ""]
    return "\n".join(parts)


def _abstract(data: ReportData) -> str:
    texts = []
    for suite in data.suites:
        texts += headline(suite, suite.main_dimension)
    return latex_text(" ".join(texts)) + "\n"


def _setting(data: ReportData) -> str:
    names = list(dict.fromkeys(name for suite in data.suites for name in suite.algorithms))
    shown = listed(names) if len(names) <= 12 else f"{len(names)} algorithms"
    sentences = [latex_text(f"We compare {shown}." if len(names) > 1 else f"We report on {shown}.")]
    cited = citations_of(suite.settings.name for suite in data.suites)
    keys = {name: rf"~\cite{{{one.key}}}" for name, one in cited.items()}
    sentences += [
        latex_text(f"On the suite {suite.name}")
        + keys.get(suite.settings.name, "")
        + latex_text(
            f", the data hold {len(suite.functions)} functions "
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
            f"resamples of the runs. Figures and tables were made with Optimeter {data.version}"
        )
        + rf"~\cite{{{SOFTWARE.key}}}."
    )
    return " ".join(sentences) + "\n"


def _results(
    suite: SuiteReport,
    figures: Sequence[PaperFigure],
    prefix: str,
    tables: list[str],
    layout: _Layout,
) -> Iterator[tuple[str, str, str]]:
    """Yield the subsections of a suite: name of the file, title, text."""
    for name, title, blocks in _SECTIONS:
        texts, drawings = [], []
        for block in blocks:
            members = _members(suite, block, figures)
            if members:
                label = f"fig:{prefix}{block.kind}{'' if block.targets == FIXED else block.targets}"
                texts.append(block.text.replace("{}", rf"\ref{{{label}}}"))
                drawings += _figures(
                    suite, block, members, prefix=prefix, label=label, layout=layout
                )
        if texts:
            told = f"{'; '.join(texts).replace('; F', '. F')}."
            yield f"{prefix}{name}", title, "\n".join([told, *drawings, ""])
    if tables:
        labels = table_labels(suite)
        several = len(labels) > 1
        told = listed([rf"\ref{{{label}}}" for label in labels])
        lines = [
            f"Table{'s' * several} {told} give{'s' * (not several)} expected runtimes.",
            *(rf"\input{{{name}}}" for name in tables),
        ]
        yield f"{prefix}{_RUNTIMES}", "Expected runtimes", "\n".join([*lines, ""])


def _members(
    suite: SuiteReport, block: _Block, figures: Sequence[PaperFigure]
) -> list[PaperFigure]:
    """Return the figures of a block; of profiles over all functions two fit a paper."""
    return [
        entry
        for entry in figures
        if entry.name == block.kind
        and entry.options.get("targets", FIXED) == block.targets
        and entry.options.get("dimension") in (None, *suite.table_dimensions)
    ]


def _figures(
    suite: SuiteReport,
    block: _Block,
    members: Sequence[PaperFigure],
    *,
    prefix: str,
    label: str,
    layout: _Layout,
) -> list[str]:
    """Return the figure environments of a block: one, or one for each large figure."""
    large = block.kind.endswith("-functions")
    groups = [[entry] for entry in members] if large else [list(members)]
    result = []
    own = label
    for position, group in enumerate(groups):
        first = group[0]
        beside = block.beside and len(group) > 1
        share = 0.8 if large or block.beside else 0.4  # of the page, at most
        height = f",height={share}\\textheight,keepaspectratio"
        narrow = layout.two_columns and block.beside and len(group) == 1
        kind = "figure*" if layout.two_columns and not narrow else "figure"
        width = 0.49 if block.beside else 1
        size = rf"width=\columnwidth{height}" if narrow else rf"width={width}\textwidth{height}"
        images = [rf"\includegraphics[{size}]{{{prefix}{entry.stem}.pdf}}" for entry in group]
        key = FIGURES[block.kind].caption_key(block.targets)
        told = _shown(block, group) + caption(suite, key)
        if first.part == 1:
            own = f"{label}-{position}" if position else label
        described = [rf"\Description{{{latex_text(_first_sentence(told))}}}"]
        result.append(
            "\n".join(
                [
                    rf"\begin{{{kind}}}[tbp]\centering",
                    ("\\hfill\n" if beside else "\n\n").join(images),
                    _caption(told, first, own),
                    *(described if layout.described else []),
                    rf"\end{{{kind}}}",
                ]
            )
        )
    return result


def _caption(told: str, figure: PaperFigure, label: str) -> str:
    """Return the caption of a figure; parts after the first refer to that one."""
    if figure.part == 1:
        return rf"\caption{{{latex_text(told)}}}\label{{{label}}}"
    which = f"part {figure.part} of {figure.parts}"
    return rf"\caption{{Figure~\ref{{{label}}}, continued: {which}.}}"


def _shown(block: _Block, group: Sequence[PaperFigure]) -> str:
    """Say which dimensions some figures show, unless they say it themselves."""
    dimensions = [str(e.options["dimension"]) for e in group if "dimension" in e.options]
    if not dimensions or block.kind in ("speed", "ratios", "scatter-functions"):
        return ""
    if len(dimensions) == 1:
        return f"Dimension {dimensions[0]}. "
    order = "left to right" if block.beside else "top to bottom"
    return f"Dimensions {listed(dimensions)} ({order}). "


def _first_sentence(text: str) -> str:
    """Return a text up to the end of its first sentence that is about more than the dimension.

    Examples
    --------
    >>> _first_sentence("Dimension 5. Loss ratio: how many times more. Points: means.")
    'Dimension 5. Loss ratio: how many times more.'
    """
    sentences = text.split(". ")
    count = 2 if sentences[0].startswith("Dimension") else 1
    return ". ".join(sentences[:count]).removesuffix(".") + "."
