"""Draw the landscapes of the 24 functions in two dimensions into docs/landscapes/.

Run from the root of the repository: ``python scripts/make_landscapes.py``. Each picture shows
f - f_opt of instance 1 on a logarithmic scale, in the box and ten times closer around the optimum.
The pictures are kept in the repository: they are small and change only when the drawing does.
"""

from io import BytesIO
from pathlib import Path

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colorbar import Colorbar
from matplotlib.colors import LogNorm, to_rgb
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator
from numpy.typing import NDArray
from PIL import Image

import optimeter as om
from optimeter.problems import suite_info

Array = NDArray[np.float64]

FOLDER = Path(__file__).parents[1] / "docs/landscapes"
SUITE, INSTANCE = "bbob", 1
PIXELS = 280  # on each side of a panel
SAMPLES = 4  # on each side of a pixel: what is finer than a pixel appears as its mean
COLOUR_MAP = colormaps["viridis"]
OPTIMUM_COLOUR = "#ff2d55"
LINE_OPACITY = 0.5
WITHOUT_LINES = (16, 17, 18, 19, 23, 24)  # so rugged that lines would cover everything
RADII = (5.0, 0.5)
TITLES = ("the box", "around the optimum")
INCHES, DPI = (6.2, 2.72), 130


def precision(problem: om.Problem, centre: Array, radius: float) -> Array:
    """Return f - f_opt on a square, averaged over each pixel on the logarithmic scale."""
    count = PIXELS * SAMPLES
    offsets = ((np.arange(count) + 0.5) / count * 2 - 1) * radius
    x, y = np.meshgrid(centre[0] + offsets, centre[1] + offsets)
    values = problem(np.column_stack([x.ravel(), y.ravel()])) - problem.reveal().f_opt
    smallest = np.finfo(float).tiny
    logarithms = np.log(np.maximum(values, smallest)).reshape(PIXELS, SAMPLES, PIXELS, SAMPLES)
    return np.asarray(np.exp(logarithms.mean(axis=(1, 3))))


def colour_range(values: Array) -> tuple[float, float]:
    """Return the range of colours; the few deepest points do not take them from the others."""
    return float(np.quantile(values, 0.002)), float(values.max())


def draw_panel(axes: Axes, values: Array, centre: Array, radius: float, *, lines: bool) -> None:
    """Draw one square."""
    low, high = colour_range(values)
    (left, bottom), (right, top) = centre - radius, centre + radius
    extent = (left, right, bottom, top)
    shown = np.clip(values, low, high)
    axes.imshow(shown, origin="lower", extent=extent, norm=LogNorm(low, high), cmap=COLOUR_MAP)
    if lines:
        axes.contour(
            shown,
            levels=np.geomspace(low, high, 12)[1:-1],
            extent=extent,
            colors="white",
            linewidths=0.5,
            linestyles="solid",
            alpha=LINE_OPACITY,
        )


def draw(problem: om.Problem) -> Figure:
    """Draw one function."""
    optimum = problem.reveal().x_opt
    assert optimum is not None
    figure = Figure(figsize=INCHES, dpi=DPI)
    closer = np.clip(optimum, -5 + RADII[1], 5 - RADII[1])  # stays in the box
    for left, centre, radius, title in zip(
        (0.045, 0.555), (np.zeros(2), closer), RADII, TITLES, strict=True
    ):
        axes = figure.add_axes((left, 0.09, 0.355, 0.81))
        values = precision(problem, centre, radius)
        draw_panel(axes, values, centre, radius, lines=problem.function not in WITHOUT_LINES)
        axes.plot(
            *optimum,
            marker="*",
            markersize=10,
            color=OPTIMUM_COLOUR,
            markeredgecolor="white",
            markeredgewidth=0.7,
            clip_on=False,
            zorder=3,
        )
        axes.set_title(title, fontsize=8, pad=4)
        axes.set_xticks(centre[0] + np.array([-radius, 0, radius]))
        axes.set_yticks(centre[1] + np.array([-radius, 0, radius]))
        digits = 0 if radius > 1 else 2
        axes.xaxis.set_major_formatter(f"{{x:.{digits}f}}")
        axes.yaxis.set_major_formatter(f"{{x:.{digits}f}}")
        axes.tick_params(labelsize=7, length=2.5)
        draw_colours(figure.add_axes((left + 0.363, 0.09, 0.014, 0.81)), *colour_range(values))
    return figure


def draw_colours(axes: Axes, low: float, high: float) -> None:
    """Draw the scale of colours."""
    bar = Colorbar(axes, ScalarMappable(LogNorm(low, high), COLOUR_MAP))
    several_decades = high > 100 * low
    axes.yaxis.set_major_locator(
        LogLocator(numticks=6) if several_decades else LogLocator(subs=(1, 2, 5))
    )
    if not several_decades:
        axes.yaxis.set_major_formatter("{x:.3g}")
    axes.minorticks_off()
    axes.tick_params(labelsize=7, length=2, pad=2)
    bar.outline.set_linewidth(0.4)


def palette() -> Image.Image:
    """Return the colours that occur: the map, its blends with white lines, greys, the optimum."""
    base = COLOUR_MAP(np.linspace(0, 1, 100))[:, :3]
    lighter = [base[::2] * (1 - opacity) + opacity for opacity in (LINE_OPACITY / 2, LINE_OPACITY)]
    greys = np.linspace(0, 1, 24)[:, np.newaxis].repeat(3, axis=1)
    star = np.array(to_rgb(OPTIMUM_COLOUR))
    stars = star + np.linspace(0, 0.8, 8)[:, np.newaxis] * (1 - star)
    colours = np.concatenate([base, *lighter, greys, stars])
    image = Image.new("P", (1, 1))
    image.putpalette(np.rint(colours * 255).astype(np.uint8).ravel().tobytes())
    return image


def save(figure: Figure, path: Path) -> None:
    """Write a figure as a small PNG."""
    buffer = BytesIO()
    figure.savefig(buffer, format="png")
    picture = Image.open(buffer).convert("RGB")
    picture.quantize(palette=palette(), dither=Image.Dither.NONE).save(path, optimize=True)


def main() -> None:
    """Draw all landscapes."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for function in suite_info(SUITE).functions:
        problem = om.problem(SUITE, function.number, 2, INSTANCE)
        save(draw(problem), FOLDER / f"f{function.number:02d}.png")


if __name__ == "__main__":
    main()
