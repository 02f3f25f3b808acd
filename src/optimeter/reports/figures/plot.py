"""Single figures of recorded runs, for own use: `optimeter.plot.ecdf(runs)` and friends.

Every function takes `Runs` (or what `optimeter.load` takes) and returns a plotly figure, or a
matplotlib one with ``engine="matplotlib"``. Numbers, colours and names are those of the report;
only what is drawn is computed.
"""

from typing import Any, Literal, get_args

from optimeter._arguments import known_name
from optimeter.reports.analysis.computing import compute_one
from optimeter.reports.analysis.references import SUITE_REFERENCE, ReferenceSource
from optimeter.reports.analysis.sources import Source, prepared
from optimeter.reports.figures import draw_plotly
from optimeter.reports.figures.files import draw_figure
from optimeter.reports.figures.kinds import describe_figure, figure_kind
from optimeter.reports.figures.mpl_canvas import Size

__all__ = [
    "budget_ecdf",
    "convergence",
    "ecdf",
    "ert",
    "loss",
    "quality",
    "ratios",
    "run_lengths",
    "scaling",
    "scatter",
    "speed",
    "winners",
]

Engine = Literal["plotly", "matplotlib"]


def ecdf(
    runs: Source,
    *,
    dimension: int | None = None,
    functions: str | int | None = None,
    targets: str = "fixed",
    bands: bool = False,
    reference: ReferenceSource = SUITE_REFERENCE,
    suite: str | None = None,
    engine: Engine = "plotly",
    size: Size | None = None,
) -> Any:
    """Draw runtime profiles.

    Parameters
    ----------
    runs : Runs or path
    dimension : int, optional
        The main one of the suite when not given.
    functions : str or int, optional
        A group of the suite or a function; all when not given.
    targets : {"fixed", "budget"}
    bands : bool
        Draw 95 % bands.
    reference : str, path, Runs or Reference
        As for `optimeter.report`.
    suite : str, optional
        Of data that hold several.
    engine : {"plotly", "matplotlib"}
    size : {"one", "two", "slide"}, optional
        Of a matplotlib figure.

    Examples
    --------
    >>> from optimeter.data.runs import Runs
    >>> runs = Runs.from_arrays(function=1, dimension=2, suite="bbob", offsets=[0, 2],
    ...                         step_evaluations=[1, 10], step_precision=[50, 1e-9])
    >>> type(ecdf(runs, engine="matplotlib")).__name__
    'Figure'
    """
    group = f"f{functions}" if isinstance(functions, int) else functions
    return _drawn(
        "ecdf",
        runs,
        (suite, engine, size),
        reference,
        dimension=dimension,
        group=group,
        targets=targets,
        bands=bands,
    )


def convergence(
    runs: Source,
    *,
    function: int | None = None,
    dimension: int | None = None,
    suite: str | None = None,
    engine: Engine = "plotly",
    size: Size | None = None,
) -> Any:
    """Draw the median quality against the budget, with quartiles; arguments as for `ecdf`."""
    return _drawn(
        "convergence", runs, (suite, engine, size), dimension=dimension, function=function
    )


def ert(
    runs: Source,
    *,
    function: int | None = None,
    dimension: int | None = None,
    suite: str | None = None,
    engine: Engine = "plotly",
    size: Size | None = None,
) -> Any:
    """Draw the expected runtime against the target; arguments as for `ecdf`."""
    return _drawn("ert", runs, (suite, engine, size), dimension=dimension, function=function)


def scaling(
    runs: Source,
    *,
    function: int | None = None,
    target: float | None = None,
    suite: str | None = None,
    engine: Engine = "plotly",
    size: Size | None = None,
) -> Any:
    """Draw ERT/D against the dimension; the hardest target when none is given."""
    return _drawn("scaling", runs, (suite, engine, size), function=function, target=target)


def scatter(
    runs: Source,
    *,
    pair: tuple[str, str] | None = None,
    dimension: int | None = None,
    suite: str | None = None,
    engine: Engine = "plotly",
    size: Size | None = None,
) -> Any:
    """Draw the expected runtimes of two algorithms against each other."""
    return _drawn("scatter", runs, (suite, engine, size), dimension=dimension, pair=pair)


def speed(
    runs: Source,
    *,
    pair: tuple[str, str] | None = None,
    dimension: int | None = None,
    suite: str | None = None,
    engine: Engine = "plotly",
    size: Size | None = None,
) -> Any:
    """Draw how many times faster one algorithm is, by dimension and group."""
    return _drawn("speed", runs, (suite, engine, size), dimension=dimension, pair=pair)


def ratios(
    runs: Source,
    *,
    pair: tuple[str, str] | None = None,
    dimension: int | None = None,
    bands: bool = False,
    suite: str | None = None,
    engine: Engine = "plotly",
    size: Size | None = None,
) -> Any:
    """Draw the distribution of runtime ratios of two algorithms."""
    return _drawn(
        "ratios", runs, (suite, engine, size), dimension=dimension, pair=pair, bands=bands
    )


def run_lengths(
    runs: Source,
    *,
    dimension: int | None = None,
    functions: str | None = None,
    target: float | None = None,
    bands: bool = False,
    suite: str | None = None,
    engine: Engine = "plotly",
    size: Size | None = None,
) -> Any:
    """Draw run-length distributions."""
    return _drawn(
        "run-lengths",
        runs,
        (suite, engine, size),
        dimension=dimension,
        group=functions,
        target=target,
        bands=bands,
    )


def quality(
    runs: Source,
    *,
    dimension: int | None = None,
    functions: str | None = None,
    budget: float | None = None,
    bands: bool = False,
    suite: str | None = None,
    engine: Engine = "plotly",
    size: Size | None = None,
) -> Any:
    """Draw the distribution of the quality at a budget."""
    return _drawn(
        "quality",
        runs,
        (suite, engine, size),
        dimension=dimension,
        group=functions,
        budget=budget,
        bands=bands,
    )


def budget_ecdf(
    runs: Source,
    *,
    dimension: int | None = None,
    functions: str | None = None,
    bands: bool = False,
    suite: str | None = None,
    engine: Engine = "plotly",
    size: Size | None = None,
) -> Any:
    """Draw the ECDF over budgets."""
    return _drawn(
        "budget-ecdf",
        runs,
        (suite, engine, size),
        dimension=dimension,
        group=functions,
        bands=bands,
    )


def loss(
    runs: Source,
    *,
    dimension: int | None = None,
    reference: ReferenceSource = SUITE_REFERENCE,
    suite: str | None = None,
    engine: Engine = "plotly",
    size: Size | None = None,
) -> Any:
    """Draw loss ratios against the suite's reference, or another one."""
    return _drawn("loss", runs, (suite, engine, size), reference, dimension=dimension)


def winners(
    runs: Source,
    *,
    dimension: int | None = None,
    suite: str | None = None,
    engine: Engine = "plotly",
    size: Size | None = None,
) -> Any:
    """Draw who leads at which budget."""
    return _drawn("winners", runs, (suite, engine, size), dimension=dimension)


def _drawn(
    name: str,
    runs: Source,
    how: tuple[str | None, Engine, Size | None],
    reference: ReferenceSource = SUITE_REFERENCE,
    **options: Any,
) -> Any:
    suite, engine, size = how
    known_name(engine, get_args(Engine), "engine")
    scope = figure_kind(name).scope(options)
    results = compute_one(*prepared(runs, reference=reference), suite=suite, scope=scope)
    if engine == "matplotlib":
        return draw_figure(results, name, size=size, **options)
    return draw_plotly.draw(describe_figure(results, name, **options))
