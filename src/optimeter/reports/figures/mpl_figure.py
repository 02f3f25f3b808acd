"""A figure of matplotlib that a notebook shows, also where pyplot was never imported."""

from io import BytesIO
from typing import Any

import matplotlib as mpl
import matplotlib.figure

__all__ = ["Figure"]

DOTS = 144  # an inch, on a screen


class Figure(matplotlib.figure.Figure):
    """A figure that shows itself."""

    def draw(self, renderer: Any) -> None:
        """Draw; letters are as wide as they were measured, whatever the resolution."""
        with mpl.rc_context({"text.hinting": "none"}):
            super().draw(renderer)

    def _repr_png_(self) -> bytes:
        buffer = BytesIO()
        self.savefig(buffer, format="png", dpi=DOTS)
        return buffer.getvalue()
