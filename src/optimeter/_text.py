"""Foreign text made safe for journals, terminals and spreadsheets. Below all rooms.

Names and messages come from files, optimizers and other people. They may hold control characters
that steer a terminal, halves of surrogate pairs that no file takes, and formulas.
"""

import json
from pathlib import Path

__all__ = ["failure", "no_formula", "printable", "printable_lines", "text_of_cell"]

_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what spreadsheets take for the start of one


def printable(value: object) -> str:
    r"""Return the text of any object on one line; what cannot be shown is escaped as in JSON.

    Never raises, whatever ``__str__`` does.

    Examples
    --------
    >>> printable("red \x1b[31m, half \udc80 of a pair")
    'red \\u001b[31m, half \\udc80 of a pair'
    >>> printable("two\nlines, 10⁻⁸")
    'two lines, 10⁻⁸'
    """
    try:
        text = str(value)
    except Exception:
        text = f"a {type(value).__name__} without text"
    if text.isprintable():
        return text
    return "".join(
        one if one.isprintable() else " " if one in "\n\r\t" else json.dumps(one)[1:-1]
        for one in text
    )


def failure(error: BaseException) -> str:
    """Say what was raised and where, without the folders of this machine.

    Examples
    --------
    >>> failure(ValueError("no more ideas"))
    'ValueError: no more ideas'
    """
    import traceback  # noqa: PLC0415 - slow, and only for what fails

    text = " ".join(f"{type(error).__name__}: {printable(error)}".split())
    frames = traceback.extract_tb(error.__traceback__)
    if not frames or isinstance(error, SyntaxError):  # the text has the place already
        return text
    return printable(f"{text} ({Path(frames[-1].filename).name}, line {frames[-1].lineno})")


def printable_lines(text: str) -> str:
    """Return text of several lines, each of them printable."""
    return "\n".join(map(printable, text.split("\n")))


def no_formula(value: object) -> object:
    """Return a cell of a CSV file; text that is a formula for spreadsheets gets an apostrophe.

    Examples
    --------
    >>> no_formula("=HYPERLINK(1)"), no_formula(-1.5), no_formula("CMA-ES")
    ("'=HYPERLINK(1)", -1.5, 'CMA-ES')
    """
    formula = isinstance(value, str) and value.lstrip("'").startswith(_FORMULA)
    return f"'{value}" if formula else value


def text_of_cell(cell: str) -> str:
    """Return the text that `no_formula` made a cell of.

    Examples
    --------
    >>> text_of_cell("'=x"), text_of_cell("'x'"), text_of_cell("''-x")
    ('=x', "'x'", "'-x")
    """
    return cell[1:] if cell[:1] == "'" and cell.lstrip("'").startswith(_FORMULA) else cell
