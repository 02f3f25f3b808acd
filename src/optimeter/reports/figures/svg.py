"""A small vector drawing of runtime profiles, for pages without scripts and for notebooks."""

import math
from html import escape

from optimeter.measures import Steps
from optimeter.reports.analysis.model import Profile, SuiteReport

__all__ = ["profile_svg"]

WIDTH, HEIGHT = 860, 400
LEFT, TOP, BOTTOM, RIGHT = 60, 12, 46, 230
DASHES = {"solid": "", "dash": "9 5", "dot": "2 4", "dashdot": "9 4 2 4"}
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
    profiles = [
        p for p in suite.profiles(dimension=dimension, group=group) if p.algorithm in suite.featured
    ]
    ink, line = ("var(--ink)", "var(--line)") if themed else ("#222", "#ccc")
    frame = _Frame(profiles)
    parts = [_axes(frame, ink, line, suite.evaluations_word)]
    reference = suite.reference_profile(dimension=dimension, group=group)
    labels = []
    if reference is not None and profiles:
        parts.append(frame.path(reference.steps, "#8d959c", 4.5, opacity=0.6))
        labels.append((frame.end(reference.steps), suite.reference, "#6d757c"))
    for profile in profiles:
        style = suite.styles[profile.algorithm]
        parts.append(frame.path(profile.steps, style.colour, 2.2, dash=DASHES[style.dash]))
        parts.append(_cross(frame, profile, style.colour))
        labels.append((frame.end(profile.steps), profile.algorithm, style.colour))
    parts.extend(_labels(frame, labels, ink))
    title = f"Runtime profiles on {suite.name} in dimension {dimension}"
    return (
        f'<svg class="static" xmlns="http://www.w3.org/2000/svg" role="img" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )


class _Frame:
    """Positions in the drawing."""

    def __init__(self, profiles: list[Profile]) -> None:
        self.low, self.high = profiles[0].window if profiles else (0.0, 7.0)

    def x(self, value: float) -> float:
        part = (math.log10(max(value, 10**self.low)) - self.low) / (self.high - self.low)
        return LEFT + (WIDTH - LEFT - RIGHT) * min(part, 1.0)

    def y(self, share: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)

    def end(self, steps: Steps) -> float:
        return float(steps.y[-1]) if len(steps) else 0.0

    def path(
        self, steps: Steps, colour: str, width: float, *, dash: str = "", opacity: float = 1.0
    ) -> str:
        moves = [f"M{LEFT} {self.y(0):.1f}"]
        moves += [
            f"H{self.x(x):.1f}V{self.y(y):.1f}"
            for x, y in zip(steps.x.tolist(), steps.y.tolist(), strict=True)
        ]
        moves.append(f"H{WIDTH - RIGHT}")
        return (
            f'<path d="{"".join(moves)}" fill="none" stroke="{colour}" stroke-width="{width}" '
            f'stroke-dasharray="{dash}" opacity="{opacity}"/>'
        )


def _axes(frame: _Frame, ink: str, line: str, evaluations: str) -> str:
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
        f"{escape(evaluations)} / dimension</text>"
    )
    parts.append(
        f'<text transform="translate(14 {(TOP + bottom) / 2}) rotate(-90)" text-anchor="middle" '
        f'fill="{ink}">problems solved</text>'
    )
    return "".join(parts)


def _cross(frame: _Frame, profile: Profile, colour: str) -> str:
    if not 1 <= profile.budget <= 10**frame.high:
        return ""
    x, y = frame.x(profile.budget), frame.y(float(profile.at(profile.budget)))
    return (
        f'<path d="M{x - 5:.1f} {y - 5:.1f}l10 10m0 -10l-10 10" stroke="{colour}" '
        f'stroke-width="2.4"/>'
    )


def _labels(frame: _Frame, labels: list[tuple[float, str, str]], ink: str) -> list[str]:
    """Return names at the right of the frame, kept apart, in the order of the curves' ends."""
    gap = 17.0
    rows = sorted(labels, key=lambda label: -label[0])
    places: list[float] = []
    for end, _, _ in rows:
        wanted = frame.y(end)
        places.append(max(wanted, places[-1] + gap) if places else wanted)
    room = int((RIGHT - 70) / LETTER)
    parts = []
    for (end, name, colour), at in zip(rows, places, strict=True):
        shown = name if len(name) <= room else name[: room - 1] + "…"
        x = WIDTH - RIGHT
        parts.append(
            f'<path d="M{x + 2} {frame.y(end):.1f}L{x + 12} {at:.1f}" stroke="{colour}"/>'
            f'<text x="{x + 16}" y="{at + 4.5:.1f}" fill="{ink}">'
            f'<tspan fill="{colour}" font-weight="600">{100 * end:.1f} %</tspan> '
            f"{escape(shown)}</text>"
        )
    return parts
