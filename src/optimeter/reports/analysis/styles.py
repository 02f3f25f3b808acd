"""Colours, line styles and markers of algorithms: the same on the page and on paper."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np

__all__ = [
    "DASHES",
    "DIMENSION_COLOURS",
    "EDGE",
    "EDGE_DARK",
    "FEATURED",
    "GRID",
    "PALETTE",
    "PALETTE_DARK",
    "Style",
    "assign_styles",
    "in_colour",
    "sweep_styles",
    "swept",
]

FEATURED = 8  # algorithms drawn in colour when there are more than `FEW`

# Okabe and Ito's colours (without the yellow, which vanishes on white), continued with Tol's
# muted ones; told apart under the common colour-vision deficiencies.
PALETTE = (
    "#0072B2",  # blue
    "#D55E00",  # vermillion
    "#009E73",  # green
    "#AA4499",  # purple
    "#CF8A00",  # orange, darkened to be seen on white
    "#3C9BD8",  # sky, likewise
    "#882255",  # wine
    "#332288",  # indigo
    "#999933",  # olive
    "#555555",  # grey
)
# The same hues, light enough to be read on a dark page.
PALETTE_DARK = (
    "#4FA8E0",
    "#FF8A3D",
    "#2CC79B",
    "#E083D3",
    "#F7B733",
    "#9AD6FA",
    "#F0719F",
    "#A79BF0",
    "#CFCF5C",
    "#BBBBBB",
)
GRID, EDGE, EDGE_DARK = "#e3e6e8", "#555b61", "#9aa1a7"  # light lines and frames of panels
DASHES = ("solid", "dash", "dot", "dashdot")
MARKERS = (
    "circle",
    "square",
    "diamond",
    "triangle-up",
    "triangle-down",
    "triangle-left",
    "triangle-right",
    "pentagon",
    "star",
    "cross",
    "x",
    "hexagon",
)
# Sequential, dark to light, for curves that differ in dimension.
DIMENSION_COLOURS = ("#440154", "#414487", "#2A788E", "#22A884", "#7AD151", "#BBA000", "#8A5A00")


# For algorithms that differ in a parameter: ever lighter, in greyscale too.
SWEEP = DIMENSION_COLOURS[:5]
SWEEP_DARK = ("#8A63D2", "#7C8FF0", "#4FB3D9", "#4FD9A8", "#D8EE6B")
SWEPT = 40  # algorithms of a sweep that are told apart
WARM = (1, 4, 3, 6)  # of the palette: for those beside a sweep


@dataclass(frozen=True, slots=True)
class Style:
    """How an algorithm is drawn.

    Attributes
    ----------
    colour, colour_dark : str
        On white and on a dark page.
    dash : str
        Line style; changes when the colours are used up.
    marker : str
    """

    colour: str
    colour_dark: str
    dash: str
    marker: str


def assign_styles(names: Iterable[str], behind: Iterable[str] = ()) -> dict[str, Style]:
    """Give every algorithm a style that depends on its name as far as possible.

    The name decides which colour and which marker an algorithm asks for; where two ask for the
    same, the later one (in the order of names, not of input) takes the next free one. So an
    algorithm keeps its colour from report to report unless it meets a rival, no two of a report
    look the same up to 36 algorithms, and no two of twelve have the same marker. Those `behind`
    take what the others leave.

    Examples
    --------
    >>> styles = assign_styles(["CMA-ES", "BFGS"])
    >>> styles == assign_styles(["BFGS", "CMA-ES"])
    True
    """
    given, rest = list(dict.fromkeys(names)), list(dict.fromkeys(behind))
    colours: set[int] = set()
    shapes: set[int] = set()
    styles = {}
    for name in (*sorted(given), *sorted(rest)):
        wanted = int.from_bytes(blake2b(name.encode(), digest_size=4).digest())
        lap, colour = _free(wanted, colours, len(PALETTE) - 1)  # grey is for the crowd
        shape = _free(wanted, shapes, len(MARKERS))[1]
        dash = DASHES[lap % len(DASHES)]
        styles[name] = Style(PALETTE[colour], PALETTE_DARK[colour], dash, MARKERS[shape])
    return {name: styles[name] for name in (*given, *rest)}


def _free(wanted: int, taken: set[int], count: int) -> tuple[int, int]:
    """Take the first free one of `count` places from the wanted one on; if none is, a new lap begins.

    `taken` holds lap·count + place; lap and place are returned.
    """
    lap = len(taken) // count
    places = (lap * count + (wanted + i) % count for i in range(count))
    found = next(place for place in places if place not in taken)
    taken.add(found)
    return divmod(found, count)


def swept(names: Sequence[str], word: str) -> list[str]:
    """Return the names with a number after a word, in the order of these numbers.

    Examples
    --------
    >>> swept(["pop=100", "BFGS", "pop=20", "pop=1e3"], "pop")
    ['pop=20', 'pop=100', 'pop=1e3']
    """
    number = re.compile(re.escape(word) + r"[-_=: ]*(\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)")
    found = {name: number.search(name) for name in names}
    values = {name: float(match[1]) for name, match in found.items() if match}
    return sorted(values, key=lambda name: values[name])


def in_colour(names: Sequence[str], featured: Sequence[str], word: str) -> tuple[str, ...]:
    """Return those that paper figures draw in colour: the featured ones, and all of a sweep.

    Colours of a sweep tell many apart; of more than `SWEPT`, those that lead are featured alone.

    Examples
    --------
    >>> in_colour(["pop=10", "pop=20", "BFGS", "DE"], ["DE"], "pop")
    ('pop=10', 'pop=20', 'DE')
    """
    members = swept(names, word) if word else []
    shown = {*featured, *(members if len(members) <= SWEPT else ())}
    return tuple(name for name in names if name in shown)


def sweep_styles(names: Sequence[str], word: str) -> dict[str, Style]:
    """Give algorithms of a sweep colours from one end of a range to the other, the rest warm ones.

    Parameters
    ----------
    names : sequence of str
    word : str
        What the number of the sweep follows, see `swept`.

    Examples
    --------
    >>> styles = sweep_styles(["pop=10", "pop=20", "pop=40", "BFGS"], "pop")
    >>> [style.colour for style in styles.values()]
    ['#440154', '#2A788E', '#7AD151', '#D55E00']
    """
    ordered = swept(names, word)
    others = [name for name in names if name not in ordered]
    places = np.linspace(0, 1, len(ordered)).tolist()
    looks = [(_between(SWEEP, at), _between(SWEEP_DARK, at), DASHES[0]) for at in places]
    for i in range(len(others)):
        lap, slot = divmod(i, len(WARM))
        warm = WARM[slot]
        looks.append((PALETTE[warm], PALETTE_DARK[warm], DASHES[lap % len(DASHES)]))
    return {
        name: Style(*look, MARKERS[i % len(MARKERS)])
        for i, (name, look) in enumerate(zip([*ordered, *others], looks, strict=True))
    }


def _between(colours: Sequence[str], at: float) -> str:
    """Return the colour at a place of a range from 0 to 1."""
    parts = [[int(colour[i : i + 2], 16) for i in (1, 3, 5)] for colour in colours]
    places = np.linspace(0, 1, len(colours))
    mixed = (round(float(np.interp(at, places, part))) for part in zip(*parts, strict=True))
    return "#" + "".join(f"{value:02X}" for value in mixed)
