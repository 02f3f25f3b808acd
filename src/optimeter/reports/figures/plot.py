"""Single figures of recorded runs, for own use: `optimeter.plot.ecdf(runs)` and friends.

There is a function for every kind of figure that a report knows; `optimeter.plot.ecdf_groups` draws
what ``optimeter figure ecdf-groups`` does. It returns a plotly figure, or a matplotlib one with
``engine="matplotlib"``, drawn into Axes of yours with ``ax=``. Numbers, colours and names are those
of the report; only what is drawn is computed.

Examples
--------
>>> import optimeter as om
>>> runs = om.Runs.from_arrays(function=1, dimension=2, suite="bbob", offsets=[0, 2],
...                            step_evaluations=[1, 10], step_precision=[50, 1e-9])
>>> type(om.plot.ecdf(runs, engine="matplotlib")).__name__
'Figure'
"""

from collections.abc import Callable
from inspect import Parameter, Signature, signature
from typing import Any

from optimeter.reports.figures.drawing import COMMON, draw_kind
from optimeter.reports.figures.kinds import FIGURES

__all__ = [name.replace("-", "_") for name in FIGURES]

_ARGUMENTS = """

    Parameters
    ----------
    runs : Runs or path
        Whatever `optimeter.report` takes.
    functions : int, str or iterable, optional
        Functions or groups of the suite, such as ``"1-5,8"`` or ``"separable"``. One, where the
        figure draws one: the first when not given.
    dimensions : int, str or iterable, optional
        One, where the figure draws one: the main dimension when not given.
{options}    reference : str, path, Runs or Reference
        As for `optimeter.report`.
    family : str or sequence of str, optional
        A group of algorithms: a tag of their data, words that their names hold (``"cma, bfgs"``),
        or the names of all of them. Others are left out before anything is computed.
    sweep : str
        A word that a number follows in names of algorithms: these are ordered and coloured by it.
    suite : str, optional
        Of data that hold several.
    engine : {{"plotly", "matplotlib"}}, optional
        Plotly when not given, unless `ax` is.
    size : {{"one", "two", "slide"}}, optional
        Of a matplotlib figure: one or two columns of a paper, or a slide.
    ax : Axes or sequence of Axes, optional
        Draw into these, one for each panel, in the style they were made with.
    """

# The options of single kinds, beside functions and dimensions.
OPTIONS = {
    "algorithm": "str, optional\n        The one with the largest area when not given.",
    "bands": "bool, optional\n        Draw 95 % bands.",
    "budget": "float, optional\n        One of those that the report offers, per dimension.",
    "pair": "tuple of two names, optional\n        Those with the largest areas when not given.",
    "parameter": "str, optional\n        The logged parameter; the first when not given.",
    "relative": "bool, optional\n        Draw deviations from the optimum, where its place is known.",
    "returned": "bool, optional\n        Judge by the point that a run ends with.",
    "statistic": '{"median", "mean", "geometric-mean"}, optional\n        Of values at budgets.',
    "targets": (
        'float, str, iterable, Targets or {"fixed", "budget"}, optional\n'
        "        Own targets, those of the suite, or those that a reference reaches within budgets.\n"
        "        One, where the figure draws one."
    ),
    "target": (
        "float, optional\n"
        "        The one of the targets that is drawn; when not given, the hardest, or the hardest that\n"
        "        some runs reach."
    ),
    "tolerance": "float, optional\n        1e-1, 1e-2, …, 1e-10.",
}


def __getattr__(name: str) -> Callable[..., Any]:
    if name not in __all__:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    return _plot(name)


def __dir__() -> list[str]:
    return sorted(__all__)


def _plot(name: str) -> Callable[..., Any]:
    """Return the function that draws a kind of figure."""
    kind = name.replace("_", "-")

    def plot(runs: Any, **arguments: Any) -> Any:
        return draw_kind(kind, runs, **arguments)

    described = (FIGURES[kind].describe.__doc__ or "").replace("Describe", "Draw", 1)
    own = FIGURES[kind].arguments[2:]
    texts = "".join(f"    {option} : {OPTIONS[option]}\n" for option in own)
    plot.__name__ = plot.__qualname__ = name
    plot.__doc__ = described + _ARGUMENTS.format(options=texts)
    plot.__signature__ = _signature(kind)  # type: ignore[attr-defined]
    return plot


def _signature(kind: str) -> Signature:
    """Return the signature of a kind: what all take, with its own options in the middle."""
    common = signature(draw_kind).parameters
    described = signature(FIGURES[kind].describe).parameters
    options = [
        common[name]
        if name in common
        else described[name].replace(kind=Parameter.KEYWORD_ONLY, default=None)
        for name in FIGURES[kind].arguments
    ]
    rest = [common[name] for name in COMMON]
    return Signature([common["runs"], *options, *rest])
