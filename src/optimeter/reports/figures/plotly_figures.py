"""Interactive figures for notebooks: the report's results as plotly figures."""

from typing import TYPE_CHECKING, Any

import numpy as np

from optimeter.reports.analysis.model import FIXED, Profile, SuiteReport, TargetSet
from optimeter.reports.analysis.styles import Style
from optimeter.reports.analysis.words import number, percent

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

__all__ = ["PLOTLY_FIGURES"]

GREY = "#9aa1a7"


def _text(name: str) -> str:
    """Return a name that plotly shows as it is."""
    text = name.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace("%{", "%&#123;")  # plotly would fill it in


def _line(style: Style, width: float = 2.2) -> dict[str, Any]:
    return {"color": style.colour, "width": width, "dash": style.dash}


def _figure(traces: list[dict[str, Any]], x: dict[str, Any], y: dict[str, Any], title: str) -> Any:
    from plotly.graph_objects import Figure  # noqa: PLC0415

    axis = {"showgrid": True, "gridcolor": "#e3e6e8", "linecolor": "#555b61", "mirror": True}
    layout = {
        "template": "none",
        "title": {"text": _text(title), "x": 0.01, "font": {"size": 15}},
        "xaxis": {**axis, **x},
        "yaxis": {**axis, **y},
        "hovermode": "closest",
        "margin": {"l": 70, "r": 20, "t": 48, "b": 50},
        "legend": {"orientation": "h", "y": -0.18},
    }
    return Figure({"data": traces, "layout": layout})


def _log(title: str, **more: Any) -> dict[str, Any]:
    base = {"title": {"text": _text(title)}, "type": "log", "dtick": 1, "exponentformat": "power"}
    return {**base, **more}


def _shares(title: str) -> dict[str, Any]:
    return {"title": {"text": title}, "range": [0, 1], "dtick": 0.2, "tickformat": ".0%"}


def _title(suite: SuiteReport, group: str) -> str:
    entry = suite.function_set(group)
    return entry.title if entry else group


def _profile(suite: SuiteReport, profile: Profile, *, bands: bool) -> list[dict[str, Any]]:
    style = suite.styles[profile.algorithm]
    end = 10.0 ** profile.window[1]
    name = _text(profile.algorithm)
    x = np.maximum(np.append(profile.steps.x, end), 1.0)
    y = np.append(profile.steps.y, profile.steps.y[-1] if len(profile.steps) else 0.0)
    traces: list[dict[str, Any]] = []
    if bands and len(profile.band_x):
        traces.append(
            {
                "x": [*profile.band_x, *profile.band_x[::-1]],
                "y": [*profile.band_high, *profile.band_low[::-1]],
                "fill": "toself",
                "fillcolor": style.colour,
                "opacity": 0.2,
                "line": {"width": 0},
                "mode": "lines",
                "hoverinfo": "skip",
                "showlegend": False,
            }
        )
    traces.append(
        {
            "x": x,
            "y": y,
            "mode": "lines",
            "line": {**_line(style), "shape": "hv"},
            "name": name,
            "text": [
                f"<b>{name}</b><br>{percent(b)} of problems solved within {number(a)}·D evaluations"
                for a, b in zip(x.tolist(), y.tolist(), strict=True)
            ],
            "hovertemplate": "%{text}<extra></extra>",
        }
    )
    if 1 <= profile.budget < end:
        traces.append(
            {
                "x": [profile.budget],
                "y": [float(profile.at(profile.budget))],
                "mode": "markers",
                "marker": {
                    "symbol": "x-thin",
                    "size": 11,
                    "line": {"color": style.colour, "width": 2.6},
                },
                "hoverinfo": "skip",
                "showlegend": False,
            }
        )
    return traces


def ecdf(
    suite: SuiteReport,
    *,
    dimension: int,
    group: str = "all",
    targets: TargetSet = FIXED,
    bands: bool = False,
) -> "Figure":
    """Draw runtime profiles."""
    traces: list[dict[str, Any]] = []
    profiles = suite.profiles(dimension=dimension, group=group, targets=targets)
    reference = suite.reference_profile(dimension=dimension, group=group, targets=targets)
    if reference is not None and profiles:
        traces.append(
            {
                "x": np.maximum(reference.steps.x, 1.0),
                "y": reference.steps.y,
                "mode": "lines",
                "line": {"color": GREY, "width": 4.5, "shape": "hv"},
                "name": _text(suite.reference),
            }
        )
    for profile in profiles:
        traces += _profile(suite, profile, bands=bands)
    window = profiles[0].window if profiles else (0.0, 7.0)
    title = f"{suite.name}, {_title(suite, group)}, D = {dimension}"
    x = _log(f"{suite.evaluations_word} / dimension", range=list(window))
    return _figure(traces, x, _shares("problems solved"), title)


