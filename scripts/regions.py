"""Parts of pages that are made by a script, between two marks that no reader sees."""

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
