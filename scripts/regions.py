"""Parts of pages that are made by a script: tables, and regions between two marks that no reader sees."""

from collections.abc import Iterable

BEGIN, END = "<!-- from the code: {} -->", "<!-- end -->"


def with_region(text: str, name: str, content: str) -> str:
    """Return the text with the part of that name made anew.

    Raises
    ------
    ValueError
        If the text has no part of that name.
    """
    head, begin, rest = text.partition(BEGIN.format(name))
    if not begin or END not in rest:
        message = f"the page has no part {name!r} between {BEGIN.format(name)} and {END}"
        raise ValueError(message)
    return f"{head}{begin}\n{content.rstrip()}\n{END}{rest.partition(END)[2]}"


def table(heads: str, rows: Iterable[Iterable[object]]) -> str:
    """Return a table; the heads of columns of numbers end in a colon.

    Examples
    --------
    >>> print(table("suite | functions:", [["bbob", 24]]))
    | suite | functions |
    | --- | ---: |
    | bbob | 24 |
    """
    names = heads.split(" | ")
    lines = [
        [name.removesuffix(":") for name in names],
        ["---:" if name.endswith(":") else "---" for name in names],
        *rows,
    ]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)
