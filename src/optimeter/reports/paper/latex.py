"""LaTeX tables (booktabs) of expected runtimes."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from optimeter.measures import TABLE_BUDGETS, ErtTable
from optimeter.measures.of_suites import BUDGET_TABLE, TABLE
from optimeter.reports.analysis.model import SuiteReport
from optimeter.reports.analysis.names import set_title
from optimeter.reports.analysis.words import dispersion, number, ratio
from optimeter.reports.export import tabular
from optimeter.reports.figures.captions import caption
from optimeter.reports.latex_text import escape_latex, latex_text

__all__ = ["ert_table_latex", "latex_tables", "table_labels"]

ALGORITHMS_PER_TABLE = 6
LINES_OF_FLOAT = 62
_GAP = 0.5  # between functions, in lines
_SPREAD = "  & "  # begins a line that tells the spread
_SMALL_LINE = 0.8  # its height, in lines of entries
_CLOSER = "-1.8pt"  # it belongs to the entries above
_LONG_TITLE = 36  # letters


def latex_tables(suite: SuiteReport, *, two_columns: bool = False) -> Iterator[tuple[str, str]]:
    """Yield the name and LaTeX text of the ERT tables of a suite.

    One file for each dimension the suite's tables show (all of them, if the data hold none of
    those), in parts of at most six algorithms.
    """
    for dimension in _table_dimensions(suite):
        yield (
            f"table_ert_D{dimension:02d}.tex",
            ert_table_latex(suite, dimension, two_columns=two_columns),
        )
        if BUDGET_TABLE in suite.results:
            text = ert_table_latex(suite, dimension, budget=True, two_columns=two_columns)
            yield f"table_ert_budget_D{dimension:02d}.tex", text


def _table_dimensions(suite: SuiteReport) -> Sequence[int]:
    shown = [d for d in suite.settings.table_dimensions if d in suite.dimensions]
    return shown or suite.dimensions


def table_labels(suite: SuiteReport) -> list[str]:
    """Return the labels of the first part of every table, in the order of `latex_tables`."""
    kinds = (False, True) if BUDGET_TABLE in suite.results else (False,)
    return [
        _label(suite, dimension, 1, budget=budget)
        for dimension in _table_dimensions(suite)
        for budget in kinds
    ]


def _label(suite: SuiteReport, dimension: int, part: int, *, budget: bool) -> str:
    name = re.sub(r"[^a-z0-9]+", "-", suite.name.lower())
    return f"tab:ert{'budget' * budget}-{name}-{dimension}-{part}"


def ert_table_latex(
    suite: SuiteReport, dimension: int, *, budget: bool = False, two_columns: bool = False
) -> str:
    """Return the ERT table of one dimension as LaTeX, using booktabs and longtable.

    A class of two columns has no long tables: there it becomes floats over both of them.
    """
    table = suite.results[BUDGET_TABLE if budget else TABLE]
    if not len(table):
        return "% There are no budget-based targets for these data.\n"
    chosen = table.select(dimension=dimension)
    names = [name for name in suite.algorithms if name in set(chosen.algorithm.tolist())]
    parts = [
        names[i : i + ALGORITHMS_PER_TABLE] for i in range(0, len(names), ALGORITHMS_PER_TABLE)
    ]
    return "\n".join(
        _part(
            suite,
            chosen,
            part,
            dimension=dimension,
            part=position,
            parts=len(parts),
            budget=budget,
            two_columns=two_columns,
        )
        for position, part in enumerate(parts, start=1)
    )


def _part(
    suite: SuiteReport,
    table: ErtTable,
    names: Sequence[str],
    *,
    dimension: int,
    part: int,
    parts: int,
    budget: bool,
    two_columns: bool,
) -> str:
    rows = table.select(algorithm=names)
    by_function: dict[int, dict[str, list[dict[str, Any]]]] = {}
    for row in rows.to_dicts():
        entry = by_function.setdefault(row["function"], {})
        entry.setdefault(row["algorithm"], []).append(row)
    columns = max((len(r) for f in by_function.values() for r in f.values()), default=0)
    first = next(iter(next(iter(by_function.values())).values()))
    heads = [
        f"${b:g}D$" if budget else _power(suite.target_text(r["target"]))
        for b, r in zip((*TABLE_BUDGETS, *([0] * columns)), first, strict=False)
    ]
    which = f" Part {part} of {parts}." if parts > 1 else ""
    spread = any(dispersion(row) for row in rows.to_dicts())
    keys = ("table", *(["table_budget"] * budget), *(["table_spread"] * spread))
    told = " ".join(caption(suite, key) for key in keys)
    words = latex_text(f"Dimension {dimension}.{which} {told}")
    label = _label(suite, dimension, part, budget=budget)
    titles = {function: set_title(f"f{function}", suite.settings.name) for function in by_function}
    # In the column of names long titles would make the table too wide.
    apart = any(len(title) > _LONG_TITLE for title in titles.values())
    blocks = []
    for function, found in by_function.items():
        lines = []
        title = rf"\textbf{{{latex_text(titles[function])}}}"
        rows_of_one = next(iter(found.values()))
        if apart:
            lines.append(rf"\multicolumn{{{columns + 2}}}{{@{{}}l}}{{{title}}} \\*")
            title = rf"\quad \textit{{{escape_latex(suite.reference)}}}"
        if suite.reference or not apart:
            lines.append(_heading(suite, title, rows_of_one, columns, budget=budget))
        blocks.append(lines + _algorithms(suite, function, found, names, columns))
    head = " & ".join(["", *heads, "succ."]) + r" \\"
    wide = f"@{{}}l{'r' * columns}r@{{}}"
    if two_columns:
        return _floats(blocks, head, wide, words, label)
    return _long_table(blocks, head, wide, words, label)


def _long_table(blocks: list[list[str]], head: str, wide: str, words: str, label: str) -> str:
    """Return one table over as many pages as it needs."""
    body = [line for block in blocks for line in (*block, r"\addlinespace")][:-1]
    lines = [
        r"\begingroup\scriptsize\setlength{\tabcolsep}{3.2pt}",
        rf"\begin{{longtable}}{{{wide}}}",
        rf"\caption{{{words}}}\label{{{label}}}\\",
        *(r"\toprule", head, r"\midrule\endfirsthead"),
        *(r"\toprule", head, r"\midrule\endhead"),
        r"\bottomrule\endfoot",
        *body,
        *(r"\end{longtable}", r"\endgroup"),
    ]
    return "\n".join(lines) + "\n"


def _floats(blocks: list[list[str]], head: str, wide: str, words: str, label: str) -> str:
    """Return tables over both columns, each at most a page; the first one has the whole caption."""
    pages: list[list[list[str]]] = [[]]
    for block in blocks:
        if pages[-1] and sum(map(_height, [*pages[-1], block])) > LINES_OF_FLOAT:
            pages.append([])
        pages[-1].append(block)
    lines = []
    for number_of_page, page in enumerate(pages):
        body = [line for block in page for line in (*block, r"\addlinespace")][:-1]
        again = rf"Table~\ref{{{label}}}, continued."
        told = again if number_of_page else rf"{words}\label{{{label}}}"
        lines += [
            r"\begin{table*}[tp]\centering\scriptsize\setlength{\tabcolsep}{3.2pt}",
            rf"\caption{{{told}}}",
            *tabular(wide, head, body),
            r"\end{table*}",
        ]
    return "\n".join(lines) + "\n"


def _height(block: Sequence[str]) -> float:
    """Return the height of what is told of a function, in lines of expected runtimes."""
    return _GAP + sum(_SMALL_LINE if line.startswith(_SPREAD) else 1.0 for line in block)


def _heading(
    suite: SuiteReport, first: str, rows: Sequence[Mapping[str, Any]], columns: int, *, budget: bool
) -> str:
    """Return the first line of a function, with the numbers of the reference."""
    cells = []
    if suite.reference:
        for row in rows:
            text = escape_latex(ratio(row["reference_ert"], 1e5))
            cells.append(
                f"{escape_latex(suite.target_text(row['target']))}: {text}" if budget else text
            )
    cells = [rf"\textit{{{cell}}}" for cell in cells]
    return " & ".join([first, *cells] + [""] * (columns + 1 - len(cells))) + r" \\*"


def _algorithms(
    suite: SuiteReport,
    function: int,
    found: Mapping[str, list[dict[str, Any]]],
    names: Sequence[str],
    columns: int,
) -> list[str]:
    """Return the lines of the algorithms on one function."""
    lines = []
    shown = [name for name in names if name in found]
    final = suite.final_successes(found[shown[0]][0]["dimension"])
    rivals = len(suite.competing) > 1
    for i, name in enumerate(shown):
        cells = [
            _cell(row, last=k == len(found[name]) - 1, rivals=rivals)
            for k, row in enumerate(found[name])
        ]
        cells += [""] * (columns - len(cells))
        successes, runs = final.get((name, function), (0, found[name][-1]["runs"]))
        cells.append(f"{successes}/{runs}")
        end = r" \\*" if i + 1 < len(shown) else r" \\"
        spread = [_spread(row) for row in found[name]]
        lines.append(rf"\quad {escape_latex(name)} & " + " & ".join(cells))
        if any(spread):
            lines[-1] += rf" \\*[{_CLOSER}]"
            lines.append(_SPREAD + " & ".join(spread) + " &" * (columns + 1 - len(spread)))
        lines[-1] += end
    return lines


def _spread(row: Mapping[str, Any]) -> str:
    """Return what stands below an entry: the range of 80 % of the runs."""
    ends = "--".join(map(escape_latex, dispersion(row)))
    return rf"{{\tiny {ends}}}" if ends else ""


def _power(text: str) -> str:
    """Return a target as the head of a column: 1e-5 as a power of ten."""
    mantissa, e, exponent = text.partition("e")
    if not e:
        return text
    times = "" if mantissa == "1" else rf"{mantissa}{{\cdot}}"
    return f"${times}10^{{{int(exponent)}}}$"


def _cell(row: Mapping[str, Any], *, last: bool, rivals: bool) -> str:
    """Return an entry; it can be the best only of several."""
    if not math.isfinite(row["ert"]):
        length = escape_latex(number(row["median_length"], 2))
        return rf"$\infty$ \textit{{{length}}}" if last else r"$\infty$"
    text = escape_latex(ratio(row["ratio"]))
    if row["best"] and rivals:
        text = rf"\textbf{{{text}}}"
    if row["star"]:
        level = "" if row["star"] == 1 else str(row["star"])
        text += rf"$^{{\star {level}}}$"
    if row["successes"] < row["runs"]:
        text += rf"\,{{\tiny({row['successes']}/{row['runs']})}}"
    return text
