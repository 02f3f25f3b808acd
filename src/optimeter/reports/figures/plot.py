"""Single figures of recorded runs, for own use: `optimeter.plot.ecdf(runs)` and friends.

There is a function for every kind of figure that a report knows; `optimeter.plot.ecdf_groups` draws
what ``optimeter figure ecdf-groups`` does. It returns a plotly figure, or a matplotlib one with
``engine="matplotlib"``. Numbers, colours and names are those of the report; only what is drawn is
computed.

Examples
--------
>>> import optimeter as om
>>> runs = om.Runs.from_arrays(function=1, dimension=2, suite="bbob", offsets=[0, 2],
...                            step_evaluations=[1, 10], step_precision=[50, 1e-9])
>>> type(om.plot.ecdf(runs, engine="matplotlib")).__name__
'Figure'
"""

from inspect import signature
from typing import Any, Literal, Protocol, get_args

from optimeter._arguments import known_name
from optimeter.reports.analysis.computing import compute_one
from optimeter.reports.analysis.references import SUITE_REFERENCE, ReferenceSource
from optimeter.reports.analysis.sources import Source, prepared
from optimeter.reports.figures import draw_plotly
from optimeter.reports.figures.files import draw_figure
from optimeter.reports.figures.kinds import FIGURES, describe_figure, given_options
from optimeter.reports.figures.mpl_canvas import Size

__all__ = [name.replace("-", "_") for name in FIGURES]

Engine = Literal["plotly", "matplotlib"]

_ARGUMENTS = """

    Parameters
    ----------
    runs : Runs or path
    dimension, function : int, optional
        The main dimension and the first function when not given.
    functions : str or int, optional
        A group of the suite or a function; all when not given.
    targets : {"fixed", "budget"}
    target, budget : float, optional
        One of those that the report offers.
    pair : tuple of two names, optional
        Those with the largest areas when not given.
    tolerance : float, optional
        Of performance, data and log-ratio profiles: 1e-1, 1e-2, …, 1e-10.
    returned : bool, optional
        Judge these by the point that a run ends with.
    bands : bool, optional
        Draw 95 % bands.
    reference : str, path, Runs or Reference
        As for `optimeter.report`.
    suite : str, optional
        Of data that hold several.
    engine : {"plotly", "matplotlib"}
    size : {"one", "two", "slide"}, optional
        Of a matplotlib figure.
    """


class Plot(Protocol):
    """Draws one kind of figure; an option that the kind does not take is refused."""

    def __call__(
        self,
        runs: Source,
        *,
        dimension: int | None = None,
        function: int | None = None,
        functions: str | int | None = None,
        targets: str | None = None,
        target: float | None = None,
        budget: float | None = None,
        pair: tuple[str, str] | None = None,
        tolerance: float | None = None,
        returned: bool | None = None,
        bands: bool | None = None,
        reference: ReferenceSource = SUITE_REFERENCE,
        suite: str | None = None,
        engine: Engine = "plotly",
        size: Size | None = None,
    ) -> Any: ...


def __getattr__(name: str) -> Plot:
    if name not in __all__:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    return _plot(name)


def _plot(name: str) -> Plot:
    """Return the function that draws a kind of figure."""
    kind = name.replace("_", "-")

    def plot(
        runs: Source,
        *,
        reference: ReferenceSource = SUITE_REFERENCE,
        suite: str | None = None,
        engine: Engine = "plotly",
        size: Size | None = None,
        functions: str | int | None = None,
        **options: Any,
    ) -> Any:
        known_name(engine, get_args(Engine), "engine")
        if functions is not None:
            options["group"] = f"f{functions}" if isinstance(functions, int) else functions
        options = given_options(kind, options)
        scope = FIGURES[kind].scope(options)
        results = compute_one(*prepared(runs, reference=reference), suite=suite, scope=scope)
        if engine == "matplotlib":
            return draw_figure(results, kind, size=size, **options)
        return draw_plotly.draw(describe_figure(results, kind, **options))

    takes = {{"group": "functions"}.get(option, option) for option in FIGURES[kind].options}
    common = {"runs", "reference", "suite", "engine", "size"}
    every = signature(Plot.__call__)
    described = FIGURES[kind].describe.__doc__ or ""
    plot.__name__ = plot.__qualname__ = name
    plot.__doc__ = described.replace("Describe", "Draw", 1) + _ARGUMENTS
    plot.__signature__ = every.replace(  # type: ignore[attr-defined]
        parameters=[p for key, p in every.parameters.items() if key in takes | common]
    )
    return plot
