"""Lists of numbers as they are written on the command line: ``2,5`` or ``1-5,8``."""

from optimeter.exceptions import InvalidValueError

__all__ = ["function_selection", "number_list"]

_MOST = 100_000


def number_list(text: str | None, option: str) -> list[int] | None:
    """Read numbers and ranges; None if nothing is given.

    Parameters
    ----------
    text
        Such as ``1-5,8``; ranges include both ends. The order is kept, repetitions too.
    option
        The option that it was given for, e.g. ``--functions``; named in messages.

    Examples
    --------
    >>> number_list("1-5,8", "--functions")
    [1, 2, 3, 4, 5, 8]
    """
    if text is None:
        return None
    numbers: list[int] = []
    for part in text.replace(" ", "").split(","):
        first, dash, last = part.partition("-")
        if not first.isdecimal() or (dash and not last.isdecimal()):
            message = f"{option} takes numbers and ranges such as 2,5 or 1-5,8; got {text!r}"
            raise InvalidValueError(message)
        low, high = int(first), int(last or first)
        if high < low:
            message = (
                f"{option}: the range {part} ends before it begins; did you mean {high}-{low}?"
            )
            raise InvalidValueError(message)
        if high - low + len(numbers) >= _MOST:
            message = f"{option} takes at most {_MOST} numbers; got {text!r}"
            raise InvalidValueError(message)
        numbers.extend(range(low, high + 1))
    return numbers


def function_selection(text: str | None, option: str = "--functions") -> list[int | str] | None:
    """Read function numbers, ranges and names of groups.

    Examples
    --------
    >>> function_selection("1-3,separable")
    [1, 2, 3, 'separable']
    """
    if text is None:
        return None
    chosen: list[int | str] = []
    for part in text.split(","):
        name = part.strip()
        if name[:1].isdecimal() or not name:
            chosen += number_list(name, option) or []
        else:
            chosen.append(name)
    return chosen