def convergence(suite: SuiteReport, *, dimension: int, function: int) -> "Figure":
    """Draw the median quality against the budget, with quartiles."""
    traces: list[dict[str, Any]] = []
    for name in suite.algorithms:
        values = suite.parts[name].values.select(dimension=dimension, function=function)
        keep = np.isfinite(values.median) & (values.median > 0)
        style = suite.styles[name]
        x = values.budget[keep]
        low, high = (np.maximum(q[keep], 1e-12) for q in (values.p25, values.p75))
        traces.append(
            {
                "x": [*x, *x[::-1]],
                "y": [*high, *low[::-1]],
                "fill": "toself",
                "fillcolor": style.colour,
                "opacity": 0.16,
                "line": {"width": 0},
                "mode": "lines",
                "hoverinfo": "skip",
                "showlegend": False,
            }
        )
        line = _line(style)
        traces.append(
            {"x": x, "y": values.median[keep], "mode": "lines", "line": line, "name": _text(name)}
        )
    title = f"{suite.name} {_title(suite, f'f{function}')}, D = {dimension}"
    return _figure(
        traces, _log(f"{suite.evaluations_word} / dimension"), _log("best precision"), title
    )


def ert(suite: SuiteReport, *, dimension: int, function: int) -> "Figure":
    """Draw the expected runtime against the target."""
    traces = []
    for name in suite.algorithms:
        table = suite.parts[name].ert.select(dimension=dimension, function=function)
        keep = np.isfinite(table.ert) & (table.target > 0)
        traces.append(
            {
                "x": table.target[keep],
                "y": table.ert[keep] / dimension,
                "mode": "lines",
                "line": _line(suite.styles[name]),
                "name": _text(name),
            }
        )
    title = f"{suite.name} {_title(suite, f'f{function}')}, D = {dimension}"
    x = _log("target precision", autorange="reversed", dtick=2)
    return _figure(traces, x, _log("ERT / dimension"), title)


def scaling(suite: SuiteReport, *, function: int, target: float | None = None) -> "Figure":
    """Draw ERT/D against D."""
    known = sorted(set(next(iter(suite.parts.values())).scaling.target.tolist()))
    chosen = known[0] if target is None else target
    traces = []
    for name in suite.algorithms:
        table = suite.parts[name].scaling.select(function=function, target=chosen)
        style = suite.styles[name]
        y = [v if np.isfinite(v) else None for v in table.ert_per_dimension.tolist()]
        traces.append(
            {
                "x": table.dimension,
                "y": y,
                "mode": "lines+markers",
                "line": _line(style),
                "marker": {"symbol": style.marker, "size": 8},
                "name": _text(name),
            }
        )
    ticks = list(suite.dimensions)
    x = _log("dimension", tickvals=ticks, ticktext=[str(d) for d in ticks], tickmode="array")
    x.pop("dtick")
    title = f"{suite.name} {_title(suite, f'f{function}')}, target {number(chosen)}"
    return _figure(traces, x, _log("ERT / dimension"), title)


def scatter(suite: SuiteReport, *, dimension: int, pair: tuple[str, str] | None = None) -> "Figure":
    """Draw the expected runtimes of two algorithms against each other."""
    from optimeter.reports.figures.mpl_pairs import matched_ert, pair_of  # noqa: PLC0415

    first, second = pair_of(suite, pair)
    groups = list(suite.of_kind("group")) or list(suite.of_kind("all"))
    traces: list[dict[str, Any]] = []
    top = 10.0
    for entry in groups:
        points = [matched_ert(suite, (first, second), f, dimension) for f in entry.functions]
        x, y = (np.concatenate([p[i] for p in points]) for i in (0, 1))
        keep = np.isfinite(x) & np.isfinite(y)
        top = max(top, float(np.max(x[keep], initial=1)), float(np.max(y[keep], initial=1)))
        traces.append({"x": x[keep], "y": y[keep], "mode": "markers", "name": _text(entry.title)})
    diagonal = {"color": "#555b61", "width": 1}
    traces.append(
        {"x": [1, top], "y": [1, top], "mode": "lines", "line": diagonal, "showlegend": False}
    )
    return _figure(
        traces,
        _log(f"ERT of {first}"),
        _log(f"ERT of {second}"),
        f"{suite.name}, D = {dimension}",
    )


PLOTLY_FIGURES = {
    "ecdf": ecdf,
    "convergence": convergence,
    "ert": ert,
    "scaling": scaling,
    "scatter": scatter,
}
