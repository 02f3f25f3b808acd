"""Colours, line styles and markers of algorithms: the same on the page and on paper."""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b

__all__ = ["DASHES", "DIMENSION_COLOURS", "PALETTE", "PALETTE_DARK", "Style", "assign_styles"]

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


@dataclass(frozen=True, slots=True)
class Style:
    """How an algorithm is drawn: colour, line, marker.

    Attributes
    ----------
    slot : int
        Position among all combinations of colour and line.
    shape : int
        Position among the markers.
    """

    slot: int
    shape: int

    @property
    def colour(self) -> str:
        """Colour on white."""
        return PALETTE[self.slot % len(PALETTE)]

    @property
    def colour_dark(self) -> str:
        """Colour on a dark page."""
        return PALETTE_DARK[self.slot % len(PALETTE)]

    @property
    def dash(self) -> str:
        """Line style; changes when the colours are used up."""
        return DASHES[self.slot // len(PALETTE) % len(DASHES)]

    @property
    def marker(self) -> str:
        """Marker symbol."""
        return MARKERS[self.shape]


def assign_styles(names: Iterable[str]) -> dict[str, Style]:
    """Give every algorithm a style that depends on its name as far as possible.

    The name decides which colour and which marker an algorithm asks for; where two ask for the
    same, the later one (in the order of names, not of input) takes the next free one. So an
    algorithm keeps its colour from report to report unless it meets a rival, no two of a report
    look the same up to 40 algorithms, and no two of twelve have the same marker.

    Examples
    --------
    >>> styles = assign_styles(["CMA-ES", "BFGS"])
    >>> styles == assign_styles(["BFGS", "CMA-ES"])
    True
    """
    given = list(dict.fromkeys(names))
    colours: set[int] = set()
    shapes: set[int] = set()
    styles = {}
    for name in sorted(given):
        wanted = int.from_bytes(blake2b(name.encode(), digest_size=4).digest())
        lap, colour = _free(wanted, colours, len(PALETTE) - 1)  # grey is for the crowd
        shape = _free(wanted, shapes, len(MARKERS))[1]
        styles[name] = Style(lap * len(PALETTE) + colour, shape)
    return {name: styles[name] for name in given}


def _free(wanted: int, taken: set[int], count: int) -> tuple[int, int]:
    """Take the first free one of `count` places from the wanted one on; if none is, a new lap begins.

    `taken` holds lap·count + place; lap and place are returned.
    """
    lap = len(taken) // count
    places = (lap * count + (wanted + i) % count for i in range(count))
    found = next(place for place in places if place not in taken)
    taken.add(found)
    return divmod(found, count)
