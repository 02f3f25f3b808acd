"""Single figures of recorded runs, for own use: `optimeter.plot.ecdf(runs)` and friends.

Every function takes `Runs` (or what `optimeter.load` takes) and returns a plotly figure, or a
matplotlib one with ``engine="matplotlib"``. Numbers, colours and names are those of the report.
"""

from typing import Any, Literal, get_args

from optimeter._arguments import known_name
from optimeter.reports.figures import draw_plotly
from optimeter.reports.figures.files import draw_figure
from optimeter.reports.figures.kinds import describe_figure
from optimeter.reports.figures.mpl_canvas import Size
from optimeter.reports.writing import Source, report_data

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
    options = {"dimension": dimension, "group": group, "targets": targets, "bands": bands}
    return _drawn("ecdf", runs, engine, size, options)


def convergence(
    runs: Source,
    *,
    function: int | None = None,
    dimension: int | None = None,
    engine: Engine = "plotly",
    size: Size | None = None,
) -> Any:
    """Draw the median quality against the budget, with quartiles; arguments as for `ecdf`."""
    return _drawn("convergence", runs, engine, size, {"dimension": dimension, "function": function})


def ert(
    runs: Source,
    *,
    function: int | None = None,
    dimension: int | None = None,
    engine: Engine = "plotly",
    size: Size | None = None,
) -> Any:
    """Draw the expected runtime against the target; arguments as for `ecdf`."""
    return _drawn("ert", runs, engine, size, {"dimension": dimension, "function": function})


def scaling(
    runs: Source,
    *,
    function: int | None = None,
    target: float | None = None,
    engine: Engine = "plotly",
    size: Size | None = None,
) -> Any:
    """Draw ERT/D against the dimension; the hardest target when none is given."""
    return _drawn("scaling", runs, engine, size, {"function": function, "target": target})


def scatter(
    runs: Source,
    *,
    pair: tuple[str, str] | None = None,
    dimension: int | None = None,
    engine: Engine = "plotly",
    size: Size | None = None,
) -> Any:
    """Draw the expected runtimes of two algorithms against each other."""
    return _drawn("scatter", runs, engine, size, {"dimension": dimension, "pair": pair})


def speed(
    runs: Source,
    *,
    pair: tuple[str, str] | None = None,
    dimension: int | None = None,
    size: Size | None = None,
) -> Any:
    """Draw how many times faster one algorithm is, by dimension and group, with matplotlib."""
    return _drawn("speed", runs, "matplotlib", size, {"dimension": dimension, "pair": pair})


def ratios(
    runs: Source,
    *,
    pair: tuple[str, str] | None = None,
    dimension: int | None = None,
    bands: bool = False,
    size: Size | None = None,
) -> Any:
    """Draw the distribution of runtime ratios of two algorithms with matplotlib."""
    options = {"dimension": dimension, "pair": pair, "bands": bands}
    return _drawn("ratios", runs, "matplotlib", size, options)


def run_lengths(
    runs: Source,
    *,
    dimension: int | None = None,
    functions: str | None = None,
    target: float | None = None,
    bands: bool = False,
    size: Size | None = None,
) -> Any:
    """Draw run-length distributions with matplotlib."""
    options = {"dimension": dimension, "group": functions, "target": target, "bands": bands}
    return _drawn("run-lengths", runs, "matplotlib", size, options)


def quality(
    runs: Source,
    *,
    dimension: int | None = None,
    functions: str | None = None,
    budget: float | None = None,
    bands: bool = False,
    size: Size | None = None,
) -> Any:
    """Draw the distribution of the quality at a budget with matplotlib."""
    options = {"dimension": dimension, "group": functions, "budget": budget, "bands": bands}
    return _drawn("quality", runs, "matplotlib", size, options)


def budget_ecdf(
    runs: Source,
    *,
    dimension: int | None = None,
    functions: str | None = None,
    bands: bool = False,
    size: Size | None = None,
) -> Any:
    """Draw the ECDF over budgets with matplotlib."""
    options = {"dimension": dimension, "group": functions, "bands": bands}
    return _drawn("budget-ecdf", runs, "matplotlib", size, options)


def loss(runs: Source, *, dimension: int | None = None, size: Size | None = None) -> Any:
    """Draw loss ratios against the suite's reference with matplotlib."""
    return _drawn("loss", runs, "matplotlib", size, {"dimension": dimension})


def winners(runs: Source, *, dimension: int | None = None, size: Size | None = None) -> Any:
    """Draw who leads at which budget with matplotlib."""
    return _drawn("winners", runs, "matplotlib", size, {"dimension": dimension})


def _drawn(name: str, runs: Source, engine: str, size: Size | None, options: dict[str, Any]) -> Any:
    known_name(engine, get_args(Engine), "engine")
    suite = report_data(runs).suites[0]
    if engine == "matplotlib":
        return draw_figure(suite, name, size=size, **options)
    return draw_plotly.draw(describe_figure(suite, name, **options))
