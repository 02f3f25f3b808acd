"""Options of optimizers: which there are, how they are given, and what the data are then called."""

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from optimeter._arguments import integer, real, unknown_name
from optimeter.exceptions import InvalidTypeError, InvalidValueError
from optimeter.experiment.classes import takes_budget

__all__ = [
    "bracketed",
    "changed_options",
    "like",
    "options_of",
    "read_options",
    "with_options",
]

_BRACKETS = re.compile(r"(?P<name>.+?)\[(?P<options>[^\[\]]*)\]")
_WORDS = {"true": True, "false": False, "none": None}
_ARGUMENTS = 3  # problem, start, rng
_OF_CLASS = 2  # budget, dim
_LONGEST = 30  # characters of a value in a name


def options_of(optimizer: Any) -> dict[str, object] | None:
    """Return the options of an optimizer with their present values; None if it takes any.

    These are the fields of a dataclass, or the parameters of a function after problem, start and
    rng. An optimizer with a method `configured`, which returns it with other options, says them in
    its attribute `options`.

    Examples
    --------
    >>> def walk(problem, start, rng, *, step=0.5):
    ...     ...
    >>> options_of(walk)
    {'step': 0.5}
    """
    if hasattr(optimizer, "configured"):
        declared: Mapping[str, object] | None = optimizer.options
        return None if declared is None else dict(declared)
    if is_dataclass(optimizer) and not isinstance(optimizer, type):
        return {field.name: getattr(optimizer, field.name) for field in fields(optimizer)}
    try:
        parameters = list(inspect.signature(optimizer).parameters.values())
    except (ValueError, TypeError):  # compiled code does not tell
        return None
    if any(one.kind is one.VAR_KEYWORD for one in parameters):
        return None
    given = _OF_CLASS if takes_budget(optimizer) else _ARGUMENTS
    positional = [one for one in parameters if one.kind is not one.KEYWORD_ONLY][given:]
    named = [one for one in parameters if one.kind is one.KEYWORD_ONLY]
    return {
        one.name: None if one.default is one.empty else one.default
        for one in positional + named
        if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)
    }


def with_options(optimizer: Any, options: Mapping[str, object], name: str) -> Callable[..., Any]:
    """Return the optimizer with these options; an unknown one is an error that lists those of it.

    Examples
    --------
    >>> def walk(problem, start, rng, *, step=0.5):
    ...     ...
    >>> with_options(walk, {"volume": 1}, "walk")
    Traceback (most recent call last):
        ...
    optimeter.exceptions.UnknownNameError: unknown option 'volume' of the optimizer 'walk'; accepted: step
    """
    known = options_of(optimizer)
    for option in options:
        if known is not None and option not in known:
            where = f" of the optimizer {name!r}"
            raise unknown_name(option, known, "option", where=where)
    made: Any
    if hasattr(optimizer, "configured"):
        made = optimizer.configured(options)
    elif is_dataclass(optimizer) and not isinstance(optimizer, type):
        made = replace(optimizer, **options)
    else:
        made = partial(optimizer, **options) if options else optimizer
    chosen: Callable[..., Any] = made
    return chosen


def changed_options(optimizer: object) -> dict[str, object]:
    """Return the fields of a dataclass that have not their default value."""
    if not is_dataclass(optimizer) or isinstance(optimizer, type):
        return {}
    values = {}
    for field in fields(optimizer):
        value = getattr(optimizer, field.name)
        default = field.default_factory() if field.default_factory is not MISSING else field.default
        if default is MISSING or repr(value) != repr(default):
            values[field.name] = value
    return values


def read_options(text: str) -> tuple[str, dict[str, list[object]]]:
    """Read ``name[option=value,…]``; an option may have several values.

    Examples
    --------
    >>> read_options("cma[popsize=20,sigma=0.1,0.3]")
    ('cma', {'popsize': [20], 'sigma': [0.1, 0.3]})
    >>> read_options("sobol")
    ('sobol', {})
    """
    match = _BRACKETS.fullmatch(text)
    if match is None:
        return text, {}
    options: dict[str, list[object]] = {}
    name = ""
    for part in match["options"].split(","):
        before, sign, value = part.partition("=")
        if sign:
            name = before.strip()
        if not name or not name.isidentifier() or (sign and name in options):
            message = f"options are written as in cma[popsize=20,sigma=0.1]; got {text!r}"
            raise InvalidValueError(message)
        options.setdefault(name, []).append(_value((value if sign else part).strip()))
    return match["name"], options


def _value(text: str) -> object:
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def bracketed(options: Mapping[str, object], arguments: Sequence[object] = ()) -> str:
    """Write options as a part of a name, such that `read_options` reads them.

    Examples
    --------
    >>> bracketed({"popsize": 20, "active": True}), bracketed({})
    ('[popsize=20,active=true]', '')
    """
    parts = [_text(value) for value in arguments]
    parts += [f"{name}={_text(value)}" for name, value in options.items()]
    return f"[{','.join(parts)}]" if parts else ""


def _text(value: object) -> str:
    """Write a value without what parts options, names and the fields of files."""
    if value is None or isinstance(value, bool):
        text = str(value).lower()
    elif isinstance(value, str):
        text = value
    elif callable(value):
        text = str(getattr(value, "__name__", type(value).__name__))
    else:
        text = repr(value.item() if isinstance(value, np.generic) else value)
    text = re.sub(r"[\s,'\"\[\]=]+", " ", text).strip()
    return text if len(text) <= _LONGEST and " at 0x" not in text else type(value).__name__


def like(value: object, default: object, what: str) -> object:
    """Return the value if it is of the kind of the default: word, truth value or number."""
    if isinstance(default, bool | str):
        if isinstance(value, type(default)):
            return value
        kind = "a text" if isinstance(default, str) else "True or False"
        message = f"{what} must be {kind}; got {value!r}"
        raise InvalidTypeError(message)
    if isinstance(default, int):
        return integer(value, what)
    return real(value, what) if isinstance(default, float) else value
