"""Profiles as a small vector drawing, for pages without scripts and for notebooks."""

import math

import numpy as np

from optimeter._text import markup
from optimeter.reports.analysis.model import SuiteReport
from optimeter.reports.figures.description import Axis, End, Figure, Line, Points, Series
from optimeter.reports.figures.kinds import describe_figure

__all__ = ["draw", "profile_svg"]

WIDTH, HEIGHT = 860, 400
LEFT, TOP, BOTTOM, RIGHT = 60, 12, 46, 230
DASHES = {"solid": "", "dash": "9 5", "dot": "2 4", "dashdot": "9 4 2 4", "short": "6 3"}
LETTER = 7.0  # pixels a letter of a label takes, at most


def profile_svg(
    suite: SuiteReport, dimension: int, group: str = "all", *, themed: bool = True
) -> str:
    """Return the runtime profiles of the featured algorithms as one SVG element.

    Parameters
    ----------
    suite : SuiteReport
    dimension : int
    group : str
    themed : bool
        Use the colours of the page's style sheet for frame and text; else black on white.
    """
    figure = describe_figure(suite, "ecdf", dimension=dimension, group=group)
    title = f"Runtime profiles on {suite.name} in dimension {dimension}"
    return draw(figure, title, themed=themed)


def draw(figure: Figure, title: str, *, themed: bool = True) -> str:
    """Draw curves of shares: their lines, crosses, and names at their ends; no crowd, no bands."""
    (panel,) = figure.panels
    ink, line = ("var(--ink)", "var(--line)") if themed else ("#222", "#ccc")
    frame = _Frame(panel.x)
    parts = [_axes(frame, ink, line, panel.x.title, panel.y.title)]
    series = {entry.key: entry for entry in figure.series if entry.listed}
    ends = []
    for mark in panel.marks:
        entry = series.get(mark.series)
        if entry is None:
            continue
        if isinstance(mark, Line):
            parts.append(frame.path(mark, entry))
        elif isinstance(mark, Points):
            places = zip(np.asarray(mark.x).tolist(), np.asarray(mark.y).tolist(), strict=True)
            parts += [_cross(frame, x, y, entry.colour) for x, y in places]
        elif isinstance(mark, End):
            ends.append((mark, entry))
    parts.extend(_labels(frame, ends, ink))
    return (
        f'<svg class="static" xmlns="http://www.w3.org/2000/svg" role="img" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13">'
        f"<title>{markup(title)}</title>{''.join(parts)}</svg>"
    )


class _Frame:
    """Positions in the drawing."""

    def __init__(self, axis: Axis) -> None:
        self.low, self.high = math.log10(axis.low), math.log10(axis.high)

    def x(self, value: float) -> float:
        part = (math.log10(max(value, 10**self.low)) - self.low) / (self.high - self.low)
        return LEFT + (WIDTH - LEFT - RIGHT) * min(part, 1.0)

    def y(self, share: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)

    def path(self, mark: Line, series: Series) -> str:
        xs, ys = np.asarray(mark.x).tolist(), np.asarray(mark.y).tolist()
        moves = [f"M{self.x(xs[0]):.1f} {self.y(ys[0]):.1f}"]
        moves += [f"H{self.x(x):.1f}V{self.y(y):.1f}" for x, y in zip(xs[1:], ys[1:], strict=True)]
        return (
            f'<path d="{"".join(moves)}" fill="none" stroke="{series.colour}" '
            f'stroke-width="{2.2 * mark.width:.1f}" '
            f'stroke-dasharray="{DASHES[mark.dash or series.dash]}" opacity="{mark.alpha}"/>'
        )


def _axes(frame: _Frame, ink: str, line: str, x_title: str, y_title: str) -> str:
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
    parts = []
    for tenth in range(0, 11, 2):
        y = frame.y(tenth / 10)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{right}" stroke="{line}" stroke-width=".7"/>')
        parts.append(
            f'<text x="{LEFT - 8}" y="{y + 4.5:.1f}" text-anchor="end" fill="{ink}">'
            f"{tenth * 10} %</text>"
        )
    for power in range(math.ceil(frame.low), math.floor(frame.high) + 1):
        x = frame.x(10.0**power)
        label = "1" if power == 0 else f'10<tspan dy="-5" font-size="9">{power}</tspan>'
        parts.append(f'<path d="M{x:.1f} {TOP}V{bottom}" stroke="{line}" stroke-width=".7"/>')
        parts.append(
            f'<text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle" fill="{ink}">{label}</text>'
        )
    middle = (LEFT + right) / 2
    parts.append(
        f'<text x="{middle}" y="{HEIGHT - 7}" text-anchor="middle" fill="{ink}">'
        f"{markup(x_title)}</text>"
    )
    parts.append(
        f'<text transform="translate(14 {(TOP + bottom) / 2}) rotate(-90)" text-anchor="middle" '
        f'fill="{ink}">{markup(y_title)}</text>'
    )
    return "".join(parts)


def _cross(frame: _Frame, x: float, y: float, colour: str) -> str:
    left, top = frame.x(x) - 5, frame.y(y) - 5
    path = f"M{left:.1f} {top:.1f}l10 10m0 -10l-10 10"
    return f'<path d="{path}" stroke="{colour}" stroke-width="2.4"/>'


def _labels(frame: _Frame, ends: list[tuple[End, Series]], ink: str) -> list[str]:
    """Return names at the right of the frame, kept apart, in the order of the curves' ends."""
    gap = 17.0
    rows = sorted(ends, key=lambda entry: -entry[0].y)
    places: list[float] = []
    for end, _ in rows:
        wanted = frame.y(end.y)
        places.append(max(wanted, places[-1] + gap) if places else wanted)
    parts = []
    for (end, series), at in zip(rows, places, strict=True):
        share, name = end.text.partition("  ")[0], series.label
        room = int((RIGHT - 20) / LETTER) - len(share)
        shown = name if len(name) <= room else name[: room - 1] + "…"
        x = WIDTH - RIGHT
        parts.append(
            f'<path d="M{x + 2} {frame.y(end.y):.1f}L{x + 12} {at:.1f}" stroke="{series.colour}"/>'
            f'<text x="{x + 16}" y="{at + 4.5:.1f}" fill="{ink}">'
            f'<tspan fill="{series.colour}" font-weight="600">{share}</tspan> '
            f"{markup(shown)}</text>"
        )
    return parts
