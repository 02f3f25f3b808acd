"""Results as a line, as aligned text and as a small HTML table: one way for all of them."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from optimeter._text import markup, printable

__all__ = ["Shown", "ShownRow", "cell", "html_table", "shown_rows", "text_table", "told"]

ROWS = 20  # shown of a table
WIDTH = 110  # of the line that says what a result is

Row = Mapping[str, Any]


class Shown:
    """Mixin of results that are shown alike.

    `repr` is one short line, `print` gives aligned text, a notebook a small table; both of these
    hold the first rows and the number of all. Dataclasses need ``repr=False``, lest they write
    all their fields.
    """

    __slots__ = ()
    _noun: ClassVar[str] = "row"

    def _shown(self, most: int) -> tuple[list[dict[str, Any]], int]:
        """Return at most so many of the first rows, and the number of all."""
        raise NotImplementedError

    def __repr__(self) -> str:
        rows, total = self._shown(1)
        names = f" of {', '.join(rows[0])}" if rows else ""
        return _line(self, f"{total} {self._noun}{'' if total == 1 else 's'}{names}")

    def __str__(self) -> str:
        rows, total = self._shown(ROWS)
        if total > len(rows):  # what is equal in the first rows need not be so in the others
            return f"{text_table(rows, fold=False)}\n… {total - len(rows)} more {self._noun}s"
        return text_table(rows)

    def _repr_html_(self) -> str:
        rows, total = self._shown(ROWS)
        count = f"{len(rows)} of {total} {self._noun}s" if total > len(rows) else ""
        return html_table(rows, ": ".join(filter(None, (type(self).__name__, count))))


class ShownRow(Shown):
    """Mixin of results that are a single row of numbers and names."""

    __slots__ = ()

    def _row(self) -> dict[str, Any]:
        """Return what is shown, by name."""
        raise NotImplementedError

    def _shown(self, most: int) -> tuple[list[dict[str, Any]], int]:
        return [self._row()][:most], 1

    def __repr__(self) -> str:
        return _line(self, _facts(self._row()))


def shown_rows(results: Sequence[ShownRow], most: int) -> tuple[list[dict[str, Any]], int]:
    """Return the rows of the first of several results, and how many there are."""
    return [result._row() for result in results[:most]], len(results)


def _facts(row: Row) -> str:
    """Name values in a line, where an empty mark would say the opposite: its name alone."""
    return ", ".join(f"{name} {'no' if v is False else cell(v)}" for name, v in row.items())


def _line(result: object, text: str) -> str:
    line = " ".join(text.split())
    if len(line) > WIDTH:
        line = line[: max(line.rfind(",", 0, WIDTH), WIDTH // 2)] + ", …"
    return f"<{type(result).__name__}: {line}>"


def cell(value: Any, digits: int = 4) -> str:
    """Return a short form of a value for people.

    Examples
    --------
    >>> [cell(v) for v in (3.0, 0.123456, float("inf"), True, False, "a", 12, (1, 2))]
    ['3', '0.1235', '∞', 'yes', '', 'a', '12', '(1, 2)']
    """
    if isinstance(value, bool):
        return "yes" if value else ""
    if not isinstance(value, float):
        return printable(value)
    if math.isnan(value):
        return "–"
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    if value == int(value) and abs(value) < 10**7:
        return str(int(value))
    return f"{value:.{digits}g}"


def text_table(rows: Sequence[Row], *, fold: bool = True) -> str:
    """Align the columns; those that say the same in every row are named once on top (`fold`).

    Examples
    --------
    >>> print(text_table([{"suite": "s", "name": "a", "ert": 10.0},
    ...                   {"suite": "s", "name": "b", "ert": 2.5}]))
    suite s
    <BLANKLINE>
    name  ert
    a      10
    b     2.5
    """
    if not rows:
        return "no rows"
    head = {
        name: rows[0][name]
        for name in rows[0]
        if fold and len(rows) > 1 and all(row[name] == rows[0][name] for row in rows)
    }
    names = [name for name in rows[0] if name not in head]
    cells = [names, *([cell(row[name]) for name in names] for row in rows)]
    widths = [max(len(line[i]) for line in cells) for i in range(len(names))]
    left = [isinstance(rows[0][name], str) for name in names]
    lines = [
        "  ".join(
            entry.ljust(width) if to_left else entry.rjust(width)
            for entry, width, to_left in zip(line, widths, left, strict=True)
        ).rstrip()
        for line in cells
    ]
    top = [_facts(head), ""]
    return "\n".join((top if head else []) + lines)


def html_table(rows: Sequence[Row], caption: str = "") -> str:
    """Return rows as an HTML table; names and values are escaped.

    Examples
    --------
    >>> html_table([{"name": "<a>", "ert": 2.5}])
    '<table><thead><tr><th>name</th><th>ert</th></tr></thead><tbody><tr><td>&lt;a&gt;</td>\
<td>2.5</td></tr></tbody></table>'
    """

    def line(values: Sequence[Any], tag: str) -> str:
        return "".join(f"<{tag}>{markup(cell(value))}</{tag}>" for value in values)

    title = f"<caption>{markup(caption)}</caption>" if caption else ""
    head = line(list(rows[0]), "th") if rows else ""
    body = "".join(f"<tr>{line(list(row.values()), 'td')}</tr>" for row in rows)
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def told(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return rows without their instance where that is 0 in all of them, and says nothing.

    Examples
    --------
    >>> told([{"function": 1, "instance": 0}]), told([{"instance": 3}])
    ([{'function': 1}], [{'instance': 3}])
    """
    if any(row.get("instance") for row in rows):
        return rows
    return [{name: value for name, value in row.items() if name != "instance"} for row in rows]
