"""Foreign text made safe: a function for each format. Below all layers.

Names and messages come from files, optimizers and other people. They may hold control characters
that steer a terminal, halves of surrogate pairs that no file takes, and formulas.
"""

import json
import re
from pathlib import Path

__all__ = [
    "drawable",
    "failure",
    "markup",
    "no_formula",
    "printable",
    "printable_lines",
    "script_text",
    "text_of_cell",
    "visible",
]

# XML has no place for them, not even escaped: controls, halves of pairs, and no characters at all.
_NEVER = "\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x84\\x86-\\x9f\\ud800-\\udfff\\ufffe\\uffff"
_FORBIDDEN = re.compile(f"[{_NEVER}]")
_OF_SCRIPTS = re.compile(f"[<>&\\u2028\\u2029{_NEVER}]")

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


def visible(text: str) -> str:
    r"""Return text in which a sign stands for each character that HTML, XML or UTF-8 forbids.

    Examples
    --------
    >>> visible("red \x1b[31m")
    'red �[31m'
    """
    return _FORBIDDEN.sub("\ufffd", text)


def markup(value: object) -> str:
    r"""Return the text of any object for HTML, XML and SVG.

    Examples
    --------
    >>> markup("<b> & \x1b")
    '&lt;b&gt; &amp; �'
    """
    from html import escape  # noqa: PLC0415 - a long table

    return escape(visible(str(value)))


def drawable(text: str) -> str:
    r"""Return text for a drawing: a sign stands for what fonts have none for, a blank for line ends.

    Examples
    --------
    >>> drawable("two\nlines, red \x1b[31m")
    'two lines, red �[31m'
    """
    if text.isprintable():
        return text
    return "".join(
        one if one.isprintable() else " " if one in "\n\r\t" else "\ufffd" for one in text
    )


def script_text(json_text: str) -> str:
    r"""Return JSON that cannot end the script element it stands in, and that every page may hold.

    Examples
    --------
    >>> script_text('"</script> \x9b"')
    '"\\u003c/script\\u003e \\u009b"'
    """
    return _OF_SCRIPTS.sub(lambda found: f"\\u{ord(found[0]):04x}", json_text)


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
