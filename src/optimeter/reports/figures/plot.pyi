"""Single figures of recorded runs, for own use."""

# Made by scripts/plot_stub.py (make docs-parts) from the table of figures.
from typing import Literal, overload

from matplotlib.figure import Figure
from plotly.graph_objects import Figure as PlotlyFigure

from optimeter._arguments import Selection
from optimeter.measures.choosing import ReferenceSource
from optimeter.measures.targets import TargetsLike
from optimeter.reports.analysis.families import FamilyLike
from optimeter.reports.analysis.sources import Source
from optimeter.reports.figures.draw_mpl import AxesLike
from optimeter.reports.figures.mpl_canvas import Size

__all__ = [
    "attainment",
    "attainment_ecdf",
    "attainment_surface",
    "budget_ecdf",
    "clusters",
    "convergence",
    "convergence_functions",
    "data_profile",
    "ecdf",
    "ecdf_algorithm",
    "ecdf_dimensions",
    "ecdf_functions",
    "ecdf_group_functions",
    "ecdf_groups",
    "ert",
    "ert_functions",
    "front_quality",
    "instances",
    "log_ratio",
    "loss",
    "parameters",
    "performance_profile",
    "portfolio",
    "positions",
    "quality",
    "ratios",
    "run_lengths",
    "run_lengths_quality",
    "runtime_density",
    "runtime_histogram",
    "scaling",
    "scaling_constraints",
    "scaling_functions",
    "scatter",
    "scatter_functions",
    "single_runs",
    "speed",
    "value_density",
    "value_histogram",
    "winners",
]

@overload
def ecdf(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def ecdf(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def ecdf(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def ecdf_groups(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def ecdf_groups(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def ecdf_groups(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def ecdf_functions(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def ecdf_functions(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def ecdf_functions(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def ecdf_dimensions(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def ecdf_dimensions(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def ecdf_dimensions(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def ecdf_algorithm(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    algorithm: str | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def ecdf_algorithm(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    algorithm: str | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def ecdf_algorithm(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    algorithm: str | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def ecdf_group_functions(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    algorithm: str | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def ecdf_group_functions(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    algorithm: str | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def ecdf_group_functions(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    algorithm: str | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def convergence(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    statistic: str | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def convergence(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    statistic: str | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def convergence(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    statistic: str | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def convergence_functions(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def convergence_functions(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def convergence_functions(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def single_runs(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def single_runs(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def single_runs(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def runtime_density(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    target: float | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def runtime_density(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    target: float | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def runtime_density(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    target: float | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def value_density(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    budget: float | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def value_density(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    budget: float | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def value_density(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    budget: float | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def runtime_histogram(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    target: float | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def runtime_histogram(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    target: float | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def runtime_histogram(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    target: float | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def value_histogram(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    budget: float | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def value_histogram(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    budget: float | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def value_histogram(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    budget: float | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def attainment(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def attainment(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def attainment(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def attainment_ecdf(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def attainment_ecdf(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def attainment_ecdf(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def instances(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    target: float | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def instances(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    target: float | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def instances(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    target: float | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def parameters(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    parameter: str | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def parameters(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    parameter: str | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def parameters(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    parameter: str | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def ert(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def ert(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def ert(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def ert_functions(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def ert_functions(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def ert_functions(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def scaling(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    target: float | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def scaling(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    target: float | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def scaling(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    target: float | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def scaling_functions(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    target: float | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def scaling_functions(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    target: float | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def scaling_functions(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    target: float | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def scaling_constraints(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    target: float | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def scaling_constraints(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    target: float | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def scaling_constraints(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    target: float | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def speed(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    pair: tuple[str, str] | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def speed(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    pair: tuple[str, str] | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def speed(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    pair: tuple[str, str] | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def scatter(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    pair: tuple[str, str] | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def scatter(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    pair: tuple[str, str] | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def scatter(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    pair: tuple[str, str] | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def scatter_functions(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    pair: tuple[str, str] | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def scatter_functions(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    pair: tuple[str, str] | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def scatter_functions(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    pair: tuple[str, str] | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def ratios(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    pair: tuple[str, str] | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def ratios(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    pair: tuple[str, str] | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def ratios(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    pair: tuple[str, str] | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def run_lengths(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    target: float | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def run_lengths(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    target: float | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def run_lengths(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    target: float | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def quality(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    budget: float | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def quality(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    budget: float | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def quality(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    budget: float | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def run_lengths_quality(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    algorithm: str | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def run_lengths_quality(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    algorithm: str | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def run_lengths_quality(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    algorithm: str | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def budget_ecdf(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def budget_ecdf(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def budget_ecdf(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    bands: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def loss(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def loss(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def loss(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def performance_profile(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    tolerance: float | None = ...,
    returned: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def performance_profile(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    tolerance: float | None = ...,
    returned: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def performance_profile(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    tolerance: float | None = ...,
    returned: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def data_profile(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    tolerance: float | None = ...,
    returned: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def data_profile(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    tolerance: float | None = ...,
    returned: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def data_profile(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    tolerance: float | None = ...,
    returned: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def log_ratio(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    pair: tuple[str, str] | None = ...,
    tolerance: float | None = ...,
    returned: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def log_ratio(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    pair: tuple[str, str] | None = ...,
    tolerance: float | None = ...,
    returned: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def log_ratio(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    pair: tuple[str, str] | None = ...,
    tolerance: float | None = ...,
    returned: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def attainment_surface(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    budget: float | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def attainment_surface(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    budget: float | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def attainment_surface(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    budget: float | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def front_quality(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def front_quality(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def front_quality(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def positions(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    budget: float | None = ...,
    target: float | None = ...,
    relative: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def positions(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    budget: float | None = ...,
    target: float | None = ...,
    relative: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def positions(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    budget: float | None = ...,
    target: float | None = ...,
    relative: bool | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def portfolio(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def portfolio(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def portfolio(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def clusters(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def clusters(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def clusters(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
@overload
def winners(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["plotly"] | None = ...,
) -> PlotlyFigure: ...
@overload
def winners(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"],
    size: Size | None = ...,
    ax: AxesLike | None = ...,
) -> Figure: ...
@overload
def winners(
    runs: Source,
    *,
    functions: Selection | None = ...,
    dimensions: Selection | None = ...,
    targets: TargetsLike | None = ...,
    reference: ReferenceSource = ...,
    family: FamilyLike | None = ...,
    sweep: str = ...,
    suite: str | None = ...,
    engine: Literal["matplotlib"] | None = ...,
    size: Size | None = ...,
    ax: AxesLike,
) -> Figure: ...
